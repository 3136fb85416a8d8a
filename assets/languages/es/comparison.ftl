comparison-heading = COMPARACIÓN
comparison-end = Dejar de comparar
comparison-on-body = Colorear el cuerpo
comparison-list-more = Muestre otra cosa, aquí o en otra biblioteca: se compara con esta lista.
comparison-grey = Gris: la diferencia podría deberse al azar (99 %)
comparison-side =
    { $count ->
        [one] { $label } · { $count } documento · { $library }
       *[other] { $label } · { $count } documentos · { $library }
    }
comparison-row = { $name }: { $first } de { $first_all } ({ $first_percent } %), { $second } de { $second_all } ({ $second_percent } %)
comparison-all-documents = Todos los documentos
comparison-none = No hay ningún documento en la lista
