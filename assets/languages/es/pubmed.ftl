pubmed-title = Buscar en PubMed
pubmed-search = Buscar y añadir
pubmed-fetch = Traer y añadir
pubmed-full-text = También los textos completos de los artículos de acceso abierto
pubmed-full-text-hint = De los artículos, los de PubMed Central que se pueden leer y reutilizar libremente; una petición cada vez, dos por segundo
pubmed-which = Qué artículos
pubmed-reading = Leyendo { $files }…
pubmed-no-list = { $files }: no es una lista de identificadores
pubmed-no-list-about = Una lista así contiene PMID o DOI y nada más: uno por línea, o en una columna de una tabla
pubmed-list =
    { $count ->
        [one] { $count } identificador de { $files }
       *[other] { $count } identificadores de { $files }
    }
pubmed-list-holds = Identificadores de PubMed: { $pmids }, DOI: { $dois }
pubmed-list-holds-others = Identificadores de PubMed: { $pmids }, DOI: { $dois }; omitidos por no serlo: { $refused }
pubmed-words-instead = Buscar con palabras
pubmed-query = Qué buscar
pubmed-query-hint = portal hypertension AND 2020:2024[dp]
pubmed-query-about = En el lenguaje propio de PubMed: AND, OR, [ti], [au], [mh], [dp] …
pubmed-at-most = Como máximo
pubmed-address = Su correo electrónico
pubmed-address-hint = puede quedar vacío
pubmed-key = Su clave del NCBI
pubmed-key-about = Sin ella se envían tres peticiones por segundo; con ella, diez
pubmed-key-kept = Se usa hasta que se cierre la ventana del programa y no se guarda en el archivo de la biblioteca. Sin ella se usa la de la variable NCBI_API_KEY
pubmed-sent =
    Se envía al NCBI, la National Library of Medicine de Estados Unidos: { $what ->
        [words] lo que busca
        [list] los DOI de la lista
       *[other] los DOI de la lista que no están aquí
    } y el nombre de este programa; después, los números de los artículos que se traen.
pubmed-sent-address =
    Se envía al NCBI, la National Library of Medicine de Estados Unidos: { $what ->
        [words] lo que busca
        [list] los DOI de la lista
       *[other] los DOI de la lista que no están aquí
    }, el nombre de este programa y su dirección { $address }; después, los números de los artículos que se traen.
pubmed-sent-key = Su clave se envía al NCBI con cada petición.
pubmed-sent-full-text = A Europe PMC, en el EMBL-EBI del Reino Unido: los números de esos artículos en PubMed Central.
pubmed-sent-nothing-else = Nada de su biblioteca, y nada antes de que pulse «{ $button }».
pubmed-send-hint = Los artículos que la biblioteca ya tiene no se vuelven a traer
pubmed-stop = Detener
pubmed-busy = Se están añadiendo documentos; espere a que termine o cancélelo antes
