atlas-male-torso = Torse masculin
atlas-female-torso = Torse féminin
atlas-male-torso-within = torse masculin
atlas-female-torso-within = torse féminin

## Avis et tâches

atlas-own-names = Le torse masculin porte les noms mêmes du catalogue ; montrez ou importez d’abord un autre atlas
atlas-open-names-first = Ouvrez d’abord les noms d’un atlas
atlas-not-installed = Aucun atlas « { $atlas } » n’est installé
atlas-busy = Un autre atlas est en cours d’ouverture ou de création ; attendez d’abord qu’il soit prêt
atlas-torso-being-read = Le torse masculin est encore en cours de lecture
atlas-making-named = Création : { $atlas }
atlas-making = Création d’un atlas
atlas-fetching = Récupération d’un atlas
atlas-opening = Ouverture : { $atlas }

## La liste des atlas publics

atlas-get-title = Obtenir un atlas
atlas-get-about = Rien n’est récupéré avant que vous n’appuyiez sur « Récupérer ». Ce qui arrive est vérifié et gardé sur cet ordinateur.
atlas-get-size = Taille
atlas-get-size-is =
    { $count ->
        [one] { $size } Mo en { $count } fichier
       *[other] { $size } Mo en { $count } fichiers
    }
atlas-get-licence = Licence
atlas-get-source = Source
atlas-get-cite = À citer
atlas-get-unverified = Certaines adresses n’ont pas été éprouvées ; ce qui arrive est tout de même vérifié.
atlas-get-fetch = Récupérer
atlas-get-stop = Arrêter

## Comment un atlas est créé à partir de fichiers

atlas-import-title = Importer un atlas
atlas-import-more = et { $count } de plus
atlas-import-name = Nom
atlas-import-name-hint = Repris du premier fichier
atlas-import-licence = Licence
atlas-import-licence-hint = Non indiquée
atlas-import-options = Options
atlas-import-busy = Un autre atlas est en cours de création ou d’ouverture…
atlas-import-do = Importer
atlas-import-cancel = Annuler
atlas-import-axes = Axes et unités
atlas-import-axes-about = Comment les coordonnées des fichiers deviennent des millimètres, avec x vers la gauche du patient, y vers l’arrière, z vers le haut
atlas-import-axes-hint = Devinés, ou x=1000x; y=-1000z; z=1000y
atlas-import-axes-known = Connus…
atlas-import-axes-guess = Deviner
atlas-import-torso = Ils mènent au repère du torse modélisé
atlas-import-torso-hint = Les lieux peuvent alors être comparés à ceux du torse modélisé
atlas-import-labels = Valeurs d’étiquette
atlas-import-labels-about = Ce que désignent les nombres d’un volume d’étiquettes quand il ne le dit pas lui-même
atlas-import-labels-as-files = Selon les fichiers
atlas-import-labels-ct = TotalSegmentator, TDM
atlas-import-labels-mr = TotalSegmentator, IRM
atlas-import-labels-from-file = Depuis un fichier…
atlas-import-voxels = Taille des voxels
atlas-import-voxels-hint = Piles de coupes : colonnes,lignes,coupes en mm
atlas-import-fault-axes = Axes : { $reason }
atlas-import-fault-voxels = Taille des voxels : { $reason }
atlas-import-fault-labels = Noms des étiquettes : il n’y a pas de fichier { $file }
