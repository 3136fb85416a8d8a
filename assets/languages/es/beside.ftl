# Dos documentos lado a lado.

beside-heading = LADO A LADO
beside-comparing = Comparando…
beside-another = Otro
beside-another-hint = La lista: lo que elija a continuación se pone junto a A · L. Ctrl ↓ y Ctrl ↑ la recorren desde aquí
beside-end = Terminar
beside-leave = No leerlos uno junto a otro
beside-end-hint = Leer de nuevo un solo documento · Esc
beside-put = Poner al lado…
beside-put-hint = Leer este documento junto al que elija a continuación · V
beside-read-with = Leer junto a «{ $title }»
beside-choose = Elija el documento que se leerá junto a «{ $title }».
beside-selected = Hay dos documentos seleccionados.
beside-alone = Leer solo
beside-alone-hint = Solo este documento
beside-sentence-hint = Clic: ver el lugar de esta frase
beside-near = · { $name } a { $mm } mm
beside-apart = A { $mm } mm uno de otro: { $first } y { $second }
beside-same-whole = A { $mm } mm uno de otro, ambos en: { $whole } ({ $first }, { $second })
beside-same-structure = A { $mm } mm uno de otro, ambos en: { $name }
beside-no-place = { $letter } no tiene lugar en este cuerpo: no hay distancia
beside-no-places = Ninguno tiene lugar en este cuerpo: no hay distancia
beside-years =
    { $count ->
        [0] del mismo año
        [one] con un año de diferencia
       *[other] con { $count } años de diferencia
    }
beside-same-journal = en la misma revista
beside-both-name = Ambos nombran
beside-only-names = Solo { $letter } nombra
beside-none-shared = ninguna estructura
beside-excluded = Nombrada como ausente o normal
beside-terms = Palabras clave de ambos
