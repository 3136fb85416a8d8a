# The bar above: steps, box, menus.

# $formats is the list of formats that can be imported.
bar-add-hint = { $formats } · Ctrl O, or drop files on the window
bar-place-hint = Type or paste a text and watch where it lands · T
# A command and the step that it takes back or does again: "Undo: Hide the liver".
bar-step = { $command }: { $step }
bar-licence = Licence: { $licence }
bar-menu = Menu
bar-panels = Panels
# Where a tab of a panel is docked.
bar-dock-where = Where this tab stands
bar-dock-left = On the left
bar-dock-left-below = On the left, below
bar-dock-right = On the right
bar-dock-right-below = On the right, below
bar-systems = Show or hide a system
bar-regions = Show or hide a region
