# Estructuras del catálogo, como se llaman dentro de una frase; el nombre latino está al lado.

structure-kidney = riñón
structure-left_kidney = riñón izquierdo
structure-right_kidney = riñón derecho
structure-liver = hígado
structure-spleen = bazo
structure-heart = corazón
structure-stomach = estómago
