region-neck = Cuello
region-thorax = Tórax
region-abdomen = Abdomen
region-pelvis = Pelvis y periné
region-back = Espalda
region-upper-limb = Hombro y brazo
region-lower-limb = Nalga y muslo

# Lo que no pertenece al tronco, dentro de una frase.

elsewhere-brain = cerebro
elsewhere-eye-and-ear = ojo y oído
elsewhere-mouth-nose-and-throat = boca, nariz y garganta
elsewhere-limbs = extremidades
