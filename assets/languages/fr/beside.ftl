# Deux documents côte à côte.

beside-heading = CÔTE À CÔTE
beside-comparing = Comparaison…
beside-another = Un autre
beside-another-hint = La liste : ce que vous choisissez ensuite se place à côté de A · L. Ctrl ↓ et Ctrl ↑ la parcourent d’ici
beside-end = Terminer
beside-leave = Ne pas les lire côte à côte
beside-end-hint = Lire de nouveau un seul document · Échap
beside-put = Mettre à côté…
beside-put-hint = Lire ce document à côté de celui que vous choisirez ensuite · V
beside-read-with = Lire à côté de « { $title } »
beside-choose = Choisissez le document à lire à côté de « { $title } ».
beside-selected = Deux documents sont sélectionnés.
beside-alone = Lire seul
beside-alone-hint = Seulement ce document
beside-sentence-hint = Clic : regarder le lieu de cette phrase
beside-near = · { $name } à { $mm } mm
beside-apart = À { $mm } mm l’un de l’autre : { $first } et { $second }
beside-same-whole = À { $mm } mm l’un de l’autre, tous deux dans : { $whole } ({ $first }, { $second })
beside-same-structure = À { $mm } mm l’un de l’autre, tous deux dans : { $name }
beside-no-place = { $letter } n’a pas de lieu dans ce corps : aucune distance
beside-no-places = Aucun des deux n’a de lieu dans ce corps : aucune distance
beside-years =
    { $count ->
        [0] de la même année
        [one] à un an d’écart
       *[other] à { $count } ans d’écart
    }
beside-same-journal = dans la même revue
beside-both-name = Les deux nomment
beside-only-names = Seul { $letter } nomme
beside-none-shared = aucune structure
beside-excluded = Nommée comme absente ou normale
beside-terms = Mots-clés communs
