# What can be chosen of the window and the body.

settings-palette-anatomical = Anatomical colours
settings-palette-system = By system
settings-palette-color-blind = Colour-blind safe
settings-palette-documents = By number of documents
settings-palette-difference = By the difference of two lists

settings-quality-auto = Automatic
settings-quality-fine = Fine
settings-quality-balanced = Balanced
settings-quality-swift = Swift

settings-language = Language
settings-language-menu = Language
settings-language-system = As the system
