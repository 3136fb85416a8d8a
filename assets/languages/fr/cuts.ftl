cut-axial = Axiale
cut-coronal = Coronale
cut-sagittal = Sagittale
cut-oblique = Oblique
cuts-most =
    { $count ->
        [one] { $count } coupe au plus ; supprimez-en d’abord une
       *[other] { $count } coupes au plus ; supprimez-en d’abord une
    }
cut-here = Couper ici
cut-here-hint = Ouvrir le corps le long de cette coupe
cut-whole-slice = En entier
cut-picture = Image de la coupe : { $slice }
