region-neck = Cuello
region-thorax = Tórax
region-abdomen = Abdomen
region-pelvis = Pelvis y periné
region-back = Espalda
region-upper-limb = Hombro y brazo
region-lower-limb = Nalga y muslo
