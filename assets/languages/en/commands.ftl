# The commands of menus, palette and key help: label; ".tip" is its tooltip, ".words" are further words by which the palette finds it.
# Labels are in sentence case; they end in "…" when a dialog follows.

## Documents in and out of the library

command-open-files = Add documents…
    .words = import open files papers
command-open-folder = Add a folder…
    .words = import directory
command-import = Import files
command-pubmed = Add what PubMed finds
command-pubmed-for = Fetch the articles of a list from PubMed…
command-cancel-import = Cancel the import
    .words = stop
command-place-anew = Place documents anew that an older model placed
    .words = reground model
command-export = Export documents…
    .tip = Saves the documents of the list, or all where nothing is asked
    .words = save csv json ris bibtex bib nbib endnote zotero markdown parquet
command-export-to = Export documents to a file
command-export-all = Export the whole library…
    .words = save all csv json ris bibtex
command-export-all-to = Export the whole library to a file
command-export-document = Export…
    .tip = Saves this document alone in a file; its ending chooses the format
command-export-document-to = Export a document to a file
command-copy-citation = Copy the citation
command-copy-citations = Copy the citations of the list
command-drag-out = Pull documents out of the window
    .words = cite references bibliography vancouver apa ama harvard clipboard
command-set-citation-style = How documents are cited
command-save-copy = Save a copy of the library…
    .words = backup duplicate
command-save-copy-to = Save a copy of the library to a file
command-open-library = Open a library…
command-open-library-at = Open a library file
command-open-source = Open the source
command-remove-document = Remove from the library
command-correct = Correct a place
command-compact-library = Compact the library
    .tip = Forgets the documents that were removed: they can then not be brought back
    .words = trash vacuum shrink

## Documents on their way into the library

command-add-files = Add files
command-drop-files = Add files that were dropped
command-add-clipboard = Add what is on the clipboard
    .tip = References in any format that files may have, or a plain text
    .words = paste import ris bibtex text
command-choose-column = Choose what a column is
command-read-headings = Tables have headings
command-merge-after = Show copies for merging afterwards
command-begin-import = Add what was looked at
command-watch-folder = Watch a folder…
    .tip = Its new and changed files are added while the window is open
    .words = import sync directory automatic
command-watch-folder-at = Watch a folder that is named
command-unwatch = Stop watching a folder
command-drop-import = Add nothing of it

## What is kept with documents, and what lists are narrowed to

command-mark = Change what is kept with documents
command-make-collection = Make a collection
command-drop-collection = Take a collection away
command-narrow = Narrow the documents
command-narrow-years = Narrow the documents to years
command-widen = Show all documents again, whatever they were narrowed to
    .words = filter facets clear
command-compare = Compare with this list
    .tip = Keeps what is listed now; whatever you list next, here or in another library, is compared with it, structure by structure
    .words = difference contrast two lists libraries heat
command-compare-on-body = Colour the body by the difference
command-end-comparison = Stop comparing
    .words = compare end comparison
command-keep-search = Keep a search
command-run-search = List a search that was kept
command-forget-search = Forget a search
command-leave-out = Leave a group of copies out
command-keep-copy = Keep another copy
command-merge-duplicates = Make copies one document
command-look-for-copies = Look for copies again
command-try-again = Try again what could not be added
    .words = problems retry

## What is selected and listed

command-select-structure = Select a structure
command-select-document = Select a document
command-next-in-list = Open the next document of the list
    .words = below read results
command-previous-in-list = Open the one before
    .words = above previous list read results
command-hover-document = Point at
command-clear-selection = Clear the selection
    .words = deselect none all documents
command-rank-by-point = About this point
command-list-drawn-around = List what was drawn around
command-search-text = Search the documents
command-search-within = Search within the list
command-find-similar = Similar papers
    .tip = Papers like this one: by its words, what it means and where it lies
    .words = like related more alike recommend
command-more-like-these = More like these
    .tip = Papers like all of these: by their words, what they mean and where they lie
    .words = similar related several selected recommend
command-not-like-this = Not like this
    .tip = It and its copies leave the list; papers that mean the same come later
    .words = unlike dissimilar exclude counter-example
command-find-like-text = Papers like this text
    .tip = Papers like the text under “Place a text”: by its words, what it means and where it lies
    .words = similar note case recommend
command-side-by-side = Read side by side
    .tip = Two selected documents; or this one and the one that you choose next
    .words = compare two documents beside put pair versus
command-toggle-page = Page of the PDF beside the text
    .tip = Opened where the selected sentence stands; again: closed
    .words = pdf page original show figure layout
command-next-page = Next page
    .words = pdf page turn forward
command-previous-page = Previous page
    .words = pdf page turn back
command-go-to-page = Turn to a page
command-look-at-sentence = Look at a sentence
command-read-beside = Read beside the other
command-select-second = Select a second document
command-near-place = Weigh place against words
command-sort-relevance = Most relevant first
    .words = order rank sort relevance best list
command-sort-newest = Newest first
    .words = order sort year date latest recent list
command-sort-oldest = Oldest first
    .words = order sort year date earliest list
command-step-deeper = Step to the structure behind the one under the cursor
command-step-nearer = Step back towards you

## Which structures are shown, and how

command-set-visibility = Show, ghost or hide a structure
command-set-opacity = Change the opacity of a structure
command-set-system-visibility = Show, ghost or hide a system
command-set-system-opacity = Change the opacity of a system
command-isolate = Isolate a structure
command-restore-hidden = Restore hidden structures
    .words = show unhide
command-reset-visibility = Home: the body as at first
    .words = reset look home
command-toggle-recede = Let the rest recede when something is selected
    .words = focus
command-explode = Take the body apart
    .words = explode
command-together = Put the body together again
    .words = unexplode
command-set-palette = Colour the body
command-palette-anatomical = Colour the body anatomically
    .words = palette colours colors
command-palette-system = Colour the body by system
    .words = palette colours colors
command-palette-color-blind = Colour-blind safe colours of the body
    .words = palette color-blind blindness daltonism
command-palette-documents = Colour the body by number of documents
    .words = palette colours colors heat
command-toggle-labels = Labels with leader lines
    .words = names

## Cuts

command-add-section = Cut the body open towards you
    .words = section plane
command-set-section = Move a cut
command-remove-section = Take a cut away
command-clear-sections = Close the cuts
    .words = section
command-fill-cut = All tissue on the face of a cut

## Camera, saved views, slices, measured distances, theme

command-view-anterior = Anterior view
    .words = camera front back side above below
command-view-posterior = Posterior view
    .words = camera front back side above below
command-view-left = Left view
    .words = camera front back side above below
command-view-right = Right view
    .words = camera front back side above below
command-view-superior = Superior view
    .words = camera front back side above below
command-view-inferior = Inferior view
    .words = camera front back side above below
command-fly-to = Look at a point
command-move-camera = Move the camera
command-save-view = Save the view
command-go-to-view = Return to a saved view
command-remove-view = Forget a saved view
command-toggle-slices = Slices
    .words = axial coronal sagittal
command-hold-slices = Go through the slices by keys
    .tip = Gives the first slice the keyboard, a second time the next: arrows move the crossing by 1 mm, with Shift by 10 mm; PageUp and PageDown go through the slices
    .words = crossing crosshair
command-crosshair = Move the crosshair
command-toggle-measure = Measure a distance
    .words = ruler length mm
command-toggle-draw-around = Draw around documents
    .tip = What lies inside of what you draw on the stage is listed
    .words = lasso region area select several box circle markers in view
command-toggle-draw-box = Draw a box around documents
    .tip = What lies inside of the box that you draw on the stage is listed
    .words = rectangle region area select several frame markers
command-measure-point = Set an end of a distance
command-clear-measurements = Forget the measured distances
command-theme-dark = Dark colours of the window
    .words = theme colors
command-theme-light = Light colours of the window
    .words = theme colors
command-theme-high-contrast = High contrast in the window
    .words = theme colors
command-theme-system = Colours of the window as the system
    .words = theme colors
command-set-language = Language of the window
command-set-quality = How finely the body is drawn

## The live text, and why a text lies where it does

command-live-text = Change the text to be placed
command-toggle-why = Why: tint the words that speak for the place
    .words = explain attribution
command-explain-structure = Why this structure

## Other atlases

command-show-male-torso = Show the male torso
    .words = home man body
command-show-female-torso = Show the female torso
    .words = woman body breast uterus ovary
command-show-atlas = Show an atlas
command-show-in = Show in the other torso
command-import-atlas-files = Import an atlas from files…
    .words = nifti gltf label volume
command-import-atlas-folder = Import an atlas from a folder…
command-import-atlas = Import an atlas
command-ask-for-class-names = Take names of label values from a file…
command-show-names = Show the names of an atlas
command-toggle-names = Names of the atlas…
    .words = map match
command-show-unmatched-only = List unmatched names only
command-map-name = Decide what a name stands for
command-reset-names = Take back what was decided about names
command-apply-names = Make the atlas again with its new names
command-ask-for-originals = Find the files that the atlas was made of…
command-toggle-get-atlas = Get an atlas…
    .words = download public fetch
command-get-atlas = Fetch a public atlas
command-cancel-get-atlas = Stop the download

## Panels, menus, pictures, the window itself

command-show-results = Show the results
    .tip = A second time it gives the list the keyboard: arrows, Home, End and Enter go through it
command-show-document = Show the document
command-show-text = Place a text
    .words = type paste live
command-show-problems = Show the problems
command-dock-at-home = All panels where they were at first
command-dock-tab = Dock a tab somewhere else
command-set-panel-width = Make a panel wider or narrower
command-stack-document = The document below the list, or beside it again
command-swap-panels = Swap the sides of the panels
command-toggle-body-panel = Fold the body panel
command-toggle-side-panel = Fold the side panel
command-toggle-view-panel = Cut, colours and views
    .words = palette saved
command-toggle-library-panel = Organise the library
    .words = tags collections facets filter searches
command-toggle-timeline = Timeline: documents by year
    .words = years history play decade
command-toggle-facets = Narrow the list by year, type or journal
    .words = facets filter histogram
command-show-left = Choose what the body panel shows
command-toggle-presentation = Presentation: only the stage
    .words = projector full screen
command-open-stage-menu = Open the menu of the stage
command-focus-ask = Ask: a place, the documents, a command
    .words = search palette find
command-focused = The keyboard was taken
command-dismiss-notice = Take a notice away
command-drop-hover = Files hover over the window
command-forget-dropped = What was dropped has been seen
command-prompt-for-path = Type a path
command-escape = Close what is open, then clear the selection, then the search
command-save-picture = Save a picture of the stage…
    .words = screenshot png
command-save-picture-to = Save a picture of the stage to a file
command-open-picture = What the picture should show
command-picture-with = Choose what pictures show
command-save-picture-as = Choose a file for the picture
command-screenshot = Save a picture of the window
command-pause-job = Pause or resume a job
command-cancel-job = Cancel a job
command-clear-problems = Forget the problems
command-quit = Quit
    .words = exit close

## Tours

command-play-tour = Show a tour
command-tour-where-a-text-lands = Tour: Where does a text land?
    .words = start play present
command-tour-a-clinic-morning = Tour: A clinic morning: from a note to papers
    .words = start play present
command-tour-cut-the-body-open = Tour: Cut the body open
    .words = start play present
command-go-to-stop = Show a stop of the tour
command-next-stop = Next stop of the tour
    .words = forward presenter
command-previous-stop = Stop before
    .words = tour back presenter
command-play-or-pause = Play or pause the tour
command-stop-is-over = The time of a stop is over
command-end-tour = End the tour
command-new-tour = Make a tour
    .tip = Add what you see, stop by stop, with a few words
    .words = record teach lesson
command-add-stop = Add what is seen to the tour
command-retake-stop = Let the stop show what is seen
command-edit-stop = Change a stop
command-move-stop = Move a stop
command-remove-stop = Take a stop out
command-name-tour = Name the tour
command-copy-tour = Make a tour out of this one
command-open-tour = Open a tour…
command-open-tour-at = Open a tour's file
command-save-tour = Save the tour…
command-save-tour-to = Save the tour to a file
command-close-tour = Close the tour

## The quiz

command-order-quiz = What the next quiz is to be like
command-start-quiz = Begin a quiz
command-choose-answer = Choose an answer of the quiz
command-show-structure = Show a structure for an answer
command-give-up = Ask for the right answer
command-next-question = Next question of the quiz
command-ask-again = Ask the wrong ones again
command-end-quiz = End the quiz

## Undo, redo, back, forward

command-undo = Undo
    .words = take back
command-redo = Redo
    .words = again
command-go-to-step = Go to a step
command-settle = Let go
command-back = Back to what was looked at before
command-forward = Forward again

## What opens over the stage

command-open-history = History
    .tip = The steps that can be undone and redone
command-open-duplicates = Find duplicates…
    .tip = Documents that are copies of one work, to be made one
    .words = merge copies same dedupe
command-open-pubmed = Search PubMed…
    .words = articles internet ncbi medline download
command-open-jobs = Jobs
    .tip = What is being done in the background
    .words = progress tasks
command-open-tours = Tours
    .tip = Sights of the body with a few words, one after another; three ship, and you can make your own
    .words = learn teach present class lesson introduction
command-open-quiz = Quiz…
    .tip = Name what is lit, find what is named, or tell what a text is about
    .words = learn teach test exam game questions
command-open-welcome = Welcome
    .tip = What can be done first
    .words = start first introduction
command-open-help = Keyboard shortcuts and about
    .words = keys help

## The menus

menu-documents = Documents
menu-edit = Edit
menu-body = Body
menu-view = View
menu-atlas = Atlas
menu-help = Help

## What the pointer does, for the key help

pointer-click = Click, double click
pointer-click-does = Select, isolate a structure
pointer-drag = Drag
pointer-drag-does = Orbit
pointer-pan = Shift drag, right drag
pointer-pan-does = Pan
pointer-wheel = Wheel
pointer-wheel-does = Zoom to the cursor
pointer-arrows = Arrow keys, + and -
pointer-arrows-does = Orbit, zoom
pointer-slices = Arrow keys in a slice
pointer-slices-does = Move the crossing by 1 mm, with Shift by 10 mm; PageUp and PageDown go through the slices, Enter selects
pointer-measure = Arrow keys while measuring
pointer-measure-does = Move the crossing by 1 mm, with Shift by 10 mm; PageUp and PageDown in depth, Enter sets an end there
pointer-timeline = ← and → in the timeline
pointer-timeline-does = Move its years; with Shift add some
command-less-motion = Less motion in the window
    .words = animation
command-more-motion = Usual motion in the window
    .words = animation
command-latin-labels = Latin names on the labels
command-explain-in-text = Weigh the words of the text for a structure
command-keep-variant = Keep as variant
    .tip = Keeps the text under “Place a text” and its place as A, B, C, to be compared with what you change it to
    .words = compare text versions side arrows
command-take-variant = Take the text of a variant back
command-drop-variant = Drop a variant
command-drop-variants = Drop all variants
command-tick-document = Select a document of the list as well
command-tick-through = Select the documents of the list up to one
command-tick-all = Select all that are listed
    .tip = What can be done with the list is then done with these
    .words = several documents mark tick
command-untick-all = Select none of the list
pointer-rows = Ctrl click, Shift click
pointer-rows-does = Select several documents of the list; so does the space bar
pointer-pull = Drag a row out of the window
pointer-pull-does = Hand its document to another program: as a file, or as a citation where text is taken
command-toggle-system = { $system }: show or hide
command-go-to-numbered-view = Go to saved view { $number }
command-add-structure = Choose a structure together with the selected one
pointer-add = Ctrl click a structure
pointer-add-does = Choose it together with the selected one
command-forget-problem = Forget a problem
command-open-path = Open a file or folder
command-look-at-files = Look at files before they are added
command-go-on = Go on
command-toggle-probe = Probe: documents around a point
    .tip = A sphere follows the pointer; what lies inside is counted, and listed with a click
    .words = sphere radius circle near around within distance region mm
command-toggle-several = Choose several structures
    .tip = Each click on the body or in the tree adds a structure to those whose documents are listed, or takes it out
    .words = together union multiple organs
command-set-probe-radius = Radius of the probe
command-list-around = List what lies around a point
command-read-titles = Read titles
command-not-here = Not here: take this document from its place
    .tip = It goes to the next best structure that its reading offers, or to none; undo takes it back
    .words = wrong place correct label
pointer-menu = Right click, Shift F10
pointer-menu-does = Menu of a row; of all that are selected, if it is one of them
command-light-next = Light another structure of the quiz
command-open-guide = Guide: what to do first
    .words = help how to manual begin
command-save-pictures = Save a tour as pictures…
command-save-pictures-in = Save a tour as pictures in a folder
command-picture-saved = The picture of a stop has been saved
command-save-video = Save a tour as a video…
    .words = film movie mp4 ffmpeg
command-save-video-to = Save a tour as a video to a file
command-toggle-region = { $region }: show or hide
command-set-region-visibility = Show, ghost or hide a region
