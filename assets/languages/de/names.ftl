names-title = Namen in „{ $title }“
names-all-matched = Jeder Name hat seine Struktur gefunden.
names-no-such = Kein Name enthält diese Wörter.
names-about-all = { $all } Namen. Klicken Sie auf einen Namen, um seine Struktur zu sehen; klicken Sie auf seine Bedeutung, um sie zu ändern.
names-about-unmatched =
    { $count ->
        [one] { $all } Namen. Einer war nicht zuzuordnen und wird als eigene Struktur gezeigt; klicken Sie auf die rechte Spalte, um zu sagen, was er ist.
       *[other] { $all } Namen. { $count } waren nicht zuzuordnen und werden als eigene Strukturen gezeigt; klicken Sie auf die rechte Spalte, um zu sagen, was sie sind.
    }
names-unmatched-only = Nur nicht zugeordnete ({ $count })
names-filter = Nach Name oder Struktur filtern
names-column-name = NAME IM ATLAS
names-column-volume = ML
names-column-meaning = STEHT FÜR
names-column-rule = NACH
names-own = Eigene Struktur
names-left-out = Ausgelassen
names-rules = Was die Regeln sagen
names-rule-hand = von Hand
names-rule-rules = Regeln
names-rule-id = ID
names-rule-name = Name
names-rule-synonym = Synonym
names-rule-latin = Latein
names-rule-part = Teil
names-in-file = in { $file }
names-label-value = Labelwert { $value }
names-left-out-because = ausgelassen: { $reason }
names-part-of = als Teil verstanden von: { $whole }
names-search = Suche: Name, Synonym, Latein
names-type-to-search = Tippen Sie, um im Katalog zu suchen
names-nothing-called = Nichts heißt so
names-show-as-own = Nicht im Katalog: als eigene Struktur zeigen
names-leave-out = Auslassen
names-missing = Der Atlas wird aus seinen Dateien neu erstellt, und { $file } ist nicht mehr da.
names-find-files = Dateien suchen…
names-apply = Anwenden
names-undo = Zurücknehmen
names-nothing-to-apply = Nichts anzuwenden
names-decided =
    { $count ->
        [one] Ein Name von Hand festgelegt; „Anwenden“ erstellt den Atlas damit neu
       *[other] { $count } Namen von Hand festgelegt; „Anwenden“ erstellt den Atlas damit neu
    }
names-cannot-be-shown = seine Namen können nicht gezeigt werden; importieren Sie ihn erneut ({ $reason })
names-unknown = Dieser Atlas hat keinen Namen „{ $name }“
names-no-structure = Der Katalog hat keine Struktur „{ $id }“
names-reason-left-out = ausgelassen
