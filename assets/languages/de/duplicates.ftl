duplicates-title = Duplikate
duplicates-looking = Es wird nach Dokumenten gesucht, die Kopien derselben Arbeit sind…
duplicates-stop = Abbrechen
duplicates-outdated = Seit der Suche nach Kopien sind Dokumente hinzugekommen oder zurückgekehrt.
duplicates-look-again = Erneut suchen
duplicates-none = Kein Dokument dieser Bibliothek sieht wie die Kopie eines anderen aus.
duplicates-works =
    { $count ->
        [one] Eine Arbeit ist mehrfach vorhanden.
       *[other] { $count } Arbeiten sind mehrfach vorhanden.
    }
duplicates-about = Die Kopie, die behalten wird, übernimmt von den anderen, was ihr fehlt, samt Schlagwörtern, Notizen und Sammlungen. Die anderen kommen in den Papierkorb.
duplicates-group =
    { $count ->
        [one] { $count } Kopie: { $reason }
       *[other] { $count } Kopien: { $reason }
    }
duplicates-keep = Diese Kopie behalten
duplicates-read-hint = Klicken: lesen
duplicates-kept = behalten: { $reason }
duplicates-no-text = kein Text
duplicates-letters =
    { $count ->
        [one] { $count } Zeichen
       *[other] { $count } Zeichen
    }
duplicates-merge =
    { $count ->
        [one] Eine Gruppe zusammenführen
       *[other] { $count } Gruppen zusammenführen
    }
duplicates-merge-hint = Ein einziger Schritt, den Strg Z zurücknimmt
duplicates-left-out = { $count } ausgelassen
duplicates-told-by =
    { $kind ->
        [the-same-doi] dieselbe DOI
        [the-same-pmid] dieselbe PMID
        [the-same-text] derselbe Text
        [the-same-title-and-first-author] derselbe Titel und Erstautor
        [the-same-title-and-one-has-hardly-a-text] derselbe Titel, und eine hat kaum Text
       *[other] { $what }
    }
duplicates-because =
    { $kind ->
        [it-has-the-most-attachments] sie hat die meisten Anhänge
        [it-was-read-from-the-work-itself] sie wurde aus dem Werk selbst gelesen
        [it-has-an-abstract] sie hat einen Abstract
        [it-came-first] sie kam zuerst
       *[other] { $what }
    }
