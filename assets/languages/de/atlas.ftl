atlas-male-torso = Männlicher Torso
atlas-female-torso = Weiblicher Torso
atlas-male-torso-within = männlicher Torso
atlas-female-torso-within = weiblicher Torso

## Meldungen und Aufträge

atlas-own-names = Der männliche Torso trägt die Namen des Katalogs selbst; zeigen oder importieren Sie zuerst einen anderen Atlas
atlas-open-names-first = Öffnen Sie zuerst die Namen eines Atlas
atlas-not-installed = Kein Atlas „{ $atlas }“ ist installiert
atlas-busy = Ein anderer Atlas wird gerade geöffnet oder erstellt; warten Sie, bis er fertig ist
atlas-torso-being-read = Der männliche Torso wird noch gelesen
atlas-making-named = { $atlas } wird erstellt
atlas-making = Atlas wird erstellt
atlas-fetching = Atlas wird geladen
atlas-opening = { $atlas } wird geöffnet

## Die Liste der öffentlichen Atlanten

atlas-get-title = Atlas laden
atlas-get-about = Nichts wird geladen, bevor Sie auf „Laden“ drücken. Was kommt, wird geprüft und auf diesem Rechner aufbewahrt.
atlas-get-size = Größe
atlas-get-size-is =
    { $count ->
        [one] { $size } MB in { $count } Datei
       *[other] { $size } MB in { $count } Dateien
    }
atlas-get-licence = Lizenz
atlas-get-source = Quelle
atlas-get-cite = Zitieren als
atlas-get-unverified = Manche Adressen wurden nicht erprobt; was kommt, wird trotzdem geprüft.
atlas-get-fetch = Laden
atlas-get-stop = Abbrechen

## Wie ein Atlas aus Dateien erstellt wird

atlas-import-title = Atlas importieren
atlas-import-more = und { $count } weitere
atlas-import-name = Name
atlas-import-name-hint = Von der ersten Datei übernommen
atlas-import-licence = Lizenz
atlas-import-licence-hint = Nicht angegeben
atlas-import-options = Optionen
atlas-import-busy = Ein anderer Atlas wird gerade erstellt oder geöffnet…
atlas-import-do = Importieren
atlas-import-cancel = Abbrechen
atlas-import-axes = Achsen und Einheiten
atlas-import-axes-about = Wie die Koordinaten in den Dateien zu Millimetern werden, mit x zur linken Seite des Patienten, y nach hinten, z nach oben
atlas-import-axes-hint = Erraten, oder x=1000x; y=-1000z; z=1000y
atlas-import-axes-known = Bekannte…
atlas-import-axes-guess = Erraten
atlas-import-torso = Sie führen in das Koordinatensystem des modellierten Torsos
atlas-import-torso-hint = Orte lassen sich dann mit denen des modellierten Torsos vergleichen
atlas-import-labels = Labelwerte
atlas-import-labels-about = Wofür die Zahlen eines Labelvolumens stehen, wenn es das nicht selbst sagt
atlas-import-labels-as-files = Wie in den Dateien angegeben
atlas-import-labels-ct = TotalSegmentator, CT
atlas-import-labels-mr = TotalSegmentator, MRT
atlas-import-labels-from-file = Aus einer Datei…
atlas-import-voxels = Voxelgröße
atlas-import-voxels-hint = Schichtstapel: Spalten,Zeilen,Schichten in mm
atlas-import-fault-axes = Achsen: { $reason }
atlas-import-fault-voxels = Voxelgröße: { $reason }
atlas-import-fault-labels = Labelnamen: Es gibt keine Datei { $file }
