names-title = Noms dans « { $title } »
names-all-matched = Chaque nom a trouvé sa structure.
names-no-such = Aucun nom ne contient ces mots.
names-about-all = { $all } noms. Cliquez sur un nom pour voir sa structure ; cliquez sur ce qu’il désigne pour le changer.
names-about-unmatched =
    { $count ->
        [one] { $all } noms. L’un ne correspond à rien de connu et s’affiche comme une structure à part ; cliquez sur la colonne de droite pour dire ce que c’est.
       *[other] { $all } noms. { $count } ne correspondent à rien de connu et s’affichent comme des structures à part ; cliquez sur la colonne de droite pour dire ce que c’est.
    }
names-unmatched-only = Sans correspondance seulement ({ $count })
names-filter = Filtrer par nom ou structure
names-column-name = NOM DANS L’ATLAS
names-column-volume = ML
names-column-meaning = DÉSIGNE
names-column-rule = SELON
names-own = Structure à part
names-left-out = Laissé de côté
names-rules = Ce que disent les règles
names-rule-hand = manuel
names-rule-rules = règles
names-rule-id = id
names-rule-name = nom
names-rule-synonym = synonyme
names-rule-latin = latin
names-rule-part = partie
names-in-file = dans { $file }
names-label-value = valeur d’étiquette { $value }
names-left-out-because = laissé de côté : { $reason }
names-part-of = pris pour une partie de : { $whole }
names-search = Recherche : nom, synonyme, latin
names-type-to-search = Saisissez pour chercher dans le catalogue
names-nothing-called = Rien ne porte ce nom
names-show-as-own = Absent du catalogue : le montrer comme une structure à part
names-leave-out = Le laisser de côté
names-missing = L’atlas est refait à partir de ses fichiers, et { $file } n’est plus là.
names-find-files = Retrouver les fichiers…
names-apply = Appliquer
names-undo = Annuler
names-nothing-to-apply = Rien à appliquer
names-decided =
    { $count ->
        [one] Un nom décidé à la main ; « Appliquer » refait l’atlas avec lui
       *[other] { $count } noms décidés à la main ; « Appliquer » refait l’atlas avec eux
    }
names-cannot-be-shown = ses noms ne peuvent pas être affichés ; importez-le à nouveau ({ $reason })
names-unknown = Cet atlas n’a pas de nom « { $name } »
names-no-structure = Le catalogue n’a pas de structure « { $id } »
names-reason-left-out = laissé de côté
