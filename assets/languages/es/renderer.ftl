renderer-gpu = { $name } (GPU, { $backend })
renderer-software = { $name } (software, { $backend })
renderer-was-lost = Se perdió el dispositivo gráfico. La ventana se ha reiniciado tal como estaba
