//! The index by structure: which documents speak of a structure, and how strongly.
//!
//! A document speaks of some fifty structures. A row for each of them, with an index to find them by document again, took a fifth of the file and
//! most of the time of storing. Here the documents of 128 neighbouring keys share a row for each structure, which lists them.
//!
//! Rows lie by structure, so that those of one are read in one go. Those of the newest blocks lie aside by block (`evidence_new`): put among the
//! others at once, each batch would change a page of the file for every structure. They are moved together, 64 blocks at a time. Which block lies
//! where follows from the largest key that was ever given.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use grounding::Grounding;
use rusqlite::{Connection, OptionalExtension, params};

use super::LibraryError;

/// Evidence below this is kept in the grounding but not in the index.
pub(super) const LEAST: f32 = 0.05;

/// Documents of a row: as many as an import stores at a time, and few enough for a row to lie within one page.
const BLOCK: i64 = 128;

/// Blocks that are moved together.
const GROUP: i64 = 64;

/// What one of them takes in a row: its key within the block, and the evidence as a little-endian 32-bit float.
const ENTRY: usize = 5;

/// The documents of a row: evidence by key within the block.
type Listed = BTreeMap<u8, f32>;

fn unlist(list: &[u8]) -> impl Iterator<Item = (u8, f32)> {
    let (entries, _) = list.as_chunks::<ENTRY>();
    entries
        .iter()
        .map(|[key, p @ ..]| (*key, f32::from_le_bytes(*p)))
}

/// Bytes of a row, by ascending key: the same documents always make the same row, in whatever order they came.
fn list(listed: &Listed) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(listed.len() * ENTRY);
    for (key, p) in listed {
        bytes.push(*key);
        bytes.extend(p.to_le_bytes());
    }
    bytes
}

/// The block of a key, and the key within it.
fn split(key: i64) -> (i64, u8) {
    let within = u8::try_from(key.rem_euclid(BLOCK)).unwrap_or_default();
    (key.div_euclid(BLOCK), within)
}

/// Evidence that is gathered of several documents, so that every row is written once.
#[derive(Default)]
pub(super) struct Gathered {
    rows: HashMap<i64, HashMap<String, Listed>>,
}

impl Gathered {
    /// Adds that of a document, which must not be in the index.
    pub fn put(&mut self, key: i64, grounding: &Grounding) {
        let (block, within) = split(key);
        let rows = self.rows.entry(block).or_default();
        for evidence in grounding.structures.iter().filter(|e| e.p >= LEAST) {
            let listed = match rows.get_mut(&evidence.id) {
                Some(listed) => listed,
                None => rows.entry(evidence.id.clone()).or_default(),
            };
            listed.entry(within).or_insert(evidence.p);
        }
    }

    /// Puts it into the index.
    pub fn keep(self, connection: &Connection) -> Result<(), LibraryError> {
        let index = Index::settled(connection)?;
        let of_block = |(block, rows): (i64, HashMap<String, Listed>)| {
            rows.into_iter()
                .map(move |(structure, listed)| (structure, block, listed))
        };
        let mut rows: Vec<_> = self.rows.into_iter().flat_map(of_block).collect();
        // In the order in which they lie in the file.
        rows.sort_unstable_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        for (structure, block, mut listed) in rows {
            for (key, p) in index.row(&structure, block)? {
                listed.entry(key).or_insert(p);
            }
            index.set_row(&structure, block, &listed)?;
        }
        Ok(())
    }
}

impl Gathered {
    /// Takes it out of the index.
    pub fn forget(self, connection: &Connection) -> Result<(), LibraryError> {
        let index = Index::of(connection)?;
        for (block, rows) in self.rows {
            for (structure, gone) in rows {
                let mut listed = index.row(&structure, block)?;
                let before = listed.len();
                listed.retain(|key, _| !gone.contains_key(key));
                if listed.len() != before {
                    index.set_row(&structure, block, &listed)?;
                }
            }
        }
        Ok(())
    }
}

/// Looks whether the index says what the groundings say, which are told to it by ascending key.
pub(super) struct Comparison<'c> {
    index: Index<'c>,
    block: i64,
    /// Of the documents of the block; nothing where one of them cannot be read.
    rows: Option<HashMap<String, Listed>>,
    /// Rows that the index should have; nothing once it is not known.
    should: Option<usize>,
    /// Structures of which it says something else.
    pub differing: BTreeSet<String>,
}

impl<'c> Comparison<'c> {
    /// Before the first document.
    pub fn of(connection: &'c Connection) -> Result<Self, LibraryError> {
        Ok(Self {
            index: Index::of(connection)?,
            block: i64::MIN,
            rows: Some(HashMap::new()),
            should: Some(0),
            differing: BTreeSet::new(),
        })
    }

    /// The next document with its grounding, if that can be read.
    pub fn next(&mut self, key: i64, grounding: Option<&Grounding>) -> Result<(), LibraryError> {
        let (block, _) = split(key);
        if block != self.block {
            self.look()?;
            self.block = block;
        }
        match (grounding, &mut self.rows) {
            (Some(grounding), Some(rows)) => {
                let mut one = Gathered::default();
                one.put(key, grounding);
                for (structure, listed) in one.rows.into_values().flatten() {
                    rows.entry(structure).or_default().extend(listed);
                }
            }
            _ => self.rows = None,
        }
        Ok(())
    }

    /// After the last: whether nothing but what differs is wrong.
    pub fn end(&mut self) -> Result<bool, LibraryError> {
        self.look()?;
        let sql = "SELECT (SELECT count(*) FROM evidence) + (SELECT count(*) FROM evidence_new)";
        let is: i64 = self.index.connection.query_row(sql, [], |row| row.get(0))?;
        Ok(self
            .should
            .is_none_or(|should| usize::try_from(is) == Ok(should)))
    }

    /// Compares the block.
    fn look(&mut self) -> Result<(), LibraryError> {
        let Some(rows) = self.rows.replace(HashMap::new()) else {
            self.should = None;
            return Ok(());
        };
        self.should = self.should.map(|should| should + rows.len());
        for (structure, listed) in rows {
            if self.index.row(&structure, self.block)? != listed {
                self.differing.insert(structure);
            }
        }
        Ok(())
    }
}

/// The tables.
struct Index<'c> {
    connection: &'c Connection,
    /// The first block that still lies aside.
    new_from: i64,
}

impl<'c> Index<'c> {
    fn of(connection: &'c Connection) -> Result<Self, LibraryError> {
        let largest: Option<i64> = connection
            .prepare_cached("SELECT seq FROM sqlite_sequence WHERE name = 'documents'")?
            .query_row([], |row| row.get(0))
            .optional()?;
        let (block, _) = split(largest.unwrap_or_default());
        Ok(Self {
            connection,
            new_from: block.div_euclid(GROUP) * GROUP,
        })
    }

    /// After the blocks that lie aside no longer have been moved.
    fn settled(connection: &'c Connection) -> Result<Self, LibraryError> {
        let index = Self::of(connection)?;
        for sql in [
            "INSERT INTO evidence (structure, block, list) SELECT structure, block, list FROM evidence_new WHERE block < ?1 ORDER BY structure, block",
            "DELETE FROM evidence_new WHERE block < ?1",
        ] {
            connection.prepare_cached(sql)?.execute([index.new_from])?;
        }
        Ok(index)
    }

    fn table(&self, block: i64) -> &'static str {
        if block < self.new_from {
            "evidence"
        } else {
            "evidence_new"
        }
    }

    fn row(&self, structure: &str, block: i64) -> Result<Listed, LibraryError> {
        let table = self.table(block);
        let found: Option<Vec<u8>> = self
            .connection
            .prepare_cached(&format!(
                "SELECT list FROM {table} WHERE structure = ?1 AND block = ?2"
            ))?
            .query_row(params![structure, block], |row| row.get(0))
            .optional()?;
        Ok(found.iter().flat_map(|list| unlist(list)).collect())
    }

    fn set_row(&self, structure: &str, block: i64, listed: &Listed) -> Result<(), LibraryError> {
        let table = self.table(block);
        if listed.is_empty() {
            self.connection
                .prepare_cached(&format!(
                    "DELETE FROM {table} WHERE structure = ?1 AND block = ?2"
                ))?
                .execute(params![structure, block])?;
            return Ok(());
        }
        self.connection
            .prepare_cached(&format!(
                "INSERT OR REPLACE INTO {table} (structure, block, list) VALUES (?1, ?2, ?3)"
            ))?
            .execute(params![structure, block, list(listed)])?;
        Ok(())
    }
}

/// Takes a document out of the index: of those structures that its grounding speaks of, or, where that can no longer be read, of all.
pub(super) fn forget(
    connection: &Connection,
    key: i64,
    grounding: Option<&Grounding>,
) -> Result<(), LibraryError> {
    let (block, within) = split(key);
    let index = Index::of(connection)?;
    let structures: Vec<String> = match grounding {
        Some(grounding) => {
            let listed = grounding.structures.iter().filter(|e| e.p >= LEAST);
            listed.map(|evidence| evidence.id.clone()).collect()
        }
        None => connection
            .prepare_cached(&format!(
                "SELECT structure FROM {} WHERE block = ?1",
                index.table(block)
            ))?
            .query_map([block], |row| row.get(0))?
            .collect::<Result<_, _>>()?,
    };
    for structure in structures {
        let mut listed = index.row(&structure, block)?;
        if listed.remove(&within).is_some() {
            index.set_row(&structure, block, &listed)?;
        }
    }
    Ok(())
}

/// Keys of the documents that speak of a structure with at least this evidence, and with how much, by ascending key.
pub(super) fn of(
    connection: &Connection,
    structure: &str,
    least: f32,
) -> Result<Vec<(i64, f32)>, LibraryError> {
    let mut found = Vec::new();
    let mut listed = |block: i64, list: &[u8]| {
        let key = |within: u8| block.saturating_mul(BLOCK).saturating_add(within.into());
        let entries = unlist(list).filter(|(_, p)| *p >= least);
        found.extend(entries.map(|(within, p)| (key(within), p)));
    };
    let mut settled = connection
        .prepare_cached("SELECT block, list FROM evidence WHERE structure = ?1 ORDER BY block")?;
    let mut rows = settled.query([structure])?;
    while let Some(row) = rows.next()? {
        listed(row.get(0)?, row.get_ref(1)?.as_blob().unwrap_or_default());
    }
    let mut next = connection
        .prepare_cached("SELECT block FROM evidence_new WHERE block > ?1 ORDER BY block LIMIT 1")?;
    let mut new = connection
        .prepare_cached("SELECT list FROM evidence_new WHERE block = ?1 AND structure = ?2")?;
    let mut last = i64::MIN;
    while let Some(block) = next
        .query_row::<i64, _, _>([last], |row| row.get(0))
        .optional()?
    {
        let mut rows = new.query(params![block, structure])?;
        if let Some(row) = rows.next()? {
            listed(block, row.get_ref(0)?.as_blob().unwrap_or_default());
        }
        last = block;
    }
    Ok(found)
}

/// Tells every document that speaks of a structure with at least this evidence: the structure, the key, and the evidence. Keys of a structure ascend.
pub(super) fn all(
    connection: &Connection,
    least: f32,
    mut tell: impl FnMut(&str, i64, f32),
) -> Result<(), LibraryError> {
    for sql in [
        "SELECT structure, block, list FROM evidence ORDER BY structure, block",
        "SELECT structure, block, list FROM evidence_new ORDER BY block, structure",
    ] {
        let mut find = connection.prepare(sql)?;
        let mut rows = find.query([])?;
        while let Some(row) = rows.next()? {
            let structure = row.get_ref(0)?.as_str().unwrap_or_default();
            let first = row.get::<_, i64>(1)?.saturating_mul(BLOCK);
            for (within, p) in unlist(row.get_ref(2)?.as_blob().unwrap_or_default()) {
                if p >= least {
                    tell(structure, first.saturating_add(within.into()), p);
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use grounding::Evidence;
    use proptest::prelude::*;

    use super::*;

    fn about(structures: &[(u8, f32)]) -> Grounding {
        let evidence = |(n, p): &(u8, f32)| Evidence {
            id: format!("structure {n}"),
            p: *p,
        };
        Grounding {
            structures: structures.iter().map(evidence).collect(),
            ..Grounding::default()
        }
    }

    fn rows(connection: &Connection) -> Vec<(String, i64, Vec<u8>)> {
        let mut all = connection
            .prepare("SELECT structure, block, list FROM evidence UNION ALL SELECT structure, -block, list FROM evidence_new ORDER BY structure, block")
            .expect("a question");
        let rows = all
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .expect("an answer");
        rows.collect::<Result<_, _>>().expect("rows")
    }

    fn empty() -> Connection {
        let connection = Connection::open_in_memory().expect("a database");
        connection
            .execute_batch(
                "CREATE TABLE documents (key INTEGER PRIMARY KEY AUTOINCREMENT); \
                 CREATE TABLE evidence (structure TEXT, block INTEGER, list BLOB, PRIMARY KEY (structure, block)) WITHOUT ROWID; \
                 CREATE TABLE evidence_new (block INTEGER, structure TEXT, list BLOB, PRIMARY KEY (block, structure)) WITHOUT ROWID;",
            )
            .expect("a table");
        connection
    }

    /// Gives a document this key.
    fn give(connection: &Connection, key: i64) {
        connection
            .execute("INSERT INTO documents VALUES (?1)", [key])
            .expect("written");
    }

    proptest! {
        /// Against a plain list of who speaks of what.
        #[test]
        fn it_says_what_a_plain_list_says(
            documents in proptest::collection::btree_map(
                1_i64..40_000,
                proptest::collection::btree_map(0_u8..6, 0.0_f32..1.0, 0..6),
                1..40,
            ),
            batch in 1_usize..9,
            gone in proptest::collection::btree_set(0_usize..40, 0..20),
            readable: bool,
            at_once: bool,
        ) {
            let connection = empty();
            let documents: Vec<(i64, Grounding)> = documents
                .into_iter()
                .map(|(key, list)| (key, about(&list.into_iter().collect::<Vec<_>>())))
                .collect();
            for batch in documents.chunks(batch) {
                let mut gathered = Gathered::default();
                for (key, grounding) in batch {
                    give(&connection, *key);
                    gathered.put(*key, grounding);
                }
                gathered.keep(&connection).expect("kept");
            }
            let is_gone = |n: usize| gone.contains(&n);
            let mut together = Gathered::default();
            for (n, (key, grounding)) in documents.iter().enumerate() {
                if is_gone(n) && at_once {
                    together.put(*key, grounding);
                } else if is_gone(n) {
                    forget(&connection, *key, readable.then_some(grounding)).expect("forgotten");
                }
            }
            together.forget(&connection).expect("forgotten");
            let mut plain: BTreeMap<&str, Vec<(i64, f32)>> = BTreeMap::new();
            let mut again = Gathered::default();
            for (n, (key, grounding)) in documents.iter().enumerate() {
                if is_gone(n) {
                    continue;
                }
                again.put(*key, grounding);
                for evidence in grounding.structures.iter().filter(|e| e.p >= LEAST) {
                    plain.entry(&evidence.id).or_default().push((*key, evidence.p));
                }
            }
            for n in 0..6 {
                let structure = format!("structure {n}");
                let should = plain.get(&*structure).cloned().unwrap_or_default();
                prop_assert_eq!(of(&connection, &structure, 0.0).expect("found"), should.clone());
                let more: Vec<_> = should.into_iter().filter(|(_, p)| *p >= 0.5).collect();
                prop_assert_eq!(of(&connection, &structure, 0.5).expect("found"), more);
                let mut told = Vec::new();
                all(&connection, 0.5, |of, key, p| {
                    if of == structure {
                        told.push((key, p));
                    }
                })
                .expect("told");
                prop_assert_eq!(of(&connection, &structure, 0.5).expect("found"), told);
            }
            // What is left is stored as if the others had never been there.
            let fresh = empty();
            give(&fresh, documents[documents.len() - 1].0);
            again.keep(&fresh).expect("kept");
            prop_assert_eq!(rows(&connection), rows(&fresh));
        }
    }
}
