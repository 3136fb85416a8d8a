joblist-title = Tâches
joblist-none = Rien ne se fait en arrière-plan. Les imports, les exports et le travail sur les atlas figurent ici.
joblist-cancelled = Annulée
joblist-done = Terminée
joblist-go-on = Reprendre
joblist-pause = Suspendre
joblist-cancel = Annuler
joblist-finding-documents =
    { $count ->
        [one] Recherche de { $count } document dans cet atlas
       *[other] Recherche de { $count } documents dans cet atlas
    }
joblist-duplicates = Recherche de doublons
joblist-video = Création de la vidéo { $file }
