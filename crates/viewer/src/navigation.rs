//! Back and forward through what was looked at; apart from undo, because looking changes nothing.

use anatomy::StructureIndex;
use serde::{Deserialize, Serialize};

use crate::{PanelTab, Pose, Question, StagePoint};

/// Places that are kept.
const MOST: usize = 100;

/// What was looked at: selection, list and camera.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Selected structure.
    pub structure: Option<StructureIndex>,
    /// Further structures that were chosen together with it.
    #[serde(default)]
    pub others: Vec<StructureIndex>,
    /// Selected point.
    pub point_mm: Option<StagePoint>,
    /// Selected document.
    pub document: Option<i64>,
    /// The document that stood aside.
    #[serde(default)]
    pub beside: Option<i64>,
    /// Results were ranked from the point.
    pub by_point: bool,
    /// What the list answered.
    pub question: Question,
    /// Tab on the right.
    pub tab: PanelTab,
    /// The camera.
    pub pose: Pose,
}

/// Where one can go back and forward to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Navigation {
    /// Oldest first.
    pub back: Vec<Place>,
    /// Last left last.
    pub forward: Vec<Place>,
}

impl Navigation {
    /// Notes that a place was left for another.
    pub(crate) fn left(&mut self, place: Place) {
        self.forward.clear();
        self.back.push(place);
        if self.back.len() > MOST {
            self.back.remove(0);
        }
    }

    /// The place before the present one.
    pub(crate) fn go_back(&mut self, present: Place) -> Option<Place> {
        let place = self.back.pop()?;
        self.forward.push(present);
        Some(place)
    }

    /// The place that was left by going back.
    pub(crate) fn go_forward(&mut self, present: Place) -> Option<Place> {
        let place = self.forward.pop()?;
        self.back.push(present);
        Some(place)
    }
}
