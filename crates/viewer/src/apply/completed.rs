//! Documents of the library that an import completes: undo gives them back as they were.

use std::collections::BTreeMap;
use std::sync::Arc;

use library::{Completed, Marks};

use crate::shared::Remade;
use crate::{Effect, JobKind, Scene, View};

/// What is kept with documents, by key, as scenes have it.
type Marked = BTreeMap<i64, Arc<Marks>>;

/// Documents have taken something over. What came to be kept with them is so in every scene, until the import is a step.
pub(super) fn taken_over(view: &mut View, completed: Vec<Completed>) -> Vec<Effect> {
    let importing = view.jobs.of(JobKind::Import).is_some();
    let mut gained = BTreeMap::new();
    for Completed { key, number, marks } in completed {
        let landed = &mut view.documents.landed;
        let is_step = importing && !landed.keys.contains(&key);
        if is_step {
            landed.completed.extend(number.map(|number| (number, key)));
        }
        let Some(marks) = marks else { continue };
        if is_step {
            let kept = landed.marks.entry(key).or_insert_with(|| (*marks).clone());
            kept[1].clone_from(&marks[1]);
        }
        let kept = view.documents.shelf.marks.entry(key).or_default();
        Arc::make_mut(kept).follow(&marks[0], &marks[1]);
        let all = gained.entry(key).or_insert_with(|| (*marks).clone());
        all[1].clone_from(&marks[1]);
    }
    if gained.is_empty() {
        return Vec::new();
    }
    let mut remade = Remade::new();
    let mut take = |scene: &mut Scene| {
        if gained.keys().any(|key| scene.marked.contains_key(key)) {
            scene.marked = remade.of(&scene.marked, |marked: &mut Marked| {
                for (key, [before, after]) in &gained {
                    if let Some(own) = marked.get_mut(key) {
                        Arc::make_mut(own).follow(before, after);
                    }
                }
            });
        }
    };
    take(&mut view.scene);
    view.history.each(take);
    // Where something was kept with one while that was on its way, the library is told both.
    let mixed = gained
        .iter()
        .map(|(key, [_, after])| (key, view.marks_of(*key), after));
    let mixed = mixed.filter(|(_, now, after)| **now != **after);
    let mixed: Vec<(i64, Marks)> = mixed.map(|(key, now, _)| (*key, (*now).clone())).collect();
    (!mixed.is_empty())
        .then_some(Effect::Mark(mixed))
        .into_iter()
        .collect()
}

/// The library could not: the scene says what is so.
pub(super) fn not_taken_back(view: &mut View, asked: Vec<i64>, back: Vec<i64>) -> Vec<Effect> {
    let taken_back = &mut view.scene.taken_back;
    taken_back.leave_out(&asked.into_iter().collect());
    taken_back.extend(back);
    Vec::new()
}

/// What the library has to be told when the scene was exchanged: first what is to be taken back, then, when documents are there again, what is to be
/// taken over again.
pub(super) fn follow(before: &Scene, now: &Scene) -> [Option<Effect>; 2] {
    let (old, new) = (&before.taken_back, &now.taken_back);
    let back: Vec<i64> = new.difference(old).collect();
    let again: Vec<i64> = old.difference(new).collect();
    let effect = |numbers: Vec<i64>, again| {
        (!numbers.is_empty()).then_some(Effect::TakeBack { numbers, again })
    };
    [effect(back, false), effect(again, true)]
}
