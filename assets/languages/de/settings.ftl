settings-palette-anatomical = Anatomische Farben
settings-palette-system = Nach System
settings-palette-color-blind = Für Farbenblinde geeignet
settings-palette-documents = Nach Anzahl der Dokumente
settings-palette-difference = Nach dem Unterschied zweier Listen

settings-quality-auto = Automatisch
settings-quality-fine = Fein
settings-quality-balanced = Ausgewogen
settings-quality-swift = Schnell

settings-language = Sprache
settings-language-menu = Sprache (Language)
settings-language-system = Wie das System
