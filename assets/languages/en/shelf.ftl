# How documents are organised, and by what they are counted.

shelf-facet-collection = Collections
shelf-facet-tag = Tags
shelf-facet-state = Reading
shelf-facet-year = Year
shelf-facet-topic = Topics
shelf-facet-design = Study design
shelf-facet-population = Population
shelf-facet-kind = Type
shelf-facet-journal = Journal
shelf-facet-system = System
shelf-facet-structure = Structure
shelf-facet-source = Source

# Topics in groups by what they name.
shelf-topics-disease = Diseases
shelf-topics-drug = Drugs
shelf-topics-other = Other

# What documents are by "Reading".
shelf-state-unread = Unread
shelf-state-read = Read
shelf-state-starred = Starred
shelf-state-note = With a note
shelf-no-year = Without a year

# Years as a span: a heading, or one of the things that a list is narrowed to.
shelf-years = { $from } to { $to }
shelf-years-counted = { $count } years, { $from } to { $to }
shelf-click-value = Click a value: the list and the markers are narrowed to its documents.
shelf-narrow-no-longer = { $facet }: stop narrowing to this
shelf-show-all = Show all
shelf-years-hint = Stop narrowing to these years
shelf-searches = Searches and collections
shelf-search-hint = List what this search asks for. Right click: forget it
shelf-forget-search = Forget this search
shelf-name = A name
shelf-keep-search = Keep this search
shelf-keep-search-hint = What is listed now, under this name
shelf-new-collection = New collection
shelf-new-collection-hint = An empty collection; Thesis/Liver lies in Thesis
shelf-fewer = Fewer
shelf-more = { $count } more

# For those who hear the row.
shelf-value =
    { $count ->
        [one] { $name }, { $count } document
       *[other] { $name }, { $count } documents
    }
shelf-select-structure = Select this structure
shelf-drop-collection = Take this collection away
shelf-drop-collection-hint = Its documents stay in the library
shelf-click-again = Click to narrow to it; click again to stop

# Why a library can be read and not changed.
shelf-only-read-elsewhere = { $name } is open in another window; here it can be read, not changed
shelf-only-read-file = { $name } is a file that can only be read; here it can be read, not changed
shelf-only-read-folder = { $name } lies in a folder that can only be read; here it can be read, not changed
shelf-only-read-asked = { $name } was opened to be read; here it can be read, not changed
shelf-only-read-in-place = { $name } is a data set that is read in place; here it can be read, not changed
shelf-only-read-server = { $name } lies on a server, and `corpus-atlas import` adds to it; here it can be read, not changed

# Notices.
shelf-kept = Kept as “{ $name }”
shelf-drawn-not-kept = What was drawn is not kept as a search: put its documents into a collection
shelf-similar-not-kept = What is like a document or a text is found anew each time, and not kept
shelf-nothing-to-try = There is no file to try again
shelf-you-chose = you chose it
shelf-merged =
    { $count ->
        [one] One copy became part of the document that is kept; Ctrl Z takes it back
       *[other] { $count } copies became part of the documents that are kept; Ctrl Z takes it back
    }
shelf-open-first = Open a document first; papers like it are found then
shelf-type-first = Type or paste a text under “Place a text” first
shelf-point-not-kept = This point of the shown atlas has no place in the modelled torso, and cannot be kept as a search
shelf-point-not-here = The shown atlas has no such point; its structure is listed instead
