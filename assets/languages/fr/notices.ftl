notice-busy = Des documents sont en cours d’ajout ou de replacement ; attendez la fin ou annulez d’abord
notice-file-gone = Le fichier de la bibliothèque a été supprimé ou remplacé ; rien ne peut y être enregistré
notice-library-opening = La bibliothèque est encore en cours d’ouverture
notice-no-library = Aucune bibliothèque n’est ouverte ; voir Problèmes
notice-library-not-opened = La bibliothèque n’a pas pu être ouverte ; voir Problèmes
notice-heading-no-library = Aucune bibliothèque ouverte
notice-atlas-opening = L’atlas est encore en cours d’ouverture
notice-body-being-read = Le corps est encore en cours de lecture
notice-not-added-gone = non ajouté : le fichier de la bibliothèque a été supprimé ou remplacé
notice-not-added = non ajouté : { $reason }
notice-not-added-yet = pas encore ajouté : aucune bibliothèque n’est ouverte ; l’ajout se fera à l’ouverture d’une bibliothèque
notice-added-when-open = Aucune bibliothèque n’est ouverte ; l’ajout se fera à l’ouverture d’une bibliothèque
notice-added-after-import = L’ajout se fera à la fin de l’import en cours
notice-import-broke-off = L’import de { $files } s’est interrompu
notice-files =
    { $count ->
        [one] { $count } fichier
       *[other] { $count } fichiers
    }
notice-no-model = Il n’y a pas de modèle pour placer des documents
notice-all-placed = Tous les documents de cette bibliothèque sont placés par le modèle actuel
notice-open-first = Ouvrez d’abord le document, puis sa source
notice-removed =
    { $count ->
        [one] Retiré de la bibliothèque ; le fichier lui-même reste intact. Ctrl Z le rétablit
       *[other] { $count } documents retirés de la bibliothèque ; Ctrl Z les rétablit
    }
notice-compact =
    { $count ->
        [0] La bibliothèque est compactée
        [one] La bibliothèque est compactée ; un document retiré est oublié
       *[other] La bibliothèque est compactée ; { $count } documents retirés sont oubliés
    }

notice-in-female-torso = { $structure } : dans le torse féminin
notice-in-male-torso = { $structure } : dans le torse masculin
notice-not-in-atlas = Cet atlas n’a pas la structure dont relève le texte

notice-job-failed = { $job } : échec ; voir Problèmes
notice-waited =
    { $count ->
        [one] { $ended } ; ce qui attendait n’a pas été ajouté
       *[other] { $ended } ; { $count } fichiers en attente n’ont pas été ajoutés
    }
notice-no-dialog = Le système n’offre pas de sélecteur de fichiers ; saisissez ou collez le chemin

notice-outside-changed =
    { $count ->
        [one] Un autre programme a ajouté ou modifié un document
       *[other] Un autre programme a ajouté ou modifié { $count } documents
    }
notice-outside-removed =
    { $count ->
        [one] Un autre programme a retiré un document
       *[other] Un autre programme a retiré { $count } documents
    }
notice-outside-both =
    { $changed ->
        [one] Un autre programme a ajouté ou modifié { $changed } document et en a retiré { $removed }
       *[other] Un autre programme a ajouté ou modifié { $changed } documents et en a retiré { $removed }
    }
notice-file-back = Le fichier de la bibliothèque est revenu ; les modifications sont à nouveau enregistrées
notice-file-lost = Le fichier de la bibliothèque a été supprimé ou remplacé ; plus rien n’est enregistré
notice-file-lost-what-to-do = le fichier de la bibliothèque a été supprimé ou remplacé par un autre programme. Ses documents restent dans cette fenêtre, mais rien de ce qui est fait désormais n’est enregistré ; remettez le fichier en place, ou enregistrez une copie de la bibliothèque et ouvrez-la
notice-changeable = L’autre fenêtre est fermée ; { $name } peut maintenant être modifiée ici

notice-end-first = Terminez d’abord la visite ou le quiz
notice-nothing-back = Il n’y a rien à quoi revenir
notice-nothing-forward = Il n’y a rien vers quoi avancer
notice-nothing-undo = Il n’y a rien à annuler
notice-nothing-redo = Il n’y a rien à rétablir
notice-wait-for-import = Attendez la fin de l’import : il peut compléter les mêmes documents
notice-wait-for-library = Attendez que la bibliothèque soit ouverte : ceci modifie des documents
notice-undone = Annulé : { $step }
notice-redone = Rétabli : { $step }
notice-step-show-atlas = Montrer { $name }
notice-step-take-in = Reprendre les fichiers modifiés

notice-problems-forgotten =
    { $count ->
        [one] Un problème oublié
       *[other] { $count } problèmes oubliés
    }
notice-watched-already = Ce dossier est déjà surveillé
notice-watching = Les fichiers nouveaux et modifiés de { $folder } sont ajoutés tant que cette fenêtre est ouverte
notice-superseded =
    { $count ->
        [one] Un fichier a changé : son nouveau texte remplace l’ancien
       *[other] { $count } fichiers ont changé : leurs nouveaux textes remplacent les anciens
    }

notice-staging-cancelled = La recherche des documents dans cet atlas a été annulée ; montrez-le à nouveau pour continuer
notice-without-place = { $missing } documents sur { $all } relèvent de structures que cet atlas n’a pas

notice-variant-kept = Gardé comme { $letter }
notice-variant-known = Déjà gardé, comme { $letter }
notice-variants-full = Six variantes sont gardées ; retirez-en une d’abord
notice-variant-changed = Non gardé : le texte a changé avant d’avoir son emplacement
notice-variant-no-place = Non gardé : le texte n’a pas pu être placé
notice-no-drag-out = Ici, rien ne peut être tiré hors d’une fenêtre. « Copier la référence » et « Exporter » dans le menu d’une ligne font de même.
