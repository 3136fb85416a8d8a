//! The sphere of the probe, for whoever draws it or lists what lies inside.

use anatomy::StructureIndex;
use bevy::prelude::*;
use viewer::StagePoint;

/// The sphere, and what lies inside.
#[derive(Resource, Default)]
pub struct Probe {
    /// Its middle, and the structure there; nothing while the probe is laid down.
    pub middle: Option<(StagePoint, Option<StructureIndex>)>,
    /// The middle is what the pointer is on; else it is where the slices cross.
    pub by_pointer: bool,
    /// How many documents lie inside.
    pub inside: usize,
    /// The nearest of them, by their keys.
    pub nearest: Vec<i64>,
    /// Where some of them are, with their structures.
    pub marked: Vec<(StagePoint, Option<StructureIndex>)>,
    /// Where and how wide it was when that was found.
    pub(super) felt: Option<(StagePoint, f32)>,
}
