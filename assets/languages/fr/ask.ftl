ask-hint = Nommer un lieu, chercher dans les documents ou trouver une commande…  (Ctrl K)
ask-kind-place = lieu
ask-kind-command = commande
ask-kind-search = recherche
ask-kind-note = note
ask-like = { $place } (comme « { $name } »)
ask-elsewhere = { $place } ({ $atlas })
ask-search = Chercher « { $words } » dans les documents
ask-hint-short = Demander…  (Ctrl K)
ask-note =
    { $count ->
        [one] Articles comme cette note d’un mot
       *[other] Articles comme cette note de { $count } mots
    }
