# What draws the stage: its name, what it runs on, the system's interface.

renderer-gpu = { $name } (GPU, { $backend })
renderer-software = { $name } (software, { $backend })
renderer-was-lost = The graphics device was lost. The window has begun anew, with the library, the view and what was kept
