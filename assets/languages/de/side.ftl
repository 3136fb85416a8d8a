side-tab-results = Ergebnisse
side-tab-document = Dokument
side-tab-text = Text verorten
side-tab-problems = Probleme
side-tab-problems-counted = Probleme ({ $count })
side-all-documents = Alle Dokumente
side-in-structure = In dieser Struktur
side-about-point = Zu diesem Punkt
side-within = Wörter in diesen Dokumenten…
side-within-all = Wieder alle
side-searching = Suche läuft…
side-none-narrowed = Kein Dokument erfüllt alles, worauf die Liste eingegrenzt ist.
side-none-opening = Die Bibliothek wird geöffnet. Für eine Datensammlung wird beim ersten Mal ein Index angelegt.
side-none-refused = Keine Bibliothek ist geöffnet: Der Grund steht unter „Probleme“.
side-none-empty = Die Bibliothek ist leer.
side-none-yet = Die Bibliothek ist leer. Ziehen Sie Dateien auf das Fenster, oder wählen Sie „Dokumente hinzufügen…“.
side-none-asked = Klicken Sie auf ein Organ, einen Punkt oder einen Marker. Seine Dokumente stehen dann hier, die wahrscheinlichsten zuerst.
side-none-here = Hier liegt noch kein Dokument.
side-none-words = Kein Dokument enthält diese Wörter.
side-no-document-has = Kein Dokument enthält „{ $words }“.
side-did-you-mean = Meinten Sie „{ $words }“?
side-count =
    { $count ->
        [one] { $count } Dokument
       *[other] { $count } Dokumente
    }
side-count-first = { $count } Dokumente, die ersten { $listed } aufgelistet
side-count-here = { $count } hier
side-weight-words = Wortlaut und Bedeutung
side-weight-place = Ort
side-weight-hint = Was mehr zählt: dass eine Arbeit dieselben Wörter und dieselbe Bedeutung hat, oder dass sie am selben Ort liegt
side-part-words = Wortlaut { $rank }
side-part-meaning = Bedeutung { $rank }
side-part-place = Ort { $distance } mm
side-about-order = Die wahrscheinlichsten zuerst: danach, was jedes über diese Stelle sagt, und nach der Entfernung.
side-about-order-distance = Kein Dokument spricht von dem, was hier liegt: nur nach der Entfernung.
side-about-likely = zu { $share } % wahrscheinlich
side-about-says = zu { $share } % wahrscheinlich · Evidenz für „{ $structure }“ { $evidence } %
side-about-silent = zu { $share } % wahrscheinlich · sagt wenig über diese Stelle
side-about-distance = zu { $share } % wahrscheinlich, nur nach der Entfernung
side-export = Exportieren…
side-export-hint = Dokumente dieser Liste in eine Datei speichern, auch die nicht gezeigten · Strg E
side-pulled =
    { $count ->
        [one] Über einem anderen Programm loslassen: { $count } Dokument
       *[other] Über einem anderen Programm loslassen: { $count } Dokumente
    }
side-compare = Vergleichen
side-compare-hint = Diese Liste behalten; was Sie danach auflisten, wird Struktur für Struktur damit verglichen
side-sort-hint = In welcher Reihenfolge die Liste steht; Dokumente ohne Jahr stehen am Ende
# The head of what the list can be narrowed to.
side-facets = Eingrenzen
side-facets-hint = Jahre, Themen, Studiendesigns, Populationen, Arten, Zeitschriften, Orte, Schlagwörter und Quellen dieser Dokumente; ein Klick grenzt Liste und Bühne ein
side-elsewhere =
    { $count ->
        [one] { $count } Dokument anderswo, das auch davon handelt
       *[other] { $count } Dokumente anderswo, die auch davon handeln
    }
side-elsewhere-whole =
    { $count ->
        [one] { $count } Dokument anderswo, das davon oder vom Ganzen handelt
       *[other] { $count } Dokumente anderswo, die davon oder vom Ganzen handeln
    }
side-fly = Zum Marker gehen
side-outside = außerhalb dieses Atlas?
side-inside = innerhalb
side-at-point = am Punkt
side-from-point = { $mm } mm vom Punkt
side-outside-by = { $mm } mm außerhalb
side-text-about = Tippen Sie oder fügen Sie ein: Der blaue Marker wandert dorthin, wo der Text hingehört. Nichts verlässt diesen Rechner.
side-text-example = Zum Beispiel (auf Englisch): A stone in the distal left ureter with hydronephrosis of the left kidney.
side-text-box = Zu verortender Text
side-text-clear = Leeren
side-text-no-model = Texte können nicht verortet werden: { $reason }
side-text-opening-model = Das Modell wird geöffnet…
side-problems-none = Es ist nichts schiefgegangen.
side-problems-about = Dies wurde ausgelassen; alles andere lief weiter.
side-problems-fetch = Aus PubMed laden…
side-problems-fetch-hint = Zeigt, was gesendet würde, bevor etwas gesendet wird
side-problems-again = Erneut versuchen
side-problems-again-hint = Fügt diese Dateien erneut hinzu; bereits Bekanntes wird übersprungen
side-problems-forget = Vergessen
side-weight-name = Ort gegen Wörter
side-variants = Varianten
side-variants-drop = Alle verwerfen
side-variant-drop = Variante { $letter } verwerfen
side-variant-take = Klick: diesen Text zurück in das Feld holen
side-variant-from = { $mm } mm von { $first }
side-variant-same = dort, wo { $first } ist
side-variant-told = Variante { $letter }: { $place }. { $words }
side-ticked =
    { $count ->
        [one] Ein Dokument ausgewählt
       *[other] { $count } Dokumente ausgewählt
    }
side-untick = Keines auswählen · Esc
side-export-ticked-hint = Die ausgewählten Dokumente in einer Datei speichern · Strg E
side-problem-again = Nur dies erneut versuchen
side-problem-open = Datei öffnen
side-problem-open-folder = Ordner öffnen
side-problem-columns = Spalten wählen…
side-problem-forget = Nur dies vergessen
side-several-cite = { $count } Literaturangaben kopieren
side-several-export = { $count } Dokumente exportieren…
side-several-remove = { $count } Dokumente entfernen
