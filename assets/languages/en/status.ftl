# The bar below.

status-library-gone = { $name } was removed or replaced: nothing more is saved
status-documents =
    { $count ->
        [one] { $count } document
       *[other] { $count } documents
    }
# Both follow the name of the library: "1,200 documents · thesis.atlas saved".
status-saved = saved
status-only-read = can be read, not changed
status-opening-library = Opening the library…
status-no-library = No library is open
status-save-copy = Save a copy…
status-atlas-hint = The atlas on the stage
status-placed-here = Texts are placed on this machine
status-model = Model { $model } on { $engine }
status-no-model = no model: texts cannot be placed
status-opening-model = Opening the model…
status-renderer = renderer: { $renderer }
status-renderer-slow = Drawn without a graphics card
status-renderer-hint = No graphics card is used: the processor draws, a few pictures a second. With a card and its Vulkan driver (Debian: mesa-vulkan-drivers, or the maker's own) the body moves smoothly; until then “Swift” (tab View) is the quickest.
status-problems =
    { $count ->
        [one] { $count } problem
       *[other] { $count } problems
    }
status-reading-aid = A reading aid, not a medical device
status-paused = Paused: { $job }
status-all-jobs = All jobs
status-go-on = Go on
status-pause = Pause
status-cancel = Cancel
status-outdated = Placed by an older model, or in another atlas: { $count }
status-place-anew = Place anew
status-place-anew-hint = Their markers move to where the present model puts them
status-in-her = { $count } more in the female torso
status-in-her-hint = Documents about organs that the male torso does not have: click to see them
status-in-him = { $count } more in the male torso
status-in-him-hint = Documents about organs that the female torso does not have: click to see them
status-to-him = Show the male torso
status-to-him-hint = All documents about organs that both have are shown here, too
