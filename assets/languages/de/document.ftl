document-none = Klicken Sie auf einen Marker oder eine Zeile, um das Dokument hier zu lesen.
document-back = Zurück zur Liste
document-back-hint = Zurück zur Liste · L
document-full-text = Volltext aus Europe PMC, { $id }
document-et-al = { $first } et al.
document-edited = { $names } (Hrsg.)
document-open-source = Quelle öffnen
document-fly = Zum Marker gehen
document-cite = Zitieren
document-cite-hint = Literaturangabe im gewählten Stil in die Zwischenablage kopieren
document-remove = Entfernen
document-remove-hint = Dieses Dokument aus der Bibliothek entfernen; Ctrl Z holt es zurück
document-correct = Korrigieren
document-corrected = Korrigiert
document-correct-hint = Sagen Sie, wohin dieses Dokument gehört; bei einem einzelnen Satz: Rechtsklick darauf
document-said-not-a-finding = kein Befund, sagen Sie
document-said-other-side = die andere Seite, sagen Sie
document-said-here = sagen Sie
document-not-a-finding = Kein Befund
document-other-side = Es ist die andere Seite
document-belongs = Gehört hierher: { $name }
document-as-model = Wie das Modell es liest
document-click-first = Klicken Sie zuerst auf eine Struktur, um zu sagen, dass es dorthin gehört
document-why = Warum
document-why-hint = Die Wörter einfärben, die für diesen Ort sprechen, oder für eine oben angeklickte Struktur
document-why-not = Wörter können nicht gewichtet werden: { $reason }
document-why-for = dafür: { $name }
document-why-against = dagegen
document-why-stronger = je kräftiger, desto mehr
document-sentence-hint = Klick: Ort dieses Satzes ansehen. Rechtsklick: korrigieren
document-sentences-about = { $count ->
    [one] Ein Satz handelt von: { $name }
   *[other] { $count } Sätze handeln von: { $name }
}
document-structures-more = und { $count } weitere
