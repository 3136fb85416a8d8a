//! What a reader keeps with documents: tags, collections, notes, stars, what was read, whether a place is right; and searches that
//! are kept by name. Each change is told whole, so that the window can take it back.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};

use super::{Library, LibraryError, keys};
use crate::marks::{MOST_STARS, MarkChange, Marks, Placement, clean_name, clean_path, same};

/// A name with the number of documents of the library that bear it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Name of a tag, or path of a collection.
    pub name: String,
    /// Number of documents.
    pub documents: usize,
}

impl Library {
    /// What is kept with documents, by key; those in the trash, which may come back, are among them.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn all_marks(&self) -> Result<BTreeMap<i64, Marks>, LibraryError> {
        let mut all: BTreeMap<i64, Marks> = BTreeMap::new();
        let mut find = self
            .connection
            .prepare_cached("SELECT key, stars, read, note, placement FROM marks")?;
        let mut rows = find.query([])?;
        while let Some(row) = rows.next()? {
            read_row(row, all.entry(row.get(0)?).or_default())?;
        }
        for (sql, list) in [(TAGS, tags_of as ListOf), (COLLECTED, collections_of)] {
            let mut find = self.connection.prepare_cached(sql)?;
            let mut rows = find.query([])?;
            while let Some(row) = rows.next()? {
                list(all.entry(row.get(0)?).or_default()).push(row.get(1)?);
            }
        }
        Ok(all)
    }

    /// What is kept with a document; nothing is kept with one that is not there.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn marks(&self, key: i64) -> Result<Marks, LibraryError> {
        of(&self.connection, key)
    }

    /// Keeps these marks with these documents instead of what was kept before, all in one transaction.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing is changed.
    pub fn set_marks(&mut self, marks: &[(i64, Marks)]) -> Result<(), LibraryError> {
        let transaction = self.begin()?;
        for (key, marks) in marks {
            set(&transaction, *key, marks)?;
        }
        transaction.commit()?;
        self.forget_facets();
        Ok(())
    }

    /// Makes a change of what is kept with each of these documents, all in one transaction. Returns what had been kept with those that
    /// changed, with which [`Library::set_marks`] takes it back.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing is changed.
    pub fn mark(
        &mut self,
        keys: &[i64],
        change: &MarkChange,
    ) -> Result<Vec<(i64, Marks)>, LibraryError> {
        let mut before = Vec::new();
        let mut after = Vec::new();
        for &key in keys {
            let old = self.marks(key)?;
            let mut new = old.clone();
            if new.change(change) && self.entry(key)?.is_some() {
                before.push((key, old));
                after.push((key, new));
            }
        }
        self.set_marks(&after)?;
        Ok(before)
    }

    /// All tags with the numbers of their documents, in alphabetical order.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tags(&self) -> Result<Vec<Counted>, LibraryError> {
        self.counted(
            "SELECT tag, count(*) FROM tags JOIN documents USING (key) GROUP BY tag ORDER BY tag",
        )
    }

    /// All collections with the numbers of their documents, also those without one, in alphabetical order.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn collections(&self) -> Result<Vec<Counted>, LibraryError> {
        self.counted(
            "SELECT c.name, (SELECT count(*) FROM collected d JOIN documents USING (key) WHERE d.collection = c.name) \
             FROM collections c ORDER BY c.name",
        )
    }

    /// Makes an empty collection, unless there is one of this name.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn make_collection(&mut self, path: &str) -> Result<(), LibraryError> {
        let change = self.begin()?;
        if let Some(path) = clean_path(path) {
            change.execute(
                "INSERT OR IGNORE INTO collections (name) VALUES (?1)",
                [path],
            )?;
        }
        change.commit()
    }

    /// Takes a collection away with those inside it; the documents stay in the library. Returns what had been kept with them.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing is changed.
    pub fn drop_collection(&mut self, path: &str) -> Result<Vec<(i64, Marks)>, LibraryError> {
        let within = |name: &str| {
            let rest = name.get(..path.len()).filter(|start| same(start, path));
            rest.is_some() && matches!(name.as_bytes().get(path.len()), None | Some(b'/'))
        };
        let mut before = Vec::new();
        let mut after = Vec::new();
        for (key, old) in self.all_marks()? {
            let mut new = old.clone();
            new.collections.retain(|name| !within(name));
            if new != old {
                before.push((key, old));
                after.push((key, new));
            }
        }
        self.set_marks(&after)?;
        let collections = self.collections()?;
        let change = self.begin()?;
        for collection in collections {
            if within(&collection.name) {
                change.execute("DELETE FROM collections WHERE name = ?1", [collection.name])?;
            }
        }
        change.commit()?;
        Ok(before)
    }

    /// The searches that are kept, with what was asked, in alphabetical order.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn searches(&self) -> Result<Vec<(String, String)>, LibraryError> {
        let mut find = self
            .connection
            .prepare_cached("SELECT name, query FROM searches ORDER BY name")?;
        let rows = find.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Keeps a search under a name, or forgets it without one to keep.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_search(&mut self, name: &str, query: Option<&str>) -> Result<(), LibraryError> {
        let Some(name) = clean_name(name) else {
            return Ok(());
        };
        let change = self.begin()?;
        match query {
            Some(query) => change.execute(
                "INSERT OR REPLACE INTO searches (name, query) VALUES (?1, ?2)",
                [name.as_str(), query],
            )?,
            None => change.execute("DELETE FROM searches WHERE name = ?1", [name])?,
        };
        change.commit()
    }

    fn counted(&self, sql: &str) -> Result<Vec<Counted>, LibraryError> {
        let mut find = self.connection.prepare_cached(sql)?;
        let rows = find.query_map([], |row| {
            Ok(Counted {
                name: row.get(0)?,
                documents: usize::try_from(row.get::<_, i64>(1)?).unwrap_or_default(),
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

const TAGS: &str = "SELECT key, tag FROM tags ORDER BY key, tag";
const COLLECTED: &str = "SELECT key, collection FROM collected ORDER BY key, collection";

/// One of the lists of names.
type ListOf = fn(&mut Marks) -> &mut Vec<String>;

fn tags_of(marks: &mut Marks) -> &mut Vec<String> {
    &mut marks.tags
}

fn collections_of(marks: &mut Marks) -> &mut Vec<String> {
    &mut marks.collections
}

fn read_row(row: &rusqlite::Row<'_>, marks: &mut Marks) -> rusqlite::Result<()> {
    marks.stars = row.get::<_, i64>(1)?.clamp(0, i64::from(MOST_STARS)) as u8;
    marks.read = row.get::<_, i64>(2)? != 0;
    marks.note = row.get(3)?;
    let placement: Option<String> = row.get(4)?;
    marks.placement = placement.as_deref().and_then(Placement::named);
    Ok(())
}

/// What is kept with a document.
pub(super) fn of(connection: &Connection, key: i64) -> Result<Marks, LibraryError> {
    let mut marks = Marks::default();
    connection
        .prepare_cached("SELECT key, stars, read, note, placement FROM marks WHERE key = ?1")?
        .query_row([key], |row| read_row(row, &mut marks))
        .optional()?;
    for (sql, list) in [
        (
            "SELECT tag FROM tags WHERE key = ?1 ORDER BY tag",
            &mut marks.tags,
        ),
        (
            "SELECT collection FROM collected WHERE key = ?1 ORDER BY collection",
            &mut marks.collections,
        ),
    ] {
        let mut find = connection.prepare_cached(sql)?;
        let rows = find.query_map([key], |row| row.get(0))?;
        *list = rows.collect::<Result<_, _>>()?;
    }
    Ok(marks)
}

/// Keeps marks with a document instead of what was kept before.
pub(super) fn set(
    transaction: &Transaction<'_>,
    key: i64,
    marks: &Marks,
) -> Result<(), LibraryError> {
    for table in ["marks", "tags", "collected"] {
        transaction
            .prepare_cached(&format!("DELETE FROM {table} WHERE key = ?1"))?
            .execute([key])?;
    }
    let row = (marks.stars, marks.read, &marks.note, marks.placement);
    if row != (0, false, &String::new(), None) {
        transaction
            .prepare_cached(
                "INSERT INTO marks (key, stars, read, note, placement) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                key,
                marks.stars.min(MOST_STARS),
                marks.read,
                marks.note,
                marks.placement.map(Placement::name)
            ])?;
    }
    for tag in &marks.tags {
        transaction
            .prepare_cached("INSERT OR IGNORE INTO tags (tag, key) VALUES (?1, ?2)")?
            .execute(params![tag, key])?;
    }
    for collection in &marks.collections {
        transaction
            .prepare_cached("INSERT OR IGNORE INTO collections (name) VALUES (?1)")?
            .execute([collection])?;
        transaction
            .prepare_cached("INSERT OR IGNORE INTO collected (collection, key) VALUES (?1, ?2)")?
            .execute(params![collection, key])?;
    }
    Ok(())
}

/// Drops what was kept with documents that are neither in the library nor in its trash.
pub(super) fn forget(connection: &Connection) -> Result<(), LibraryError> {
    let there = keys::or_trash(connection)?;
    for table in ["marks", "tags", "collected"] {
        let gone = format!("DELETE FROM {table} WHERE key NOT IN ({there})");
        connection.execute(&gone, [])?;
    }
    Ok(())
}
