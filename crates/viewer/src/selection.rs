//! One selection, everywhere.

use std::collections::BTreeSet;

use anatomy::StructureIndex;
use serde::{Deserialize, Serialize};

use crate::StagePoint;

/// What is under the cursor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hover {
    /// The structure met first among what is solid, else the first ghost.
    pub structure: StructureIndex,
    /// Where the ray enters it, in the body together.
    pub point_mm: StagePoint,
    /// What the ray passed on the way, outermost first.
    pub through: Vec<StructureIndex>,
    /// How many structures along the ray can be stepped to.
    pub layers: usize,
}

/// What is selected and what is under the cursor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Selection {
    /// Selected structure (with or without parts).
    pub structure: Option<StructureIndex>,
    /// Further structures that are chosen together with it.
    #[serde(default)]
    pub others: Vec<StructureIndex>,
    /// Selected point.
    pub point_mm: Option<StagePoint>,
    /// Selected document.
    pub document: Option<i64>,
    /// Another document that is selected beside it.
    #[serde(default)]
    pub second: Option<i64>,
    /// Documents of the list that are ticked, to be acted on together; also such as the list does not show now.
    #[serde(default)]
    pub ticked: BTreeSet<i64>,
    /// The one from which a range is ticked.
    #[serde(default)]
    pub ticked_from: Option<i64>,
    /// The sentence of the selected document that is looked at, by its number.
    #[serde(default)]
    pub sentence: Option<usize>,
    /// Results are ranked from the point rather than listed for the structure.
    pub by_point: bool,
    /// Structure under the cursor.
    pub hover: Option<Hover>,
    /// Document under the cursor (marker or row).
    pub hovered_document: Option<i64>,
    /// Whether the hovered document was found on the stage (then its row is scrolled to), not in the list.
    pub hovered_on_stage: bool,
    /// Steps deeper (or, below 0, nearer) than what the cursor meets first.
    pub depth: i32,
}

impl Selection {
    /// All structures that are selected, in the order in which they were chosen.
    pub fn structures(&self) -> impl Iterator<Item = StructureIndex> {
        self.structure.iter().chain(&self.others).copied()
    }
}
