place-left = { $mm } mm à gauche
place-right = { $mm } mm à droite
place-in-front = { $mm } mm en avant
place-behind = { $mm } mm en arrière
place-above = { $mm } mm plus haut
place-below = { $mm } mm plus bas
place-from-middle = { $parts }, par rapport au milieu
place-in-middle = au milieu du corps
