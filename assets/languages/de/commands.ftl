# Die Befehle von Menüs, Befehlsfeld und Tastenhilfe: Beschriftung; „.tip“ ist der Hinweis dazu, „.words“ sind weitere Wörter, mit denen das
# Befehlsfeld sie findet. Beschriftungen enden auf „…“, wenn ein Dialog folgt.

## Dokumente hinein und hinaus

command-open-files = Dokumente hinzufügen…
    .words = importieren öffnen dateien artikel
command-open-folder = Ordner hinzufügen…
    .words = importieren verzeichnis
command-import = Dateien importieren
command-pubmed = PubMed-Treffer hinzufügen
command-pubmed-for = Artikel einer Liste aus PubMed laden…
command-cancel-import = Import abbrechen
    .words = stopp anhalten
command-place-anew = Von einem älteren Modell verortete Dokumente neu verorten
    .words = modell neu zuordnen
command-export = Dokumente exportieren…
    .tip = Speichert die Dokumente der Liste, oder alle, wenn nichts gefragt ist
    .words = speichern csv json ris bibtex bib nbib endnote zotero markdown parquet
command-export-to = Dokumente in eine Datei exportieren
command-export-all = Ganze Bibliothek exportieren…
    .words = speichern alles csv json ris bibtex
command-export-all-to = Ganze Bibliothek in eine Datei exportieren
command-export-document = Exportieren…
    .tip = Speichert nur dieses Dokument; die Dateiendung bestimmt das Format
command-export-document-to = Dokument in eine Datei exportieren
command-copy-citation = Literaturangabe kopieren
command-copy-citations = Literaturangaben der Liste kopieren
command-drag-out = Dokumente aus dem Fenster ziehen
    .words = zitieren quellen literaturverzeichnis vancouver apa ama harvard zwischenablage
command-set-citation-style = Zitierstil
command-save-copy = Kopie der Bibliothek speichern…
    .words = sicherung backup duplikat
command-save-copy-to = Kopie der Bibliothek in eine Datei speichern
command-open-library = Bibliothek öffnen…
command-open-library-at = Bibliotheksdatei öffnen
command-open-source = Quelle öffnen
command-remove-document = Aus der Bibliothek entfernen
command-correct = Ort korrigieren
command-compact-library = Bibliothek komprimieren
    .tip = Vergisst die entfernten Dokumente: Sie lassen sich dann nicht mehr zurückholen
    .words = papierkorb verkleinern aufräumen

## Dokumente auf dem Weg in die Bibliothek

command-add-files = Dateien hinzufügen
command-drop-files = Abgelegte Dateien hinzufügen
command-add-clipboard = Inhalt der Zwischenablage hinzufügen
    .tip = Literaturangaben in jedem Format, das Dateien haben können, oder reiner Text
    .words = einfügen importieren ris bibtex text
command-choose-column = Bedeutung einer Spalte wählen
command-read-headings = Tabellen haben Überschriften
command-merge-after = Kopien danach zum Zusammenführen zeigen
command-begin-import = Geprüftes hinzufügen
command-watch-folder = Ordner überwachen…
    .tip = Neue und geänderte Dateien werden hinzugefügt, solange das Fenster offen ist
    .words = importieren synchronisieren verzeichnis automatisch
command-watch-folder-at = Angegebenen Ordner überwachen
command-unwatch = Ordner nicht mehr überwachen
command-drop-import = Nichts davon hinzufügen

## Was zu Dokumenten vermerkt ist, und worauf Listen eingeschränkt sind

command-mark = Vermerke zu Dokumenten ändern
command-make-collection = Sammlung anlegen
command-drop-collection = Sammlung entfernen
command-narrow = Dokumente eingrenzen
command-narrow-years = Dokumente auf Jahre eingrenzen
command-widen = Wieder alle Dokumente zeigen, gleich worauf sie eingegrenzt waren
    .words = filter facetten löschen
command-compare = Mit dieser Liste vergleichen
    .tip = Behält, was jetzt aufgelistet ist; was Sie danach auflisten, hier oder in einer anderen Bibliothek, wird Struktur für Struktur damit verglichen
    .words = unterschied gegenüberstellen zwei listen bibliotheken
command-compare-on-body = Körper nach dem Unterschied färben
command-end-comparison = Nicht mehr vergleichen
    .words = vergleich beenden
command-keep-search = Suche merken
command-run-search = Gemerkte Suche ausführen
command-forget-search = Gemerkte Suche vergessen
command-leave-out = Gruppe von Kopien auslassen
command-keep-copy = Andere Kopie behalten
command-merge-duplicates = Kopien zu einem Dokument zusammenführen
command-look-for-copies = Erneut nach Kopien suchen
command-try-again = Fehlgeschlagenes erneut hinzufügen
    .words = probleme wiederholen

## Was ausgewählt und aufgelistet ist

command-select-structure = Struktur auswählen
command-select-document = Dokument auswählen
command-next-in-list = Nächstes Dokument der Liste öffnen
    .words = darunter lesen ergebnisse
command-previous-in-list = Vorheriges Dokument der Liste öffnen
    .words = darüber vorheriges liste lesen ergebnisse
command-hover-document = Zeigen auf
command-clear-selection = Auswahl aufheben
    .words = abwählen nichts alle dokumente
command-rank-by-point = Zu diesem Punkt
command-list-drawn-around = Umfahrenes auflisten
command-search-text = Dokumente durchsuchen
command-search-within = In der Liste suchen
command-find-similar = Ähnliche Arbeiten
    .tip = Arbeiten wie diese: nach Wortlaut, Bedeutung und Ort
    .words = ähnlich verwandt mehr empfehlen
command-more-like-these = Mehr wie diese
    .tip = Arbeiten wie alle diese: nach Wortlaut, Bedeutung und Ort
    .words = ähnlich mehrere ausgewählte empfehlen
command-not-like-this = Nicht wie diese
    .tip = Sie und ihre Kopien verlassen die Liste; Arbeiten gleicher Bedeutung kommen später
    .words = unähnlich ausschließen gegenbeispiel
command-find-like-text = Arbeiten wie dieser Text
    .tip = Arbeiten wie der Text unter „Text verorten“: nach Wortlaut, Bedeutung und Ort
    .words = ähnlich notiz fall empfehlen
command-side-by-side = Nebeneinander lesen
    .tip = Zwei ausgewählte Dokumente; oder dieses und das, das Sie als Nächstes wählen
    .words = zwei Dokumente vergleichen daneben Paar compare
command-toggle-page = Seite der PDF-Datei neben dem Text
    .tip = Aufgeschlagen beim ausgewählten Satz; noch einmal: nicht mehr
    .words = PDF Seite Original zeigen Abbildung Layout
command-next-page = Nächste Seite
    .words = PDF Seite umblättern weiter
command-previous-page = Vorige Seite
    .words = PDF Seite umblättern zurück
command-go-to-page = Eine Seite aufschlagen
command-look-at-sentence = Einen Satz ansehen
command-read-beside = Neben dem anderen lesen
command-select-second = Ein zweites Dokument auswählen
command-near-place = Ort gegen Wortlaut gewichten
command-sort-relevance = Relevanteste zuerst
    .words = reihenfolge rang sortieren relevanz beste liste
command-sort-newest = Neueste zuerst
    .words = reihenfolge sortieren jahr datum jüngste liste
command-sort-oldest = Älteste zuerst
    .words = reihenfolge sortieren jahr datum früheste liste
command-step-deeper = Zur Struktur hinter der unter dem Zeiger
command-step-nearer = Zurück zur vorderen Struktur

## Welche Strukturen gezeigt werden, und wie

command-set-visibility = Struktur zeigen, durchscheinen lassen oder ausblenden
command-set-opacity = Deckkraft einer Struktur ändern
command-set-system-visibility = System zeigen, durchscheinen lassen oder ausblenden
command-set-system-opacity = Deckkraft eines Systems ändern
command-isolate = Struktur isolieren
command-restore-hidden = Ausgeblendete Strukturen zurückholen
    .words = einblenden zeigen
command-reset-visibility = Zum Anfang: der Körper wie zu Beginn
    .words = zurücksetzen anfang
command-toggle-recede = Übriges zurücktreten lassen, wenn etwas ausgewählt ist
    .words = fokus
command-explode = Körper auseinandernehmen
    .words = explosionsansicht
command-together = Körper wieder zusammensetzen
    .words = explosionsansicht
command-set-palette = Körper einfärben
command-palette-anatomical = Körper anatomisch färben
    .words = palette farben einfärben
command-palette-system = Körper nach System färben
    .words = palette farben einfärben
command-palette-color-blind = Für Farbenblinde geeignete Farben des Körpers
    .words = palette farbenblind rotgrünschwäche einfärben
command-palette-documents = Körper nach Anzahl der Dokumente färben
    .words = palette farben einfärben
command-toggle-labels = Beschriftungen mit Hinweislinien
    .words = namen

## Schnitte

command-add-section = Körper zu Ihnen hin aufschneiden
    .words = schnitt ebene
command-set-section = Schnitt verschieben
command-remove-section = Schnitt entfernen
command-clear-sections = Schnitte schließen
    .words = schnitt
command-fill-cut = Alles Gewebe auf der Schnittfläche

## Kamera, gespeicherte Ansichten, Schichten, Messungen, Aussehen

command-view-anterior = Ansicht von vorn
    .words = kamera anterior
command-view-posterior = Ansicht von hinten
    .words = kamera posterior
command-view-left = Ansicht von links
    .words = kamera seite
command-view-right = Ansicht von rechts
    .words = kamera seite
command-view-superior = Ansicht von oben
    .words = kamera superior kranial
command-view-inferior = Ansicht von unten
    .words = kamera inferior kaudal
command-fly-to = Auf einen Punkt blicken
command-move-camera = Kamera bewegen
command-save-view = Ansicht speichern
command-go-to-view = Zu einer gespeicherten Ansicht
command-remove-view = Gespeicherte Ansicht vergessen
command-toggle-slices = Schichten
    .words = axial koronal sagittal schnittbilder
command-hold-slices = Mit Tasten durch die Schichten gehen
    .tip = Gibt der ersten Schicht die Tastatur, beim zweiten Mal der nächsten: Pfeile verschieben die Kreuzung um 1 mm, mit Umschalt um 10 mm; Bild auf und Bild ab gehen durch die Schichten
    .words = kreuzung fadenkreuz
command-crosshair = Fadenkreuz verschieben
command-toggle-measure = Abstand messen
    .words = lineal länge mm
command-toggle-draw-around = Dokumente umfahren
    .tip = Was in dem liegt, was Sie auf der Bühne zeichnen, wird aufgelistet
    .words = Lasso Gebiet Bereich auswählen mehrere Rahmen Kreis Punkte im Bild
command-toggle-draw-box = Rahmen um Dokumente ziehen
    .tip = Was in dem Rahmen liegt, den Sie auf der Bühne ziehen, wird aufgelistet
    .words = Rechteck Kasten Gebiet Bereich auswählen mehrere Punkte
command-measure-point = Ende eines Abstands setzen
command-clear-measurements = Gemessene Abstände vergessen
command-theme-dark = Dunkle Farben des Fensters
    .words = thema design
command-theme-light = Helle Farben des Fensters
    .words = thema design
command-theme-high-contrast = Hoher Kontrast im Fenster
    .words = thema design
command-theme-system = Farben des Fensters wie das System
    .words = thema design
command-set-language = Sprache des Fensters
command-set-quality = Feinheit der Darstellung

## Der eingegebene Text, und warum ein Text dort liegt, wo er liegt

command-live-text = Zu verortenden Text ändern
command-toggle-why = Warum: Wörter einfärben, die für den Ort sprechen
    .words = erklären begründung
command-explain-structure = Warum diese Struktur

## Andere Atlanten

command-show-male-torso = Männlichen Torso zeigen
    .words = mann körper
command-show-female-torso = Weiblichen Torso zeigen
    .words = frau körper brust uterus gebärmutter eierstock
command-show-atlas = Atlas zeigen
command-show-in = Im anderen Torso zeigen
command-import-atlas-files = Atlas aus Dateien importieren…
    .words = nifti gltf label volumen
command-import-atlas-folder = Atlas aus einem Ordner importieren…
command-import-atlas = Atlas importieren
command-ask-for-class-names = Namen der Labelwerte aus einer Datei übernehmen…
command-show-names = Namen eines Atlas zeigen
command-toggle-names = Namen des Atlas…
    .words = zuordnen abgleichen
command-show-unmatched-only = Nur nicht zugeordnete Namen auflisten
command-map-name = Bedeutung eines Namens festlegen
command-reset-names = Festlegungen zu Namen zurücknehmen
command-apply-names = Atlas mit den neuen Namen neu erstellen
command-ask-for-originals = Ausgangsdateien des Atlas suchen…
command-toggle-get-atlas = Atlas laden…
    .words = herunterladen öffentlich download
command-get-atlas = Öffentlichen Atlas laden
command-cancel-get-atlas = Download abbrechen

## Bereiche, Menüs, Bilder, das Fenster selbst

command-show-results = Ergebnisse zeigen
    .tip = Ein zweites Mal bekommt die Liste die Tastatur: Pfeile, Pos1, Ende und Eingabe führen durch sie
command-show-document = Dokument zeigen
command-show-text = Text verorten
    .words = tippen einfügen eingabe
command-show-problems = Probleme zeigen
command-dock-at-home = Alle Bereiche, wo sie zuerst waren
command-dock-tab = Einen Reiter anderswo anheften
command-set-panel-width = Einen Bereich breiter oder schmaler machen
command-stack-document = Das Dokument unter der Liste oder wieder neben ihr
command-swap-panels = Seiten der Bereiche tauschen
command-toggle-body-panel = Körperbereich ein- oder ausklappen
command-toggle-side-panel = Seitenbereich ein- oder ausklappen
command-toggle-view-panel = Schnitt, Farben und Ansichten
    .words = palette gespeichert
command-toggle-library-panel = Bibliothek ordnen
    .words = schlagwörter sammlungen facetten filter suchen
command-toggle-timeline = Zeitleiste: Dokumente nach Jahren
    .words = jahre verlauf abspielen jahrzehnt
command-toggle-facets = Liste nach Jahr, Art oder Zeitschrift eingrenzen
    .words = Facetten Filter Histogramm
command-show-left = Inhalt des Körperbereichs wählen
command-toggle-presentation = Präsentation: nur die Bühne
    .words = projektor vollbild
command-open-stage-menu = Menü der Bühne öffnen
command-focus-ask = Fragen: ein Ort, die Dokumente, ein Befehl
    .words = suchen befehlsfeld finden
command-focused = Tastatur wurde übernommen
command-dismiss-notice = Meldung schließen
command-drop-hover = Dateien über dem Fenster
command-forget-dropped = Abgelegtes wurde gesehen
command-prompt-for-path = Pfad eingeben
command-escape = Offenes schließen, dann die Auswahl aufheben, dann die Suche
command-save-picture = Bild der Bühne speichern…
    .words = screenshot png
command-save-picture-to = Bild der Bühne in eine Datei speichern
command-open-picture = Was ein Bild zeigen soll
command-picture-with = Wählen, was Bilder zeigen
command-save-picture-as = Eine Datei für das Bild wählen
command-screenshot = Bild des Fensters speichern
command-pause-job = Auftrag anhalten oder fortsetzen
command-cancel-job = Auftrag abbrechen
command-clear-problems = Probleme vergessen
command-quit = Beenden
    .words = schließen verlassen

## Touren

command-play-tour = Tour zeigen
command-tour-where-a-text-lands = Tour: Wo landet ein Text?
    .words = starten zeigen vorführen
command-tour-a-clinic-morning = Tour: Ein Morgen in der Klinik: von der Notiz zu den Arbeiten
    .words = starten zeigen vorführen
command-tour-cut-the-body-open = Tour: Den Körper aufschneiden
    .words = starten zeigen vorführen
command-go-to-stop = Station der Tour zeigen
command-next-stop = Nächste Station der Tour
    .words = vorwärts presenter
command-previous-stop = Vorige Station
    .words = tour zurück presenter
command-play-or-pause = Tour abspielen oder anhalten
command-stop-is-over = Zeit einer Station ist um
command-end-tour = Tour beenden
command-new-tour = Tour erstellen
    .tip = Fügen Sie hinzu, was Sie sehen, Station für Station, mit wenigen Worten
    .words = aufnehmen lehren unterricht
command-add-stop = Aktuelle Ansicht zur Tour hinzufügen
command-retake-stop = Station auf die aktuelle Ansicht setzen
command-edit-stop = Station ändern
command-move-stop = Station verschieben
command-remove-stop = Station entfernen
command-name-tour = Tour benennen
command-copy-tour = Aus dieser eine eigene Tour machen
command-open-tour = Tour öffnen…
command-open-tour-at = Datei einer Tour öffnen
command-save-tour = Tour speichern…
command-save-tour-to = Tour in eine Datei speichern
command-close-tour = Tour schließen

## Das Quiz

command-order-quiz = Wie das nächste Quiz sein soll
command-start-quiz = Quiz beginnen
command-choose-answer = Antwort im Quiz wählen
command-show-structure = Struktur als Antwort zeigen
command-give-up = Nach der richtigen Antwort fragen
command-next-question = Nächste Frage des Quiz
command-ask-again = Falsch Beantwortetes erneut fragen
command-end-quiz = Quiz beenden

## Rückgängig, wiederholen, zurück, vorwärts

command-undo = Rückgängig
    .words = zurücknehmen
command-redo = Wiederholen
    .words = nochmals
command-go-to-step = Zu einem Schritt gehen
command-settle = Loslassen
command-back = Zurück zum vorher Betrachteten
command-forward = Wieder vorwärts

## Was sich über der Bühne öffnet

command-open-history = Verlauf
    .tip = Die Schritte, die rückgängig gemacht und wiederholt werden können
command-open-duplicates = Duplikate finden…
    .tip = Dokumente, die Kopien einer Arbeit sind, zum Zusammenführen
    .words = zusammenführen kopien gleiche dubletten
command-open-pubmed = PubMed durchsuchen…
    .words = artikel internet ncbi medline laden
command-open-jobs = Aufträge
    .tip = Was im Hintergrund erledigt wird
    .words = fortschritt aufgaben
command-open-tours = Touren
    .tip = Ansichten des Körpers mit wenigen Worten, eine nach der anderen; drei sind dabei, eigene können Sie erstellen
    .words = lernen lehren zeigen kurs unterricht einführung
command-open-quiz = Quiz…
    .tip = Benennen, was leuchtet, finden, was genannt wird, oder sagen, wovon ein Text handelt
    .words = lernen lehren test prüfung spiel fragen
command-open-welcome = Willkommen
    .tip = Was Sie zuerst tun können
    .words = start anfang einführung
command-open-help = Tastenkürzel und Info
    .words = tasten hilfe

## Die Menüs

menu-documents = Dokumente
menu-edit = Bearbeiten
menu-body = Körper
menu-view = Ansicht
menu-atlas = Atlas
menu-help = Hilfe

## Was der Zeiger tut, für die Tastenhilfe

pointer-click = Klick, Doppelklick
pointer-click-does = Struktur auswählen, isolieren
pointer-drag = Ziehen
pointer-drag-does = Drehen
pointer-pan = Umschalt + Ziehen, Ziehen mit rechter Taste
pointer-pan-does = Verschieben
pointer-wheel = Mausrad
pointer-wheel-does = Zum Zeiger hin vergrößern
pointer-arrows = Pfeiltasten, + und -
pointer-arrows-does = Drehen, zoomen
pointer-slices = Pfeiltasten in einer Schicht
pointer-slices-does = Verschieben die Kreuzung um 1 mm, mit Umschalt um 10 mm; Bild auf und Bild ab gehen durch die Schichten, Eingabetaste wählt aus
pointer-measure = Pfeiltasten beim Messen
pointer-measure-does = Verschieben die Kreuzung um 1 mm, mit Umschalt um 10 mm; Bild auf und Bild ab in die Tiefe, die Eingabetaste setzt dort ein Ende
pointer-timeline = ← und → in der Zeitleiste
pointer-timeline-does = Verschiebt ihre Jahre; mit Umschalt kommen welche hinzu
command-less-motion = Weniger Bewegung im Fenster
    .words = animation
command-more-motion = Übliche Bewegung im Fenster
    .words = animation
command-latin-labels = Lateinische Namen auf den Beschriftungen
command-explain-in-text = Wörter des Textes für eine Struktur gewichten
command-keep-variant = Als Variante behalten
    .tip = Behält den Text unter „Text verorten“ und seinen Ort als A, B, C, zum Vergleich mit dem, was Sie daran ändern
    .words = vergleichen text fassungen nebeneinander pfeile
command-take-variant = Den Text einer Variante zurückholen
command-drop-variant = Eine Variante verwerfen
command-drop-variants = Alle Varianten verwerfen
command-tick-document = Ein Dokument der Liste dazu auswählen
command-tick-through = Die Dokumente der Liste bis zu einem auswählen
command-tick-all = Alle aufgelisteten auswählen
    .tip = Was mit der Liste getan werden kann, gilt dann für diese
    .words = mehrere Dokumente markieren Häkchen
command-untick-all = Keines der Liste auswählen
pointer-rows = Strg-Klick, Umschalt-Klick
pointer-rows-does = Mehrere Dokumente der Liste auswählen; auch mit der Leertaste
pointer-pull = Eine Zeile aus dem Fenster ziehen
pointer-pull-does = Ihr Dokument einem anderen Programm geben: als Datei oder, wo Text angenommen wird, als Literaturangabe
command-toggle-system = { $system }: zeigen oder ausblenden
command-go-to-numbered-view = Zur gespeicherten Ansicht { $number }
command-add-structure = Eine Struktur zur ausgewählten dazu wählen
pointer-add = Strg-Klick auf eine Struktur
pointer-add-does = Zur ausgewählten dazu wählen
command-forget-problem = Ein Problem vergessen
command-open-path = Datei oder Ordner öffnen
command-look-at-files = Dateien ansehen, bevor sie hinzugefügt werden
command-go-on = Fortsetzen
command-toggle-probe = Sonde: Dokumente um einen Punkt
    .tip = Eine Kugel folgt dem Zeiger; was darin liegt, wird gezählt und mit einem Klick aufgelistet
    .words = Kugel Radius Kreis nahe Umkreis innerhalb Abstand Gebiet mm
command-toggle-several = Mehrere Strukturen auswählen
    .tip = Jeder Klick auf den Körper oder im Baum fügt eine Struktur zu denen hinzu, deren Dokumente aufgelistet sind, oder nimmt sie heraus
    .words = zusammen vereinigt Organe mehrfach
command-set-probe-radius = Radius der Sonde
command-list-around = Auflisten, was um einen Punkt liegt
command-read-titles = Titel lesen
command-not-here = Nicht hier: das Dokument von seinem Ort nehmen
    .tip = Es kommt zur nächstwahrscheinlichen Struktur, die das Modell vorschlägt, oder zu keiner; Rückgängig nimmt es zurück
    .words = falscher Ort korrigieren
pointer-menu = Rechtsklick, Umschalt F10
pointer-menu-does = Menü einer Zeile; aller ausgewählten, wenn sie dazugehört
command-light-next = Eine andere Struktur des Quiz anleuchten
command-open-guide = Anleitung: was man zuerst tut
    .words = Hilfe Handbuch Anfang
command-save-pictures = Eine Tour als Bilder speichern…
command-save-pictures-in = Eine Tour als Bilder in einem Ordner speichern
command-picture-saved = Das Bild einer Station ist gespeichert
command-save-video = Eine Tour als Video speichern…
    .words = Film mp4 ffmpeg
command-save-video-to = Eine Tour als Video in einer Datei speichern
command-toggle-region = { $region }: zeigen oder ausblenden
command-set-region-visibility = Region zeigen, durchscheinen lassen oder ausblenden
