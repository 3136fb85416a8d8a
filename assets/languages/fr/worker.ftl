worker-writing = Écriture de { $to }
worker-citing = Références dans le style { $style }
worker-copying-library = Copie de la bibliothèque vers { $to }
worker-adding = Ajout : { $what }
worker-asking-pubmed = Recherche de « { $query } » dans PubMed
worker-asking-pubmed-for-files = Recherche dans PubMed des articles de { $files }
worker-placing-anew = Replacement des documents

worker-counting = Comptage
worker-landed =
    { $count ->
        [one] { $count } ajouté
       *[other] { $count } ajoutés
    }
worker-landed-of = { $count } sur { $total } ajoutés
worker-landed-of-read = { $count } ajoutés sur { $read } lus
worker-placed-of = { $count } sur { $total } replacés
worker-placed-of-read = { $count } replacés sur { $read } lus
worker-full-texts-of = { $count } textes intégraux sur { $total }
worker-full-texts-of-read = { $count } textes intégraux sur { $read } lus
worker-known =
    { $count ->
        [one] { $count } déjà connu
       *[other] { $count } déjà connus
    }
worker-refused =
    { $count ->
        [one] { $count } refusé
       *[other] { $count } refusés
    }
worker-refused-see =
    { $count ->
        [one] { $count } refusé (voir Problèmes)
       *[other] { $count } refusés (voir Problèmes)
    }
worker-passed-over =
    { $count ->
        [one] un fichier d’un type illisible (voir Problèmes)
       *[other] { $count } fichiers de types illisibles (voir Problèmes)
    }
worker-pace-second = { $rate } par seconde
worker-pace-minute = { $rate } par minute
worker-left-seconds = reste { $time } s
worker-left-minutes = reste { $time } min
worker-left-hours = reste { $time } h
worker-stopped = { $words } ; annulé
worker-placed-anew = Replacés : { $count }

worker-asking = Interrogation de { $host }
worker-no-identifier = aucun identifiant PubMed ni DOI dans { $files }
worker-pubmed-has = PubMed a { $count } articles, { $asked } sont demandés
worker-pubmed-missed =
    { $count ->
        [one] { $count } article compté mais non fourni
       *[other] { $count } articles comptés mais non fournis
    }
worker-pubmed-failed = { $error } ; { $count } ajoutés, une nouvelle demande reprend à cet endroit
worker-pubmed-done = PubMed a { $count } articles ; { $words }
worker-looking-for-full-texts = Recherche des textes intégraux
worker-full-texts = textes intégraux : { $count } ajoutés
worker-not-open-access = { $count } hors libre accès
worker-with-full-texts = { $words } ; { $full_texts }
worker-full-texts-failed = { $error } ; { $words }, une nouvelle demande reprend à cet endroit

worker-records =
    { $count ->
        [one] { $count } notice
       *[other] { $count } notices
    }
worker-clipboard-empty = Le presse-papiers ne contient pas de texte
worker-clipboard-file = Presse-papiers { $number }
worker-no-number = il ne reste plus de numéro

worker-written =
    { $count ->
        [one] { $count } document écrit dans { $to }
       *[other] { $count } documents écrits dans { $to }
    }
worker-documents-of = Documents : { $count } sur { $total }
worker-pairs-of = Paires comparées : { $count } sur { $total }
worker-percent = { $percent } %
worker-copy-is-in = Une copie de la bibliothèque est dans { $to }
worker-no-copy = aucune copie n’a été faite
worker-video-is-in = La vidéo est dans { $file }
worker-no-video = aucune vidéo n’a été faite
worker-ffmpeg-not-run = ffmpeg ne peut pas être lancé : { $error }
worker-ffmpeg-gave-up = ffmpeg n’a pas pu faire la vidéo : { $words }
worker-too-many-citations = { $count } documents sont trop pour le presse-papiers ({ $most } au plus) ; exportez-les plutôt
worker-nothing-copied = rien n’a été copié
worker-nothing-to-cite = Aucun document à citer
worker-cited =
    { $count ->
        [one] { $count } référence copiée ({ $style })
       *[other] { $count } références copiées ({ $style })
    }
worker-damaged = il est endommagé et a été laissé de côté : { $reason }
worker-duplicates =
    { $count ->
        [0] Aucun doublon
        [one] Un travail est présent plus d’une fois
       *[other] { $count } travaux sont présents plus d’une fois
    }

worker-opening-torso = Ouverture du torse modélisé…
worker-opening-atlas = Ouverture de { $name }…
worker-making = Création de { $name } : { $doing }
worker-making-writes = écriture
worker-installed = L’atlas « { $name } » est installé
worker-renamed = L’atlas « { $name } » a ses nouveaux noms
worker-not-found-again = { $folder } : introuvable après coup
worker-nothing-to-import = il n’y a rien à importer
worker-names-unknown = Les noms de { $name } ne sont pas connus ; importez-le à nouveau pour les voir
worker-no-public-atlas = aucun atlas public ne porte ce nom
worker-fetching = Téléchargement de { $title } : { $percent } %
worker-download-stopped = Téléchargement arrêté ; il reprendra à cet endroit la prochaine fois
worker-no-home-folder = le système n’indique pas de dossier personnel pour cet utilisateur
worker-cancelled = annulé

worker-files-documents = Documents
worker-files-library = Bibliothèque Corpus Atlas
worker-files-data-set = Jeu de données, lu sur place
worker-files-tour = Visite
worker-files-atlas = Volumes d’étiquettes et surfaces
worker-files-names = Tables de noms
worker-no-source = ni un fichier sur cet ordinateur ni une adresse web ne sont connus pour lui
worker-source-not-opened = { $source } n’a pas pu être ouvert : { $error }

worker-all-documents = Tous les documents
worker-all-narrowed = Tous les documents, liste restreinte
worker-drawn-around =
    { $count ->
        [one] { $count } document choisi dans la vue
       *[other] { $count } documents choisis dans la vue
    }
worker-about-point = À propos de ce point
worker-quoted = « { $words } »
worker-within = { $words } · { $of }
worker-misread = { $heading } comme simples mots : caractère { $at } : { $reason }
worker-meaning-left-out = { $heading }, par les mots seuls : la bibliothèque est trop grande pour le sens, ou lue sur place
worker-search-failed = La recherche a échoué
worker-not-in-torso = Les documents sont placés dans le torse modélisé, qui n’a pas cette structure
worker-words-not-yet = Les mots sont en cours d’indexation ({ $percent } %) : la réponse viendra ensuite
worker-similar-text = Semblables à votre texte
worker-similar-document = Semblables à « { $title } »
worker-similar-several =
    Semblables à { $count ->
        [one] un article
       *[other] { $count } articles
    }
worker-similar-unlike =
    { $heading }, et pas comme { $count ->
        [one] un autre
       *[other] { $count } autres
    }
worker-similar-gone = Le document n’est plus dans la bibliothèque
worker-similar-by-all = { $heading }, par les mots, le sens et l’emplacement
worker-similar-mended = { $heading } ; fautes de frappe lues ainsi : { $words }
worker-similar-unread = { $heading }, par les mots seuls : le modèle n’est pas prêt à le lire
worker-similar-no-vectors = { $heading }, par les mots et l’emplacement seuls : les vecteurs des documents ne sont pas prêts
worker-similar-left-out = { $heading }, par les mots et l’emplacement seuls : la bibliothèque est trop grande pour le sens, ou lue sur place
worker-similar-no-vector = { $heading }, par les mots et l’emplacement seuls : pas de vecteur
worker-similar-no-place = { $heading }, par les mots et le sens seuls : sans emplacement dans ce corps
worker-similar-words-alone = { $heading }, par les mots seuls : ni vecteur ni emplacement dans ce corps ne sont connus

worker-place-atlases = les atlas installés
worker-place-atlas = un atlas installé
worker-place-female = le torse féminin
worker-place-meshes = les surfaces de l’atlas
worker-place-document-number = document { $key } de la bibliothèque
worker-place-document = le document
worker-place-library = la bibliothèque
worker-place-compacted = la bibliothèque : sa corbeille est vide, le fichier aussi grand qu’avant
worker-place-removed = ce qui a été retiré de la bibliothèque
worker-place-restored = les documents retirés
worker-place-problems = les problèmes
worker-place-kept = ce qui est gardé à côté des documents
worker-place-marks = ce qui est noté des documents
worker-place-tags = étiquettes et notes
worker-place-collection = la collection
worker-place-search = la recherche
worker-place-import = l’import
worker-place-removal = le retrait
worker-place-correction = la correction
worker-place-merge = la fusion
worker-place-session = l’état de la fenêtre
worker-place-map = la carte
worker-place-watched = les dossiers surveillés
worker-place-clipboard = le presse-papiers
worker-place-model = le modèle
worker-place-text = votre texte

worker-gone = il n’est plus dans la bibliothèque
worker-corrected-gone = le document n’est plus dans la bibliothèque
worker-no-library = aucune bibliothèque n’est ouverte
worker-not-watched = surveillance impossible ({ $error }) ; examen à l’ouverture de la bibliothèque
worker-no-atlas = l’atlas n’a pas pu être lu, les textes n’ont donc pas où se poser
worker-no-model = le modèle n’est plus là
worker-no-thread = aucun fil d’exécution n’a pu être lancé pour cela
worker-thread-not-started = le fil d’exécution n’a pas pu être lancé : { $error }
worker-fault = interruption due à une erreur du programme : { $words }
worker-unknown-fault = interruption due à une erreur du programme : rien de plus n’est connu
worker-completed =
    { $count ->
        [one] dont { $count } complété
       *[other] dont { $count } complétés
    }
worker-around =
    { $count ->
        [one] { $count } document à moins de { $mm } mm du point
       *[other] { $count } documents à moins de { $mm } mm du point
    }
