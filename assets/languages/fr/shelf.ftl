shelf-facet-collection = Collections
shelf-facet-tag = Étiquettes
shelf-facet-state = Lecture
shelf-facet-year = Année
shelf-facet-topic = Sujets
shelf-facet-design = Type d’étude
shelf-facet-population = Population
shelf-facet-kind = Type
shelf-facet-journal = Revue
shelf-facet-system = Système
shelf-facet-structure = Structure
shelf-facet-source = Source
shelf-topics-disease = Maladies
shelf-topics-drug = Médicaments
shelf-topics-other = Autres
shelf-state-unread = Non lus
shelf-state-read = Lus
shelf-state-starred = Avec étoiles
shelf-state-note = Avec une note
shelf-no-year = Sans année
shelf-years = { $from } à { $to }
shelf-years-counted = { $count } années, { $from } à { $to }
shelf-click-value = Cliquez sur une valeur : la liste et les marqueurs se limitent à ses documents.
shelf-narrow-no-longer = { $facet } : lever cette restriction
shelf-show-all = Tout afficher
shelf-years-hint = Ne plus restreindre à ces années
shelf-searches = Recherches et collections
shelf-search-hint = Afficher ce que demande cette recherche. Clic droit : l’oublier
shelf-forget-search = Oublier cette recherche
shelf-name = Un nom
shelf-keep-search = Garder cette recherche
shelf-keep-search-hint = Ce qui est affiché maintenant, sous ce nom
shelf-new-collection = Nouvelle collection
shelf-new-collection-hint = Une collection vide ; Thèse/Foie se trouve dans Thèse
shelf-fewer = Moins
shelf-more = { $count } de plus
shelf-value =
    { $count ->
        [one] { $name }, { $count } document
       *[other] { $name }, { $count } documents
    }
shelf-select-structure = Sélectionner cette structure
shelf-drop-collection = Supprimer cette collection
shelf-drop-collection-hint = Ses documents restent dans la bibliothèque
shelf-click-again = Clic : s’y restreindre ; nouveau clic : ne plus le faire
shelf-only-read-elsewhere = { $name } est ouverte dans une autre fenêtre ; ici, elle est en lecture seule
shelf-only-read-file = { $name } est un fichier protégé en écriture ; ici, la bibliothèque est en lecture seule
shelf-only-read-folder = { $name } se trouve dans un dossier protégé en écriture ; ici, elle est en lecture seule
shelf-only-read-asked = { $name } a été ouverte pour lecture ; ici, elle est en lecture seule
shelf-only-read-in-place = { $name } est un jeu de données lu sur place ; ici, il est en lecture seule
shelf-only-read-server = { $name } se trouve sur un serveur, et `corpus-atlas import` y ajoute des documents ; ici, elle est en lecture seule
shelf-kept = Gardée sous « { $name } »
shelf-drawn-not-kept = Ce qui a été tracé n’est pas gardé comme recherche : mettez ses documents dans une collection
shelf-similar-not-kept = Ce qui ressemble à un document ou à un texte est recherché à chaque fois et n’est pas gardé
shelf-nothing-to-try = Il n’y a aucun fichier à réessayer
shelf-you-chose = vous l’avez choisie
shelf-merged =
    { $count ->
        [one] Une copie a été fusionnée avec le document gardé ; Ctrl Z l’annule
       *[other] { $count } copies ont été fusionnées avec les documents gardés ; Ctrl Z l’annule
    }
shelf-open-first = Ouvrez d’abord un document ; les articles semblables seront alors recherchés
shelf-type-first = Saisissez ou collez d’abord un texte sous « Placer un texte »
shelf-point-not-kept = Ce point de l’atlas affiché n’a pas de place dans le torse modélisé et ne peut pas être gardé comme recherche
shelf-point-not-here = L’atlas affiché n’a pas ce point ; sa structure est listée à la place
