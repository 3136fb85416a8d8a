//! Removal that can be undone: removed documents lie in a trash inside the same file until it is emptied or they are too old.
//!
//! The trash has a copy of each table of documents, made when something is first removed. They add to the file without changing
//! what is there, so that the version of the tables stays what it was, and a program that knows no trash opens the library too.
//! Keys are not used twice (`documents.key` is AUTOINCREMENT), so a document comes back under its own.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::documents::grounding_of;
use super::identity::{Identity, InFile, find_duplicate, free_id_in};
use super::keys::has_trash;
use super::removal::{DOCUMENT, PARTS, now_unix_s, remove_in};
use super::sums::Change;
use super::{Library, LibraryError, schema};
use super::{atlases, completions, corrections, evidence, merge, organise, sums, watched};
use crate::Document;

/// How long removed documents are kept, in seconds: 30 days.
const KEPT_S: i64 = 30 * 24 * 60 * 60;

/// Documents that were removed together and can be brought back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// Number of the removal; later ones have larger numbers, and none is used twice.
    pub id: i64,
    /// When, in seconds since 1970 (UTC).
    pub at_unix_s: i64,
    /// Keys and titles of those of its documents that are still in the trash, in the order in which they had been added.
    pub documents: Vec<(i64, String)>,
}

/// What became of documents that were to be brought back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RestoreReport {
    /// Keys of those that are in the library again.
    pub restored: Vec<i64>,
    /// Those that are not.
    pub refused: Vec<NotRestored>,
    /// Keys of documents that had taken over from them (see [`Library::merge`]) and are again what they were before.
    pub taken_back: Vec<i64>,
}

/// A document that was not brought back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotRestored {
    /// Its key.
    pub key: i64,
    /// Its title; empty if it is not in the trash.
    pub title: String,
    /// Why.
    pub reason: String,
}

/// What became of a library that was to be compacted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compacted {
    /// Keys of the documents that were in the trash and are gone for good, in the order in which they had been added.
    pub forgotten: Vec<i64>,
    /// Why the file could not be made smaller, if it could not; the library is whole all the same, and what was forgotten stays
    /// forgotten.
    pub vacuum_error: Option<String>,
}

/// Drops what was removed too long before `now_unix_s`. What cannot be dropped now, whatever the reason, is left for the next
/// time: a library that can be read is opened.
pub(super) fn drop_old(connection: &Connection, now_unix_s: i64) -> Result<(), LibraryError> {
    if !has_trash(connection)? {
        return Ok(());
    }
    let limit = now_unix_s.saturating_sub(KEPT_S);
    let old: bool = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM trash_removals WHERE at_unix_s < ?1)",
        [limit],
        |row| row.get(0),
    )?;
    if !old {
        return Ok(());
    }
    // Whoever else writes is not waited for.
    connection.busy_timeout(Duration::ZERO)?;
    // A file that may not be written, is written by another program, or lies on a full disk: it is tried again when the library is
    // opened next, and whatever else is wrong with the file shows where it matters.
    let _ = drop_older(connection, limit);
    connection.busy_timeout(super::connection::BUSY_TIMEOUT)?;
    Ok(())
}

/// Drops for good what was removed before `limit`, seconds since 1970.
fn drop_older(connection: &Connection, limit: i64) -> Result<(), LibraryError> {
    sums::watched(connection)?;
    let change = Change::new(Transaction::new_unchecked(
        connection,
        TransactionBehavior::Immediate,
    )?);
    watched::remember_removed(&change, limit)?;
    change.execute("DELETE FROM trash_removals WHERE at_unix_s < ?1", [limit])?;
    forget_gone(&change)?;
    change.commit()
}

/// Drops what was kept of documents that are gone for good.
fn forget_gone(connection: &Connection) -> Result<(), LibraryError> {
    corrections::forget(connection)?;
    organise::forget(connection)?;
    merge::forget(connection)?;
    atlases::forget(connection)?;
    sums::forget(connection)
}

impl Library {
    /// Moves documents to the trash, all as one removal that [`Library::restore`] can undo for 30 days; keys that are not there
    /// are passed over. Returns how many were removed.
    ///
    /// # Errors
    /// If the file cannot be written; then none is removed.
    pub fn remove(&mut self, keys: &[i64]) -> Result<usize, LibraryError> {
        self.remove_at(keys, now_unix_s())
    }

    /// [`Library::remove`] at a time.
    pub(super) fn remove_at(
        &mut self,
        keys: &[i64],
        now_unix_s: i64,
    ) -> Result<usize, LibraryError> {
        let transaction = self.begin()?;
        let removed = remove_in(&transaction, keys, now_unix_s)?;
        transaction.commit()?;
        self.forget_places();
        if let Some(vectors) = self.vectors.get_mut() {
            vectors.leave_out(keys);
        }
        Ok(removed)
    }

    /// Brings documents back out of the trash, under the keys that they had and as they were. One of which the library has a
    /// duplicate by now (see [`Library::add`]) stays in the trash, and is reported. Where another document has taken its id, it
    /// gets a number at its end, as when it is added.
    ///
    /// # Errors
    /// If the file cannot be written; then none is brought back.
    pub fn restore(&mut self, keys: &[i64]) -> Result<RestoreReport, LibraryError> {
        let mut report = RestoreReport::default();
        let transaction = self.begin()?;
        let trash = has_trash(&transaction)?;
        let mut gathered = evidence::Gathered::default();
        // First, so that what has taken over from a document is not taken for its copy.
        report.taken_back = merge::take_back(&transaction, keys)?;
        for &key in keys {
            let found = if trash {
                in_trash(&transaction, key)?
            } else {
                None
            };
            let Some(document) = found else {
                report.refused.push(NotRestored {
                    key,
                    title: String::new(),
                    reason: "it is not in the trash".to_owned(),
                });
                continue;
            };
            let identity = Identity::of(&document);
            if let Some((again, _)) =
                find_duplicate(&mut InFile(&transaction), &document, &identity)?
                // What it was merged with was there beside it.
                && !report.taken_back.contains(&again.key)
            {
                report.refused.push(NotRestored {
                    key,
                    title: document.title,
                    reason: format!("it has been added again since, as {}", again.id),
                });
                continue;
            }
            put_back(&transaction, key, &document, &mut gathered)?;
            transaction.came_back(key)?;
            report.restored.push(key);
        }
        gathered.keep(&transaction)?;
        completions::came_back(&transaction, &report.restored)?;
        if !report.restored.is_empty() {
            transaction.execute(
                "DELETE FROM trash_removals WHERE id NOT IN (SELECT removal FROM trash_documents)",
                [],
            )?;
        }
        transaction.commit()?;
        self.forget_indexes();
        Ok(report)
    }

    /// What is in the trash, oldest removal first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn removals(&self) -> Result<Vec<Removal>, LibraryError> {
        if !has_trash(&self.connection)? {
            return Ok(Vec::new());
        }
        let mut all = self.connection.prepare_cached(
            "SELECT r.id, r.at_unix_s, d.key, d.title FROM trash_removals r JOIN trash_documents d ON d.removal = r.id \
             ORDER BY r.id, d.key",
        )?;
        let mut rows = all.query([])?;
        let mut removals: Vec<Removal> = Vec::new();
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            if removals.last().is_none_or(|last| last.id != id) {
                removals.push(Removal {
                    id,
                    at_unix_s: row.get(1)?,
                    documents: Vec::new(),
                });
            }
            if let Some(removal) = removals.last_mut() {
                removal.documents.push((row.get(2)?, row.get(3)?));
            }
        }
        Ok(removals)
    }

    /// Empties the trash for good, and gives the room back that the file no longer needs. The second can fail without the first
    /// (a disk without room for a copy of the file meanwhile, another program that reads it), see [`Compacted::vacuum_error`].
    ///
    /// # Errors
    /// If the trash cannot be emptied; then nothing of it is forgotten.
    pub fn compact(&mut self) -> Result<Compacted, LibraryError> {
        let mut forgotten = Vec::new();
        let transaction = self.begin()?;
        if has_trash(&transaction)? {
            forgotten = transaction
                .prepare("SELECT key FROM trash_documents ORDER BY key")?
                .query_map([], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            watched::remember_removed(&transaction, i64::MAX)?;
            transaction.execute("DELETE FROM trash_removals", [])?;
        }
        forget_gone(&transaction)?;
        schema::drop_unused(&transaction)?;
        transaction.commit()?;
        let smaller = self
            .connection
            .execute_batch("INSERT INTO text_index (text_index) VALUES ('optimize'); VACUUM");
        Ok(Compacted {
            forgotten,
            vacuum_error: smaller.err().map(|error| error.to_string()),
        })
    }
}

/// What is needed of a document of the trash to recognise it.
fn in_trash(connection: &Connection, key: i64) -> Result<Option<Document>, LibraryError> {
    let mut find = connection.prepare_cached(
        "SELECT d.id, d.title, d.year, d.doi, d.pmid, c.text FROM trash_documents d JOIN trash_contents c USING (key) \
         WHERE d.key = ?1",
    )?;
    let document = find.query_row([key], |row| {
        Ok(Document {
            id: row.get(0)?,
            title: row.get(1)?,
            year: row.get(2)?,
            doi: row.get(3)?,
            pmid: row.get(4)?,
            text: row.get(5)?,
            ..Document::default()
        })
    });
    Ok(document.optional()?)
}

fn put_back(
    transaction: &Transaction<'_>,
    key: i64,
    document: &Document,
    gathered: &mut evidence::Gathered,
) -> Result<(), LibraryError> {
    let id = free_id_in(transaction, &document.id)?;
    transaction
        .prepare_cached(&format!(
            "INSERT INTO documents (id, {DOCUMENT}) SELECT ?2, {DOCUMENT} FROM trash_documents WHERE key = ?1"
        ))?
        .execute(params![key, id])?;
    for (table, columns) in PARTS {
        transaction
            .prepare_cached(&format!(
                "INSERT INTO {table} ({columns}) SELECT {columns} FROM trash_{table} WHERE key = ?1"
            ))?
            .execute([key])?;
    }
    transaction
        .prepare_cached("INSERT INTO text_index (rowid, title, text) VALUES (?1, ?2, ?3)")?
        .execute(params![key, document.title, document.text])?;
    if let Some(grounding) = grounding_of(transaction, key)? {
        // Its row is gone where the indexes were made anew meanwhile.
        atlases::keep(transaction, key, &grounding)?;
        gathered.put(key, &grounding);
    }
    transaction
        .prepare_cached("DELETE FROM trash_documents WHERE key = ?1")?
        .execute([key])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use grounding::Grounding;

    use super::*;

    const DAY_S: i64 = 24 * 60 * 60;

    fn library_with(path: &std::path::Path, titles: &[&str]) -> (Library, Vec<i64>) {
        let mut library = Library::create(path).expect("a library");
        let batch: Vec<(Document, Grounding)> = titles
            .iter()
            .map(|&title| {
                let document = Document {
                    id: title.into(),
                    title: title.into(),
                    ..Document::default()
                };
                (document, Grounding::default())
            })
            .collect();
        let keys = library.add(&batch).expect("added").keys;
        (library, keys)
    }

    #[test]
    fn after_thirty_days_an_opened_library_forgets_what_was_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.atlas");
        let (mut library, keys) = library_with(&path, &["old", "young", "kept"]);
        library.remove_at(&keys[..1], 1000).expect("removed");
        library
            .remove_at(&keys[1..2], 1000 + DAY_S)
            .expect("removed");
        drop(library);
        let titles = |now| -> Vec<String> {
            let library = Library::open_at(&path, now).expect("it opens");
            let removals = library.removals().expect("readable");
            let documents = removals.into_iter().flat_map(|removal| removal.documents);
            documents.map(|(_, title)| title).collect()
        };
        assert_eq!(titles(1000 + 30 * DAY_S), ["old", "young"]);
        assert_eq!(titles(1001 + 30 * DAY_S), ["young"]);
        assert_eq!(titles(1000), ["young"], "a clock that goes back");
        let mut library = Library::open_at(&path, 1001 + 31 * DAY_S).expect("it opens");
        assert_eq!(library.removals().expect("readable"), []);
        let report = library.restore(&keys[..2]).expect("readable");
        assert!(report.restored.is_empty());
        let left: i64 = ["documents", "contents", "sentences"]
            .iter()
            .map(|table| {
                let count = format!("SELECT count(*) FROM trash_{table}");
                library
                    .connection
                    .query_row(&count, [], |row| row.get::<_, i64>(0))
            })
            .sum::<rusqlite::Result<i64>>()
            .expect("readable");
        assert_eq!(left, 0, "nothing is left of them");
    }

    #[test]
    fn a_library_that_cannot_be_written_opens_with_its_old_trash() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.atlas");
        let (mut library, keys) = library_with(&path, &["old", "kept"]);
        library.remove_at(&keys[..1], 0).expect("removed");
        drop(library);
        let other = Connection::open(&path).expect("a database");
        other
            .execute_batch("BEGIN IMMEDIATE")
            .expect("a lock of another program");
        let library = Library::open_at(&path, 99 * DAY_S).expect("it opens");
        assert_eq!(library.removals().expect("readable").len(), 1);
    }

    #[test]
    fn a_library_opens_whatever_keeps_its_old_trash() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.atlas");
        let (mut library, keys) = library_with(&path, &["old", "kept"]);
        library.remove_at(&keys[..1], 0).expect("removed");
        // An error that has nothing to do with locks, as a full disk has not.
        let refuse = "CREATE TABLE refuse (removal REFERENCES trash_removals ON DELETE RESTRICT); \
                      INSERT INTO refuse SELECT id FROM trash_removals";
        library.connection.execute_batch(refuse).expect("written");
        drop(library);
        let library = Library::open_at(&path, 99 * DAY_S).expect("it opens");
        assert_eq!(library.removals().expect("readable").len(), 1);
        assert_eq!(library.len().expect("readable"), 1);
        let waits_ms: u128 = library
            .connection
            .query_row("PRAGMA busy_timeout", [], |row| row.get::<_, u32>(0))
            .expect("a number")
            .into();
        assert_eq!(waits_ms, super::super::connection::BUSY_TIMEOUT.as_millis());
        library
            .connection
            .execute_batch("DROP TABLE refuse")
            .expect("written");
        drop(library);
        let library = Library::open_at(&path, 99 * DAY_S).expect("it opens");
        assert_eq!(library.removals().expect("readable"), [], "the next time");
    }

    #[test]
    fn a_file_that_cannot_be_made_smaller_has_forgotten_its_trash() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut library, keys) =
            library_with(&folder.path().join("a.atlas"), &["one", "two", "kept"]);
        library.remove(&keys[..2]).expect("removed");
        // VACUUM works in an attached file, of which there may be no more than ten.
        for n in 0..10 {
            let attach = format!("ATTACH ':memory:' AS full{n}");
            library.connection.execute_batch(&attach).expect("attached");
        }
        let compacted = library.compact().expect("emptied");
        assert_eq!(compacted.forgotten, keys[..2]);
        let reason = compacted.vacuum_error.expect("there is no room for a copy");
        assert!(reason.contains("attached"), "{reason}");
        assert_eq!(library.removals().expect("readable"), []);
        for n in 0..10 {
            let detach = format!("DETACH full{n}");
            library.connection.execute_batch(&detach).expect("detached");
        }
        assert_eq!(
            library.compact().expect("emptied"),
            Compacted::default(),
            "nothing is left to forget"
        );
    }

    #[test]
    fn an_index_that_nobody_needs_goes_when_a_library_is_compacted() {
        let mut library = Library::in_memory().expect("memory");
        let is_there = |library: &Library| -> bool {
            let named =
                "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'documents_structure')";
            let named = library.connection.query_row(named, [], |row| row.get(0));
            named.expect("readable")
        };
        assert!(!is_there(&library), "a new library");
        // As libraries of format 5 had it until now.
        let as_before = "CREATE INDEX documents_structure ON documents (structure, p, outside_p)";
        library.connection.execute_batch(as_before).expect("made");
        library.compact().expect("written");
        assert!(!is_there(&library));
    }

    #[test]
    fn a_library_of_today_gets_no_table_until_something_is_removed() {
        let mut library = Library::in_memory().expect("memory");
        assert!(!has_trash(&library.connection).expect("readable"));
        assert_eq!(library.remove(&[7]).expect("written"), 0);
        assert_eq!(library.removals().expect("readable"), []);
        let report = library.restore(&[7]).expect("written");
        assert_eq!(report.refused[0].reason, "it is not in the trash");
        library.compact().expect("written");
        assert!(!has_trash(&library.connection).expect("readable"));
    }
}
