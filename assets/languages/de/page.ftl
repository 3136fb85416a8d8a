# Die Seite einer PDF-Datei neben ihrem Text.

page-show = Seite zeigen
page-show-hint = Die Seite der PDF-Datei neben dem Text, aufgeschlagen beim ausgewählten Satz, sonst bei dem, der das Dokument verortet hat · O
page-hide = Seite schließen
page-none = Dieses Dokument kam nicht aus einer PDF-Datei
page-heading = Seite { $page } von { $count }
page-name = Seite { $page } von { $count } aus „{ $title }“
page-close = Schließen
page-close-hint = Nur der Text · Esc
page-looking = Die Seite wird gesucht…
page-drawing = Die Seite wird gezeichnet…
page-not-found = Der Satz wurde auf den Seiten nicht gefunden
page-again = Noch einmal versuchen
page-none-such =
    Es gibt keine Seite { $page }: Diese PDF-Datei hat { $count ->
        [one] eine Seite
       *[other] { $count } Seiten
    }
page-failed-moved = Die PDF-Datei ist nicht mehr da: { $path }
page-failed-encrypted = Die PDF-Datei ist verschlüsselt: Sie braucht ein Passwort
page-failed-damaged = Die PDF-Datei ist beschädigt: Ihre Seiten lassen sich nicht zeichnen
page-failed-heavy = Diese Seite braucht mehr Zeit oder Speicher, als eine Seite darf: Sie wird nicht gezeichnet
page-failed-hostile = Der Teil des Programms, der Seiten zeichnet, ist an dieser PDF-Datei gescheitert; sonst nahm nichts Schaden
page-failed-other = Die Seite ließ sich nicht zeichnen: { $reason }
