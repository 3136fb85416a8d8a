# La page d’un PDF à côté de son texte.

page-show = Afficher la page
page-show-hint = La page du PDF à côté du texte, ouverte à la phrase sélectionnée, sinon à celle qui a placé le document · O
page-hide = Masquer la page
page-none = Ce document ne vient pas d’un PDF
page-heading = Page { $page } sur { $count }
page-name = Page { $page } sur { $count } de « { $title } »
page-close = Fermer
page-close-hint = Le texte seul · Échap
page-looking = Recherche de la page…
page-drawing = Dessin de la page…
page-not-found = La phrase n’a pas été trouvée sur les pages
page-again = Réessayer
page-none-such =
    Il n’y a pas de page { $page } : ce PDF a { $count ->
        [one] une page
       *[other] { $count } pages
    }
page-failed-moved = Le PDF n’est plus là : { $path }
page-failed-encrypted = Le PDF est chiffré : il faut un mot de passe
page-failed-damaged = Le PDF est endommagé : ses pages ne peuvent pas être dessinées
page-failed-heavy = Cette page demande plus de temps ou de mémoire qu’il n’est permis : elle n’est pas dessinée
page-failed-hostile = La partie du programme qui dessine les pages s’est arrêtée sur ce PDF ; rien d’autre n’a souffert
page-failed-other = La page n’a pas pu être dessinée : { $reason }
