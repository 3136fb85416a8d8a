# The window of the shortcuts.

help-title = Keyboard and about
help-about = Corpus Atlas places medical texts in the human body. It is a reading aid, not a medical device.
help-private = Nothing leaves this machine unless you ask PubMed or Europe PMC, or for a public atlas.
help-model = Model { $model } on { $engine }
help-guide = Guide
help-guide-first = The body faces you: its left is on your right. The box at the top (Ctrl K) takes a place, words to search, and every command by its name. Ctrl Z takes back what you did to the picture or the library.
help-guide-clinician = A region or a case in mind
help-guide-clinician-1 = Click a structure, or type its name above: the list shows what lies there, and how far away.
help-guide-clinician-2 = Press T and paste a note: it lands on the body, and “Papers like this text” finds the nearest.
help-guide-clinician-3 = Narrow by years (Y), tags and kinds (G); export the list with Ctrl E.
help-guide-clinician-4 = Read why a document lies where it does (W); if it is wrong, say “Not here” (Shift N).
help-guide-educator = In front of a class
help-guide-educator-1 = Isolate an organ by a double click, cut it with X, name what is seen with K; R brings the whole body back.
help-guide-educator-2 = Type a sentence (T) and change a word: see which words move it, and keep variants side by side.
help-guide-educator-3 = Take a tour or make one (Help, Tours); a quiz asks what is lit, or where something is.
help-guide-educator-4 = F11 leaves only the stage, with large words; Ctrl P saves a picture.
help-guide-folder = A folder of papers
help-guide-folder-1 = Drop files or a folder on the window; of a large one, or one with likely copies, you see what is in it before anything is added.
help-guide-folder-2 = What could not be read is listed with its reason under Problems (P), and can be tried again.
help-guide-folder-3 = Select several rows with Ctrl or Shift and act on them together by a right click or Shift F10.
help-guide-folder-4 = All of it is one file on this machine; a removal can be undone for 30 days.
help-guide-limits = A reading aid, not a medical device. A longer guide, and what the program cannot do, come with it in the folder share/doc/corpus-atlas/guide (in English).
