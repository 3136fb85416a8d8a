# Two documents side by side.

beside-heading = SIDE BY SIDE
beside-comparing = Comparing…
beside-another = Another one
beside-another-hint = The list: what you choose next stands beside A · L. Ctrl ↓ and Ctrl ↑ step through it from here
beside-end = End
beside-leave = Do not read them side by side
beside-end-hint = Read one document again · Esc
beside-put = Put beside…
beside-put-hint = Read this document beside the one that you choose next · V
beside-read-with = Read beside “{ $title }”
beside-choose = Choose the document to be read beside “{ $title }”.
beside-selected = Two documents are selected.
beside-alone = Read alone
beside-alone-hint = Only this document
beside-sentence-hint = Click: look at this sentence's place
beside-near = · { $name } { $mm } mm away
beside-apart = { $mm } mm apart: { $first } and { $second }
beside-same-whole = { $mm } mm apart, both in: { $whole } ({ $first }, { $second })
beside-same-structure = { $mm } mm apart, both in: { $name }
beside-no-place = { $letter } has no place on this body: no distance can be told
beside-no-places = Neither has a place on this body: no distance can be told
beside-years =
    { $count ->
        [0] from the same year
        [one] one year apart
       *[other] { $count } years apart
    }
beside-same-journal = in the same journal
beside-both-name = Both name
beside-only-names = Only { $letter } names
beside-none-shared = no structure
beside-excluded = Named as absent or normal
beside-terms = Headings and keywords of both
