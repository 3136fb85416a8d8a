# The right panel: the list, a text to be placed, the problems.

side-tab-results = Results
side-tab-document = Document
side-tab-text = Place a text
side-tab-problems = Problems
side-tab-problems-counted = Problems ({ $count })
side-all-documents = All documents
side-in-structure = In this structure
side-about-point = About this point
side-within = Words within these documents…
side-within-all = All of them again
side-searching = Searching…
side-none-narrowed = No document has all that the list is narrowed to.
side-none-opening = The library is being opened. Of a data set an index is made the first time.
side-none-refused = No library is open: the reason is among the Problems.
side-none-empty = The library is empty.
side-none-yet = The library is empty. Drop files on the window, or use “Add documents…”.
side-none-asked = Click an organ, a point or a marker. Its documents are listed here, the likeliest first.
side-none-here = No document here yet.
side-none-words = No document has these words.
side-no-document-has = No document has “{ $words }”.
side-did-you-mean = Did you mean “{ $words }”?
side-count =
    { $count ->
        [one] { $count } document
       *[other] { $count } documents
    }
side-count-first = { $count } documents, the first { $listed } listed

# Follows one of the two above: "120 documents · 40 here".
side-count-here = { $count } here

# The ends of the slider of what is like something, and what it does.
side-weight-words = words and meaning
side-weight-place = place
side-weight-hint = What counts more: that a paper has the same words and means the same, or that it lies in the same place

# What put a document into a list of similar ones, by its place in each: "words 2 · meaning 5 · place 3 mm".
side-part-words = words { $rank }
side-part-meaning = meaning { $rank }
side-part-place = place { $distance } mm

# Of documents about a point: their order, and why each stands where it does.
side-about-order = Likeliest first: by what each says of what lies here, and by its distance.
side-about-order-distance = No document speaks of what lies here: by distance alone.
side-about-likely = { $share } % likely
side-about-says = { $share } % likely · evidence for “{ $structure }” { $evidence } %
side-about-silent = { $share } % likely · says little of what lies here
side-about-distance = { $share } % likely, by its distance alone
side-export = Export…
side-export-hint = Save the documents of this list to a file, also those that are not shown · Ctrl E
side-pulled =
    { $count ->
        [one] Let go over another program: { $count } document
       *[other] Let go over another program: { $count } documents
    }
side-compare = Compare
side-compare-hint = Keep this list; what you list next is compared with it, structure by structure
side-sort-hint = In which order the list is; documents without a year come last
# The head of what the list can be narrowed to.
side-facets = Narrow
side-facets-hint = Years, topics, designs, populations, types, journals, places, tags and sources of these documents; a click narrows list and stage
side-elsewhere =
    { $count ->
        [one] { $count } document elsewhere, that speaks of it, too
       *[other] { $count } documents elsewhere, that speak of it, too
    }
side-elsewhere-whole =
    { $count ->
        [one] { $count } document elsewhere, that speaks of it or is about the whole
       *[other] { $count } documents elsewhere, that speak of it or are about the whole
    }
side-fly = Fly to the marker
side-outside = outside this atlas?
side-inside = inside
side-at-point = at the point
side-from-point = { $mm } mm from the point
side-outside-by = { $mm } mm outside
side-text-about = Type or paste: the blue marker moves where the text belongs. Nothing leaves this machine.
side-text-example = For example: A stone in the distal left ureter with hydronephrosis of the left kidney.
side-text-box = Text to place
side-text-clear = Clear
side-text-no-model = Texts cannot be placed: { $reason }
side-text-opening-model = The model is being opened…
side-problems-none = Nothing has gone wrong.
side-problems-about = These were left out; everything else went on.
side-problems-fetch = Fetch them from PubMed…
side-problems-fetch-hint = Shows what would be sent before anything is
side-problems-again = Try again
side-problems-again-hint = Adds these files again; what is known already is passed over
side-problems-forget = Forget
side-weight-name = Place against words
side-variants = Variants
side-variants-drop = Drop all
side-variant-drop = Drop variant { $letter }
side-variant-take = Click: take this text back into the box
side-variant-from = { $mm } mm from { $first }
side-variant-same = where { $first } is
side-variant-told = Variant { $letter }: { $place }. { $words }
side-ticked =
    { $count ->
        [one] One document selected
       *[other] { $count } documents selected
    }
side-untick = Select none · Esc
side-export-ticked-hint = Save the selected documents to a file · Ctrl E
side-problem-again = Try this one again
side-problem-open = Open it
side-problem-open-folder = Open its folder
side-problem-columns = Choose columns…
side-problem-forget = Forget this one
side-several-cite = Copy { $count } citations
side-several-export = Export { $count } documents…
side-several-remove = Remove { $count } documents
