renderer-gpu = { $name } (GPU, { $backend })
renderer-software = { $name } (logiciel, { $backend })
