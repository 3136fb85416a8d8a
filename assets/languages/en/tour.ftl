# Tours: the strip of the one that is shown, the window in which one is made. The words of those that ship lie in tours.ftl.

## The strip

tour-back = Back
tour-next = Next
tour-finish = Finish
tour-pause = Pause
tour-play = Play
tour-at = { $at } of { $stops }  ·  { $title }
tour-end = End
tour-window = Window
tour-full-screen = Full screen
tour-quoted = “{ $text }”

## The window

tour-tours = Tours
tour-start =
    { $stops ->
        [one] Start · { $stops } stop
       *[other] Start · { $stops } stops
    }
tour-copy = Make one out of it
tour-copy-hint = Change its words and sights, and keep it as your own
tour-own = Your own
tour-own-about = Look at something, add it as a stop, write a few words; save the tour as a file and hand it on.
tour-make = Make a tour
tour-open = Open a tour…
tour-title-hint = Title
tour-about-hint = What it shows, in a sentence
tour-no-stops = No stops yet. Turn the body, select, cut, search or type a text; then add what you see.
tour-add-stop = Add what I see as a stop
tour-show-it = Show it
tour-save = Save…
tour-close = Close
tour-close-unsaved = Close without saving
tour-kept-in = Kept in { $file }
tour-changed-since = Changed since it was in { $file }
tour-heading-hint = Heading
tour-caption-hint = A sentence or two
tour-earlier = Earlier
tour-later = Later
tour-take-out = Take this stop out
tour-goes-on = goes on after
tour-show = Show
tour-retake = Retake
tour-retake-hint = Let it show what you see now

## What is said of tours

tour-none = No tour is being shown
tour-not-in-atlas = “{ $structure }” is not in this atlas
tour-other-library = This tour opens documents of { $library }; the one of this library is left out
tour-save-first = First save or close the tour that you are making
tour-mine = My tour
tour-a-text = A text
tour-the-body = The body
tour-not-saved = The tour is not saved: { $reason }
tour-saved = Saved as { $file }

## What is wrong with a tour's file; some follow “stop 3: ”

tour-too-large = too large for a tour (1 MB at most)
tour-not-one = not a tour: { $error }
tour-number-of-stops = a tour has 1 to { $most } stops
tour-title-too-long = its title or description is too long
tour-wrong-stop = stop { $number }: { $reason }
tour-words-too-long = its words are too long
tour-seconds = is shown for 1 to { $most } seconds
tour-commands = has more than { $most } commands
tour-only-looks = “{ $command }” is not for tours, which only look
tour-stop-seconds = Seconds until the next stop
tour-pictures = Save pictures…
tour-pictures-hint = Shows each stop with the whole screen and keeps it as a picture in a folder; Esc stops it early
tour-pictures-saved = { $count ->
    [one] One picture is in { $folder }
   *[other] { $count } pictures are in { $folder }
}
tour-pictures-stopped = Ended with { $count } of { $of } pictures, in { $folder }
tour-picture-no-rest = It did not come to rest
tour-picture-not-written = It was not written
tour-video = Save as video…
tour-video-hint = Shows each stop with the whole screen, and makes a video of them with the program ffmpeg; Esc stops it early
tour-video-no-program = A video needs the program ffmpeg, which is not installed
tour-video-stopped = Ended before all stops were shown; there is no video
