welcome-title = Les textes médicaux, à leur place dans le corps
welcome-about = Chaque document devient un point lumineux à l’endroit dont il traite.
welcome-below = Une aide à la lecture, pas un dispositif médical. Rien ne quitte cet ordinateur sans que vous le demandiez. Cette page se retrouve sous Aide, Bienvenue.
welcome-empty = La bibliothèque est encore vide.
welcome-placing = Les premiers documents sont en cours de placement.
welcome-documents =
    { $count ->
        [one] { $count } document se trouve sur le corps.
       *[other] { $count } documents se trouvent sur le corps.
    }
welcome-explore = Explorer
welcome-explore-about = { $there } Cliquez sur un organe ou un point lumineux, ou saisissez un mot dans le champ en haut.
welcome-explore-do = Regarder autour
welcome-own = Apporter les vôtres
welcome-own-about = Déposez à tout moment des fichiers ou un dossier sur la fenêtre : PDF, Word, RIS, PubMed, Zotero et d’autres. Ils sont lus et placés sur cet ordinateur.
welcome-own-do = Choisir des fichiers…
welcome-tour = Suivre la visite
welcome-tour-about = Quelques minutes, huit étapes : comment une phrase trouve sa place, à quoi elle sert, et où cela s’arrête.
welcome-tour-do = Commencer la visite
