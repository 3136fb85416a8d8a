# The regions of the body, as headings. Of the limbs a torso has what is next to the trunk.

region-neck = Neck
region-thorax = Thorax
region-abdomen = Abdomen
region-pelvis = Pelvis and perineum
region-back = Back
region-upper-limb = Shoulder and arm
region-lower-limb = Buttock and thigh

# What is no part of the torso, within a sentence.

region-elsewhere-brain = brain
region-elsewhere-eye-and-ear = eye and ear
region-elsewhere-mouth-nose-and-throat = mouth, nose and throat
region-elsewhere-limbs = limbs
