//! Undo, redo, back, forward.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use language::say;

use super::{atlas, beside, completed, documents, duplicates, library, organise, problems, watch};
use crate::command::HistoryCommand;
use crate::{AwaitedStep, Effect, JobKind, Place, Scene, View};

pub(super) fn apply(view: &mut View, command: &HistoryCommand) -> Vec<Effect> {
    let of_steps = !matches!(command, HistoryCommand::Settle);
    if of_steps && view.before.is_some() {
        // What is seen is not what those steps have led to.
        view.layout.say(say!("notice-end-first"));
        return Vec::new();
    }
    if matches!(
        command,
        HistoryCommand::Undo | HistoryCommand::Redo | HistoryCommand::GoToStep(_)
    ) {
        view.drops.forget_ended();
    }
    match command {
        HistoryCommand::Undo => step(view, false),
        HistoryCommand::Redo => step(view, true),
        HistoryCommand::GoToStep(steps) => go_to_step(view, (*steps).min(view.history.len())),
        HistoryCommand::Settle => {
            view.history.settle();
            Vec::new()
        }
        HistoryCommand::Back => {
            let present = view.place();
            match view.navigation.go_back(present) {
                Some(place) => go_to(view, place),
                None => {
                    view.layout.say(say!("notice-nothing-back"));
                    Vec::new()
                }
            }
        }
        HistoryCommand::Forward => {
            let present = view.place();
            match view.navigation.go_forward(present) {
                Some(place) => go_to(view, place),
                None => {
                    view.layout.say(say!("notice-nothing-forward"));
                    Vec::new()
                }
            }
        }
    }
}

/// Undoes or redoes one step; one whose atlas is no longer installed is passed over.
fn step(view: &mut View, forward: bool) -> Vec<Effect> {
    let awaited = view.body.awaited.and_then(|awaited| awaited.step);
    let from = awaited.map_or(view.history.done.len(), |step| step.steps);
    let next = |steps: usize| match forward {
        true => (steps < view.history.len()).then_some(steps + 1),
        false => steps.checked_sub(1),
    };
    let Some(first) = next(from) else {
        view.layout.say(match forward {
            true => say!("notice-nothing-redo"),
            false => say!("notice-nothing-undo"),
        });
        return Vec::new();
    };
    let can_be_shown = |steps: &usize| {
        let scene = view.history.scene_after(*steps, &view.scene);
        scene.is_some_and(|scene| view.can_be_shown(scene.atlas.as_deref()))
    };
    let found = std::iter::successors(Some(first), |steps| next(*steps)).find(can_be_shown);
    go_to_step(view, found.unwrap_or(first))
}

/// Makes so many steps done. Where that puts another atlas on the stage, it is opened first, and the scene stays as it is until then.
fn go_to_step(view: &mut View, steps: usize) -> Vec<Effect> {
    let Some(wanted) = view.history.scene_after(steps, &view.scene).cloned() else {
        return Vec::new();
    };
    let changes_library = wanted.removed != view.scene.removed
        || wanted.corrected != view.scene.corrected
        || !Arc::ptr_eq(&wanted.marked, &view.scene.marked)
        || wanted.taken_back != view.scene.taken_back
        || !wanted.lists.keep_the_same(&view.scene.lists);
    if changes_library && !view.documents.is_ready() {
        view.layout.say(say!("notice-wait-for-library"));
        return Vec::new();
    }
    if changes_library && library::is_only_read(view) {
        return Vec::new();
    }
    // What is being imported may complete the same documents.
    if wanted.taken_back != view.scene.taken_back && view.jobs.of(JobKind::Import).is_some() {
        view.layout.say(say!("notice-wait-for-import"));
        return Vec::new();
    }
    if wanted.atlas == view.scene.atlas {
        view.body.awaited.take_if(|awaited| awaited.step.is_some());
        return arrive(view, steps);
    }
    let step = AwaitedStep {
        steps,
        revision: view.history.revision,
    };
    if let Some(awaited) = view.body.awaited.as_mut()
        && let Some(waiting) = awaited.step
        && let Some(scene) = view.history.scene_after(waiting.steps, &view.scene)
        && scene.atlas == wanted.atlas
    {
        // The same atlas is on its way for a step nearby.
        awaited.step = Some(step);
        return Vec::new();
    }
    atlas::bring(view, wanted.atlas, Some(step))
}

/// Makes so many steps done, now that their atlas is on the stage.
pub(super) fn arrive(view: &mut View, steps: usize) -> Vec<Effect> {
    let back = steps < view.history.done.len();
    // What was taken over is taken back and merged in the order in which it was done.
    let wanted = view.history.scene_after(steps, &view.scene);
    let by_one = wanted.is_some_and(|wanted| wanted.taken_back != view.scene.taken_back);
    let pose = view.history.pose_after(steps, &view.scene);
    let (mut effects, mut label) = (Vec::new(), None);
    loop {
        let at = view.history.done.len();
        let next = match at.cmp(&steps) {
            Ordering::Greater if by_one => at - 1,
            Ordering::Less if by_one => at + 1,
            _ => steps,
        };
        let before = view.scene.clone();
        label = view.history.go_to(next, &mut view.scene).or(label);
        // The list is asked for once, at the end.
        effects.retain(|effect| !matches!(effect, Effect::Rank { .. }));
        effects.extend(follow(view, &before));
        if next == steps || view.history.done.len() != next {
            break;
        }
    }
    effects.extend(pose.into_iter().flat_map(|pose| super::fly(view, pose)));
    match label {
        Some(label) if back => view.layout.say(say!("notice-undone", step = label)),
        Some(label) => view.layout.say(say!("notice-redone", step = label)),
        None => {}
    }
    effects
}

/// What has to follow when the scene was exchanged: documents go or come back, or are read as before.
fn follow(view: &mut View, before: &Scene) -> Vec<Effect> {
    let mut effects = Vec::new();
    let (old, new) = (&before.removed, &view.scene.removed);
    let gone: Vec<i64> = new.difference(old).collect();
    let back: Vec<i64> = old.difference(new).collect();
    // What came last goes first: a document that is taken out of the library, or put together with a copy, is that as it was.
    let [taken_back, taken_again] = completed::follow(before, &view.scene);
    let mut changed = !gone.is_empty() || !back.is_empty();
    changed |= taken_back.is_some() || taken_again.is_some();
    effects.extend(taken_back);
    if !gone.is_empty() {
        effects.extend(duplicates::remove_again(view, old, gone));
        effects.extend(library::close_removed(view));
    }
    if !back.is_empty() {
        effects.push(Effect::Restore(back));
    }
    effects.extend(taken_again);
    let said = |scene: &Scene, key: &i64| {
        let now = scene.corrected.get(key);
        now.or_else(|| view.documents.first_corrections.get(key))
            .cloned()
            .unwrap_or_default()
    };
    let keys: BTreeSet<&i64> = before
        .corrected
        .keys()
        .chain(view.scene.corrected.keys())
        .collect();
    let corrections: Vec<Effect> = keys
        .into_iter()
        .filter(|key| said(before, key) != said(&view.scene, key))
        .map(|key| Effect::Correct(*key, said(&view.scene, key)))
        .collect();
    changed |= !corrections.is_empty();
    effects.extend(corrections);
    let marked = organise::follow(view, before);
    changed |= marked.is_some();
    effects.extend(marked);
    effects.extend(organise::follow_lists(view, &before.lists));
    effects.extend(watch::follow_lists(view, &before.lists));
    effects.extend(problems::follow_lists(view, &before.lists));
    if changed {
        effects.extend(documents::ask_again(view));
    }
    effects
}

/// Looks at a place again.
pub(super) fn go_to(view: &mut View, place: Place) -> Vec<Effect> {
    view.selection.structure = place.structure;
    view.selection.others = place.others;
    view.selection.point_mm = place.point_mm;
    view.selection.document = place.document;
    view.selection.second = None;
    view.selection.sentence = None;
    view.selection.by_point = place.by_point;
    view.layout.show(place.tab);
    let removed = &view.scene.removed;
    let there = |key: &i64| !removed.contains(key) && view.documents.position(*key).is_some();
    let aside = place.beside.filter(there);
    let document = place.document.filter(there);
    let mut effects = beside::set_aside(view, aside);
    match document {
        Some(key) => effects.extend(documents::read(view, key)),
        None => {
            view.selection.document = None;
            view.documents.opened = None;
        }
    }
    if view.documents.results.question != place.question {
        effects.extend(documents::ask(view, place.question));
    }
    effects.extend(super::fly(view, place.pose));
    effects
}
