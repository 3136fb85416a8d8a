# What is said in a line that goes by, and what stays among the problems, of the library and the stage.

## Documents in and out of the library

notice-busy = Documents are being added or placed anew; wait for that or cancel it first
notice-file-gone = The library's file was removed or replaced; nothing can be saved in it
notice-library-opening = The library is still being opened
notice-no-library = No library is open; see Problems
notice-library-not-opened = The library could not be opened; see Problems
notice-heading-no-library = No library is open
notice-atlas-opening = The atlas is still being opened
notice-body-being-read = The body is still being read
notice-not-added-gone = not added: the library's file was removed or replaced
notice-not-added = not added: { $reason }
notice-not-added-yet = not added yet: no library is open; it follows when one is
notice-added-when-open = No library is open; these are added when one is
notice-added-after-import = These are added when the present import has ended
notice-import-broke-off = The import of { $files } broke off
notice-files =
    { $count ->
        [one] { $count } file
       *[other] { $count } files
    }
notice-no-model = There is no model to place documents with
notice-all-placed = The present model has placed every document of this library
notice-open-first = Open the document first, then its source
notice-removed =
    { $count ->
        [one] Removed from the library; the file itself is untouched. Ctrl Z brings it back
       *[other] { $count } documents removed from the library; Ctrl Z brings them back
    }
notice-compact =
    { $count ->
        [0] The library is compact
        [one] The library is compact; one removed document is forgotten
       *[other] The library is compact; { $count } removed documents are forgotten
    }

## Where the live text belongs, when that is not on the stage

notice-in-female-torso = { $structure } is in the female torso
notice-in-male-torso = { $structure } is in the male torso
notice-not-in-atlas = This atlas does not have the structure that the text belongs to

## Jobs; $job is the title of one, $ended what became of it

notice-job-failed = { $job }: it failed; see Problems
notice-waited =
    { $count ->
        [one] { $ended }; what waited was not added
       *[other] { $ended }; { $count } files that waited were not added
    }
notice-no-dialog = The system offers no file dialog; type or paste the path instead

## What other programs do to the library

notice-outside-changed =
    { $count ->
        [one] Another program has added or changed a document
       *[other] Another program has added or changed { $count } documents
    }
notice-outside-removed =
    { $count ->
        [one] Another program has removed a document
       *[other] Another program has removed { $count } documents
    }
notice-outside-both =
    { $changed ->
        [one] Another program has added or changed { $changed } document and removed { $removed }
       *[other] Another program has added or changed { $changed } documents and removed { $removed }
    }
notice-file-back = The library's file is back; changes are saved again
notice-file-lost = The library's file was removed or replaced; nothing more is saved
notice-file-lost-what-to-do = the library's file was removed or replaced by another program. Its documents stay in this window, but nothing that is done from now on is saved; put the file back, or save a copy of the library and open that
notice-changeable = The other window is closed; { $name } can be changed here now

## Undo, redo, back, forward; steps of the history

notice-end-first = First end the tour or the quiz
notice-nothing-back = There is nothing to go back to
notice-nothing-forward = There is nothing to go forward to
notice-nothing-undo = There is nothing to undo
notice-nothing-redo = There is nothing to redo
notice-wait-for-import = Wait until the import has ended: it may complete the same documents
notice-wait-for-library = Wait until the library is open: this changes documents
notice-undone = Undone: { $step }
notice-redone = Redone: { $step }
notice-step-show-atlas = Show { $name }
notice-step-take-in = Take in files that changed
notice-problems-forgotten =
    { $count ->
        [one] One problem forgotten
       *[other] { $count } problems forgotten
    }

## Watched folders

notice-watched-already = This folder is watched already
notice-watching = New and changed files of { $folder } are added while this window is open
notice-superseded =
    { $count ->
        [one] A file has changed: its new text takes the place of the old one
       *[other] { $count } files have changed: their new texts take the places of the old ones
    }

## Documents in another atlas

notice-staging-cancelled = Finding the documents in this atlas was cancelled; show it again to go on
notice-without-place = { $missing } of { $all } documents belong to structures that this atlas does not have

## Variants of the live text

notice-variant-kept = Kept as { $letter }
notice-variant-known = Kept already, as { $letter }
notice-variants-full = Six variants are kept; drop one first
notice-variant-changed = Not kept: the text was changed before it had its place
notice-variant-no-place = Not kept: the text could not be placed
notice-no-drag-out = Here nothing can be dragged out of a window. “Copy the citation” and “Export” in the menu of a row do the same.
