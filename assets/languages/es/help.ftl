help-title = Teclado y acerca de
help-about = Corpus Atlas sitúa textos médicos en el cuerpo humano. Es una ayuda a la lectura, no un producto sanitario.
help-private = Nada sale de este equipo, salvo que usted consulte PubMed o Europe PMC, o pida un atlas público.
help-model = Modelo { $model } en { $engine }: { $reason }
