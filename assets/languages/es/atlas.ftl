atlas-male-torso = Torso masculino
atlas-female-torso = Torso femenino
atlas-male-torso-within = torso masculino
atlas-female-torso-within = torso femenino

## Avisos y tareas

atlas-own-names = El torso masculino lleva los nombres propios del catálogo; muestre o importe antes otro atlas
atlas-open-names-first = Abra antes los nombres de un atlas
atlas-not-installed = No hay ningún atlas «{ $atlas }» instalado
atlas-busy = Se está abriendo o creando otro atlas; espere antes a que termine
atlas-torso-being-read = El torso masculino todavía se está leyendo
atlas-making-named = Creando { $atlas }
atlas-making = Creando un atlas
atlas-fetching = Trayendo un atlas
atlas-opening = Abriendo { $atlas }

## La lista de atlas públicos

atlas-get-title = Obtener un atlas
atlas-get-about = No se trae nada hasta que pulse «Traer». Lo que llega se comprueba y se guarda en este equipo.
atlas-get-size = Tamaño
atlas-get-size-is =
    { $count ->
        [one] { $size } MB en { $count } archivo
       *[other] { $size } MB en { $count } archivos
    }
atlas-get-licence = Licencia
atlas-get-source = Fuente
atlas-get-cite = Cita
atlas-get-unverified = Algunas direcciones no se han probado; lo que llega se comprueba de todos modos.
atlas-get-fetch = Traer
atlas-get-stop = Detener

## Cómo se crea un atlas a partir de archivos

atlas-import-title = Importar un atlas
atlas-import-more = y { $count } más
atlas-import-name = Nombre
atlas-import-name-hint = Se toma del primer archivo
atlas-import-licence = Licencia
atlas-import-licence-hint = No se indica
atlas-import-options = Opciones
atlas-import-busy = Se está creando o abriendo otro atlas…
atlas-import-do = Importar
atlas-import-cancel = Cancelar
atlas-import-axes = Ejes y unidades
atlas-import-axes-about = Cómo las coordenadas de los archivos pasan a milímetros, con x hacia la izquierda del paciente, y hacia atrás, z hacia arriba
atlas-import-axes-hint = Se adivinan, o x=1000x; y=-1000z; z=1000y
atlas-import-axes-known = Conocidos…
atlas-import-axes-guess = Adivinar
atlas-import-torso = Llevan al sistema de coordenadas del torso modelado
atlas-import-torso-hint = Los lugares se pueden comparar entonces con los del torso modelado
atlas-import-labels = Valores de etiqueta
atlas-import-labels-about = Qué designan los números de un volumen de etiquetas cuando no lo dice él mismo
atlas-import-labels-as-files = Según los archivos
atlas-import-labels-ct = TotalSegmentator, TC
atlas-import-labels-mr = TotalSegmentator, RM
atlas-import-labels-from-file = De un archivo…
atlas-import-voxels = Tamaño de vóxel
atlas-import-voxels-hint = Pilas de cortes: columnas,filas,cortes en mm
atlas-import-fault-axes = Ejes: { $reason }
atlas-import-fault-voxels = Tamaño de vóxel: { $reason }
atlas-import-fault-labels = Nombres de etiquetas: no existe el archivo { $file }
