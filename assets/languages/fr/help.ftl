help-title = Clavier et à propos
help-about = Corpus Atlas place des textes médicaux dans le corps humain. C'est une aide à la lecture, pas un dispositif médical.
help-private = Rien ne quitte cet ordinateur, à moins que vous n'interrogiez PubMed ou Europe PMC, ou ne demandiez un atlas public.
help-model = Modèle { $model } sur { $engine } : { $reason }
