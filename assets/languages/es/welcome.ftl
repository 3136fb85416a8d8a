welcome-title = Los textos médicos, en su lugar del cuerpo
welcome-about = Cada documento se convierte en un punto luminoso en el lugar del que trata.
welcome-below = Una ayuda a la lectura, no un producto sanitario. Nada sale de este equipo si usted no lo pide. Esta página vuelve con Ayuda, Bienvenida.
welcome-empty = La biblioteca todavía está vacía.
welcome-placing = Se están situando los primeros documentos.
welcome-documents =
    { $count ->
        [one] { $count } documento está sobre el cuerpo.
       *[other] { $count } documentos están sobre el cuerpo.
    }
welcome-explore = Explorar
welcome-explore-about = { $there } Haga clic en un órgano o en un punto luminoso, o escriba una palabra en el cuadro de arriba.
welcome-explore-do = Echar un vistazo
welcome-own = Traiga los suyos
welcome-own-about = Suelte archivos o una carpeta sobre la ventana en cualquier momento: PDF, Word, RIS, PubMed, Zotero y más. Se leen y se sitúan en este equipo.
welcome-own-do = Elegir archivos…
welcome-tour = Hacer el recorrido
welcome-tour-about = Unos minutos, ocho paradas: cómo una frase encuentra su lugar, para qué se lee, y dónde acaba eso.
welcome-tour-do = Empezar el recorrido
