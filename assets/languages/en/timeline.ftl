# The strip of years.

timeline-no-years = No document here has a year
timeline-close = Close
timeline-close-hint = Timeline · Y
timeline-play = Play
timeline-pause = Pause
timeline-play-hint = One year after another; as many together as are chosen
timeline-all-years = All years
timeline-span = { $from } to { $to }
timeline-documents =
    { $count ->
        [one] { $count } document
       *[other] { $count } documents
    }
# For those who cannot see the bars.
timeline-described = Years { $first } to { $last }; shown: { $from } to { $to }
# At the pointer: a year, and how many documents it has.
timeline-year = { $year }: { $count }
timeline-without = and { $count } without a year
timeline-without-hidden = { $count } without a year are hidden
