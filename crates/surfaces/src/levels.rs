//! The levels of detail of a surface.

use anatomy::StructureMesh;
use meshopt::{SimplifyOptions, VertexDataAdapter, simplify};

use crate::manifold::{drop_folds, join_equal};

/// The coarser levels of a surface: share of the triangles, and how far simplification may move it: mm, and as a part of
/// the structure's own thickness.
const LEVELS: [(f32, f32, f32); 2] = [(0.33, 1.0, 0.25), (0.10, 3.0, 0.5)];

/// Makes the coarser levels and orders triangles and vertices as graphics cards read them fastest. A closed surface
/// stays closed on every level: collapsing edges cannot open it.
pub fn build_levels(mesh: &mut StructureMesh) {
    mesh.coarser.clear();
    let thickness = thickness_mm(mesh);
    let count = mesh.positions.len();
    if let Ok(vertices) = VertexDataAdapter::new(meshopt::typed_to_bytes(&mesh.positions), 12, 0) {
        // Sheets that touch are parted in the finest level only: simplification drops triangles whose corners share
        // a place, which is no hole only where they share the vertex.
        let mut joined = mesh.indices.clone();
        join_equal(&mesh.positions, &mut joined);
        for (share, error_mm, part) in LEVELS {
            let target = (mesh.indices.len() as f32 * share) as usize / 3 * 3;
            let error = error_mm.min(part * thickness).max(0.1);
            let finer = mesh.coarser.last().unwrap_or(&joined);
            let mut level = simplify(
                finer,
                &vertices,
                target,
                error,
                SimplifyOptions::ErrorAbsolute,
                None,
            );
            drop_folds(&mut level);
            if level.is_empty() {
                level.clone_from(finer);
            }
            mesh.coarser.push(level);
        }
    }
    for level in std::iter::once(&mut mesh.indices).chain(&mut mesh.coarser) {
        meshopt::optimize_vertex_cache_in_place(level, count);
    }
    // Vertices in the order of their first use; those no triangle uses are dropped.
    let place = meshopt::optimize_vertex_fetch_remap(&mesh.indices, count);
    let used = place.iter().filter(|p| **p != u32::MAX).count();
    let (mut positions, mut normals) = (vec![[0.0; 3]; used], vec![[0.0; 3]; used]);
    let mut occlusion = vec![0; used];
    for (old, new) in place.iter().enumerate().filter(|(_, p)| **p != u32::MAX) {
        let new = *new as usize;
        positions[new] = mesh.positions[old];
        normals[new] = mesh.normals[old];
        occlusion[new] = mesh.occlusion[old];
    }
    (mesh.positions, mesh.normals, mesh.occlusion) = (positions, normals, occlusion);
    for level in std::iter::once(&mut mesh.indices).chain(&mut mesh.coarser) {
        for i in level {
            *i = place[*i as usize];
        }
    }
}

/// Three volumes over the area, mm: the radius of a ball, one and a half times the thickness of a sheet.
fn thickness_mm(mesh: &StructureMesh) -> f32 {
    (3.0 * mesh.volume_ml().abs() * 1000.0 / mesh.area_mm2().max(1e-6)) as f32
}
