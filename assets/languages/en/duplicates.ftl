# Copies of one work.

duplicates-title = Duplicates
duplicates-looking = Looking for documents that are copies of one work…
duplicates-stop = Stop
duplicates-outdated = Documents have come, or come back, since copies were looked for.
duplicates-look-again = Look again
duplicates-none = No document of this library looks like a copy of another one.
duplicates-works =
    { $count ->
        [one] One work is here more than once.
       *[other] { $count } works are here more than once.
    }
duplicates-about = The copy that is kept takes from the others what it lacks, with tags, notes and collections. The others go to the trash.
# $reason is by what they are told to be copies.
duplicates-group =
    { $count ->
        [one] { $count } copy: { $reason }
       *[other] { $count } copies: { $reason }
    }
duplicates-keep = Keep this copy
duplicates-read-hint = Click: read it
duplicates-kept = kept: { $reason }
duplicates-no-text = no text
duplicates-letters =
    { $count ->
        [one] { $count } letter
       *[other] { $count } letters
    }
duplicates-merge =
    { $count ->
        [one] Merge one group
       *[other] Merge { $count } groups
    }
duplicates-merge-hint = One step, which Ctrl Z takes back
duplicates-left-out = { $count } left out
duplicates-told-by =
    { $kind ->
       *[other] { $what }
    }
duplicates-because =
    { $kind ->
       *[other] { $what }
    }
