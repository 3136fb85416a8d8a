watched-heading = Überwachte Ordner
watched-add = Ordner überwachen…
watched-add-hint = Neue und geänderte Dateien werden hinzugefügt, solange dieses Fenster offen ist
watched-remove-hint = Nicht mehr überwachen; seine Dokumente bleiben
watched-missing = nicht da
watched-gone =
    { $count ->
        [one] die Datei eines Dokuments ist weg
       *[other] die Dateien von { $count } Dokumenten sind weg
    }
watched-more = und { $count } weitere
watched-file-gone = die Datei ist weg: { $path }
