# Zwei Dokumente nebeneinander.

beside-heading = NEBENEINANDER
beside-comparing = Wird verglichen…
beside-another = Ein anderes
beside-another-hint = Die Liste: Was Sie als Nächstes wählen, steht neben A · L. Strg ↓ und Strg ↑ gehen sie von hier aus durch
beside-end = Beenden
beside-leave = Nicht nebeneinander lesen
beside-end-hint = Wieder ein Dokument lesen · Esc
beside-put = Danebenlegen…
beside-put-hint = Dieses Dokument neben dem lesen, das Sie als Nächstes wählen · V
beside-read-with = Neben „{ $title }“ lesen
beside-choose = Wählen Sie das Dokument, das neben „{ $title }“ gelesen wird.
beside-selected = Zwei Dokumente sind ausgewählt.
beside-alone = Allein lesen
beside-alone-hint = Nur dieses Dokument
beside-sentence-hint = Klick: den Ort dieses Satzes ansehen
beside-near = · { $name } { $mm } mm entfernt
beside-apart = { $mm } mm auseinander: { $first } und { $second }
beside-same-whole = { $mm } mm auseinander, beide in: { $whole } ({ $first }, { $second })
beside-same-structure = { $mm } mm auseinander, beide in: { $name }
beside-no-place = { $letter } hat keinen Ort in diesem Körper: kein Abstand
beside-no-places = Beide haben keinen Ort in diesem Körper: kein Abstand
beside-years =
    { $count ->
        [0] aus demselben Jahr
        [one] ein Jahr auseinander
       *[other] { $count } Jahre auseinander
    }
beside-same-journal = in derselben Zeitschrift
beside-both-name = Beide nennen
beside-only-names = Nur { $letter } nennt
beside-none-shared = keine Struktur
beside-excluded = Als nicht vorhanden oder normal genannt
beside-terms = Stichwörter von beiden
