# The box that finds places, documents and commands, and its rows.

ask-hint = Name a place, search documents, find a command…  (Ctrl K)
# What a row is, at its right end.
ask-kind-place = place
ask-kind-command = command
ask-kind-search = search
ask-kind-note = note
# A place that is found by a name that is like what was typed.
ask-like = { $place } (like “{ $name }”)
# A place that only another body has: "Uterus (female torso)".
ask-elsewhere = { $place } ({ $atlas })
ask-search = Search the documents for “{ $words }”
ask-hint-short = Ask…  (Ctrl K)
# A long text that was pasted: it is taken as a whole.
ask-note =
    { $count ->
        [one] Papers like this note of one word
       *[other] Papers like this note of { $count } words
    }
