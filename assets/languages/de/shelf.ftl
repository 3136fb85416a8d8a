shelf-facet-collection = Sammlungen
shelf-facet-tag = Schlagwörter
shelf-facet-state = Lesestand
shelf-facet-year = Jahr
shelf-facet-topic = Themen
shelf-facet-design = Studiendesign
shelf-facet-population = Population
shelf-facet-kind = Art
shelf-facet-journal = Zeitschrift
shelf-facet-system = System
shelf-facet-structure = Struktur
shelf-facet-source = Quelle
shelf-topics-disease = Krankheiten
shelf-topics-drug = Arzneimittel
shelf-topics-other = Andere
shelf-state-unread = Ungelesen
shelf-state-read = Gelesen
shelf-state-starred = Mit Sternen
shelf-state-note = Mit Notiz
shelf-no-year = Ohne Jahr
shelf-years = { $from } bis { $to }
shelf-years-counted = { $count } Jahre, { $from } bis { $to }
shelf-click-value = Klicken Sie auf einen Wert: Liste und Marker werden auf seine Dokumente eingegrenzt.
shelf-narrow-no-longer = { $facet }: nicht mehr darauf eingrenzen
shelf-show-all = Alle zeigen
shelf-years-hint = Nicht mehr auf diese Jahre eingrenzen
shelf-searches = Suchen und Sammlungen
shelf-search-hint = Auflisten, wonach diese Suche fragt. Rechtsklick: vergessen
shelf-forget-search = Diese Suche vergessen
shelf-name = Ein Name
shelf-keep-search = Diese Suche merken
shelf-keep-search-hint = Was jetzt aufgelistet ist, unter diesem Namen
shelf-new-collection = Neue Sammlung
shelf-new-collection-hint = Eine leere Sammlung; Dissertation/Leber liegt in Dissertation
shelf-fewer = Weniger
shelf-more = { $count } weitere
shelf-value =
    { $count ->
        [one] { $name }, { $count } Dokument
       *[other] { $name }, { $count } Dokumente
    }
shelf-select-structure = Diese Struktur auswählen
shelf-drop-collection = Diese Sammlung entfernen
shelf-drop-collection-hint = Ihre Dokumente bleiben in der Bibliothek
shelf-click-again = Klick: darauf eingrenzen, noch ein Klick: nicht mehr
shelf-only-read-elsewhere = { $name } ist in einem anderen Fenster geöffnet; hier ist sie nur lesbar
shelf-only-read-file = { $name } ist eine schreibgeschützte Datei; hier ist sie nur lesbar
shelf-only-read-folder = { $name } liegt in einem schreibgeschützten Ordner; hier ist sie nur lesbar
shelf-only-read-asked = { $name } wurde zum Lesen geöffnet; hier ist sie nur lesbar
shelf-only-read-in-place = { $name } ist eine Datensammlung, die an Ort und Stelle gelesen wird; hier ist sie nur lesbar
shelf-only-read-server = { $name } liegt auf einem Server, und `corpus-atlas import` fügt ihr Dokumente hinzu; hier ist sie nur lesbar
shelf-kept = Als „{ $name }“ gemerkt
shelf-drawn-not-kept = Gezeichnetes wird nicht als Suche gemerkt: Legen Sie seine Dokumente in eine Sammlung
shelf-similar-not-kept = Was einem Dokument oder Text ähnelt, wird jedes Mal neu gesucht und nicht gemerkt
shelf-nothing-to-try = Es gibt keine Datei, die erneut versucht werden könnte
shelf-you-chose = von Ihnen gewählt
shelf-merged =
    { $count ->
        [one] Eine Kopie ging in das behaltene Dokument ein; Strg Z macht es rückgängig
       *[other] { $count } Kopien gingen in die behaltenen Dokumente ein; Strg Z macht es rückgängig
    }
shelf-open-first = Öffnen Sie zuerst ein Dokument; dann werden ähnliche Arbeiten gesucht
shelf-type-first = Geben Sie zuerst unter „Text verorten“ einen Text ein
shelf-point-not-kept = Dieser Punkt des gezeigten Atlas hat keinen Ort im modellierten Torso und kann nicht als Suche gemerkt werden
shelf-point-not-here = Der gezeigte Atlas hat diesen Punkt nicht; stattdessen wird seine Struktur aufgelistet
