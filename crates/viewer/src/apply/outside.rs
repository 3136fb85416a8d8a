//! What other programs do to the open library.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ::library::{Marks, Spot};
use language::say;

use super::documents;
use crate::shared::Remade;
use crate::{Effect, Keys, Problem, Scene, View};

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

/// Leaves documents out of what scenes say of them. What several scenes share is changed once and shared again, and what has none of the documents stays
/// as it is.
struct Leaving<'g> {
    gone: &'g BTreeSet<i64>,
    /// What scenes had, and what they have instead.
    removed: Vec<[Keys; 2]>,
    marked: Remade<BTreeMap<i64, Arc<Marks>>>,
}

impl<'g> Leaving<'g> {
    fn new(gone: &'g BTreeSet<i64>) -> Self {
        Self {
            gone,
            removed: Vec::new(),
            marked: Remade::new(),
        }
    }

    fn leave(&mut self, scene: &mut Scene) {
        let gone = self.gone;
        if gone.iter().any(|key| scene.removed.contains(key)) {
            let mut known = self.removed.iter();
            let known = known.find(|[before, _]| before.is_shared_with(&scene.removed));
            let left = match known {
                Some([_, left]) => left.clone(),
                None => {
                    let mut left = scene.removed.clone();
                    left.leave_out(gone);
                    self.removed.push([scene.removed.clone(), left.clone()]);
                    left
                }
            };
            scene.removed = left;
        }
        if gone.iter().any(|key| scene.marked.contains_key(key)) {
            let leave = |marked: &mut BTreeMap<i64, Arc<Marks>>| {
                marked.retain(|key, _| !gone.contains(key));
            };
            scene.marked = self.marked.of(&scene.marked, leave);
        }
        scene.corrected.retain(|key, _| !gone.contains(key));
    }
}

/// Forgets documents that are no longer in the library.
pub(super) fn forget(view: &mut View, gone: &BTreeSet<i64>) {
    if gone.is_empty() {
        return;
    }
    let mut leaving = Leaving::new(gone);
    leaving.leave(&mut view.scene);
    let documents = &mut view.documents;
    let landed = &mut documents.landed;
    landed.keys.retain(|key| !gone.contains(key));
    landed.marks.retain(|key, _| !gone.contains(key));
    landed.completed.retain(|_, key| !gone.contains(key));
    if let Some(staged) = documents.staged.as_mut() {
        let keys = documents.entries.iter().map(|entry| entry.key);
        let kept = keys
            .zip(staged.iter())
            .filter(|(key, _)| !gone.contains(key));
        *staged = Arc::new(kept.map(|(_, place)| *place).collect());
    }
    Arc::make_mut(&mut documents.entries).retain(|entry| !gone.contains(&entry.key));
    let now = view.scene.clone();
    view.history.rewrite(&now, |scene| leaving.leave(scene));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Step;

    /// Different sets of keys in memory, and how much all of them hold.
    fn held(view: &View) -> (usize, usize) {
        let steps = view.history.done.iter().map(|step| &step.scene.removed);
        let mut all: Vec<&Keys> = Vec::new();
        for keys in steps.chain([&view.scene.removed]) {
            if !all.iter().any(|known| known.is_shared_with(keys)) {
                all.push(keys);
            }
        }
        (all.len(), all.iter().map(|keys| keys.ranges()).sum())
    }

    #[test]
    fn what_another_window_removes_of_a_large_import_is_left_out_once() {
        const DOCUMENTS: i64 = 100_000;
        let mut view = View::default();
        let marks = |key| {
            (
                key,
                Arc::new(Marks {
                    stars: 3,
                    ..Marks::default()
                }),
            )
        };
        view.scene.marked = Arc::new((1..=1000).map(marks).collect());
        view.scene.removed = (1..=DOCUMENTS).collect();
        let all = view.scene.clone();
        for n in 0..200 {
            let mut scene = all.clone();
            scene.explode = n as f32 / 200.0;
            // Of half of the steps something else was removed, too.
            scene.removed.extend((n >= 100).then_some(2 * DOCUMENTS));
            let label = n.to_string();
            view.history.done.push(Step::new(label, scene));
        }
        let marked = |view: &View| view.history.done[7].scene.marked.clone();
        assert_eq!(held(&view).0, 101, "before, each of these has its own");
        let nothing = BTreeSet::from([2 * DOCUMENTS + 1]);
        let before = marked(&view);
        forget(&mut view, &nothing);
        assert!(
            Arc::ptr_eq(&before, &marked(&view)),
            "nothing is copied for nothing"
        );
        let gone: BTreeSet<i64> = (0..10).map(|n| 500 + 9_000 * n).collect();
        forget(&mut view, &gone);
        assert_eq!(view.history.done.len(), 200);
        let (sets, ranges) = held(&view);
        assert_eq!(sets, 101, "those that were shared are shared");
        // Eleven ranges each, instead of 100,000 keys.
        assert_eq!(ranges, 11 + 100 * 12);
        assert_eq!(view.scene.removed.len(), DOCUMENTS as usize - 10);
        assert!(!marked(&view).contains_key(&500) && marked(&view).len() == 999);
        assert!(Arc::ptr_eq(&marked(&view), &view.scene.marked));
    }
}
