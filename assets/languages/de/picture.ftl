# Ein Bild der Bühne.

picture-about = Die Bühne, 3840 Pixel breit, ohne die Bereiche daneben.
picture-names = Namen und Abstände
picture-names-hint = Was das Fenster gerade zeigt: Beschriftung (K), gemessene Abstände (M)
picture-transparent = Durchsichtiger Hintergrund
picture-save = Speichern…
picture-saved = Bild gespeichert: { $place }
picture-as-stage = So breit und hoch wie die Bühne
picture-as-stage-hint = Genau das, was das Fenster zeigt; sonst eine Folie von 16 zu 9, die links und rechts mehr zeigt
