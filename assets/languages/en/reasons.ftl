# Why a record or a file was refused.

reasons-denied = cannot be read: permission denied
reasons-gone = cannot be read: there is no such file any more
reasons-io = cannot be read: { $detail }
reasons-empty = the file is empty
# The library says the kind in English ($what); the other languages say it by $kind.
reasons-too-large =
    too large: { $kind ->
       *[other] { $what }
    } of more than { $limit }
reasons-unpacks = unpacks to more than { $ratio } times its size, as no text does; not read further
reasons-grew = the file has grown since it was opened; its first { $read } were read, read it again when it is complete
reasons-too-many =
    more than { $limit } { $kind ->
       *[other] { $what }
    }; the rest is not read
reasons-wrong-ending = named as { $named }, but its content is { $found }; rename the file or choose another
reasons-binary = binary data, not text
reasons-gzip = damaged or incomplete gzip data: { $detail }
reasons-record = a malformed record: { $detail }
reasons-xml = not well-formed XML: { $detail }
reasons-no-columns = a table that cannot be read: no column is called title, text or abstract; its first row is: { $row }
reasons-table = a table that cannot be read: { $detail }
reasons-archive = a damaged or foreign archive: { $detail }
reasons-encrypted = its text is encrypted, and cannot be read without the key
reasons-database = a database that cannot be read: { $detail }
reasons-without-entry = it stands in Zotero without an entry; of such files only PDFs are read from there, add the file itself
reasons-without-base = { $file } lies relative to Zotero's base folder, which is not known; add the file itself
reasons-no-title = no title ({ $detail })
reasons-identifiers =
    { $count ->
        [one] only identifiers: one article, without the article itself; PubMed can be asked for it
       *[other] only identifiers: { $count } articles, without the articles themselves; PubMed can be asked for them
    }
reasons-no-text = neither title nor text
reasons-no-records = no { $format } record found: no line begins with “{ $start }”
reasons-stray-text = text outside of any record, beginning with “{ $text }”
reasons-pdf-no-reader = PDF files cannot be read here: no PDF reader is set up
reasons-pdf-not-run = the PDF reader could not be run: { $detail }
reasons-pdf-time = the PDF reader did not finish within { $seconds } s and was stopped
reasons-pdf-memory = the PDF reader needed more than { $limit } of memory and was stopped
reasons-pdf-crashed = the PDF reader crashed on this file ({ $detail })
reasons-pdf-answer = the PDF reader gave no usable answer
reasons-pdf-truncated = truncated PDF: its end is missing ({ $detail })
reasons-pdf-damaged = damaged PDF: { $detail }
reasons-pdf-encrypted = encrypted PDF: it needs a password
reasons-pdf-scan =
    { $count ->
        [one] no text in this PDF of one page: it is probably a scan; run text recognition (OCR) on it first
       *[other] no text in this PDF of { $count } pages: it is probably a scan; run text recognition (OCR) on it first
    }
reasons-passed-over =
    { $count ->
        [one] one file of a kind that cannot be read: { $files }
       *[other] { $count } files of kinds that cannot be read: { $files }
    }
reasons-damaged = it is damaged: { $detail }
reasons-added-again = it has been added again since, as { $id }
reasons-broke-off = its import broke off; “Try again” goes on where it stopped
reasons-unsupported = { $found } cannot be read (readable: { $readable })
reasons-more-of-ending = (and { $count } more .{ $ending })
reasons-more-without-ending = (and { $count } more without an ending)
reasons-others = { $files }, and { $count } of other kinds
reasons-kind-of-ending = a .{ $ending } file
reasons-kind =
    { $kind ->
       *[other] { $what }
    }
reasons-line = line { $line }
reasons-record-line = record { $record } (line { $line })

## What a reader warns of

reasons-read-as = named as { $named }, read as { $found }
reasons-encoding =
    { $count ->
        [one] one byte is not valid UTF-8 and was read as Windows-1252 (Latin-1); check accented letters
       *[other] { $count } bytes are not valid UTF-8 and were read as Windows-1252 (Latin-1); check accented letters
    }
reasons-page-left-out = page { $page } could not be read and is left out
reasons-rebuilt = the file is damaged; what could be found in it was read, and pages may be missing
reasons-lacks = “{ $key }”, which it takes fields from, is not in the file
reasons-being-written = Zotero is writing to its database, which was read as it lies; close Zotero and read it again to be sure of what was changed last
reasons-file-base = { $file } lies relative to Zotero's base folder, which is not known, and is not read
reasons-file-outside = { $file } lies outside of the folder of its list and is not read
reasons-file-not-there = { $file } is not there
reasons-file-alone = { $file } was read by itself before and is not read again
reasons-file-earlier = { $file } belongs to an earlier record and is not read again
