//! What was seen before a tour or a quiz had the stage.

use crate::{LeftTab, Place, Scene, StagePoint};

/// What was seen before a tour or a quiz had the stage, to come back to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Before {
    pub scene: Scene,
    pub place: Place,
    pub slices: bool,
    pub crosshair_mm: StagePoint,
    pub left: LeftTab,
    pub text: String,
    pub why: bool,
    pub body_panel: bool,
    pub side_panel: bool,
}

impl Before {
    /// What a scene is besides how it looks: its atlas, its saved views, and what was done to the library; it looks as it did before.
    pub fn lasting(&self, now: &Scene) -> Scene {
        with_looks_of(self.scene.clone(), now.clone())
    }
}

/// A scene that looks like `looks`, and keeps what is no look: its atlas, its saved views, and what was done to the library.
pub(crate) fn with_looks_of(looks: Scene, now: Scene) -> Scene {
    Scene {
        atlas: now.atlas,
        views: now.views,
        removed: now.removed,
        corrected: now.corrected,
        marked: now.marked,
        merged: now.merged,
        taken_back: now.taken_back,
        lists: now.lists,
        waiting: None,
        ..looks
    }
}
