preview-files =
    { $count ->
        [one] { $count } Datei
       *[other] { $count } Dateien
    }
preview-title = { $files } hinzufügen
preview-job = Prüfung: { $files }
preview-looking = Wird geprüft…
preview-looking-records =
    { $count ->
        [one] Wird geprüft… bisher { $count } Datensatz
       *[other] Wird geprüft… bisher { $count } Datensätze
    }
preview-unlikened = Für die Suche nach wahrscheinlichen Kopien sind es jetzt zu viele Datensätze; „Duplikate finden“ holt sie danach nach.

## Was unter oder hinter einer Anzahl von Datensätzen steht

preview-new =
    { $count ->
        [one] neu
       *[other] neu
    }
preview-new-hint = Diese werden hinzugefügt
preview-likely =
    { $count ->
        [one] davon wahrscheinlich eine Kopie
       *[other] davon wahrscheinlich Kopien
    }
preview-likely-hint = Ein Preprint und sein Artikel, ein Datensatz ohne seine Kennung, ein gekürzter Abstract: wird hinzugefügt und zum Zusammenführen gezeigt
preview-known =
    { $count ->
        [one] schon vorhanden
       *[other] schon vorhanden
    }
preview-known-hint = Übersprungen: Die Bibliothek hat ein Dokument mit derselben DOI, derselben PMID oder demselben Titel und Jahr
preview-repeated =
    { $count ->
        [one] doppelt in diesen Dateien
       *[other] doppelt in diesen Dateien
    }
preview-repeated-hint = Einmal hinzugefügt: Ein anderer Datensatz der Dateien betrifft dieselbe Arbeit
preview-refused =
    { $count ->
        [one] nicht lesbar
       *[other] nicht lesbar
    }
preview-refused-hint = Übersprungen und mit dem Grund unter „Probleme“ aufbewahrt
preview-identifiers =
    { $count ->
        [one] nur Kennung
       *[other] nur Kennungen
    }
preview-identifiers-hint = PMIDs oder DOIs ohne Artikel; PubMed kann nach ihnen gefragt werden

## Dateien

preview-not-recognised = nicht erkannt
preview-format =
    { $kind ->
        [plain-text] Reiner Text
        [markdown] Markdown
        [pdf] PDF
        [ris-references] RIS-Literaturliste
        [nbib-references] NBIB-Literaturliste
        [endnote-references] EndNote-Literaturliste
        [bibtex-and-biblatex-references] BibTeX und BibLaTeX
        [xml-of-pubmed-or-endnote] XML von PubMed oder EndNote
        [jats-xml-of-journals-and-pubmed-central] JATS-XML von Zeitschriften und PubMed Central
        [csv-and-other-separated-values] CSV und Ähnliches
        [spreadsheet-of-excel] Excel-Tabelle
        [opendocument-spreadsheet] OpenDocument-Tabelle
        [word-document] Word-Dokument
        [opendocument-text] OpenDocument-Text
        [rich-text] RTF-Text
        [web-page] Webseite
        [electronic-book-epub] E-Book (EPUB)
        [json-lines] JSON-Zeilen
        [json-and-csl-json] JSON und CSL-JSON
        [zip-archive] ZIP-Archiv
        [tar-archive] TAR-Archiv
        [parquet-table] Parquet-Tabelle
        [points-geojson-in-millimetres] Punkte (GeoJSON in Millimetern)
        [points-csv-in-millimetres] Punkte (CSV in Millimetern)
        [zotero] Zotero
       *[other] { $what }
    }
preview-fetch = Ihre Artikel aus PubMed laden…
preview-fetch-hint = Zeigt zuerst, was an wen gesendet würde
preview-more = und { $count } weitere
preview-more-files =
    { $count ->
        [one] und { $count } weitere Datei
       *[other] und { $count } weitere Dateien
    }
preview-more-columns =
    { $count ->
        [one] und { $count } weitere Spalte
       *[other] und { $count } weitere Spalten
    }
preview-copy-of-known = ≈  { $title } ({ $by }; schon vorhanden: { $other })
preview-copy-in-files = ≈  { $title } ({ $by }; in denselben Dateien: { $other })
preview-which-columns = Welche Spalte enthält den Titel, welche den Text? Ohne eine davon lassen sich die Zeilen nicht lesen.
preview-headings = Die erste Zeile enthält Überschriften

## Die Schaltflächen

preview-merge = Wahrscheinliche Kopien danach zum Zusammenführen zeigen
preview-add =
    { $count ->
        [one] Ein Dokument hinzufügen
       *[other] { $count } Dokumente hinzufügen
    }
preview-add-now = Ohne weitere Prüfung hinzufügen
preview-add-hint = Sie werden nacheinander im Körper verortet; das Fenster bleibt dabei benutzbar
preview-add-later-hint = Sie werden hinzugefügt, sobald der laufende Import beendet ist
preview-cancel = Abbrechen
preview-stop-other = Laufenden Import abbrechen
preview-column = Spalte { $column } ist
