# The History list, and its steps in words.

steps-title = History
steps-none = Nothing has been changed yet. What is hidden, cut, coloured, measured, saved or removed stands here and can be undone.
steps-first = As it was
steps-axial-cut = Axial cut
steps-coronal-cut = Coronal cut
steps-sagittal-cut = Sagittal cut
steps-facing-cut = Cut towards you
steps-save-view = Save the view “{ $name }”
steps-go-to-view = Go to the view “{ $name }”
steps-forget-view = Forget the view “{ $name }”
steps-measure = Measure a distance
steps-drop-collection = Take the collection “{ $name }” away
steps-correction-back = Take a correction back
steps-correct-not-a-finding = Correct: not a finding
steps-correct-other-side = Correct: the other side
steps-correct-belongs = Correct: belongs in { $name }

# Of a structure, within a sentence: "Hide left kidney".
steps-show = Show { $name }
steps-ghost = Ghost { $name }
steps-hide = Hide { $name }
steps-isolate = Isolate { $name }
steps-opacity = Opacity of { $name }

# Of a system: "Hide all of “Urinary”".
steps-show-system = Show all of “{ $system }”
steps-ghost-system = Ghost all of “{ $system }”
steps-hide-system = Hide all of “{ $system }”
steps-opacity-system = Opacity of all of “{ $system }”
steps-together = Put the body together
steps-hide-labels = Hide the labels
steps-show-labels = Show the labels

# What was changed of documents; $what is one of those that follow.
steps-several =
    { $count ->
        [one] { $what }, { $count } document
       *[other] { $what }, { $count } documents
    }
steps-tag = Tag “{ $tag }”
steps-untag = Take the tag “{ $tag }” away
steps-collect = Put into “{ $path }”
steps-uncollect = Take out of “{ $path }”
steps-note = Change a note
steps-no-stars = No stars
steps-stars =
    { $count ->
        [one] One star
       *[other] { $count } stars
    }
steps-read = Mark as read
steps-unread = Mark as unread
steps-place-right = Its place is right
steps-place-wrong = Its place is wrong
steps-place-unsaid = Nothing said of its place
steps-remove-titled = Remove “{ $title }”
steps-remove =
    { $count ->
        [one] Remove a document
       *[other] Remove { $count } documents
    }

# Notices about corrections.
steps-correct-open-first = Open the document first, then correct it
steps-correct-kept = Kept with the library, as you say; Ctrl Z takes it back
steps-correct-as-model = As the model reads it
steps-correct-no-body = The body is not there yet
steps-correct-no-structure = The modelled torso has no such structure
steps-correct-no-side = It has no other side
steps-correct-click-first = Click the structure first, then say that it belongs there
steps-toggle-system = Show or hide: { $system }
steps-import =
    Add { $what }: { $count ->
        [one] one document
       *[other] { $count } documents
    }
steps-import-completed =
    Add { $what }: { $count ->
        [one] one document completed
       *[other] { $count } documents completed
    }
steps-from-pubmed = “{ $query }” from PubMed
steps-from-folder = files of the watched folder “{ $folder }”
steps-not-here = Not here: about no place
steps-not-here-moved = Not “{ $was }”: placed in “{ $name }”, the next best. Kept as a correction
steps-not-here-nowhere = Not “{ $was }”: about no place here, for the reading offers no other. Kept as a correction
steps-not-here-already = It lies nowhere already
