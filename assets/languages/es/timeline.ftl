timeline-no-years = Ningún documento de aquí tiene año
timeline-close = Cerrar
timeline-close-hint = Cronología · Y
timeline-play = Reproducir
timeline-pause = Pausar
timeline-play-hint = Un año tras otro; tantos a la vez como se hayan elegido
timeline-all-years = Todos los años
timeline-span = { $from } a { $to }
timeline-documents =
    { $count ->
        [one] { $count } documento
       *[other] { $count } documentos
    }
timeline-described = Años { $first } a { $last }; se muestran: { $from } a { $to }
timeline-year = { $year }: { $count }
timeline-without = y { $count } sin año
timeline-without-hidden = { $count } sin año están ocultos
