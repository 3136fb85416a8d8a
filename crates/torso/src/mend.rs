//! Surfaces that do not show their voxels, made again from these.
//!
//! A surface is contoured from the distance fields of a structure and of all that wins over it. Where these are no true distances (a field that
//! was moved and resized), the cut can take away what the labels, which ask only for the sign, keep. The label volume is the body's single truth.

use anatomy::{Atlas, StructureIndex, StructureMesh};
use rayon::prelude::*;
use surfaces::{Grid, Voxels, voxel_surface};

use crate::check::misfits;

/// How far simplification may move such a surface, mm.
const ERROR_MM: f32 = 0.45;

/// Makes the surfaces anew that lie farther from their voxels than the check allows, and those that are missing, from the voxels of the
/// structure and its parts; their structures.
pub fn mend_surfaces(atlas: &Atlas, meshes: &mut Vec<StructureMesh>) -> Vec<StructureIndex> {
    let wrong = misfits(atlas, meshes);
    let made: Vec<StructureMesh> = wrong
        .par_iter()
        .filter_map(|s| from_voxels(atlas, *s))
        .collect();
    meshes.retain(|mesh| !made.iter().any(|m| m.structure == mesh.structure));
    meshes.extend(made);
    meshes.sort_by_key(|mesh| mesh.structure);
    wrong
}

fn from_voxels(atlas: &Atlas, s: StructureIndex) -> Option<StructureMesh> {
    let labels = atlas.labels();
    let dims = labels.dims();
    let origin = labels.centre_mm([0; 3]);
    let (low, high) = atlas.bounds_mm(s)?;
    let place = |mm: f32, a: usize| (mm - origin[a]).round().max(0.0) as usize;
    let from: [usize; 3] = std::array::from_fn(|a| place(low[a] + 0.5, a));
    let to: [usize; 3] = std::array::from_fn(|a| place(high[a] - 0.5, a).min(dims[a] - 1));
    let size: [usize; 3] = std::array::from_fn(|a| to[a] + 1 - from[a]);
    let catalogue = atlas.catalogue();
    let inside = |n: usize| {
        let at = [
            from[0] + n % size[0],
            from[1] + n / size[0] % size[1],
            from[2] + n / (size[0] * size[1]),
        ];
        let here = labels.structure(at);
        here.is_some_and(|here| catalogue.is_part_of(here, s))
    };
    let voxels = Voxels::collect(from.map(|v| v as i32), size, inside);
    let grid = Grid { low: [0; 3], dims };
    voxel_surface(s, &voxels, grid, ERROR_MM)
}
