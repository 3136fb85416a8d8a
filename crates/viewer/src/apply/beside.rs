//! Two documents side by side.

use std::sync::Arc;

use language::say;

use super::{documents, open, tick};
use crate::beside::{Beside, Common};
use crate::{Effect, Opened, PanelTab, View};

/// Reads two selected documents side by side, puts one aside for the next that is chosen, or ends that.
pub(super) fn toggle(view: &mut View) -> Vec<Effect> {
    if view.documents.beside.take().is_some() {
        return Vec::new();
    }
    let ticked = <[i64; 2]>::try_from(view.ticked());
    tick::none(view);
    if let Ok([first, second]) = ticked {
        let open = view.selection.document;
        // The one that is open stands first.
        return match open == Some(second) {
            true => both(view, second, first),
            false => both(view, first, second),
        };
    }
    match (view.selection.document, view.selection.second.take()) {
        (Some(first), Some(second)) => both(view, first, second),
        (Some(first), None) => put_aside(view, first),
        _ => {
            view.layout.say(say!("shelf-open-first"));
            Vec::new()
        }
    }
}

/// Reads a document beside the one that was put aside, else beside the selected one; without either it is put aside itself.
pub(super) fn read_beside(view: &mut View, key: i64) -> Vec<Effect> {
    let aside = view.documents.beside.as_ref().map(|beside| beside.key);
    let first = aside.or(view.selection.document).filter(|it| *it != key);
    match first {
        Some(first) => both(view, first, key),
        None => put_aside(view, key),
    }
}

fn both(view: &mut View, first: i64, second: i64) -> Vec<Effect> {
    let mut effects = set_aside(view, Some(first));
    view.layout.open(PanelTab::Document);
    view.layout.presentation = false;
    effects.extend(open::select_document(view, second));
    effects
}

fn put_aside(view: &mut View, key: i64) -> Vec<Effect> {
    view.layout.open(PanelTab::Results);
    set_aside(view, Some(key))
}

/// Has this document stand aside, or none.
pub(super) fn set_aside(view: &mut View, key: Option<i64>) -> Vec<Effect> {
    let documents = &mut view.documents;
    if documents.beside.as_ref().map(|beside| beside.key) == key {
        return Vec::new();
    }
    documents.beside = key.map(Beside::new);
    let Some(key) = key else { return Vec::new() };
    let opened = documents.opened.as_ref();
    let opened = opened.filter(|opened| opened.stored.key == key).cloned();
    if let Some(opened) = opened
        && let Some(beside) = &mut documents.beside
    {
        beside.opened = Some(opened);
        return Vec::new();
    }
    documents::read(view, key)
}

/// Ends it when the document that was put aside is not there any more, and selects no second one that is gone.
pub(super) fn forget_lost(view: &mut View) {
    let removed = &view.scene.removed;
    let there = |key: i64| !removed.contains(&key) && view.documents.position(key).is_some();
    let aside = view.documents.beside.as_ref().map(|beside| beside.key);
    let ended = aside.is_some_and(|key| !there(key));
    let second = view.selection.second.filter(|key| there(*key));
    view.selection.second = second;
    if ended {
        view.documents.beside = None;
    }
}

/// Has the two compared once both have been read.
pub(super) fn compare(view: &mut View) -> Vec<Effect> {
    let both = view.shared_pair().map(|both| both.map(Arc::clone));
    if let Some(beside) = &mut view.documents.beside {
        beside.common = None;
    }
    let compare = both.map(|both| Effect::Compare {
        both,
        atlas: view.body.shown.clone(),
    });
    Vec::from_iter(compare)
}

/// Two documents have been compared; what was read anew or is read beside another one by now is compared again.
pub(super) fn compared(view: &mut View, both: [Arc<Opened>; 2], common: Common) -> Vec<Effect> {
    let pair = view.shared_pair();
    let same = pair.is_some_and(|pair| pair.into_iter().zip(&both).all(|(a, b)| Arc::ptr_eq(a, b)));
    if let Some(beside) = view.documents.beside.as_mut().filter(|_| same) {
        beside.common = Some(Box::new(common));
    }
    Vec::new()
}
