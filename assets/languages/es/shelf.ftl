shelf-facet-collection = Colecciones
shelf-facet-tag = Etiquetas
shelf-facet-state = Lectura
shelf-facet-year = Año
shelf-facet-topic = Temas
shelf-facet-design = Diseño del estudio
shelf-facet-population = Población
shelf-facet-kind = Tipo
shelf-facet-journal = Revista
shelf-facet-system = Sistema
shelf-facet-structure = Estructura
shelf-facet-source = Fuente
shelf-topics-disease = Enfermedades
shelf-topics-drug = Fármacos
shelf-topics-other = Otros
shelf-state-unread = Sin leer
shelf-state-read = Leídos
shelf-state-starred = Con estrellas
shelf-state-note = Con una nota
shelf-no-year = Sin año
shelf-years = { $from } a { $to }
shelf-years-counted = { $count } años, { $from } a { $to }
shelf-click-value = Haga clic en un valor: la lista y los marcadores se limitan a sus documentos.
shelf-narrow-no-longer = { $facet }: dejar de limitar a esto
shelf-show-all = Mostrar todo
shelf-years-hint = Dejar de limitar a estos años
shelf-searches = Búsquedas y colecciones
shelf-search-hint = Mostrar lo que pide esta búsqueda. Clic derecho: olvidarla
shelf-forget-search = Olvidar esta búsqueda
shelf-name = Un nombre
shelf-keep-search = Guardar esta búsqueda
shelf-keep-search-hint = Lo que se muestra ahora, con este nombre
shelf-new-collection = Nueva colección
shelf-new-collection-hint = Una colección vacía; Tesis/Hígado está dentro de Tesis
shelf-fewer = Menos
shelf-more = { $count } más
shelf-value =
    { $count ->
        [one] { $name }, { $count } documento
       *[other] { $name }, { $count } documentos
    }
shelf-select-structure = Seleccionar esta estructura
shelf-drop-collection = Quitar esta colección
shelf-drop-collection-hint = Sus documentos se quedan en la biblioteca
shelf-click-again = Clic: limitar a esto; otro clic: dejar de hacerlo
shelf-only-read-elsewhere = { $name } está abierta en otra ventana; aquí es de solo lectura
shelf-only-read-file = { $name } es un archivo protegido contra escritura; aquí es de solo lectura
shelf-only-read-folder = { $name } está en una carpeta protegida contra escritura; aquí es de solo lectura
shelf-only-read-asked = { $name } se abrió para leerla; aquí es de solo lectura
shelf-only-read-in-place = { $name } es un conjunto de datos que se lee donde está; aquí es de solo lectura
shelf-only-read-server = { $name } está en un servidor, y `corpus-atlas import` le añade documentos; aquí es de solo lectura
shelf-kept = Guardada como «{ $name }»
shelf-drawn-not-kept = Lo dibujado no se guarda como búsqueda: ponga sus documentos en una colección
shelf-similar-not-kept = Lo que se parece a un documento o a un texto se busca cada vez de nuevo y no se guarda
shelf-nothing-to-try = No hay ningún archivo que reintentar
shelf-you-chose = usted la eligió
shelf-merged =
    { $count ->
        [one] Una copia se fusionó con el documento conservado; Ctrl Z lo deshace
       *[other] { $count } copias se fusionaron con los documentos conservados; Ctrl Z lo deshace
    }
shelf-open-first = Abra primero un documento; entonces se buscan artículos similares
shelf-type-first = Escriba o pegue primero un texto en «Situar»
shelf-point-not-kept = Este punto del atlas mostrado no tiene lugar en el torso modelado y no se puede guardar como búsqueda
shelf-point-not-here = El atlas mostrado no tiene ese punto; en su lugar se lista su estructura
