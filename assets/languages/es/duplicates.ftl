duplicates-title = Duplicados
duplicates-looking = Buscando documentos que sean copias de un mismo trabajo…
duplicates-stop = Detener
duplicates-outdated = Han llegado o han vuelto documentos desde que se buscaron copias.
duplicates-look-again = Buscar de nuevo
duplicates-none = Ningún documento de esta biblioteca parece copia de otro.
duplicates-works =
    { $count ->
        [one] Un trabajo está aquí más de una vez.
       *[other] { $count } trabajos están aquí más de una vez.
    }
duplicates-about = La copia que se conserva toma de las otras lo que le falta, con etiquetas, notas y colecciones. Las otras van a la papelera.
duplicates-group =
    { $count ->
        [one] { $count } copia: { $reason }
       *[other] { $count } copias: { $reason }
    }
duplicates-keep = Conservar esta copia
duplicates-read-hint = Clic: leerla
duplicates-kept = se conserva: { $reason }
duplicates-no-text = sin texto
duplicates-letters =
    { $count ->
        [one] { $count } carácter
       *[other] { $count } caracteres
    }
duplicates-merge =
    { $count ->
        [one] Fusionar un grupo
       *[other] Fusionar { $count } grupos
    }
duplicates-merge-hint = Un solo paso, que Ctrl Z deshace
duplicates-left-out =
    { $count ->
        [one] { $count } dejado fuera
       *[other] { $count } dejados fuera
    }
duplicates-told-by =
    { $kind ->
        [the-same-doi] el mismo DOI
        [the-same-pmid] el mismo PMID
        [the-same-text] el mismo texto
        [the-same-title-and-first-author] el mismo título y primer autor
        [the-same-title-and-one-has-hardly-a-text] el mismo título, y una apenas tiene texto
       *[other] { $what }
    }
duplicates-because =
    { $kind ->
        [it-has-the-most-attachments] tiene más adjuntos
        [it-was-read-from-the-work-itself] se leyó de la obra misma
        [it-has-an-abstract] tiene un resumen
        [it-came-first] llegó primero
       *[other] { $what }
    }
