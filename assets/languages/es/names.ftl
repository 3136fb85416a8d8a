names-title = Nombres en «{ $title }»
names-all-matched = Cada nombre ha encontrado su estructura.
names-no-such = Ningún nombre contiene esas palabras.
names-about-all = { $all } nombres. Haga clic en un nombre para ver su estructura; haga clic en lo que designa para cambiarlo.
names-about-unmatched =
    { $count ->
        [one] { $all } nombres. Uno no corresponde a nada conocido y se muestra como una estructura propia; haga clic en la columna derecha para decir qué es.
       *[other] { $all } nombres. { $count } no corresponden a nada conocido y se muestran como estructuras propias; haga clic en la columna derecha para decir qué son.
    }
names-unmatched-only = Solo sin correspondencia ({ $count })
names-filter = Filtrar por nombre o estructura
names-column-name = NOMBRE EN EL ATLAS
names-column-volume = ML
names-column-meaning = DESIGNA
names-column-rule = SEGÚN
names-own = Estructura propia
names-left-out = Excluido
names-rules = Lo que digan las reglas
names-rule-hand = a mano
names-rule-rules = reglas
names-rule-id = id
names-rule-name = nombre
names-rule-synonym = sinónimo
names-rule-latin = latín
names-rule-part = parte
names-in-file = en { $file }
names-label-value = valor de etiqueta { $value }
names-left-out-because = excluido: { $reason }
names-part-of = tomado como parte de: { $whole }
names-search = Buscar: nombre, sinónimo, latín
names-type-to-search = Escriba para buscar en el catálogo
names-nothing-called = Nada se llama así
names-show-as-own = No está en el catálogo: mostrarlo como estructura propia
names-leave-out = Dejarlo fuera
names-missing = El atlas se rehace a partir de sus archivos, y { $file } ya no está.
names-find-files = Buscar los archivos…
names-apply = Aplicar
names-undo = Deshacer
names-nothing-to-apply = Nada que aplicar
names-decided =
    { $count ->
        [one] Un nombre decidido a mano; «Aplicar» rehace el atlas con él
       *[other] { $count } nombres decididos a mano; «Aplicar» rehace el atlas con ellos
    }
names-cannot-be-shown = sus nombres no se pueden mostrar; impórtelo de nuevo ({ $reason })
names-unknown = Este atlas no tiene ningún nombre «{ $name }»
names-no-structure = El catálogo no tiene ninguna estructura «{ $id }»
names-reason-left-out = excluido
