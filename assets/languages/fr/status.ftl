status-library-gone = { $name } a été supprimée ou remplacée : plus rien n’est enregistré
status-documents =
    { $count ->
        [one] { $count } document
       *[other] { $count } documents
    }
status-saved = enregistrée
status-only-read = en lecture seule
status-opening-library = Ouverture de la bibliothèque…
status-no-library = Aucune bibliothèque ouverte
status-save-copy = Enregistrer une copie…
status-atlas-hint = L’atlas sur la scène
status-placed-here = Les textes sont placés sur cet ordinateur
status-model = Modèle { $model } sur { $engine }
status-no-model = pas de modèle : les textes ne peuvent pas être placés
status-opening-model = Ouverture du modèle…
status-renderer = rendu : { $renderer }
status-renderer-slow = Dessiné sans carte graphique
status-renderer-hint = Aucune carte graphique n’est utilisée : le processeur dessine, quelques images par seconde. Avec une carte et son pilote Vulkan (Debian : mesa-vulkan-drivers, ou celui du fabricant), le corps bouge sans à-coups ; d’ici là, « Rapide » (onglet Vue) est le plus rapide.
status-problems =
    { $count ->
        [one] { $count } problème
       *[other] { $count } problèmes
    }
status-reading-aid = Une aide à la lecture, pas un dispositif médical
status-paused = En pause : { $job }
status-all-jobs = Toutes les tâches
status-go-on = Reprendre
status-pause = Suspendre
status-cancel = Annuler
status-outdated = Placés par un ancien modèle ou dans un autre atlas : { $count }
status-place-anew = Replacer
status-place-anew-hint = Leurs marqueurs vont là où le modèle actuel les place
status-in-her = { $count } de plus dans le torse féminin
status-in-her-hint = Documents sur des organes que le torse masculin n’a pas : cliquez pour les voir
status-in-him = { $count } de plus dans le torse masculin
status-in-him-hint = Documents sur des organes que le torse féminin n’a pas : cliquez pour les voir
status-to-him = Montrer le torse masculin
status-to-him-hint = Les documents sur les organes communs aux deux sont visibles ici aussi
