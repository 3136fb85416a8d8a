//! What a surface's shape says of the tissue under it: how it bends, how far along a tube a place is and on which side of it, and how
//! fibres run. Read from the surface alone, when it is put on the stage; nothing of it lies in a pack.

mod grain;
mod tube;
mod vasa;

pub use grain::Grain;
pub use vasa::with_vasa;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec3;

use crate::{StructureMesh, Tissue};

/// What is known of each vertex, parallel to [`StructureMesh::positions`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Relief {
    /// Mean curvature, 1/mm: positive on ridges, negative in hollows.
    pub bend: Vec<f32>,
    /// Way along a tube, mm; 0 on what is none.
    pub along: Vec<f32>,
    /// Side of a tube: 1 along three bands of it, -1 halfway between them; 0 on what is none.
    pub side: Vec<f32>,
}

/// Bends sharper than this (1/mm) are no shape but noise of the surface.
const SHARPEST: f32 = 0.5;

impl Relief {
    /// Of a surface of a tissue: only bowel is followed along its tube.
    pub fn of(mesh: &StructureMesh, tissue: Tissue) -> Relief {
        let edges = Edges::of(mesh);
        let bend = edges.smooth(bend(mesh, &edges));
        let is_tube = matches!(tissue, Tissue::SmallBowel | Tissue::LargeBowel);
        let (along, side) = match is_tube {
            true => tube::follow(mesh, &edges),
            false => (vec![0.0; bend.len()], vec![0.0; bend.len()]),
        };
        Relief { bend, along, side }
    }
}

fn bend(mesh: &StructureMesh, edges: &Edges) -> Vec<f32> {
    let at = |v: usize| Vec3::from_array(mesh.positions[v]);
    let normal = |v: usize| Vec3::from_array(mesh.normals[v]);
    let mean = |v: usize| {
        let neighbours = edges.of_vertex(v);
        let sum: f32 = neighbours
            .iter()
            .map(|n| {
                let step = at(*n as usize) - at(v);
                (normal(*n as usize) - normal(v)).dot(step) / step.length_squared().max(1e-4)
            })
            .sum();
        (sum / neighbours.len().max(1) as f32).clamp(-SHARPEST, SHARPEST)
    };
    (0..mesh.positions.len()).map(mean).collect()
}

/// The vertices beside each vertex of the finest level.
struct Edges {
    start: Vec<u32>,
    to: Vec<u32>,
}

impl Edges {
    fn of(mesh: &StructureMesh) -> Edges {
        let corners = mesh.indices.as_chunks::<3>().0;
        let steps = |[a, b, c]: [u32; 3]| [(a, b), (b, c), (c, a), (b, a), (c, b), (a, c)];
        let mut start = vec![0u32; mesh.positions.len() + 1];
        for (from, _) in corners.iter().flat_map(|corner| steps(*corner)) {
            start[from as usize + 1] += 1;
        }
        for n in 1..start.len() {
            start[n] += start[n - 1];
        }
        let mut free = start.clone();
        let mut to = vec![0; corners.len() * 6];
        for (from, next) in corners.iter().flat_map(|corner| steps(*corner)) {
            let slot = &mut free[from as usize];
            to[*slot as usize] = next;
            *slot += 1;
        }
        Edges { start, to }
    }

    /// An edge of two triangles counts twice.
    fn of_vertex(&self, vertex: usize) -> &[u32] {
        &self.to[self.start[vertex] as usize..self.start[vertex + 1] as usize]
    }

    /// Fills in the ways from some vertices to all that they hang together with (Dijkstra), telling of each vertex that is reached from
    /// which; the farthest of them. Vertices that a shorter way leads to already are left as they are.
    fn spread(
        &self,
        mesh: &StructureMesh,
        from: &[usize],
        way: &mut [f32],
        mut reached: impl FnMut(usize, usize),
    ) -> Option<usize> {
        let at = |v: usize| Vec3::from_array(mesh.positions[v]);
        // Positive floats are in the order of their bits.
        let starts = from.iter().map(|start| Reverse((0u32, *start as u32)));
        let mut next: BinaryHeap<Reverse<(u32, u32)>> = starts.collect();
        for start in from {
            way[*start] = 0.0;
        }
        let mut last = None;
        while let Some(Reverse((bits, vertex))) = next.pop() {
            let (so_far, vertex) = (f32::from_bits(bits), vertex as usize);
            if so_far > way[vertex] {
                continue;
            }
            last = Some(vertex);
            for neighbour in self.of_vertex(vertex) {
                let there = so_far + at(vertex).distance(at(*neighbour as usize));
                if there < way[*neighbour as usize] {
                    way[*neighbour as usize] = there;
                    reached(*neighbour as usize, vertex);
                    next.push(Reverse((there.to_bits(), *neighbour)));
                }
            }
        }
        last
    }

    /// Each vertex takes half its value from its neighbours.
    fn smooth(&self, values: Vec<f32>) -> Vec<f32> {
        let smooth = |v: usize| {
            let neighbours = self.of_vertex(v);
            let sum: f32 = neighbours.iter().map(|n| values[*n as usize]).sum();
            match neighbours.len() {
                0 => values[v],
                n => 0.5 * values[v] + 0.5 * sum / n as f32,
            }
        };
        (0..values.len()).map(smooth).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StructureIndex;

    /// A tube along z: radius 10 mm, 200 mm long.
    pub(super) fn tube() -> StructureMesh {
        let (rings, sides) = (51u32, 24u32);
        let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
        for ring in 0..rings {
            for side in 0..sides {
                let (sin, cos) = (side as f32 / sides as f32 * std::f32::consts::TAU).sin_cos();
                positions.push([10.0 * cos, 10.0 * sin, ring as f32 * 4.0]);
                normals.push([cos, sin, 0.0]);
                if ring + 1 < rings {
                    let (a, b) = (ring * sides + side, ring * sides + (side + 1) % sides);
                    indices.extend([a, b, a + sides, b, b + sides, a + sides]);
                }
            }
        }
        StructureMesh::new(StructureIndex(0), positions, normals, indices)
    }

    #[test]
    fn a_tube_bends_outwards_and_its_inside_inwards() {
        let mut mesh = tube();
        let bend = Relief::of(&mesh, Tissue::Bone).bend;
        // Once round and straight along: between nothing and one over the radius.
        assert!(
            bend.iter().all(|bend| (0.02..0.1).contains(bend)),
            "{bend:?}"
        );
        for normal in &mut mesh.normals {
            *normal = normal.map(|n| -n);
        }
        let inner = Relief::of(&mesh, Tissue::Bone).bend;
        assert!(inner.iter().all(|bend| *bend < -0.02));
    }

    #[test]
    fn only_bowel_is_followed_as_a_tube() {
        let mesh = tube();
        let bone = Relief::of(&mesh, Tissue::Bone);
        assert!(
            bone.along
                .iter()
                .chain(&bone.side)
                .all(|value| *value == 0.0)
        );
        let colon = Relief::of(&mesh, Tissue::LargeBowel);
        assert!(colon.along.iter().any(|way| *way > 150.0));
    }
}
