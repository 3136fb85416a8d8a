timeline-no-years = Aucun document ici n’a d’année
timeline-close = Fermer
timeline-close-hint = Chronologie · Y
timeline-play = Lire
timeline-pause = Suspendre
timeline-play-hint = Une année après l’autre ; autant à la fois qu’il y en a de choisies
timeline-all-years = Toutes les années
timeline-span = { $from } à { $to }
timeline-documents =
    { $count ->
        [one] { $count } document
       *[other] { $count } documents
    }
timeline-described = Années { $first } à { $last } ; affichées : { $from } à { $to }
timeline-year = { $year } : { $count }
timeline-without = et { $count } sans année
timeline-without-hidden = { $count } sans année sont masqués
