tour-back = Atrás
tour-next = Siguiente
tour-finish = Finalizar
tour-pause = Pausar
tour-play = Reproducir
tour-at = { $at } de { $stops }  ·  { $title }
tour-end = Terminar
tour-window = Ventana
tour-full-screen = Pantalla completa
tour-quoted = «{ $text }»

tour-tours = Recorridos
tour-start =
    { $stops ->
        [one] Empezar · { $stops } parada
       *[other] Empezar · { $stops } paradas
    }
tour-copy = Crear la suya a partir de este
tour-copy-hint = Cambie sus textos y sus vistas, y guárdelo como suyo
tour-own = Los suyos
tour-own-about = Mire algo, añádalo como parada, escriba unas pocas palabras; guarde el recorrido en un archivo y compártalo.
tour-make = Crear un recorrido
tour-open = Abrir un recorrido…
tour-title-hint = Título
tour-about-hint = Qué muestra, en una frase
tour-no-stops = Todavía no hay paradas. Gire el cuerpo, seleccione, corte, busque o escriba un texto; después añada lo que ve.
tour-add-stop = Añadir la vista actual como parada
tour-show-it = Mostrar
tour-save = Guardar…
tour-close = Cerrar
tour-close-unsaved = Cerrar sin guardar
tour-kept-in = Guardado en { $file }
tour-changed-since = Cambiado desde que se guardó en { $file }
tour-heading-hint = Encabezado
tour-caption-hint = Una o dos frases
tour-earlier = Antes
tour-later = Después
tour-take-out = Quitar esta parada
tour-goes-on = continúa tras
tour-show = Mostrar
tour-retake = Tomar de nuevo
tour-retake-hint = Mostrará lo que ve ahora

tour-none = No se está mostrando ningún recorrido
tour-not-in-atlas = «{ $structure }» no está en este atlas
tour-other-library = Este recorrido abre documentos de { $library }; el de esta biblioteca se deja fuera
tour-save-first = Guarde o cierre primero el recorrido que está creando
tour-mine = Mi recorrido
tour-a-text = Un texto
tour-the-body = El cuerpo
tour-not-saved = El recorrido no se ha guardado: { $reason }
tour-saved = Guardado como { $file }

tour-too-large = demasiado grande para un recorrido (1 MB como máximo)
tour-not-one = no es un recorrido: { $error }
tour-number-of-stops = un recorrido tiene de 1 a { $most } paradas
tour-title-too-long = su título o su descripción es demasiado larga
tour-wrong-stop = parada { $number }: { $reason }
tour-words-too-long = sus textos son demasiado largos
tour-seconds = se muestra de 1 a { $most } segundos
tour-commands = tiene más de { $most } órdenes
tour-only-looks = «{ $command }» no es para recorridos, que solo muestran
tour-stop-seconds = Segundos hasta la parada siguiente
tour-pictures = Guardar imágenes…
tour-pictures-hint = Muestra cada parada a pantalla completa y la guarda como imagen en una carpeta; Esc lo termina antes
tour-pictures-saved = { $count ->
    [one] Hay una imagen en { $folder }
   *[other] Hay { $count } imágenes en { $folder }
}
tour-pictures-stopped = Terminado con { $count } de { $of } imágenes, en { $folder }
tour-picture-no-rest = La vista no llegó a quedar en reposo
tour-picture-not-written = No se escribió
tour-video = Como vídeo…
tour-video-hint = Muestra cada parada a pantalla completa y hace con ellas un vídeo con el programa ffmpeg; Esc lo termina antes
tour-video-no-program = Un vídeo necesita el programa ffmpeg, que no está instalado
tour-video-stopped = Terminado antes de mostrar todas las paradas; no hay vídeo
