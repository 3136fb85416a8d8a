grounding-guess = au plus probable : { $name }
grounding-excluded = Absent ou normal :
grounding-by-model = Placé par un modèle sur cet ordinateur
grounding-by-reader = Placé par un modèle sur cet ordinateur, corrigé par un lecteur
grounding-only-absent = Le texte ne dit que ce qui est absent ou normal ; il n’a donc pas d’emplacement
grounding-only-family = Le texte ne parle que d’un membre de la famille ; il n’a donc pas d’emplacement
grounding-model = Modèle { $model } sur { $engine }
grounding-not-here = Absent de cet atlas
grounding-show-male = Montrer dans le torse masculin
grounding-show-female = Montrer dans le torse féminin
grounding-outside = Peu d’indices que cela concerne le torse ({ $percent } % en dehors)
grounding-elsewhere = Absent de cet atlas : { $names }
grounding-elsewhere-too = De plus, absent de cet atlas : { $names }
grounding-side-open = { $name }, côté non précisé
grounding-region = Selon le texte : { $region }
grounding-side-likely = Le texte ne précise pas le côté ; celui-ci semble plus probable
grounding-reach = emplacements possibles : ±{ $across } cm en largeur, ±{ $deep } cm en profondeur, ±{ $high } cm en hauteur
grounding-reach-hint = Neuf emplacements sur dix dont traite un tel texte se trouvent dans cette étendue autour du marqueur : dans la structure, d’un côté ou de l’autre si le texte ne le précise pas, et dans les autres structures dont il parle
grounding-or = ou
grounding-also = aussi
grounding-place-hint = Clic : voir cet emplacement du texte
grounding-each = Chacune pour elle-même : probabilité que le texte en parle
grounding-why-placed = Placé dans : { $name } (probable à { $share } %).
grounding-why-lies = Placé dans : { $name }.
grounding-why-headings = Compte rendu à rubriques : sa place suit { $words }.
grounding-why-words =
    { $count ->
        [one] Le mot { $words } parle le plus en sa faveur.
       *[other] Les mots { $words } parlent le plus en sa faveur.
    }
grounding-why-sentences =
    { $count ->
        [one] Une phrase en parle.
       *[other] { $count } phrases en parlent.
    }
grounding-why-others =
    { $count ->
        [one] Une désigne : { $name }.
       *[other] { $count } désignent : { $name }.
    }
grounding-take-back = Pas ici
grounding-take-back-to = Le place dans la structure la plus probable ensuite, { $name }, et le garde comme correction · Maj N
grounding-take-back-away = La lecture ne propose pas d’autre lieu : il n’en a alors aucun, ce qui est gardé comme correction · Maj N

# Où, dans son organe, se trouve un document. Les extrémités des organes avec « de », comme il faut dans les phrases avec $place.
grounding-landmark-within = À l’intérieur, il se trouve dans : { $name }.
grounding-landmark-at = Il se trouve au niveau { $place }.
grounding-landmark-from = Il se trouve à { $mm } mm { $place }.
grounding-landmark-next-to = Au plus près, à { $mm } mm : { $name }.
grounding-landmark-dome = du dôme
grounding-landmark-apex = de l’apex
grounding-landmark-base = de la base
grounding-landmark-upper-pole = du pôle supérieur
grounding-landmark-lower-pole = du pôle inférieur
grounding-landmark-tip = de la pointe inférieure
grounding-landmark-fundus = du fond
grounding-landmark-neck = du col
