cut-axial = Axial
cut-coronal = Koronal
cut-sagittal = Sagittal
cut-oblique = Schräg
cuts-most =
    { $count ->
        [one] Höchstens { $count } Schnitt ist möglich; entfernen Sie zuerst einen
       *[other] Höchstens { $count } Schnitte sind möglich; entfernen Sie zuerst einen
    }
cut-here = Hier schneiden
cut-here-hint = Körper entlang dieser Schicht aufschneiden
cut-whole-slice = Ganz
cut-picture = Bild der Schicht: { $slice }
