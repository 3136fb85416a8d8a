document-none = Cliquez sur un marqueur ou une ligne pour lire le document ici.
document-reading = Le document est en cours de lecture. En cas d’échec, la raison figure sous « Problèmes ».
document-back = Retour à la liste
document-back-hint = Revenir à la liste · L
document-pull = Tirer au-dehors
document-pull-hint = Le glisser dans un autre programme : son PDF ou une référence (RIS) là où des fichiers sont acceptés, sa référence en toutes lettres là où du texte l’est
document-full-text = texte intégral d’Europe PMC, { $id }
document-et-al = { $first } et al.
document-edited = { $names } (dir.)
document-topics = Sujets :
document-topic-hint = Restreindre la liste aux documents sur ce sujet, ou ne plus le faire
document-open-source = Ouvrir la source
document-fly = Aller au marqueur
document-cite = Citer
document-cite-hint = Copier la référence dans le presse-papiers, dans le style que vous choisissez
document-remove = Retirer
document-remove-hint = Retirer ce document de la bibliothèque ; Ctrl Z le rétablit
document-correct = Corriger
document-corrected = Corrigé
document-correct-hint = Indiquez où ce document a sa place ; pour une phrase : clic droit sur celle-ci
document-said-not-a-finding = pas une constatation, selon vous
document-said-other-side = l’autre côté, selon vous
document-said-here = selon vous
document-not-a-finding = Ce n’est pas une constatation
document-other-side = C’est l’autre côté
document-belongs = Sa place est ici : { $name }
document-as-model = Comme le modèle le lit
document-click-first = Cliquez d’abord sur une structure pour dire que sa place est là
document-why = Pourquoi
document-why-hint = Teinter les mots en faveur de cet emplacement, ou d’une structure cliquée ci-dessus
document-why-not = Les mots ne peuvent pas être pondérés : { $reason }
document-why-for = pour : { $name }
document-why-against = contre
document-why-stronger = plus la teinte est forte, plus le mot compte
document-sentence-hint = Clic : voir l’emplacement de cette phrase. Clic droit : le corriger
document-sentences-about = { $count ->
    [one] Une phrase parle de : { $name }
   *[other] { $count } phrases parlent de : { $name }
}
document-structures-more = { $count ->
    [one] et une autre
   *[other] et { $count } autres
}
document-month-1 = janvier
document-month-2 = février
document-month-3 = mars
document-month-4 = avril
document-month-5 = mai
document-month-6 = juin
document-month-7 = juillet
document-month-8 = août
document-month-9 = septembre
document-month-10 = octobre
document-month-11 = novembre
document-month-12 = décembre
document-date-day = { $day } { $month } { $year }
document-date-month = { $month } { $year }
document-date-first = { $day }er { $month } { $year }
