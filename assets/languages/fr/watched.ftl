watched-heading = Dossiers surveillés
watched-add = Surveiller un dossier…
watched-add-hint = Ses fichiers nouveaux et modifiés sont ajoutés tant que cette fenêtre est ouverte
watched-remove-hint = Ne plus le surveiller ; ses documents restent
watched-missing = introuvable
watched-gone =
    { $count ->
        [one] le fichier d’un document a disparu
       *[other] les fichiers de { $count } documents ont disparu
    }
watched-more = et { $count } de plus
watched-file-gone = son fichier a disparu : { $path }
