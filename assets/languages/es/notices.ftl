notice-busy = Se están añadiendo o situando documentos; espere a que termine o cancélelo primero
notice-file-gone = El archivo de la biblioteca se eliminó o se sustituyó; no se puede guardar nada en él
notice-library-opening = La biblioteca todavía se está abriendo
notice-no-library = No hay ninguna biblioteca abierta; véase Problemas
notice-library-not-opened = La biblioteca no se pudo abrir; véase Problemas
notice-heading-no-library = No hay ninguna biblioteca abierta
notice-atlas-opening = El atlas todavía se está abriendo
notice-body-being-read = El cuerpo todavía se está leyendo
notice-not-added-gone = no añadido: el archivo de la biblioteca se eliminó o se sustituyó
notice-not-added = no añadido: { $reason }
notice-not-added-yet = aún no añadido: no hay ninguna biblioteca abierta; se añadirá cuando la haya
notice-added-when-open = No hay ninguna biblioteca abierta; se añadirán cuando la haya
notice-added-after-import = Se añadirán cuando termine la importación actual
notice-import-broke-off = La importación de { $files } se interrumpió
notice-files =
    { $count ->
        [one] { $count } archivo
       *[other] { $count } archivos
    }
notice-no-model = No hay ningún modelo con el que situar documentos
notice-all-placed = El modelo actual ha situado todos los documentos de esta biblioteca
notice-open-first = Abra primero el documento y después su fuente
notice-removed =
    { $count ->
        [one] Quitado de la biblioteca; el archivo en sí no se toca. Ctrl Z lo recupera
       *[other] { $count } documentos quitados de la biblioteca; Ctrl Z los recupera
    }
notice-compact =
    { $count ->
        [0] La biblioteca está compactada
        [one] La biblioteca está compactada; se ha olvidado un documento quitado
       *[other] La biblioteca está compactada; se han olvidado { $count } documentos quitados
    }

notice-in-female-torso = { $structure }: en el torso femenino
notice-in-male-torso = { $structure }: en el torso masculino
notice-not-in-atlas = Este atlas no tiene la estructura a la que pertenece el texto

notice-job-failed = { $job }: ha fallado; véase Problemas
notice-waited =
    { $count ->
        [one] { $ended }; lo que esperaba no se añadió
       *[other] { $ended }; { $count } archivos en espera no se añadieron
    }
notice-no-dialog = El sistema no ofrece ningún diálogo de archivos; escriba o pegue la ruta

notice-outside-changed =
    { $count ->
        [one] Otro programa ha añadido o cambiado un documento
       *[other] Otro programa ha añadido o cambiado { $count } documentos
    }
notice-outside-removed =
    { $count ->
        [one] Otro programa ha quitado un documento
       *[other] Otro programa ha quitado { $count } documentos
    }
notice-outside-both =
    { $changed ->
        [one] Otro programa ha añadido o cambiado { $changed } documento y ha quitado { $removed }
       *[other] Otro programa ha añadido o cambiado { $changed } documentos y ha quitado { $removed }
    }
notice-file-back = El archivo de la biblioteca ha vuelto; los cambios se guardan de nuevo
notice-file-lost = El archivo de la biblioteca se eliminó o se sustituyó; ya no se guarda nada
notice-file-lost-what-to-do = otro programa eliminó o sustituyó el archivo de la biblioteca. Sus documentos siguen en esta ventana, pero nada de lo que se haga desde ahora se guarda; devuelva el archivo a su sitio, o guarde una copia de la biblioteca y ábrala
notice-changeable = La otra ventana está cerrada; { $name } ya se puede cambiar aquí

notice-end-first = Termine primero el recorrido o el cuestionario
notice-nothing-back = No hay nada a lo que volver
notice-nothing-forward = No hay nada hacia lo que avanzar
notice-nothing-undo = No hay nada que deshacer
notice-nothing-redo = No hay nada que rehacer
notice-wait-for-import = Espere a que termine la importación: puede completar los mismos documentos
notice-wait-for-library = Espere a que la biblioteca esté abierta: esto cambia documentos
notice-undone = Deshecho: { $step }
notice-redone = Rehecho: { $step }
notice-step-show-atlas = Mostrar { $name }
notice-step-take-in = Incorporar los archivos modificados

notice-problems-forgotten =
    { $count ->
        [one] Un problema olvidado
       *[other] { $count } problemas olvidados
    }
notice-watched-already = Esta carpeta ya se vigila
notice-watching = Los archivos nuevos y modificados de { $folder } se añaden mientras esta ventana está abierta
notice-superseded =
    { $count ->
        [one] Un archivo ha cambiado: su texto nuevo sustituye al anterior
       *[other] { $count } archivos han cambiado: sus textos nuevos sustituyen a los anteriores
    }

notice-staging-cancelled = Se canceló la búsqueda de los documentos en este atlas; muéstrelo de nuevo para continuar
notice-without-place = { $missing } de { $all } documentos pertenecen a estructuras que este atlas no tiene

notice-variant-kept = Guardado como { $letter }
notice-variant-known = Ya guardado, como { $letter }
notice-variants-full = Hay seis variantes guardadas; descarte una primero
notice-variant-changed = No guardado: el texto cambió antes de tener su lugar
notice-variant-no-place = No guardado: el texto no se pudo situar
notice-no-drag-out = Aquí no se puede arrastrar nada fuera de una ventana. «Copiar la referencia» y «Exportar» en el menú de una fila hacen lo mismo.
