comparison-heading = VERGLEICH
comparison-end = Nicht mehr vergleichen
comparison-on-body = Körper einfärben
comparison-list-more = Listen Sie etwas anderes auf, hier oder in einer anderen Bibliothek: Es wird mit dieser Liste verglichen.
comparison-grey = Grau: Der Unterschied könnte Zufall sein (99 %)
comparison-side =
    { $count ->
        [one] { $label } · { $count } Dokument · { $library }
       *[other] { $label } · { $count } Dokumente · { $library }
    }
comparison-row = { $name }: { $first } von { $first_all } ({ $first_percent } %), { $second } von { $second_all } ({ $second_percent } %)
comparison-all-documents = Alle Dokumente
comparison-none = Die Liste enthält kein Dokument
