marks-read = Lu
marks-right-place = Bon emplacement
marks-right-place-hint = Il est à sa place
marks-wrong-place = Mauvais emplacement
marks-wrong-place-hint = Il n’est pas à sa place ; « Corriger » indique où elle est
marks-several =
    { $count ->
        [one] Avec celui-ci…
       *[other] Avec ces { $count }…
    }
marks-mark-read = Marquer comme lu
marks-mark-unread = Marquer comme non lu
marks-remove = Retirer de la bibliothèque
marks-remove-hint = Ctrl Z les rétablit
marks-no-stars = Aucune étoile
marks-stars =
    { $count ->
        [one] { $count } étoile sur 5
       *[other] { $count } étoiles sur 5
    }
marks-untag-hint = Retirer cette étiquette
marks-uncollect-hint = Retirer de cette collection
marks-add-tag = Étiquette
marks-add-collection = Collection
marks-new-name = Un nouveau nom, ou l’un de ceux-ci
marks-note = Une note
