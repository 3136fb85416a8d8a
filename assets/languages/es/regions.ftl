region-neck = Cuello
region-thorax = Tórax
region-abdomen = Abdomen
region-pelvis = Pelvis y periné
region-back = Espalda
region-upper-limb = Hombro y brazo
region-lower-limb = Nalga y muslo

# Lo que no pertenece al tronco, dentro de una frase.

region-elsewhere-brain = cerebro
region-elsewhere-eye-and-ear = ojo y oído
region-elsewhere-mouth-nose-and-throat = boca, nariz y garganta
region-elsewhere-limbs = extremidades
