status-library-gone = { $name } se eliminó o se sustituyó: ya no se guarda nada
status-documents =
    { $count ->
        [one] { $count } documento
       *[other] { $count } documentos
    }
status-saved = guardada
status-only-read = solo lectura
status-opening-library = Abriendo la biblioteca…
status-no-library = No hay ninguna biblioteca abierta
status-save-copy = Guardar una copia…
status-atlas-hint = El atlas en el escenario
status-placed-here = Los textos se sitúan en este equipo
status-model = Modelo { $model } en { $engine }
status-no-model = sin modelo: los textos no se pueden situar
status-opening-model = Abriendo el modelo…
status-renderer = renderizador: { $renderer }
status-renderer-slow = Dibujado sin tarjeta gráfica
status-renderer-hint = No se usa ninguna tarjeta gráfica: dibuja el procesador, unas pocas imágenes por segundo. Con una tarjeta y su controlador Vulkan (Debian: mesa-vulkan-drivers, o el del fabricante) el cuerpo se mueve con fluidez; hasta entonces «Rápida» (pestaña Ver) es lo más rápido.
status-problems =
    { $count ->
        [one] { $count } problema
       *[other] { $count } problemas
    }
status-reading-aid = Una ayuda a la lectura, no un producto sanitario
status-paused = En pausa: { $job }
status-all-jobs = Todas las tareas
status-go-on = Continuar
status-pause = Pausar
status-cancel = Cancelar
status-outdated = Situados por un modelo anterior o en otro atlas: { $count }
status-place-anew = Situar de nuevo
status-place-anew-hint = Sus marcadores pasan a donde los sitúa el modelo actual
status-in-her = { $count } más en el torso femenino
status-in-her-hint = Documentos sobre órganos que el torso masculino no tiene: haga clic para verlos
status-in-him = { $count } más en el torso masculino
status-in-him-hint = Documentos sobre órganos que el torso femenino no tiene: haga clic para verlos
status-to-him = Mostrar el torso masculino
status-to-him-hint = Los documentos sobre órganos que ambos tienen se ven también aquí
