//! What is left over of a contoured surface.

use std::collections::HashMap;

use anatomy::enclosed_mm3;
use petgraph::unionfind::UnionFind;

/// Keeps the connected pieces that enclose the structure: drops the walls of cavities (whatever fills them has its own
/// surface) and crumbs left over where a neighbour nearly cuts a corner off.
pub(super) fn drop_cavities_and_crumbs(positions: &[[f32; 3]], indices: &[u32]) -> Vec<u32> {
    let mut pieces = UnionFind::<u32>::new(positions.len());
    for t in indices.chunks_exact(3) {
        pieces.union(t[0], t[1]);
        pieces.union(t[0], t[2]);
    }
    let mut volume: HashMap<u32, f64> = HashMap::new();
    let triangles: Vec<(u32, &[u32])> = indices
        .chunks_exact(3)
        .map(|t| (pieces.find_mut(t[0]), t))
        .collect();
    for (r, t) in &triangles {
        *volume.entry(*r).or_default() += enclosed_mm3(positions, t);
    }
    let largest = volume.values().copied().fold(0.0, f64::max);
    let least = (largest * 0.002).min(20.0);
    triangles
        .into_iter()
        .filter(|(r, _)| volume[r] > least)
        .flat_map(|(_, t)| t.iter().copied())
        .collect()
}

/// Drops vertices no triangle uses.
pub(super) fn compact(positions: &mut Vec<[f32; 3]>, indices: &mut [u32]) {
    let mut new = vec![u32::MAX; positions.len()];
    let mut kept = Vec::new();
    for i in indices {
        let slot = &mut new[*i as usize];
        if *slot == u32::MAX {
            *slot = kept.len() as u32;
            kept.push(positions[*i as usize]);
        }
        *i = *slot;
    }
    *positions = kept;
}
