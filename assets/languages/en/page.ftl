# The page of a PDF beside its text.

page-show = Show the page
page-show-hint = The page of the PDF beside the text, opened where the selected sentence stands, else the one that placed the document · O
page-hide = Hide the page
page-none = This document did not come from a PDF
page-heading = Page { $page } of { $count }
page-name = Page { $page } of { $count } of “{ $title }”
page-close = Close
page-close-hint = Only the text · Esc
page-looking = Looking for the page…
page-drawing = Drawing the page…
page-not-found = The sentence was not found on the pages
page-again = Try again
page-none-such =
    There is no page { $page }: this PDF has { $count ->
        [one] one page
       *[other] { $count } pages
    }
page-failed-moved = The PDF is no longer there: { $path }
page-failed-encrypted = The PDF is encrypted: it needs a password
page-failed-damaged = The PDF is damaged: its pages cannot be drawn
page-failed-heavy = This page takes more time or memory than a page may: it is not drawn
page-failed-hostile = The part of the program that draws pages ended on this PDF; nothing else was harmed
page-failed-other = The page could not be drawn: { $reason }
