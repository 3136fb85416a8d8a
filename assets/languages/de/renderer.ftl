renderer-gpu = { $name } (GPU, { $backend })
renderer-software = { $name } (Software, { $backend })
renderer-was-lost = Das Grafikgerät ging verloren. Das Fenster wurde neu gestartet, mit der Bibliothek, der Ansicht und dem, was gesichert war
