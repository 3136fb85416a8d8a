# Las órdenes de los menús, de la paleta y de la ayuda de teclas: rótulo; «.tip» es su descripción emergente, «.words» otras palabras con las que
# la paleta la encuentra. Los rótulos terminan en «…» cuando sigue un diálogo.

## Documentos, entrada y salida

command-open-files = Añadir documentos…
    .words = importar abrir archivos artículos
command-open-folder = Añadir una carpeta…
    .words = importar directorio
command-import = Importar archivos
command-pubmed = Añadir lo que encuentre PubMed
command-pubmed-for = Traer de PubMed los artículos de una lista…
command-cancel-import = Cancelar la importación
    .words = parar detener
command-place-anew = Volver a situar los documentos que situó un modelo anterior
    .words = modelo recalcular
command-export = Exportar documentos…
    .tip = Guarda los documentos de la lista, o todos si no se pregunta nada
    .words = guardar csv json ris bibtex bib nbib endnote zotero markdown parquet
command-export-to = Exportar documentos a un archivo
command-export-all = Exportar toda la biblioteca…
    .words = guardar todo csv json ris bibtex
command-export-all-to = Exportar toda la biblioteca a un archivo
command-export-document = Exportar…
    .tip = Guarda solo este documento en un archivo; la extensión decide el formato
command-export-document-to = Exportar un documento a un archivo
command-copy-citation = Copiar la referencia
command-copy-citations = Copiar las referencias de la lista
command-drag-out = Arrastrar documentos fuera de la ventana
    .words = citar referencias bibliografía vancouver apa ama harvard portapapeles
command-set-citation-style = Estilo de las referencias
command-save-copy = Guardar una copia de la biblioteca…
    .words = respaldo duplicar
command-save-copy-to = Guardar una copia de la biblioteca en un archivo
command-open-library = Abrir una biblioteca…
command-open-library-at = Abrir un archivo de biblioteca
command-open-source = Abrir la fuente
command-remove-document = Quitar de la biblioteca
command-correct = Corregir un lugar
command-compact-library = Compactar la biblioteca
    .tip = Olvida los documentos que se quitaron: ya no se podrán recuperar
    .words = papelera reducir limpiar

## Documentos de camino a la biblioteca

command-add-files = Añadir archivos
command-drop-files = Añadir los archivos soltados
command-add-clipboard = Añadir lo que hay en el portapapeles
    .tip = Referencias en cualquier formato que puedan tener los archivos, o un texto simple
    .words = pegar importar ris bibtex texto
command-choose-column = Elegir qué es una columna
command-read-headings = Las tablas tienen encabezados
command-merge-after = Mostrar después las copias para fusionarlas
command-begin-import = Añadir lo examinado
command-watch-folder = Vigilar una carpeta…
    .tip = Sus archivos nuevos y modificados se añaden mientras la ventana está abierta
    .words = importar sincronizar directorio automático
command-watch-folder-at = Vigilar una carpeta indicada
command-unwatch = Dejar de vigilar una carpeta
command-drop-import = No añadir nada de ello

## Lo anotado de los documentos, y a qué se limitan las listas

command-mark = Cambiar lo anotado de los documentos
command-make-collection = Crear una colección
command-drop-collection = Quitar una colección
command-narrow = Limitar los documentos
command-narrow-years = Limitar los documentos a unos años
command-widen = Volver a mostrar todos los documentos, se limitaran a lo que se limitaran
    .words = filtro facetas borrar
command-compare = Comparar con esta lista
    .tip = Conserva lo que se muestra ahora; lo que muestre después, aquí o en otra biblioteca, se compara con ello estructura por estructura
    .words = diferencia contraste dos listas bibliotecas
command-compare-on-body = Colorear el cuerpo según la diferencia
command-end-comparison = Dejar de comparar
    .words = terminar comparación
command-keep-search = Guardar una búsqueda
command-run-search = Repetir una búsqueda guardada
command-forget-search = Olvidar una búsqueda
command-leave-out = Dejar fuera un grupo de copias
command-keep-copy = Conservar otra copia
command-merge-duplicates = Fusionar las copias en un documento
command-look-for-copies = Buscar copias de nuevo
command-try-again = Reintentar lo que no se pudo añadir
    .words = problemas repetir

## Lo seleccionado y listado

command-select-structure = Seleccionar una estructura
command-select-document = Seleccionar un documento
command-next-in-list = Abrir el documento siguiente de la lista
    .words = debajo leer resultados
command-previous-in-list = Abrir el documento anterior de la lista
    .words = encima anterior lista leer resultados
command-hover-document = Señalar
command-clear-selection = Quitar la selección
    .words = deseleccionar nada todos documentos
command-rank-by-point = Sobre este punto
command-list-drawn-around = Listar lo rodeado
command-search-text = Buscar en los documentos
command-search-within = Buscar en la lista
command-find-similar = Artículos similares
    .tip = Artículos como este: por las palabras, el significado y el lugar
    .words = parecido similar relacionado recomendar
command-more-like-these = Más como estos
    .tip = Artículos como todos estos: por las palabras, el significado y el lugar
    .words = similar varios seleccionados recomendar
command-not-like-this = No como este
    .tip = Sale de la lista con sus copias; los artículos del mismo significado van después
    .words = distinto excluir contraejemplo
command-find-like-text = Artículos como este texto
    .tip = Artículos como el texto de «Situar»: por las palabras, el significado y el lugar
    .words = similar nota caso recomendar
command-side-by-side = Leer lado a lado
    .tip = Dos documentos seleccionados; o este y el que elija a continuación
    .words = comparar dos documentos al lado pareja compare
command-toggle-page = Página del PDF junto al texto
    .tip = Abierta en la frase seleccionada; de nuevo: se cierra
    .words = pdf página original mostrar figura maquetación
command-next-page = Página siguiente
    .words = pdf página pasar adelante
command-previous-page = Página anterior
    .words = pdf página pasar atrás
command-go-to-page = Ir a una página
command-look-at-sentence = Mirar una frase
command-read-beside = Leer junto al otro
command-select-second = Seleccionar un segundo documento
command-near-place = Ponderar el lugar frente a las palabras
command-sort-relevance = Los más relevantes primero
    .words = orden rango ordenar relevancia mejores lista
command-sort-newest = Los más recientes primero
    .words = orden ordenar año fecha últimos lista
command-sort-oldest = Los más antiguos primero
    .words = orden ordenar año fecha primeros lista
command-step-deeper = Pasar a la estructura detrás de la que está bajo el cursor
command-step-nearer = Volver hacia usted

## Qué estructuras se muestran, y cómo

command-set-visibility = Mostrar, atenuar u ocultar una estructura
command-set-opacity = Cambiar la opacidad de una estructura
command-set-system-visibility = Mostrar, atenuar u ocultar un sistema
command-set-system-opacity = Cambiar la opacidad de un sistema
command-isolate = Aislar una estructura
command-restore-hidden = Recuperar las estructuras ocultas
    .words = mostrar
command-reset-visibility = Inicio: el cuerpo como al principio
    .words = restablecer inicio
command-toggle-recede = Dejar el resto en segundo plano cuando hay algo seleccionado
    .words = enfoque
command-explode = Separar el cuerpo
    .words = despiece
command-together = Juntar el cuerpo de nuevo
    .words = despiece
command-set-palette = Colorear el cuerpo
command-palette-anatomical = Colorear el cuerpo de forma anatómica
    .words = paleta colores
command-palette-system = Colorear el cuerpo por sistema
    .words = paleta colores
command-palette-color-blind = Colores del cuerpo aptos para daltónicos
    .words = paleta daltónico
command-palette-documents = Colorear el cuerpo por número de documentos
    .words = paleta colores calor
command-toggle-labels = Rótulos con líneas guía
    .words = nombres etiquetas

## Cortes

command-add-section = Abrir el cuerpo con un corte hacia usted
    .words = corte plano
command-set-section = Mover un corte
command-remove-section = Quitar un corte
command-clear-sections = Cerrar los cortes
    .words = corte
command-fill-cut = Todos los tejidos en la cara del corte

## Cámara, vistas guardadas, planos, medidas, aspecto

command-view-anterior = Vista anterior
    .words = cámara delante frente
command-view-posterior = Vista posterior
    .words = cámara detrás espalda
command-view-left = Vista izquierda
    .words = cámara lado
command-view-right = Vista derecha
    .words = cámara lado
command-view-superior = Vista superior
    .words = cámara arriba
command-view-inferior = Vista inferior
    .words = cámara abajo
command-fly-to = Mirar un punto
command-move-camera = Mover la cámara
command-save-view = Guardar la vista
command-go-to-view = Volver a una vista guardada
command-remove-view = Olvidar una vista guardada
command-toggle-slices = Planos de corte
    .words = axial coronal sagital imágenes
command-hold-slices = Recorrer los planos de corte con el teclado
    .tip = Da el teclado al primer plano, la segunda vez al siguiente: las flechas mueven el cruce 1 mm, con Mayús 10 mm; Re Pág y Av Pág recorren los planos
    .words = cruce cruz
command-crosshair = Mover la cruz
command-toggle-measure = Medir una distancia
    .words = regla longitud mm
command-toggle-draw-around = Rodear documentos
    .tip = Se lista lo que queda dentro de lo que dibuje en el escenario
    .words = lazo región área seleccionar varios marco círculo marcadores a la vista
command-toggle-draw-box = Trazar un recuadro alrededor de documentos
    .tip = Se lista lo que queda dentro del recuadro que trace en el escenario
    .words = rectángulo región área seleccionar varios marco marcadores
command-measure-point = Fijar un extremo de una distancia
command-clear-measurements = Olvidar las distancias medidas
command-theme-dark = Colores oscuros de la ventana
    .words = tema
command-theme-light = Colores claros de la ventana
    .words = tema
command-theme-high-contrast = Contraste alto en la ventana
    .words = tema
command-theme-system = Colores de la ventana como el sistema
    .words = tema
command-set-language = Idioma de la ventana
command-set-quality = Finura del dibujo

## El texto escrito, y por qué un texto está donde está

command-live-text = Cambiar el texto que se sitúa
command-toggle-why = Por qué: teñir las palabras que hablan a favor del lugar
    .words = explicar atribución
command-explain-structure = Por qué esta estructura

## Otros atlas

command-show-male-torso = Mostrar el torso masculino
    .words = hombre cuerpo
command-show-female-torso = Mostrar el torso femenino
    .words = mujer cuerpo mama útero ovario
command-show-atlas = Mostrar un atlas
command-show-in = Mostrar en el otro torso
command-import-atlas-files = Importar un atlas desde archivos…
    .words = nifti gltf etiquetas volumen
command-import-atlas-folder = Importar un atlas desde una carpeta…
command-import-atlas = Importar un atlas
command-ask-for-class-names = Tomar de un archivo los nombres de los valores de etiqueta…
command-show-names = Mostrar los nombres de un atlas
command-toggle-names = Nombres del atlas…
    .words = asignar correspondencia
command-show-unmatched-only = Listar solo los nombres sin correspondencia
command-map-name = Decidir qué designa un nombre
command-reset-names = Deshacer lo decidido sobre los nombres
command-apply-names = Rehacer el atlas con sus nuevos nombres
command-ask-for-originals = Buscar los archivos de origen del atlas…
command-toggle-get-atlas = Obtener un atlas…
    .words = descargar público
command-get-atlas = Traer un atlas público
command-cancel-get-atlas = Detener la descarga

## Paneles, menús, imágenes, la propia ventana

command-show-results = Mostrar los resultados
    .tip = La segunda vez, la lista toma el teclado: flechas, Inicio, Fin e Intro la recorren
command-show-document = Mostrar el documento
command-show-text = Situar un texto
    .words = escribir pegar teclear
command-show-problems = Mostrar los problemas
command-dock-at-home = Todos los paneles donde estaban al principio
command-dock-tab = Acoplar una pestaña en otro lugar
command-set-panel-width = Ensanchar o estrechar un panel
command-stack-document = El documento debajo de la lista, o de nuevo junto a ella
command-swap-panels = Intercambiar los lados de los paneles
command-toggle-body-panel = Plegar el panel del cuerpo
command-toggle-side-panel = Plegar el panel lateral
command-toggle-view-panel = Corte, colores y vistas
    .words = paleta guardadas
command-toggle-library-panel = Organizar la biblioteca
    .words = etiquetas colecciones facetas filtro búsquedas
command-toggle-timeline = Cronología: documentos por año
    .words = años historia reproducir década
command-toggle-facets = Limitar la lista por año, tipo o revista
    .words = facetas filtro histograma
command-show-left = Elegir qué muestra el panel del cuerpo
command-toggle-presentation = Presentación: solo el escenario
    .words = proyector pantalla completa
command-open-stage-menu = Abrir el menú del escenario
command-focus-ask = Preguntar: un lugar, los documentos, una orden
    .words = buscar paleta encontrar
command-focused = Se tomó el teclado
command-dismiss-notice = Quitar un aviso
command-drop-hover = Hay archivos sobre la ventana
command-forget-dropped = Lo soltado ya se ha visto
command-prompt-for-path = Escribir una ruta
command-escape = Cerrar lo abierto, luego quitar la selección, luego la búsqueda
command-save-picture = Guardar una imagen del escenario…
    .words = captura png
command-save-picture-to = Guardar una imagen del escenario en un archivo
command-open-picture = Lo que debe mostrar una imagen
command-picture-with = Elegir lo que muestran las imágenes
command-save-picture-as = Elegir un archivo para la imagen
command-screenshot = Guardar una imagen de la ventana
command-pause-job = Pausar o continuar una tarea
command-cancel-job = Cancelar una tarea
command-clear-problems = Olvidar los problemas
command-quit = Salir
    .words = cerrar terminar

## Recorridos

command-play-tour = Mostrar un recorrido
command-tour-where-a-text-lands = Recorrido: ¿Dónde cae un texto?
    .words = empezar mostrar
command-tour-a-clinic-morning = Recorrido: Una mañana de consulta: de una nota a los artículos
    .words = empezar mostrar
command-tour-cut-the-body-open = Recorrido: Abrir el cuerpo
    .words = empezar mostrar
command-go-to-stop = Mostrar una parada del recorrido
command-next-stop = Parada siguiente del recorrido
    .words = avanzar mando
command-previous-stop = Parada anterior
    .words = recorrido atrás mando
command-play-or-pause = Reproducir o pausar el recorrido
command-stop-is-over = Ha pasado el tiempo de una parada
command-end-tour = Terminar el recorrido
command-new-tour = Crear un recorrido
    .tip = Añada lo que ve, parada a parada, con unas pocas palabras
    .words = grabar enseñar lección
command-add-stop = Añadir la vista actual al recorrido
command-retake-stop = Hacer que la parada muestre la vista actual
command-edit-stop = Cambiar una parada
command-move-stop = Mover una parada
command-remove-stop = Quitar una parada
command-name-tour = Dar nombre al recorrido
command-copy-tour = Crear un recorrido a partir de este
command-open-tour = Abrir un recorrido…
command-open-tour-at = Abrir el archivo de un recorrido
command-save-tour = Guardar el recorrido…
command-save-tour-to = Guardar el recorrido en un archivo
command-close-tour = Cerrar el recorrido

## El cuestionario

command-order-quiz = Cómo ha de ser el próximo cuestionario
command-start-quiz = Empezar un cuestionario
command-choose-answer = Elegir una respuesta del cuestionario
command-show-structure = Mostrar una estructura como respuesta
command-give-up = Pedir la respuesta correcta
command-next-question = Pregunta siguiente del cuestionario
command-ask-again = Volver a preguntar los fallos
command-end-quiz = Terminar el cuestionario

## Deshacer, rehacer, atrás, adelante

command-undo = Deshacer
    .words = retroceder
command-redo = Rehacer
    .words = repetir
command-go-to-step = Ir a un paso
command-settle = Soltar
command-back = Volver a lo que se miraba antes
command-forward = Avanzar de nuevo

## Lo que se abre sobre el escenario

command-open-history = Historial
    .tip = Los pasos que se pueden deshacer y rehacer
command-open-duplicates = Buscar duplicados…
    .tip = Documentos que son copias de un mismo trabajo, para fusionarlos
    .words = fusionar copias iguales
command-open-pubmed = Buscar en PubMed…
    .words = artículos internet ncbi medline descargar
command-open-jobs = Tareas
    .tip = Lo que se hace en segundo plano
    .words = progreso trabajos
command-open-tours = Recorridos
    .tip = Vistas del cuerpo con unas pocas palabras, una tras otra; se incluyen tres, y puede crear los suyos
    .words = aprender enseñar presentar clase lección introducción
command-open-quiz = Cuestionario…
    .tip = Nombrar lo que está iluminado, encontrar lo que se nombra, o decir de qué trata un texto
    .words = aprender enseñar prueba examen juego preguntas
command-open-welcome = Bienvenida
    .tip = Por dónde empezar
    .words = inicio primero introducción
command-open-help = Atajos de teclado y acerca de
    .words = teclas ayuda

## Los menús

menu-documents = Documentos
menu-edit = Edición
menu-body = Cuerpo
menu-view = Ver
menu-atlas = Atlas
menu-help = Ayuda

## Lo que hace el puntero, para la ayuda de teclas

pointer-click = Clic, doble clic
pointer-click-does = Seleccionar, aislar una estructura
pointer-drag = Arrastrar
pointer-drag-does = Girar
pointer-pan = Mayús + arrastrar, arrastrar con el botón derecho
pointer-pan-does = Desplazar
pointer-wheel = Rueda
pointer-wheel-does = Acercar hacia el cursor
pointer-arrows = Flechas, + y -
pointer-arrows-does = Girar, acercar
pointer-slices = Flechas en un plano de corte
pointer-slices-does = Mueven el cruce 1 mm, con Mayús 10 mm; Re Pág y Av Pág recorren los planos, Intro selecciona
pointer-measure = Flechas al medir
pointer-measure-does = Mueven el cruce 1 mm, con Mayús 10 mm; Re Pág y Av Pág en profundidad, Intro fija allí un extremo
pointer-timeline = ← y → en la cronología
pointer-timeline-does = Mueven sus años; con Mayús añaden algunos
command-less-motion = Menos movimiento en la ventana
    .words = animación
command-more-motion = Movimiento habitual en la ventana
    .words = animación
command-latin-labels = Nombres latinos en los rótulos
command-explain-in-text = Ponderar las palabras del texto para una estructura
command-keep-variant = Guardar como variante
    .tip = Guarda el texto de «Situar» y su lugar como A, B, C, para compararlos con lo que cambie en él
    .words = comparar texto versiones lado flechas
command-take-variant = Recuperar el texto de una variante
command-drop-variant = Descartar una variante
command-drop-variants = Descartar todas las variantes
command-tick-document = Seleccionar también un documento de la lista
command-tick-through = Seleccionar los documentos de la lista hasta uno
command-tick-all = Seleccionar todo lo listado
    .tip = Lo que se puede hacer con la lista se hace entonces con estos
    .words = varios documentos marcar
command-untick-all = No seleccionar nada de la lista
pointer-rows = Ctrl clic, Mayús clic
pointer-rows-does = Seleccionar varios documentos de la lista; también la barra espaciadora
pointer-pull = Arrastrar una fila fuera de la ventana
pointer-pull-does = Dar su documento a otro programa: como archivo, o como referencia donde se acepta texto
command-toggle-system = { $system }: mostrar u ocultar
command-go-to-numbered-view = Ir a la vista guardada { $number }
command-add-structure = Elegir una estructura junto con la seleccionada
pointer-add = Ctrl clic en una estructura
pointer-add-does = Elegirla junto con la seleccionada
command-forget-problem = Olvidar un problema
command-open-path = Abrir un archivo o una carpeta
command-look-at-files = Mirar los archivos antes de añadirlos
command-go-on = Continuar
command-toggle-probe = Sonda: documentos alrededor de un punto
    .tip = Una esfera sigue al puntero; lo que queda dentro se cuenta, y se lista con un clic
    .words = esfera radio círculo cerca alrededor distancia región mm
command-toggle-several = Elegir varias estructuras
    .tip = Cada clic en el cuerpo o en el árbol añade una estructura a aquellas cuyos documentos se listan, o la quita
    .words = juntas unión múltiples órganos
command-set-probe-radius = Radio de la sonda
command-list-around = Listar lo que rodea un punto
command-read-titles = Leer títulos
command-not-here = No es aquí: quitar este documento de su lugar
    .tip = Va a la siguiente estructura que su lectura propone, o a ninguna; deshacer lo devuelve
    .words = lugar equivocado corregir
pointer-menu = Clic derecho, Mayús F10
pointer-menu-does = Menú de una fila; de todas las seleccionadas, si es una de ellas
command-light-next = Iluminar otra estructura del cuestionario
command-open-guide = Guía: qué hacer primero
    .words = ayuda manual inicio
command-save-pictures = Guardar un recorrido como imágenes…
command-save-pictures-in = Guardar un recorrido como imágenes en una carpeta
command-picture-saved = La imagen de una parada está guardada
command-save-video = Guardar un recorrido como vídeo…
    .words = película mp4 ffmpeg
command-save-video-to = Guardar un recorrido como vídeo en un archivo
command-toggle-region = { $region }: mostrar u ocultar
command-set-region-visibility = Mostrar, atenuar u ocultar una región
