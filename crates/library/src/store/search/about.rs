//! How likely a document is about a point of the body: by how far it lies from it, and by its evidence for the structure at the point.
//!
//! A document of a large organ lies anywhere in it, and next to documents of others: what it says of the structure tells more than millimetres. The
//! numbers are a logistic regression over documents with MeSH headings and points in the organs that these name, see docs/experiments/retrieval.md.

use std::sync::Arc;

use anatomy::StructureIndex;
use grounding::{Evidence, OUTSIDE};
use serde::{Deserialize, Serialize};

use super::columns::{CLEARLY, Columns, Speaking};
use super::structures::StructureSpace;
use super::{Query, Weights, distance_mm};
use crate::store::{Library, LibraryError};

/// The log-odds: a shift, for ln(1 + distance / 10 mm), and for the logit of the evidence.
const BOTH: [f32; 3] = [0.13, -0.70, 1.34];
/// The same where no document speaks of what is at the point.
const DISTANCE_ALONE: [f32; 3] = [2.25, -2.12, 0.0];

/// The evidence that a document has which does not speak of the structure clearly, or which is likely about nothing in the torso, and the most that one
/// can have.
const UNSAID: f32 = 0.1;
const SURE: f32 = 0.99;

/// A document is likely about a point from this probability on …
const LIKELY: f32 = 0.2;
/// … and where none is, so many are told, so that there is an answer anywhere.
const FEW: usize = 5;

/// The unit of the distance, mm.
const UNIT_MM: f32 = 10.0;

/// How likely a document is about a point of the body, and what tells so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The probability.
    pub p: f32,
    /// What is at the point, or what that is part of, with the document's evidence for it; nothing where it does not speak of it clearly, or is likely about
    /// nothing in the torso.
    pub says: Option<Evidence>,
    /// No document speaks of what is at the point, or that is not known: the distance alone tells.
    pub by_distance: bool,
}

/// What is at a point, or what that is part of, innermost first, with the documents that speak of it clearly; what none speaks of is left out.
type SpokenOf = Vec<(String, Arc<Speaking>)>;

/// Documents that are asked about at a point, and what tells how likely they are about it.
pub(super) struct AtPoint {
    /// By ascending row.
    asked: Vec<One>,
    spoken_of: SpokenOf,
}

/// One of them.
#[derive(Clone, Copy)]
struct One {
    row: u32,
    mm: f32,
    /// The most evidence for any structure at the point, if it is about anything in the torso.
    evidence: f32,
}

fn log_odds([shift, by_distance, by_evidence]: [f32; 3], mm: f32, evidence: f32) -> f32 {
    let evidence = evidence.clamp(UNSAID, SURE);
    let said = (evidence / (1.0 - evidence)).ln();
    shift + by_distance * (mm / UNIT_MM).ln_1p() + by_evidence * said
}

fn probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Up to this distance, mm, a document is likely about a point where distance alone tells.
fn likely_mm() -> f32 {
    let [shift, by_distance, _] = DISTANCE_ALONE;
    let odds = (LIKELY / (1.0 - LIKELY)).ln();
    UNIT_MM * ((odds - shift) / by_distance).exp_m1()
}

impl AtPoint {
    /// These rows, ascending, as far as they have a place, within a radius.
    fn of(
        rows: &[u32],
        (columns, points, point): (&Columns, &[[f32; 3]], [f32; 3]),
        radius_mm: Option<f32>,
        spoken_of: SpokenOf,
    ) -> Self {
        let within = radius_mm.unwrap_or(f32::MAX);
        let one = |&row: &u32| {
            let mm = distance_mm(*points.get(row as usize)?, point);
            let evidence = 0.0;
            (mm <= within).then_some(One { row, mm, evidence })
        };
        let mut asked: Vec<One> = rows.iter().filter_map(one).collect();
        for (_, speaking) in &spoken_of {
            if speaking.len() < asked.len() {
                for (row, p) in speaking.iter() {
                    if let Some(at) = find(&asked, *row) {
                        asked[at].evidence = asked[at].evidence.max(*p);
                    }
                }
            } else {
                for one in &mut asked {
                    one.evidence = one.evidence.max(said(speaking, one.row).unwrap_or(0.0));
                }
            }
        }
        for one in &mut asked {
            if columns.outside_p[one.row as usize] > OUTSIDE {
                one.evidence = 0.0;
            }
        }
        Self { asked, spoken_of }
    }

    fn log_odds(&self, one: &One) -> f32 {
        let numbers = match self.spoken_of.is_empty() {
            true => DISTANCE_ALONE,
            false => BOTH,
        };
        log_odds(numbers, one.mm, one.evidence)
    }

    /// The distance of a document, mm, and how likely it is about the point.
    pub fn tells(&self, row: usize) -> Option<(f32, About)> {
        let row = u32::try_from(row).ok()?;
        let one = &self.asked[find(&self.asked, row)?];
        let of_one = |(id, speaking): &(String, Arc<Speaking>)| {
            let (id, p) = (id.clone(), said(speaking, row)?);
            Some(Evidence { id, p })
        };
        let says = self.spoken_of.iter().filter(|_| one.evidence > 0.0);
        let says = says.filter_map(of_one);
        let about = About {
            p: probability(self.log_odds(one)),
            // Of equals the first: what is said of the inner one tells more.
            says: says.reduce(|most, one| if one.p > most.p { one } else { most }),
            by_distance: self.spoken_of.is_empty(),
        };
        Some((one.mm, about))
    }

    /// All of them, or with `likely` those that are likely, or the first few: likeliest first, of equals the nearer before the farther and the earlier
    /// before the later. Only so many as are listed are in this order, the others follow in any.
    fn likeliest(&self, columns: &Columns, likely: bool, listed: usize) -> Vec<i64> {
        let scored = self.asked.iter().map(|one| (self.log_odds(one), one));
        let mut scored: Vec<(f32, &One)> = scored.collect();
        let order = |a: &(f32, &One), b: &(f32, &One)| {
            let odds = b.0.total_cmp(&a.0);
            odds.then(a.1.mm.total_cmp(&b.1.mm))
                .then(a.1.row.cmp(&b.1.row))
        };
        let is_likely = |one: &(f32, &One)| probability(one.0) >= LIKELY;
        let few = likely && !scored.iter().any(is_likely);
        if likely && !few {
            scored.retain(is_likely);
        }
        let listed = if few { FEW } else { listed };
        if listed < scored.len() {
            scored.select_nth_unstable_by(listed, order);
        }
        let first = listed.min(scored.len());
        scored[..first].sort_unstable_by(order);
        if few {
            scored.truncate(first);
        }
        let keys = scored.iter().map(|(_, one)| columns.keys[one.row as usize]);
        keys.collect()
    }

    /// All of them, nearest first.
    fn nearest(&self, columns: &Columns) -> Vec<i64> {
        let mut all: Vec<&One> = self.asked.iter().collect();
        all.sort_by(|a, b| a.mm.total_cmp(&b.mm));
        let keys = all.iter().map(|one| columns.keys[one.row as usize]);
        keys.collect()
    }

    /// Documents in order by what a text says of them (their weights) and by how likely they are about the point: the product of the two. Those that
    /// are not asked about are left out; of equals the earlier stays before the later.
    fn weighed(&self, columns: &Columns, weighed: &[(i64, f32)]) -> Vec<i64> {
        let scored = weighed.iter().filter_map(|(key, weight)| {
            let row = u32::try_from(columns.row(*key)?).ok()?;
            let one = &self.asked[find(&self.asked, row)?];
            Some((weight * probability(self.log_odds(one)), *key))
        });
        let mut scored: Vec<(f32, i64)> = scored.collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        scored.into_iter().map(|(_, key)| key).collect()
    }
}

/// Where a row stands; where all documents are asked about, it is its own place.
fn find(asked: &[One], row: u32) -> Option<usize> {
    let own = row as usize;
    if asked.get(own).is_some_and(|one| one.row == row) {
        return Some(own);
    }
    asked.binary_search_by_key(&row, |one| one.row).ok()
}

/// What a document says of a structure.
fn said(speaking: &Speaking, row: u32) -> Option<f32> {
    let at = speaking.binary_search_by_key(&row, |(row, _)| *row);
    at.ok().map(|at| speaking[at].1)
}

impl Library {
    /// Ranks by the point of a question, alone or with what ranks already, and says how many documents are left out because nothing but the point is
    /// asked (`alone`), so that only those that are listed are looked for.
    pub(super) fn rank_by_point(
        &self,
        (point, query): ([f32; 3], &Query),
        space: &(impl StructureSpace + ?Sized),
        (rankings, weighed): (&mut Vec<Vec<i64>>, Option<Weights>),
        alone: bool,
    ) -> Result<(AtPoint, usize), LibraryError> {
        let columns = self.columns()?;
        let place = (columns, self.points()?.as_slice(), point);
        let row = |key: &i64| u32::try_from(columns.row(*key)?).ok();
        let sorted = |keys: &mut dyn Iterator<Item = &i64>| {
            let mut rows: Vec<u32> = keys.filter_map(row).collect();
            rows.sort_unstable();
            rows
        };
        let spoken_of = self.spoken_of(point, query.at, space)?;
        Ok(match (rankings.as_mut_slice(), weighed) {
            ([], _) if alone => {
                let index = self.document_index()?;
                // A document that speaks of nothing there is never before a nearer one.
                let mut near = match (query.likely, spoken_of.is_empty()) {
                    (false, _) => index.nearest(point, query.limit),
                    (true, true) => index.within(point, likely_mm()),
                    (true, false) => Vec::new(),
                };
                if query.likely && near.len() < FEW {
                    near = index.nearest(point, FEW);
                }
                let mut rows = sorted(&mut near.iter().map(|(key, _)| key));
                let speaking = spoken_of.iter().flat_map(|(_, speaking)| speaking.iter());
                rows.extend(speaking.map(|(row, _)| *row));
                rows.sort_unstable();
                rows.dedup();
                let there = AtPoint::of(&rows, place, None, spoken_of);
                let mut likeliest = there.likeliest(columns, query.likely, query.best());
                if query.likely {
                    rankings.push(likeliest);
                    return Ok((there, 0));
                }
                likeliest.truncate(query.limit);
                let is_place = point.iter().all(|mm| mm.is_finite());
                let found = if is_place { index.len() } else { 0 };
                let unlisted = found - likeliest.len();
                rankings.push(likeliest);
                (there, unlisted)
            }
            ([by_text], Some(weighed)) => {
                let rows = sorted(&mut weighed.iter().map(|(key, _)| key));
                let there = AtPoint::of(&rows, place, query.radius_mm, spoken_of);
                *by_text = there.weighed(columns, &weighed);
                (there, 0)
            }
            (others, _) => {
                let rows = match query.radius_mm {
                    Some(radius) => {
                        let within = self.document_index()?.within(point, radius);
                        sorted(&mut within.iter().map(|(key, _)| key))
                    }
                    None => (0..u32::try_from(columns.len()).unwrap_or(u32::MAX)).collect(),
                };
                let there = AtPoint::of(&rows, place, None, spoken_of);
                let ranked = match others.is_empty() {
                    // Others may be left out yet.
                    true => there.likeliest(columns, query.likely, usize::MAX),
                    false => there.nearest(columns),
                };
                rankings.push(ranked);
                (there, 0)
            }
        })
    }

    /// What lies at a point, with who speaks of it.
    fn spoken_of(
        &self,
        point: [f32; 3],
        asked: Option<StructureIndex>,
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<SpokenOf, LibraryError> {
        let catalogue = space.catalogue();
        let found = space.structure_at(point);
        // A structure that was clicked is known better than by a point of its surface; what is at the point may be a part of it.
        let is_part =
            |found: &StructureIndex| asked.is_none_or(|asked| catalogue.is_part_of(*found, asked));
        let at = found.filter(is_part).or(asked);
        let whole = at.into_iter().flat_map(|at| catalogue.ancestors(at));
        let mut spoken_of = SpokenOf::new();
        for structure in at.into_iter().chain(whole) {
            let id = &catalogue.get(structure).id;
            let speaking = self.speaking_of(id, CLEARLY)?;
            if !speaking.is_empty() {
                spoken_of.push((id.clone(), speaking));
            }
        }
        Ok(spoken_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearer_and_what_says_more_is_likelier() {
        let p = |mm, evidence| probability(log_odds(BOTH, mm, evidence));
        assert!(p(0.0, 0.9) > p(50.0, 0.9) && p(50.0, 0.9) > p(50.0, 0.5));
        assert!(p(80.0, 0.9) > p(0.0, 0.0), "evidence tells more");
        assert_eq!(p(5.0, 0.0), p(5.0, 0.05));
        assert!(p(0.0, 1.0) < 1.0 && p(1e6, 0.0) > 0.0);
        let alone = |mm, evidence| probability(log_odds(DISTANCE_ALONE, mm, evidence));
        assert_eq!(alone(100.0, 0.9), alone(100.0, 0.2));
        assert!(alone(100.0, 0.9) < 0.1 && alone(0.0, 0.2) > 0.8);
        // What speaks of nothing there is not likely where others do, and near enough where none does.
        assert!(p(0.0, 0.0) < LIKELY);
        assert!(alone(likely_mm() - 0.1, 0.0) > LIKELY && alone(likely_mm() + 0.1, 0.0) < LIKELY);
    }
}
