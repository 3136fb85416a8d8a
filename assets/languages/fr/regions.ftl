region-neck = Cou
region-thorax = Thorax
region-abdomen = Abdomen
region-pelvis = Bassin et périnée
region-back = Dos
region-upper-limb = Épaule et bras
region-lower-limb = Fesse et cuisse
