settings-palette-anatomical = Colores anatómicos
settings-palette-system = Por sistema
settings-palette-color-blind = Aptos para daltónicos
settings-palette-documents = Por número de documentos
settings-palette-difference = Por la diferencia de dos listas

settings-quality-auto = Automática
settings-quality-fine = Fina
settings-quality-balanced = Equilibrada
settings-quality-swift = Rápida

settings-language = Idioma
settings-language-menu = Idioma (Language)
settings-language-system = Como el sistema
