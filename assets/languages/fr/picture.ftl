# Une image de la scène.

picture-about = La scène en 3840 x 2160 pixels, sans panneaux.
picture-names = Noms et distances
picture-names-hint = Ce que la fenêtre montre en ce moment : étiquettes (K), distances mesurées (M)
picture-transparent = Fond transparent
picture-save = Enregistrer…
