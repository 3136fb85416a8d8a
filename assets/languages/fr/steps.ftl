steps-title = Historique
steps-none = Rien n’a encore été modifié. Ce qui est masqué, coupé, coloré, mesuré, gardé ou retiré figure ici et peut être annulé.
steps-first = État initial
steps-axial-cut = Coupe axiale
steps-coronal-cut = Coupe coronale
steps-sagittal-cut = Coupe sagittale
steps-facing-cut = Coupe face à vous
steps-save-view = Garder la vue « { $name } »
steps-go-to-view = Aller à la vue « { $name } »
steps-forget-view = Oublier la vue « { $name } »
steps-measure = Mesurer une distance
steps-drop-collection = Supprimer la collection « { $name } »
steps-correction-back = Retirer une correction
steps-correct-not-a-finding = Corriger : pas une constatation
steps-correct-other-side = Corriger : l’autre côté
steps-correct-belongs = Corriger, sa place : { $name }
steps-show = Montrer : { $name }
steps-ghost = Estomper : { $name }
steps-hide = Masquer : { $name }
steps-isolate = Isoler : { $name }
steps-opacity = Opacité : { $name }
steps-show-system = Montrer tout « { $system } »
steps-ghost-system = Estomper tout « { $system } »
steps-hide-system = Masquer tout « { $system } »
steps-opacity-system = Opacité de tout « { $system } »
steps-together = Rassembler le corps
steps-hide-labels = Masquer les légendes
steps-show-labels = Montrer les légendes
steps-several =
    { $count ->
        [one] { $what }, { $count } document
       *[other] { $what }, { $count } documents
    }
steps-tag = Étiquette « { $tag } »
steps-untag = Retirer l’étiquette « { $tag } »
steps-collect = Mettre dans « { $path } »
steps-uncollect = Retirer de « { $path } »
steps-note = Modifier une note
steps-no-stars = Aucune étoile
steps-stars =
    { $count ->
        [one] Une étoile
       *[other] { $count } étoiles
    }
steps-read = Marquer comme lu
steps-unread = Marquer comme non lu
steps-place-right = Son emplacement est bon
steps-place-wrong = Son emplacement est mauvais
steps-place-unsaid = Rien de dit sur son emplacement
steps-remove-titled = Retirer « { $title } »
steps-remove =
    { $count ->
        [one] Retirer un document
       *[other] Retirer { $count } documents
    }
steps-correct-open-first = Ouvrez d’abord le document, puis corrigez-le
steps-correct-kept = Gardé avec la bibliothèque, comme vous le dites ; Ctrl Z l’annule
steps-correct-as-model = Comme le modèle le lit
steps-correct-no-body = Le corps n’est pas encore là
steps-correct-no-structure = Le torse modélisé n’a pas cette structure
steps-correct-no-side = Il n’y a pas d’autre côté
steps-correct-click-first = Cliquez d’abord sur la structure, puis dites que sa place est là
steps-toggle-system = Montrer ou masquer : { $system }
steps-import =
    Ajouter { $what } : { $count ->
        [one] un document
       *[other] { $count } documents
    }
steps-import-completed =
    Ajouter { $what } : { $count ->
        [one] un document complété
       *[other] { $count } documents complétés
    }
steps-from-pubmed = « { $query } » de PubMed
steps-from-folder = des fichiers du dossier surveillé « { $folder } »
steps-not-here = Pas ici : sans lieu
steps-not-here-moved = Pas « { $was } » : placé dans « { $name } », la structure la plus probable ensuite. Gardé comme correction
steps-not-here-nowhere = Pas « { $was } » : sans lieu ici, car la lecture n’en propose pas d’autre. Gardé comme correction
steps-not-here-already = Il n’a déjà pas de lieu
