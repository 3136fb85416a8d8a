# Search PubMed.

pubmed-title = Search PubMed
pubmed-search = Search and add
pubmed-fetch = Fetch and add
pubmed-full-text = Also the full texts of open-access articles
pubmed-full-text-hint = Those of the articles in PubMed Central that are free to read and reuse; one request at a time, two a second
pubmed-which = Which articles
pubmed-reading = Reading { $files }…
pubmed-no-list = { $files } is no list of identifiers
pubmed-no-list-about = Such a list holds PMIDs or DOIs and nothing else: one a line, or in a column of a table
pubmed-list =
    { $count ->
        [one] { $count } identifier of { $files }
       *[other] { $count } identifiers of { $files }
    }
pubmed-list-holds = PubMed identifiers: { $pmids }, DOIs: { $dois }
pubmed-list-holds-others = PubMed identifiers: { $pmids }, DOIs: { $dois }; { $refused } passed over that are neither
pubmed-words-instead = Search with words instead
pubmed-query = What to look for
# PubMed's own language is English.
pubmed-query-hint = portal hypertension AND 2020:2024[dp]
pubmed-query-about = PubMed's own language: AND, OR, [ti], [au], [mh], [dp] …
pubmed-at-most = At most
pubmed-address = Your e-mail address
pubmed-address-hint = may stay empty
pubmed-key = Your key of NCBI
pubmed-key-about = Three requests a second are sent without one, ten with one
pubmed-key-kept = Used until this window of the program is closed, and not kept in the library file. Without one, that of the variable NCBI_API_KEY is used
# What is sent: the words of a search, all DOIs of a list, or (other) those of the list that the library has not; with the address or without.
pubmed-sent =
    Sent to NCBI, the U.S. National Library of Medicine: { $what ->
        [words] what you look for
        [list] the DOIs of the list
       *[other] the DOIs of the list that are not here
    }, the name of this program; then the numbers of the articles that are fetched.
pubmed-sent-address =
    Sent to NCBI, the U.S. National Library of Medicine: { $what ->
        [words] what you look for
        [list] the DOIs of the list
       *[other] the DOIs of the list that are not here
    }, the name of this program, your address { $address }; then the numbers of the articles that are fetched.
pubmed-sent-key = Your key goes to NCBI with each request.
pubmed-sent-full-text = To Europe PMC, at EMBL-EBI in the United Kingdom: the numbers of these articles in PubMed Central.
# $button is what the button that sends says.
pubmed-sent-nothing-else = Nothing of your library, and nothing before you press “{ $button }”.
pubmed-send-hint = Articles that the library has already are not fetched again
pubmed-stop = Stop
pubmed-busy = Documents are being added; wait for that or cancel it first
