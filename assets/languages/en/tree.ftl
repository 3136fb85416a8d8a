# The left panel's first tab: systems, structures, parts; and the names of the tabs.

tree-tab-structures = Structures
tree-tab-structures-hint = Every structure: show, ghost, hide
tree-tab-library = Library
tree-tab-library-hint = Collections, tags, searches; narrow the documents · G
tree-tab-view = View
tree-tab-view-hint = Cuts, taking apart, colours, saved views · C
tree-counted = Documents placed here
tree-filter = Filter: name, synonym, Latin
tree-restore = Restore hidden ({ $count })
tree-reading = Reading the atlas…
tree-isolate = Isolate
tree-show = Show
tree-ghost = Ghost
tree-hide = Hide
tree-opacity = Opacity

# For those who hear the button: a structure or a system, and how it is drawn.
tree-is-shown = { $name }: shown
tree-is-ghost = { $name }: ghost
tree-is-hidden = { $name }: hidden
tree-is-mixed = { $name }: mixed

# The same as a tooltip, with what a click does.
tree-shown-hint = shown; click for ghost
tree-ghost-hint = ghost; click for hidden
tree-hidden-hint = hidden; click for shown
tree-mixed-hint = mixed; click for shown
tree-opacity-number = Opacity in percent
tree-unfold = Unfold or fold: { $name }
tree-system-key = { $keys } shows or hides all of it
# The head of the regions, above the systems.
tree-regions = Regions
