region-neck = Hals
region-thorax = Thorax
region-abdomen = Abdomen
region-pelvis = Becken und Damm
region-back = Rücken
region-upper-limb = Schulter und Arm
region-lower-limb = Gesäß und Oberschenkel
