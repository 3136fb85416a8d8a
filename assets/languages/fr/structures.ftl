# Structures du catalogue, comme elles se nomment dans une phrase ; le nom latin se tient à côté.

structure-kidney = rein
structure-left_kidney = rein gauche
structure-right_kidney = rein droit
structure-liver = foie
structure-spleen = rate
structure-heart = cœur
structure-stomach = estomac
