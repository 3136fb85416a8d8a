ask-hint = Nombre un lugar, busque en los documentos o encuentre una orden…  (Ctrl K)
ask-kind-place = lugar
ask-kind-command = orden
ask-kind-search = búsqueda
ask-kind-note = nota
ask-like = { $place } (como «{ $name }»)
ask-elsewhere = { $place } ({ $atlas })
ask-search = Buscar «{ $words }» en los documentos
ask-hint-short = Preguntar…  (Ctrl K)
ask-note =
    { $count ->
        [one] Artículos como esta nota de una palabra
       *[other] Artículos como esta nota de { $count } palabras
    }
