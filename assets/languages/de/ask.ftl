ask-hint = Ort nennen, Dokumente durchsuchen oder Befehl finden…  (Strg K)
ask-kind-place = Ort
ask-kind-command = Befehl
ask-kind-search = Suche
ask-kind-note = Notiz
ask-like = { $place } (wie „{ $name }“)
ask-elsewhere = { $place } ({ $atlas })
ask-search = Dokumente durchsuchen nach „{ $words }“
ask-hint-short = Fragen…  (Strg K)
ask-note =
    { $count ->
        [one] Arbeiten wie diese Notiz von einem Wort
       *[other] Arbeiten wie diese Notiz von { $count } Wörtern
    }
