//! Documents by structure: those of it and its parts, those that speak of it among others, those of what it is part of.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use anatomy::{Atlas, Catalogue, StructureIndex};
use rusqlite::OptionalExtension;
use serde::{Deserialize, Serialize};

use super::Query;
use super::near::filled;
use crate::store::{Library, LibraryError, evidence};

/// Documents for which a distance to a structure is worked out in one question.
const MOST_DISTANCES: usize = 5_000;

/// What a question about structures must know of the body.
pub trait StructureSpace {
    /// The structures and how they are parts of each other.
    fn catalogue(&self) -> &Catalogue;
    /// Distance in mm from a point (LPS mm) to a structure or any of its parts, 0 inside; `None` if it has no shape.
    fn distance_mm(&self, structure: StructureIndex, point: [f32; 3]) -> Option<f32>;
}

impl StructureSpace for Atlas {
    fn catalogue(&self) -> &Catalogue {
        Atlas::catalogue(self)
    }

    fn distance_mm(&self, structure: StructureIndex, point: [f32; 3]) -> Option<f32> {
        Atlas::distance_mm(self, structure, point)
    }
}

/// The catalogue alone knows what is part of what, and no distances.
impl StructureSpace for Catalogue {
    fn catalogue(&self) -> &Catalogue {
        self
    }

    fn distance_mm(&self, _: StructureIndex, _: [f32; 3]) -> Option<f32> {
        None
    }
}

/// How a document belongs to the structures that were asked for; in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Match {
    /// Its best structure is one of them or a part of one.
    Best,
    /// Its best structure is the pair of which one of them is a half: it may mean either side, or both.
    Pair,
    /// It speaks of one of them, but more of another.
    Evidence,
    /// Its best structure is a larger one, of which the one asked for is a part.
    Whole,
}

/// A document that belongs to the structures asked for.
#[derive(Clone, Copy)]
pub(super) struct Belonging {
    pub(super) key: i64,
    pub(super) how: Match,
    /// Evidence for the structures asked for.
    pub(super) p: f32,
    /// From its point to the nearest of them; known of those that are listed.
    pub(super) distance_mm: Option<f32>,
}

impl Belonging {
    /// Evidence first.
    fn before(&self, other: &Self) -> Ordering {
        self.how.cmp(&other.how).then(other.p.total_cmp(&self.p))
    }
}

/// Documents by their best structure: all that is asked of them stands in the index.
const BEST: &str = "SELECT key, p, outside_p FROM documents WHERE structure = ?1";
const POINT: &str = "SELECT x, y, z FROM documents WHERE key = ?1";
const DOUBTS: &str = "SELECT key, outside_p FROM documents ORDER BY key";

impl Library {
    /// Documents that belong to one of the structures of a question and have the evidence that it asks for: first those whose best
    /// structure is one of them or a part of one, by evidence and then by the distance of their point to it; then those of the pair that
    /// it is a half of; then those that speak of it among others; then those of a larger structure that it is part of, by distance.
    pub(super) fn belonging(
        &self,
        query: &Query,
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<Vec<Belonging>, LibraryError> {
        let catalogue = space.catalogue();
        let asked = &query.structures;
        let inside: HashSet<StructureIndex> = catalogue
            .indices()
            .filter(|part| {
                asked
                    .iter()
                    .any(|whole| catalogue.is_part_of(*part, *whole))
            })
            .collect();
        let pairs = asked.iter().filter_map(|half| catalogue.pair(*half));
        let pairs: HashSet<StructureIndex> = pairs.filter(|pair| !inside.contains(pair)).collect();
        let above: HashSet<StructureIndex> = asked
            .iter()
            .flat_map(|structure| catalogue.ancestors(*structure))
            .filter(|structure| !inside.contains(structure))
            .collect();
        let mut found: HashMap<i64, Belonging> = HashMap::new();
        for (structures, how) in [
            (&inside, Match::Best),
            (&pairs, Match::Pair),
            (&inside, Match::Evidence),
            (&above, Match::Whole),
        ] {
            for structure in structures {
                let id = &catalogue.get(*structure).id;
                match how {
                    Match::Evidence => self.speaking_of(id, query, &mut found)?,
                    _ => self.best_in(id, how, query, &mut found)?,
                }
            }
        }
        let mut found: Vec<Belonging> = found.into_values().collect();
        found.sort_unstable_by(|a, b| a.before(b).then(a.key.cmp(&b.key)));
        let places = first_to_place(&found, query);
        let mut find = self.connection.prepare_cached(POINT)?;
        for one in &mut found[..places] {
            let point =
                find.query_row([one.key], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]));
            let Some(point) = point.optional()? else {
                continue;
            };
            // A document of a pair is as near to one half as to the other, wherever its point was put.
            let to: Vec<StructureIndex> = match one.how {
                Match::Pair => pairs.iter().copied().collect(),
                _ => asked.clone(),
            };
            let distances = to
                .iter()
                .filter_map(|structure| space.distance_mm(*structure, point));
            one.distance_mm = distances.min_by(f32::total_cmp);
        }
        found[..places].sort_by(|a, b| {
            let distance = |one: &Belonging| one.distance_mm.unwrap_or(f32::MAX);
            let nearer = distance(a).total_cmp(&distance(b));
            let order = if a.how == Match::Whole && b.how == Match::Whole {
                nearer.then(b.p.total_cmp(&a.p))
            } else {
                a.before(b).then(nearer)
            };
            order.then(a.key.cmp(&b.key))
        });
        Ok(found)
    }

    /// Documents whose best structure is this one.
    fn best_in(
        &self,
        structure: &str,
        how: Match,
        query: &Query,
        found: &mut HashMap<i64, Belonging>,
    ) -> Result<(), LibraryError> {
        let mut rows = self.connection.prepare_cached(BEST)?;
        let mut rows = rows.query([structure])?;
        while let Some(row) = rows.next()? {
            let (key, p) = (row.get(0)?, row.get(1)?);
            if query.admits(p, row.get(2)?) {
                put(found, key, how, p);
            }
        }
        Ok(())
    }

    /// How likely each document is about nothing in the torso, by ascending key; kept, since it would have to be looked up for very many.
    fn doubts(&self) -> Result<&[(i64, f32)], LibraryError> {
        let doubts = filled(&self.doubts, || {
            let mut all = self.connection.prepare(DOUBTS)?;
            let rows = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })?;
        Ok(doubts)
    }

    /// Documents that speak of this structure as strongly as is asked for.
    fn speaking_of(
        &self,
        structure: &str,
        query: &Query,
        found: &mut HashMap<i64, Belonging>,
    ) -> Result<(), LibraryError> {
        let least = query.min_p.unwrap_or(0.0);
        let speaking = evidence::of(&self.connection, structure, least)?;
        let doubts = match query.max_outside_p {
            Some(_) if !speaking.is_empty() => Some(self.doubts()?),
            _ => None,
        };
        for (key, p) in speaking {
            if let Some(doubts) = doubts {
                let row = doubts.binary_search_by_key(&key, |(key, _)| *key);
                if !row.is_ok_and(|row| query.admits(p, doubts[row].1)) {
                    continue;
                }
            }
            put(found, key, Match::Evidence, p);
        }
        Ok(())
    }
}

/// Adds a document, or raises its evidence if it belongs in the same way already.
fn put(found: &mut HashMap<i64, Belonging>, key: i64, how: Match, p: f32) {
    let there = found.entry(key).or_insert(Belonging {
        key,
        how,
        p,
        distance_mm: None,
    });
    if there.how == how {
        there.p = there.p.max(p);
    }
}

/// Of documents by evidence, how many need their distance: those that are listed, with those of the same evidence as the last of them and, where
/// the list reaches those of a larger structure, which are listed by distance, all of them. Whatever narrows the list further needs all.
fn first_to_place(found: &[Belonging], query: &Query) -> usize {
    let narrowed = query.text.is_some() || query.near.is_some() || !query.filter.is_empty();
    let listed = if narrowed { found.len() } else { query.limit };
    let mut places = listed.min(found.len());
    while let Some(next) = found.get(places) {
        let is_like_last = places > 0 && found[places - 1].before(next).is_eq();
        if !is_like_last {
            break;
        }
        places += 1;
    }
    if found
        .get(places.wrapping_sub(1))
        .is_some_and(|last| last.how == Match::Whole)
    {
        places = found.len();
    }
    places.min(MOST_DISTANCES)
}
