duplicates-title = Doublons
duplicates-looking = Recherche de documents qui sont des copies d’un même travail…
duplicates-stop = Arrêter
duplicates-outdated = Des documents sont arrivés ou revenus depuis la recherche de copies.
duplicates-look-again = Chercher à nouveau
duplicates-none = Aucun document de cette bibliothèque ne semble être la copie d’un autre.
duplicates-works =
    { $count ->
        [one] { $count } travail est présent plusieurs fois.
       *[other] { $count } travaux sont présents plusieurs fois.
    }
duplicates-about = La copie gardée prend des autres ce qui lui manque, avec les étiquettes, les notes et les collections. Les autres vont à la corbeille.
duplicates-group =
    { $count ->
        [one] { $count } copie : { $reason }
       *[other] { $count } copies : { $reason }
    }
duplicates-keep = Garder cette copie
duplicates-read-hint = Clic : la lire
duplicates-kept = gardée : { $reason }
duplicates-no-text = pas de texte
duplicates-letters =
    { $count ->
        [one] { $count } caractère
       *[other] { $count } caractères
    }
duplicates-merge =
    { $count ->
        [one] Fusionner { $count } groupe
       *[other] Fusionner { $count } groupes
    }
duplicates-merge-hint = Une seule étape, que Ctrl Z annule
duplicates-left-out =
    { $count ->
        [one] { $count } laissé de côté
       *[other] { $count } laissés de côté
    }
duplicates-told-by =
    { $kind ->
        [the-same-doi] le même DOI
        [the-same-pmid] le même PMID
        [the-same-text] le même texte
        [the-same-title-and-first-author] le même titre et le même premier auteur
        [the-same-title-and-one-has-hardly-a-text] le même titre, et l’une n’a presque pas de texte
       *[other] { $what }
    }
duplicates-because =
    { $kind ->
        [it-has-the-most-attachments] elle a le plus de pièces jointes
        [it-was-read-from-the-work-itself] elle a été lue dans l’œuvre elle-même
        [it-has-an-abstract] elle a un résumé
        [it-came-first] elle est arrivée la première
       *[other] { $what }
    }
