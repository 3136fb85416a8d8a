//! Several documents of the list, ticked to be acted on together.

use crate::{PanelTab, Question, View};

/// Ticks a document, or no longer. The first one that is ticked beside an open one of the list ticks that, too: it is seen as selected already.
pub(super) fn toggle(view: &mut View, key: i64) {
    let none_yet = view.ticked().is_empty();
    let listed = |key: &i64| view.listed_hits().iter().any(|hit| hit.key == *key);
    if !listed(&key) {
        return;
    }
    let open = view.selection.document.filter(|_| none_yet).filter(listed);
    let selection = &mut view.selection;
    if none_yet {
        selection.ticked.clear();
    }
    if !selection.ticked.remove(&key) {
        selection.ticked.insert(key);
        selection.ticked.extend(open);
    }
    selection.ticked_from = Some(key);
    follow(view);
}

/// Ticks what stands between the document ticked last, else the open one, and this one, and nothing else.
pub(super) fn through(view: &mut View, key: i64) {
    let listed: Vec<i64> = view.listed_hits().iter().map(|hit| hit.key).collect();
    let place = |key: i64| listed.iter().position(|listed| *listed == key);
    let Some(to) = place(key) else { return };
    let selection = &mut view.selection;
    let from = selection.ticked_from.or(selection.document).and_then(place);
    let from = from.unwrap_or(to);
    let range = from.min(to)..=from.max(to);
    selection.ticked = listed[range].iter().copied().collect();
    selection.ticked_from = Some(listed[from]);
    follow(view);
}

/// Ticks all that are listed, which is then seen.
pub(super) fn all(view: &mut View) {
    view.layout.open(PanelTab::Results);
    let listed = view.listed_hits().into_iter().map(|hit| hit.key);
    view.selection.ticked = listed.collect();
    view.selection.ticked_from = None;
    follow(view);
}

/// Ticks none; whether there were any.
pub(super) fn none(view: &mut View) -> bool {
    let selection = &mut view.selection;
    selection.ticked_from = None;
    let any = !std::mem::take(&mut selection.ticked).is_empty();
    if any {
        follow(view);
    }
    any
}

/// Forgets what was ticked when something else is asked for; the same among fewer words, or more, or ranked otherwise keeps it.
pub(super) fn ask(view: &mut View, question: &Question) {
    let is_same = match (view.documents.results.question.place(), question.place()) {
        (Question::Similar { to: before, .. }, Question::Similar { to: now, .. }) => before == now,
        (before, now) => before == now,
    };
    if !is_same {
        none(view);
    }
}

/// Forgets documents that were taken out of the library.
pub(super) fn forget_removed(view: &mut View) {
    let removed = &view.scene.removed;
    let before = view.selection.ticked.len();
    view.selection.ticked.retain(|key| !removed.contains(key));
    if view.selection.ticked.len() != before {
        follow(view);
    }
}

/// Two that are ticked, of which one is open, can be read side by side.
fn follow(view: &mut View) {
    let both = <[i64; 2]>::try_from(view.ticked()).ok();
    let open = view.selection.document;
    let other = both.and_then(|both| match both {
        [one, two] if Some(one) == open => Some(two),
        [one, two] if Some(two) == open => Some(one),
        _ => None,
    });
    view.selection.second = other;
}
