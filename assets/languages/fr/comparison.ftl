comparison-heading = COMPARAISON
comparison-end = Ne plus comparer
comparison-on-body = Colorer le corps
comparison-list-more = Affichez autre chose, ici ou dans une autre bibliothèque : ce sera comparé à cette liste.
comparison-grey = Gris : la différence pourrait être due au hasard (99 %)
comparison-side =
    { $count ->
        [one] { $label } · { $count } document · { $library }
       *[other] { $label } · { $count } documents · { $library }
    }
comparison-row = { $name } : { $first } sur { $first_all } ({ $first_percent } %), { $second } sur { $second_all } ({ $second_percent } %)
comparison-all-documents = Tous les documents
comparison-none = La liste ne contient aucun document
