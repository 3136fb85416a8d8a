place-left = { $mm } mm a la izquierda
place-right = { $mm } mm a la derecha
place-in-front = { $mm } mm por delante
place-behind = { $mm } mm por detrás
place-above = { $mm } mm por encima
place-below = { $mm } mm por debajo
place-from-middle = { $parts }, desde el centro
place-in-middle = en el centro del cuerpo
