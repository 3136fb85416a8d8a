renderer-gpu = { $name } (GPU, { $backend })
renderer-software = { $name } (logiciel, { $backend })
renderer-was-lost = Le périphérique graphique a été perdu. La fenêtre a redémarré avec la bibliothèque, la vue et ce qui était gardé
