//! The documents of every structure as sets of rows (roaring bitmaps; Lemire and others 2018), by which a structure is asked for alone, as the window asks:
//! what is counted is a union of sets, and what is listed first comes out of lists that are in order of evidence already.
//!
//! Made of the columns while no question is asked, kept up to date as documents are added; until they are there, and for any other question, the
//! columns are gone through (`structures.rs`), which finds the same.

use std::cmp::Ordering;
use std::collections::binary_heap::PeekMut;
use std::collections::{BinaryHeap, HashMap};

use anatomy::{Catalogue, StructureIndex};
use grounding::{Evidence, OUTSIDE};
use roaring::{MultiOps, RoaringBitmap};

use super::columns::{Clearly, Columns};
use super::structures::{Belonging, Kin, MOST_DISTANCES, MOST_EQUAL, Match, StructureSpace};
use super::{Answer, Facets, Keys, Query};
use crate::store::{Hit, Library, LibraryError};

/// The documents whose best structure is one.
#[derive(Default)]
struct BestIn {
    rows: RoaringBitmap,
    /// The same, by evidence; of equals the earlier first.
    by_evidence: Vec<u32>,
}

/// The documents of every structure that are listed for it: with evidence of [`Query::SPEAKS`], and likely about something in the torso.
#[derive(Default)]
pub(in crate::store) struct StructureSets {
    /// By the number of the structure.
    best: Vec<BestIn>,
    /// Those that speak of it clearly.
    speaking: HashMap<String, RoaringBitmap>,
}

/// What is listed first, and all that answer.
struct Listed {
    first: Vec<Belonging>,
    rows: RoaringBitmap,
    here: usize,
}

fn in_torso(columns: &Columns, row: u32) -> bool {
    columns.outside_p[row as usize] <= OUTSIDE
}

fn is_listed(columns: &Columns, row: u32) -> bool {
    columns.p[row as usize] >= Query::SPEAKS && in_torso(columns, row)
}

/// Evidence first, then the earlier.
fn before(columns: &Columns, a: u32, b: u32) -> Ordering {
    let p = |row: u32| columns.p[row as usize];
    p(b).total_cmp(&p(a)).then(a.cmp(&b))
}

impl StructureSets {
    fn of(columns: &Columns, clearly: &Clearly) -> StructureSets {
        let best = |rows: &Vec<u32>| {
            let mut by_evidence: Vec<u32> = (rows.iter().copied())
                .filter(|row| is_listed(columns, *row))
                .collect();
            let rows = by_evidence.iter().copied().collect();
            by_evidence.sort_unstable_by(|a, b| before(columns, *a, *b));
            by_evidence.shrink_to_fit();
            BestIn { rows, by_evidence }
        };
        let speaking = clearly.all().map(|(structure, speaking)| {
            let rows = speaking.iter().map(|(row, _)| *row);
            let rows = rows.filter(|row| in_torso(columns, *row));
            (structure.clone(), rows.collect())
        });
        StructureSets {
            best: columns.by_best().iter().map(best).collect(),
            speaking: speaking.collect(),
        }
    }

    /// Takes in a document that was added to the columns, with what it speaks of clearly.
    pub fn put<'a>(
        &mut self,
        columns: &Columns,
        row: u32,
        speaks_of: impl Iterator<Item = &'a Evidence>,
    ) {
        if is_listed(columns, row) {
            let number = columns.structure[row as usize] as usize;
            if self.best.len() <= number {
                self.best.resize_with(number + 1, BestIn::default);
            }
            let best = &mut self.best[number];
            best.rows.insert(row);
            let place =
                (best.by_evidence).partition_point(|one| before(columns, *one, row).is_lt());
            best.by_evidence.insert(place, row);
        }
        if in_torso(columns, row) {
            for one in speaks_of {
                self.speaking.entry(one.id.clone()).or_default().insert(row);
            }
        }
    }

    /// The documents whose best structure is one of these.
    fn best_in<'a>(
        &'a self,
        (columns, catalogue): (&'a Columns, &'a Catalogue),
        structures: impl IntoIterator<Item = &'a StructureIndex>,
    ) -> Vec<&'a BestIn> {
        let of = |structure: &StructureIndex| {
            let number = columns.structures.find(&catalogue.get(*structure).id)?;
            self.best.get(number as usize)
        };
        structures.into_iter().filter_map(of).collect()
    }
}

fn union(sets: &[&BestIn]) -> RoaringBitmap {
    sets.iter().map(|set| &set.rows).union()
}

/// The rows of several lists, each by evidence, as one. None is in two of them.
struct Merged<'a> {
    columns: &'a Columns,
    next: BinaryHeap<Next<'a>>,
}

/// What is left of a list, by its first row.
struct Next<'a> {
    p: f32,
    row: u32,
    others: &'a [u32],
}

impl Ord for Next<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.p.total_cmp(&other.p).then(other.row.cmp(&self.row))
    }
}

impl PartialOrd for Next<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Next<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Next<'_> {}

impl<'a> Merged<'a> {
    fn of(columns: &'a Columns, lists: &[&'a BestIn]) -> Self {
        let firsts = lists
            .iter()
            .map(|list| first_of(columns, &list.by_evidence));
        Merged {
            columns,
            next: firsts.flatten().collect(),
        }
    }
}

fn first_of<'a>(columns: &Columns, rows: &'a [u32]) -> Option<Next<'a>> {
    let (&row, others) = rows.split_first()?;
    let p = columns.p[row as usize];
    Some(Next { p, row, others })
}

impl Iterator for Merged<'_> {
    type Item = (u32, f32);

    fn next(&mut self) -> Option<(u32, f32)> {
        let mut top = self.next.peek_mut()?;
        let first = (top.row, top.p);
        match first_of(self.columns, top.others) {
            Some(next) => *top = next,
            None => {
                PeekMut::pop(top);
            }
        }
        Some(first)
    }
}

/// Lists as many as are wanted, and some of the same evidence as the last of them, which a distance puts in order.
fn list(
    first: &mut Vec<Belonging>,
    wanted: usize,
    how: Match,
    by_evidence: impl Iterator<Item = (u32, f32)>,
) {
    if first.len() >= wanted {
        return;
    }
    for (row, p) in by_evidence {
        let is_like_last = |last: &Belonging| last.how == how && last.p.total_cmp(&p).is_eq();
        let further = first.len().saturating_sub(wanted);
        let is_wanted =
            first.len() < wanted || further < MOST_EQUAL && first.last().is_some_and(is_like_last);
        if !is_wanted {
            return;
        }
        first.push(Belonging {
            row,
            how,
            p,
            distance_mm: None,
        });
    }
}

impl Library {
    /// Makes the sets, out of what has been read; returns whether that was left to do.
    pub(super) fn make_structure_sets(&self) -> Result<bool, LibraryError> {
        if self.structure_sets.get().is_some() {
            return Ok(false);
        }
        let sets = StructureSets::of(self.columns()?, &self.clearly.borrow());
        let _ = self.structure_sets.set(sets);
        Ok(true)
    }

    /// The answer where structures are asked for as lists have them, and nothing else, once the sets are there.
    pub(super) fn of_structures_alone(
        &self,
        query: &Query,
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<Option<Answer>, LibraryError> {
        let alone = Query {
            limit: query.limit,
            count: query.count,
            ..Query::of_structures(query.structures.clone())
        };
        let Some(sets) = self.structure_sets.get() else {
            return Ok(None);
        };
        if query.structures.is_empty() || *query != alone {
            return Ok(None);
        }
        let columns = self.columns()?;
        let Listed {
            mut first,
            mut rows,
            here,
        } = self.listed(sets, query, space)?;
        let total = usize::try_from(rows.len()).unwrap_or(usize::MAX);
        let facets = match query.count {
            true => self.facet_table()?.of_rows(rows.iter().collect()),
            false => Facets::default(),
        };
        first.truncate(query.limit);
        let listed: Vec<i64> = (first.iter())
            .map(|one| columns.keys[one.row as usize])
            .collect();
        let mut hits: Vec<Hit> = (self.entries_of(listed.iter().copied())?.into_iter())
            .map(Hit::from)
            .collect();
        // One that cannot be read is no hit.
        let mut told = first.iter().zip(&listed);
        for hit in &mut hits {
            if let Some((one, _)) = told.find(|(_, key)| **key == hit.key) {
                hit.p = one.p;
                hit.structure_match = Some(one.how);
                hit.distance_mm = one.distance_mm;
            }
        }
        for one in &first {
            rows.remove(one.row);
        }
        Ok(Some(Answer {
            hits,
            total,
            here: Some(here),
            keys: Keys::of(listed, rows, columns.keys.clone()),
            facets,
            ..Answer::default()
        }))
    }

    fn listed(
        &self,
        sets: &StructureSets,
        query: &Query,
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<Listed, LibraryError> {
        let columns = self.columns()?;
        let catalogue = space.catalogue();
        let kin = Kin::of(catalogue, &query.structures);
        let best_in = |structures| sets.best_in((columns, catalogue), structures);
        let (inside, pairs, above) = (
            best_in(&kin.inside),
            best_in(&kin.pairs),
            best_in(&kin.above),
        );
        let mut first = Vec::new();
        let wanted = query.limit;
        list(
            &mut first,
            wanted,
            Match::Best,
            Merged::of(columns, &inside),
        );
        list(&mut first, wanted, Match::Pair, Merged::of(columns, &pairs));
        let mut rows = union(&inside);
        rows |= union(&pairs);
        let here = usize::try_from(rows.len()).unwrap_or(usize::MAX);
        let speaking = (kin.inside.iter())
            .filter_map(|structure| sets.speaking.get(&catalogue.get(*structure).id))
            .union();
        if first.len() < wanted {
            let elsewhere = &speaking - &rows;
            let by_evidence = self.most_said(&elsewhere, (catalogue, &kin))?;
            list(&mut first, wanted, Match::Evidence, by_evidence.into_iter());
        }
        rows |= speaking;
        if first.len() < wanted {
            // Those of a larger structure are listed by distance, so that all have to be looked at.
            let of_wholes = Merged::of(columns, &above).filter(|(row, _)| !rows.contains(*row));
            let most = MOST_DISTANCES.saturating_sub(first.len());
            list(&mut first, usize::MAX, Match::Whole, of_wholes.take(most));
        }
        rows |= union(&above);
        let asked = (query.structures.as_slice(), &kin.pairs);
        let measured = first.len().min(MOST_DISTANCES);
        self.order_listed((&mut first[..measured], wanted), asked, space)?;
        Ok(Listed { first, rows, here })
    }

    /// These rows with the most evidence that they have for one of the structures, by that.
    fn most_said(
        &self,
        rows: &RoaringBitmap,
        (catalogue, kin): (&Catalogue, &Kin),
    ) -> Result<Vec<(u32, f32)>, LibraryError> {
        let mut said: Vec<(u32, f32)> = Vec::new();
        for structure in &kin.inside {
            let speaking = self.speaking_of(&catalogue.get(*structure).id, Query::SPEAKS)?;
            said.extend(speaking.iter().filter(|(row, _)| rows.contains(*row)));
        }
        said.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        said.dedup_by_key(|one| one.0);
        said.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Ok(said)
    }
}
