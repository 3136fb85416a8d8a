//! Facets: how many documents of an answer there are by year, type, journal, structure …, and filters that narrow it by them.
//!
//! What is counted of a document is kept in memory as a small number for each facet (`facet_column.rs`), read from the file when it is first
//! asked for: counts over half a million documents take a few milliseconds.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use anatomy::Catalogue;
use rusqlite::Row;
use serde::{Deserialize, Serialize};

use super::columns::Columns;
use super::facet_column::Column;
use crate::store::organise::Counted;
use crate::store::{Library, LibraryError};
use crate::work::Work;

/// Values of a facet that are told, the most frequent first; of years all are.
const MOST_VALUES: usize = 200;

/// The value of [`Facet::Year`] of documents without one.
pub const NO_YEAR: &str = "";

/// What documents are counted and narrowed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facet {
    /// The collection that a reader put it into; one inside another counts for both.
    Collection,
    /// A reader's tag.
    Tag,
    /// `unread`, `read`, `starred`, `with a note`.
    State,
    /// Year of publication.
    Year,
    /// What its record says that it is about: MeSH headings, or keywords. Of libraries of up to [`crate::MOST_WITH_TOPICS`] documents.
    Topic,
    /// What kind of study it is, the id of a [`crate::Design`]. Of libraries of up to as many documents.
    Design,
    /// Of whom it is, ids of [`crate::Population`]. Of libraries of up to as many documents.
    Population,
    /// Publication type.
    Kind,
    /// Journal.
    Journal,
    /// System of the body that its structure belongs to, by its name.
    System,
    /// Its best structure, a catalogue id.
    Structure,
    /// Name of the file that it was read from.
    Source,
}

impl Facet {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 12] = [
        Self::Collection,
        Self::Tag,
        Self::State,
        Self::Year,
        Self::Topic,
        Self::Design,
        Self::Population,
        Self::Kind,
        Self::Journal,
        Self::System,
        Self::Structure,
        Self::Source,
    ];

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            Self::Collection => "Collections",
            Self::Tag => "Tags",
            Self::State => "Reading",
            Self::Year => "Year",
            Self::Topic => "Topic",
            Self::Design => "Study design",
            Self::Population => "Population",
            Self::Kind => "Type",
            Self::Journal => "Journal",
            Self::System => "System",
            Self::Structure => "Structure",
            Self::Source => "Source",
        }
    }
}

/// Which documents are wanted: of each facet that is named, those that have one of its values. Empty: all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Filter {
    /// The values that are wanted, by facet.
    pub wanted: BTreeMap<Facet, Vec<String>>,
}

impl Filter {
    /// Whether it lets every document pass.
    pub fn is_empty(&self) -> bool {
        self.wanted.values().all(Vec::is_empty)
    }

    /// Whether a value is wanted.
    pub fn wants(&self, facet: Facet, value: &str) -> bool {
        let values = self.wanted.get(&facet);
        values.is_some_and(|values| values.iter().any(|wanted| is_same(facet, wanted, value)))
    }

    /// Wants a value, or no longer.
    pub fn toggle(&mut self, facet: Facet, value: &str) {
        let values = self.wanted.entry(facet).or_default();
        let there = values
            .iter()
            .position(|wanted| is_same(facet, wanted, value));
        match there {
            Some(n) => {
                values.remove(n);
            }
            None => values.push(value.to_owned()),
        }
        if values.is_empty() {
            self.wanted.remove(&facet);
        }
    }
}

/// Whether two values of a facet are one: in topics large and small letters are the same.
fn is_same(facet: Facet, one: &str, other: &str) -> bool {
    one == other || facet == Facet::Topic && one.to_lowercase() == other.to_lowercase()
}

/// How many documents there are by each value of each facet; a facet that is narrowed by counts what there would be without that.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facets {
    /// Values with their numbers, the most frequent first; years newest first and [`NO_YEAR`] last, names of collections in alphabetical order.
    pub values: BTreeMap<Facet, Vec<Counted>>,
}

/// The facets by which a document does not pass a filter.
#[derive(Clone, Copy, PartialEq)]
enum Failing {
    None,
    One(Facet),
    Several,
}

/// Rows that would pass without one facet, by its number in [`Facet::ALL`].
type ButFor = [Vec<u32>; Facet::ALL.len()];

/// What is counted of every document, by row of the columns.
#[derive(Default)]
pub(in crate::store) struct Table {
    pub(super) columns: BTreeMap<Facet, Column>,
    /// The counts of all documents, once they were asked for.
    whole: OnceCell<Facets>,
}

impl Table {
    pub(super) fn put(&mut self, row: usize, facet: Facet, name: &str) {
        let column = self.columns.entry(facet).or_insert_with(|| match facet {
            Facet::Topic => Column::of_words(),
            _ => Column::default(),
        });
        column.put(row, name);
    }

    /// Tells the year of a document by its row, where it has one.
    pub(super) fn years(&self) -> impl Fn(usize) -> Option<i64> {
        let column = self.columns.get(&Facet::Year);
        let named = column.into_iter().flat_map(|column| {
            let names = (0..).map_while(|number| column.names.name(number));
            names.map(|name| name.parse().ok())
        });
        // 0 stands for none.
        let by_number: Vec<Option<i64>> = std::iter::once(None).chain(named).collect();
        move |row| {
            let number = column?.first(row);
            by_number.get(number as usize).copied().flatten()
        }
    }

    /// Counts all documents.
    pub(super) fn whole(&self, all: &Columns) -> Facets {
        let rows = || (0..u32::try_from(all.len()).unwrap_or(u32::MAX)).collect();
        let count = || self.count(&Filter::default(), rows(), &ButFor::default());
        self.whole.get_or_init(count).clone()
    }

    /// Counts the documents of these rows.
    pub(super) fn of_rows(&self, rows: Vec<u32>) -> Facets {
        self.count(&Filter::default(), rows, &ButFor::default())
    }

    /// Narrows keys to those that pass, and counts.
    pub(super) fn narrow(&self, all: &Columns, keys: &mut Vec<i64>, filter: &Filter) -> Facets {
        let failing = self.failing(all.len(), filter);
        let mut passing = Vec::with_capacity(keys.len());
        let mut but_for = ButFor::default();
        let mut next = 0;
        keys.retain(|key| {
            // Where all are looked at, one row follows the other.
            let row = match all.keys.get(next) {
                Some(follows) if follows == key => Some(next),
                _ => all.row(*key),
            };
            next = row.unwrap_or(next) + 1;
            let failing = match (&failing, row) {
                (None, _) => &Failing::None,
                (Some(failing), Some(row)) => &failing[row],
                (Some(_), None) => &Failing::Several,
            };
            let row = row.and_then(|row| u32::try_from(row).ok());
            match failing {
                Failing::None => passing.extend(row),
                Failing::One(only) => but_for[*only as usize].extend(row),
                Failing::Several => {}
            }
            *failing == Failing::None
        });
        self.count(filter, passing, &but_for)
    }

    /// Of each of so many documents, by row, what it fails by; nothing where there is no filter. A pass for each facet that is named.
    fn failing(&self, documents: usize, filter: &Filter) -> Option<Vec<Failing>> {
        if filter.is_empty() {
            return None;
        }
        let none = Column::default();
        let mut failing = vec![Failing::None; documents];
        let wanted = filter
            .wanted
            .iter()
            .filter(|(_, values)| !values.is_empty());
        for (facet, values) in wanted {
            let column = self.columns.get(facet).unwrap_or(&none);
            let mut numbers = vec![false; column.names.len() + 1];
            for number in values.iter().filter_map(|name| column.names.find(name)) {
                numbers[number as usize + 1] = true;
            }
            numbers[0] = values.iter().any(|name| name == NO_YEAR);
            for (row, failing) in failing.iter_mut().enumerate() {
                let mut further = column.further(row).iter();
                let is_wanted = numbers[column.first(row) as usize]
                    || further.any(|number| numbers[*number as usize]);
                if !is_wanted {
                    *failing = match failing {
                        Failing::None => Failing::One(*facet),
                        _ => Failing::Several,
                    };
                }
            }
        }
        Some(failing)
    }

    /// Counts the documents that pass and, of each facet that is narrowed by, those that would pass without that.
    fn count(&self, filter: &Filter, passing: Vec<u32>, but_for: &ButFor) -> Facets {
        let mut facets = Facets::default();
        for (facet, column) in &self.columns {
            let mut counts = vec![0; column.names.len() + 1];
            column.count(&passing, &mut counts);
            column.count(&but_for[*facet as usize], &mut counts);
            let counted = (0..).zip(&counts[1..]).filter(|(_, count)| **count > 0);
            let mut values: Vec<(&str, usize)> = counted
                .filter_map(|(number, count)| Some((&**column.names.name(number)?, *count)))
                .collect();
            let in_order = |a: &(&str, usize), b: &(&str, usize)| {
                let order = match facet {
                    Facet::Year => b.0.cmp(a.0),
                    Facet::Collection => std::cmp::Ordering::Equal,
                    _ => b.1.cmp(&a.1),
                };
                order.then_with(|| a.0.cmp(b.0))
            };
            let are_all_told = matches!(facet, Facet::Year | Facet::Collection);
            if !are_all_told && values.len() > MOST_VALUES {
                // Of very many topics only those that are told are put in order.
                values.select_nth_unstable_by(MOST_VALUES, in_order);
                // What is chosen is always told.
                let chosen = filter.wanted.get(facet).into_iter().flatten();
                let chosen: Vec<&str> = chosen
                    .filter_map(|name| column.names.name(column.names.find(name)?))
                    .map(|name| &**name)
                    .collect();
                let mut n = 0;
                values.retain(|(name, _)| {
                    n += 1;
                    n <= MOST_VALUES || chosen.contains(name)
                });
            }
            values.sort_unstable_by(in_order);
            if !values.is_empty() {
                if *facet == Facet::Year && counts[0] > 0 {
                    values.push((NO_YEAR, counts[0]));
                }
                let counted = values.into_iter().map(|(name, documents)| Counted {
                    name: name.to_owned(),
                    documents,
                });
                facets.values.insert(*facet, counted.collect());
            }
        }
        facets
    }
}

/// What is counted by is read in so many parts.
const PARTS: usize = 6;

impl Library {
    /// Forgets what is counted by, so that the next question reads it anew.
    pub(in crate::store) fn forget_facets(&mut self) {
        self.facets.take();
        self.facets_begun.take();
    }

    /// Reads what is counted by of documents that were added.
    pub(in crate::store) fn count_added(&mut self, keys: &[i64]) -> Result<(), LibraryError> {
        self.facets_begun.take();
        let Some(mut table) = self.facets.take() else {
            return Ok(());
        };
        if let (Some(first), Some(last)) = (keys.iter().min(), keys.iter().max()) {
            table.whole.take();
            for part in 0..PARTS {
                self.read_part(&mut table, part, *first, *last)?;
            }
        }
        let _ = self.facets.set(table);
        Ok(())
    }

    pub(super) fn facet_table(&self) -> Result<&Table, LibraryError> {
        loop {
            match self.facets.get() {
                Some(table) => return Ok(table),
                None => self.go_on_with_facets()?,
            }
        }
    }

    /// Reads a part of what is counted by.
    pub(super) fn go_on_with_facets(&self) -> Result<(), LibraryError> {
        let (mut table, part) = self.facets_begun.take().unwrap_or_default();
        self.read_part(&mut table, part, i64::MIN, i64::MAX)?;
        match part + 1 {
            PARTS => {
                let _ = self.facets.set(table);
            }
            part => {
                self.facets_begun.replace(Some((table, part)));
            }
        }
        Ok(())
    }

    /// Reads a part of what is counted by of the documents of these keys.
    fn read_part(
        &self,
        table: &mut Table,
        part: usize,
        first: i64,
        last: i64,
    ) -> Result<(), LibraryError> {
        match part {
            0 => self.read_structures(table, first, last),
            1 => self.read_years(table, first, last),
            2 => self.read_named(
                table,
                Facet::Journal,
                "SELECT key, CASE WHEN json_valid(fields) THEN json_extract(fields, '$.journal') END FROM contents \
                 WHERE key BETWEEN ?1 AND ?2",
                [first, last],
            ),
            3 => self.read_named(
                table,
                Facet::Source,
                "SELECT key, source_path FROM contents WHERE key BETWEEN ?1 AND ?2",
                [first, last],
            ),
            4 => self.read_marks(table, self.rows_of(first, last)?),
            _ => self.read_subjects(table, [first, last]),
        }
    }

    fn rows_of(&self, first: i64, last: i64) -> Result<Range<usize>, LibraryError> {
        let keys = &self.columns()?.keys;
        Ok(keys.partition_point(|key| *key < first)..keys.partition_point(|key| *key <= last))
    }

    fn read_structures(
        &self,
        table: &mut Table,
        first: i64,
        last: i64,
    ) -> Result<(), LibraryError> {
        let columns = self.columns()?;
        let catalogue = Catalogue::builtin();
        let system = |number: u32| {
            let index = catalogue.index_of(columns.structures.name(number)?)?;
            Some(format!("{:?}", catalogue.get(index).system))
        };
        let systems: Vec<Option<String>> = (0..columns.structures.len())
            .map(|number| system(u32::try_from(number).ok()?))
            .collect();
        for row in self.rows_of(first, last)? {
            let number = columns.structure[row];
            if let Some(structure) = columns.structures.name(number) {
                table.put(row, Facet::Structure, structure);
            }
            if let Some(Some(system)) = systems.get(number as usize) {
                table.put(row, Facet::System, system);
            }
        }
        Ok(())
    }

    fn read_years(&self, table: &mut Table, first: i64, last: i64) -> Result<(), LibraryError> {
        let columns = self.columns()?;
        let mut find = self.connection.prepare_cached(
            "SELECT key, year, kind FROM documents WHERE key BETWEEN ?1 AND ?2 AND (year IS NOT NULL OR kind IS NOT NULL)",
        )?;
        let mut found = find.query([first, last])?;
        while let Some(row) = found.next()? {
            let Some(n) = columns.row(row.get(0)?) else {
                continue;
            };
            if let Some(year) = row.get::<_, Option<i64>>(1)? {
                table.put(n, Facet::Year, &year.to_string());
            }
            if let Some(kind) = words(row, 2)? {
                table.put(n, Facet::Kind, Work::plain(kind));
            }
        }
        Ok(())
    }

    /// Reads a facet of names, which an index alone answers where all documents are asked for.
    fn read_named(
        &self,
        table: &mut Table,
        facet: Facet,
        sql: &str,
        keys: [i64; 2],
    ) -> Result<(), LibraryError> {
        let columns = self.columns()?;
        let mut find = self.connection.prepare_cached(sql)?;
        let mut found = find.query(keys)?;
        while let Some(row) = found.next()? {
            let (Some(n), Some(name)) = (columns.row(row.get(0)?), words(row, 1)?) else {
                continue;
            };
            let name = match facet {
                Facet::Source => file_name(name),
                _ => name,
            };
            if !name.is_empty() {
                table.put(n, facet, name);
            }
        }
        Ok(())
    }

    /// Reads what readers keep with the documents of these rows.
    fn read_marks(&self, table: &mut Table, rows: Range<usize>) -> Result<(), LibraryError> {
        let keys = &self.columns()?.keys;
        let marked = self.all_marks()?;
        for row in rows {
            let Some(marks) = marked.get(&keys[row]) else {
                table.put(row, Facet::State, "unread");
                continue;
            };
            for tag in &marks.tags {
                table.put(row, Facet::Tag, tag);
            }
            for collection in &marks.collections {
                for (end, _) in collection.match_indices('/') {
                    table.put(row, Facet::Collection, &collection[..end]);
                }
                table.put(row, Facet::Collection, collection);
            }
            let state = if marks.read { "read" } else { "unread" };
            table.put(row, Facet::State, state);
            if marks.stars > 0 {
                table.put(row, Facet::State, "starred");
            }
            if !marks.note.is_empty() {
                table.put(row, Facet::State, "with a note");
            }
        }
        Ok(())
    }
}

/// What a column says, if anything.
fn words<'r>(row: &'r Row<'_>, column: usize) -> rusqlite::Result<Option<&'r str>> {
    Ok(row.get_ref(column)?.as_str_or_null()?)
}

/// The last part of a path, whichever system wrote it.
fn file_name(path: &str) -> &str {
    let name = Path::new(path).file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.rsplit('\\').next())
        .unwrap_or(path)
}
