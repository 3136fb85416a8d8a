joblist-title = Aufträge
joblist-none = Im Hintergrund läuft nichts. Importe, Exporte und Arbeiten an Atlanten stehen hier.
joblist-cancelled = Abgebrochen
joblist-done = Fertig
joblist-go-on = Fortsetzen
joblist-pause = Anhalten
joblist-cancel = Abbrechen
joblist-finding-documents =
    { $count ->
        [one] { $count } Dokument wird in diesem Atlas gesucht
       *[other] { $count } Dokumente werden in diesem Atlas gesucht
    }
joblist-duplicates = Duplikate werden gesucht
joblist-video = Das Video { $file } wird erstellt
