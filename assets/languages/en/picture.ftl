# A picture of the stage.

picture-about = The stage, 3840 pixels wide, without panels.
picture-names = Names and distances
picture-names-hint = Those that the window shows now: labels (K), measured distances (M)
picture-transparent = Transparent background
picture-save = Save…
picture-saved = Picture saved: { $place }
picture-as-stage = As wide and high as the stage
picture-as-stage-hint = Just what the window shows; else a slide of 16 to 9, which shows more to the left and right
