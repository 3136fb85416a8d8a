grounding-guess = lo más probable: { $name }
grounding-excluded = Ausente o normal:
grounding-by-model = Situado por un modelo en este equipo
grounding-by-reader = Situado por un modelo en este equipo, corregido por un lector
grounding-only-absent = El texto solo dice lo que está ausente o es normal; por eso no tiene lugar
grounding-only-family = El texto solo habla de un familiar; por eso no tiene lugar
grounding-model = Modelo { $model } en { $engine }
grounding-not-here = No está en este atlas
grounding-show-male = Mostrar en el torso masculino
grounding-show-female = Mostrar en el torso femenino
grounding-outside = Hay pocos indicios de que esto corresponda al torso ({ $percent } % fuera)
grounding-elsewhere = No está en este atlas: { $names }
grounding-elsewhere-too = Además, no está en este atlas: { $names }
grounding-side-open = { $name }, lado no indicado
grounding-region = Según el texto: { $region }
grounding-side-likely = El texto no indica el lado; este parece más probable
grounding-reach = lugares posibles: ±{ $across } cm de ancho, ±{ $deep } cm de fondo, ±{ $high } cm de alto
grounding-reach-hint = Nueve de cada diez lugares de los que trata un texto así están en este margen alrededor del marcador: dentro de la estructura, en cualquiera de los lados si el texto no lo indica, y en las demás estructuras de las que habla
grounding-or = o
grounding-also = también
grounding-place-hint = Clic: ver este lugar del texto
grounding-each = Cada una por sí sola: probabilidad de que el texto trate de ella
grounding-why-placed = Situado en: { $name } ({ $share } % probable).
grounding-why-lies = Situado en: { $name }.
grounding-why-headings = Como informe con apartados, se sitúa por { $words }.
grounding-why-words =
    { $count ->
        [one] La palabra { $words } es la que más habla a su favor.
       *[other] Las palabras { $words } son las que más hablan a su favor.
    }
grounding-why-sentences =
    { $count ->
        [one] Una frase trata de ello.
       *[other] { $count } frases tratan de ello.
    }
grounding-why-others =
    { $count ->
        [one] Una apunta a: { $name }.
       *[other] { $count } apuntan a: { $name }.
    }
grounding-take-back = No es aquí
grounding-take-back-to = Lo lleva a la siguiente estructura más probable, { $name }, y lo guarda como corrección · Mayús N
grounding-take-back-away = La lectura no propone otro lugar: entonces no tiene ninguno, y eso se guarda como corrección · Mayús N

# Dónde, dentro de su órgano, se encuentra un documento. Los extremos de los órganos con «de», como lo piden las frases con $place.
grounding-landmark-within = Dentro de ello se encuentra en: { $name }.
grounding-landmark-at = Se encuentra a la altura { $place }.
grounding-landmark-from = Se encuentra a { $mm } mm { $place }.
grounding-landmark-next-to = Lo más cercano, a { $mm } mm: { $name }.
grounding-landmark-dome = de la cúpula
grounding-landmark-apex = del vértice
grounding-landmark-base = de la base
grounding-landmark-upper-pole = del polo superior
grounding-landmark-lower-pole = del polo inferior
grounding-landmark-tip = de la punta inferior
grounding-landmark-fundus = del fondo
grounding-landmark-neck = del cuello
