side-tab-results = Résultats
side-tab-document = Document
side-tab-text = Placer un texte
side-tab-problems = Problèmes
side-tab-problems-counted = Problèmes ({ $count })
side-all-documents = Tous les documents
side-in-structure = Dans cette structure
side-about-point = À propos de ce point
side-within = Mots dans ces documents…
side-within-all = De nouveau tous
side-searching = Recherche en cours…
side-none-narrowed = Aucun document ne répond à toutes les restrictions de la liste.
side-none-opening = La bibliothèque s’ouvre. Pour un jeu de données, un index est créé la première fois.
side-none-refused = Aucune bibliothèque n’est ouverte : la raison figure sous « Problèmes ».
side-none-empty = La bibliothèque est vide.
side-none-yet = La bibliothèque est vide. Déposez des fichiers sur la fenêtre ou utilisez « Ajouter des documents… ».
side-none-asked = Cliquez sur un organe, un point ou un marqueur. Ses documents s’affichent ici, les plus probables d’abord.
side-none-here = Aucun document ici pour l’instant.
side-none-words = Aucun document ne contient ces mots.
side-no-document-has = Aucun document ne contient « { $words } ».
side-did-you-mean = Vouliez-vous dire « { $words } » ?
side-count =
    { $count ->
        [one] { $count } document
       *[other] { $count } documents
    }
side-count-first = { $count } documents, les { $listed } premiers affichés
side-count-here = { $count } ici
side-weight-words = mots et sens
side-weight-place = emplacement
side-weight-hint = Ce qui compte le plus : que l’article ait les mêmes mots et le même sens, ou qu’il se trouve au même endroit
side-part-words = mots { $rank }
side-part-meaning = sens { $rank }
side-part-place = emplacement { $distance } mm
side-about-order = Les plus probables d’abord : selon ce que chacun dit de ce qui se trouve ici, et selon la distance.
side-about-order-distance = Aucun document ne parle de ce qui se trouve ici : selon la seule distance.
side-about-likely = probable à { $share } %
side-about-says = probable à { $share } % · indices pour « { $structure } » { $evidence } %
side-about-silent = probable à { $share } % · dit peu de ce qui se trouve ici
side-about-distance = probable à { $share } %, selon la seule distance
side-export = Exporter…
side-export-hint = Enregistrer les documents de cette liste dans un fichier, y compris ceux qui ne sont pas affichés · Ctrl E
side-pulled =
    { $count ->
        [one] Lâcher sur un autre programme : { $count } document
       *[other] Lâcher sur un autre programme : { $count } documents
    }
side-compare = Comparer
side-compare-hint = Garder cette liste ; ce que vous afficherez ensuite y sera comparé, structure par structure
side-sort-hint = Dans quel ordre est la liste ; les documents sans année viennent en dernier
# The head of what the list can be narrowed to.
side-facets = Restreindre
side-facets-hint = Années, sujets, types d’étude, populations, types, revues, lieux, étiquettes et sources de ces documents ; un clic restreint la liste et la scène
side-elsewhere =
    { $count ->
        [one] { $count } document ailleurs, qui en parle aussi
       *[other] { $count } documents ailleurs, qui en parlent aussi
    }
side-elsewhere-whole =
    { $count ->
        [one] { $count } document ailleurs, qui en parle ou traite de l’ensemble
       *[other] { $count } documents ailleurs, qui en parlent ou traitent de l’ensemble
    }
side-fly = Aller au marqueur
side-outside = hors de cet atlas ?
side-inside = à l’intérieur
side-at-point = au point
side-from-point = à { $mm } mm du point
side-outside-by = { $mm } mm en dehors
side-text-about = Saisissez ou collez : le marqueur bleu va là où le texte a sa place. Rien ne quitte cet ordinateur.
side-text-example = Par exemple (en anglais) : A stone in the distal left ureter with hydronephrosis of the left kidney.
side-text-box = Texte à placer
side-text-clear = Effacer
side-text-no-model = Les textes ne peuvent pas être placés : { $reason }
side-text-opening-model = Ouverture du modèle…
side-problems-none = Aucun problème n’est survenu.
side-problems-about = Ces éléments ont été laissés de côté ; tout le reste a continué.
side-problems-fetch = Les récupérer dans PubMed…
side-problems-fetch-hint = Montre ce qui serait envoyé avant tout envoi
side-problems-again = Réessayer
side-problems-again-hint = Ajoute à nouveau ces fichiers ; ce qui est déjà connu est ignoré
side-problems-forget = Oublier
side-weight-name = Lieu ou mots
side-variants = Variantes
side-variants-drop = Tout retirer
side-variant-drop = Retirer la variante { $letter }
side-variant-take = Clic : reprendre ce texte dans le champ
side-variant-from = à { $mm } mm de { $first }
side-variant-same = là où est { $first }
side-variant-told = Variante { $letter } : { $place }. { $words }
side-ticked =
    { $count ->
        [one] Un document sélectionné
       *[other] { $count } documents sélectionnés
    }
side-untick = N’en sélectionner aucun · Échap
side-export-ticked-hint = Enregistrer les documents sélectionnés dans un fichier · Ctrl E
side-problem-again = Réessayer celui-ci
side-problem-open = L’ouvrir
side-problem-open-folder = Ouvrir son dossier
side-problem-columns = Choisir les colonnes…
side-problem-forget = Oublier celui-ci
side-several-cite = Copier { $count } références
side-several-export = Exporter { $count } documents…
side-several-remove = Retirer { $count } documents
