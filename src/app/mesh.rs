//! A structure's surfaces in the form that Bevy draws.

use anatomy::StructureMesh;
use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use viewer::world_from_lps;

/// A structure's surfaces as Bevy draws them, finest first: the body's frame turned upright, mm; baked occlusion as the vertex colour.
pub fn bevy_meshes(mesh: &StructureMesh) -> Vec<Mesh> {
    (0..=mesh.coarser.len())
        .map(|level| bevy_mesh(mesh, mesh.level(level)))
        .collect()
}

/// One level, with only the vertices it uses.
fn bevy_mesh(mesh: &StructureMesh, indices: &[u32]) -> Mesh {
    let mut place = vec![u32::MAX; mesh.positions.len()];
    let (mut positions, mut normals, mut colors) = (Vec::new(), Vec::new(), Vec::new());
    let indices = indices
        .iter()
        .map(|index| {
            let vertex = *index as usize;
            if place[vertex] == u32::MAX {
                place[vertex] = positions.len() as u32;
                positions.push(world_from_lps(mesh.positions[vertex]).to_array());
                normals.push(world_from_lps(mesh.normals[vertex]).to_array());
                let open = f32::from(mesh.occlusion[vertex]) / 255.0;
                colors.push([open, open, open, 1.0]);
            }
            place[vertex]
        })
        .collect();
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
    .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
    .with_inserted_indices(Indices::U32(indices))
}
