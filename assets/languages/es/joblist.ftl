joblist-title = Tareas
joblist-none = No se está haciendo nada en segundo plano. Las importaciones, las exportaciones y el trabajo con atlas aparecen aquí.
joblist-cancelled = Cancelada
joblist-done = Terminada
joblist-go-on = Continuar
joblist-pause = Pausar
joblist-cancel = Cancelar
joblist-finding-documents =
    { $count ->
        [one] Buscando { $count } documento en este atlas
       *[other] Buscando { $count } documentos en este atlas
    }
joblist-duplicates = Buscando duplicados
joblist-video = Creando el vídeo { $file }
