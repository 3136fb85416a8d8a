# Una imagen del escenario.

picture-about = El escenario en 3840 x 2160 píxeles, sin paneles.
picture-names = Nombres y distancias
picture-names-hint = Lo que muestra ahora la ventana: etiquetas (K), distancias medidas (M)
picture-transparent = Fondo transparente
picture-save = Guardar…
picture-as-stage = Tan ancha y alta como el escenario
picture-as-stage-hint = Justo lo que muestra la ventana; si no, una diapositiva de 16 por 9, que muestra más a los lados
