//! Triangle surfaces of structures.

use std::collections::HashMap;

use glam::Vec3;

use crate::StructureIndex;

/// The surface of one structure: LPS millimetres, normals outward, triangles counter-clockwise seen from outside.
#[derive(Debug, Clone, PartialEq)]
pub struct StructureMesh {
    /// The structure.
    pub structure: StructureIndex,
    /// Vertex positions, mm.
    pub positions: Vec<[f32; 3]>,
    /// Unit vertex normals, parallel to `positions`.
    pub normals: Vec<[f32; 3]>,
    /// How open the surroundings of each vertex are, parallel to `positions`: 255 = open, 0 = wholly occluded.
    pub occlusion: Vec<u8>,
    /// Three indices into `positions` per triangle; the finest level.
    pub indices: Vec<u32>,
    /// Coarser levels over the same vertices, finer first: two (about a third and a tenth of the triangles) once
    /// `surfaces::build_levels` has run, none before.
    pub coarser: Vec<Vec<u32>>,
}

impl StructureMesh {
    /// A surface of one level whose vertices are all open to their surroundings.
    pub fn new(
        structure: StructureIndex,
        positions: Vec<[f32; 3]>,
        normals: Vec<[f32; 3]>,
        indices: Vec<u32>,
    ) -> StructureMesh {
        StructureMesh {
            structure,
            occlusion: vec![u8::MAX; positions.len()],
            positions,
            normals,
            indices,
            coarser: Vec::new(),
        }
    }

    /// The triangles of a level of detail, 0 being the finest; the coarsest there is beyond that.
    pub fn level(&self, level: usize) -> &[u32] {
        match level.min(self.coarser.len()) {
            0 => &self.indices,
            n => &self.coarser[n - 1],
        }
    }

    /// Area, mm2.
    pub fn area_mm2(&self) -> f64 {
        let at = |i: u32| Vec3::from_array(self.positions[i as usize]);
        self.indices
            .chunks_exact(3)
            .map(|t| (at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0])).length())
            .map(|twice| f64::from(twice) * 0.5)
            .sum()
    }

    /// Number of triangles of the finest level.
    pub fn triangles(&self) -> usize {
        self.indices.len() / 3
    }

    /// The volume enclosed, millilitres (negative when the surface is inside out).
    pub fn volume_ml(&self) -> f64 {
        enclosed_mm3(&self.positions, &self.indices) / 1000.0
    }

    /// Whether every edge is run through as often in one direction as in the other, so that the surface has no border
    /// on any level.
    pub fn is_closed(&self) -> bool {
        (0..=self.coarser.len()).all(|l| edge_balance(self.level(l)).values().all(|n| n.0 == n.1))
    }

    /// Number of edges of the finest level that are not shared by exactly two triangles of opposite direction; 0 for a manifold.
    pub fn non_manifold_edges(&self) -> usize {
        edge_balance(&self.indices)
            .values()
            .filter(|n| **n != (1, 1))
            .count()
    }
}

/// For every edge, how often it is run through from the lower to the higher index and back.
fn edge_balance(indices: &[u32]) -> HashMap<(u32, u32), (u32, u32)> {
    let mut edges: HashMap<(u32, u32), (u32, u32)> = HashMap::with_capacity(indices.len() / 2);
    for t in indices.chunks_exact(3) {
        for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            let n = edges.entry((a.min(b), a.max(b))).or_default();
            if a < b { n.0 += 1 } else { n.1 += 1 }
        }
    }
    edges
}

/// Six-fold tetrahedra against the origin, summed in f64.
pub fn enclosed_mm3(positions: &[[f32; 3]], indices: &[u32]) -> f64 {
    let at = |i: u32| positions[i as usize].map(f64::from);
    indices
        .chunks_exact(3)
        .map(|t| {
            let (a, b, c) = (at(t[0]), at(t[1]), at(t[2]));
            (a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0]))
                / 6.0
        })
        .sum()
}
