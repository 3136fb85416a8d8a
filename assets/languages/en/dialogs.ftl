# Titles of the dialogs that ask for a path, and the window that does where the system has none.

dialog-documents = Add documents
dialog-folder = Add a folder
dialog-watched-folder = Watch a folder
dialog-library = Open a library
dialog-export = Export documents
dialog-export-all = Export the whole library
dialog-export-document = Export this document
dialog-library-copy = Save a copy of the library
dialog-picture = Save a picture of the stage
dialog-tour = Open a tour
dialog-tour-copy = Save the tour
dialog-atlas-files = Import an atlas
dialog-atlas-folder = Import an atlas from a folder
dialog-class-names = What the label values stand for
dialog-originals = The folder in which the original files are now
dialog-path-about = This system offers no file dialog (a desktop portal or zenity). Type or paste the path, or drop the files on the window.
dialog-path-example = /home/me/papers
dialog-ok = OK
dialog-cancel = Cancel
dialog-tour-pictures = Folder for the pictures of the tour
dialog-tour-video = Save the tour as a video
