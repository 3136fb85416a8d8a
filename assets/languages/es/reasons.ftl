# Por qué se rechazó un registro o un archivo.

reasons-denied = no se puede leer: permiso denegado
reasons-gone = no se puede leer: el archivo ya no está
reasons-io = no se puede leer: { $detail }
reasons-empty = el archivo está vacío
reasons-too-large =
    demasiado grande: { $kind ->
        [pdf] PDF
        [file] archivo
        [text-file] archivo de texto
        [line] línea
        [record] registro
        [row] fila
        [column] columna
        [unpacked-content] contenido descomprimido
        [file-in-an-archive] archivo dentro de otro
        [part-of-the-file] parte del archivo
       *[other] { $what }
    } de más de { $limit }
reasons-unpacks = al descomprimirse supera { $ratio } veces su tamaño, como ningún texto; no se sigue leyendo
reasons-grew = el archivo ha crecido desde que se abrió; se leyeron los primeros { $read }, léalo de nuevo cuando esté completo
reasons-too-many =
    más de { $limit } { $kind ->
        [files] archivos
        [records] registros
        [folders-inside-each-other] carpetas anidadas
        [archives-inside-each-other] archivos comprimidos anidados
       *[other] { $what }
    }; el resto no se lee
reasons-wrong-ending = por su nombre, { $named }; por su contenido, { $found }; cambie el nombre del archivo o elija otro
reasons-binary = datos binarios, no texto
reasons-gzip = datos gzip dañados o incompletos: { $detail }
reasons-record = un registro mal formado: { $detail }
reasons-xml = XML mal formado: { $detail }
reasons-no-columns = una tabla en la que ninguna columna se llama title, text o abstract; su primera fila es: { $row }
reasons-table = una tabla que no se puede leer: { $detail }
reasons-archive = un archivo comprimido dañado o ajeno: { $detail }
reasons-encrypted = su texto está cifrado y no se puede leer sin la clave
reasons-database = una base de datos que no se puede leer: { $detail }
reasons-without-entry = está en Zotero sin entrada; de esos archivos solo se leen allí los PDF: añada el archivo mismo
reasons-without-base = { $file } está bajo la carpeta base de Zotero, que no se conoce; añada el archivo mismo
reasons-no-title = sin título ({ $detail })
reasons-identifiers =
    { $count ->
        [one] solo identificadores: un artículo, sin el artículo mismo; se puede pedir a PubMed
       *[other] solo identificadores: { $count } artículos, sin los artículos mismos; se pueden pedir a PubMed
    }
reasons-no-text = ni título ni texto
reasons-no-records = ningún registro { $format }: ninguna línea empieza por «{ $start }»
reasons-stray-text = texto fuera de todo registro, que empieza por «{ $text }»
reasons-pdf-no-reader = aquí no se pueden leer PDF: no hay ningún lector de PDF instalado
reasons-pdf-not-run = no se pudo ejecutar el lector de PDF: { $detail }
reasons-pdf-time = el lector de PDF no terminó en { $seconds } s y se detuvo
reasons-pdf-memory = el lector de PDF necesitó más de { $limit } de memoria y se detuvo
reasons-pdf-crashed = el lector de PDF falló con este archivo ({ $detail })
reasons-pdf-answer = el lector de PDF no dio ninguna respuesta utilizable
reasons-pdf-truncated = PDF truncado: le falta el final ({ $detail })
reasons-pdf-damaged = PDF dañado: { $detail }
reasons-pdf-encrypted = PDF cifrado: necesita una contraseña
reasons-pdf-scan =
    { $count ->
        [one] sin texto en este PDF de una página: probablemente es un escaneo; pásele antes un reconocimiento de texto (OCR)
       *[other] sin texto en este PDF de { $count } páginas: probablemente es un escaneo; pásele antes un reconocimiento de texto (OCR)
    }
reasons-passed-over =
    { $count ->
        [one] un archivo de un tipo que no se puede leer: { $files }
       *[other] { $count } archivos de tipos que no se pueden leer: { $files }
    }
reasons-damaged = está dañado: { $detail }
reasons-added-again = se ha añadido de nuevo desde entonces, como { $id }
reasons-broke-off = su importación se interrumpió; «Reintentar» continúa donde se detuvo
reasons-unsupported = { $found } no se puede leer (legibles: { $readable })
reasons-more-of-ending = (y { $count } más .{ $ending })
reasons-more-without-ending = (y { $count } más sin extensión)
reasons-others = { $files } y { $count } de otros tipos
reasons-kind-of-ending = un archivo .{ $ending }
reasons-kind =
    { $kind ->
        [plain-text] texto sin formato
        [markdown] un texto Markdown
        [a-pdf] un PDF
        [ris-references] una lista RIS
        [nbib-references] una lista NBIB
        [endnote-references] una lista EndNote
        [bibtex-references] una lista BibTeX
        [xml-references] una lista de referencias en XML
        [jats-xml] un artículo en XML JATS
        [a-csv-table] una tabla CSV
        [a-spreadsheet-xlsx] una hoja de cálculo (XLSX)
        [an-opendocument-spreadsheet] una hoja de cálculo OpenDocument
        [a-word-document] un documento de Word
        [an-opendocument-text] un texto OpenDocument
        [rich-text-rtf] un texto RTF
        [html] una página HTML
        [an-electronic-book-epub] un libro electrónico (EPUB)
        [json-lines] un archivo de líneas JSON
        [a-json-file] un archivo JSON
        [a-zip-archive] un archivo comprimido ZIP
        [a-tar-archive] un archivo TAR
        [an-old-microsoft-office-file] un archivo antiguo de Microsoft Office
        [xml-that-is-neither-pubmed-s-nor-endnote-s-nor-jats] XML que no es de PubMed ni de EndNote ni JATS
        [a-parquet-table] una tabla Parquet
        [points-geojson] un archivo de puntos (GeoJSON)
        [points-csv] una tabla de puntos (CSV)
        [a-presentation] una presentación
        [an-sqlite-database] una base de datos SQLite
        [a-png-picture] una imagen PNG
        [a-jpeg-picture] una imagen JPEG
        [a-gif-picture] una imagen GIF
        [a-tiff-picture] una imagen TIFF
        [a-program] un programa
        [bzip2-data] un archivo bzip2
        [xz-data] un archivo xz
        [zstandard-data] un archivo Zstandard
        [a-7-zip-archive] un archivo comprimido 7-Zip
        [gzip-data] un archivo gzip
        [gzip-data-inside-of-gzip-data] un archivo gzip dentro de un archivo gzip
        [binary-data] un archivo binario
        [something-else] otra cosa
        [a-device-or-pipe] un dispositivo o una tubería
        [an-archive-without-a-file-that-can-be-read] un archivo comprimido sin ningún archivo legible
       *[other] { $what }
    }
reasons-line = línea { $line }
reasons-record-line = registro { $record } (línea { $line })

## Lo que advierte la lectura

reasons-read-as = por su nombre, { $named }; se leyó como { $found }
reasons-encoding =
    { $count ->
        [one] un byte no es UTF-8 válido y se leyó como Windows-1252 (Latin-1); revise las letras con acento
       *[other] { $count } bytes no son UTF-8 válido y se leyeron como Windows-1252 (Latin-1); revise las letras con acento
    }
reasons-page-left-out = la página { $page } no se pudo leer y falta
reasons-rebuilt = el archivo está dañado; se leyó lo que se pudo encontrar en él, y pueden faltar páginas
reasons-lacks = «{ $key }», de la que se toman campos, no está en el archivo
reasons-being-written = Zotero está escribiendo en su base de datos, que se leyó tal como está; cierre Zotero y vuelva a leerla para contar con los últimos cambios
reasons-file-base = { $file } está bajo la carpeta base de Zotero, que no se conoce, y no se lee
reasons-file-outside = { $file } está fuera de la carpeta de su lista y no se lee
reasons-file-not-there = { $file } no está
reasons-file-alone = { $file } ya se leyó por separado y no se vuelve a leer
reasons-file-earlier = { $file } pertenece a un registro anterior y no se vuelve a leer
