tour-back = Zurück
tour-next = Weiter
tour-finish = Fertig
tour-pause = Anhalten
tour-play = Abspielen
tour-at = { $at } von { $stops }  ·  { $title }
tour-end = Beenden
tour-window = Fenster
tour-full-screen = Vollbild
tour-quoted = „{ $text }“

tour-tours = Touren
tour-start =
    { $stops ->
        [one] Starten · { $stops } Station
       *[other] Starten · { $stops } Stationen
    }
tour-copy = Eigene daraus machen
tour-copy-hint = Ändern Sie Worte und Ansichten, und behalten Sie die Tour als Ihre eigene
tour-own = Eigene
tour-own-about = Sehen Sie sich etwas an, fügen Sie es als Station hinzu, schreiben Sie ein paar Worte; speichern Sie die Tour als Datei und geben Sie sie weiter.
tour-make = Tour erstellen
tour-open = Tour öffnen…
tour-title-hint = Titel
tour-about-hint = Was sie zeigt, in einem Satz
tour-no-stops = Noch keine Stationen. Drehen Sie den Körper, wählen Sie aus, schneiden, suchen oder tippen Sie; fügen Sie dann hinzu, was Sie sehen.
tour-add-stop = Aktuelle Ansicht als Station hinzufügen
tour-show-it = Zeigen
tour-save = Speichern…
tour-close = Schließen
tour-close-unsaved = Schließen ohne Speichern
tour-kept-in = Gespeichert in { $file }
tour-changed-since = Seit dem Speichern in { $file } geändert
tour-heading-hint = Überschrift
tour-caption-hint = Ein, zwei Sätze
tour-earlier = Nach oben
tour-later = Nach unten
tour-take-out = Diese Station entfernen
tour-goes-on = geht weiter nach
tour-show = Zeigen
tour-retake = Neu aufnehmen
tour-retake-hint = Zeigt dann, was Sie jetzt sehen

tour-none = Es wird keine Tour gezeigt
tour-not-in-atlas = „{ $structure }“ gibt es in diesem Atlas nicht
tour-other-library = Diese Tour öffnet Dokumente aus { $library }; das aus dieser Bibliothek wird ausgelassen
tour-save-first = Speichern oder schließen Sie zuerst die Tour, die Sie gerade erstellen
tour-mine = Meine Tour
tour-a-text = Ein Text
tour-the-body = Der Körper
tour-not-saved = Die Tour wurde nicht gespeichert: { $reason }
tour-saved = Gespeichert als { $file }

tour-too-large = zu groß für eine Tour (höchstens 1 MB)
tour-not-one = keine Tour: { $error }
tour-number-of-stops = eine Tour hat 1 bis { $most } Stationen
tour-title-too-long = Titel oder Beschreibung ist zu lang
tour-wrong-stop = Station { $number }: { $reason }
tour-words-too-long = die Texte sind zu lang
tour-seconds = wird 1 bis { $most } Sekunden lang gezeigt
tour-commands = hat mehr als { $most } Befehle
tour-only-looks = „{ $command }“ ist nichts für Touren, die nur zeigen
tour-stop-seconds = Sekunden bis zur nächsten Station
tour-pictures = Bilder speichern…
tour-pictures-hint = Zeigt jede Station auf dem ganzen Bildschirm und speichert sie als Bild in einem Ordner; Esc bricht das ab
tour-pictures-saved = { $count ->
    [one] Ein Bild liegt in { $folder }
   *[other] { $count } Bilder liegen in { $folder }
}
tour-pictures-stopped = Beendet nach { $count } von { $of } Bildern, in { $folder }
tour-picture-no-rest = Es kam nicht zur Ruhe
tour-picture-not-written = Es wurde nicht geschrieben
tour-video = Als Video speichern…
tour-video-hint = Zeigt jede Station auf dem ganzen Bildschirm und macht daraus mit dem Programm ffmpeg ein Video; Esc bricht das ab
tour-video-no-program = Ein Video braucht das Programm ffmpeg, das nicht installiert ist
tour-video-stopped = Beendet, bevor alle Stationen gezeigt waren; es gibt kein Video
