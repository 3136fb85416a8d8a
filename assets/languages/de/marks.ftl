marks-read = Gelesen
marks-right-place = Richtiger Ort
marks-right-place-hint = Es gehört dorthin, wo es liegt
marks-wrong-place = Falscher Ort
marks-wrong-place-hint = Es gehört nicht dorthin; „Korrigieren“ sagt, wohin
marks-several =
    { $count ->
        [one] Mit diesem…
       *[other] Mit diesen { $count }…
    }
marks-mark-read = Als gelesen markieren
marks-mark-unread = Als ungelesen markieren
marks-remove = Aus der Bibliothek entfernen
marks-remove-hint = Strg Z holt sie zurück
marks-no-stars = Keine Sterne
marks-stars = { $count } von 5 Sternen
marks-untag-hint = Dieses Schlagwort entfernen
marks-uncollect-hint = Aus dieser Sammlung nehmen
marks-add-tag = Schlagwort
marks-add-collection = Sammlung
marks-new-name = Ein neuer Name oder einer davon
marks-note = Notiz
