//! Undo, redo, back, forward.

use std::collections::BTreeSet;

use super::{documents, library};
use crate::command::HistoryCommand;
use crate::{Effect, JobKind, Place, Scene, View};

pub(super) fn apply(view: &mut View, command: &HistoryCommand) -> Vec<Effect> {
    match command {
        HistoryCommand::Undo => undo(view),
        HistoryCommand::Redo => redo(view),
        HistoryCommand::GoToStep(step) => {
            let mut effects = Vec::new();
            while view.history.done.len() > *step {
                effects.extend(undo(view));
            }
            while view.history.done.len() < *step && !view.history.undone.is_empty() {
                effects.extend(redo(view));
            }
            effects
        }
        HistoryCommand::Settle => {
            view.history.settle();
            Vec::new()
        }
        HistoryCommand::Back => {
            let present = view.place();
            match view.navigation.go_back(present) {
                Some(place) => go_to(view, place),
                None => {
                    view.layout.say("There is nothing to go back to");
                    Vec::new()
                }
            }
        }
        HistoryCommand::Forward => {
            let present = view.place();
            match view.navigation.go_forward(present) {
                Some(place) => go_to(view, place),
                None => {
                    view.layout.say("There is nothing to go forward to");
                    Vec::new()
                }
            }
        }
    }
}

fn undo(view: &mut View) -> Vec<Effect> {
    let before = view.scene.clone();
    match view.history.undo(&mut view.scene) {
        Some(label) => {
            view.layout.say(format!("Undone: {label}"));
            follow(view, &before)
        }
        None => {
            view.layout.say("There is nothing to undo");
            Vec::new()
        }
    }
}

fn redo(view: &mut View) -> Vec<Effect> {
    let before = view.scene.clone();
    match view.history.redo(&mut view.scene) {
        Some(label) => {
            view.layout.say(format!("Redone: {label}"));
            follow(view, &before)
        }
        None => {
            view.layout.say("There is nothing to redo");
            Vec::new()
        }
    }
}

/// What has to follow when the scene was exchanged: documents go or come back, another atlas comes on the stage.
fn follow(view: &mut View, before: &Scene) -> Vec<Effect> {
    let mut effects = Vec::new();
    let (old, new) = (&before.removed, &view.scene.removed);
    let gone: Vec<i64> = new.difference(old).copied().collect();
    let back: Vec<i64> = old.difference(new).copied().collect();
    let changed = !gone.is_empty() || !back.is_empty();
    if !gone.is_empty() {
        effects.push(Effect::Remove(gone));
        effects.extend(library::close_removed(view));
    }
    if !back.is_empty() {
        effects.push(Effect::Restore(back));
    }
    if changed {
        effects.extend(documents::ask_again(view));
    }
    if before.atlas != view.scene.atlas
        && let Some(home) = view.body.home.clone()
    {
        let atlas = view.scene.atlas.as_deref();
        let known = atlas.and_then(|slug| view.atlases.find(slug)).cloned();
        let name = view.atlases.name_of(atlas).to_owned();
        let job = view.jobs.start(JobKind::Atlas, format!("Opening {name}"));
        effects.push(Effect::ShowAtlas {
            job,
            atlas: known,
            home,
        });
    }
    effects
}

fn go_to(view: &mut View, place: Place) -> Vec<Effect> {
    view.selection.structure = place.structure;
    view.selection.point_mm = place.point_mm;
    view.selection.document = place.document;
    view.selection.by_point = place.by_point;
    view.layout.tab = place.tab;
    let mut effects = Vec::new();
    let removed: &BTreeSet<i64> = &view.scene.removed;
    match place.document.filter(|key| !removed.contains(key)) {
        Some(key) => effects.push(documents::read(view, key)),
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
