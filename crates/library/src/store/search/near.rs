//! Nearest and within: an R*-tree over the points of documents, and one over those of sentences.
//!
//! The trees are built from the file when they are first asked (100,000 points in well under a second) and kept up to date after
//! that; they are not stored, so they cannot disagree with the documents.

use std::cell::OnceCell;

use rstar::RTree;
use rstar::primitives::GeomWithData;
use serde::{Deserialize, Serialize};

use crate::store::packed::unpack_points;
use crate::store::{Hit, Library, LibraryError};

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

/// A sentence near a point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SentenceHit {
    /// Key of its document.
    pub key: i64,
    /// Its number in the document, from 0.
    pub number: u32,
    /// Distance of its point in mm.
    pub distance_mm: f32,
}

impl Library {
    /// The documents nearest to a point (LPS mm), nearest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn nearest(&self, point: [f32; 3], limit: usize) -> Result<Vec<Hit>, LibraryError> {
        let found = self.document_index()?.nearest(point, limit);
        self.hits(found)
    }

    /// The documents at most `radius_mm` from a point (LPS mm), nearest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn within(&self, point: [f32; 3], radius_mm: f32) -> Result<Vec<Hit>, LibraryError> {
        let found = self.document_index()?.within(point, radius_mm);
        self.hits(found)
    }

    /// The sentences nearest to a point (LPS mm), nearest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn nearest_sentences(
        &self,
        point: [f32; 3],
        limit: usize,
    ) -> Result<Vec<SentenceHit>, LibraryError> {
        let found = self.sentence_index()?.nearest(point, limit);
        Ok(sentence_hits(found))
    }

    /// The sentences at most `radius_mm` from a point (LPS mm), nearest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn sentences_within(
        &self,
        point: [f32; 3],
        radius_mm: f32,
    ) -> Result<Vec<SentenceHit>, LibraryError> {
        let found = self.sentence_index()?.within(point, radius_mm);
        Ok(sentence_hits(found))
    }

    fn hits(&self, found: Vec<(i64, f32)>) -> Result<Vec<Hit>, LibraryError> {
        let mut hits = Vec::with_capacity(found.len());
        for (key, distance) in found {
            if let Some(entry) = self.entry(key)? {
                hits.push(Hit {
                    distance_mm: Some(distance),
                    ..entry.into()
                });
            }
        }
        Ok(hits)
    }

    pub(super) fn document_index(&self) -> Result<&SpatialIndex<i64>, LibraryError> {
        filled(&self.documents, || {
            let mut all = self
                .connection
                .prepare("SELECT x, y, z, key FROM documents")?;
            let rows = all.query_map([], |row| {
                Ok(([row.get(0)?, row.get(1)?, row.get(2)?], row.get(3)?))
            })?;
            Ok(SpatialIndex::new(rows.collect::<Result<Vec<_>, _>>()?))
        })
    }

    fn sentence_index(&self) -> Result<&SpatialIndex<(i64, u32)>, LibraryError> {
        filled(&self.sentences, || {
            let mut all = self
                .connection
                .prepare("SELECT key, points FROM sentences")?;
            let mut rows = all.query([])?;
            let mut points = Vec::new();
            while let Some(row) = rows.next()? {
                let key: i64 = row.get(0)?;
                let of_one = unpack_points(row.get_ref(1)?.as_blob().unwrap_or_default());
                let numbered = (0_u32..).zip(of_one);
                let finite = numbered.filter(|(_, point)| point.iter().all(|v| v.is_finite()));
                points.extend(finite.map(|(number, point)| (point, (key, number))));
            }
            Ok(SpatialIndex::new(points))
        })
    }
}

fn sentence_hits(found: Vec<((i64, u32), f32)>) -> Vec<SentenceHit> {
    found
        .into_iter()
        .map(|((key, number), distance_mm)| SentenceHit {
            key,
            number,
            distance_mm,
        })
        .collect()
}

/// `OnceCell::get_or_init` for something that can fail.
pub(super) fn filled<T>(
    cell: &OnceCell<T>,
    make: impl FnOnce() -> Result<T, LibraryError>,
) -> Result<&T, LibraryError> {
    match cell.get() {
        Some(there) => Ok(there),
        None => {
            let made = make()?;
            Ok(cell.get_or_init(|| made))
        }
    }
}
