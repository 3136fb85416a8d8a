welcome-title = Medizinische Texte, dort, wo sie im Körper hingehören
welcome-about = Jedes Dokument wird zu einem leuchtenden Punkt an der Stelle, von der es handelt.
welcome-below = Eine Lesehilfe, kein Medizinprodukt. Nichts verlässt diesen Rechner, es sei denn, Sie verlangen es. Diese Seite finden Sie wieder unter Hilfe, Willkommen.
welcome-empty = Die Bibliothek ist noch leer.
welcome-placing = Die ersten Dokumente werden verortet.
welcome-documents =
    { $count ->
        [one] { $count } Dokument liegt auf dem Körper.
       *[other] { $count } Dokumente liegen auf dem Körper.
    }
welcome-explore = Erkunden
welcome-explore-about = { $there } Klicken Sie auf ein Organ oder einen leuchtenden Punkt, oder geben Sie oben ein Wort ein.
welcome-explore-do = Umsehen
welcome-own = Eigenes mitbringen
welcome-own-about = Ziehen Sie jederzeit Dateien oder einen Ordner auf das Fenster: PDF, Word, RIS, PubMed, Zotero und mehr. Sie werden auf diesem Rechner gelesen und verortet.
welcome-own-do = Dateien wählen…
welcome-tour = Die Tour machen
welcome-tour-about = Wenige Minuten, acht Stationen: wie ein Satz seinen Ort findet, wozu man ihn liest, und wo das endet.
welcome-tour-do = Tour starten
