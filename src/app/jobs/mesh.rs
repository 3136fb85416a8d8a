//! A structure's surfaces in the form that Bevy draws.

use anatomy::{Atlas, Grain, Relief, Structure, StructureIndex, StructureMesh, with_vasa};
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
    /// Where the body ends, if this is the skin of a modelled torso.
    pub ends: Option<Ends>,
}

impl Surfaces {
    /// Of all structures of an atlas; the vessels of a modelled torso's bowel with their branches in the mesentery.
    pub fn of_all(atlas: &Atlas, meshes: &[StructureMesh]) -> Vec<Surfaces> {
        let is_torso = atlas.sex().is_some() && atlas.pack_info().source.is_none();
        let of = |mesh: &StructureMesh| {
            let structure = atlas.catalogue().get(mesh.structure);
            let skin = (is_torso && structure.id == "skin").then_some(&mesh.positions);
            Surfaces {
                ends: skin.and_then(|skin| Ends::of(skin)),
                ..Self::of(structure, mesh)
            }
        };
        let grown = match is_torso {
            true => with_vasa(atlas.catalogue(), meshes),
            false => Vec::new(),
        };
        let as_grown = |mesh: &StructureMesh| {
            let same = |other: &&StructureMesh| other.structure == mesh.structure;
            of(grown.iter().find(same).unwrap_or(mesh))
        };
        meshes.iter().map(as_grown).collect()
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
            ends: None,
        }
    }
}

/// Where a torso ends that goes on in life, LPS mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// Level of the end of the neck.
    neck: f32,
    /// Level of the ends of the thighs.
    thighs: f32,
    /// Level of the ends of the arms.
    arms: f32,
    /// Beyond this distance from the middle there is an arm.
    beside: f32,
}

/// What reaches farther out than this share of the body's half width belongs to an arm.
const ARM: f32 = 0.85;
/// A flank lies farther out than this share.
const FLANK: f32 = 0.35;
/// Height of the slab above the ends of the arms in which they hang clear of the trunk, mm.
const SLAB_MM: f32 = 40.0;
/// Between a trunk and an arm that hangs beside it there is at least so much room, mm.
const ROOM_MM: f32 = 6.0;

impl Ends {
    /// The ends of a skin. Nothing if there is no body, or no arm beside it.
    fn of(skin: &[[f32; 3]]) -> Option<Ends> {
        let farthest = skin.iter().map(|p| p[0].abs()).fold(0.0, f32::max);
        let levels = skin.iter().map(|p| p[2]);
        let arm = skin.iter().filter(|p| p[0].abs() > ARM * farthest);
        let arms = arm.map(|p| p[2]).reduce(f32::min)?;
        let slab = skin
            .iter()
            .filter(|p| (arms..arms + SLAB_MM).contains(&p[2]));
        let beside = slab.map(|p| p[0].abs());
        let mut beside: Vec<f32> = beside.filter(|x| *x > FLANK * farthest).collect();
        beside.sort_by(f32::total_cmp);
        let gaps = beside
            .windows(2)
            .map(|pair| (pair[1] - pair[0], pair[0] + pair[1]));
        let (room, sum) = gaps.max_by(|a, b| a.0.total_cmp(&b.0))?;
        (room > ROOM_MM).then_some(Ends {
            neck: levels.clone().reduce(f32::max)?,
            thighs: levels.reduce(f32::min)?,
            arms,
            beside: 0.5 * sum,
        })
    }

    /// As the shaders take them; without ends, nothing lies near one.
    pub fn shader(ends: Option<&Ends>) -> Vec4 {
        ends.map_or(Vec4::new(1e6, -1e6, -1e6, 1e6), |ends| {
            Vec4::new(ends.neck, ends.thighs, ends.arms, ends.beside)
        })
    }

    /// Whether something that lies in this box (LPS mm) comes within the given ways of the ends.
    pub fn are_reached(&self, (low, high): ([f32; 3], [f32; 3]), ways: Vec3) -> bool {
        high[2] > self.neck - ways.x
            || low[2] < self.thighs + ways.y
            || (low[2] < self.arms + ways.z
                && high[2] > self.arms
                && (high[0] > self.beside || low[0] < -self.beside))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Points round the trunk, and round an arm that hangs beside it.
    fn body(arm_mm: f32) -> Vec<[f32; 3]> {
        let mut skin = Vec::new();
        for n in 0..4000 {
            let level = -300.0 + 2.0 * (n / 20) as f32;
            let turn = 0.7 * n as f32;
            skin.push([150.0 * turn.sin(), 100.0 * turn.cos(), level]);
            if level > -50.0 {
                skin.push([arm_mm + 30.0 * turn.sin(), 30.0 * turn.cos(), level]);
            }
        }
        skin
    }

    #[test]
    fn the_ends_of_a_body_are_found_on_its_skin() {
        let ends = Ends::of(&body(210.0)).unwrap();
        assert_eq!([ends.neck, ends.thighs], [98.0, -300.0]);
        assert!((-50.0..-40.0).contains(&ends.arms), "{ends:?}");
        assert!((150.0..180.0).contains(&ends.beside), "{ends:?}");
        let ways = Vec3::new(40.0, 60.0, 60.0);
        let humerus = ([190.0, -10.0, -30.0], [220.0, 10.0, 90.0]);
        let kidney = ([40.0, 20.0, -40.0], [90.0, 60.0, 40.0]);
        let hip = ([60.0, -20.0, -200.0], [190.0, 20.0, -90.0]);
        let femur = ([60.0, -20.0, -299.0], [110.0, 20.0, -180.0]);
        assert!(ends.are_reached(humerus, ways) && ends.are_reached(femur, ways));
        assert!(!ends.are_reached(kidney, ways) && !ends.are_reached(hip, ways));
    }

    #[test]
    fn without_an_arm_beside_the_trunk_nothing_fades() {
        assert_eq!(Ends::of(&body(150.0)), None);
        assert_eq!(Ends::of(&[]), None);
    }
}
