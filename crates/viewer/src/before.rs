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
}
