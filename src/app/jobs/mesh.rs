//! A structure's surfaces in the form that Bevy draws.

use anatomy::{Atlas, Grain, Relief, Structure, StructureIndex, StructureMesh};
use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use viewer::world_from_lps;

/// The surfaces of a structure, ready for the stage.
pub struct Surfaces {
    /// Its catalogue row.
    pub structure: StructureIndex,
    /// Finest first.
    pub levels: Vec<Mesh>,
    /// How its fibres run.
    pub grain: Grain,
    /// Where they begin and end, mm along them.
    pub span_mm: [f32; 2],
}

impl Surfaces {
    /// Of all structures of an atlas.
    pub fn of_all(atlas: &Atlas, meshes: &[StructureMesh]) -> Vec<Surfaces> {
        let of = |mesh: &StructureMesh| Self::of(atlas.catalogue().get(mesh.structure), mesh);
        meshes.iter().map(of).collect()
    }

    /// The body's frame turned upright, mm. The vertex colour carries what the shaders read of the shape: baked occlusion, bend, way
    /// along a tube and side of it (see [`Relief`]).
    fn of(structure: &Structure, mesh: &StructureMesh) -> Surfaces {
        let relief = Relief::of(mesh, structure.tissue);
        let grain = Grain::of(structure, mesh);
        let ways = mesh.positions.iter().map(|at| grain.way(*at));
        Surfaces {
            structure: mesh.structure,
            levels: (0..=mesh.coarser.len())
                .map(|level| bevy_mesh(mesh, &relief, mesh.level(level)))
                .collect(),
            grain,
            span_mm: ways.fold([f32::MAX, f32::MIN], |[low, high], way| {
                [low.min(way), high.max(way)]
            }),
        }
    }
}

/// One level, with only the vertices it uses.
fn bevy_mesh(mesh: &StructureMesh, relief: &Relief, indices: &[u32]) -> Mesh {
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
                let [bend, along, side] = [&relief.bend, &relief.along, &relief.side];
                colors.push([open, bend[vertex], along[vertex], side[vertex]]);
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
