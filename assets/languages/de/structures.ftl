# Strukturen des Katalogs, wie sie in einem Satz heißen; der lateinische Name steht daneben.

structure-kidney = Niere
structure-left_kidney = linke Niere
structure-right_kidney = rechte Niere
structure-liver = Leber
structure-spleen = Milz
structure-heart = Herz
structure-stomach = Magen
