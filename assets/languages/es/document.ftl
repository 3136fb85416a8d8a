document-none = Haga clic en un marcador o en una fila para leer aquí su documento.
document-back = Volver a la lista
document-back-hint = Volver a la lista · L
document-full-text = texto completo de Europe PMC, { $id }
document-et-al = { $first } et al.
document-edited = { $names } (ed.)
document-open-source = Abrir la fuente
document-fly = Ir al marcador
document-cite = Citar
document-cite-hint = Copiar la referencia al portapapeles, en el estilo que elija
document-remove = Quitar
document-remove-hint = Quitar este documento de la biblioteca; Ctrl Z lo recupera
document-correct = Corregir
document-corrected = Corregido
document-correct-hint = Indique dónde corresponde este documento; para una frase: clic derecho en ella
document-said-not-a-finding = no es un hallazgo, según usted
document-said-other-side = el otro lado, según usted
document-said-here = según usted
document-not-a-finding = No es un hallazgo
document-other-side = Es el otro lado
document-belongs = Corresponde aquí: { $name }
document-as-model = Como lo lee el modelo
document-click-first = Haga clic primero en una estructura para decir que corresponde ahí
document-why = Por qué
document-why-hint = Teñir las palabras que hablan a favor de este lugar, o de una estructura elegida arriba
document-why-not = Las palabras no se pueden ponderar: { $reason }
document-why-for = a favor: { $name }
document-why-against = en contra
document-why-stronger = cuanto más intenso, más cuenta
document-sentence-hint = Clic: ver el lugar de esta frase. Clic derecho: corregirlo
document-sentences-about = { $count ->
    [one] Una frase trata de: { $name }
   *[other] { $count } frases tratan de: { $name }
}
document-structures-more = y { $count } más
