tour-back = Précédent
tour-next = Suivant
tour-finish = Terminer
tour-pause = Pause
tour-play = Lecture
tour-at = { $at } sur { $stops }  ·  { $title }
tour-end = Quitter
tour-window = Fenêtre
tour-full-screen = Plein écran
tour-quoted = « { $text } »

tour-tours = Visites
tour-start =
    { $stops ->
        [one] Commencer · { $stops } étape
       *[other] Commencer · { $stops } étapes
    }
tour-copy = En faire la vôtre
tour-copy-hint = Modifiez ses textes et ses vues, et gardez-la comme la vôtre
tour-own = Les vôtres
tour-own-about = Regardez quelque chose, ajoutez-le comme étape, écrivez quelques mots ; enregistrez la visite dans un fichier et transmettez-la.
tour-make = Créer une visite
tour-open = Ouvrir une visite…
tour-title-hint = Titre
tour-about-hint = Ce qu’elle montre, en une phrase
tour-no-stops = Pas encore d’étape. Tournez le corps, sélectionnez, coupez, cherchez ou saisissez un texte ; puis ajoutez ce que vous voyez.
tour-add-stop = Ajouter la vue actuelle comme étape
tour-show-it = Montrer
tour-save = Enregistrer…
tour-close = Fermer
tour-close-unsaved = Fermer sans enregistrer
tour-kept-in = Enregistrée dans { $file }
tour-changed-since = Modifiée depuis son enregistrement dans { $file }
tour-heading-hint = Intitulé
tour-caption-hint = Une ou deux phrases
tour-earlier = Plus tôt
tour-later = Plus tard
tour-take-out = Supprimer cette étape
tour-goes-on = passe à la suite après
tour-show = Montrer
tour-retake = Reprendre la vue
tour-retake-hint = Elle montrera ce que vous voyez maintenant

tour-none = Aucune visite n’est en cours
tour-not-in-atlas = « { $structure } » n’est pas dans cet atlas
tour-other-library = Cette visite ouvre des documents de { $library } ; celui de cette bibliothèque est laissé de côté
tour-save-first = Enregistrez ou fermez d’abord la visite que vous créez
tour-mine = Ma visite
tour-a-text = Un texte
tour-the-body = Le corps
tour-not-saved = La visite n’est pas enregistrée : { $reason }
tour-saved = Enregistrée sous { $file }

tour-too-large = trop grand pour une visite (1 Mo au plus)
tour-not-one = ce n’est pas une visite : { $error }
tour-number-of-stops = une visite a de 1 à { $most } étapes
tour-title-too-long = son titre ou sa description est trop long
tour-wrong-stop = étape { $number } : { $reason }
tour-words-too-long = ses textes sont trop longs
tour-seconds = est montrée de 1 à { $most } secondes
tour-commands = a plus de { $most } commandes
tour-only-looks = « { $command } » n’est pas pour les visites, qui ne font que montrer
tour-stop-seconds = Secondes avant l’étape suivante
tour-pictures = Enregistrer des images…
tour-pictures-hint = Montre chaque étape en plein écran et la garde comme image dans un dossier ; Échap arrête avant la fin
tour-pictures-saved = { $count ->
    [one] Une image est dans { $folder }
   *[other] { $count } images sont dans { $folder }
}
tour-pictures-stopped = { $count ->
    [one] Terminé après une image sur { $of }, dans { $folder }
   *[other] Terminé après { $count } images sur { $of }, dans { $folder }
}
tour-picture-no-rest = L’affichage ne s’est pas stabilisé
tour-picture-not-written = Elle n’a pas été écrite
tour-video = En vidéo…
tour-video-hint = Montre chaque étape en plein écran et en fait une vidéo avec le programme ffmpeg ; Échap arrête avant la fin
tour-video-no-program = Une vidéo nécessite le programme ffmpeg, qui n’est pas installé
tour-video-stopped = Arrêté avant que toutes les étapes aient été montrées ; il n’y a pas de vidéo
