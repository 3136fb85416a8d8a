//! Documents by structure: those of it and its parts, those that speak of it among others, those of what it is part of.

use std::cmp::Ordering;
use std::collections::HashSet;

use anatomy::{Atlas, Catalogue, StructureIndex};
use rusqlite::OptionalExtension;
use serde::{Deserialize, Serialize};

use super::Query;
use super::columns::Columns;
use crate::store::{Library, LibraryError};

/// Documents for which a distance to a structure is worked out in one question.
pub(super) const MOST_DISTANCES: usize = 5_000;

/// Of the documents that have the same evidence as the last one that is listed, so many are compared with it by distance.
pub(super) const MOST_EQUAL: usize = 200;

/// What a question about structures must know of the body.
pub trait StructureSpace {
    /// The structures and how they are parts of each other.
    fn catalogue(&self) -> &Catalogue;
    /// Distance in mm from a point (LPS mm) to a structure or any of its parts, 0 inside; `None` if it has no shape.
    fn distance_mm(&self, structure: StructureIndex, point: [f32; 3]) -> Option<f32>;
    /// The innermost structure at a point; `None` where there is none, or where that is not known.
    fn structure_at(&self, _: [f32; 3]) -> Option<StructureIndex> {
        None
    }
}

impl StructureSpace for Atlas {
    fn catalogue(&self) -> &Catalogue {
        Atlas::catalogue(self)
    }

    fn distance_mm(&self, structure: StructureIndex, point: [f32; 3]) -> Option<f32> {
        Atlas::distance_mm(self, structure, point)
    }

    fn structure_at(&self, point: [f32; 3]) -> Option<StructureIndex> {
        Atlas::structure_at(self, point)
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

impl Match {
    /// Whether the document lies in what was asked for, rather than speaking of it from elsewhere.
    pub fn is_here(self) -> bool {
        matches!(self, Match::Best | Match::Pair)
    }
}

/// A document that belongs to the structures asked for.
#[derive(Clone, Copy)]
pub(super) struct Belonging {
    /// Its row of the columns.
    pub(super) row: u32,
    pub(super) how: Match,
    /// Evidence for the structures asked for.
    pub(super) p: f32,
    /// From its point to the nearest of them; known of those that are listed.
    pub(super) distance_mm: Option<f32>,
}

impl Belonging {
    /// Evidence first.
    pub(super) fn before(&self, other: &Self) -> Ordering {
        self.how.cmp(&other.how).then(other.p.total_cmp(&self.p))
    }

    /// The same, and those that are alike in the order in which they were added.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        self.before(other).then(self.row.cmp(&other.row))
    }
}

/// What structures that were asked for have to do with others.
pub(super) struct Kin {
    /// They and their parts.
    pub(super) inside: HashSet<StructureIndex>,
    /// The pairs that they are halves of.
    pub(super) pairs: HashSet<StructureIndex>,
    /// Those that they are parts of.
    pub(super) above: HashSet<StructureIndex>,
}

impl Kin {
    pub(super) fn of(catalogue: &Catalogue, asked: &[StructureIndex]) -> Kin {
        let is_inside = |part: &StructureIndex| {
            let mut wholes = asked.iter();
            wholes.any(|whole| catalogue.is_part_of(*part, *whole))
        };
        let inside: HashSet<StructureIndex> = catalogue.indices().filter(is_inside).collect();
        let pairs = asked.iter().filter_map(|half| catalogue.pair(*half));
        let above = (asked.iter()).flat_map(|structure| catalogue.ancestors(*structure));
        Kin {
            pairs: pairs.filter(|pair| !inside.contains(pair)).collect(),
            above: above.filter(|whole| !inside.contains(whole)).collect(),
            inside,
        }
    }
}

/// The point of a document that few are asked for.
const POINT: &str = "SELECT x, y, z FROM documents WHERE key = ?1";

/// What was found so far.
struct Found {
    all: Vec<Belonging>,
    /// By row: the place in the list, from 1; 0 where it is not in it.
    places: Vec<u32>,
}

impl Found {
    fn among(columns: &Columns) -> Found {
        Found {
            all: Vec::new(),
            places: vec![0; columns.len()],
        }
    }

    /// Adds a document, or raises its evidence if it belongs in the same way already.
    fn put(&mut self, row: u32, how: Match, p: f32) {
        let Some(place) = self.places.get_mut(row as usize) else {
            return;
        };
        match self.all.get_mut((*place as usize).wrapping_sub(1)) {
            Some(there) => {
                if there.how == how {
                    there.p = there.p.max(p);
                }
            }
            None => {
                self.all.push(Belonging {
                    row,
                    how,
                    p,
                    distance_mm: None,
                });
                *place = u32::try_from(self.all.len()).unwrap_or_default();
            }
        }
    }
}

impl Library {
    /// Documents that belong to one of the structures of a question and have the evidence that it asks for: first those whose best
    /// structure is one of them or a part of one, by evidence and then by the distance of their point to it; then those of the pair that
    /// it is a half of; then those that speak of it among others; then those of a larger structure that it is part of, by distance.
    ///
    /// Where nothing else narrows the answer, only as many as are listed are in this order; the others follow in any.
    pub(super) fn belonging(
        &self,
        query: &Query,
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<Vec<Belonging>, LibraryError> {
        let catalogue = space.catalogue();
        let kin = Kin::of(catalogue, &query.structures);
        let columns = self.columns()?;
        let mut found = Found::among(columns);
        for (structures, how) in [
            (&kin.inside, Match::Best),
            (&kin.pairs, Match::Pair),
            (&kin.inside, Match::Evidence),
            (&kin.above, Match::Whole),
        ] {
            for structure in structures {
                let id = &catalogue.get(*structure).id;
                match how {
                    Match::Evidence => {
                        let least = query.min_p.unwrap_or(0.0);
                        for &(row, p) in self.speaking_of(id, least)?.iter() {
                            if query.admits(p, columns.outside_p[row as usize]) {
                                found.put(row, how, p);
                            }
                        }
                    }
                    _ => {
                        for &row in columns.best_in(id) {
                            let (p, n) = (columns.p[row as usize], row as usize);
                            if query.admits(p, columns.outside_p[n]) {
                                found.put(row, how, p);
                            }
                        }
                    }
                }
            }
        }
        let mut found = found.all;
        let (places, most) = bring_forward(&mut found, query);
        found[..places].sort_unstable_by(Belonging::order);
        let places = places.min(most);
        self.order_listed(
            (&mut found[..places], places),
            (&query.structures, &kin.pairs),
            space,
        )?;
        Ok(found)
    }

    /// Tells those that may be listed how far they lie from what was asked for, and puts as many as are wanted in their order.
    pub(super) fn order_listed(
        &self,
        (listed, wanted): (&mut [Belonging], usize),
        (asked, pairs): (&[StructureIndex], &HashSet<StructureIndex>),
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<(), LibraryError> {
        for one in listed.iter_mut() {
            self.measure(one, (asked, pairs), space)?;
        }
        let order = |a: &Belonging, b: &Belonging| {
            let distance = |one: &Belonging| one.distance_mm.unwrap_or(f32::MAX);
            let nearer = distance(a).total_cmp(&distance(b));
            let order = if a.how == Match::Whole && b.how == Match::Whole {
                nearer.then(b.p.total_cmp(&a.p))
            } else {
                a.before(b).then(nearer)
            };
            order.then(a.row.cmp(&b.row))
        };
        let wanted = wanted.min(listed.len());
        if wanted < listed.len() {
            listed.select_nth_unstable_by(wanted, order);
        }
        listed[..wanted].sort_unstable_by(order);
        Ok(())
    }

    /// Tells the documents that are listed how far they lie from what was asked for, where their years have brought them before those of which it was
    /// worked out.
    pub(super) fn measure_listed(
        &self,
        query: &Query,
        belonging: &mut [Belonging],
        listed: &[i64],
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<(), LibraryError> {
        if !query.is_by_year() || belonging.is_empty() || listed.len() > MOST_DISTANCES {
            return Ok(());
        }
        let columns = self.columns()?;
        let row = |key: &i64| u32::try_from(columns.row(*key)?).ok();
        let rows: HashSet<u32> = listed.iter().filter_map(row).collect();
        let pairs = Kin::of(space.catalogue(), &query.structures).pairs;
        let asked = query.structures.as_slice();
        for one in belonging {
            if one.distance_mm.is_none() && rows.contains(&one.row) {
                self.measure(one, (asked, &pairs), space)?;
            }
        }
        Ok(())
    }

    /// Tells a document how far it lies from what was asked for.
    fn measure(
        &self,
        one: &mut Belonging,
        (asked, pairs): (&[StructureIndex], &HashSet<StructureIndex>),
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<(), LibraryError> {
        let Some(point) = self.point_of(self.columns()?, one.row)? else {
            return Ok(());
        };
        // A document of a pair is as near to one half as to the other, wherever its point was put.
        let mm = |structure: &StructureIndex| space.distance_mm(*structure, point);
        one.distance_mm = match one.how {
            Match::Pair => pairs.iter().filter_map(mm).min_by(f32::total_cmp),
            _ => asked.iter().filter_map(mm).min_by(f32::total_cmp),
        };
        Ok(())
    }

    /// The point of a document, from memory where all are there.
    fn point_of(&self, columns: &Columns, row: u32) -> Result<Option<[f32; 3]>, LibraryError> {
        if let Some(points) = self.points.get() {
            return Ok(points.get(row as usize).copied());
        }
        let mut find = self.connection.prepare_cached(POINT)?;
        let point = find.query_row([columns.keys[row as usize]], |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?])
        });
        Ok(point.optional()?)
    }
}

/// Brings those that need their distance before the others, and returns how many they are, and of how many at most it is worked out: those that are
/// listed, with those of the same evidence as the last of them and, where the list reaches those of a larger structure, which are listed by distance, all.
/// Whatever narrows the list further, or orders it by year, needs all.
fn bring_forward(found: &mut [Belonging], query: &Query) -> (usize, usize) {
    let by_text = query.text.is_some() || query.meaning.is_some();
    let narrowed = by_text || query.near.is_some() || !query.filter.is_empty();
    if narrowed || query.best() >= found.len() {
        return (found.len(), MOST_DISTANCES);
    }
    let Some(last) = query.limit.checked_sub(1) else {
        return (0, 0);
    };
    let (_, last, _) = found.select_nth_unstable_by(last, Belonging::order);
    let last = *last;
    if last.how == Match::Whole {
        return (found.len(), MOST_DISTANCES);
    }
    let mut places = query.limit;
    for n in query.limit..found.len() {
        if found[n].before(&last).is_eq() {
            found.swap(places, n);
            places += 1;
        }
    }
    (places, (query.limit + MOST_EQUAL).min(MOST_DISTANCES))
}
