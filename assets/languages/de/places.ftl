place-left = { $mm } mm links
place-right = { $mm } mm rechts
place-in-front = { $mm } mm vorn
place-behind = { $mm } mm hinten
place-above = { $mm } mm oben
place-below = { $mm } mm unten
place-from-middle = { $parts }, von der Mitte aus
place-in-middle = in der Mitte des Körpers
