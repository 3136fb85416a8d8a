//! Quick measurements of a body's fields, for whoever shapes them: seconds instead of the minutes a full build takes.

use std::collections::BTreeMap;

use anatomy::StructureIndex;
use glam::Vec3;
use rayon::prelude::*;

use super::builder::{Body, Solid};
use super::field::Field;

/// What a structure's own solid (without its parts) measures once overlaps are settled.
#[derive(Debug, Clone)]
pub struct Measured {
    /// The structure.
    pub structure: StructureIndex,
    /// Volume before neighbours of higher priority take their share, mL.
    pub drawn_ml: f32,
    /// Volume left to it, mL.
    pub volume_ml: f32,
    /// What took the rest, most first: the winner (none outside the body) and its share, mL.
    pub lost_ml: Vec<(Option<StructureIndex>, f32)>,
    /// Centroid of what is left to it, LPS mm.
    pub centroid_mm: [f32; 3],
    /// Lowest corner of what is left to it, LPS mm.
    pub min_mm: [f32; 3],
    /// Highest corner of what is left to it, LPS mm.
    pub max_mm: [f32; 3],
}

/// Measures the solids of the given structures on grids of about `points` points inside each (a few thousand are good to
/// one or two per cent).
pub fn measure(body: &Body, structures: &[StructureIndex], points: usize) -> Vec<Measured> {
    body.solids
        .par_iter()
        .filter(|s| structures.contains(&s.structure))
        .map(|s| measure_solid(body, s, points))
        .collect()
}

fn measure_solid(body: &Body, solid: &Solid, points: usize) -> Measured {
    let size = (solid.bounds.max - solid.bounds.min).max(Vec3::ZERO);
    let coarse = (size.element_product() / 20_000.0).cbrt().max(0.1);
    let inside = grid(solid, coarse).len();
    let volume = inside as f32 * coarse.powi(3);
    let step = (volume / points as f32)
        .cbrt()
        .clamp(0.15, coarse.max(0.15));
    let drawn = grid(solid, step);
    let cell = step.powi(3) / 1000.0;
    let winners: Vec<Option<StructureIndex>> = drawn
        .par_iter()
        .map(|p| body.structure_at(p.to_array()))
        .collect();
    let mut shares: BTreeMap<Option<u16>, usize> = BTreeMap::new();
    for winner in winners.iter().filter(|w| **w != Some(solid.structure)) {
        *shares.entry(winner.map(|s| s.0)).or_default() += 1;
    }
    let mut lost_ml: Vec<(Option<StructureIndex>, f32)> = shares
        .into_iter()
        .map(|(s, n)| (s.map(StructureIndex), n as f32 * cell))
        .collect();
    lost_ml.sort_by(|a, b| b.1.total_cmp(&a.1));
    let kept: Vec<Vec3> = drawn
        .iter()
        .zip(&winners)
        .filter(|(_, w)| **w == Some(solid.structure))
        .map(|(p, _)| *p)
        .collect();
    let count = kept.len().max(1) as f32;
    let half = Vec3::splat(step * 0.5);
    let fold = |f: fn(Vec3, Vec3) -> Vec3| kept.iter().copied().reduce(f).unwrap_or_default();
    Measured {
        structure: solid.structure,
        drawn_ml: drawn.len() as f32 * cell,
        volume_ml: kept.len() as f32 * cell,
        lost_ml,
        centroid_mm: (kept.iter().sum::<Vec3>() / count).to_array(),
        min_mm: (fold(Vec3::min) - half).to_array(),
        max_mm: (fold(Vec3::max) + half).to_array(),
    }
}

/// Grid points inside a solid.
fn grid(solid: &Solid, step: f32) -> Vec<Vec3> {
    let low = solid.bounds.min;
    let n: [usize; 3] =
        std::array::from_fn(|a| ((solid.bounds.max[a] - low[a]) / step).ceil().max(0.0) as usize);
    (0..n[2])
        .into_par_iter()
        .flat_map_iter(|k| {
            (0..n[1])
                .flat_map(move |j| (0..n[0]).map(move |i| Vec3::new(i as f32, j as f32, k as f32)))
        })
        .map(|at| low + (at + 0.5) * step)
        .filter(|p| solid.shape.distance(*p) <= 0.0)
        .collect()
}
