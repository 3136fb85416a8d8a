//! From the solids of structures to one label per voxel, and from a source's surfaces to those of the atlas.

use std::collections::HashMap;

use anatomy::{BRICK, Catalogue, LabelVolume, StructureIndex, StructureMesh};
use glam::DVec3;
use surfaces::{Grid, Voxels, finish};

use super::trimesh::TriMesh;

/// Gives every voxel of the grid to one structure. A part wins over what it is a part of, otherwise the smaller wins
/// over the larger.
pub(crate) fn labels(
    catalogue: &Catalogue,
    grid: Grid,
    solids: &HashMap<StructureIndex, Voxels>,
) -> LabelVolume {
    let size: HashMap<StructureIndex, u64> = solids.iter().map(|(s, v)| (*s, v.count())).collect();
    // A part counts as at most as large as the smallest thing that it is in.
    let effective = |s: StructureIndex| {
        std::iter::once(s)
            .chain(catalogue.ancestors(s))
            .filter_map(|a| size.get(&a))
            .min()
            .copied()
            .unwrap_or(0)
    };
    let mut order: Vec<StructureIndex> = solids.keys().copied().collect();
    order.sort_by_key(|s| {
        let depth = catalogue.ancestors(*s).count();
        (std::cmp::Reverse(effective(*s)), depth, *s)
    });
    let [nx, ny, nz] = grid.dims;
    let filled: Result<LabelVolume, std::convert::Infallible> =
        LabelVolume::from_slabs(grid.dims, |k, slab| {
            for structure in &order {
                let voxels = &solids[structure];
                let layers = BRICK.min(nz - k);
                for layer in 0..layers {
                    let z = grid.low[2] + (k + layer) as i32;
                    let [lx, ly, lz] = voxels.low;
                    let [sx, sy, sz] = voxels.dims;
                    if z < lz || z >= lz + sz as i32 {
                        continue;
                    }
                    for y in ly.max(grid.low[1])..(ly + sy as i32).min(grid.low[1] + ny as i32) {
                        let row = nx * ((y - grid.low[1]) as usize + ny * layer);
                        for x in lx.max(grid.low[0])..(lx + sx as i32).min(grid.low[0] + nx as i32)
                        {
                            if voxels.get([x, y, z]) {
                                slab[row + (x - grid.low[0]) as usize] = structure.0 + 1;
                            }
                        }
                    }
                }
            }
            Ok(())
        });
    match filled {
        Ok(volume) => volume,
        Err(never) => match never {},
    }
}

/// Triangles kept of one structure; beyond, its surface is simplified.
const MANY: usize = 60_000;
/// How far simplification may move a surface, mm.
const ERROR_MM: f32 = 0.4;

/// A source's own surface, moved so that the grid's centre is the origin; triangles wholly outside the grid are dropped.
pub(crate) fn own_surface(
    structure: StructureIndex,
    mesh: &TriMesh,
    grid: Grid,
) -> Option<StructureMesh> {
    let mut mesh = mesh.welded();
    let centre = grid.centre();
    let half = DVec3::from_array(grid.dims.map(|n| n as f64 * 0.5 + 1.0));
    for p in &mut mesh.positions {
        *p -= centre;
    }
    let positions = &mesh.positions;
    mesh.triangles.retain(|t| {
        let p = t.map(|i| positions[i as usize]);
        !(0..3).any(|a| p.iter().all(|p| p[a] < -half[a]) || p.iter().all(|p| p[a] > half[a]))
    });
    let positions: Vec<[f32; 3]> = mesh
        .positions
        .iter()
        .map(|p| p.as_vec3().to_array())
        .collect();
    let indices: Vec<u32> = mesh.triangles.into_iter().flatten().collect();
    finish(structure, positions, indices, MANY, ERROR_MM)
}
