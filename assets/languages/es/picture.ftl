# Una imagen del escenario.

picture-about = El escenario, de 3840 píxeles de ancho, sin paneles.
picture-names = Nombres y distancias
picture-names-hint = Lo que muestra ahora la ventana: rótulos (K), distancias medidas (M)
picture-transparent = Fondo transparente
picture-save = Guardar…
picture-saved = Imagen guardada: { $place }
picture-as-stage = Tan ancha y alta como el escenario
picture-as-stage-hint = Justo lo que muestra la ventana; si no, una diapositiva de 16 por 9, que muestra más a los lados
