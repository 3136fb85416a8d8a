//! The stage lent to a tour or a quiz: as at first, and given back as it was.

use super::{history, live, shown};
use crate::before::{Before, with_looks_of};
use crate::{Effect, LeftTab, PanelTab, Scene, Selection, Tool, View};

/// Keeps what is seen, unless a tour or a quiz has the stage already: its sights are not what there was before.
pub(super) fn lend(view: &mut View) {
    if view.before.is_none() {
        view.before = Some(Box::new(Before {
            scene: view.scene.clone(),
            place: view.place(),
            slices: view.slices,
            crosshair_mm: view.crosshair_mm,
            left: view.layout.left,
            text: view.live.text.clone(),
            why: view.documents.why.on,
            body_panel: view.layout.body_panel,
            side_panel: view.layout.side_panel,
        }));
    }
    // No box that is put away meanwhile keeps the keys.
    view.layout.focus = None;
    view.tours.touring = None;
    take_no_pictures(view);
    view.quiz = None;
    view.layout.popover = None;
    view.layout.stage_menu = None;
    // What was taken up is of the work before.
    view.layout.tool = Tool::Select;
}

/// The body as at first, nothing selected, searched for or typed.
pub(super) fn first(view: &mut View) {
    let atlas = shown(view);
    let now = std::mem::take(&mut view.scene);
    view.scene = with_looks_of(Scene::default(), now);
    if let Some(atlas) = &atlas {
        view.scene.reset_visibility(atlas);
    }
    view.selection = Selection::default();
    view.documents.opened = None;
    view.documents.beside = None;
    view.documents.why.on = false;
    view.live.text.clear();
    // Without a text nothing is to be done, and no answer to an earlier one is awaited.
    live::ground(view);
    view.slices = false;
    view.camera = super::body::whole(view);
    view.layout.show(PanelTab::Results);
    view.layout.show(LeftTab::Structures);
    view.layout.stage_menu = None;
}

/// Takes no more pictures of a tour: the screen is as it was before.
pub(super) fn take_no_pictures(view: &mut View) {
    if let Some(shots) = view.tours.shots.take() {
        view.layout.presentation = shots.presented;
    }
}

/// Gives the stage back as it was.
pub(super) fn give_back(view: &mut View) -> Vec<Effect> {
    view.tours.touring = None;
    take_no_pictures(view);
    view.quiz = None;
    let Some(before) = view.before.take() else {
        return Vec::new();
    };
    let now = std::mem::take(&mut view.scene);
    let same = before.scene.atlas == now.atlas;
    // What belongs to another body than the one on the stage stays away.
    view.scene = if same {
        with_looks_of(before.scene, now)
    } else {
        now
    };
    view.layout.focus = None;
    view.layout.body_panel = before.body_panel;
    view.layout.side_panel = before.side_panel;
    view.slices = before.slices;
    view.layout.show(before.left);
    view.documents.why.on = before.why;
    view.live.text = before.text;
    let mut effects = live::ground(view);
    if same {
        view.crosshair_mm = before.crosshair_mm;
        effects.extend(history::go_to(view, before.place));
    }
    effects
}
