# Keys, as the keyboards of the language have them. What has no name here is called the same everywhere (F1, Alt, letters).

key-ctrl = Ctrl
key-shift = Shift
key-esc = Esc
key-enter = Enter
key-page-up = PageUp
key-page-down = PageDown
key-up = Up
key-down = Down
key-left = Left
key-right = Right
