//! What other programs do to the open library.

use std::collections::BTreeSet;
use std::sync::Arc;

use ::library::Spot;
use language::say;

use super::documents;
use crate::{Effect, Keys, Problem, View};

/// Takes over what another program has done to the library: what follows from that, and the documents that are new or placed anew; nothing
/// when it has changed none. What was removed here stays so.
pub(super) fn changed(view: &mut View, entries: Vec<Spot>) -> Option<(Vec<Effect>, Vec<Spot>)> {
    let there: BTreeSet<i64> = entries.iter().map(|entry| entry.key).collect();
    let own = &view.documents.entries;
    let is_new = |entry: &Spot| {
        let known = own.binary_search_by_key(&entry.key, |own| own.key);
        known.map_or(true, |n| own[n] != *entry)
    };
    let new: Vec<Spot> = entries.into_iter().filter(is_new).collect();
    // Of those that were in the trash when the library was opened here.
    let back = |key: &i64| view.documents.position(*key).is_none();
    let back: BTreeSet<i64> = (new.iter().map(|entry| entry.key))
        .filter(|key| view.scene.removed.contains(key) && back(key))
        .collect();
    let removed = &view.scene.removed;
    let gone: Vec<i64> = own
        .iter()
        .map(|entry| entry.key)
        .filter(|key| !there.contains(key) && !removed.contains(key))
        .collect();
    let words = match (new.len(), gone.len()) {
        (0, 0) => return None,
        (n, 0) => say!("notice-outside-changed", count = n),
        (0, n) => say!("notice-outside-removed", count = n),
        (n, m) => say!("notice-outside-both", changed = n, removed = m),
    };
    forget(view, &BTreeSet::from_iter(gone));
    forget(view, &back);
    super::beside::forget_lost(view);
    let selected = view.selection.document;
    let lost = selected.is_some_and(|key| view.documents.position(key).is_none());
    let mut effects = Vec::new();
    if lost {
        view.selection.document = None;
        view.documents.opened = None;
        effects.extend(documents::ask_why(view));
    }
    view.layout.say(words);
    Some((effects, new))
}

/// Notes that the file of the library is no longer where it was, or is again.
pub(super) fn lost(view: &mut View, gone: bool) -> Vec<Effect> {
    view.documents.gone = gone;
    let place = view.documents.path.display().to_string();
    if !gone {
        view.layout.say(say!("notice-file-back"));
        return Vec::new();
    }
    view.layout.say(say!("notice-file-lost"));
    view.documents.note(Problem {
        place,
        reason: say!("notice-file-lost-what-to-do"),
        file: None,
    });
    Vec::new()
}

/// Notes that the library, which could only be read, can be changed here from now on.
pub(super) fn changeable(view: &mut View) -> Vec<Effect> {
    view.documents.read_only = None;
    let name = view.documents.name();
    view.layout.say(say!("notice-changeable", name = name));
    Vec::new()
}

/// Leaves keys out; scenes go on sharing what has none of them.
fn leave(keys: &mut Keys, gone: &BTreeSet<i64>) {
    if gone.iter().any(|key| keys.contains(key)) {
        keys.retain(|key| !gone.contains(key));
    }
}

/// Forgets documents that are no longer in the library.
pub(super) fn forget(view: &mut View, gone: &BTreeSet<i64>) {
    if gone.is_empty() {
        return;
    }
    leave(&mut view.scene.removed, gone);
    view.scene.corrected.retain(|key, _| !gone.contains(key));
    Arc::make_mut(&mut view.scene.marked).retain(|key, _| !gone.contains(key));
    let documents = &mut view.documents;
    documents.landed.keys.retain(|key| !gone.contains(key));
    if let Some(staged) = documents.staged.as_mut() {
        let keys = documents.entries.iter().map(|entry| entry.key);
        let kept = keys
            .zip(staged.iter())
            .filter(|(key, _)| !gone.contains(key));
        *staged = Arc::new(kept.map(|(_, place)| *place).collect());
    }
    Arc::make_mut(&mut documents.entries).retain(|entry| !gone.contains(&entry.key));
    let now = view.scene.clone();
    view.history.rewrite(&now, |scene| {
        leave(&mut scene.removed, gone);
        scene.corrected.retain(|key, _| !gone.contains(key));
        Arc::make_mut(&mut scene.marked).retain(|key, _| !gone.contains(key));
    });
}
