stage-preparing = Preparando el cuerpo…
stage-being-read = El cuerpo todavía se está leyendo
stage-not-in-atlas = no está en este atlas: { $structure }
stage-outside-atlas = ¿fuera de este atlas?
stage-your-text = su texto
stage-drop =
    { $count ->
        [one] Suelte el archivo para ver dónde se sitúa
       *[other] Suelte { $count } archivos para ver dónde se sitúan
    }
# Beside the name of a file that was dropped: what it is doing, or what became of it.
stage-dropped-reading = leyendo…
stage-dropped-outside = queda fuera del torso
stage-dropped-known = ya está en la biblioteca
stage-dropped-failed = no añadido
stage-dropped-told = { $name }: { $words }
stage-pointer-hint = arrastrar: girar · arrastrar con el botón derecho: desplazar · rueda: acercar hacia el cursor · 1–6: vistas estándar
stage-distance = { $mm } mm
stage-distance-together = { $mm } mm en el cuerpo sin separar
stage-draw-hint = Rodee documentos con el botón pulsado · Intro: todos los que se ven · Esc para terminar
stage-box-hint = Arrastre un recuadro alrededor de los documentos · Intro: todos los que se ven · Esc para terminar
stage-draw-inside =
    { $count ->
        [one] { $count } documento
       *[other] { $count } documentos
    }
stage-drawn-none = No hay ningún documento en lo que dibujó
stage-tool-measure = Medir
stage-tool-draw = Rodear
stage-tool-box = Recuadro
stage-measure-first = Medir: haga clic en el primer punto, o flechas e Intro · Esc para terminar
stage-measure-second = Medir: haga clic en el segundo punto, o flechas e Intro · Esc para terminar
stage-layer = { $number } de { $count }
stage-through = a través de: { $structures }
stage-in-view = { $count } de { $of } a la vista
stage-in-view-hint = Mostrar en una lista lo que se ve desde aquí
stage-gathered =
    { $count ->
        [one] { $count } documento · haga clic para acercarse
       *[other] { $count } documentos · haga clic para acercarse
    }

## El menú

stage-menu-documents = Documentos en este lugar
stage-menu-isolate = Aislar
stage-menu-ghost = Atenuar
stage-menu-hide = Ocultar
stage-menu-look = Mirar aquí
stage-menu-cut-axial = Corte axial aquí
stage-menu-cut-coronal = Corte coronal aquí
stage-menu-cut-sagittal = Corte sagital aquí
stage-menu-cut-facing = Corte aquí, hacia usted
stage-menu-restore = Recuperar las ocultas ({ $count })
stage-menu-close-cuts = Cerrar los cortes
stage-menu-hide-labels = Ocultar los rótulos
stage-menu-label = Rotular lo que se ve
stage-menu-measure = Medir una distancia
stage-over = debajo: { $structure }
stage-body = El escenario
stage-selected = Seleccionado: { $name }
stage-document = Documento: { $title }
stage-under-pointer = Bajo el puntero: { $name }
stage-crossing = El teclado mide desde: { $place }
stage-cube = Lado que mira hacia usted: { $side }
stage-no-body = No se puede leer el cuerpo: { $reason }. `corpus-atlas doctor` dice qué falta o está dañado
stage-no-system = Este cuerpo no tiene nada de: { $system }
stage-tool-probe = Sonda
stage-probe-hint = Apunte al cuerpo · rueda o + y −: radio · clic o Intro: listar · Esc para terminar
stage-probe-radius = { $mm } mm
stage-probe-here = { $mm } mm alrededor de: { $name }
stage-probe-none = Ningún documento a menos de { $mm } mm
stage-tool-several = Varias
stage-several-hint = Haga clic en estructuras para listar los documentos de cualquiera de ellas; otra vez para quitar una · Esc para terminar
