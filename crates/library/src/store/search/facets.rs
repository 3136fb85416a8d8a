//! Facets: how many documents of an answer there are by year, type, journal, structure …, and filters that narrow it by them.
//!
//! What is counted of a document is kept in memory as a row of small numbers (some 40 bytes), read from the file when it is first
//! asked for, so that counts over 100,000 documents take a few milliseconds.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use anatomy::Catalogue;
use serde::{Deserialize, Serialize};

use crate::store::organise::Counted;
use crate::store::{Library, LibraryError};

/// Values of a facet that are told, the most frequent first; of years all are.
const MOST_VALUES: usize = 200;

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
    pub const ALL: [Self; 9] = [
        Self::Collection,
        Self::Tag,
        Self::State,
        Self::Year,
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
        values.is_some_and(|values| values.iter().any(|wanted| wanted == value))
    }

    /// Wants a value, or no longer.
    pub fn toggle(&mut self, facet: Facet, value: &str) {
        let values = self.wanted.entry(facet).or_default();
        match values.iter().position(|wanted| wanted == value) {
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

/// How many documents there are by each value of each facet; a facet that is narrowed by counts what there would be without that.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facets {
    /// Values with their numbers, the most frequent first; years newest first, names of collections in alphabetical order.
    pub values: BTreeMap<Facet, Vec<Counted>>,
}

/// What is counted of every document, by key.
#[derive(Default)]
pub(in crate::store) struct Table {
    rows: HashMap<i64, Vec<(Facet, u32)>>,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    /// The counts of all documents, once they were asked for.
    whole: OnceCell<Facets>,
}

impl Table {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    fn put(&mut self, key: i64, facet: Facet, name: &str) {
        self.whole.take();
        let number = self.number(name);
        let row = self.rows.entry(key).or_default();
        if !row.contains(&(facet, number)) {
            row.push((facet, number));
        }
    }

    /// Counts all documents.
    pub(super) fn whole(&self) -> Facets {
        let count = || self.narrow(&mut self.rows.keys().copied().collect(), &Filter::default());
        self.whole.get_or_init(count).clone()
    }

    /// Narrows keys to those that pass, and counts.
    pub(super) fn narrow(&self, keys: &mut Vec<i64>, filter: &Filter) -> Facets {
        let wanted: Vec<(Facet, HashSet<u32>)> = filter
            .wanted
            .iter()
            .filter(|(_, values)| !values.is_empty())
            .map(|(facet, values)| {
                let known = values.iter().filter_map(|name| self.numbers.get(name));
                (*facet, known.copied().collect())
            })
            .collect();
        let mut counts: HashMap<(Facet, u32), usize> = HashMap::new();
        keys.retain(|key| {
            let row = self.rows.get(key).map(Vec::as_slice).unwrap_or_default();
            let fails = wanted.iter().filter(|(facet, numbers)| {
                !row.iter()
                    .any(|(of, number)| of == facet && numbers.contains(number))
            });
            let fails: Vec<Facet> = fails.map(|(facet, _)| *facet).take(2).collect();
            match fails.as_slice() {
                [] => {
                    for value in row {
                        *counts.entry(*value).or_default() += 1;
                    }
                }
                // It would be there without this one facet.
                [only] => {
                    for value in row.iter().filter(|(facet, _)| facet == only) {
                        *counts.entry(*value).or_default() += 1;
                    }
                }
                _ => {}
            }
            fails.is_empty()
        });
        let mut facets = Facets::default();
        for ((facet, number), documents) in counts {
            let name = self.names.get(number as usize).cloned().unwrap_or_default();
            let counted = Counted { name, documents };
            facets.values.entry(facet).or_default().push(counted);
        }
        for (facet, values) in &mut facets.values {
            values.sort_by(|a, b| {
                let order = match facet {
                    Facet::Year => b.name.cmp(&a.name),
                    Facet::Collection => std::cmp::Ordering::Equal,
                    _ => b.documents.cmp(&a.documents),
                };
                order.then_with(|| a.name.cmp(&b.name))
            });
            if !matches!(facet, Facet::Year | Facet::Collection) {
                // What is chosen is always told.
                let mut n = 0;
                values.retain(|value| {
                    n += 1;
                    n <= MOST_VALUES || filter.wants(*facet, &value.name)
                });
            }
        }
        facets
    }
}

impl Library {
    /// Forgets what is counted by, so that the next question reads it anew.
    pub(in crate::store) fn forget_facets(&mut self) {
        self.facets.take();
    }

    /// Reads what is counted by of documents that were added.
    pub(in crate::store) fn count_added(&mut self, keys: &[i64]) -> Result<(), LibraryError> {
        let Some(mut table) = self.facets.take() else {
            return Ok(());
        };
        let (Some(first), Some(last)) = (keys.iter().min(), keys.iter().max()) else {
            let _ = self.facets.set(table);
            return Ok(());
        };
        self.read_rows(&mut table, *first, *last)?;
        let _ = self.facets.set(table);
        Ok(())
    }

    pub(super) fn facet_table(&self) -> Result<&Table, LibraryError> {
        if let Some(table) = self.facets.get() {
            return Ok(table);
        }
        let mut table = Table::default();
        self.read_rows(&mut table, i64::MIN, i64::MAX)?;
        Ok(self.facets.get_or_init(|| table))
    }

    fn read_rows(&self, table: &mut Table, first: i64, last: i64) -> Result<(), LibraryError> {
        let catalogue = Catalogue::builtin();
        let mut find = self.connection.prepare_cached(
            "SELECT key, year, kind, structure FROM documents WHERE key BETWEEN ?1 AND ?2",
        )?;
        let mut rows = find.query([first, last])?;
        while let Some(row) = rows.next()? {
            let key = row.get(0)?;
            table.rows.entry(key).or_default();
            if let Some(year) = row.get::<_, Option<i64>>(1)? {
                table.put(key, Facet::Year, &year.to_string());
            }
            if let Some(kind) = row.get::<_, Option<String>>(2)? {
                table.put(key, Facet::Kind, &kind);
            }
            let structure: String = row.get(3)?;
            table.put(key, Facet::Structure, &structure);
            if let Some(index) = catalogue.index_of(&structure) {
                let system = format!("{:?}", catalogue.get(index).system);
                table.put(key, Facet::System, &system);
            }
        }
        // Each of these is answered from an index alone where all documents are asked for.
        for (facet, sql) in [
            (
                Facet::Journal,
                "SELECT key, CASE WHEN json_valid(fields) THEN json_extract(fields, '$.journal') END FROM contents \
                 WHERE key BETWEEN ?1 AND ?2",
            ),
            (
                Facet::Source,
                "SELECT key, source_path FROM contents WHERE key BETWEEN ?1 AND ?2",
            ),
        ] {
            let mut find = self.connection.prepare_cached(sql)?;
            let mut rows = find.query([first, last])?;
            while let Some(row) = rows.next()? {
                let Some(name) = row.get::<_, Option<String>>(1)? else {
                    continue;
                };
                let name = match facet {
                    Facet::Source => file_name(&name),
                    _ => name.as_str(),
                };
                if !name.is_empty() {
                    table.put(row.get(0)?, facet, name);
                }
            }
        }
        let mut marked = self.all_marks()?;
        let documents: Vec<i64> = match (first, last) {
            (i64::MIN, i64::MAX) => table.rows.keys().copied().collect(),
            _ => (first..=last)
                .filter(|key| table.rows.contains_key(key))
                .collect(),
        };
        for key in documents {
            let marks = marked.remove(&key).unwrap_or_default();
            for tag in &marks.tags {
                table.put(key, Facet::Tag, tag);
            }
            for collection in &marks.collections {
                for (end, _) in collection.match_indices('/') {
                    table.put(key, Facet::Collection, &collection[..end]);
                }
                table.put(key, Facet::Collection, collection);
            }
            table.put(
                key,
                Facet::State,
                if marks.read { "read" } else { "unread" },
            );
            if marks.stars > 0 {
                table.put(key, Facet::State, "starred");
            }
            if !marks.note.is_empty() {
                table.put(key, Facet::State, "with a note");
            }
        }
        Ok(())
    }
}

/// The last part of a path, whichever system wrote it.
fn file_name(path: &str) -> &str {
    let name = Path::new(path).file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.rsplit('\\').next())
        .unwrap_or(path)
}
