//! A sum of what is stored of each document, by which bits that flipped on a disk are noticed: SQLite keeps none of its own.
//!
//! The sum covers a document as it is read (title, text, details, place, sentences) and what a reader keeps with it (stars, note, tags,
//! collections), each for itself. It does not cover what can be made again from these (the indexes), nor the list of corrections, whose effect is
//! part of the place.
//!
//! Which documents a change touches is noted by triggers of the connection, so that no way of writing can forget it; the sums are made
//! anew before the change is committed. The triggers are not in the file, where every program that writes would have to be able to run them.

use std::ops::Deref;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use sha2::{Digest, Sha256};

use super::LibraryError;

/// What notes the documents that a change touches. Names without a schema: inside a trigger none may stand.
const TRIGGERS: &str = "
CREATE TEMP TABLE touched_bodies (key INTEGER PRIMARY KEY);
CREATE TEMP TABLE touched_marks (key INTEGER PRIMARY KEY);
CREATE TEMP TRIGGER documents_added AFTER INSERT ON main.documents BEGIN INSERT OR IGNORE INTO touched_bodies VALUES (new.key); END;
CREATE TEMP TRIGGER documents_changed AFTER UPDATE ON main.documents BEGIN INSERT OR IGNORE INTO touched_bodies VALUES (new.key); END;
CREATE TEMP TRIGGER contents_added AFTER INSERT ON main.contents BEGIN INSERT OR IGNORE INTO touched_bodies VALUES (new.key); END;
CREATE TEMP TRIGGER contents_changed AFTER UPDATE ON main.contents BEGIN INSERT OR IGNORE INTO touched_bodies VALUES (new.key); END;
CREATE TEMP TRIGGER marks_added AFTER INSERT ON main.marks BEGIN INSERT OR IGNORE INTO touched_marks VALUES (new.key); END;
CREATE TEMP TRIGGER marks_changed AFTER UPDATE ON main.marks BEGIN INSERT OR IGNORE INTO touched_marks VALUES (new.key); END;
CREATE TEMP TRIGGER marks_removed AFTER DELETE ON main.marks BEGIN INSERT OR IGNORE INTO touched_marks VALUES (old.key); END;
CREATE TEMP TRIGGER tags_added AFTER INSERT ON main.tags BEGIN INSERT OR IGNORE INTO touched_marks VALUES (new.key); END;
CREATE TEMP TRIGGER tags_changed AFTER UPDATE ON main.tags BEGIN INSERT OR IGNORE INTO touched_marks VALUES (new.key); END;
CREATE TEMP TRIGGER tags_removed AFTER DELETE ON main.tags BEGIN INSERT OR IGNORE INTO touched_marks VALUES (old.key); END;
CREATE TEMP TRIGGER collected_added AFTER INSERT ON main.collected BEGIN INSERT OR IGNORE INTO touched_marks VALUES (new.key); END;
CREATE TEMP TRIGGER collected_changed AFTER UPDATE ON main.collected BEGIN INSERT OR IGNORE INTO touched_marks VALUES (new.key); END;
CREATE TEMP TRIGGER collected_removed AFTER DELETE ON main.collected BEGIN INSERT OR IGNORE INTO touched_marks VALUES (old.key); END;
";

/// A document's rows, without its id, which may get a number when it comes back from the trash. Who changes sentences changes the
/// grounding, too.
const BODY: [&str; 3] = [
    "SELECT title, year, kind, doi, pmid, title_key, x, y, z, structure, p, outside_p FROM documents WHERE key = ?1",
    "SELECT text, fields, source_path, source_record, source_line, grounding, embedding, model FROM contents WHERE key = ?1",
    "SELECT points FROM sentences WHERE key = ?1",
];
/// The same in format 3, while its sentences lie aside.
const BODY_3: [&str; 3] = [
    BODY[0],
    "SELECT text, fields, source_path, source_record, source_line, grounding, embedding FROM contents WHERE key = ?1",
    "SELECT number, start, end, text, x, y, z, structure, p FROM sentences_3 WHERE key = ?1 ORDER BY number",
];
const MARKS: [&str; 3] = [
    "SELECT stars, read, note, placement FROM marks WHERE key = ?1",
    "SELECT tag FROM tags WHERE key = ?1 ORDER BY tag",
    "SELECT collection FROM collected WHERE key = ?1 ORDER BY collection",
];

/// A change of the library, which keeps the sums when it is committed and is nothing when it is dropped.
pub(super) struct Change<'c>(Transaction<'c>);

impl<'c> Deref for Change<'c> {
    type Target = Transaction<'c>;

    fn deref(&self) -> &Transaction<'c> {
        &self.0
    }
}

impl<'c> Change<'c> {
    /// In a transaction that has just begun, on a connection that is [`watched`].
    pub fn new(transaction: Transaction<'c>) -> Self {
        Self(transaction)
    }

    /// Makes the change.
    pub fn commit(self) -> Result<(), LibraryError> {
        for key in noted(&self.0, "touched_bodies")? {
            keep_body(&self.0, key)?;
        }
        for key in noted(&self.0, "touched_marks")? {
            keep_marks(&self.0, key)?;
        }
        Ok(self.0.commit()?)
    }

    /// A document that came back from the trash keeps the sum that it had, if it had one: what happened to it there is noticed.
    pub fn came_back(&self, key: i64) -> Result<(), LibraryError> {
        self.0
            .prepare_cached(
                "DELETE FROM temp.touched_bodies WHERE key = ?1 AND key IN (SELECT key FROM main.sums WHERE body IS NOT NULL)",
            )?
            .execute([key])?;
        Ok(())
    }
}

/// The keys that were noted, which are noted no longer.
fn noted(transaction: &Transaction<'_>, table: &str) -> Result<Vec<i64>, LibraryError> {
    let keys: Vec<i64> = transaction
        .prepare_cached(&format!("SELECT key FROM temp.{table} ORDER BY key"))?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    if !keys.is_empty() {
        transaction
            .prepare_cached(&format!("DELETE FROM temp.{table}"))?
            .execute([])?;
    }
    Ok(keys)
}

/// Has the connection note what it changes.
pub(super) fn watched(connection: &Connection) -> Result<(), LibraryError> {
    if !connection.table_exists(Some("temp"), "touched_bodies")? {
        connection.execute_batch(TRIGGERS)?;
    }
    Ok(())
}

/// Keeps the sums of all documents of a library that had none, and of what is kept with them.
pub(super) fn keep_all(transaction: &Transaction<'_>) -> Result<(), LibraryError> {
    for (sql, keep) in [
        ("SELECT key FROM documents", keep_body as Keep),
        (
            "SELECT key FROM marks UNION SELECT key FROM tags UNION SELECT key FROM collected",
            keep_marks,
        ),
    ] {
        let keys: Vec<i64> = transaction
            .prepare(sql)?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        for key in keys {
            keep(transaction, key)?;
        }
    }
    Ok(())
}

type Keep = fn(&Transaction<'_>, i64) -> Result<(), LibraryError>;

/// The sum that a document of format 3 has, in the tables whose names begin so.
pub(super) fn body_3(
    connection: &Connection,
    prefix: &str,
    key: i64,
) -> Result<Option<i64>, LibraryError> {
    sum(connection, &of(&BODY_3, prefix), key)
}

/// The same questions of the tables whose names begin so.
fn of(questions: &[&str; 3], prefix: &str) -> [String; 3] {
    questions.map(|question| question.replace(" FROM ", &format!(" FROM {prefix}")))
}

fn keep_body(transaction: &Transaction<'_>, key: i64) -> Result<(), LibraryError> {
    keep_body_of(transaction, "", key)
}

/// Keeps the sum of a document of the tables whose names begin so.
pub(super) fn keep_body_of(
    transaction: &Transaction<'_>,
    prefix: &str,
    key: i64,
) -> Result<(), LibraryError> {
    let sum = match prefix {
        "" => sum(transaction, &BODY, key)?,
        _ => sum(transaction, &of(&BODY, prefix), key)?,
    };
    transaction
        .prepare_cached("INSERT INTO sums (key, body) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET body = excluded.body")?
        .execute(params![key, sum])?;
    Ok(())
}

fn keep_marks(transaction: &Transaction<'_>, key: i64) -> Result<(), LibraryError> {
    let Some(sum) = sum(transaction, &MARKS, key)? else {
        // Nothing is kept any more, perhaps of a document that is gone for good.
        transaction
            .prepare_cached("UPDATE sums SET marks = NULL WHERE key = ?1")?
            .execute([key])?;
        return Ok(());
    };
    transaction
        .prepare_cached("INSERT INTO sums (key, marks) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET marks = excluded.marks")?
        .execute(params![key, sum])?;
    Ok(())
}

/// What is no longer what was stored of a document, in words; `None`: all of it is.
pub(super) fn changed(
    connection: &Connection,
    key: i64,
) -> Result<Option<&'static str>, LibraryError> {
    let kept: Option<(Option<i64>, Option<i64>)> = connection
        .prepare_cached("SELECT body, marks FROM sums WHERE key = ?1")?
        .query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (body, marks) = kept.unwrap_or_default();
    if sum(connection, &BODY, key)? != body {
        return Ok(Some(
            "letters or numbers in it are no longer those that were stored",
        ));
    }
    if sum(connection, &MARKS, key)? != marks {
        return Ok(Some(
            "its tags, collections, stars or note are no longer those that were stored",
        ));
    }
    Ok(None)
}

/// Drops the sums of documents that are neither in the library nor in its trash.
pub(super) fn forget(connection: &Connection) -> Result<(), LibraryError> {
    let trash = connection.table_exists(None, "trash_documents")?;
    let or_trash = if trash {
        " UNION ALL SELECT key FROM trash_documents"
    } else {
        ""
    };
    connection.execute(
        &format!("DELETE FROM sums WHERE key NOT IN (SELECT key FROM documents{or_trash})"),
        [],
    )?;
    Ok(())
}

/// The sum of the rows that these questions find: the first eight bytes of the SHA-256 of their values with types and lengths; none of no row.
fn sum(
    connection: &Connection,
    questions: &[impl AsRef<str>],
    key: i64,
) -> Result<Option<i64>, LibraryError> {
    let mut hash = Sha256::new();
    let mut any = false;
    for (number, question) in (0_u8..).zip(questions) {
        let mut find = connection.prepare_cached(question.as_ref())?;
        let columns = find.column_count();
        let mut rows = find.query([key])?;
        while let Some(row) = rows.next()? {
            any = true;
            hash.update([number]);
            for column in 0..columns {
                let (kind, bytes): (u8, &[u8]) = match row.get_ref(column)? {
                    ValueRef::Null => (0, &[]),
                    ValueRef::Integer(value) => (1, &value.to_le_bytes()),
                    ValueRef::Real(value) => (2, &value.to_bits().to_le_bytes()),
                    ValueRef::Text(text) => (3, text),
                    ValueRef::Blob(bytes) => (4, bytes),
                };
                hash.update([kind]);
                hash.update((bytes.len() as u64).to_le_bytes());
                hash.update(bytes);
            }
        }
    }
    let digest = hash.finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    Ok(any.then(|| i64::from_le_bytes(first)))
}

#[cfg(test)]
mod tests {
    use grounding::Grounding;

    use super::*;
    use crate::{Document, Library, MarkChange};

    fn library() -> (Library, Vec<i64>) {
        let mut library = Library::in_memory().expect("a library");
        let batch: Vec<(Document, Grounding)> = ["one", "two", "three"]
            .into_iter()
            .map(|title| {
                let document = Document {
                    id: title.into(),
                    title: title.into(),
                    text: format!("{title} stone in the left kidney"),
                    ..Document::default()
                };
                (document, Grounding::default())
            })
            .collect();
        let keys = library.add(&batch).expect("added").keys;
        (library, keys)
    }

    fn faults(library: &Library, keys: &[i64]) -> Vec<bool> {
        let of = |key: &i64| changed(&library.connection, *key).expect("readable");
        keys.iter().map(|key| of(key).is_some()).collect()
    }

    #[test]
    fn every_change_keeps_the_sums() {
        let (mut library, keys) = library();
        assert_eq!(faults(&library, &keys), [false; 3]);
        library
            .mark(&keys, &MarkChange::Tag("x".into()))
            .expect("marked");
        library.remove(&keys[..2]).expect("removed");
        library
            .mark(&keys[2..], &MarkChange::Untag("x".into()))
            .expect("marked");
        library
            .set_groundings(&[(keys[2], Grounding::default())])
            .expect("placed anew");
        library.restore(&keys[..2]).expect("brought back");
        assert_eq!(faults(&library, &keys), [false; 3]);
        library.remove(&keys[..1]).expect("removed");
        library.compact().expect("compacted");
        let left: i64 = library
            .connection
            .query_row("SELECT count(*) FROM sums", [], |row| row.get(0))
            .expect("a number");
        assert_eq!(left, 2);
        assert!(library.check().is_sound());
    }

    #[test]
    fn what_changes_without_a_change_is_noticed_also_in_the_trash() {
        let (mut library, keys) = library();
        library
            .mark(&keys, &MarkChange::Tag("x".into()))
            .expect("marked");
        library.remove(&keys[..1]).expect("removed");
        library
            .connection
            .execute_batch(
                "UPDATE trash_contents SET text = replace(text, 'left', 'meft'); \
                 UPDATE contents SET text = replace(text, 'left', 'meft') WHERE text LIKE 'two%'; \
                 UPDATE tags SET tag = 'y' WHERE key = 3; \
                 DELETE FROM temp.touched_bodies; DELETE FROM temp.touched_marks;",
            )
            .expect("damaged");
        library.restore(&keys[..1]).expect("brought back");
        assert_eq!(faults(&library, &keys), [true; 3]);
        let report = library.check();
        assert_eq!((report.whole, report.faults.len()), (0, 3), "{report:?}");
        assert!(report.faults[2].reason.contains("tags"), "{report:?}");
    }
}
