//! Nearest and within: an R*-tree over the points of documents, and one over those of sentences.
//!
//! The trees are built from the file when they are first asked (100,000 points in well under a second) and kept up to date after
//! that; they are not stored, so they cannot disagree with the documents.

use serde::{Deserialize, Serialize};

use super::columns::filled;
use super::spatial::SpatialIndex;
use crate::store::packed::unpack_points;
use crate::store::{Hit, Library, LibraryError};

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
        let entries = self.entries_of(found.iter().map(|(key, _)| *key))?;
        let mut found = found.into_iter();
        let hits = entries.into_iter().map(|entry| {
            let distance = found.find(|(key, _)| *key == entry.key);
            Hit {
                distance_mm: distance.map(|(_, mm)| mm),
                ..entry.into()
            }
        });
        Ok(hits.collect())
    }

    pub(super) fn document_index(&self) -> Result<&SpatialIndex<i64>, LibraryError> {
        filled(&self.documents, || {
            let keys = &self.columns()?.keys;
            let points = self.points()?.iter().copied().zip(keys.iter().copied());
            Ok(SpatialIndex::new(
                points.filter(|(point, _)| point.iter().all(|v| v.is_finite())),
            ))
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
