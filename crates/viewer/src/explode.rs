//! The body taken apart: every structure moves away from the body's middle along the line to its own centre.

use anatomy::{Atlas, StructureIndex};
use glam::Vec3;

/// Share of a structure's distance from the middle that it moves at most, per axis (LPS): the body is flat, so depth counts more.
const SPREAD: [f32; 3] = [1.0, 1.5, 0.75];

/// How far a structure with voxels of its own is moved, LPS mm; `amount` is 0 (together) to 1 (apart).
pub(crate) fn offset_mm(atlas: &Atlas, structure: StructureIndex, amount: f32) -> Vec3 {
    if amount <= 0.0 {
        return Vec3::ZERO;
    }
    let centre = atlas
        .own_centroid_mm(structure)
        .or_else(|| atlas.centroid_mm(structure))
        .unwrap_or([0.0; 3]);
    Vec3::from_array(centre) * Vec3::from_array(SPREAD) * amount
}

/// Structures met along a ray (LPS mm, unit direction) of the body taken apart, nearest first: structure, distance at which the ray
/// enters it (mm). `structures` are those that can be met.
pub(crate) fn ray(
    atlas: &Atlas,
    structures: &[StructureIndex],
    amount: f32,
    origin: [f32; 3],
    direction: [f32; 3],
) -> Vec<(StructureIndex, f32)> {
    let mut met: Vec<(StructureIndex, f32)> = structures
        .iter()
        .filter_map(|structure| {
            let moved = Vec3::from_array(origin) - offset_mm(atlas, *structure, amount);
            let moved = moved.to_array();
            let (low, high) = atlas.bounds_mm(*structure)?;
            if !meets_box(moved, direction, low, high) {
                return None;
            }
            atlas
                .ray(moved, direction)
                .find(|(here, ..)| here == structure)
                .map(|(_, enter, _)| (*structure, enter))
        })
        .collect();
    met.sort_by(|a, b| a.1.total_cmp(&b.1));
    met
}

fn meets_box(origin: [f32; 3], direction: [f32; 3], low: [f32; 3], high: [f32; 3]) -> bool {
    let (mut enter, mut leave) = (0.0f32, f32::INFINITY);
    for a in 0..3 {
        if direction[a].abs() < 1e-9 {
            if origin[a] < low[a] || origin[a] > high[a] {
                return false;
            }
            continue;
        }
        let t0 = (low[a] - origin[a]) / direction[a];
        let t1 = (high[a] - origin[a]) / direction[a];
        enter = enter.max(t0.min(t1));
        leave = leave.min(t0.max(t1));
    }
    enter <= leave
}
