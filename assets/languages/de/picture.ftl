# Ein Bild der Bühne.

picture-about = Die Bühne mit 3840 x 2160 Pixeln, ohne Leisten.
picture-names = Namen und Abstände
picture-names-hint = Was das Fenster gerade zeigt: Beschriftung (K), gemessene Abstände (M)
picture-transparent = Durchsichtiger Hintergrund
picture-save = Speichern…
