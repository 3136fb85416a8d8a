# The names of an installed atlas.

names-title = Names in “{ $title }”
names-all-matched = Every name has found its structure.
names-no-such = No name has these words.
names-about-all = { $all } names. Click a name to see its structure; click what it stands for to change it.
names-about-unmatched =
    { $count ->
        [one] { $all } names. One matched nothing known and is shown as a structure of its own; click the right column to say what it is.
       *[other] { $all } names. { $count } matched nothing known and are shown as structures of their own; click the right column to say what they are.
    }
names-unmatched-only = Unmatched only ({ $count })
names-filter = Filter by name or structure
names-column-name = NAME IN THE ATLAS
names-column-volume = ML
names-column-meaning = STANDS FOR
names-column-rule = BY
names-own = Its own structure
names-left-out = Left out
names-rules = What the rules say

# By which rule a name was matched; a narrow column.
names-rule-hand = hand
names-rule-rules = rules
names-rule-id = id
names-rule-name = name
names-rule-synonym = synonym
names-rule-latin = Latin
names-rule-part = part
names-in-file = in { $file }
names-label-value = label value { $value }
names-left-out-because = left out: { $reason }
names-part-of = taken for a part of: { $whole }
names-search = Search: name, synonym, Latin
names-type-to-search = Type to search the catalogue
names-nothing-called = Nothing is called that
names-show-as-own = Not in the catalogue: show it as its own
names-leave-out = Leave it out
names-missing = The atlas is made again from its files, and { $file } is no longer there.
names-find-files = Find the files…
names-apply = Apply
names-undo = Undo
names-nothing-to-apply = Nothing to apply
names-decided =
    { $count ->
        [one] One name decided by hand; Apply makes the atlas again with it
       *[other] { $count } names decided by hand; Apply makes the atlas again with them
    }
names-cannot-be-shown = its names cannot be shown; import it again ({ $reason })
names-unknown = This atlas has no name “{ $name }”
names-no-structure = The catalogue has no structure “{ $id }”

# The reason for which a name that was left out by hand is not shown.
names-reason-left-out = left out
