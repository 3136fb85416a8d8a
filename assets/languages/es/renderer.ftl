renderer-gpu = { $name } (GPU, { $backend })
renderer-software = { $name } (software, { $backend })
