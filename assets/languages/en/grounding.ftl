# The card of a place: where a text belongs, the evidence for it, and doubt.

grounding-guess = nearest guess: { $name }
grounding-excluded = Absent or normal:
grounding-by-model = Placed by a model on this machine
grounding-by-reader = Placed by a model on this machine, corrected by a reader
grounding-only-absent = It only tells what is absent or normal, so it has no place
grounding-only-family = It only tells of a relative, so it has no place
grounding-model = Model { $model } on { $engine }
grounding-not-here = Not in this atlas
grounding-show-male = Show in the male torso
grounding-show-female = Show in the female torso
grounding-outside = Little evidence that this belongs in the torso ({ $percent } % outside)
grounding-elsewhere = Not in this atlas: { $names }
grounding-elsewhere-too = Also, not in this atlas: { $names }
grounding-side-open = { $name }, side not stated
grounding-region = Where the words say: { $region }
grounding-side-likely = The text does not say which side; this one seems likelier
grounding-reach = places it may mean: ±{ $across } cm across, ±{ $deep } cm deep, ±{ $high } cm high
grounding-reach-hint = Nine of ten places that such a text is about lie in this range around the marker: within the structure, on either side when the text does not say which, and in the other structures it speaks of

# Before the names of other places: "or Left kidney", "also Liver 20 %".
grounding-or = or
grounding-also = also
grounding-place-hint = Click: look at this place of the text
grounding-each = Each by itself: how likely the text is about it
grounding-why-placed = Placed in: { $name } ({ $share } % likely).
grounding-why-lies = Placed in: { $name }.
grounding-why-headings = As a note with headings it goes by { $words }.
grounding-why-words =
    { $count ->
        [one] The word { $words } speaks for it most.
       *[other] The words { $words } speak for it most.
    }
grounding-why-sentences =
    { $count ->
        [one] One sentence is about it.
       *[other] { $count } sentences are about it.
    }
grounding-why-others =
    { $count ->
        [one] One points to: { $name }.
       *[other] { $count } point to: { $name }.
    }
grounding-take-back = Not here
grounding-take-back-to = Takes it to the next best, { $name }, and keeps that as a correction · Shift N
grounding-take-back-away = The reading offers no other place: it is then about none, and that is kept as a correction · Shift N

# Where in its organ a document lies. Ends of organs as the sentences with $place need them.
grounding-landmark-within = It lies in a part of that: { $name }.
grounding-landmark-at = It lies in { $place }.
grounding-landmark-from = It lies { $mm } mm from { $place }.
grounding-landmark-next-to = Nearest to it, { $mm } mm away: { $name }.
grounding-landmark-dome = the dome
grounding-landmark-apex = the apex
grounding-landmark-base = the base
grounding-landmark-upper-pole = the upper pole
grounding-landmark-lower-pole = the lower pole
grounding-landmark-tip = the lower tip
grounding-landmark-fundus = the fundus
grounding-landmark-neck = the neck
