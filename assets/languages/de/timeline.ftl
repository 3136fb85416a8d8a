timeline-no-years = Kein Dokument hier hat ein Jahr
timeline-close = Schließen
timeline-close-hint = Zeitleiste · Y
timeline-play = Abspielen
timeline-pause = Anhalten
timeline-play-hint = Ein Jahr nach dem anderen; so viele zugleich, wie ausgewählt sind
timeline-all-years = Alle Jahre
timeline-span = { $from } bis { $to }
timeline-documents =
    { $count ->
        [one] { $count } Dokument
       *[other] { $count } Dokumente
    }
timeline-described = Jahre { $first } bis { $last }; gezeigt: { $from } bis { $to }
timeline-year = { $year }: { $count }
timeline-without = und { $count } ohne Jahr
timeline-without-hidden = { $count } ohne Jahr sind ausgeblendet
