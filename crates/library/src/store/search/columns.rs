//! What questions weigh of every document, in memory: by row, that is by ascending key, column by column.
//!
//! The index of the file says the same, a step of SQLite for each document: of a structure of which half a million documents speak the steps alone
//! take half a second. Here they are a pass over numbers. 24 bytes a document, and 8 for each structure that it speaks of clearly; read from the
//! index, without the documents themselves, by the first question that asks for it, or kept of what the window has read.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use grounding::Grounding;

use crate::store::names::Names;
use crate::store::{Library, LibraryError, best_p, evidence};

/// Evidence from which on the documents that speak of a structure are kept in memory; a question that asks for less reads the file.
pub(super) const CLEARLY: f32 = 0.3;

/// What is weighed of a document.
pub(in crate::store) struct Weighed {
    /// Its key.
    pub key: i64,
    /// The number of its best structure.
    pub structure: u32,
    /// The evidence for that.
    pub p: f32,
    /// Probability that the text is about nothing in the torso.
    pub outside_p: f32,
}

/// Rows of documents that speak of a structure, ascending, with their evidence for it.
pub(super) type Speaking = Vec<(u32, f32)>;

/// The columns.
#[derive(Default)]
pub(in crate::store) struct Columns {
    /// Keys, ascending.
    pub keys: Arc<Vec<i64>>,
    /// Evidence for the best structure.
    pub p: Vec<f32>,
    /// Probability that the text is about nothing in the torso.
    pub outside_p: Vec<f32>,
    /// The number of the best structure.
    pub structure: Vec<u32>,
    /// Names of structures by their numbers.
    pub structures: Names,
    /// Rows by the number of their best structure, ascending.
    best: Vec<Vec<u32>>,
}

impl Columns {
    /// Of documents in any order.
    pub fn of(mut weighed: Vec<Weighed>, structures: Names) -> Columns {
        weighed.sort_unstable_by_key(|one| one.key);
        let mut columns = Columns {
            keys: Arc::new(Vec::with_capacity(weighed.len())),
            p: Vec::with_capacity(weighed.len()),
            outside_p: Vec::with_capacity(weighed.len()),
            structure: Vec::with_capacity(weighed.len()),
            structures,
            best: Vec::new(),
        };
        columns.push_all(weighed.into_iter());
        columns
    }

    /// Adds documents, each of a larger key than all before.
    fn push_all(&mut self, documents: impl Iterator<Item = Weighed>) {
        let keys = Arc::make_mut(&mut self.keys);
        for one in documents {
            let row = u32::try_from(keys.len()).unwrap_or(u32::MAX);
            keys.push(one.key);
            self.p.push(one.p);
            self.outside_p.push(one.outside_p);
            self.structure.push(one.structure);
            let number = one.structure as usize;
            if self.best.len() <= number {
                self.best.resize_with(number + 1, Vec::new);
            }
            self.best[number].push(row);
        }
    }

    /// Adds documents of larger keys than all, by ascending key.
    pub fn extend<'a>(&mut self, added: impl IntoIterator<Item = (i64, &'a str, f32, f32)>) {
        let structures = &mut self.structures;
        let weigh = |(key, structure, p, outside_p)| Weighed {
            key,
            structure: structures.number(structure),
            p,
            outside_p,
        };
        let weighed: Vec<Weighed> = added.into_iter().map(weigh).collect();
        self.push_all(weighed.into_iter());
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The row of a document.
    pub fn row(&self, key: i64) -> Option<usize> {
        let last = self.keys.len().checked_sub(1)?;
        // Where none is missing a key lies as far from the first as it is larger, and otherwise before that.
        let first = self.keys[0];
        if key < first {
            return None;
        }
        let far = usize::try_from(key.wrapping_sub(first) as u64).unwrap_or(last);
        let high = far.min(last);
        let mut low = high;
        let mut step = 1;
        while low > 0 && self.keys[low] > key {
            low = low.saturating_sub(step);
            step *= 2;
        }
        let found = self.keys[low..=high].binary_search(&key).ok()?;
        Some(low + found)
    }

    /// The same by the numbers of structures.
    pub(super) fn by_best(&self) -> &[Vec<u32>] {
        &self.best
    }

    /// Rows of the documents whose best structure is this one.
    pub fn best_in(&self, structure: &str) -> &[u32] {
        let number = self.structures.find(structure);
        let rows = number.and_then(|number| self.best.get(number as usize));
        rows.map(Vec::as_slice).unwrap_or_default()
    }
}

/// Which documents speak of which structures clearly.
#[derive(Default)]
pub(in crate::store) struct Clearly {
    by_structure: HashMap<String, Arc<Speaking>>,
    /// Those of every structure are there.
    pub whole: bool,
}

impl Clearly {
    /// What is there.
    pub(super) fn all(&self) -> impl Iterator<Item = (&String, &Arc<Speaking>)> {
        self.by_structure.iter()
    }
}

impl Clearly {
    /// Takes in what a document speaks of; its row is behind all.
    pub fn put(&mut self, row: u32, of_one: &[grounding::Evidence]) {
        for one in clear(of_one) {
            let speaking = match self.by_structure.get_mut(&one.id) {
                Some(speaking) => speaking,
                None if self.whole => self.by_structure.entry(one.id.clone()).or_default(),
                // It is read when it is asked for.
                None => continue,
            };
            Arc::make_mut(speaking).push((row, one.p));
        }
    }
}

/// What a document speaks of clearly. As in the index, the first counts where a structure is named twice.
fn clear(of_one: &[grounding::Evidence]) -> impl Iterator<Item = &grounding::Evidence> + Clone {
    let listed = |one: &&grounding::Evidence| one.p >= evidence::LEAST;
    let all = of_one.iter().filter(listed).enumerate();
    let said = all.filter(move |(n, one)| {
        let mut before = of_one.iter().filter(listed).take(*n);
        one.p >= CLEARLY && !before.any(|before| before.id == one.id)
    });
    said.map(|(_, one)| one)
}

impl Library {
    /// The columns, which are read when they are first asked for.
    pub(in crate::store) fn columns(&self) -> Result<&Columns, LibraryError> {
        filled(&self.columns, || {
            let mut names = Names::default();
            // Each of these stands in the index of structures.
            let mut all = self
                .connection
                .prepare("SELECT key, structure, p, outside_p FROM documents")?;
            let mut rows = all.query([])?;
            let mut weighed = Vec::with_capacity(self.len()?);
            while let Some(row) = rows.next()? {
                let structure = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
                weighed.push(Weighed {
                    key: row.get(0)?,
                    structure: names.number(structure),
                    p: row.get(2)?,
                    outside_p: row.get(3)?,
                });
            }
            Ok(Columns::of(weighed, names))
        })
    }

    /// Points of all documents (LPS mm), by row.
    pub(in crate::store) fn points(&self) -> Result<&Vec<[f32; 3]>, LibraryError> {
        let columns = self.columns()?;
        filled(&self.points, || {
            let mut all = self
                .connection
                .prepare("SELECT key, x, y, z FROM documents ORDER BY key")?;
            let mut rows = all.query([])?;
            let mut points = vec![[f32::NAN; 3]; columns.len()];
            while let Some(row) = rows.next()? {
                if let Some(n) = columns.row(row.get(0)?) {
                    points[n] = [row.get(1)?, row.get(2)?, row.get(3)?];
                }
            }
            Ok(points)
        })
    }

    /// Rows of the documents that speak of a structure with at least this evidence, ascending, with their evidence.
    pub(super) fn speaking_of(
        &self,
        structure: &str,
        least: f32,
    ) -> Result<Arc<Speaking>, LibraryError> {
        let columns = self.columns()?;
        if least >= CLEARLY {
            let kept = self.clearly.borrow();
            if let Some(speaking) = kept.by_structure.get(structure) {
                return Ok(speaking.clone());
            }
            if kept.whole {
                return Ok(Arc::default());
            }
        }
        let found = evidence::of(&self.connection, structure, least.min(CLEARLY))?;
        let rows = found
            .into_iter()
            .filter_map(|(key, p)| Some((u32::try_from(columns.row(key)?).ok()?, p)));
        let speaking: Arc<Speaking> = Arc::new(rows.collect());
        if least >= CLEARLY {
            let mut kept = self.clearly.borrow_mut();
            kept.by_structure
                .insert(structure.to_owned(), speaking.clone());
        }
        Ok(speaking)
    }

    /// Reads which documents speak of which structures, of all structures at once.
    pub(super) fn hear_all(&self) -> Result<(), LibraryError> {
        let columns = self.columns()?;
        let mut by_structure: HashMap<String, Speaking> = HashMap::new();
        evidence::all(&self.connection, CLEARLY, |structure, key, p| {
            let row = columns.row(key).and_then(|row| u32::try_from(row).ok());
            let Some(row) = row else { return };
            match by_structure.get_mut(structure) {
                Some(speaking) => speaking.push((row, p)),
                None => {
                    by_structure.insert(structure.to_owned(), vec![(row, p)]);
                }
            }
        })?;
        let shared = |(structure, mut speaking): (String, Speaking)| {
            speaking.shrink_to_fit();
            (structure, Arc::new(speaking))
        };
        *self.clearly.borrow_mut() = Clearly {
            by_structure: by_structure.into_iter().map(shared).collect(),
            whole: true,
        };
        Ok(())
    }

    /// Takes in what is weighed of documents that were added, by ascending key.
    pub(in crate::store) fn weigh_added<'a>(
        &mut self,
        added: impl Iterator<Item = (i64, &'a Grounding)> + Clone,
    ) {
        let Some(columns) = self.columns.get_mut() else {
            return;
        };
        let first = columns.len();
        columns.extend(added.clone().map(|(key, grounding)| {
            let best = best_p(grounding);
            (key, grounding.structure.as_str(), best, grounding.outside_p)
        }));
        if let Some(points) = self.points.get_mut() {
            points.extend(added.clone().map(|(_, grounding)| grounding.point_mm));
        }
        let clearly = self.clearly.get_mut();
        for (row, (_, grounding)) in (first..).zip(added) {
            let row = u32::try_from(row).unwrap_or(u32::MAX);
            clearly.put(row, &grounding.structures);
            if let Some(sets) = self.structure_sets.get_mut() {
                sets.put(columns, row, clear(&grounding.structures));
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_key_has_its_row_and_no_other_has_one(
            keys in proptest::collection::btree_set(-50_i64..5_000, 0..300),
            others in proptest::collection::vec(-100_i64..6_000, 0..50),
        ) {
            let weighed = |key: &i64| Weighed { key: *key, structure: 0, p: 0.5, outside_p: 0.0 };
            let columns = Columns::of(keys.iter().rev().map(weighed).collect(), Names::default());
            for (row, key) in keys.iter().enumerate() {
                prop_assert_eq!(columns.row(*key), Some(row));
            }
            for other in others.into_iter().chain([i64::MIN, i64::MAX]) {
                prop_assert_eq!(columns.row(other).is_some(), keys.contains(&other));
            }
        }
    }
}
