side-tab-results = Resultados
side-tab-document = Documento
side-tab-text = Situar
side-tab-problems = Problemas
side-tab-problems-counted = Problemas ({ $count })
side-all-documents = Todos los documentos
side-in-structure = En esta estructura
side-about-point = Sobre este punto
side-within = Palabras en estos documentos…
side-within-all = Todos otra vez
side-searching = Buscando…
side-none-narrowed = Ningún documento cumple todo aquello a lo que se limita la lista.
side-none-opening = La biblioteca se está abriendo. Para un conjunto de datos se crea un índice la primera vez.
side-none-refused = No hay ninguna biblioteca abierta: el motivo está en «Problemas».
side-none-empty = La biblioteca está vacía.
side-none-yet = La biblioteca está vacía. Suelte archivos sobre la ventana o use «Añadir documentos…».
side-none-asked = Haga clic en un órgano, un punto o un marcador. Sus documentos aparecen aquí, primero los más probables.
side-none-here = Aquí todavía no hay ningún documento.
side-none-words = Ningún documento contiene estas palabras.
side-no-document-has = Ningún documento contiene «{ $words }».
side-did-you-mean = ¿Quería decir «{ $words }»?
side-count =
    { $count ->
        [one] { $count } documento
       *[other] { $count } documentos
    }
side-count-first = { $count } documentos; se muestran los primeros { $listed }
side-count-here = { $count } aquí
side-weight-words = palabras y significado
side-weight-place = lugar
side-weight-hint = Qué cuenta más: que un artículo tenga las mismas palabras y el mismo significado, o que esté en el mismo lugar
side-part-words = palabras { $rank }
side-part-meaning = significado { $rank }
side-part-place = lugar { $distance } mm
side-about-order = Primero los más probables: según lo que cada uno dice de lo que hay aquí, y según la distancia.
side-about-order-distance = Ningún documento habla de lo que hay aquí: solo según la distancia.
side-about-likely = { $share } % probable
side-about-says = { $share } % probable · evidencia de «{ $structure }» { $evidence } %
side-about-silent = { $share } % probable · dice poco de lo que hay aquí
side-about-distance = { $share } % probable, solo según la distancia
side-export = Exportar…
side-export-hint = Guardar los documentos de esta lista en un archivo, también los que no se muestran · Ctrl E
side-pulled =
    { $count ->
        [one] Soltar sobre otro programa: { $count } documento
       *[other] Soltar sobre otro programa: { $count } documentos
    }
side-compare = Comparar
side-compare-hint = Conservar esta lista; lo que muestre después se compara con ella, estructura por estructura
side-sort-hint = En qué orden está la lista; los documentos sin año van al final
# The head of what the list can be narrowed to.
side-facets = Limitar
side-facets-hint = Años, temas, diseños, poblaciones, tipos, revistas, lugares, etiquetas y fuentes de estos documentos; un clic limita la lista y el escenario
side-elsewhere =
    { $count ->
        [one] { $count } documento en otro lugar, que también habla de ello
       *[other] { $count } documentos en otros lugares, que también hablan de ello
    }
side-elsewhere-whole =
    { $count ->
        [one] { $count } documento en otro lugar, que habla de ello o trata del conjunto
       *[other] { $count } documentos en otros lugares, que hablan de ello o tratan del conjunto
    }
side-fly = Ir al marcador
side-outside = ¿fuera de este atlas?
side-inside = dentro
side-at-point = en el punto
side-from-point = a { $mm } mm del punto
side-outside-by = { $mm } mm fuera
side-text-about = Escriba o pegue: el marcador azul va a donde corresponde el texto. Nada sale de este equipo.
side-text-example = Por ejemplo (en inglés): A stone in the distal left ureter with hydronephrosis of the left kidney.
side-text-box = Texto que situar
side-text-clear = Borrar
side-text-no-model = Los textos no se pueden situar: { $reason }
side-text-opening-model = Abriendo el modelo…
side-problems-none = No ha habido ningún problema.
side-problems-about = Esto se dejó fuera; todo lo demás siguió adelante.
side-problems-fetch = Traerlos de PubMed…
side-problems-fetch-hint = Muestra lo que se enviaría antes de enviar nada
side-problems-again = Reintentar
side-problems-again-hint = Vuelve a añadir estos archivos; lo ya conocido se omite
side-problems-forget = Olvidar
side-weight-name = Lugar frente a palabras
side-variants = Variantes
side-variants-drop = Descartar todas
side-variant-drop = Descartar la variante { $letter }
side-variant-take = Clic: volver a poner este texto en el cuadro
side-variant-from = a { $mm } mm de { $first }
side-variant-same = donde está { $first }
side-variant-told = Variante { $letter }: { $place }. { $words }
side-ticked =
    { $count ->
        [one] Un documento seleccionado
       *[other] { $count } documentos seleccionados
    }
side-untick = No seleccionar ninguno · Esc
side-export-ticked-hint = Guardar los documentos seleccionados en un archivo · Ctrl E
side-problem-again = Reintentar este
side-problem-open = Abrirlo
side-problem-open-folder = Abrir su carpeta
side-problem-columns = Elegir columnas…
side-problem-forget = Olvidar este
side-several-cite = Copiar { $count } referencias
side-several-export = Exportar { $count } documentos…
side-several-remove = Quitar { $count } documentos
