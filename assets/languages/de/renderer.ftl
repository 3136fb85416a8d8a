renderer-gpu = { $name } (GPU, { $backend })
renderer-software = { $name } (Software, { $backend })
