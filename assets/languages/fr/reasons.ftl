# Pourquoi une notice ou un fichier a été refusé.

reasons-denied = impossible à lire : accès refusé
reasons-gone = impossible à lire : le fichier n’est plus là
reasons-io = impossible à lire : { $detail }
reasons-empty = le fichier est vide
reasons-too-large =
    trop grand : { $kind ->
        [pdf] PDF
        [file] fichier
        [text-file] fichier texte
        [line] ligne
        [record] notice
        [row] ligne
        [column] colonne
        [unpacked-content] contenu décompressé
        [file-in-an-archive] fichier dans une archive
        [part-of-the-file] partie du fichier
       *[other] { $what }
    } de plus de { $limit }
reasons-unpacks = se décompresse à plus de { $ratio } fois sa taille, comme aucun texte ; lecture arrêtée
reasons-grew = le fichier a grandi depuis son ouverture ; les premiers { $read } ont été lus, relisez-le quand il sera complet
reasons-too-many =
    plus de { $limit } { $kind ->
        [files] fichiers
        [records] notices
        [folders-inside-each-other] dossiers imbriqués
        [archives-inside-each-other] archives imbriquées
       *[other] { $what }
    } ; le reste n’est pas lu
reasons-wrong-ending = d’après son nom, { $named } ; d’après son contenu, { $found } ; renommez le fichier ou choisissez-en un autre
reasons-binary = des données binaires, pas de texte
reasons-gzip = données gzip endommagées ou incomplètes : { $detail }
reasons-record = notice mal formée : { $detail }
reasons-xml = XML mal formé : { $detail }
reasons-no-columns = tableau sans colonne nommée title, text ou abstract ; sa première ligne est : { $row }
reasons-table = tableau illisible : { $detail }
reasons-archive = archive endommagée ou étrangère : { $detail }
reasons-encrypted = son texte est chiffré, et illisible sans la clé
reasons-database = base de données illisible : { $detail }
reasons-without-entry = se trouve dans Zotero sans notice ; de tels fichiers, seuls les PDF y sont lus : ajoutez le fichier lui-même
reasons-without-base = { $file } se trouve sous le dossier de base de Zotero, qui n’est pas connu ; ajoutez le fichier lui-même
reasons-no-title = sans titre ({ $detail })
reasons-identifiers =
    { $count ->
        [one] seulement des identifiants : un article, sans l’article lui-même ; on peut le demander à PubMed
       *[other] seulement des identifiants : { $count } articles, sans les articles eux-mêmes ; on peut les demander à PubMed
    }
reasons-no-text = ni titre ni texte
reasons-no-records = aucune notice { $format } : aucune ligne ne commence par « { $start } »
reasons-stray-text = texte hors de toute notice, commençant par « { $text } »
reasons-pdf-no-reader = les PDF ne peuvent pas être lus ici : aucun lecteur de PDF n’est installé
reasons-pdf-not-run = le lecteur de PDF n’a pas pu être exécuté : { $detail }
reasons-pdf-time = le lecteur de PDF n’avait pas fini après { $seconds } s et a été arrêté
reasons-pdf-memory = le lecteur de PDF demandait plus de { $limit } de mémoire et a été arrêté
reasons-pdf-crashed = le lecteur de PDF a échoué sur ce fichier ({ $detail })
reasons-pdf-answer = le lecteur de PDF n’a pas donné de réponse utilisable
reasons-pdf-truncated = PDF tronqué : la fin manque ({ $detail })
reasons-pdf-damaged = PDF endommagé : { $detail }
reasons-pdf-encrypted = PDF chiffré : il demande un mot de passe
reasons-pdf-scan =
    { $count ->
        [one] aucun texte dans ce PDF d’une page : sans doute un document numérisé ; passez-le d’abord par une reconnaissance de texte (OCR)
       *[other] aucun texte dans ce PDF de { $count } pages : sans doute un document numérisé ; passez-le d’abord par une reconnaissance de texte (OCR)
    }
reasons-passed-over =
    { $count ->
        [one] un fichier d’un type illisible : { $files }
       *[other] { $count } fichiers de types illisibles : { $files }
    }
reasons-damaged = endommagé : { $detail }
reasons-added-again = a été ajouté de nouveau depuis, sous { $id }
reasons-broke-off = l’import s’est interrompu ; « Réessayer » reprend où il s’est arrêté
reasons-unsupported = { $found } : illisible (lisibles : { $readable })
reasons-more-of-ending =
    { $count ->
        [one] (et { $count } autre .{ $ending })
       *[other] (et { $count } autres .{ $ending })
    }
reasons-more-without-ending =
    { $count ->
        [one] (et { $count } autre sans extension)
       *[other] (et { $count } autres sans extension)
    }
reasons-others = { $files } et { $count } d’autres types
reasons-kind-of-ending = un fichier .{ $ending }
reasons-kind =
    { $kind ->
        [plain-text] du texte brut
        [markdown] un texte Markdown
        [a-pdf] un PDF
        [ris-references] une liste RIS
        [nbib-references] une liste NBIB
        [endnote-references] une liste EndNote
        [bibtex-references] une liste BibTeX
        [xml-references] une liste de références en XML
        [jats-xml] un article en XML JATS
        [a-csv-table] un tableau CSV
        [a-spreadsheet-xlsx] un classeur (XLSX)
        [an-opendocument-spreadsheet] un classeur OpenDocument
        [a-word-document] un document Word
        [an-opendocument-text] un texte OpenDocument
        [rich-text-rtf] un texte RTF
        [html] une page HTML
        [an-electronic-book-epub] un livre numérique (EPUB)
        [json-lines] un fichier de lignes JSON
        [a-json-file] un fichier JSON
        [a-zip-archive] une archive ZIP
        [a-tar-archive] une archive TAR
        [an-old-microsoft-office-file] un ancien fichier Microsoft Office
        [xml-that-is-neither-pubmed-s-nor-endnote-s-nor-jats] du XML qui n’est ni de PubMed, ni d’EndNote, ni JATS
        [a-parquet-table] un tableau Parquet
        [points-geojson] un fichier de points (GeoJSON)
        [points-csv] un tableau de points (CSV)
        [a-presentation] une présentation
        [an-sqlite-database] une base de données SQLite
        [a-png-picture] une image PNG
        [a-jpeg-picture] une image JPEG
        [a-gif-picture] une image GIF
        [a-tiff-picture] une image TIFF
        [a-program] un programme
        [bzip2-data] un fichier bzip2
        [xz-data] un fichier xz
        [zstandard-data] un fichier Zstandard
        [a-7-zip-archive] une archive 7-Zip
        [gzip-data] un fichier gzip
        [gzip-data-inside-of-gzip-data] un fichier gzip dans un fichier gzip
        [binary-data] un fichier binaire
        [something-else] autre chose
        [a-device-or-pipe] un périphérique ou un tube
        [an-archive-without-a-file-that-can-be-read] une archive sans fichier lisible
       *[other] { $what }
    }
reasons-line = ligne { $line }
reasons-record-line = notice { $record } (ligne { $line })

## Ce que la lecture signale

reasons-read-as = d’après son nom, { $named } ; lu comme { $found }
reasons-encoding =
    { $count ->
        [one] un octet n’est pas de l’UTF-8 valide et a été lu comme du Windows-1252 (Latin-1) ; vérifiez les lettres accentuées
       *[other] { $count } octets ne sont pas de l’UTF-8 valide et ont été lus comme du Windows-1252 (Latin-1) ; vérifiez les lettres accentuées
    }
reasons-page-left-out = la page { $page } n’a pas pu être lue et manque
reasons-rebuilt = le fichier est endommagé ; ce qui pouvait y être trouvé a été lu, des pages peuvent manquer
reasons-lacks = « { $key } », dont des champs sont repris, n’est pas dans le fichier
reasons-being-written = Zotero écrit dans sa base de données, qui a été lue telle quelle ; fermez Zotero et relisez-la pour être sûr des derniers changements
reasons-file-base = { $file } se trouve sous le dossier de base de Zotero, qui n’est pas connu, et n’est pas lu
reasons-file-outside = { $file } est en dehors du dossier de sa liste et n’est pas lu
reasons-file-not-there = { $file } n’est pas là
reasons-file-alone = { $file } a déjà été lu seul et n’est pas relu
reasons-file-earlier = { $file } appartient à une notice précédente et n’est pas relu
