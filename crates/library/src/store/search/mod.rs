//! Questions to a library: points, structures, words, and all of them together.
//!
//! Each part of a question ranks the documents in its own way (one file for each); together they are joined by reciprocal rank
//! fusion (Cormack, Clarke and Büttcher 2009, k = 60), which needs no common scale for millimetres, evidence and bm25.

mod facets;
mod near;
mod structures;
mod words;

use std::collections::{HashMap, HashSet};

use anatomy::StructureIndex;

use super::{Hit, Library, LibraryError};

pub(in crate::store) use facets::Table as FacetTable;
pub use facets::{Facet, Facets, Filter};
pub use near::{SentenceHit, SpatialIndex};
use structures::Belonging;
pub use structures::{Match, StructureSpace};

/// The constant of reciprocal rank fusion.
const FUSION_K: f64 = 60.0;

/// A question. Its parts narrow the answer together and rank it together; an empty question finds every document.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// Words, `"phrases"` in quotes; any text is allowed.
    pub text: Option<String>,
    /// A document must belong to one of these structures, indices of the catalogue of the space that is asked with.
    pub structures: Vec<StructureIndex>,
    /// Rank by distance to this point (LPS mm).
    pub near: Option<[f32; 3]>,
    /// With `near`: only documents at most so many mm away.
    pub radius_mm: Option<f32>,
    /// Only documents with at least this evidence, 0 to 1: for the structures asked for, else for their best one (see [`Hit::p`]).
    pub min_p: Option<f32>,
    /// Only documents that are about nothing in the torso with at most this probability (see [`Hit::outside_p`]).
    pub max_outside_p: Option<f32>,
    /// Only documents with one of the wanted values of each facet that is named.
    pub filter: Filter,
    /// Whether the documents that answer are counted by facet, and told by key.
    pub count: bool,
    /// Hits at most; the total of the answer does not depend on it.
    pub limit: usize,
}

/// The answer to a question.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// The best documents, at most as many as were asked for.
    pub hits: Vec<Hit>,
    /// Number of all documents that answer.
    pub total: usize,
    /// Keys of all documents that answer, best first; none where nothing narrows the list and all of the library do.
    pub keys: Vec<i64>,
    /// How many there are by the values of each facet, where that was asked for.
    pub facets: Facets,
    /// Keys of all documents that pass the filter, whatever else was asked; only where there is one and counts were asked for.
    pub passing: Option<HashSet<i64>>,
}

impl Query {
    /// Whether a document with this evidence answers.
    fn admits(&self, p: f32, outside_p: f32) -> bool {
        self.min_p.is_none_or(|least| p >= least)
            && self.max_outside_p.is_none_or(|most| outside_p <= most)
    }
}

impl Library {
    /// Answers a question. Every hit states the ranks and distances that put it where it stands.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn search(
        &self,
        query: &Query,
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<Answer, LibraryError> {
        let text = query.text.as_deref().filter(|text| !text.trim().is_empty());
        let mut rankings: Vec<Vec<i64>> = Vec::new();
        let mut belonging = Vec::new();
        // Those of a structure have been narrowed by evidence already.
        let mut admitted = None;
        if query.structures.is_empty() {
            admitted = self.admitted(query)?;
        } else {
            let found = self.belonging(query, space)?;
            rankings.push(found.iter().map(|one| one.key).collect());
            belonging = found;
        }
        let mut by_words = Vec::new();
        if let Some(text) = text {
            let keys = self.matching(text, usize::MAX)?;
            by_words.clone_from(&keys);
            rankings.push(keys);
        }
        let mut distances: HashMap<i64, f32> = HashMap::new();
        let mut unlisted = 0;
        if let Some(point) = query.near {
            let index = self.document_index()?;
            let alone = rankings.is_empty() && admitted.is_none() && query.filter.is_empty();
            let found = match query.radius_mm {
                Some(radius) => index.within(point, radius),
                None if alone && point.iter().all(|v| v.is_finite()) => {
                    let found = index.nearest(point, query.limit);
                    unlisted = index.len() - found.len();
                    found
                }
                None => index.nearest(point, index.len()),
            };
            rankings.push(found.iter().map(|(key, _)| *key).collect());
            distances = found.into_iter().collect();
        }
        // Nothing narrows the list: it is about all documents, in whatever order.
        let of_all = admitted.is_none()
            && query.filter.is_empty()
            && (rankings.is_empty() || rankings.len() == 1 && unlisted > 0);
        let mut ranked = match rankings.len() {
            0 => self.keys()?,
            1 => rankings.swap_remove(0),
            _ => fuse(&rankings),
        };
        if let Some(admitted) = admitted {
            ranked.retain(|key| admitted.contains(key));
        }
        let mut facets = Facets::default();
        let mut passing = None;
        if query.count || !query.filter.is_empty() {
            let table = self.facet_table()?;
            facets = match of_all {
                true => table.whole(),
                false => table.narrow(&mut ranked, &query.filter),
            };
            if query.count && !query.filter.is_empty() {
                let mut all = self.keys()?;
                table.narrow(&mut all, &query.filter);
                passing = Some(all.into_iter().collect());
            }
        }
        let total = ranked.len() + unlisted;
        let keys = if of_all { Vec::new() } else { ranked.clone() };
        ranked.truncate(query.limit);
        let listed: HashSet<i64> = ranked.iter().copied().collect();
        let belonging = belonging
            .into_iter()
            .filter(|one| listed.contains(&one.key));
        let belonging: HashMap<i64, Belonging> = belonging.map(|one| (one.key, one)).collect();
        let text_ranks = by_words.into_iter().zip(1..);
        let text_ranks = text_ranks.filter(|(key, _)| listed.contains(key));
        let text_ranks: HashMap<i64, usize> = text_ranks.collect();
        let mut hits = Vec::new();
        for key in ranked {
            let Some(entry) = self.entry(key)? else {
                continue;
            };
            let mut hit = Hit {
                text_rank: text_ranks.get(&key).copied(),
                distance_mm: distances.get(&key).copied(),
                ..entry.into()
            };
            if let Some(belonging) = belonging.get(&key) {
                hit.p = belonging.p;
                hit.structure_match = Some(belonging.how);
                hit.distance_mm = hit.distance_mm.or(belonging.distance_mm);
            }
            hits.push(hit);
        }
        Ok(Answer {
            hits,
            total,
            keys,
            facets,
            passing,
        })
    }

    /// The documents that have the evidence that a question about no structure asks for; `None`: all.
    fn admitted(&self, query: &Query) -> Result<Option<HashSet<i64>>, LibraryError> {
        if query.min_p.is_none() && query.max_outside_p.is_none() {
            return Ok(None);
        }
        let mut all = self
            .connection
            .prepare_cached("SELECT key, p, outside_p FROM documents")?;
        let mut rows = all.query([])?;
        let mut admitted = HashSet::new();
        while let Some(row) = rows.next()? {
            if query.admits(row.get(1)?, row.get(2)?) {
                admitted.insert(row.get(0)?);
            }
        }
        Ok(Some(admitted))
    }
}

/// Keys that are in all rankings, by the sum of 1 / (60 + rank).
fn fuse(rankings: &[Vec<i64>]) -> Vec<i64> {
    let mut scores: HashMap<i64, (usize, f64)> = HashMap::new();
    for ranking in rankings {
        for (rank, key) in (1_u32..).zip(ranking) {
            let (times, score) = scores.entry(*key).or_default();
            *times += 1;
            *score += 1.0 / (FUSION_K + f64::from(rank));
        }
    }
    let mut fused: Vec<(i64, f64)> = scores
        .into_iter()
        .filter(|(_, (times, _))| *times == rankings.len())
        .map(|(key, (_, score))| (key, score))
        .collect();
    fused.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    fused.into_iter().map(|(key, _)| key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fusion_keeps_what_every_ranking_has() {
        assert_eq!(
            fuse(&[vec![1, 2, 3], vec![3, 2, 9]]),
            [2, 3].map(i64::from).into_iter().rev().collect::<Vec<_>>()
        );
    }
}
