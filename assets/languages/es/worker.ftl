worker-writing = Escribiendo { $to }
worker-citing = Referencias en el estilo { $style }
worker-copying-library = Copiando la biblioteca a { $to }
worker-adding = Añadiendo { $what }
worker-asking-pubmed = Buscando «{ $query }» en PubMed
worker-asking-pubmed-for-files = Buscando en PubMed los artículos de { $files }
worker-placing-anew = Situando los documentos de nuevo

worker-counting = Contando
worker-landed =
    { $count ->
        [one] { $count } añadido
       *[other] { $count } añadidos
    }
worker-landed-of = { $count } de { $total } añadidos
worker-landed-of-read = { $count } añadidos de { $read } leídos
worker-placed-of = { $count } de { $total } situados de nuevo
worker-placed-of-read = { $count } situados de nuevo de { $read } leídos
worker-full-texts-of = { $count } de { $total } textos completos
worker-full-texts-of-read = { $count } textos completos de { $read } leídos
worker-known =
    { $count ->
        [one] { $count } ya conocido
       *[other] { $count } ya conocidos
    }
worker-refused =
    { $count ->
        [one] { $count } rechazado
       *[other] { $count } rechazados
    }
worker-refused-see =
    { $count ->
        [one] { $count } rechazado (véase Problemas)
       *[other] { $count } rechazados (véase Problemas)
    }
worker-passed-over =
    { $count ->
        [one] un archivo de un tipo que no se puede leer (véase Problemas)
       *[other] { $count } archivos de tipos que no se pueden leer (véase Problemas)
    }
worker-pace-second = { $rate } por segundo
worker-pace-minute = { $rate } por minuto
worker-left-seconds = quedan { $time } s
worker-left-minutes = quedan { $time } min
worker-left-hours = quedan { $time } h
worker-stopped = { $words }; cancelado
worker-placed-anew = Situados de nuevo: { $count }

worker-asking = Consultando { $host }
worker-no-identifier = ningún identificador de PubMed ni DOI en { $files }
worker-pubmed-has = PubMed tiene { $count } artículos, se piden { $asked }
worker-pubmed-missed =
    { $count ->
        [one] contó { $count } artículo y no lo entregó
       *[other] contó { $count } artículos y no los entregó
    }
worker-pubmed-failed = { $error }; { $count } añadidos, al volver a pedir se continúa desde ahí
worker-pubmed-done = PubMed tiene { $count } artículos; { $words }
worker-looking-for-full-texts = Buscando textos completos
worker-full-texts = textos completos: { $count } añadidos
worker-not-open-access = { $count } sin acceso abierto
worker-with-full-texts = { $words }; { $full_texts }
worker-full-texts-failed = { $error }; { $words }, al volver a pedir se continúa desde ahí

worker-records =
    { $count ->
        [one] { $count } registro
       *[other] { $count } registros
    }
worker-clipboard-empty = El portapapeles no contiene texto
worker-clipboard-file = Portapapeles { $number }
worker-no-number = no queda ningún número

worker-written =
    { $count ->
        [one] { $count } documento escrito en { $to }
       *[other] { $count } documentos escritos en { $to }
    }
worker-documents-of = Documentos: { $count } de { $total }
worker-pairs-of = Pares comparados: { $count } de { $total }
worker-percent = { $percent } %
worker-copy-is-in = Hay una copia de la biblioteca en { $to }
worker-no-copy = no se hizo ninguna copia
worker-video-is-in = El vídeo está en { $file }
worker-no-video = no se hizo ningún vídeo
worker-ffmpeg-not-run = no se puede ejecutar ffmpeg: { $error }
worker-ffmpeg-gave-up = ffmpeg no pudo hacer el vídeo: { $words }
worker-too-many-citations = { $count } documentos son demasiados para el portapapeles ({ $most } como máximo); expórtelos en su lugar
worker-nothing-copied = no se copió nada
worker-nothing-to-cite = Ningún documento que citar
worker-cited =
    { $count ->
        [one] { $count } referencia copiada ({ $style })
       *[other] { $count } referencias copiadas ({ $style })
    }
worker-damaged = está dañado y se omitió: { $reason }
worker-duplicates =
    { $count ->
        [0] Ningún duplicado
        [one] Un trabajo aparece más de una vez
       *[other] { $count } trabajos aparecen más de una vez
    }

worker-opening-torso = Abriendo el torso modelado…
worker-opening-atlas = Abriendo { $name }…
worker-making = Creando { $name }: { $doing }
worker-making-writes = escritura
worker-installed = El atlas «{ $name }» está instalado
worker-renamed = El atlas «{ $name }» tiene sus nuevos nombres
worker-not-found-again = { $folder }: no se vuelve a encontrar
worker-nothing-to-import = no hay nada que importar
worker-names-unknown = No se conocen los nombres de { $name }; impórtelo de nuevo para verlos
worker-no-public-atlas = ningún atlas público tiene este nombre
worker-fetching = Descargando { $title }: { $percent } %
worker-download-stopped = Descarga detenida; la próxima vez continúa desde ahí
worker-no-home-folder = el sistema no indica una carpeta personal para este usuario
worker-cancelled = se canceló

worker-files-documents = Documentos
worker-files-library = Biblioteca de Corpus Atlas
worker-files-data-set = Conjunto de datos, leído en su sitio
worker-files-tour = Recorrido
worker-files-atlas = Volúmenes de etiquetas y superficies
worker-files-names = Tablas de nombres
worker-no-source = no se conoce para él ni un archivo en este equipo ni una dirección web
worker-source-not-opened = { $source } no se pudo abrir: { $error }

worker-all-documents = Todos los documentos
worker-all-narrowed = Todos los documentos, lista limitada
worker-drawn-around =
    { $count ->
        [one] { $count } documento elegido en la vista
       *[other] { $count } documentos elegidos en la vista
    }
worker-about-point = Sobre este punto
worker-quoted = «{ $words }»
worker-within = { $words } · { $of }
worker-misread = { $heading } como palabras simples: carácter { $at }: { $reason }
worker-meaning-left-out = { $heading }, solo por palabras: la biblioteca es demasiado grande para el significado, o se lee donde está
worker-search-failed = La búsqueda ha fallado
worker-not-in-torso = Los documentos se sitúan en el torso modelado, que no tiene esta estructura
worker-words-not-yet = Se están indexando las palabras ({ $percent } %): la respuesta llegará después
worker-similar-text = Similares a su texto
worker-similar-document = Similares a «{ $title }»
worker-similar-several =
    Similares a { $count ->
        [one] un artículo
       *[other] { $count } artículos
    }
worker-similar-unlike =
    { $heading }, y no como { $count ->
        [one] otro
       *[other] otros { $count }
    }
worker-similar-gone = El documento ya no está en la biblioteca
worker-similar-by-all = { $heading }, por palabras, significado y lugar
worker-similar-mended = { $heading }; las erratas se leyeron así: { $words }
worker-similar-unread = { $heading }, solo por palabras: el modelo no está listo para leerlo
worker-similar-no-vectors = { $heading }, solo por palabras y lugar: los vectores de los documentos no están listos
worker-similar-left-out = { $heading }, solo por palabras y lugar: la biblioteca es demasiado grande para el significado, o se lee donde está
worker-similar-no-vector = { $heading }, solo por palabras y lugar: no tiene vector
worker-similar-no-place = { $heading }, solo por palabras y significado: no trata de ningún lugar de este cuerpo
worker-similar-words-alone = { $heading }, solo por palabras: no se conoce ni vector ni lugar en este cuerpo

worker-place-atlases = los atlas instalados
worker-place-atlas = un atlas instalado
worker-place-female = el torso femenino
worker-place-meshes = las superficies del atlas
worker-place-document-number = documento { $key } de la biblioteca
worker-place-document = el documento
worker-place-library = la biblioteca
worker-place-compacted = la biblioteca: su papelera está vacía, el archivo tan grande como antes
worker-place-removed = lo que se quitó de la biblioteca
worker-place-restored = los documentos quitados
worker-place-problems = los problemas
worker-place-kept = lo guardado junto a los documentos
worker-place-marks = lo anotado de los documentos
worker-place-tags = etiquetas y notas
worker-place-collection = la colección
worker-place-search = la búsqueda
worker-place-import = la importación
worker-place-removal = la eliminación
worker-place-correction = la corrección
worker-place-merge = la fusión
worker-place-session = el estado de la ventana
worker-place-map = el mapa
worker-place-watched = las carpetas vigiladas
worker-place-clipboard = el portapapeles
worker-place-model = el modelo
worker-place-text = su texto

worker-gone = ya no está en la biblioteca
worker-corrected-gone = el documento ya no está en la biblioteca
worker-no-library = no hay ninguna biblioteca abierta
worker-not-watched = no se puede vigilar ({ $error }); se examina al abrir la biblioteca
worker-no-atlas = el atlas no se pudo leer, así que los textos no tienen dónde situarse
worker-no-model = el modelo ya no está
worker-no-thread = no se pudo iniciar ningún hilo para ello
worker-thread-not-started = no se pudo iniciar el hilo: { $error }
worker-fault = interrupción por un fallo del programa: { $words }
worker-unknown-fault = interrupción por un fallo del programa: no se sabe más
worker-completed =
    { $count ->
        [one] { $count } de ellos completado
       *[other] { $count } de ellos completados
    }
worker-around =
    { $count ->
        [one] { $count } documento a menos de { $mm } mm del punto
       *[other] { $count } documentos a menos de { $mm } mm del punto
    }
