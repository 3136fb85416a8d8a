//! An R*-tree over points. Nothing else of this crate is needed for it: `benches/rivals` compares this very file with other trees.

use rstar::RTree;
use rstar::primitives::GeomWithData;

/// Points with what stands at them.
pub struct SpatialIndex<T> {
    tree: RTree<GeomWithData<[f32; 3], T>>,
}

impl<T: Copy + Ord> SpatialIndex<T> {
    /// An index over these points (LPS mm, finite).
    pub fn new(points: impl IntoIterator<Item = ([f32; 3], T)>) -> Self {
        let points = points
            .into_iter()
            .map(|(point, data)| GeomWithData::new(point, data))
            .collect();
        SpatialIndex {
            tree: RTree::bulk_load(points),
        }
    }

    /// Adds a point.
    pub fn insert(&mut self, point: [f32; 3], data: T) {
        self.tree.insert(GeomWithData::new(point, data));
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.tree.size()
    }

    /// Whether there is no point.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nearest `limit` points with their distances in mm, nearest first; equally near ones in the order of their data.
    pub fn nearest(&self, point: [f32; 3], limit: usize) -> Vec<(T, f32)> {
        if limit == 0 || !point.iter().all(|v| v.is_finite()) {
            return Vec::new();
        }
        let mut found: Vec<(T, f32)> = Vec::new();
        for (entry, squared) in self.tree.nearest_neighbor_iter_with_distance_2(point) {
            let distance = squared.sqrt();
            if found.len() >= limit && found.last().is_some_and(|(_, last)| distance > *last) {
                break;
            }
            found.push((entry.data, distance));
        }
        sort(&mut found);
        found.truncate(limit);
        found
    }

    /// All points at most `radius_mm` away with their distances in mm, nearest first.
    pub fn within(&self, point: [f32; 3], radius_mm: f32) -> Vec<(T, f32)> {
        if !(radius_mm >= 0.0 && point.iter().all(|v| v.is_finite())) {
            return Vec::new();
        }
        let candidates = self
            .tree
            .locate_within_distance(point, radius_mm * radius_mm);
        let mut found: Vec<(T, f32)> = candidates
            .map(|entry| (entry.data, distance(*entry.geom(), point)))
            .collect();
        sort(&mut found);
        found
    }
}

fn sort<T: Ord>(found: &mut [(T, f32)]) {
    found.sort_by(|a, b| a.1.total_cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
}

/// Distance of two points.
fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b) * (a - b))
        .sum::<f32>()
        .sqrt()
}
