# Atlases: their names, those that can be fetched, how one is made of files.

atlas-male-torso = Male torso
atlas-female-torso = Female torso
# The same within a sentence.
atlas-male-torso-within = male torso
atlas-female-torso-within = female torso

## Notices and jobs

atlas-own-names = The male torso bears the catalogue's own names; show or import another atlas first
atlas-open-names-first = Open the names of an atlas first
atlas-not-installed = No atlas “{ $atlas }” is installed
atlas-busy = Another atlas is being opened or made; wait for it first
atlas-torso-being-read = The male torso is still being read
atlas-making-named = Making { $atlas }
atlas-making = Making an atlas
atlas-fetching = Fetching an atlas
atlas-opening = Opening { $atlas }

## The list of public atlases

atlas-get-title = Get an atlas
atlas-get-about = Nothing is fetched until you press Fetch. What comes is checked and kept on this machine.
atlas-get-size = Size
# $size is in megabytes.
atlas-get-size-is =
    { $count ->
        [one] { $size } MB in { $count } file
       *[other] { $size } MB in { $count } files
    }
atlas-get-licence = Licence
atlas-get-source = Source
atlas-get-cite = Cite
atlas-get-unverified = Some addresses were not seen to work; what comes is checked all the same.
atlas-get-fetch = Fetch
atlas-get-stop = Stop

## How an atlas is made of files

atlas-import-title = Import an atlas
atlas-import-more = and { $count } more
atlas-import-name = Name
atlas-import-name-hint = Taken from the first file
atlas-import-licence = Licence
atlas-import-licence-hint = Not stated
atlas-import-options = Options
atlas-import-busy = Another atlas is being made or opened…
atlas-import-do = Import
atlas-import-cancel = Cancel
atlas-import-axes = Axes and units
atlas-import-axes-about = How the coordinates in the files lead to millimetres with x to the patient's left, y to the back, z up
atlas-import-axes-hint = Guessed, or x=1000x; y=-1000z; z=1000y
atlas-import-axes-known = Known…
atlas-import-axes-guess = Guess
atlas-import-torso = These lead into the modelled torso's frame
atlas-import-torso-hint = Places can then be compared with the modelled torso's
atlas-import-labels = Label values
atlas-import-labels-about = What the numbers of a label volume stand for, where it does not say
atlas-import-labels-as-files = As the files say
atlas-import-labels-ct = TotalSegmentator, CT
atlas-import-labels-mr = TotalSegmentator, MR
atlas-import-labels-from-file = From a file…
atlas-import-voxels = Voxel size
atlas-import-voxels-hint = Stacks of slices: columns,rows,slices in mm
# What is wrong with what was typed; $reason comes from the reader of axes and sizes, in English.
atlas-import-fault-axes = Axes: { $reason }
atlas-import-fault-voxels = Voxel size: { $reason }
atlas-import-fault-labels = Label names: there is no file { $file }
