//! Places of the male body in the female one: relations are written down for the male torso, and what they say about places
//! and levels is carried over by the same warp as the recipes.

use anatomy::{Catalogue, Sex, StructureIndex, female_warp};
use glam::Vec3;

use super::runs::Slab;

/// Where a structure lies in the male body; the middle of the torso where nothing is known.
pub(super) fn place(catalogue: &Catalogue, s: Option<StructureIndex>) -> [f32; 3] {
    s.and_then(|s| catalogue.facts(s, Sex::Male).centroid_mm)
        .unwrap_or([2.0, 0.0, 0.0])
}

/// A coordinate of the male body, at the place of something, as it is in the female body.
pub(super) fn hers(axis: usize, value: f32, place: [f32; 3]) -> f32 {
    let mut at = Vec3::from_array(place);
    at[axis] = value;
    female_warp().target(at)[axis]
}

/// "z:10..30".
pub(super) fn slab(text: &str) -> Option<Slab> {
    let (axis, range) = text.split_once(':')?;
    let (low, high) = range.split_once("..")?;
    Some(Slab {
        axis: ["x", "y", "z"].iter().position(|a| *a == axis)?,
        low: low.parse().ok()?,
        high: high.parse().ok()?,
    })
}
