# Les commandes des menus, de la palette et de l'aide des touches : libellé ; « .tip » est son infobulle, « .words » d'autres mots par lesquels
# la palette la trouve. Les libellés se terminent par « … » quand un dialogue suit.

## Documents, entrée et sortie

command-open-files = Ajouter des documents…
    .words = importer ouvrir fichiers articles
command-open-folder = Ajouter un dossier…
    .words = importer répertoire
command-import = Importer des fichiers
command-pubmed = Ajouter ce que PubMed trouve
command-pubmed-for = Récupérer dans PubMed les articles d’une liste…
command-cancel-import = Annuler l’import
    .words = arrêter
command-place-anew = Replacer les documents placés par un ancien modèle
    .words = modèle recalculer
command-export = Exporter les documents…
    .tip = Enregistre les documents de la liste, ou tous si rien n’est demandé
    .words = enregistrer csv json ris bibtex bib nbib endnote zotero markdown parquet
command-export-to = Exporter les documents dans un fichier
command-export-all = Exporter toute la bibliothèque…
    .words = enregistrer tout csv json ris bibtex
command-export-all-to = Exporter toute la bibliothèque dans un fichier
command-export-document = Exporter…
    .tip = Enregistre ce seul document dans un fichier ; l’extension choisit le format
command-export-document-to = Exporter un document dans un fichier
command-copy-citation = Copier la référence
command-copy-citations = Copier les références de la liste
command-drag-out = Tirer des documents hors de la fenêtre
    .words = citer références bibliographie vancouver apa ama harvard presse-papiers
command-set-citation-style = Style des références
command-save-copy = Enregistrer une copie de la bibliothèque…
    .words = sauvegarde dupliquer
command-save-copy-to = Enregistrer une copie de la bibliothèque dans un fichier
command-open-library = Ouvrir une bibliothèque…
command-open-library-at = Ouvrir un fichier de bibliothèque
command-open-source = Ouvrir la source
command-remove-document = Retirer de la bibliothèque
command-correct = Corriger un emplacement
command-compact-library = Compacter la bibliothèque
    .tip = Oublie les documents retirés : ils ne pourront plus être rétablis
    .words = corbeille réduire nettoyer

## Documents en route vers la bibliothèque

command-add-files = Ajouter des fichiers
command-drop-files = Ajouter les fichiers déposés
command-add-clipboard = Ajouter le contenu du presse-papiers
    .tip = Des références dans tout format que les fichiers peuvent avoir, ou un texte simple
    .words = coller importer ris bibtex texte
command-choose-column = Choisir ce qu’est une colonne
command-read-headings = Les tableaux ont des en-têtes
command-merge-after = Montrer ensuite les copies à fusionner
command-begin-import = Ajouter ce qui a été examiné
command-watch-folder = Surveiller un dossier…
    .tip = Ses fichiers nouveaux et modifiés sont ajoutés tant que la fenêtre est ouverte
    .words = importer synchroniser répertoire automatique
command-watch-folder-at = Surveiller un dossier donné
command-unwatch = Ne plus surveiller un dossier
command-drop-import = Ne rien en ajouter

## Ce qui est noté des documents, et à quoi les listes sont restreintes

command-mark = Modifier ce qui est noté des documents
command-make-collection = Créer une collection
command-drop-collection = Supprimer une collection
command-narrow = Restreindre les documents
command-narrow-years = Restreindre les documents à des années
command-widen = Montrer à nouveau tous les documents, quelle que fût la restriction
    .words = filtre facettes effacer
command-compare = Comparer avec cette liste
    .tip = Garde ce qui est affiché ; ce que vous afficherez ensuite, ici ou dans une autre bibliothèque, y sera comparé structure par structure
    .words = différence contraste deux listes bibliothèques
command-compare-on-body = Colorer le corps selon la différence
command-end-comparison = Ne plus comparer
    .words = terminer la comparaison
command-keep-search = Garder une recherche
command-run-search = Relancer une recherche gardée
command-forget-search = Oublier une recherche
command-leave-out = Laisser de côté un groupe de copies
command-keep-copy = Garder une autre copie
command-merge-duplicates = Fusionner les copies en un document
command-look-for-copies = Chercher à nouveau des copies
command-try-again = Réessayer ce qui n’a pas pu être ajouté
    .words = problèmes relancer

## Ce qui est sélectionné et listé

command-select-structure = Sélectionner une structure
command-select-document = Sélectionner un document
command-next-in-list = Ouvrir le document suivant de la liste
    .words = dessous lire résultats
command-previous-in-list = Ouvrir le document précédent de la liste
    .words = dessus précédent liste lire résultats
command-hover-document = Pointer
command-clear-selection = Effacer la sélection
    .words = désélectionner rien tous documents
command-rank-by-point = À propos de ce point
command-list-drawn-around = Lister ce qui a été entouré
command-search-text = Chercher dans les documents
command-search-within = Chercher dans la liste
command-find-similar = Articles semblables
    .tip = Des articles comme celui-ci : par les mots, le sens et l’emplacement
    .words = semblable similaire proche recommander
command-more-like-these = D’autres comme ceux-ci
    .tip = Des articles comme tous ceux-ci : par les mots, le sens et l’emplacement
    .words = semblable plusieurs sélectionnés recommander
command-not-like-this = Pas comme celui-ci
    .tip = Il quitte la liste avec ses copies ; les articles de même sens viennent plus tard
    .words = différent exclure contre-exemple
command-find-like-text = Articles comme ce texte
    .tip = Des articles comme le texte sous « Placer un texte » : par les mots, le sens et l’emplacement
    .words = semblable note cas recommander
command-side-by-side = Lire côte à côte
    .tip = Deux documents sélectionnés ; ou celui-ci et celui que vous choisirez ensuite
    .words = comparer deux documents à côté paire compare
command-toggle-page = Page du PDF à côté du texte
    .tip = Ouverte à la phrase sélectionnée ; encore une fois : fermée
    .words = pdf page original afficher figure mise en page
command-next-page = Page suivante
    .words = pdf page tourner avancer
command-previous-page = Page précédente
    .words = pdf page tourner reculer
command-go-to-page = Aller à une page
command-look-at-sentence = Regarder une phrase
command-read-beside = Lire à côté de l’autre
command-select-second = Sélectionner un second document
command-near-place = Pondérer l’emplacement et les mots
command-sort-relevance = Les plus pertinents d’abord
    .words = ordre rang trier pertinence meilleurs liste
command-sort-newest = Les plus récents d’abord
    .words = ordre trier année date derniers liste
command-sort-oldest = Les plus anciens d’abord
    .words = ordre trier année date premiers liste
command-step-deeper = Passer à la structure derrière celle sous le curseur
command-step-nearer = Revenir vers vous

## Quelles structures sont montrées, et comment

command-set-visibility = Montrer, estomper ou masquer une structure
command-set-opacity = Changer l’opacité d’une structure
command-set-system-visibility = Montrer, estomper ou masquer un système
command-set-system-opacity = Changer l’opacité d’un système
command-isolate = Isoler une structure
command-restore-hidden = Rétablir les structures masquées
    .words = montrer afficher
command-reset-visibility = Accueil : le corps comme au début
    .words = réinitialiser début
command-toggle-recede = Mettre le reste en retrait quand quelque chose est sélectionné
    .words = focus
command-explode = Écarter les structures
    .words = éclaté
command-together = Rassembler les structures
    .words = éclaté
command-set-palette = Colorer le corps
command-palette-anatomical = Colorer le corps de façon anatomique
    .words = palette couleurs
command-palette-system = Colorer le corps par système
    .words = palette couleurs
command-palette-color-blind = Couleurs du corps adaptées au daltonisme
    .words = palette daltonien
command-palette-documents = Colorer le corps par nombre de documents
    .words = palette couleurs chaleur
command-toggle-labels = Légendes avec traits de rappel
    .words = noms étiquettes

## Coupes

command-add-section = Ouvrir le corps par une coupe face à vous
    .words = coupe plan
command-set-section = Déplacer une coupe
command-remove-section = Supprimer une coupe
command-clear-sections = Refermer les coupes
    .words = coupe
command-fill-cut = Tous les tissus sur la face de coupe

## Caméra, vues gardées, coupes planes, mesures, apparence

command-view-anterior = Vue antérieure
    .words = caméra devant face
command-view-posterior = Vue postérieure
    .words = caméra derrière dos
command-view-left = Vue gauche
    .words = caméra côté
command-view-right = Vue droite
    .words = caméra côté
command-view-superior = Vue supérieure
    .words = caméra dessus haut
command-view-inferior = Vue inférieure
    .words = caméra dessous bas
command-fly-to = Regarder un point
command-move-camera = Déplacer la caméra
command-save-view = Garder la vue
command-go-to-view = Revenir à une vue gardée
command-remove-view = Oublier une vue gardée
command-toggle-slices = Coupes planes
    .words = axiale coronale sagittale images
command-hold-slices = Parcourir les coupes planes au clavier
    .tip = Donne le clavier à la première coupe, une seconde fois à la suivante : les flèches déplacent le croisement de 1 mm, avec Maj de 10 mm ; Pg préc et Pg suiv parcourent les coupes
    .words = croisement réticule
command-crosshair = Déplacer le réticule
command-toggle-measure = Mesurer une distance
    .words = règle longueur mm
command-toggle-draw-around = Entourer des documents
    .tip = Ce qui se trouve dans ce que vous tracez sur la scène est listé
    .words = lasso région zone sélectionner plusieurs cadre cercle marqueurs visibles
command-toggle-draw-box = Tracer un cadre autour de documents
    .tip = Ce qui se trouve dans le cadre que vous tracez sur la scène est listé
    .words = rectangle région zone sélectionner plusieurs marqueurs
command-measure-point = Poser une extrémité d’une distance
command-clear-measurements = Oublier les distances mesurées
command-theme-dark = Couleurs sombres de la fenêtre
    .words = thème
command-theme-light = Couleurs claires de la fenêtre
    .words = thème
command-theme-high-contrast = Contraste élevé dans la fenêtre
    .words = thème
command-theme-system = Couleurs de la fenêtre comme le système
    .words = thème
command-set-language = Langue de la fenêtre
command-set-quality = Finesse du rendu

## Le texte saisi, et pourquoi un texte est là où il est

command-live-text = Modifier le texte à placer
command-toggle-why = Pourquoi : teinter les mots en faveur de l’emplacement
    .words = expliquer attribution
command-explain-structure = Pourquoi cette structure

## Autres atlas

command-show-male-torso = Montrer le torse masculin
    .words = homme corps
command-show-female-torso = Montrer le torse féminin
    .words = femme corps sein utérus ovaire
command-show-atlas = Montrer un atlas
command-show-in = Montrer dans l’autre torse
command-import-atlas-files = Importer un atlas depuis des fichiers…
    .words = nifti gltf étiquettes volume
command-import-atlas-folder = Importer un atlas depuis un dossier…
command-import-atlas = Importer un atlas
command-ask-for-class-names = Prendre les noms des valeurs d’étiquette dans un fichier…
command-show-names = Montrer les noms d’un atlas
command-toggle-names = Noms de l’atlas…
    .words = correspondance associer
command-show-unmatched-only = Lister seulement les noms sans correspondance
command-map-name = Décider ce que désigne un nom
command-reset-names = Annuler ce qui a été décidé des noms
command-apply-names = Refaire l’atlas avec ses nouveaux noms
command-ask-for-originals = Retrouver les fichiers d’origine de l’atlas…
command-toggle-get-atlas = Obtenir un atlas…
    .words = télécharger public
command-get-atlas = Récupérer un atlas public
command-cancel-get-atlas = Arrêter le téléchargement

## Panneaux, menus, images, la fenêtre elle-même

command-show-results = Montrer les résultats
    .tip = La seconde fois, la liste prend le clavier : flèches, Début, Fin et Entrée la parcourent
command-show-document = Montrer le document
command-show-text = Placer un texte
    .words = saisir coller taper
command-show-problems = Montrer les problèmes
command-dock-at-home = Tous les panneaux à leur place du début
command-dock-tab = Ancrer un onglet ailleurs
command-set-panel-width = Élargir ou rétrécir un panneau
command-stack-document = Le document sous la liste, ou de nouveau à côté d’elle
command-swap-panels = Intervertir les côtés des panneaux
command-toggle-body-panel = Replier le panneau du corps
command-toggle-side-panel = Replier le panneau latéral
command-toggle-view-panel = Coupe, couleurs et vues
    .words = palette gardées
command-toggle-library-panel = Organiser la bibliothèque
    .words = mots-clés collections facettes filtre recherches
command-toggle-timeline = Chronologie : documents par année
    .words = années histoire lecture décennie
command-toggle-facets = Restreindre la liste par année, type ou revue
    .words = facettes filtre histogramme
command-show-left = Choisir ce que montre le panneau du corps
command-toggle-presentation = Présentation : la scène seule
    .words = projecteur plein écran
command-open-stage-menu = Ouvrir le menu de la scène
command-focus-ask = Demander : un lieu, les documents, une commande
    .words = chercher palette trouver
command-focused = Le clavier a été pris
command-dismiss-notice = Retirer un avis
command-drop-hover = Des fichiers survolent la fenêtre
command-forget-dropped = Ce qui a été déposé a été vu
command-prompt-for-path = Saisir un chemin
command-escape = Fermer ce qui est ouvert, puis effacer la sélection, puis la recherche
command-save-picture = Enregistrer une image de la scène…
    .words = capture png
command-save-picture-to = Enregistrer une image de la scène dans un fichier
command-open-picture = Ce qu’une image doit montrer
command-picture-with = Choisir ce que montrent les images
command-save-picture-as = Choisir un fichier pour l’image
command-screenshot = Enregistrer une image de la fenêtre
command-pause-job = Suspendre ou reprendre une tâche
command-cancel-job = Annuler une tâche
command-clear-problems = Oublier les problèmes
command-quit = Quitter
    .words = sortir fermer

## Visites

command-play-tour = Montrer une visite
command-tour-where-a-text-lands = Visite : Où un texte se pose-t-il ?
    .words = commencer montrer
command-tour-a-clinic-morning = Visite : Un matin de consultation : d’une note aux articles
    .words = commencer montrer
command-tour-cut-the-body-open = Visite : Ouvrir le corps
    .words = commencer montrer
command-go-to-stop = Montrer une étape de la visite
command-next-stop = Étape suivante de la visite
    .words = avancer télécommande
command-previous-stop = Étape précédente
    .words = visite reculer télécommande
command-play-or-pause = Lire ou suspendre la visite
command-stop-is-over = Le temps d’une étape est écoulé
command-end-tour = Terminer la visite
command-new-tour = Créer une visite
    .tip = Ajoutez ce que vous voyez, étape par étape, avec quelques mots
    .words = enregistrer enseigner cours
command-add-stop = Ajouter la vue actuelle à la visite
command-retake-stop = Faire montrer la vue actuelle à l’étape
command-edit-stop = Modifier une étape
command-move-stop = Déplacer une étape
command-remove-stop = Supprimer une étape
command-name-tour = Nommer la visite
command-copy-tour = Créer une visite à partir de celle-ci
command-open-tour = Ouvrir une visite…
command-open-tour-at = Ouvrir le fichier d’une visite
command-save-tour = Enregistrer la visite…
command-save-tour-to = Enregistrer la visite dans un fichier
command-close-tour = Fermer la visite

## Le quiz

command-order-quiz = Ce que sera le prochain quiz
command-start-quiz = Commencer un quiz
command-choose-answer = Choisir une réponse du quiz
command-show-structure = Montrer une structure comme réponse
command-give-up = Demander la bonne réponse
command-next-question = Question suivante du quiz
command-ask-again = Reposer les questions manquées
command-end-quiz = Terminer le quiz

## Annuler, rétablir, précédent, suivant

command-undo = Annuler
    .words = défaire
command-redo = Rétablir
    .words = refaire
command-go-to-step = Aller à une étape de l’historique
command-settle = Relâcher
command-back = Revenir à ce qui était regardé avant
command-forward = Avancer à nouveau

## Ce qui s'ouvre au-dessus de la scène

command-open-history = Historique
    .tip = Les étapes qui peuvent être annulées et rétablies
command-open-duplicates = Trouver les doublons…
    .tip = Des documents qui sont des copies d’un même travail, à fusionner
    .words = fusionner copies identiques
command-open-pubmed = Chercher dans PubMed…
    .words = articles internet ncbi medline télécharger
command-open-jobs = Tâches
    .tip = Ce qui se fait en arrière-plan
    .words = progression travaux
command-open-tours = Visites
    .tip = Des vues du corps avec quelques mots, l’une après l’autre ; trois sont fournies, et vous pouvez créer les vôtres
    .words = apprendre enseigner présenter cours leçon introduction
command-open-quiz = Quiz…
    .tip = Nommer ce qui est éclairé, trouver ce qui est nommé, ou dire de quoi parle un texte
    .words = apprendre enseigner test examen jeu questions
command-open-welcome = Bienvenue
    .tip = Par quoi commencer
    .words = début premier introduction
command-open-help = Raccourcis clavier et à propos
    .words = touches aide

## Les menus

menu-documents = Documents
menu-edit = Édition
menu-body = Corps
menu-view = Affichage
menu-atlas = Atlas
menu-help = Aide

## Ce que fait le pointeur, pour l'aide des touches

pointer-click = Clic, double clic
pointer-click-does = Sélectionner, isoler une structure
pointer-drag = Glisser
pointer-drag-does = Tourner
pointer-pan = Maj + glisser, glisser avec le bouton droit
pointer-pan-does = Déplacer
pointer-wheel = Molette
pointer-wheel-does = Zoomer vers le curseur
pointer-arrows = Flèches, + et -
pointer-arrows-does = Tourner, zoomer
pointer-slices = Flèches dans une coupe
pointer-slices-does = Déplacent le croisement de 1 mm, avec Maj de 10 mm ; Pg préc et Pg suiv parcourent les coupes, Entrée sélectionne
pointer-measure = Flèches pendant la mesure
pointer-measure-does = Déplacent le croisement de 1 mm, avec Maj de 10 mm ; Pg préc et Pg suiv en profondeur, Entrée y pose une extrémité
pointer-timeline = ← et → dans la chronologie
pointer-timeline-does = Déplacent ses années ; avec Maj, en ajoutent
command-less-motion = Moins de mouvement dans la fenêtre
    .words = animation
command-more-motion = Mouvement habituel dans la fenêtre
    .words = animation
command-latin-labels = Noms latins sur les légendes
command-explain-in-text = Pondérer les mots du texte pour une structure
command-keep-variant = Garder comme variante
    .tip = Garde le texte sous « Placer un texte » et son emplacement comme A, B, C, pour les comparer à ce que vous y changez
    .words = comparer texte versions côte flèches
command-take-variant = Reprendre le texte d’une variante
command-drop-variant = Retirer une variante
command-drop-variants = Retirer toutes les variantes
command-tick-document = Sélectionner aussi un document de la liste
command-tick-through = Sélectionner les documents de la liste jusqu’à l’un d’eux
command-tick-all = Sélectionner tout ce qui est listé
    .tip = Ce qui peut être fait de la liste l’est alors de ceux-ci
    .words = plusieurs documents marquer cocher
command-untick-all = Ne rien sélectionner dans la liste
pointer-rows = Ctrl-clic, Maj-clic
pointer-rows-does = Sélectionner plusieurs documents de la liste ; la barre d’espace aussi
pointer-pull = Tirer une ligne hors de la fenêtre
pointer-pull-does = Donner son document à un autre programme : en fichier, ou en référence là où du texte est accepté
command-toggle-system = { $system } : montrer ou masquer
command-go-to-numbered-view = Aller à la vue gardée { $number }
command-add-structure = Choisir une structure avec celle qui est sélectionnée
pointer-add = Ctrl-clic sur une structure
pointer-add-does = La choisir avec celle qui est sélectionnée
command-forget-problem = Oublier un problème
command-open-path = Ouvrir un fichier ou un dossier
command-look-at-files = Examiner des fichiers avant de les ajouter
command-go-on = Continuer
command-toggle-probe = Sonde : documents autour d’un point
    .tip = Une sphère suit le pointeur ; ce qui s’y trouve est compté, et listé d’un clic
    .words = sphère rayon cercle près autour distance région mm
command-toggle-several = Choisir plusieurs structures
    .tip = Chaque clic sur le corps ou dans l’arbre ajoute une structure à celles dont les documents sont listés, ou la retire
    .words = ensemble union multiples organes
command-set-probe-radius = Rayon de la sonde
command-list-around = Lister ce qui entoure un point
command-read-titles = Lire des titres
command-not-here = Pas ici : retirer ce document de sa place
    .tip = Il va à la structure suivante que sa lecture propose, ou à aucune ; annuler revient en arrière
    .words = mauvaise place corriger
pointer-menu = Clic droit, Maj F10
pointer-menu-does = Menu d’une ligne ; de toutes celles qui sont sélectionnées, si elle en est
command-light-next = Éclairer une autre structure du quiz
command-open-guide = Guide : par où commencer
    .words = aide manuel début
command-save-pictures = Enregistrer une visite en images…
command-save-pictures-in = Enregistrer une visite en images dans un dossier
command-picture-saved = L’image d’une étape est enregistrée
command-save-video = Enregistrer une visite en vidéo…
    .words = film mp4 ffmpeg
command-save-video-to = Enregistrer une visite en vidéo dans un fichier
command-toggle-region = { $region } : montrer ou masquer
command-set-region-visibility = Montrer, estomper ou masquer une région
