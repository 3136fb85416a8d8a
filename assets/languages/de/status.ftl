status-library-gone = { $name } wurde entfernt oder ersetzt: Es wird nichts mehr gespeichert
status-documents =
    { $count ->
        [one] { $count } Dokument
       *[other] { $count } Dokumente
    }
status-saved = gespeichert
status-only-read = nur lesbar
status-opening-library = Bibliothek wird geöffnet…
status-no-library = Keine Bibliothek geöffnet
status-save-copy = Kopie speichern…
status-atlas-hint = Der Atlas auf der Bühne
status-placed-here = Texte werden auf diesem Rechner verortet
status-model = Modell { $model } auf { $engine }
status-no-model = kein Modell: Texte können nicht verortet werden
status-opening-model = Modell wird geöffnet…
status-renderer = Renderer: { $renderer }
status-renderer-slow = Ohne Grafikkarte gezeichnet
status-renderer-hint = Keine Grafikkarte wird benutzt: Der Prozessor zeichnet, wenige Bilder in der Sekunde. Mit einer Karte und ihrem Vulkan-Treiber (Debian: mesa-vulkan-drivers, oder der des Herstellers) bewegt sich der Körper flüssig; bis dahin ist „Schnell“ (Reiter Ansicht) am schnellsten.
status-problems =
    { $count ->
        [one] { $count } Problem
       *[other] { $count } Probleme
    }
status-reading-aid = Eine Lesehilfe, kein Medizinprodukt
status-paused = Angehalten: { $job }
status-all-jobs = Alle Aufträge
status-go-on = Fortsetzen
status-pause = Anhalten
status-cancel = Abbrechen
status-outdated = Von einem älteren Modell oder in einem anderen Atlas verortet: { $count }
status-place-anew = Neu verorten
status-place-anew-hint = Ihre Marker wandern dorthin, wo das jetzige Modell sie sieht
status-in-her = { $count } weitere im weiblichen Torso
status-in-her-hint = Dokumente über Organe, die der männliche Torso nicht hat: Klicken zeigt sie
status-in-him = { $count } weitere im männlichen Torso
status-in-him-hint = Dokumente über Organe, die der weibliche Torso nicht hat: Klicken zeigt sie
status-to-him = Männlichen Torso zeigen
status-to-him-hint = Dokumente über Organe, die beide haben, sind auch hier zu sehen
