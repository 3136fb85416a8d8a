stage-preparing = Der Körper wird vorbereitet…
stage-being-read = Der Körper wird noch gelesen
stage-not-in-atlas = nicht in diesem Atlas: { $structure }
stage-outside-atlas = außerhalb dieses Atlas?
stage-your-text = Ihr Text
stage-drop =
    { $count ->
        [one] Datei loslassen, um zu sehen, wo sie landet
       *[other] { $count } Dateien loslassen, um zu sehen, wo sie landen
    }
# Beside the name of a file that was dropped: what it is doing, or what became of it.
stage-dropped-reading = wird gelesen…
stage-dropped-outside = liegt außerhalb des Torsos
stage-dropped-known = ist schon in der Bibliothek
stage-dropped-failed = nicht hinzugefügt
stage-dropped-told = { $name }: { $words }
stage-pointer-hint = Ziehen: drehen · mit der rechten Taste ziehen: verschieben · Mausrad: zum Zeiger hin zoomen · 1–6: Standardansichten
stage-distance = { $mm } mm
stage-distance-together = { $mm } mm im nicht zerlegten Körper
stage-draw-hint = Dokumente mit gehaltener Taste umfahren · Eingabe: alle im Bild · Esc beendet
stage-box-hint = Mit gehaltener Taste einen Rahmen um Dokumente ziehen · Eingabe: alle im Bild · Esc beendet
stage-draw-inside =
    { $count ->
        [one] { $count } Dokument
       *[other] { $count } Dokumente
    }
stage-drawn-none = In dem, was Sie gezeichnet haben, liegt kein Dokument
stage-tool-measure = Messen
stage-tool-draw = Umfahren
stage-tool-box = Rahmen
stage-measure-first = Messen: ersten Punkt anklicken, oder Pfeile und Eingabe · Esc beendet
stage-measure-second = Messen: zweiten Punkt anklicken, oder Pfeile und Eingabe · Esc beendet
stage-layer = { $number } von { $count }
stage-through = durch: { $structures }
stage-in-view = { $count } von { $of } im Bild
stage-in-view-hint = Auflisten, was von hier aus zu sehen ist
stage-gathered =
    { $count ->
        [one] { $count } Dokument · Klicken führt näher heran
       *[other] { $count } Dokumente · Klicken führt näher heran
    }

## Das Menü

stage-menu-documents = Dokumente an dieser Stelle
stage-menu-isolate = Isolieren
stage-menu-ghost = Durchscheinen lassen
stage-menu-hide = Ausblenden
stage-menu-look = Hierhin blicken
stage-menu-cut-axial = Hier axial schneiden
stage-menu-cut-coronal = Hier koronal schneiden
stage-menu-cut-sagittal = Hier sagittal schneiden
stage-menu-cut-facing = Hier zu Ihnen hin schneiden
stage-menu-restore = Ausgeblendete zurückholen ({ $count })
stage-menu-close-cuts = Schnitte schließen
stage-menu-hide-labels = Beschriftungen ausblenden
stage-menu-label = Sichtbares beschriften
stage-menu-measure = Abstand messen
stage-over = darunter: { $structure }
stage-body = Die Bühne
stage-selected = Ausgewählt: { $name }
stage-document = Dokument: { $title }
stage-under-pointer = Unter dem Zeiger: { $name }
stage-crossing = Tasten messen ab: { $place }
stage-cube = Zugewandte Seite: { $side }
stage-no-body = Der Körper ist nicht lesbar: { $reason }. `corpus-atlas doctor` sagt, was fehlt oder beschädigt ist
stage-no-system = Dieser Körper hat nichts von: { $system }
stage-tool-probe = Sonde
stage-probe-hint = Auf den Körper zeigen · Mausrad oder + und −: Radius · Klick oder Eingabe: auflisten · Esc beendet
stage-probe-radius = { $mm } mm
stage-probe-here = { $mm } mm um: { $name }
stage-probe-none = Im Umkreis von { $mm } mm liegt kein Dokument
stage-tool-several = Mehrere
stage-several-hint = Strukturen anklicken: Dokumente jeder von ihnen werden aufgelistet; noch einmal nimmt eine heraus · Esc beendet
