# The watched folders.

watched-heading = Watched folders
watched-add = Watch a folder…
watched-add-hint = Its new and changed files are added while this window is open
watched-remove-hint = Stop watching it; its documents stay
watched-missing = not there
watched-gone =
    { $count ->
        [one] the file of one document is gone
       *[other] the files of { $count } documents are gone
    }
watched-more = and { $count } more
watched-file-gone = its file is gone: { $path }
