# The window of the shortcuts.

help-title = Keyboard and about
help-about = Corpus Atlas places medical texts in the human body. It is a reading aid, not a medical device.
help-private = Nothing leaves this machine unless you ask PubMed or Europe PMC, or for a public atlas.
help-model = Model { $model } on { $engine }: { $reason }
