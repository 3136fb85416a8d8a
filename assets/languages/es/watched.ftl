watched-heading = Carpetas vigiladas
watched-add = Vigilar una carpeta…
watched-add-hint = Sus archivos nuevos y modificados se añaden mientras esta ventana está abierta
watched-remove-hint = Dejar de vigilarla; sus documentos se quedan
watched-missing = no está
watched-gone =
    { $count ->
        [one] el archivo de un documento ha desaparecido
       *[other] los archivos de { $count } documentos han desaparecido
    }
watched-more = y { $count } más
watched-file-gone = su archivo ha desaparecido: { $path }
