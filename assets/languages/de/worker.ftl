worker-writing = { $to } wird geschrieben
worker-citing = Literaturangaben im Stil { $style }
worker-copying-library = Bibliothek wird nach { $to } kopiert
worker-adding = { $what } hinzufügen
worker-asking-pubmed = PubMed-Suche nach „{ $query }“
worker-asking-pubmed-for-files = PubMed-Suche nach den Artikeln aus { $files }
worker-placing-anew = Dokumente werden neu verortet

worker-counting = Wird gezählt
worker-landed =
    { $count ->
        [one] { $count } hinzugefügt
       *[other] { $count } hinzugefügt
    }
worker-landed-of = { $count } von { $total } hinzugefügt
worker-landed-of-read = { $count } von { $read } gelesenen hinzugefügt
worker-placed-of = { $count } von { $total } neu verortet
worker-placed-of-read = { $count } von { $read } gelesenen neu verortet
worker-full-texts-of = { $count } von { $total } Volltexten
worker-full-texts-of-read = { $count } Volltexte von { $read } gelesenen
worker-known =
    { $count ->
        [one] { $count } schon bekannt
       *[other] { $count } schon bekannt
    }
worker-refused =
    { $count ->
        [one] { $count } abgelehnt
       *[other] { $count } abgelehnt
    }
worker-refused-see =
    { $count ->
        [one] { $count } abgelehnt (siehe Probleme)
       *[other] { $count } abgelehnt (siehe Probleme)
    }
worker-passed-over =
    { $count ->
        [one] eine Datei nicht lesbarer Art (siehe Probleme)
       *[other] { $count } Dateien nicht lesbarer Art (siehe Probleme)
    }
worker-pace-second = { $rate } pro Sekunde
worker-pace-minute = { $rate } pro Minute
worker-left-seconds = noch { $time } s
worker-left-minutes = noch { $time } min
worker-left-hours = noch { $time } h
worker-stopped = { $words }; abgebrochen
worker-placed-anew = Neu verortet: { $count }

worker-asking = Anfrage an { $host }
worker-no-identifier = keine PubMed-ID und keine DOI in { $files }
worker-pubmed-has = PubMed hat { $count } Artikel, { $asked } werden abgerufen
worker-pubmed-missed =
    { $count ->
        [one] { $count } Artikel wurde gezählt, aber nicht geliefert
       *[other] { $count } Artikel wurden gezählt, aber nicht geliefert
    }
worker-pubmed-failed = { $error }; { $count } hinzugefügt, eine erneute Anfrage setzt dort fort
worker-pubmed-done = PubMed hat { $count } Artikel; { $words }
worker-looking-for-full-texts = Volltexte werden gesucht
worker-full-texts = Volltexte: { $count } hinzugefügt
worker-not-open-access = { $count } nicht frei zugänglich
worker-with-full-texts = { $words }; { $full_texts }
worker-full-texts-failed = { $error }; { $words }, eine erneute Anfrage setzt dort fort

worker-records =
    { $count ->
        [one] { $count } Datensatz
       *[other] { $count } Datensätze
    }
worker-clipboard-empty = Die Zwischenablage enthält keinen Text
worker-clipboard-file = Zwischenablage { $number }
worker-no-number = es ist keine Nummer mehr frei

worker-written =
    { $count ->
        [one] { $count } Dokument in { $to } geschrieben
       *[other] { $count } Dokumente in { $to } geschrieben
    }
worker-documents-of = Dokumente: { $count } von { $total }
worker-pairs-of = Verglichene Paare: { $count } von { $total }
worker-percent = { $percent } %
worker-copy-is-in = Eine Kopie der Bibliothek liegt in { $to }
worker-no-copy = es wurde keine Kopie angelegt
worker-video-is-in = Das Video liegt in { $file }
worker-no-video = es wurde kein Video erstellt
worker-ffmpeg-not-run = ffmpeg kann nicht ausgeführt werden: { $error }
worker-ffmpeg-gave-up = ffmpeg konnte das Video nicht erstellen: { $words }
worker-too-many-citations = { $count } Dokumente sind zu viele für die Zwischenablage (höchstens { $most }); exportieren Sie sie stattdessen
worker-nothing-copied = nichts wurde kopiert
worker-nothing-to-cite = Kein Dokument für eine Literaturangabe
worker-cited =
    { $count ->
        [one] { $count } Literaturangabe kopiert ({ $style })
       *[other] { $count } Literaturangaben kopiert ({ $style })
    }
worker-damaged = es ist beschädigt und wurde übergangen: { $reason }
worker-duplicates =
    { $count ->
        [0] Keine Duplikate
        [one] Eine Arbeit ist mehrfach vorhanden
       *[other] { $count } Arbeiten sind mehrfach vorhanden
    }

worker-opening-torso = Modellierter Torso wird geöffnet…
worker-opening-atlas = { $name } wird geöffnet…
worker-making = { $name } wird erstellt: { $doing }
worker-making-writes = Schreiben
worker-installed = Der Atlas „{ $name }“ ist installiert
worker-renamed = Der Atlas „{ $name }“ hat seine neuen Namen
worker-not-found-again = { $folder }: nicht wiederzufinden
worker-nothing-to-import = es gibt nichts zu importieren
worker-names-unknown = Die Namen von { $name } sind nicht bekannt; importieren Sie den Atlas erneut, um sie zu sehen
worker-no-public-atlas = kein öffentlicher Atlas hat diesen Namen
worker-fetching = { $title } wird geladen: { $percent } %
worker-download-stopped = Download angehalten; er wird beim nächsten Mal dort fortgesetzt
worker-no-home-folder = das System nennt keinen Benutzerordner
worker-cancelled = abgebrochen

worker-files-documents = Dokumente
worker-files-library = Corpus-Atlas-Bibliothek
worker-files-data-set = Datensammlung, an Ort und Stelle gelesen
worker-files-tour = Tour
worker-files-atlas = Labelvolumen und Oberflächen
worker-files-names = Namenstabellen
worker-no-source = weder eine Datei auf diesem Rechner noch eine Webadresse ist dafür bekannt
worker-source-not-opened = { $source } konnte nicht geöffnet werden: { $error }

worker-all-documents = Alle Dokumente
worker-all-narrowed = Alle Dokumente, eingegrenzt
worker-drawn-around =
    { $count ->
        [one] { $count } Dokument, im Bild gewählt
       *[other] { $count } Dokumente, im Bild gewählt
    }
worker-about-point = Zu diesem Punkt
worker-quoted = „{ $words }“
worker-within = { $words } · { $of }
worker-misread = { $heading } als einfache Wörter: Zeichen { $at }: { $reason }
worker-meaning-left-out = { $heading }, nur nach Wörtern: Die Bibliothek ist für die Bedeutung zu groß oder wird an Ort und Stelle gelesen
worker-search-failed = Die Suche ist fehlgeschlagen
worker-not-in-torso = Dokumente werden im modellierten Torso verortet, der diese Struktur nicht hat
worker-words-not-yet = Die Wörter werden indiziert ({ $percent } %): Die Antwort kommt danach
worker-similar-text = Ähnlich wie Ihr Text
worker-similar-document = Ähnlich wie „{ $title }“
worker-similar-several =
    Ähnlich wie { $count ->
        [one] eine Arbeit
       *[other] { $count } Arbeiten
    }
worker-similar-unlike =
    { $heading }, und anders als { $count ->
        [one] eine andere
       *[other] { $count } andere
    }
worker-similar-gone = Das Dokument ist nicht mehr in der Bibliothek
worker-similar-by-all = { $heading }, nach Wörtern, Bedeutung und Ort
worker-similar-mended = { $heading }; Schreibfehler wurden so gelesen: { $words }
worker-similar-unread = { $heading }, nur nach Wörtern: Das Modell ist noch nicht bereit, ihn zu lesen
worker-similar-no-vectors = { $heading }, nur nach Wörtern und Ort: Die Vektoren der Dokumente sind noch nicht bereit
worker-similar-left-out = { $heading }, nur nach Wörtern und Ort: Die Bibliothek ist für die Bedeutung zu groß oder wird an Ort und Stelle gelesen
worker-similar-no-vector = { $heading }, nur nach Wörtern und Ort: kein Vektor vorhanden
worker-similar-no-place = { $heading }, nur nach Wörtern und Bedeutung: ohne Ort in diesem Körper
worker-similar-words-alone = { $heading }, nur nach Wörtern: weder Vektor noch Ort in diesem Körper bekannt

worker-place-atlases = Installierte Atlanten
worker-place-atlas = Ein installierter Atlas
worker-place-female = Weiblicher Torso
worker-place-meshes = Oberflächen des Atlas
worker-place-document-number = Dokument { $key } der Bibliothek
worker-place-document = Dokument
worker-place-library = Bibliothek
worker-place-compacted = Bibliothek: Papierkorb geleert, die Datei so groß wie zuvor
worker-place-removed = Aus der Bibliothek Entferntes
worker-place-restored = Entfernte Dokumente
worker-place-problems = Probleme
worker-place-kept = Vermerke neben den Dokumenten
worker-place-marks = Vermerke zu Dokumenten
worker-place-tags = Schlagwörter und Notizen
worker-place-collection = Sammlung
worker-place-search = Suche
worker-place-import = Import
worker-place-removal = Entfernen
worker-place-correction = Korrektur
worker-place-merge = Zusammenführen
worker-place-session = Zustand des Fensters
worker-place-map = Karte
worker-place-watched = Überwachte Ordner
worker-place-clipboard = Zwischenablage
worker-place-model = Modell
worker-place-text = Ihr Text

worker-gone = nicht mehr in der Bibliothek
worker-corrected-gone = das Dokument ist nicht mehr in der Bibliothek
worker-no-library = keine Bibliothek geöffnet
worker-not-watched = kann nicht überwacht werden ({ $error }); wird beim Öffnen der Bibliothek durchgesehen
worker-no-atlas = der Atlas konnte nicht gelesen werden, daher können Texte nicht verortet werden
worker-no-model = das Modell ist nicht mehr da
worker-no-thread = dafür konnte kein Thread gestartet werden
worker-thread-not-started = der Thread konnte nicht gestartet werden: { $error }
worker-fault = Abbruch durch einen Programmfehler: { $words }
worker-unknown-fault = Abbruch durch einen Programmfehler: Mehr ist nicht bekannt
worker-completed =
    { $count ->
        [one] { $count } davon ergänzt
       *[other] { $count } davon ergänzt
    }
worker-around =
    { $count ->
        [one] { $count } Dokument im Umkreis von { $mm } mm um den Punkt
       *[other] { $count } Dokumente im Umkreis von { $mm } mm um den Punkt
    }
