# Une image de la scène.

picture-about = La scène, large de 3840 pixels, sans panneaux.
picture-names = Noms et distances
picture-names-hint = Ce que la fenêtre montre en ce moment : légendes (K), distances mesurées (M)
picture-transparent = Fond transparent
picture-save = Enregistrer…
picture-saved = Image enregistrée : { $place }
picture-as-stage = Aussi large et haute que la scène
picture-as-stage-hint = Exactement ce que montre la fenêtre ; sinon une diapositive de 16 par 9, qui montre davantage sur les côtés
