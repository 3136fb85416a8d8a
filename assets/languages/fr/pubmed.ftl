pubmed-title = Chercher dans PubMed
pubmed-search = Chercher et ajouter
pubmed-fetch = Récupérer et ajouter
pubmed-full-text = Aussi le texte intégral des articles en libre accès
pubmed-full-text-hint = Parmi les articles, ceux de PubMed Central qui peuvent être librement lus et réutilisés ; une requête à la fois, deux par seconde
pubmed-which = Quels articles
pubmed-reading = Lecture : { $files }…
pubmed-no-list = { $files } : pas une liste d’identifiants
pubmed-no-list-about = Une telle liste ne contient que des PMID ou des DOI : un par ligne, ou dans une colonne d’un tableau
pubmed-list =
    { $count ->
        [one] { $count } identifiant de { $files }
       *[other] { $count } identifiants de { $files }
    }
pubmed-list-holds = Identifiants PubMed : { $pmids }, DOI : { $dois }
pubmed-list-holds-others = Identifiants PubMed : { $pmids }, DOI : { $dois } ; ignorés, car ce n’en sont pas : { $refused }
pubmed-words-instead = Chercher plutôt avec des mots
pubmed-query = Que chercher
pubmed-query-hint = portal hypertension AND 2020:2024[dp]
pubmed-query-about = Dans le langage de PubMed : AND, OR, [ti], [au], [mh], [dp] …
pubmed-at-most = Au plus
pubmed-address = Votre adresse électronique
pubmed-address-hint = peut rester vide
pubmed-key = Votre clé du NCBI
pubmed-key-about = Sans elle, trois requêtes par seconde ; avec elle, dix
pubmed-key-kept = Utilisée jusqu’à la fermeture de la fenêtre du programme, et absente du fichier de la bibliothèque. Sans elle, celle de la variable NCBI_API_KEY est utilisée
pubmed-sent =
    Envoyés au NCBI, la National Library of Medicine des États-Unis : { $what ->
        [words] ce que vous cherchez
        [list] les DOI de la liste
       *[other] les DOI de la liste qui ne sont pas ici
    } et le nom de ce programme ; puis les numéros des articles récupérés.
pubmed-sent-address =
    Envoyés au NCBI, la National Library of Medicine des États-Unis : { $what ->
        [words] ce que vous cherchez
        [list] les DOI de la liste
       *[other] les DOI de la liste qui ne sont pas ici
    }, le nom de ce programme et votre adresse { $address } ; puis les numéros des articles récupérés.
pubmed-sent-key = Votre clé est envoyée au NCBI avec chaque requête.
pubmed-sent-full-text = À Europe PMC, à l’EMBL-EBI au Royaume-Uni : les numéros de ces articles dans PubMed Central.
pubmed-sent-nothing-else = Rien de votre bibliothèque, et rien avant que vous n’appuyiez sur « { $button } ».
pubmed-send-hint = Les articles que la bibliothèque a déjà ne sont pas récupérés à nouveau
pubmed-stop = Arrêter
pubmed-busy = Des documents sont en cours d’ajout ; attendez la fin ou annulez d’abord
