steps-title = Verlauf
steps-none = Noch wurde nichts geändert. Was ausgeblendet, geschnitten, eingefärbt, gemessen, gespeichert oder entfernt wird, steht hier und kann rückgängig gemacht werden.
steps-first = Wie es war
steps-axial-cut = Axialer Schnitt
steps-coronal-cut = Koronaler Schnitt
steps-sagittal-cut = Sagittaler Schnitt
steps-facing-cut = Schnitt zu Ihnen hin
steps-save-view = Ansicht „{ $name }“ speichern
steps-go-to-view = Zur Ansicht „{ $name }“
steps-forget-view = Ansicht „{ $name }“ vergessen
steps-measure = Abstand messen
steps-drop-collection = Sammlung „{ $name }“ entfernen
steps-correction-back = Korrektur zurücknehmen
steps-correct-not-a-finding = Korrigieren: kein Befund
steps-correct-other-side = Korrigieren: die andere Seite
steps-correct-belongs = Korrigieren, gehört hierher: { $name }
steps-show = Zeigen: { $name }
steps-ghost = Durchscheinen lassen: { $name }
steps-hide = Ausblenden: { $name }
steps-isolate = Isolieren: { $name }
steps-opacity = Deckkraft: { $name }
steps-show-system = Alles aus „{ $system }“ zeigen
steps-ghost-system = Alles aus „{ $system }“ durchscheinen lassen
steps-hide-system = Alles aus „{ $system }“ ausblenden
steps-opacity-system = Deckkraft von „{ $system }“
steps-together = Körper zusammensetzen
steps-hide-labels = Beschriftungen ausblenden
steps-show-labels = Beschriftungen zeigen
steps-several =
    { $count ->
        [one] { $what }, { $count } Dokument
       *[other] { $what }, { $count } Dokumente
    }
steps-tag = Schlagwort „{ $tag }“
steps-untag = Schlagwort „{ $tag }“ entfernen
steps-collect = In „{ $path }“ legen
steps-uncollect = Aus „{ $path }“ nehmen
steps-note = Notiz ändern
steps-no-stars = Keine Sterne
steps-stars =
    { $count ->
        [one] Ein Stern
       *[other] { $count } Sterne
    }
steps-read = Als gelesen markieren
steps-unread = Als ungelesen markieren
steps-place-right = Sein Ort ist richtig
steps-place-wrong = Sein Ort ist falsch
steps-place-unsaid = Nichts über seinen Ort gesagt
steps-remove-titled = „{ $title }“ entfernen
steps-remove =
    { $count ->
        [one] Ein Dokument entfernen
       *[other] { $count } Dokumente entfernen
    }
steps-correct-open-first = Öffnen Sie zuerst das Dokument, dann korrigieren Sie es
steps-correct-kept = In der Bibliothek festgehalten, wie Sie es sagen; Strg Z macht es rückgängig
steps-correct-as-model = Wie das Modell es liest
steps-correct-no-body = Der Körper ist noch nicht da
steps-correct-no-structure = Der modellierte Torso hat keine solche Struktur
steps-correct-no-side = Es hat keine andere Seite
steps-correct-click-first = Klicken Sie zuerst auf die Struktur, dann sagen Sie, dass es dorthin gehört
steps-toggle-system = Zeigen oder ausblenden: { $system }
steps-import =
    { $what } hinzufügen: { $count ->
        [one] ein Dokument
       *[other] { $count } Dokumente
    }
steps-import-completed =
    { $what } hinzufügen: { $count ->
        [one] ein Dokument ergänzt
       *[other] { $count } Dokumente ergänzt
    }
steps-from-pubmed = „{ $query }“ aus PubMed
steps-from-folder = Dateien des überwachten Ordners „{ $folder }“
steps-not-here = Nicht hier: kein Ort
steps-not-here-moved = Nicht „{ $was }“: jetzt „{ $name }“, die nächstwahrscheinliche Struktur. Als Korrektur behalten
steps-not-here-nowhere = Nicht „{ $was }“: kein Ort hier, denn das Modell schlägt keinen anderen vor. Als Korrektur behalten
steps-not-here-already = Es liegt schon nirgends
