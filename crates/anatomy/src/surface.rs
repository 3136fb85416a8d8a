//! Triangle surfaces of structures.

use std::collections::HashMap;

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
    /// Three indices into `positions` per triangle.
    pub indices: Vec<u32>,
}

impl StructureMesh {
    /// Number of triangles.
    pub fn triangles(&self) -> usize {
        self.indices.len() / 3
    }

    /// The volume enclosed, millilitres (negative when the surface is inside out).
    pub fn volume_ml(&self) -> f64 {
        enclosed_mm3(&self.positions, &self.indices) / 1000.0
    }

    /// Whether every edge is run through as often in one direction as in the other, so that the surface has no border.
    pub fn is_closed(&self) -> bool {
        edge_balance(&self.indices).values().all(|n| n.0 == n.1)
    }

    /// Number of edges that are not shared by exactly two triangles of opposite direction; 0 for a manifold.
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
pub(crate) fn enclosed_mm3(positions: &[[f32; 3]], indices: &[u32]) -> f64 {
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
