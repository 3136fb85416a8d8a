steps-title = Historial
steps-none = Todavía no se ha cambiado nada. Lo que se oculta, corta, colorea, mide, guarda o quita aparece aquí y se puede deshacer.
steps-first = Como estaba
steps-axial-cut = Corte axial
steps-coronal-cut = Corte coronal
steps-sagittal-cut = Corte sagital
steps-facing-cut = Corte hacia usted
steps-save-view = Guardar la vista «{ $name }»
steps-go-to-view = Ir a la vista «{ $name }»
steps-forget-view = Olvidar la vista «{ $name }»
steps-measure = Medir una distancia
steps-drop-collection = Quitar la colección «{ $name }»
steps-correction-back = Retirar una corrección
steps-correct-not-a-finding = Corregir: no es un hallazgo
steps-correct-other-side = Corregir: el otro lado
steps-correct-belongs = Corregir, su lugar: { $name }
steps-show = Mostrar: { $name }
steps-ghost = Atenuar: { $name }
steps-hide = Ocultar: { $name }
steps-isolate = Aislar: { $name }
steps-opacity = Opacidad: { $name }
steps-show-system = Mostrar todo «{ $system }»
steps-ghost-system = Atenuar todo «{ $system }»
steps-hide-system = Ocultar todo «{ $system }»
steps-opacity-system = Opacidad de todo «{ $system }»
steps-together = Recomponer el cuerpo
steps-hide-labels = Ocultar los rótulos
steps-show-labels = Mostrar los rótulos
steps-several =
    { $count ->
        [one] { $what }, { $count } documento
       *[other] { $what }, { $count } documentos
    }
steps-tag = Etiqueta «{ $tag }»
steps-untag = Quitar la etiqueta «{ $tag }»
steps-collect = Poner en «{ $path }»
steps-uncollect = Sacar de «{ $path }»
steps-note = Cambiar una nota
steps-no-stars = Sin estrellas
steps-stars =
    { $count ->
        [one] Una estrella
       *[other] { $count } estrellas
    }
steps-read = Marcar como leído
steps-unread = Marcar como no leído
steps-place-right = Su lugar es correcto
steps-place-wrong = Su lugar es incorrecto
steps-place-unsaid = Nada dicho de su lugar
steps-remove-titled = Quitar «{ $title }»
steps-remove =
    { $count ->
        [one] Quitar un documento
       *[other] Quitar { $count } documentos
    }
steps-correct-open-first = Abra primero el documento y luego corríjalo
steps-correct-kept = Guardado con la biblioteca, como usted indica; Ctrl Z lo deshace
steps-correct-as-model = Como lo lee el modelo
steps-correct-no-body = El cuerpo todavía no está
steps-correct-no-structure = El torso modelado no tiene esa estructura
steps-correct-no-side = No tiene otro lado
steps-correct-click-first = Haga clic primero en la estructura y luego diga que corresponde ahí
steps-toggle-system = Mostrar u ocultar: { $system }
steps-import =
    Añadir { $what }: { $count ->
        [one] un documento
       *[other] { $count } documentos
    }
steps-import-completed =
    Añadir { $what }: { $count ->
        [one] un documento completado
       *[other] { $count } documentos completados
    }
steps-from-pubmed = «{ $query }» de PubMed
steps-from-folder = archivos de la carpeta vigilada «{ $folder }»
steps-not-here = No es aquí: sin lugar
steps-not-here-moved = No «{ $was }»: situado en «{ $name }», la siguiente más probable. Guardado como corrección
steps-not-here-nowhere = No «{ $was }»: sin lugar aquí, pues la lectura no propone otro. Guardado como corrección
steps-not-here-already = Ya no está en ningún lugar
