bar-add-hint = { $formats } · Ctrl O, oder Dateien auf das Fenster ziehen
bar-place-hint = Text eingeben oder einfügen und sehen, wo er landet · T
bar-step = { $command }: { $step }
bar-licence = Lizenz: { $licence }
