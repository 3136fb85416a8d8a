# What lies over the stage, and the menu of a right click on it.

stage-preparing = Preparing the body…
stage-being-read = The body is still being read
stage-not-in-atlas = not in this atlas: { $structure }
stage-outside-atlas = outside this atlas?
stage-your-text = your text
stage-drop =
    { $count ->
        [one] Drop the file to see where it lands
       *[other] Drop { $count } files to see where they land
    }
# Beside the name of a file that was dropped: what it is doing, or what became of it.
stage-dropped-reading = reading…
stage-dropped-outside = lies outside the torso
stage-dropped-known = is in the library already
stage-dropped-failed = not added
stage-dropped-told = { $name }: { $words }
stage-pointer-hint = drag: orbit · right drag: pan · wheel: zoom to the cursor · 1–6: standard views
stage-distance = { $mm } mm
# Where the body has been taken apart: the distance that it is when it is together.
stage-distance-together = { $mm } mm in the body together
stage-draw-hint = Draw around documents with the button held · Enter: all in view · Esc to stop
stage-box-hint = Drag a box around documents · Enter: all in view · Esc to stop
stage-draw-inside =
    { $count ->
        [one] { $count } document
       *[other] { $count } documents
    }
stage-drawn-none = No document lies in what you drew
stage-tool-measure = Measure
stage-tool-draw = Draw around
stage-tool-box = Box
stage-measure-first = Measure: click the first point, or arrows and Enter · Esc to stop
stage-measure-second = Measure: click the second point, or arrows and Enter · Esc to stop
# Which of the structures under the pointer: "2 of 5".
stage-layer = { $number } of { $count }
# What is looked through: "through skin, sternum".
stage-through = through { $structures }
# Below the tools of the stage; a click lists them.
stage-in-view = { $count } of { $of } in view
stage-in-view-hint = List what is seen from here
stage-gathered =
    { $count ->
        [one] { $count } document · click to come near
       *[other] { $count } documents · click to come near
    }

## The menu

stage-menu-documents = Documents here
stage-menu-isolate = Isolate
stage-menu-ghost = Ghost
stage-menu-hide = Hide
stage-menu-look = Look here
stage-menu-cut-axial = Cut here, axial
stage-menu-cut-coronal = Cut here, coronal
stage-menu-cut-sagittal = Cut here, sagittal
stage-menu-cut-facing = Cut here, facing you
stage-menu-restore = Restore hidden ({ $count })
stage-menu-close-cuts = Close the cuts
stage-menu-hide-labels = Hide the labels
stage-menu-label = Label what is seen
stage-menu-measure = Measure a distance
# The structure that a document under the pointer is drawn over.
stage-over = over { $structure }
stage-body = The stage
stage-selected = Selected: { $name }
stage-document = Document: { $title }
stage-under-pointer = Under the pointer: { $name }
stage-crossing = Keys measure from: { $place }
stage-cube = Side that faces you: { $side }
stage-no-body = The body cannot be read: { $reason }. `corpus-atlas doctor` says what is missing or damaged
stage-no-system = This body has nothing of: { $system }
stage-tool-probe = Probe
stage-probe-hint = Point at the body · wheel or + and −: radius · click or Enter: list · Esc to stop
stage-probe-radius = { $mm } mm
stage-probe-here = { $mm } mm around { $name }
stage-probe-none = No document lies within { $mm } mm
stage-tool-several = Several
stage-several-hint = Click structures to list the documents of any of them; again to take one out · Esc to stop
