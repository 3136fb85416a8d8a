# Una imagen del escenario.

picture-about = El escenario en 3840 x 2160 píxeles, sin paneles.
picture-names = Nombres y distancias
picture-names-hint = Lo que muestra ahora la ventana: etiquetas (K), distancias medidas (M)
picture-transparent = Fondo transparente
picture-save = Guardar…
