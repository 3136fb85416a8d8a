//! Triangle surfaces of any quality, and what can be said of and done to them.

use std::collections::HashMap;

use glam::DVec3;

/// Triangles of one structure, mm.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TriMesh {
    pub(crate) positions: Vec<DVec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl TriMesh {
    pub(crate) fn bounds(&self) -> Option<(DVec3, DVec3)> {
        let mut used = self
            .triangles
            .iter()
            .flatten()
            .map(|i| self.positions[*i as usize]);
        let first = used.next()?;
        Some(used.fold((first, first), |(lo, hi), p| (lo.min(p), hi.max(p))))
    }

    pub(crate) fn append(&mut self, other: &TriMesh) {
        let base = self.positions.len() as u32;
        self.positions.extend_from_slice(&other.positions);
        self.triangles
            .extend(other.triangles.iter().map(|t| t.map(|i| i + base)));
    }

    pub(crate) fn corners(&self, t: &[u32; 3]) -> [DVec3; 3] {
        t.map(|i| self.positions[i as usize])
    }

    pub(crate) fn area(&self) -> f64 {
        self.triangles
            .iter()
            .map(|t| {
                let [a, b, c] = self.corners(t);
                (b - a).cross(c - a).length() / 2.0
            })
            .sum()
    }

    /// The same surface with vertices nearer than a thousandth of a millimetre joined and empty triangles dropped.
    pub(crate) fn welded(&self) -> TriMesh {
        let mut index: HashMap<[i64; 3], u32> = HashMap::with_capacity(self.positions.len());
        let mut out = TriMesh::default();
        let new: Vec<u32> = self
            .positions
            .iter()
            .map(|p| {
                let key = [p.x, p.y, p.z].map(|v| (v * 1000.0).round() as i64);
                *index.entry(key).or_insert_with(|| {
                    out.positions.push(*p);
                    out.positions.len() as u32 - 1
                })
            })
            .collect();
        out.triangles = self
            .triangles
            .iter()
            .map(|t| t.map(|i| new[i as usize]))
            .filter(|t| t[0] != t[1] && t[1] != t[2] && t[2] != t[0])
            .collect();
        out
    }

    /// Edges that belong to a single triangle, in its direction.
    pub(crate) fn border(&self) -> Vec<(u32, u32)> {
        let mut edges: HashMap<(u32, u32), (u32, (u32, u32))> =
            HashMap::with_capacity(self.triangles.len() * 3 / 2);
        for t in &self.triangles {
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                edges.entry((a.min(b), a.max(b))).or_insert((0, (a, b))).0 += 1;
            }
        }
        let mut border: Vec<(u32, u32)> = edges
            .into_values()
            .filter(|e| e.0 == 1)
            .map(|e| e.1)
            .collect();
        border.sort_unstable();
        border
    }

    /// Fans that close the border loops.
    pub(crate) fn caps(&self, border: &[(u32, u32)]) -> TriMesh {
        let mut next: HashMap<u32, Vec<u32>> = HashMap::new();
        for (a, b) in border {
            next.entry(*a).or_default().push(*b);
            next.entry(*b).or_default().push(*a);
        }
        let mut caps = TriMesh::default();
        let mut starts: Vec<u32> = next.keys().copied().collect();
        starts.sort_unstable();
        let drop = |next: &mut HashMap<u32, Vec<u32>>, a: u32, b: u32| {
            if let Some(list) = next.get_mut(&a)
                && let Some(n) = list.iter().position(|v| *v == b)
            {
                list.swap_remove(n);
            }
        };
        for start in starts {
            loop {
                let mut chain = vec![start];
                let mut at = start;
                while let Some(to) = next.get(&at).and_then(|list| list.first().copied()) {
                    drop(&mut next, at, to);
                    drop(&mut next, to, at);
                    at = to;
                    if at == start {
                        break;
                    }
                    chain.push(at);
                }
                if chain.len() < 3 || at != start {
                    break;
                }
                let points: Vec<DVec3> =
                    chain.iter().map(|v| self.positions[*v as usize]).collect();
                let centre = points.iter().sum::<DVec3>() / points.len() as f64;
                let base = caps.positions.len() as u32;
                let n = points.len() as u32;
                caps.positions.extend(points);
                caps.positions.push(centre);
                caps.triangles
                    .extend((0..n).map(|i| [base + i, base + (i + 1) % n, base + n]));
            }
        }
        caps
    }
}
