preview-files =
    { $count ->
        [one] { $count } fichier
       *[other] { $count } fichiers
    }
preview-title = Ajouter { $files }
preview-job = Examen : { $files }
preview-looking = Examen en cours…
preview-looking-records =
    { $count ->
        [one] Examen en cours… { $count } notice jusqu’ici
       *[other] Examen en cours… { $count } notices jusqu’ici
    }
preview-unlikened = Il y a trop de notices pour chercher maintenant les copies probables ; « Trouver les doublons » le fera ensuite.

## Ce qui figure sous un nombre de notices, ou après lui

preview-new =
    { $count ->
        [one] nouvelle
       *[other] nouvelles
    }
preview-new-hint = Elles sont ajoutées
preview-likely =
    { $count ->
        [one] copie probable parmi elles
       *[other] copies probables parmi elles
    }
preview-likely-hint = Une prépublication et son article, une notice sans son identifiant, un résumé tronqué : ajoutées, puis montrées pour fusion
preview-known =
    { $count ->
        [one] déjà présente
       *[other] déjà présentes
    }
preview-known-hint = Ignorées : la bibliothèque a un document de même DOI, de même PMID, ou de mêmes titre et année
preview-repeated =
    { $count ->
        [one] en double dans ces fichiers
       *[other] en double dans ces fichiers
    }
preview-repeated-hint = Ajoutées une seule fois : une autre notice des fichiers concerne le même travail
preview-refused =
    { $count ->
        [one] illisible
       *[other] illisibles
    }
preview-refused-hint = Ignorées, et conservées sous « Problèmes » avec la raison
preview-identifiers =
    { $count ->
        [one] identifiant seul
       *[other] identifiants seuls
    }
preview-identifiers-hint = Des PMID ou des DOI sans article ; on peut les demander à PubMed

## Fichiers

preview-not-recognised = non reconnu
preview-format =
    { $kind ->
        [plain-text] Texte brut
        [markdown] Markdown
        [pdf] PDF
        [ris-references] Liste RIS
        [nbib-references] Liste NBIB
        [endnote-references] Liste EndNote
        [bibtex-and-biblatex-references] BibTeX et BibLaTeX
        [xml-of-pubmed-or-endnote] XML de PubMed ou d’EndNote
        [jats-xml-of-journals-and-pubmed-central] XML JATS de revues et de PubMed Central
        [csv-and-other-separated-values] CSV et semblables
        [spreadsheet-of-excel] Classeur Excel
        [opendocument-spreadsheet] Classeur OpenDocument
        [word-document] Document Word
        [opendocument-text] Texte OpenDocument
        [rich-text] Texte RTF
        [web-page] Page web
        [electronic-book-epub] Livre numérique (EPUB)
        [json-lines] Lignes JSON
        [json-and-csl-json] JSON et CSL-JSON
        [zip-archive] Archive ZIP
        [tar-archive] Archive TAR
        [parquet-table] Tableau Parquet
        [points-geojson-in-millimetres] Points (GeoJSON en millimètres)
        [points-csv-in-millimetres] Points (CSV en millimètres)
        [zotero] Zotero
       *[other] { $what }
    }
preview-fetch = Récupérer leurs articles dans PubMed…
preview-fetch-hint = Montre d’abord ce qui serait envoyé, et à qui
preview-more = et { $count } de plus
preview-more-files =
    { $count ->
        [one] et { $count } fichier de plus
       *[other] et { $count } fichiers de plus
    }
preview-more-columns =
    { $count ->
        [one] et { $count } colonne de plus
       *[other] et { $count } colonnes de plus
    }
preview-copy-of-known = ≈  { $title } ({ $by } ; déjà présente : { $other })
preview-copy-in-files = ≈  { $title } ({ $by } ; dans les mêmes fichiers : { $other })
preview-which-columns = Quelle colonne contient le titre, laquelle le texte ? Sans l’une des deux, les lignes ne peuvent pas être lues.
preview-headings = La première ligne contient des en-têtes

## Les boutons

preview-merge = Montrer ensuite les copies probables à fusionner
preview-add =
    { $count ->
        [one] Ajouter { $count } document
       *[other] Ajouter { $count } documents
    }
preview-add-now = Ajouter sans poursuivre l’examen
preview-add-hint = Ils sont placés dans le corps l’un après l’autre ; la fenêtre reste utilisable pendant ce temps
preview-add-later-hint = Ils sont ajoutés quand l’import en cours est terminé
preview-cancel = Annuler
preview-stop-other = Arrêter l’import en cours
preview-column = La colonne { $column } est
