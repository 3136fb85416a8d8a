# Before a large import: what was recognised, and what is added.

# In titles and jobs: several files in place of the name of one.
preview-files =
    { $count ->
        [one] { $count } file
       *[other] { $count } files
    }
preview-title = Add { $files }
preview-job = Looking at { $files }
preview-looking = Looking…
preview-looking-records =
    { $count ->
        [one] Looking… { $count } record so far
       *[other] Looking… { $count } records so far
    }
preview-unlikened = There are too many records to look for likely copies now; Find duplicates does it afterwards.

## What stands below or behind a number of records

preview-new =
    { $count ->
        [one] new
       *[other] new
    }
preview-new-hint = These are added
preview-likely =
    { $count ->
        [one] of them likely copies
       *[other] of them likely copies
    }
preview-likely-hint = A preprint and its article, a record without its identifier, an abstract that was cut: added, and shown for merging
preview-known =
    { $count ->
        [one] here already
       *[other] here already
    }
preview-known-hint = Passed over: the library has a document with the same DOI, PMID or title and year
preview-repeated =
    { $count ->
        [one] twice in these files
       *[other] twice in these files
    }
preview-repeated-hint = Added once: another record of the files is of the same work
preview-refused =
    { $count ->
        [one] cannot be read
       *[other] cannot be read
    }
preview-refused-hint = Passed over, and kept under Problems with the reason
preview-identifiers =
    { $count ->
        [one] identifiers only
       *[other] identifiers only
    }
preview-identifiers-hint = PMIDs or DOIs without an article; PubMed can be asked for them

## Files

preview-not-recognised = not recognised
preview-format =
    { $kind ->
       *[other] { $what }
    }
preview-fetch = Fetch their articles from PubMed…
preview-fetch-hint = Shows first what would be sent to whom
preview-more = and { $count } more
preview-more-files =
    { $count ->
        [one] and { $count } more file
       *[other] and { $count } more files
    }
preview-more-columns =
    { $count ->
        [one] and { $count } more column
       *[other] and { $count } more columns
    }
# A record that is likely to be a copy: its title, by what that is told, and the title of the other one.
preview-copy-of-known = ≈  { $title } ({ $by }; here already: { $other })
preview-copy-in-files = ≈  { $title } ({ $by }; in the same files: { $other })
preview-which-columns = Which column has the title, which the text? Without one of them the rows cannot be read.
preview-headings = The first row has headings

## The buttons

preview-merge = Show likely copies for merging afterwards
preview-add =
    { $count ->
        [one] Add one document
       *[other] Add { $count } documents
    }
preview-add-now = Add without checking further
preview-add-hint = They are placed in the body one after the other; the window goes on meanwhile
preview-add-later-hint = They are added when the present import has ended
preview-cancel = Cancel
preview-stop-other = Stop that
preview-column = Column { $column } is
