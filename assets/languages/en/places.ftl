# A point in words: "12 mm left, 56 mm in front, 110 mm above, from the middle".

place-left = { $mm } mm left
place-right = { $mm } mm right
place-in-front = { $mm } mm in front
place-behind = { $mm } mm behind
place-above = { $mm } mm above
place-below = { $mm } mm below
place-from-middle = { $parts }, from the middle
place-in-middle = in the middle of the body
# A slice through the middle of the body.
place-middle = in the middle
