# What is done beside the window: titles of jobs, how far they are, what became of them, what went wrong and where.

## Titles of jobs

worker-writing = Writing { $to }
worker-citing = Citing in the style { $style }
worker-copying-library = Copying the library to { $to }
worker-adding = Adding { $what }
worker-asking-pubmed = Asking PubMed for “{ $query }”
worker-asking-pubmed-for-files = Asking PubMed for the articles of { $files }
worker-placing-anew = Placing documents anew

## Adding documents: facts that stand one after another with commas

worker-counting = Counting
worker-landed =
    { $count ->
        [one] { $count } landed
       *[other] { $count } landed
    }
worker-landed-of = { $count } of { $total } landed
worker-landed-of-read = { $count } landed of { $read } read
worker-placed-of = { $count } of { $total } placed anew
worker-placed-of-read = { $count } placed anew of { $read } read
worker-full-texts-of = { $count } of { $total } full texts
worker-full-texts-of-read = { $count } full texts of { $read } read
worker-known =
    { $count ->
        [one] { $count } known already
       *[other] { $count } known already
    }
worker-refused =
    { $count ->
        [one] { $count } refused
       *[other] { $count } refused
    }
worker-refused-see =
    { $count ->
        [one] { $count } refused (see Problems)
       *[other] { $count } refused (see Problems)
    }
worker-passed-over =
    { $count ->
        [one] one file of a kind that cannot be read (see Problems)
       *[other] { $count } files of kinds that cannot be read (see Problems)
    }
worker-pace-second = { $rate } a second
worker-pace-minute = { $rate } a minute
worker-left-seconds = { $time } s left
worker-left-minutes = { $time } min left
worker-left-hours = { $time } h left
worker-stopped = { $words }; cancelled
worker-placed-anew = Placed anew: { $count }

## PubMed; $words are facts of the above

worker-asking = Asking { $host }
worker-no-identifier = no PubMed identifier and no DOI in { $files }
worker-pubmed-has = PubMed has { $count } articles, { $asked } are asked for
worker-pubmed-missed =
    { $count ->
        [one] it counted { $count } article and did not send it
       *[other] it counted { $count } articles and did not send them
    }
worker-pubmed-failed = { $error }; { $count } landed, asking again goes on from there
worker-pubmed-done = PubMed has { $count } articles; { $words }
worker-looking-for-full-texts = Looking for full texts
worker-full-texts = full texts: { $count } added
worker-not-open-access = { $count } not open access
worker-with-full-texts = { $words }; { $full_texts }
worker-full-texts-failed = { $error }; { $words }, asking again goes on from there

## Looking at files before they are added

worker-records =
    { $count ->
        [one] { $count } record
       *[other] { $count } records
    }
worker-clipboard-empty = The clipboard holds no text
worker-clipboard-file = Clipboard { $number }
worker-no-number = there is no number left

## Copies, citations, duplicates

worker-written =
    { $count ->
        [one] { $count } document written to { $to }
       *[other] { $count } documents written to { $to }
    }
worker-documents-of = Documents: { $count } of { $total }
worker-pairs-of = Pairs compared: { $count } of { $total }
worker-percent = { $percent } %
worker-copy-is-in = A copy of the library is in { $to }
worker-no-copy = no copy was made
worker-video-is-in = The video is in { $file }
worker-no-video = no video was made
worker-ffmpeg-not-run = ffmpeg cannot be run: { $error }
worker-ffmpeg-gave-up = ffmpeg could not make the video: { $words }
worker-too-many-citations = { $count } documents are too many for the clipboard ({ $most } at most); export them instead
worker-nothing-copied = nothing was copied
worker-nothing-to-cite = No document to cite
worker-cited =
    { $count ->
        [one] { $count } citation copied ({ $style })
       *[other] { $count } citations copied ({ $style })
    }
worker-damaged = it is damaged and was passed over: { $reason }
worker-duplicates =
    { $count ->
        [0] No duplicates
        [one] One work is here more than once
       *[other] { $count } works are here more than once
    }

## Atlases

worker-opening-torso = Opening the modelled torso…
worker-opening-atlas = Opening { $name }…
worker-making = Making { $name }: { $doing }
worker-making-writes = writing
worker-installed = Atlas “{ $name }” is installed
worker-renamed = Atlas “{ $name }” has its new names
worker-not-found-again = { $folder }: it cannot be found again
worker-nothing-to-import = there is nothing to import
worker-names-unknown = The names of { $name } are not known; import it again to see them
worker-no-public-atlas = no public atlas has this name
worker-fetching = Fetching { $title }: { $percent } %
worker-download-stopped = Download stopped; it goes on from there next time
worker-no-home-folder = the system names no home folder for this user
worker-cancelled = it was cancelled

## Kinds of files in the system's dialogs

worker-files-documents = Documents
worker-files-library = Corpus Atlas library
worker-files-data-set = Data set, read in place
worker-files-tour = Tour
worker-files-atlas = Label volumes and surfaces
worker-files-names = Tables of names
worker-no-source = neither a file on this machine nor a web address is known for it
worker-source-not-opened = { $source } could not be opened: { $error }

## What a list answers, above it

worker-all-documents = All documents
worker-all-narrowed = All documents, narrowed
worker-drawn-around =
    { $count ->
        [one] { $count } document chosen in the view
       *[other] { $count } documents chosen in the view
    }
worker-about-point = About this point
worker-quoted = “{ $words }”
# Words within the list of a place: "“stones” · Liver".
worker-within = { $words } · { $of }
worker-misread = { $heading } as plain words: at character { $at } { $reason }
worker-meaning-left-out = { $heading }, by words alone: the library is too large for meaning, or read in place
worker-search-failed = The search failed
worker-not-in-torso = Documents are placed in the modelled torso, which does not have this structure
worker-words-not-yet = The words are being indexed ({ $percent } %): the answer comes then
worker-similar-text = Similar to your text
worker-similar-document = Similar to “{ $title }”
worker-similar-several =
    Like { $count ->
        [one] one paper
       *[other] { $count } papers
    }
worker-similar-unlike =
    { $heading }, and not like { $count ->
        [one] one other
       *[other] { $count } others
    }
worker-similar-gone = The document is no longer in the library
worker-similar-by-all = { $heading }, by words, meaning and place
worker-similar-mended = { $heading }; misspelt words were read as: { $words }
worker-similar-unread = { $heading }, by words alone: the model is not ready to read it
worker-similar-no-vectors = { $heading }, by words and place alone: the vectors of the documents are not ready
worker-similar-left-out = { $heading }, by words and place alone: the library is too large for meaning, or read in place
worker-similar-no-vector = { $heading }, by words and place alone: it has no vector
worker-similar-no-place = { $heading }, by words and meaning alone: it is about no place in this body
worker-similar-words-alone = { $heading }, by words alone: no vector and no place in this body is known of it

## Where something went wrong, above the reason

worker-place-atlases = the installed atlases
worker-place-atlas = an installed atlas
worker-place-female = the female torso
worker-place-meshes = the atlas's meshes
worker-place-document-number = document { $key } of the library
worker-place-document = the document
worker-place-library = the library
worker-place-compacted = the library: its trash is empty, the file as large as before
worker-place-removed = what was removed from the library
worker-place-restored = the documents that were removed
worker-place-problems = the problems
worker-place-kept = what is kept beside the documents
worker-place-marks = what is kept with documents
worker-place-tags = tags and notes
worker-place-collection = the collection
worker-place-search = the search
worker-place-import = the import
worker-place-removal = the removal
worker-place-correction = the correction
worker-place-merge = the merge
worker-place-session = the window's state
worker-place-map = the map
worker-place-watched = the watched folders
worker-place-clipboard = the clipboard
worker-place-model = the model
worker-place-text = your text

## What went wrong

worker-gone = it is no longer in the library
worker-corrected-gone = the document is no longer in the library
worker-no-library = no library is open
worker-not-watched = it cannot be watched ({ $error }); it is looked into when the library is opened
worker-no-atlas = the atlas could not be read, so texts have nowhere to land
worker-no-model = the model is no longer there
worker-no-thread = no thread could be started for it
worker-thread-not-started = the thread could not be started: { $error }
worker-fault = it broke off by a fault of the program: { $words }
worker-unknown-fault = it broke off by a fault of the program: no more is known
worker-completed =
    { $count ->
        [one] { $count } of them completed
       *[other] { $count } of them completed
    }
worker-around =
    { $count ->
        [one] { $count } document within { $mm } mm of the point
       *[other] { $count } documents within { $mm } mm of the point
    }
