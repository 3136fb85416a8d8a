//! What documents were before records completed them, so that undoing an import gives them back as they were, and redoing it completes them
//! again.
//!
//! It is kept in tables of the connection, which go with it: like undo itself it lasts for as long as the library is open, and nothing of it is
//! in the file. What a reader keeps with documents (tags, a note) is not part of it: who shows them takes that back himself, by
//! [`Completed::marks`].

use std::collections::BTreeSet;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Transaction, params, params_from_iter};

use super::documents::grounding_of;
use super::merge::Changed;
use super::{Library, LibraryError, atlases, evidence, read_files, sums};
use crate::Marks;

/// A document of the library that has taken over something from another record of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completed {
    /// Its key.
    pub key: i64,
    /// By what [`Library::take_back`] knows what it has taken over; nothing where it was added by the same import.
    pub number: Option<i64>,
    /// What was kept with it before and is kept with it now, where that is not the same.
    pub marks: Option<Box<[Marks; 2]>>,
}

/// `done`: it has what it took over; `wanted`: it is to have it, which differs while it is in the trash. The values are those of the other side.
const TABLE: &str = "CREATE TEMP TABLE IF NOT EXISTS completions (number INTEGER PRIMARY KEY, key INTEGER NOT NULL, done INTEGER NOT NULL, \
    wanted INTEGER NOT NULL, merges TEXT NOT NULL, has_text INTEGER NOT NULL, \
    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19); \
    CREATE INDEX IF NOT EXISTS temp.completions_key ON completions (key);";
const VALUES: &str =
    "v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19";

/// What may be taken over without a text, and what besides with one.
const DETAILS: &str = "SELECT d.year, d.kind, d.doi, d.pmid, c.fields FROM documents d JOIN contents c USING (key) WHERE d.key = ?1";
const WHOLE: &str = "SELECT d.year, d.kind, d.doi, d.pmid, c.fields, d.x, d.y, d.z, d.structure, d.p, d.outside_p, \
    c.text, c.source_path, c.source_record, c.source_line, c.grounding, c.embedding, c.model, s.points, o.grounding \
    FROM documents d JOIN contents c USING (key) LEFT JOIN sentences s USING (key) LEFT JOIN originals o ON o.key = d.key WHERE d.key = ?1";
/// How many values there are without a text, and with one.
const OF_DETAILS: usize = 5;
const OF_WHOLE: usize = 20;

/// What a document is on one side of a completion.
struct Side {
    /// In the order of [`WHOLE`], or the first of them.
    values: Vec<Value>,
    /// What it becomes when merges are undone: number of the merge, and what is kept there.
    merges: Vec<(i64, String)>,
}

impl Side {
    fn now(connection: &Connection, key: i64, has_text: bool) -> Result<Self, LibraryError> {
        let (question, count) = match has_text {
            true => (WHOLE, OF_WHOLE),
            false => (DETAILS, OF_DETAILS),
        };
        let values = connection
            .prepare_cached(question)?
            .query_row([key], |row| (0..count).map(|n| row.get(n)).collect())?;
        let merges = connection
            .prepare_cached("SELECT id, before FROM merges WHERE keep = ?1 ORDER BY id")?
            .query_map([key], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        Ok(Self { values, merges })
    }

    fn has_text(&self) -> bool {
        self.values.len() == OF_WHOLE
    }

    fn merges_written(&self) -> String {
        // Numbers and texts are always written.
        serde_json::to_string(&self.merges).unwrap_or_default()
    }

    /// As many values as the table has columns.
    fn all_values(&self) -> impl Iterator<Item = &Value> {
        let rest = OF_WHOLE - self.values.len();
        self.values
            .iter()
            .chain(std::iter::repeat_n(&Value::Null, rest))
    }

    /// Makes a document that again.
    fn put(&self, change: &Transaction<'_>, key: i64) -> Result<(), LibraryError> {
        let key_first = |values: &[Value]| {
            let key = std::iter::once(Value::Integer(key));
            params_from_iter(key.chain(values.iter().cloned()).collect::<Vec<_>>())
        };
        let old = match self.has_text() {
            true => grounding_of(change, key)?,
            false => None,
        };
        change
            .prepare_cached(
                "UPDATE documents SET year = ?2, kind = ?3, doi = ?4, pmid = ?5 WHERE key = ?1",
            )?
            .execute(key_first(&self.values[..4]))?;
        change
            .prepare_cached("UPDATE contents SET fields = ?2 WHERE key = ?1")?
            .execute(key_first(&self.values[4..5]))?;
        for (id, before) in &self.merges {
            change
                .prepare_cached("UPDATE merges SET before = ?2 WHERE id = ?1")?
                .execute(params![id, before])?;
        }
        if !self.has_text() {
            return Ok(());
        }
        change
            .prepare_cached("UPDATE documents SET x = ?2, y = ?3, z = ?4, structure = ?5, p = ?6, outside_p = ?7 WHERE key = ?1")?
            .execute(key_first(&self.values[5..11]))?;
        change
            .prepare_cached(
                "UPDATE contents SET text = ?2, source_path = ?3, source_record = ?4, source_line = ?5, grounding = ?6, embedding = ?7, \
                 model = ?8 WHERE key = ?1",
            )?
            .execute(key_first(&self.values[11..18]))?;
        change
            .prepare_cached("UPDATE sentences SET points = ?2 WHERE key = ?1")?
            .execute(key_first(&self.values[18..19]))?;
        match &self.values[19] {
            Value::Null => change
                .prepare_cached("DELETE FROM originals WHERE key = ?1")?
                .execute([key])?,
            original => change
                .prepare_cached(
                    "INSERT OR REPLACE INTO originals (key, grounding) VALUES (?1, ?2)",
                )?
                .execute(params![key, original])?,
        };
        self.index(change, key, old.as_ref())
    }

    /// What is found by its words and by its structures, after its text has changed.
    fn index(
        &self,
        change: &Transaction<'_>,
        key: i64,
        old: Option<&grounding::Grounding>,
    ) -> Result<(), LibraryError> {
        change
            .prepare_cached("DELETE FROM text_index WHERE rowid = ?1")?
            .execute([key])?;
        change
            .prepare_cached(
                "INSERT INTO text_index (rowid, title, text) SELECT ?1, d.title, c.text FROM documents d JOIN contents c USING (key) WHERE d.key = ?1",
            )?
            .execute([key])?;
        evidence::forget(change, key, old)?;
        if let Some(new) = grounding_of(change, key)? {
            atlases::keep(change, key, &new)?;
            let mut gathered = evidence::Gathered::default();
            gathered.put(key, &new);
            gathered.keep(change)?;
        }
        Ok(())
    }
}

/// Notes what a document is that is about to take something over; its number. `has_text`: it takes over a text, too.
pub(super) fn note(
    change: &Transaction<'_>,
    key: i64,
    has_text: bool,
) -> Result<i64, LibraryError> {
    if !is_there(change)? {
        change.execute_batch(TABLE)?;
    }
    let before = Side::now(change, key, has_text)?;
    let first = [
        Value::Integer(key),
        Value::Text(before.merges_written()),
        Value::Integer(has_text.into()),
    ];
    let numbers: Vec<String> = (4..4 + OF_WHOLE).map(|n| format!("?{n}")).collect();
    let numbers = numbers.join(", ");
    change
        .prepare_cached(&format!(
            "INSERT INTO temp.completions (key, done, wanted, merges, has_text, {VALUES}) VALUES (?1, 1, 1, ?2, ?3, {numbers})"
        ))?
        .execute(params_from_iter(first.iter().chain(before.all_values())))?;
    Ok(change.last_insert_rowid())
}

/// What a document of the library took over, after it did: what was kept with it before and is kept now.
pub(super) fn completed(
    key: i64,
    number: Option<i64>,
    before: &Changed,
    after: &Changed,
) -> Completed {
    let marks = [before.marks.clone(), after.marks.clone()];
    Completed {
        key,
        number,
        marks: (marks[0] != marks[1]).then(|| Box::new(marks)),
    }
}

fn is_there(connection: &Connection) -> Result<bool, LibraryError> {
    Ok(connection.table_exists(Some("temp"), "completions")?)
}

/// Brings a document to the side on which it is wanted, if it is in the library. Whether that changed it.
fn settle(change: &Transaction<'_>, key: i64) -> Result<bool, LibraryError> {
    let there: bool = change
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM documents WHERE key = ?1)")?
        .query_row([key], |row| row.get(0))?;
    let mut changed = false;
    // What was taken over last is taken back first.
    for (done, order) in [(1, "DESC"), (0, "ASC")] {
        loop {
            let next: Option<(i64, Side)> = change
                .prepare_cached(&format!(
                    "SELECT number, merges, has_text, {VALUES} FROM temp.completions WHERE key = ?1 AND done = ?2 AND wanted <> done ORDER BY number {order} LIMIT 1"
                ))?
                .query_row([key, done], |row| {
                    let merges: String = row.get(1)?;
                    let count = if row.get(2)? { OF_WHOLE } else { OF_DETAILS };
                    let values = (0..count).map(|n| row.get(3 + n)).collect::<Result<_, _>>()?;
                    let merges = serde_json::from_str(&merges).unwrap_or_default();
                    Ok((row.get(0)?, Side { values, merges }))
                })
                .optional()?;
            let Some((number, other)) = next.filter(|_| there) else {
                break;
            };
            // A sum made anew would hide what is damaged.
            if !changed && sums::changed(change, key)?.is_some() {
                return Ok(false);
            }
            let now = Side::now(change, key, other.has_text())?;
            other.put(change, key)?;
            // A file that gave it its text is to be read again.
            read_files::forget_of(change, key)?;
            let columns: Vec<String> = (0..OF_WHOLE)
                .map(|n| format!("v{n} = ?{}", n + 3))
                .collect();
            let first = [Value::Integer(number), Value::Text(now.merges_written())];
            change
                .prepare_cached(&format!(
                    "UPDATE temp.completions SET done = wanted, merges = ?2, {} WHERE number = ?1",
                    columns.join(", ")
                ))?
                .execute(params_from_iter(first.iter().chain(now.all_values())))?;
            changed = true;
        }
    }
    Ok(changed)
}

/// Documents have come back out of the trash: what was taken back or done again meanwhile is so with them, too.
pub(super) fn came_back(change: &Transaction<'_>, keys: &[i64]) -> Result<(), LibraryError> {
    if is_there(change)? {
        for key in keys {
            settle(change, *key)?;
        }
    }
    Ok(())
}

impl Library {
    /// Takes back what documents have taken over, by the numbers of [`Completed`], or (`again`) has them take it over again. What is kept with
    /// them stays as it is. One that is in the trash follows when it comes back. Returns the keys of those that have changed.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing is changed.
    pub fn take_back(&mut self, numbers: &[i64], again: bool) -> Result<Vec<i64>, LibraryError> {
        let change = self.begin()?;
        if !is_there(&change)? {
            return Ok(Vec::new());
        }
        let numbers = format!("{numbers:?}"); // a JSON list
        change.execute(
            "UPDATE temp.completions SET wanted = ?2 WHERE number IN (SELECT value FROM json_each(?1))",
            params![numbers, again],
        )?;
        let keys: BTreeSet<i64> = change
            .prepare("SELECT key FROM temp.completions WHERE number IN (SELECT value FROM json_each(?1))")?
            .query_map([numbers], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        let mut changed = Vec::new();
        for key in keys {
            if settle(&change, key)? {
                changed.push(key);
            }
        }
        change.commit()?;
        if !changed.is_empty() {
            self.forget_indexes();
        }
        Ok(changed)
    }

    /// Which of these are taken back now, by the numbers of [`Completed`].
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn taken_back(&self, numbers: &[i64]) -> Result<Vec<i64>, LibraryError> {
        if !is_there(&self.connection)? {
            return Ok(Vec::new());
        }
        let numbers = format!("{numbers:?}"); // a JSON list
        let kept = self
            .connection
            .prepare("SELECT number FROM temp.completions WHERE NOT wanted AND number IN (SELECT value FROM json_each(?1))")?
            .query_map([numbers], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        Ok(kept)
    }
}
