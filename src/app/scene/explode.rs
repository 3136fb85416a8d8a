//! The body taken apart: every structure moves away from the body's middle along the line to its own centre.

use anatomy::{Atlas, StructureIndex};

/// Share of a structure's distance from the middle that it moves at most, per axis (LPS): the body is flat, so depth counts more.
const SPREAD: [f32; 3] = [1.0, 1.5, 0.75];

/// How far a structure with voxels of its own is moved, LPS mm; `amount` is 0 (together) to 1 (apart).
pub fn offset_mm(atlas: &Atlas, structure: StructureIndex, amount: f32) -> [f32; 3] {
    if amount <= 0.0 {
        return [0.0; 3];
    }
    let centre = atlas
        .own_centroid_mm(structure)
        .or_else(|| atlas.centroid_mm(structure))
        .unwrap_or([0.0; 3]);
    std::array::from_fn(|a| centre[a] * SPREAD[a] * amount)
}

/// Where a point of the body (LPS mm) is shown: it moves with the structure it lies in, else with `home`.
pub fn shown_mm(
    atlas: &Atlas,
    home: Option<StructureIndex>,
    point_mm: [f32; 3],
    amount: f32,
) -> [f32; 3] {
    if amount <= 0.0 {
        return point_mm;
    }
    let Some(structure) = atlas.structure_at(point_mm).or(home) else {
        return point_mm;
    };
    let offset = offset_mm(atlas, structure, amount);
    std::array::from_fn(|a| point_mm[a] + offset[a])
}

/// Structures met along a ray (LPS) of the body taken apart, nearest first: structure, distance at which the ray enters it (mm).
/// `structures` are those that can be met.
pub fn ray(
    atlas: &Atlas,
    structures: &[StructureIndex],
    amount: f32,
    origin: [f32; 3],
    direction: [f32; 3],
) -> Vec<(StructureIndex, f32)> {
    let mut met: Vec<(StructureIndex, f32)> = structures
        .iter()
        .filter_map(|structure| {
            let offset = offset_mm(atlas, *structure, amount);
            let moved: [f32; 3] = std::array::from_fn(|a| origin[a] - offset[a]);
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
        let (t0, t1) = (
            (low[a] - origin[a]) / direction[a],
            (high[a] - origin[a]) / direction[a],
        );
        if direction[a].abs() < 1e-9 {
            if origin[a] < low[a] || origin[a] > high[a] {
                return false;
            }
            continue;
        }
        enter = enter.max(t0.min(t1));
        leave = leave.min(t0.max(t1));
    }
    enter <= leave
}
