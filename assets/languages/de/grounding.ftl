grounding-guess = am ehesten: { $name }
grounding-excluded = Ausgeschlossen oder normal:
grounding-by-model = Von einem Modell auf diesem Rechner verortet
grounding-by-reader = Von einem Modell auf diesem Rechner verortet, von einem Leser korrigiert
grounding-only-absent = Der Text nennt nur, was fehlt oder normal ist; er hat daher keinen Ort
grounding-only-family = Der Text erzählt nur von Angehörigen; er hat daher keinen Ort
grounding-model = Modell { $model } auf { $engine }
grounding-not-here = Nicht in diesem Atlas
grounding-show-male = Im männlichen Torso zeigen
grounding-show-female = Im weiblichen Torso zeigen
grounding-outside = Wenig spricht dafür, dass dies in den Torso gehört ({ $percent } % außerhalb)
grounding-elsewhere = Nicht in diesem Atlas: { $names }
grounding-elsewhere-too = Außerdem, nicht in diesem Atlas: { $names }
grounding-side-open = { $name }, Seite nicht angegeben
grounding-region = Im Wortlaut: { $region }
grounding-side-likely = Der Text nennt keine Seite; diese ist wahrscheinlicher
grounding-reach = mögliche Orte: ±{ $across } cm in der Breite, ±{ $deep } cm in der Tiefe, ±{ $high } cm in der Höhe
grounding-reach-hint = Neun von zehn Orten, von denen ein solcher Text handelt, liegen in diesem Bereich um den Marker: in der Struktur, auf beiden Seiten, wenn der Text keine nennt, und in den anderen Strukturen, von denen er spricht
grounding-or = oder
grounding-also = auch
grounding-place-hint = Klick: diesen Ort des Textes ansehen
grounding-each = Jedes für sich: wie wahrscheinlich der Text davon handelt
grounding-why-placed = Verortet in: { $name } ({ $share } % wahrscheinlich).
grounding-why-lies = Verortet in: { $name }.
grounding-why-headings = Als Bericht mit Überschriften geht er nach { $words }.
grounding-why-words =
    { $count ->
        [one] Am meisten spricht das Wort { $words } dafür.
       *[other] Am meisten sprechen die Wörter { $words } dafür.
    }
grounding-why-sentences =
    { $count ->
        [one] Ein Satz handelt davon.
       *[other] { $count } Sätze handeln davon.
    }
grounding-why-others =
    { $count ->
        [one] Einer weist auf: { $name }.
       *[other] { $count } weisen auf: { $name }.
    }
grounding-take-back = Nicht hier
grounding-take-back-to = Bringt das Dokument zur nächstwahrscheinlichen Struktur, { $name }, und behält das als Korrektur · Umschalt N
grounding-take-back-away = Das Modell schlägt keinen anderen Ort vor: Das Dokument hat dann keinen, und das wird als Korrektur behalten · Umschalt N

# Wo in seinem Organ ein Dokument liegt. Enden von Organen im Dativ, wie ihn die Sätze mit $place brauchen.
grounding-landmark-within = Darin liegt es in: { $name }.
grounding-landmark-at = Es liegt in { $place }.
grounding-landmark-from = Es liegt { $mm } mm von { $place } entfernt.
grounding-landmark-next-to = Am nächsten, { $mm } mm entfernt: { $name }.
grounding-landmark-dome = der Kuppel
grounding-landmark-apex = der Spitze
grounding-landmark-base = der Basis
grounding-landmark-upper-pole = dem oberen Pol
grounding-landmark-lower-pole = dem unteren Pol
grounding-landmark-tip = der unteren Spitze
grounding-landmark-fundus = dem Fundus
grounding-landmark-neck = dem Hals
