region-neck = Hals
region-thorax = Thorax
region-abdomen = Abdomen
region-pelvis = Becken und Damm
region-back = Rücken
region-upper-limb = Schulter und Arm
region-lower-limb = Gesäß und Oberschenkel

# Was nicht zum Rumpf gehört, im Satz.

region-elsewhere-brain = Gehirn
region-elsewhere-eye-and-ear = Auge und Ohr
region-elsewhere-mouth-nose-and-throat = Mund, Nase und Rachen
region-elsewhere-limbs = Gliedmaßen
