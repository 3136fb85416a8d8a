cut-axial = Axial
cut-coronal = Coronal
cut-sagittal = Sagital
cut-oblique = Oblicuo
cuts-most =
    { $count ->
        [one] Puede haber { $count } corte como máximo; quite antes uno
       *[other] Puede haber { $count } cortes como máximo; quite antes uno
    }
cut-here = Cortar aquí
cut-here-hint = Abrir el cuerpo a lo largo de este plano
cut-whole-slice = Entero
cut-picture = Imagen del plano: { $slice }
