# Cuts, and the slices below the stage.

cut-axial = Axial
cut-coronal = Coronal
cut-sagittal = Sagittal
cut-oblique = Oblique
cuts-most =
    { $count ->
        [one] There is { $count } cut at most; take one away first
       *[other] There are { $count } cuts at most; take one away first
    }
cut-here = Cut here
cut-here-hint = Cut the body open along this slice
# Shows a magnified slice as a whole again.
cut-whole-slice = Whole
cut-picture = Picture of the slice: { $slice }
