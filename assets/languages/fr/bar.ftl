bar-add-hint = { $formats } · Ctrl O, ou déposez des fichiers sur la fenêtre
bar-place-hint = Saisissez ou collez un texte et voyez où il se pose · T
bar-step = { $command } : { $step }
bar-licence = Licence : { $licence }
