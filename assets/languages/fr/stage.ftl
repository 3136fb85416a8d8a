stage-preparing = Préparation du corps…
stage-being-read = Le corps est encore en cours de lecture
stage-not-in-atlas = absent de cet atlas : { $structure }
stage-outside-atlas = hors de cet atlas ?
stage-your-text = votre texte
stage-drop =
    { $count ->
        [one] Déposez le fichier pour voir où il se pose
       *[other] Déposez { $count } fichiers pour voir où ils se posent
    }
# Beside the name of a file that was dropped: what it is doing, or what became of it.
stage-dropped-reading = lecture…
stage-dropped-outside = se trouve hors du torse
stage-dropped-known = est déjà dans la bibliothèque
stage-dropped-failed = non ajouté
stage-dropped-told = { $name } : { $words }
stage-pointer-hint = glisser : tourner · glisser avec le bouton droit : déplacer · molette : zoomer vers le curseur · 1–6 : vues standard
stage-distance = { $mm } mm
stage-distance-together = { $mm } mm dans le corps assemblé
stage-draw-hint = Entourez des documents, bouton enfoncé · Entrée : tous ceux en vue · Échap pour arrêter
stage-box-hint = Tracez un cadre autour des documents, bouton enfoncé · Entrée : tous ceux en vue · Échap pour arrêter
stage-draw-inside =
    { $count ->
        [one] { $count } document
       *[other] { $count } documents
    }
stage-drawn-none = Aucun document dans ce que vous avez tracé
stage-tool-measure = Mesurer
stage-tool-draw = Entourer
stage-tool-box = Cadre
stage-measure-first = Mesure : cliquez sur le premier point, ou flèches et Entrée · Échap pour arrêter
stage-measure-second = Mesure : cliquez sur le second point, ou flèches et Entrée · Échap pour arrêter
stage-layer = { $number } sur { $count }
stage-through = à travers : { $structures }
stage-in-view = { $count } sur { $of } en vue
stage-in-view-hint = Lister ce que l’on voit d’ici
stage-gathered =
    { $count ->
        [one] { $count } document · cliquez pour vous approcher
       *[other] { $count } documents · cliquez pour vous approcher
    }

## Le menu

stage-menu-documents = Documents à cet endroit
stage-menu-isolate = Isoler
stage-menu-ghost = Estomper
stage-menu-hide = Masquer
stage-menu-look = Regarder ici
stage-menu-cut-axial = Coupe axiale ici
stage-menu-cut-coronal = Coupe coronale ici
stage-menu-cut-sagittal = Coupe sagittale ici
stage-menu-cut-facing = Coupe ici, face à vous
stage-menu-restore = Rétablir les structures masquées ({ $count })
stage-menu-close-cuts = Refermer les coupes
stage-menu-hide-labels = Masquer les légendes
stage-menu-label = Légender ce qui est visible
stage-menu-measure = Mesurer une distance
stage-over = au-dessous : { $structure }
stage-body = La scène
stage-selected = Sélectionné : { $name }
stage-document = Document : { $title }
stage-under-pointer = Sous le pointeur : { $name }
stage-crossing = Le clavier mesure depuis : { $place }
stage-cube = Côté tourné vers vous : { $side }
stage-no-body = Le corps est illisible : { $reason }. `corpus-atlas doctor` dit ce qui manque ou est endommagé
stage-no-system = Ce corps n’a rien de : { $system }
stage-tool-probe = Sonde
stage-probe-hint = Pointez le corps · molette ou + et − : rayon · clic ou Entrée : lister · Échap pour arrêter
stage-probe-radius = { $mm } mm
stage-probe-here = { $mm } mm autour de : { $name }
stage-probe-none = Aucun document à moins de { $mm } mm
stage-tool-several = Plusieurs
stage-several-hint = Cliquez sur des structures pour lister les documents de l’une ou l’autre ; encore une fois pour en retirer une · Échap pour arrêter
