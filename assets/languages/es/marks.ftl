marks-read = Leído
marks-right-place = Lugar correcto
marks-right-place-hint = Está donde corresponde
marks-wrong-place = Lugar incorrecto
marks-wrong-place-hint = No está donde corresponde; «Corregir» indica dónde
marks-several =
    { $count ->
        [one] Con este…
       *[other] Con estos { $count }…
    }
marks-mark-read = Marcar como leído
marks-mark-unread = Marcar como no leído
marks-remove = Quitar de la biblioteca
marks-remove-hint = Ctrl Z los recupera
marks-no-stars = Sin estrellas
marks-stars = { $count } de 5 estrellas
marks-untag-hint = Quitar esta etiqueta
marks-uncollect-hint = Sacarlo de esta colección
marks-add-tag = Etiqueta
marks-add-collection = Colección
marks-new-name = Un nombre nuevo o uno de estos
marks-note = Una nota
