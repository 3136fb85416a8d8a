//! Histories that begin with something: a library's removals, the first atlas.

use std::sync::Arc;

use language::say;

use super::describe;
use crate::{Keys, Lists, Step, View};

/// Makes what an import has added one step, which takes it all back. What was kept with the documents since stays with them.
/// Whether there is such a step.
pub(super) fn import(view: &mut View) -> bool {
    let landed = &view.documents.landed;
    let (count, completed) = (landed.keys.len(), landed.completed_documents());
    if (count == 0 && completed == 0) || landed.unasked {
        return false;
    }
    let label = match count {
        0 => say!(
            "steps-import-completed",
            what = &landed.what,
            count = completed
        ),
        count => say!("steps-import", what = &landed.what, count = count),
    };
    let before = super::lasting(view);
    let kept = &view.documents.shelf.marks;
    view.history.note_added(label, landed, before, kept);
    true
}

/// Begins the history with the removals that the library can take back, oldest first: keys and titles.
pub(super) fn removals(view: &mut View, removals: &[Vec<(i64, String)>]) {
    view.scene.removed = Keys::default();
    view.scene.corrected.clear();
    view.scene.marked = Arc::default();
    view.scene.merged = Arc::default();
    view.scene.taken_back = Keys::default();
    let watched = view.documents.watched.iter();
    view.scene.lists = Arc::new(Lists {
        searches: view.documents.shelf.searches.clone(),
        watched: watched.map(|known| known.watched.folder.clone()).collect(),
        ..Lists::default()
    });
    let mut done = Vec::with_capacity(removals.len());
    for removal in removals {
        let titles: Vec<&str> = removal.iter().map(|(_, title)| title.as_str()).collect();
        let label = describe::removed(&titles, removal.len());
        done.push(Step::new(label, view.scene.clone()));
        view.scene
            .removed
            .extend(removal.iter().map(|(key, _)| *key));
    }
    view.history.restart(done);
}

/// Steps from before the atlas was read know no visibility yet; they take the first one.
pub(super) fn first_sight(view: &mut View) {
    let now = view.scene.clone();
    view.history.rewrite(&now, |scene| {
        if scene.visibility.is_empty() {
            scene.visibility.clone_from(&now.visibility);
            scene.hidden_by_hand.clone_from(&now.hidden_by_hand);
            scene.opacities.clone_from(&now.opacities);
            scene.waiting = None;
        }
    });
}
