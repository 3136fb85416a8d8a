help-title = Tastatur und Info
help-about = Corpus Atlas verortet medizinische Texte im menschlichen Körper. Es ist eine Lesehilfe, kein Medizinprodukt.
help-private = Nichts verlässt diesen Rechner, es sei denn, Sie fragen PubMed oder Europe PMC ab oder laden einen öffentlichen Atlas.
help-model = Modell { $model } auf { $engine }: { $reason }
