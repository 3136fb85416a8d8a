# La página de un PDF junto a su texto.

page-show = Mostrar la página
page-show-hint = La página del PDF junto al texto, abierta en la frase seleccionada o, si no, en la que situó el documento · O
page-hide = Ocultar la página
page-none = Este documento no procede de un PDF
page-heading = Página { $page } de { $count }
page-name = Página { $page } de { $count } de «{ $title }»
page-close = Cerrar
page-close-hint = Solo el texto · Esc
page-looking = Buscando la página…
page-drawing = Dibujando la página…
page-not-found = La frase no se encontró en las páginas
page-again = Intentar de nuevo
page-none-such =
    No hay página { $page }: este PDF tiene { $count ->
        [one] una página
       *[other] { $count } páginas
    }
page-failed-moved = El PDF ya no está ahí: { $path }
page-failed-encrypted = El PDF está cifrado: necesita una contraseña
page-failed-damaged = El PDF está dañado: sus páginas no se pueden dibujar
page-failed-heavy = Esta página necesita más tiempo o memoria de lo permitido: no se dibuja
page-failed-hostile = La parte del programa que dibuja páginas terminó con este PDF; nada más sufrió daño
page-failed-other = La página no se pudo dibujar: { $reason }
