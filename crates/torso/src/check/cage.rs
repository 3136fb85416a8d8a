//! The space inside the rib cage.

use anatomy::Atlas;

use super::runs::{Region, Runs};

/// What the cage is made of.
const CAGE: [&str; 4] = ["ribs", "costal_cartilages", "sternum", "thoracic_vertebrae"];
/// Bone this far above and below a slice, in voxels, bounds it: the ribs slope, so that one slice meets only a part of
/// the ring.
const REACH: usize = 20;

/// Share of a region's voxels that lie, slice by slice, within the convex outline of the bones and cartilages about that
/// slice, %. Nothing when the atlas has no cage.
pub(super) fn inside_percent(atlas: &Atlas, runs: &Runs, region: &Region) -> Option<f32> {
    let catalogue = atlas.catalogue();
    let bones: Vec<_> = CAGE
        .iter()
        .filter_map(|id| catalogue.index_of(id))
        .collect();
    let bones = Region::new(atlas, &bones);
    let layers = runs.dims()[2];
    // Outermost voxels of every row, by slice.
    let mut ends: Vec<Vec<[f32; 2]>> = vec![Vec::new(); layers];
    for (j, k, run) in runs.of(&bones) {
        ends[k].extend([
            [f32::from(run.from), j as f32],
            [f32::from(run.to), j as f32],
        ]);
    }
    let outlines: Vec<Vec<[f32; 2]>> = (0..layers)
        .map(|k| {
            let about = k.saturating_sub(REACH)..(k + REACH + 1).min(layers);
            hull(ends[about].iter().flatten().copied().collect())
        })
        .collect();
    if outlines.iter().all(|o| o.len() < 3) {
        return None;
    }
    let (mut all, mut inside) = (0.0, 0.0);
    for (j, k, run) in runs.of(region) {
        let (from, to) = (f32::from(run.from), f32::from(run.to));
        all += to - from;
        if let Some((low, high)) = chord(&outlines[k], j as f32) {
            inside += (to.min(high) - from.max(low)).max(0.0);
        }
    }
    (all > 0.0).then(|| 100.0 * inside / all)
}

/// The convex hull, counter-clockwise (Andrew's monotone chain).
fn hull(mut points: Vec<[f32; 2]>) -> Vec<[f32; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    let left = |a: [f32; 2], b: [f32; 2], c: [f32; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0
    };
    let half = |points: &mut dyn Iterator<Item = [f32; 2]>| {
        let mut chain: Vec<[f32; 2]> = Vec::new();
        for p in points {
            while chain.len() > 1 && !left(chain[chain.len() - 2], chain[chain.len() - 1], p) {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut out = half(&mut points.iter().copied());
    out.extend(half(&mut points.iter().rev().copied()));
    out
}

/// Where a convex outline is crossed at height `y`.
fn chord(outline: &[[f32; 2]], y: f32) -> Option<(f32, f32)> {
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for n in 0..outline.len() {
        let (a, b) = (outline[n], outline[(n + 1) % outline.len()]);
        if (a[1] - y) * (b[1] - y) > 0.0 {
            continue;
        }
        let t = if a[1] == b[1] {
            0.0
        } else {
            (y - a[1]) / (b[1] - a[1])
        };
        let x = a[0] + t * (b[0] - a[0]);
        low = low.min(x).min(if a[1] == b[1] { b[0] } else { x });
        high = high.max(x).max(if a[1] == b[1] { b[0] } else { x });
    }
    (low < high).then_some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_leaves_inner_points_out_and_is_crossed_where_it_should() {
        let square = hull(vec![
            [0.0, 0.0],
            [4.0, 0.0],
            [2.0, 2.0],
            [4.0, 4.0],
            [0.0, 4.0],
            [2.0, 0.0],
        ]);
        assert_eq!(square, [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
        assert_eq!(chord(&square, 1.0), Some((0.0, 4.0)));
        assert_eq!(chord(&square, 5.0), None);
        let triangle = hull(vec![[0.0, 0.0], [4.0, 0.0], [2.0, 4.0]]);
        assert_eq!(chord(&triangle, 2.0), Some((1.0, 3.0)));
        assert_eq!(chord(&triangle, 0.0), Some((0.0, 4.0)));
    }
}
