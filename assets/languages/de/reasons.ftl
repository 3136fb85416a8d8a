# Warum ein Datensatz oder eine Datei abgelehnt wurde.

reasons-denied = kann nicht gelesen werden: keine Berechtigung
reasons-gone = kann nicht gelesen werden: Die Datei ist nicht mehr da
reasons-io = kann nicht gelesen werden: { $detail }
reasons-empty = die Datei ist leer
reasons-too-large =
    zu groß: { $kind ->
        [pdf] PDF
        [file] Datei
        [text-file] Textdatei
        [line] Zeile
        [record] Datensatz
        [row] Zeile
        [column] Spalte
        [unpacked-content] ausgepackter Inhalt
        [file-in-an-archive] Datei im Archiv
        [part-of-the-file] Teil der Datei
       *[other] { $what }
    } mit mehr als { $limit }
reasons-unpacks = wird beim Auspacken mehr als { $ratio }-mal so groß, was kein Text wird; nicht weiter gelesen
reasons-grew = die Datei ist gewachsen, seit sie geöffnet wurde; gelesen wurden die ersten { $read }; lesen Sie sie erneut, wenn sie vollständig ist
reasons-too-many =
    mehr als { $limit } { $kind ->
        [files] Dateien
        [records] Datensätze
        [folders-inside-each-other] ineinander liegende Ordner
        [archives-inside-each-other] ineinander liegende Archive
       *[other] { $what }
    }; der Rest wird nicht gelesen
reasons-wrong-ending = dem Namen nach { $named }, dem Inhalt nach { $found }; benennen Sie die Datei um oder wählen Sie eine andere
reasons-binary = Binärdaten, kein Text
reasons-gzip = beschädigte oder unvollständige gzip-Daten: { $detail }
reasons-record = ein fehlerhafter Datensatz: { $detail }
reasons-xml = kein wohlgeformtes XML: { $detail }
reasons-no-columns = eine Tabelle, in der keine Spalte title, text oder abstract heißt; ihre erste Zeile lautet: { $row }
reasons-table = eine Tabelle, die nicht gelesen werden kann: { $detail }
reasons-archive = ein beschädigtes oder fremdes Archiv: { $detail }
reasons-encrypted = der Text ist verschlüsselt und ohne den Schlüssel nicht zu lesen
reasons-database = eine Datenbank, die nicht gelesen werden kann: { $detail }
reasons-without-entry = steht in Zotero ohne Eintrag; von solchen Dateien werden dort nur PDFs gelesen, fügen Sie die Datei selbst hinzu
reasons-without-base = { $file } liegt unterhalb des Basisordners von Zotero, der nicht bekannt ist; fügen Sie die Datei selbst hinzu
reasons-no-title = ohne Titel ({ $detail })
reasons-identifiers =
    { $count ->
        [one] nur Kennungen: ein Artikel ohne den Artikel selbst; PubMed kann danach gefragt werden
       *[other] nur Kennungen: { $count } Artikel ohne die Artikel selbst; PubMed kann danach gefragt werden
    }
reasons-no-text = weder Titel noch Text
reasons-no-records = kein { $format }-Datensatz gefunden: keine Zeile beginnt mit „{ $start }“
reasons-stray-text = Text außerhalb eines Datensatzes, der mit „{ $text }“ beginnt
reasons-pdf-no-reader = PDF-Dateien können hier nicht gelesen werden: Es ist kein PDF-Leser eingerichtet
reasons-pdf-not-run = der PDF-Leser ließ sich nicht ausführen: { $detail }
reasons-pdf-time = der PDF-Leser war nach { $seconds } s nicht fertig und wurde beendet
reasons-pdf-memory = der PDF-Leser brauchte mehr als { $limit } Speicher und wurde beendet
reasons-pdf-crashed = der PDF-Leser ist an dieser Datei gescheitert ({ $detail })
reasons-pdf-answer = der PDF-Leser gab keine brauchbare Antwort
reasons-pdf-truncated = abgeschnittenes PDF: sein Ende fehlt ({ $detail })
reasons-pdf-damaged = beschädigtes PDF: { $detail }
reasons-pdf-encrypted = verschlüsseltes PDF: es braucht ein Passwort
reasons-pdf-scan =
    { $count ->
        [one] kein Text in diesem PDF von einer Seite: wahrscheinlich ein Scan; lassen Sie zuerst eine Texterkennung (OCR) darüber laufen
       *[other] kein Text in diesem PDF von { $count } Seiten: wahrscheinlich ein Scan; lassen Sie zuerst eine Texterkennung (OCR) darüber laufen
    }
reasons-passed-over =
    { $count ->
        [one] eine Datei einer Art, die nicht gelesen werden kann: { $files }
       *[other] { $count } Dateien von Arten, die nicht gelesen werden können: { $files }
    }
reasons-damaged = ist beschädigt: { $detail }
reasons-added-again = wurde seither erneut hinzugefügt, als { $id }
reasons-broke-off = der Import brach ab; „Erneut versuchen“ setzt dort fort
reasons-unsupported = { $found } kann nicht gelesen werden (lesbar: { $readable })
reasons-more-of-ending = (und { $count } weitere .{ $ending })
reasons-more-without-ending = (und { $count } weitere ohne Endung)
reasons-others = { $files } und { $count } anderer Arten
reasons-kind-of-ending = eine .{ $ending }-Datei
reasons-kind =
    { $kind ->
        [plain-text] reiner Text
        [markdown] ein Markdown-Text
        [a-pdf] ein PDF
        [ris-references] eine RIS-Liste
        [nbib-references] eine NBIB-Liste
        [endnote-references] eine EndNote-Liste
        [bibtex-references] eine BibTeX-Liste
        [xml-references] eine Literaturliste in XML
        [jats-xml] ein JATS-XML-Artikel
        [a-csv-table] eine CSV-Tabelle
        [a-spreadsheet-xlsx] eine Tabelle (XLSX)
        [an-opendocument-spreadsheet] eine OpenDocument-Tabelle
        [a-word-document] ein Word-Dokument
        [an-opendocument-text] ein OpenDocument-Text
        [rich-text-rtf] ein RTF-Text
        [html] eine HTML-Seite
        [an-electronic-book-epub] ein E-Book (EPUB)
        [json-lines] eine Datei mit JSON-Zeilen
        [a-json-file] eine JSON-Datei
        [a-zip-archive] ein ZIP-Archiv
        [a-tar-archive] ein TAR-Archiv
        [an-old-microsoft-office-file] eine alte Datei von Microsoft Office
        [xml-that-is-neither-pubmed-s-nor-endnote-s-nor-jats] XML weder von PubMed noch von EndNote noch nach JATS
        [a-parquet-table] eine Parquet-Tabelle
        [points-geojson] eine Datei mit Punkten (GeoJSON)
        [points-csv] eine Tabelle von Punkten (CSV)
        [a-presentation] eine Präsentation
        [an-sqlite-database] eine SQLite-Datenbank
        [a-png-picture] ein PNG-Bild
        [a-jpeg-picture] ein JPEG-Bild
        [a-gif-picture] ein GIF-Bild
        [a-tiff-picture] ein TIFF-Bild
        [a-program] ein Programm
        [bzip2-data] eine bzip2-Datei
        [xz-data] eine xz-Datei
        [zstandard-data] eine Zstandard-Datei
        [a-7-zip-archive] ein 7-Zip-Archiv
        [gzip-data] eine gzip-Datei
        [gzip-data-inside-of-gzip-data] eine gzip-Datei in einer gzip-Datei
        [binary-data] eine Binärdatei
        [something-else] etwas anderes
        [a-device-or-pipe] ein Gerät oder eine Pipe
        [an-archive-without-a-file-that-can-be-read] ein Archiv ohne lesbare Datei
       *[other] { $what }
    }
reasons-line = Zeile { $line }
reasons-record-line = Datensatz { $record } (Zeile { $line })

## Wovor beim Lesen gewarnt wird

reasons-read-as = dem Namen nach { $named }, gelesen als { $found }
reasons-encoding =
    { $count ->
        [one] ein Byte ist kein gültiges UTF-8 und wurde als Windows-1252 (Latin-1) gelesen; prüfen Sie Buchstaben mit Akzenten
       *[other] { $count } Bytes sind kein gültiges UTF-8 und wurden als Windows-1252 (Latin-1) gelesen; prüfen Sie Buchstaben mit Akzenten
    }
reasons-page-left-out = Seite { $page } konnte nicht gelesen werden und fehlt
reasons-rebuilt = die Datei ist beschädigt; gelesen wurde, was in ihr zu finden war, Seiten können fehlen
reasons-lacks = „{ $key }“, wovon Felder übernommen werden, steht nicht in der Datei
reasons-being-written = Zotero schreibt gerade in seine Datenbank, die gelesen wurde, wie sie ist; schließen Sie Zotero und lesen Sie sie noch einmal, damit die letzten Änderungen sicher dabei sind
reasons-file-base = { $file } liegt unterhalb des Basisordners von Zotero, der nicht bekannt ist, und wird nicht gelesen
reasons-file-outside = { $file } liegt außerhalb des Ordners der Liste und wird nicht gelesen
reasons-file-not-there = { $file } ist nicht da
reasons-file-alone = { $file } wurde schon für sich gelesen und wird nicht noch einmal gelesen
reasons-file-earlier = { $file } gehört zu einem früheren Datensatz und wird nicht noch einmal gelesen
