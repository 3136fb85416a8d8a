pubmed-title = In PubMed suchen
pubmed-search = Suchen und hinzufügen
pubmed-fetch = Laden und hinzufügen
pubmed-full-text = Auch die Volltexte der Open-Access-Artikel
pubmed-full-text-hint = Von den Artikeln diejenigen in PubMed Central, die frei gelesen und weiterverwendet werden dürfen; eine Anfrage nach der anderen, zwei in der Sekunde
pubmed-which = Welche Artikel
pubmed-reading = { $files } wird gelesen…
pubmed-no-list = { $files }: keine Liste von Kennungen
pubmed-no-list-about = Eine solche Liste enthält PMIDs oder DOIs und sonst nichts: eine je Zeile oder in einer Spalte einer Tabelle
pubmed-list =
    { $count ->
        [one] { $count } Kennung aus { $files }
       *[other] { $count } Kennungen aus { $files }
    }
pubmed-list-holds = PubMed-Kennungen: { $pmids }, DOIs: { $dois }
pubmed-list-holds-others = PubMed-Kennungen: { $pmids }, DOIs: { $dois }; übersprungen, da keine Kennungen: { $refused }
pubmed-words-instead = Stattdessen mit Worten suchen
pubmed-query = Wonach gesucht wird
pubmed-query-hint = portal hypertension AND 2020:2024[dp]
pubmed-query-about = In PubMeds eigener Abfragesprache: AND, OR, [ti], [au], [mh], [dp] …
pubmed-at-most = Höchstens
pubmed-address = Ihre E-Mail-Adresse
pubmed-address-hint = kann leer bleiben
pubmed-key = Ihr Schlüssel des NCBI
pubmed-key-about = Ohne ihn werden drei Anfragen je Sekunde gesendet, mit ihm zehn
pubmed-key-kept = Er gilt, bis das Programmfenster geschlossen wird, und steht nicht in der Bibliotheksdatei. Ohne ihn gilt der Schlüssel aus der Variablen NCBI_API_KEY
pubmed-sent =
    An das NCBI, die National Library of Medicine der USA, werden gesendet: { $what ->
        [words] Ihre Suchanfrage
        [list] die DOIs der Liste
       *[other] die DOIs der Liste, die hier noch fehlen
    } und der Name dieses Programms; danach die Nummern der Artikel, die geladen werden.
pubmed-sent-address =
    An das NCBI, die National Library of Medicine der USA, werden gesendet: { $what ->
        [words] Ihre Suchanfrage
        [list] die DOIs der Liste
       *[other] die DOIs der Liste, die hier noch fehlen
    }, der Name dieses Programms und Ihre Adresse { $address }; danach die Nummern der Artikel, die geladen werden.
pubmed-sent-key = Ihr Schlüssel geht mit jeder Anfrage an das NCBI.
pubmed-sent-full-text = An Europe PMC am EMBL-EBI im Vereinigten Königreich: die Nummern dieser Artikel in PubMed Central.
pubmed-sent-nothing-else = Nichts aus Ihrer Bibliothek, und nichts, bevor Sie auf „{ $button }“ drücken.
pubmed-send-hint = Artikel, die die Bibliothek schon hat, werden nicht erneut geladen
pubmed-stop = Abbrechen
pubmed-busy = Es werden gerade Dokumente hinzugefügt; warten Sie das ab, oder brechen Sie es zuerst ab
