//! A structure in a few thousand points, with what regions ask of them: depth, way along the flow, distance to others.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anatomy::{Atlas, StructureIndex};

use super::table::{Flow, PositionTable};

/// A sketch has about this many cells.
const CELLS: f32 = 4000.0;

/// Smallest and largest edge of a cell, mm.
const EDGE_MM: (f32, f32) = (3.0, 10.0);

/// How far depth is measured, mm.
const DEEPEST_MM: usize = 40;

/// A gap in a structure narrower than this (a vessel in the lung) is not its surface, mm.
const HOLE_MM: usize = 18;

/// The voxels of one structure and its parts, thinned to one for each cell of a grid.
pub(crate) struct Sketch {
    /// The voxel centre nearest to the middle of each cell.
    pub points: Vec<[f32; 3]>,
    /// Voxels of each cell.
    pub counts: Vec<f32>,
    cells: HashMap<[i16; 3], usize>,
    edge: f32,
    depth: OnceLock<Vec<f32>>,
    flow: OnceLock<Option<Vec<f32>>>,
    near: Mutex<HashMap<StructureIndex, Arc<Vec<f32>>>>,
}

impl Sketch {
    pub fn new(atlas: &Atlas, s: StructureIndex) -> Sketch {
        let edge = (atlas.volume_ml(s) * 1000.0 / CELLS)
            .cbrt()
            .clamp(EDGE_MM.0, EDGE_MM.1);
        let (mut points, mut counts, mut off) = (Vec::new(), Vec::new(), Vec::new());
        let mut cells = HashMap::new();
        for voxel in atlas.voxel_centres(s) {
            let cell = voxel.map(|v| (v / edge).floor() as i16);
            let from_middle: f32 = (0..3)
                .map(|a| (voxel[a] - (f32::from(cell[a]) + 0.5) * edge).powi(2))
                .sum();
            let n = *cells.entry(cell).or_insert_with(|| {
                points.push(voxel);
                counts.push(0.0);
                off.push(f32::INFINITY);
                points.len() - 1
            });
            counts[n] += 1.0;
            if from_middle < off[n] {
                (points[n], off[n]) = (voxel, from_middle);
            }
        }
        Sketch {
            points,
            counts,
            cells,
            edge,
            depth: OnceLock::new(),
            flow: OnceLock::new(),
            near: Mutex::new(HashMap::new()),
        }
    }

    /// Depth of each point below the surface of the structure, mm; the holes of vessels do not count.
    pub fn depth(&self, atlas: &Atlas, s: StructureIndex) -> &[f32] {
        self.depth.get_or_init(|| {
            let directions: Vec<[f32; 3]> = (0..27)
                .filter(|n| *n != 13)
                .map(|n| [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1].map(|v| v as f32))
                .map(|d| {
                    let length = d.iter().map(|v| v * v).sum::<f32>().sqrt();
                    d.map(|v| v / length)
                })
                .collect();
            let inside = |p: &[f32; 3], d: &[f32; 3], t: usize| {
                atlas.contains(s, std::array::from_fn(|a| p[a] + d[a] * t as f32))
            };
            let to_surface = |p: &[f32; 3], d: &[f32; 3], most: usize| {
                (2..most).step_by(2).find(|t| {
                    !inside(p, d, *t) && !(1..=HOLE_MM / 3).any(|n| inside(p, d, t + 3 * n))
                })
            };
            let depth = |p: &[f32; 3]| {
                directions.iter().fold(DEEPEST_MM, |least, d| {
                    to_surface(p, d, least).unwrap_or(least)
                }) as f32
            };
            self.points.iter().map(depth).collect()
        })
    }

    /// How far along the flow each point lies; nothing for a structure without one.
    pub fn flow(&self, atlas: &Atlas, s: StructureIndex) -> Option<&[f32]> {
        self.flow
            .get_or_init(|| match *PositionTable::builtin().flow.get(&s)? {
                Flow::Along(axis, sign) => {
                    Some(self.points.iter().map(|p| sign * axis.of(*p)).collect())
                }
                Flow::From(start) => {
                    if !atlas.has_voxels(start) {
                        return None;
                    }
                    Some(self.way_from(&self.distances(atlas, start)))
                }
            })
            .as_deref()
    }

    /// Distance of each point to a structure, mm; infinite when it has no voxels.
    pub fn distances(&self, atlas: &Atlas, to: StructureIndex) -> Arc<Vec<f32>> {
        let known = |near: &HashMap<StructureIndex, Arc<Vec<f32>>>| near.get(&to).cloned();
        if let Some(found) = known(&self.near.lock().unwrap_or_else(PoisonError::into_inner)) {
            return found;
        }
        let measured: Vec<f32> = if atlas.has_voxels(to) {
            let to_point = |p: &[f32; 3]| atlas.distance_mm(to, *p).unwrap_or(f32::INFINITY);
            self.points.iter().map(to_point).collect()
        } else {
            vec![f32::INFINITY; self.points.len()]
        };
        let measured = Arc::new(measured);
        self.near
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(to, Arc::clone(&measured));
        measured
    }

    /// Length of the shortest way through the structure from its points nearest to something (Dijkstra 1959 over
    /// neighbouring cells), mm.
    fn way_from(&self, distance: &[f32]) -> Vec<f32> {
        let least = distance.iter().copied().fold(f32::INFINITY, f32::min);
        let mut way = vec![f32::INFINITY; self.points.len()];
        // Ways are kept as tenths of a millimetre, which can be ordered.
        let mut open: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
        for (n, d) in distance.iter().enumerate() {
            if *d <= least + self.edge {
                way[n] = 0.0;
                open.push(Reverse((0, n)));
            }
        }
        let keys: HashMap<usize, [i16; 3]> = self.cells.iter().map(|(k, n)| (*n, *k)).collect();
        while let Some(Reverse((at, n))) = open.pop() {
            if at as f32 > way[n] * 10.0 + 1.0 {
                continue;
            }
            let Some(key) = keys.get(&n) else { continue };
            for step in 0..27i16 {
                let next = [
                    key[0] + step % 3 - 1,
                    key[1] + step / 3 % 3 - 1,
                    key[2] + step / 9 - 1,
                ];
                let Some(&m) = self.cells.get(&next) else {
                    continue;
                };
                let (p, q) = (self.points[n], self.points[m]);
                let length = (0..3).map(|a| (p[a] - q[a]).powi(2)).sum::<f32>().sqrt();
                if way[n] + length < way[m] - 1e-3 {
                    way[m] = way[n] + length;
                    open.push(Reverse(((way[m] * 10.0) as u32, m)));
                }
            }
        }
        // What is cut off from the start is measured through the air.
        for (w, d) in way.iter_mut().zip(distance) {
            if !w.is_finite() {
                *w = *d;
            }
        }
        way
    }
}

/// The sketches of an atlas's structures, made when first asked for.
#[derive(Default)]
pub struct Sketches(Mutex<HashMap<StructureIndex, Arc<Sketch>>>);

impl std::fmt::Debug for Sketches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sketches").finish_non_exhaustive()
    }
}

impl Sketches {
    /// The sketch of one structure.
    pub(crate) fn get(&self, atlas: &Atlas, s: StructureIndex) -> Arc<Sketch> {
        let known = |all: &HashMap<StructureIndex, Arc<Sketch>>| all.get(&s).cloned();
        if let Some(found) = known(&self.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            return found;
        }
        let made = Arc::new(Sketch::new(atlas, s));
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(s).or_insert(made))
    }
}
