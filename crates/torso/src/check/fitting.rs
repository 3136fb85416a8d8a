//! Whether surfaces and labels show the same body.

use anatomy::{Atlas, StructureMesh};
use rayon::prelude::*;
use surfaces::surrounds;

use super::runs::{Region, Runs};

/// Vertices may lie this far from the labelled region, mm.
const NEAR_MM: f32 = 1.5;

/// How one surface fits its structure's voxels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fit {
    /// How far the surface lies outside (positive) or inside its voxels on average, mm: difference of the volumes over
    /// the area.
    pub(super) offset_mm: f32,
    /// Vertices within 1.5 mm of a voxel of the structure, %; nothing for coverings.
    pub(super) near_percent: Option<f32>,
}

/// Measures a surface. It encloses at least the structure's own voxels and at most those of its parts and cavities, too,
/// for it has no inner walls. What fills the space round others (skin, fat, serous sacs) is drawn as one outer
/// face round all that it holds, so that only its least volume is held to.
pub(super) fn fit(atlas: &Atlas, runs: &Runs, mesh: &StructureMesh) -> Fit {
    let region = Region::new(atlas, &[mesh.structure]);
    let own = Region::alone(atlas, mesh.structure);
    let covering = surrounds(atlas.catalogue().get(mesh.structure));
    let enclosed = mesh.volume_ml() * 1000.0;
    let least = runs.extent(&own, None).map_or(0, |e| e.voxels) as f64;
    let most = f64::from(atlas.volume_ml(mesh.structure)) * 1000.0;
    let beyond = if enclosed < least {
        enclosed - least
    } else if enclosed <= most || covering {
        0.0
    } else {
        (enclosed - runs.filled_voxels(&region) as f64).max(0.0)
    };
    let near = || {
        let positions = mesh.positions.par_iter();
        let near = positions.filter(|p| is_near(atlas, &region, **p)).count();
        100.0 * near as f32 / mesh.positions.len().max(1) as f32
    };
    Fit {
        offset_mm: (beyond / mesh.area_mm2().max(1e-6)) as f32,
        near_percent: (!covering).then(near),
    }
}

fn is_near(atlas: &Atlas, region: &Region, p: [f32; 3]) -> bool {
    let labels = atlas.labels();
    let origin = labels.centre_mm([0; 3]);
    let dims = labels.dims();
    // Distance to a voxel is that to its cube, not to its centre.
    let place: [f32; 3] = std::array::from_fn(|a| p[a] - origin[a]);
    let range = |a: usize| {
        let low = (place[a] - NEAR_MM - 0.5).ceil().max(0.0) as usize;
        let high = ((place[a] + NEAR_MM + 0.5).floor().max(-1.0) + 1.0) as usize;
        low..high.min(dims[a])
    };
    let beyond = |a: usize, n: usize| ((n as f32 - place[a]).abs() - 0.5).max(0.0).powi(2);
    for k in range(2) {
        for j in range(1) {
            for i in range(0) {
                if beyond(0, i) + beyond(1, j) + beyond(2, k) <= NEAR_MM * NEAR_MM
                    && region.has(labels.label([i, j, k]))
                {
                    return true;
                }
            }
        }
    }
    false
}
