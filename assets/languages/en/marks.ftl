# What a reader keeps with documents.

marks-read = Read
marks-right-place = Right place
marks-right-place-hint = It belongs where it is
marks-wrong-place = Wrong place
marks-wrong-place-hint = It does not belong there; “Correct” says where it does
marks-several =
    { $count ->
        [one] With this one…
       *[other] With these { $count }…
    }
marks-mark-read = Mark as read
marks-mark-unread = Mark as unread
marks-remove = Remove from the library
marks-remove-hint = Ctrl Z brings them back
marks-no-stars = No stars
marks-stars = { $count } of 5 stars
marks-untag-hint = Take this tag away
marks-uncollect-hint = Take it out of this collection
marks-add-tag = Tag
marks-add-collection = Collection
marks-new-name = A new one, or one of these
marks-note = A note
