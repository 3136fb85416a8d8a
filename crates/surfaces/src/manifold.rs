//! Makes a closed triangle surface a manifold.
//!
//! Contouring joins two sheets of a surface that pass through one grid cell in a single vertex, and simplification may
//! fold a sliver onto itself. Both leave edges with four triangles. They are parted here: touching sheets keep their
//! shape but no longer share vertices.

use std::collections::HashMap;

use glam::Vec3;

/// Joins vertices at the same place, drops triangles without area and pairs of triangles back to back, then gives every
/// sheet through a shared edge or vertex its own vertices.
pub fn make_manifold(positions: &mut Vec<[f32; 3]>, indices: &mut Vec<u32>) {
    join_equal(positions, indices);
    drop_folds(indices);
    part_sheets(positions, indices);
    // Sheets that meet in an edge and are one elsewhere still share it; halving it for each pair of triangles parts
    // them. Each round leaves only edges whose triangles had another such edge.
    for _ in 0..8 {
        if !halve_shared_edges(positions, indices) {
            break;
        }
    }
}

/// Makes triangles share the first of all vertices at one place.
pub(crate) fn join_equal(positions: &[[f32; 3]], indices: &mut [u32]) {
    let mut first: HashMap<[u32; 3], u32> = HashMap::with_capacity(positions.len());
    for i in indices {
        *i = *first
            .entry(positions[*i as usize].map(f32::to_bits))
            .or_insert(*i);
    }
}

/// Drops triangles without three corners and pairs of triangles back to back; a closed surface stays closed.
pub(crate) fn drop_folds(indices: &mut Vec<u32>) {
    let mut balance: HashMap<[u32; 3], i32> = HashMap::with_capacity(indices.len() / 3);
    // The corners from the lowest on: equal for equal triangles, reversed for one back to back.
    let canonical = |t: &[u32]| {
        let n = (0..3).min_by_key(|n| t[*n]).unwrap_or(0);
        let (a, b, c) = (t[n], t[(n + 1) % 3], t[(n + 2) % 3]);
        if b < c {
            ([a, b, c], 1)
        } else {
            ([a, c, b], -1)
        }
    };
    for t in indices.chunks_exact(3) {
        let (key, turn) = canonical(t);
        *balance.entry(key).or_default() += turn;
    }
    let kept: Vec<u32> = indices
        .chunks_exact(3)
        .filter(|t| t[0] != t[1] && t[1] != t[2] && t[2] != t[0])
        .filter(|t| {
            let (key, turn) = canonical(t);
            let left = balance.get_mut(&key);
            match left {
                Some(n) if *n * turn > 0 => {
                    *n -= turn;
                    true
                }
                _ => false,
            }
        })
        .flatten()
        .copied()
        .collect();
    *indices = kept;
}

/// The corner after a corner of the same triangle; a corner is a place in the index list.
fn next(corner: usize) -> usize {
    corner / 3 * 3 + (corner + 1) % 3
}

/// Corners by the directed edge that starts at them.
fn directed_edges(indices: &[u32]) -> HashMap<(u32, u32), Vec<usize>> {
    let mut edges: HashMap<(u32, u32), Vec<usize>> = HashMap::with_capacity(indices.len());
    for corner in 0..indices.len() {
        edges
            .entry((indices[corner], indices[next(corner)]))
            .or_default()
            .push(corner);
    }
    edges
}

/// Pairs the triangles on both sides of an edge: for each corner in `forward` (edge from a to b) the corner in
/// `backward` (b to a) reached first when turning through the solid, which parts solids that merely touch.
fn pairs(
    positions: &[[f32; 3]],
    indices: &[u32],
    forward: &[usize],
    backward: &[usize],
) -> Vec<(usize, usize)> {
    let at = |i: u32| Vec3::from_array(positions[i as usize]);
    let mut free = backward.to_vec();
    let mut out = Vec::with_capacity(free.len());
    for &f in forward {
        let (a, b) = (at(indices[f]), at(indices[next(f)]));
        let along = (b - a).normalize_or_zero();
        let spoke = |corner: usize| {
            let third = at(indices[next(next(corner))]) - a;
            third - along * third.dot(along)
        };
        let (u, inward) = (spoke(f), -along.cross(spoke(f)));
        let angle = |g: &usize| {
            let v = spoke(*g);
            let angle = v.dot(inward).atan2(v.dot(u));
            if angle <= 0.0 {
                angle + std::f32::consts::TAU
            } else {
                angle
            }
        };
        let Some(n) = (0..free.len()).min_by(|a, b| angle(&free[*a]).total_cmp(&angle(&free[*b])))
        else {
            break;
        };
        out.push((f, free.swap_remove(n)));
    }
    out
}

fn part_sheets(positions: &mut Vec<[f32; 3]>, indices: &mut [u32]) {
    let edges = directed_edges(indices);
    let mut sheet: Vec<usize> = (0..indices.len()).collect();
    for corner in 0..indices.len() {
        let (a, b) = (indices[corner], indices[next(corner)]);
        // Each edge once, from its first corner.
        let forward = &edges[&(a, b)];
        if forward[0] != corner || a > b {
            continue;
        }
        let Some(backward) = edges.get(&(b, a)) else {
            continue;
        };
        for (f, g) in pairs(positions, indices, forward, backward) {
            join(&mut sheet, f, next(g));
            join(&mut sheet, next(f), g);
        }
    }
    // The first sheet through a vertex keeps it, the others get copies.
    let mut owner: HashMap<u32, usize> = HashMap::with_capacity(positions.len());
    let mut copies: HashMap<usize, u32> = HashMap::new();
    for (corner, index) in indices.iter_mut().enumerate() {
        let (vertex, root) = (*index, find(&mut sheet, corner));
        if *owner.entry(vertex).or_insert(root) != root {
            *index = *copies.entry(root).or_insert_with(|| {
                positions.push(positions[vertex as usize]);
                positions.len() as u32 - 1
            });
        }
    }
}

/// Gives every pair of triangles at an edge shared by more than two its own middle vertex. Returns whether there was one.
fn halve_shared_edges(positions: &mut Vec<[f32; 3]>, indices: &mut Vec<u32>) -> bool {
    let edges = directed_edges(indices);
    let mut touched = vec![false; indices.len() / 3];
    let mut found = false;
    for corner in 0..indices.len() {
        let (a, b) = (indices[corner], indices[next(corner)]);
        let Some(forward) = edges
            .get(&(a, b))
            .filter(|f| a < b && f.len() > 1 && f[0] == corner)
        else {
            continue;
        };
        let Some(backward) = edges.get(&(b, a)) else {
            continue;
        };
        found = true;
        if forward
            .iter()
            .chain(backward)
            .any(|c| std::mem::replace(&mut touched[c / 3], true))
        {
            continue;
        }
        for (f, g) in pairs(positions, indices, forward, backward) {
            let middle = positions.len() as u32;
            let ends = [a, b].map(|v| Vec3::from_array(positions[v as usize]));
            positions.push(ends[0].midpoint(ends[1]).to_array());
            for corner in [f, g] {
                // (a, b, c) becomes (a, m, c); (m, b, c) is added.
                let (end, third) = (indices[next(corner)], indices[next(next(corner))]);
                indices[next(corner)] = middle;
                indices.extend([middle, end, third]);
            }
        }
    }
    found
}

fn find(sheet: &mut [usize], mut n: usize) -> usize {
    while sheet[n] != n {
        sheet[n] = sheet[sheet[n]];
        n = sheet[n];
    }
    n
}

fn join(sheet: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(sheet, a), find(sheet, b));
    sheet[a.max(b)] = a.min(b);
}

#[cfg(test)]
mod tests {
    use super::*;
    use anatomy::{StructureIndex, StructureMesh};

    fn tetrahedron(corners: [u32; 4]) -> [u32; 12] {
        let [a, b, c, d] = corners;
        [a, c, b, a, b, d, b, c, d, c, a, d]
    }

    #[test]
    fn two_solids_sharing_an_edge_are_parted() {
        // Both have the edge from 0 to 1; one lies at positive x, the other at negative x.
        let mut positions = vec![
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0],
            [1.0, 0.0, 0.5],
            [1.0, 1.0, 0.5],
            [-1.0, 0.0, 0.5],
            [-1.0, -1.0, 0.5],
        ];
        let mut indices = [tetrahedron([0, 2, 3, 1]), tetrahedron([0, 4, 5, 1])].concat();
        let mesh = |positions: &[[f32; 3]], indices: &[u32]| {
            let normals = vec![[0.0; 3]; positions.len()];
            let structure = StructureIndex(0);
            StructureMesh::new(structure, positions.to_vec(), normals, indices.to_vec())
        };
        let before = mesh(&positions, &indices);
        assert!(before.is_closed() && before.non_manifold_edges() == 1);
        make_manifold(&mut positions, &mut indices);
        let after = mesh(&positions, &indices);
        assert!(after.is_closed());
        assert_eq!(
            (
                after.non_manifold_edges(),
                after.triangles(),
                after.positions.len()
            ),
            (0, 8, 8)
        );
        assert!((after.volume_ml() - before.volume_ml()).abs() < 1e-9);
    }

    #[test]
    fn an_edge_shared_by_one_sheet_with_itself_is_halved() {
        // Two tetrahedra share the edge from 0 to 1 and nothing has parted them.
        let mut positions = vec![
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0],
            [1.0, 0.0, 0.5],
            [1.0, 1.0, 0.5],
            [-1.0, 0.0, 0.5],
            [-1.0, -1.0, 0.5],
        ];
        let mut indices = [tetrahedron([0, 2, 3, 1]), tetrahedron([0, 4, 5, 1])].concat();
        assert!(halve_shared_edges(&mut positions, &mut indices));
        assert!(!halve_shared_edges(&mut positions, &mut indices));
        assert_eq!((positions.len(), indices.len() / 3), (8, 12));
    }

    #[test]
    fn folds_and_slivers_go() {
        let mut positions = vec![
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0],
            [1.0, 0.0, 0.5],
            [1.0, 1.0, 0.5],
            [1.0, 1.0, 0.5],
        ];
        let mut indices = tetrahedron([0, 2, 3, 1]).to_vec();
        indices.extend([0, 1, 4, 0, 4, 1, 3, 4, 0]);
        make_manifold(&mut positions, &mut indices);
        assert_eq!(indices.len(), 12);
    }
}
