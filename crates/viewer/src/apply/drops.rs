//! Files that were given to the window, from where they were dropped to their places.

use std::path::{Path, PathBuf};

use crate::{Effect, Ended, Problem, View, is_doubtful};

/// Whether a file waits to be added, or is looked at before.
fn waits(view: &View, file: &Path) -> bool {
    let looked_at = view.documents.prospect.iter();
    let looked_at = looked_at.map(|prospect| &prospect.order);
    let mut orders = looked_at.chain(&view.documents.awaited);
    orders.any(|order| order.files.iter().any(|waiting| waiting == file))
}

/// Documents, by key, have come from these files.
pub(super) fn came(view: &mut View, documents: &[(i64, PathBuf)]) -> Vec<Effect> {
    let known = &view.documents;
    let is_outside = |key: i64| {
        let row = known.position(key);
        row.is_some_and(|row| is_doubtful(known.entries[row].outside_p))
    };
    view.drops.came(documents, is_outside);
    Vec::new()
}

/// Something went wrong: it is listed, and told where its file was dropped.
pub(super) fn went_wrong(view: &mut View, problem: Problem) -> Vec<Effect> {
    if let Some(file) = &problem.file {
        view.drops.refused(file, &problem.reason);
    }
    view.documents.note(problem);
    Vec::new()
}

/// The import that ran has ended.
pub(super) fn import_ended(view: &mut View, ended: &Ended) {
    let mut drops = std::mem::take(&mut view.drops);
    drops.import_ended(ended, |file| waits(view, file));
    view.drops = drops;
}

/// Files may have been given up.
pub(super) fn given_up(view: &mut View) {
    let mut drops = std::mem::take(&mut view.drops);
    drops.forget_unread(|file| waits(view, file));
    view.drops = drops;
}

/// Another library is there, and these files are to be added to it.
pub(super) fn library_opened(view: &mut View) {
    let mut drops = std::mem::take(&mut view.drops);
    drops.move_on(|file| waits(view, file));
    view.drops = drops;
}
