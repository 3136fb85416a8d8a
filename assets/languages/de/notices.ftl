notice-busy = Es werden gerade Dokumente hinzugefügt oder neu verortet; warten Sie das ab oder brechen Sie es zuerst ab
notice-file-gone = Die Datei der Bibliothek wurde entfernt oder ersetzt; darin kann nichts gespeichert werden
notice-library-opening = Die Bibliothek wird noch geöffnet
notice-no-library = Es ist keine Bibliothek geöffnet; siehe Probleme
notice-library-not-opened = Die Bibliothek konnte nicht geöffnet werden; siehe Probleme
notice-heading-no-library = Keine Bibliothek geöffnet
notice-atlas-opening = Der Atlas wird noch geöffnet
notice-body-being-read = Der Körper wird noch geladen
notice-not-added-gone = nicht hinzugefügt: Die Datei der Bibliothek wurde entfernt oder ersetzt
notice-not-added = nicht hinzugefügt: { $reason }
notice-not-added-yet = noch nicht hinzugefügt: Es ist keine Bibliothek geöffnet; es folgt, sobald eine geöffnet ist
notice-added-when-open = Es ist keine Bibliothek geöffnet; dies wird hinzugefügt, sobald eine geöffnet ist
notice-added-after-import = Dies wird hinzugefügt, wenn der laufende Import beendet ist
notice-import-broke-off = Der Import von { $files } brach ab
notice-files =
    { $count ->
        [one] { $count } Datei
       *[other] { $count } Dateien
    }
notice-no-model = Es gibt kein Modell, um Dokumente zu verorten
notice-all-placed = Alle Dokumente dieser Bibliothek sind vom jetzigen Modell verortet
notice-open-first = Öffnen Sie zuerst das Dokument, dann seine Quelle
notice-removed =
    { $count ->
        [one] Aus der Bibliothek entfernt; die Datei selbst bleibt unberührt. Strg Z holt es zurück
       *[other] { $count } Dokumente aus der Bibliothek entfernt; Strg Z holt sie zurück
    }
notice-compact =
    { $count ->
        [0] Die Bibliothek ist komprimiert
        [one] Die Bibliothek ist komprimiert; ein entferntes Dokument ist vergessen
       *[other] Die Bibliothek ist komprimiert; { $count } entfernte Dokumente sind vergessen
    }

notice-in-female-torso = { $structure }: im weiblichen Torso
notice-in-male-torso = { $structure }: im männlichen Torso
notice-not-in-atlas = Dieser Atlas hat die Struktur nicht, zu der der Text gehört

notice-job-failed = { $job }: fehlgeschlagen; siehe Probleme
notice-waited =
    { $count ->
        [one] { $ended }; was wartete, wurde nicht hinzugefügt
       *[other] { $ended }; { $count } wartende Dateien wurden nicht hinzugefügt
    }
notice-no-dialog = Das System bietet keinen Dateidialog an; geben Sie den Pfad ein oder fügen Sie ihn ein

notice-outside-changed =
    { $count ->
        [one] Ein anderes Programm hat ein Dokument hinzugefügt oder geändert
       *[other] Ein anderes Programm hat { $count } Dokumente hinzugefügt oder geändert
    }
notice-outside-removed =
    { $count ->
        [one] Ein anderes Programm hat ein Dokument entfernt
       *[other] Ein anderes Programm hat { $count } Dokumente entfernt
    }
notice-outside-both =
    { $changed ->
        [one] Ein anderes Programm hat { $changed } Dokument hinzugefügt oder geändert und { $removed } entfernt
       *[other] Ein anderes Programm hat { $changed } Dokumente hinzugefügt oder geändert und { $removed } entfernt
    }
notice-file-back = Die Datei der Bibliothek ist wieder da; Änderungen werden wieder gespeichert
notice-file-lost = Die Datei der Bibliothek wurde entfernt oder ersetzt; es wird nichts mehr gespeichert
notice-file-lost-what-to-do = die Datei der Bibliothek wurde von einem anderen Programm entfernt oder ersetzt. Ihre Dokumente bleiben in diesem Fenster, aber nichts, was von jetzt an geschieht, wird gespeichert; legen Sie die Datei zurück, oder speichern Sie eine Kopie der Bibliothek und öffnen Sie diese
notice-changeable = Das andere Fenster ist geschlossen; { $name } kann jetzt hier geändert werden

notice-end-first = Beenden Sie zuerst die Tour oder das Quiz
notice-nothing-back = Weiter zurück geht es nicht
notice-nothing-forward = Weiter vorwärts geht es nicht
notice-nothing-undo = Es gibt nichts rückgängig zu machen
notice-nothing-redo = Es gibt nichts zu wiederholen
notice-wait-for-import = Warten Sie, bis der Import fertig ist: Er kann dieselben Dokumente ergänzen
notice-wait-for-library = Warten Sie, bis die Bibliothek geöffnet ist: Dies ändert Dokumente
notice-undone = Rückgängig gemacht: { $step }
notice-redone = Wiederholt: { $step }
notice-step-show-atlas = { $name } zeigen
notice-step-take-in = Geänderte Dateien übernehmen

notice-problems-forgotten =
    { $count ->
        [one] Ein Problem vergessen
       *[other] { $count } Probleme vergessen
    }
notice-watched-already = Dieser Ordner wird bereits überwacht
notice-watching = Neue und geänderte Dateien aus { $folder } werden hinzugefügt, solange dieses Fenster offen ist
notice-superseded =
    { $count ->
        [one] Eine Datei hat sich geändert: Ihr neuer Text ersetzt den alten
       *[other] { $count } Dateien haben sich geändert: Ihre neuen Texte ersetzen die alten
    }

notice-staging-cancelled = Das Verorten der Dokumente in diesem Atlas wurde abgebrochen; zeigen Sie ihn erneut, um fortzufahren
notice-without-place = { $missing } von { $all } Dokumenten gehören zu Strukturen, die dieser Atlas nicht hat

notice-variant-kept = Behalten als { $letter }
notice-variant-known = Schon behalten, als { $letter }
notice-variants-full = Sechs Varianten sind behalten; verwerfen Sie zuerst eine
notice-variant-changed = Nicht behalten: Der Text wurde geändert, bevor er seinen Ort hatte
notice-variant-no-place = Nicht behalten: Der Text konnte nicht verortet werden
notice-no-drag-out = Hier lässt sich nichts aus einem Fenster ziehen. „Literaturangabe kopieren“ und „Exportieren“ im Menü einer Zeile tun dasselbe.
