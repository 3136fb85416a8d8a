settings-palette-anatomical = Couleurs anatomiques
settings-palette-system = Par système
settings-palette-color-blind = Adaptées au daltonisme
settings-palette-documents = Par nombre de documents
settings-palette-difference = Par différence entre deux listes

settings-quality-auto = Automatique
settings-quality-fine = Fin
settings-quality-balanced = Équilibré
settings-quality-swift = Rapide

settings-language = Langue
settings-language-menu = Langue (Language)
settings-language-system = Comme le système
