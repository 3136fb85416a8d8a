region-neck = Cou
region-thorax = Thorax
region-abdomen = Abdomen
region-pelvis = Bassin et périnée
region-back = Dos
region-upper-limb = Épaule et bras
region-lower-limb = Fesse et cuisse

# Ce qui n'appartient pas au tronc, dans une phrase.

region-elsewhere-brain = cerveau
region-elsewhere-eye-and-ear = œil et oreille
region-elsewhere-mouth-nose-and-throat = bouche, nez et gorge
region-elsewhere-limbs = membres
