# The sides of the orientation cube, and saved views.

camera-anterior = Anterior
camera-posterior = Posterior
camera-left = Left
camera-right = Right
camera-superior = Superior
camera-inferior = Inferior
camera-view-saved = View “{ $view }” saved with the library
camera-no-view = There is no saved view “{ $view }”
camera-view-elsewhere = “{ $view }” is a view of another atlas; show { $atlas } first
camera-no-numbered-view = There is no saved view { $number }: save one under “View”
