preview-files =
    { $count ->
        [one] { $count } archivo
       *[other] { $count } archivos
    }
preview-title = Añadir { $files }
preview-job = Examinando { $files }
preview-looking = Examinando…
preview-looking-records =
    { $count ->
        [one] Examinando… { $count } registro hasta ahora
       *[other] Examinando… { $count } registros hasta ahora
    }
preview-unlikened = Hay demasiados registros para buscar ahora copias probables; «Buscar duplicados» lo hace después.

## Lo que va bajo un número de registros, o tras él

preview-new =
    { $count ->
        [one] nuevo
       *[other] nuevos
    }
preview-new-hint = Se añaden
preview-likely =
    { $count ->
        [one] copia probable entre ellos
       *[other] copias probables entre ellos
    }
preview-likely-hint = Un preprint y su artículo, un registro sin su identificador, un resumen recortado: se añaden y se muestran para fusionarlos
preview-known =
    { $count ->
        [one] ya presente
       *[other] ya presentes
    }
preview-known-hint = Se omiten: la biblioteca tiene un documento con el mismo DOI, PMID o título y año
preview-repeated =
    { $count ->
        [one] repetido en estos archivos
       *[other] repetidos en estos archivos
    }
preview-repeated-hint = Se añaden una vez: otro registro de los archivos es del mismo trabajo
preview-refused =
    { $count ->
        [one] no se puede leer
       *[other] no se pueden leer
    }
preview-refused-hint = Se omiten, y quedan en «Problemas» con el motivo
preview-identifiers =
    { $count ->
        [one] solo identificador
       *[other] solo identificadores
    }
preview-identifiers-hint = PMID o DOI sin artículo; se pueden pedir a PubMed

## Archivos

preview-not-recognised = no reconocido
preview-format =
    { $kind ->
        [plain-text] Texto sin formato
        [markdown] Markdown
        [pdf] PDF
        [ris-references] Lista RIS
        [nbib-references] Lista NBIB
        [endnote-references] Lista EndNote
        [bibtex-and-biblatex-references] BibTeX y BibLaTeX
        [xml-of-pubmed-or-endnote] XML de PubMed o EndNote
        [jats-xml-of-journals-and-pubmed-central] XML JATS de revistas y PubMed Central
        [csv-and-other-separated-values] CSV y similares
        [spreadsheet-of-excel] Hoja de cálculo de Excel
        [opendocument-spreadsheet] Hoja de cálculo OpenDocument
        [word-document] Documento de Word
        [opendocument-text] Texto OpenDocument
        [rich-text] Texto RTF
        [web-page] Página web
        [electronic-book-epub] Libro electrónico (EPUB)
        [json-lines] Líneas JSON
        [json-and-csl-json] JSON y CSL-JSON
        [zip-archive] Archivo ZIP
        [tar-archive] Archivo TAR
        [parquet-table] Tabla Parquet
        [points-geojson-in-millimetres] Puntos (GeoJSON en milímetros)
        [points-csv-in-millimetres] Puntos (CSV en milímetros)
        [zotero] Zotero
       *[other] { $what }
    }
preview-fetch = Traer sus artículos de PubMed…
preview-fetch-hint = Muestra antes qué se enviaría y a quién
preview-more = y { $count } más
preview-more-files =
    { $count ->
        [one] y { $count } archivo más
       *[other] y { $count } archivos más
    }
preview-more-columns =
    { $count ->
        [one] y { $count } columna más
       *[other] y { $count } columnas más
    }
preview-copy-of-known = ≈  { $title } ({ $by }; ya presente: { $other })
preview-copy-in-files = ≈  { $title } ({ $by }; en los mismos archivos: { $other })
preview-which-columns = ¿Qué columna tiene el título y cuál el texto? Sin una de ellas no se pueden leer las filas.
preview-headings = La primera fila tiene encabezados

## Los botones

preview-merge = Mostrar después las copias probables para fusionarlas
preview-add =
    { $count ->
        [one] Añadir un documento
       *[other] Añadir { $count } documentos
    }
preview-add-now = Añadir sin seguir examinando
preview-add-hint = Se sitúan en el cuerpo uno tras otro; mientras tanto la ventana sigue disponible
preview-add-later-hint = Se añaden cuando termine la importación en curso
preview-cancel = Cancelar
preview-stop-other = Detener la importación en curso
preview-column = La columna { $column } es
