# What can be done first: three cards.

welcome-title = Medical texts, where they belong in the body
welcome-about = Each document becomes a glowing point at the place that it is about.
welcome-below = A reading aid, not a medical device. Nothing leaves this machine unless you ask for it. This page comes back with Help, Welcome.
welcome-empty = The library is empty yet.
welcome-placing = The first documents are being placed.
welcome-documents =
    { $count ->
        [one] { $count } document lies on the body.
       *[other] { $count } documents lie on the body.
    }
welcome-explore = Explore
# $there is one of the three sentences above.
welcome-explore-about = { $there } Click an organ or a glowing point, or type a word into the box above.
welcome-explore-do = Look around
welcome-own = Bring your own
welcome-own-about = Drop files or a folder on the window at any time: PDF, Word, RIS, PubMed, Zotero and more. They are read and placed on this machine.
welcome-own-do = Choose files…
welcome-tour = Take the tour
welcome-tour-about = A few minutes, eight stops: how a sentence finds its place, what it is read for, and where that ends.
welcome-tour-do = Start the tour
