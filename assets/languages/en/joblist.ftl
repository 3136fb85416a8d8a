# The Jobs list, and the titles of jobs that begin here.

joblist-title = Jobs
joblist-none = Nothing is being done in the background. Imports, exports and work on atlases are listed here.
joblist-cancelled = Cancelled
joblist-done = Done
joblist-go-on = Go on
joblist-pause = Pause
joblist-cancel = Cancel
joblist-finding-documents =
    { $count ->
        [one] Finding { $count } document in this atlas
       *[other] Finding { $count } documents in this atlas
    }
joblist-duplicates = Looking for duplicates
joblist-video = Making the video { $file }
