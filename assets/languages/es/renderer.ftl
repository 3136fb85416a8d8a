renderer-gpu = { $name } (GPU, { $backend })
renderer-software = { $name } (software, { $backend })
renderer-was-lost = Se perdió el dispositivo gráfico. La ventana se ha reiniciado con la biblioteca, la vista y lo que estaba guardado
