//! A sum of what is stored of each document, by which bits that flipped on a disk are noticed: SQLite keeps none of its own.
//!
//! The sum covers a document as it is read (title, text, details, place, sentences) and what a reader keeps with it (stars, note, tags,
//! collections), each for itself. What is kept besides the documents (settings, searches, corrections and the like) has a sum for each row. None
//! covers what can be made again from these (the indexes).
//!
//! Which documents and rows a change touches is noted by triggers of the connection, so that no way of writing can forget it; the sums are made
//! anew before the change is committed. The triggers are not in the file, where every program that writes would have to be able to run them.

use std::ops::Deref;

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, ToSql, Transaction, params};
use sha2::{Digest, Sha256};

use super::{LibraryError, keys};

/// What notes the documents that a change touches. Names without a schema: inside a trigger none may stand.
const TRIGGERS: &str = "
CREATE TEMP TABLE touched_bodies (key INTEGER PRIMARY KEY);
CREATE TEMP TABLE touched_marks (key INTEGER PRIMARY KEY);
CREATE TEMP TABLE touched_rows (list, id, PRIMARY KEY (list, id));
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

/// What is kept besides the documents, row by row.
struct List {
    /// The table.
    name: &'static str,
    /// The column by which its rows are known; those with the same have one sum.
    id: &'static str,
    columns: &'static str,
    /// A row in words, with `#` for what it is known by.
    called: &'static str,
}

const LISTS: [List; 8] = [
    List {
        name: "settings",
        id: "name",
        columns: "value",
        called: "the setting “#”",
    },
    List {
        name: "searches",
        id: "name",
        columns: "query",
        called: "the kept search “#”",
    },
    List {
        name: "collections",
        id: "name",
        columns: "name",
        called: "the collection “#”",
    },
    List {
        name: "problems",
        id: "id",
        columns: "place, reason, file",
        called: "record # of those that were refused",
    },
    List {
        name: "imports",
        id: "id",
        columns: "paths, begun",
        called: "import # of those that did not end",
    },
    List {
        name: "merges",
        id: "id",
        columns: "keep, others, before",
        called: "merge # of those that can be taken back",
    },
    List {
        name: "corrections",
        id: "key",
        columns: "start, end, says, structure, x, y, z, at",
        called: "what readers have said of document #",
    },
    List {
        name: "originals",
        id: "key",
        columns: "grounding",
        called: "the place of document # before it was corrected",
    },
];

impl List {
    /// What notes the rows that a change touches.
    fn triggers(&self) -> String {
        let List { name, id, .. } = self;
        let note = |row: &str| {
            format!("INSERT OR IGNORE INTO touched_rows VALUES ('{name}', {row}.{id});")
        };
        let (new, old) = (note("new"), note("old"));
        format!(
            "CREATE TEMP TRIGGER {name}_row_added AFTER INSERT ON main.{name} BEGIN {new} END; \
             CREATE TEMP TRIGGER {name}_row_changed AFTER UPDATE ON main.{name} BEGIN {old} {new} END; \
             CREATE TEMP TRIGGER {name}_row_removed AFTER DELETE ON main.{name} BEGIN {old} END;"
        )
    }

    /// Finds the rows that are known by `?1`, letter by letter: some of the columns take small and capital letters for the same.
    fn rows(&self) -> String {
        let List {
            name, id, columns, ..
        } = self;
        format!("SELECT {columns} FROM {name} WHERE {id} = ?1 AND {id} = ?1 COLLATE BINARY")
    }

    /// Keeps the sum of the rows that are known by this.
    fn keep(&self, transaction: &Transaction<'_>, id: &Value) -> Result<(), LibraryError> {
        match sum(transaction, &[self.rows()], id)? {
            Some(sum) => transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO row_sums (list, id, sum) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![self.name, id, sum])?,
            None => transaction
                .prepare_cached("DELETE FROM row_sums WHERE list = ?1 AND id = ?2")?
                .execute(params![self.name, id])?,
        };
        Ok(())
    }

    /// What its rows are known by, and what those are that should be there; and why some cannot be told: letters that are none.
    fn ids(&self, connection: &Connection) -> Result<Ids, LibraryError> {
        let List { name, id, .. } = self;
        let mut find = connection.prepare(&format!(
            "SELECT {id} COLLATE BINARY FROM {name} UNION SELECT id FROM row_sums WHERE list = '{name}'"
        ))?;
        let (mut ids, mut unread) = (Vec::new(), None);
        let mut rows = find.query([])?;
        while let Some(row) = rows.next()? {
            match row.get(0) {
                Ok(id) => ids.push(id),
                Err(error) => unread = Some(error.to_string()),
            }
        }
        Ok((ids, unread))
    }

    /// What is no longer what was stored under this, in words.
    fn changed(
        &self,
        connection: &Connection,
        id: &Value,
    ) -> Result<Option<&'static str>, LibraryError> {
        let kept: Option<i64> = connection
            .prepare_cached("SELECT sum FROM row_sums WHERE list = ?1 AND id = ?2")?
            .query_row(params![self.name, id], |row| row.get(0))
            .optional()?;
        let now = sum(connection, &[self.rows()], id)?;
        Ok(match now {
            now if now == kept => None,
            None => Some("it is no longer there"),
            Some(_) => Some("letters or numbers in it are no longer those that were stored"),
        })
    }

    fn called(&self, id: &Value) -> String {
        let id = match id {
            Value::Integer(number) => number.to_string(),
            Value::Text(text) => text.clone(),
            _ => "?".to_owned(),
        };
        self.called.replace('#', &id)
    }
}

/// What the rows of a list are known by, and why some cannot be told.
type Ids = (Vec<Value>, Option<String>);

/// Keeps the sums of all that is kept besides the documents. A row whose name cannot be read stays, without one.
pub(super) fn keep_lists(transaction: &Transaction<'_>) -> Result<(), LibraryError> {
    for list in &LISTS {
        for id in list.ids(transaction)?.0 {
            list.keep(transaction, &id)?;
        }
    }
    Ok(())
}

/// What is no longer what was stored besides the documents: what it is, and what is wrong with it.
pub(super) fn changed_rows(connection: &Connection) -> Vec<(String, String)> {
    let mut changed = Vec::new();
    for list in &LISTS {
        let ids = match list.ids(connection) {
            Ok((ids, unread)) => {
                changed.extend(unread.map(|why| (format!("the table {}", list.name), why)));
                ids
            }
            Err(error) => {
                changed.push((format!("the table {}", list.name), error.to_string()));
                continue;
            }
        };
        for id in ids {
            let reason = match list.changed(connection, &id) {
                Ok(None) => continue,
                Ok(Some(reason)) => reason.to_owned(),
                Err(error) => error.to_string(),
            };
            changed.push((list.called(&id), reason));
        }
    }
    changed
}

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
        for (name, id) in noted_rows(&self.0)? {
            if let Some(list) = LISTS.iter().find(|list| list.name == name) {
                list.keep(&self.0, &id)?;
            }
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

/// The rows that were noted, which are noted no longer.
fn noted_rows(transaction: &Transaction<'_>) -> Result<Vec<(String, Value)>, LibraryError> {
    let rows: Vec<(String, Value)> = transaction
        .prepare_cached("SELECT list, id FROM temp.touched_rows ORDER BY list, id")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    if !rows.is_empty() {
        transaction
            .prepare_cached("DELETE FROM temp.touched_rows")?
            .execute([])?;
    }
    Ok(rows)
}

/// Has the connection note what it changes.
pub(super) fn watched(connection: &Connection) -> Result<(), LibraryError> {
    // The last of all that is made below.
    if !connection.table_exists(Some("temp"), "watched")? {
        // Without this a row that another one replaces goes unnoted.
        connection.pragma_update(None, "recursive_triggers", true)?;
        let of_lists: String = LISTS.iter().map(List::triggers).collect();
        let all = format!(
            "SAVEPOINT watched; {TRIGGERS} {of_lists} CREATE TEMP TABLE watched (yes); RELEASE watched;"
        );
        if let Err(error) = connection.execute_batch(&all) {
            // All or none of it.
            connection.execute_batch("ROLLBACK TO watched; RELEASE watched")?;
            return Err(error.into());
        }
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
    let there = keys::or_trash(connection)?;
    connection.execute(&format!("DELETE FROM sums WHERE key NOT IN ({there})"), [])?;
    Ok(())
}

/// The sum of the rows that these questions find: the first eight bytes of the SHA-256 of their values with types and lengths; none of no row.
fn sum(
    connection: &Connection,
    questions: &[impl AsRef<str>],
    key: impl ToSql,
) -> Result<Option<i64>, LibraryError> {
    let mut hash = Sha256::new();
    let mut any = false;
    for (number, question) in (0_u8..).zip(questions) {
        let mut find = connection.prepare_cached(question.as_ref())?;
        let columns = find.column_count();
        let mut rows = find.query([&key])?;
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

    /// A library with a row in each of the lists.
    fn with_lists() -> (Library, Vec<i64>) {
        let (mut library, keys) = library();
        library.set_setting("window", Some("1")).expect("kept");
        library.keep_search("Stones", Some("stone")).expect("kept");
        library.make_collection("Thesis").expect("made");
        let refused = crate::Refusal {
            place: "a.ris, record 3".into(),
            reason: "it has no title".into(),
            file: "a.ris".into(),
        };
        library.keep_problems(&[refused]).expect("kept");
        library.begin_import(&["b.ris".into()]).expect("begun");
        let correction = crate::Correction {
            start: 0,
            end: 0,
            says: crate::Says::BelongsHere,
            structure: "spleen".into(),
            point_mm: [1.0, 2.0, 3.0],
        };
        library.correct(keys[0], &[correction]).expect("corrected");
        let merge = crate::Merge {
            keep: keys[1],
            others: vec![keys[2]],
        };
        library.merge(&[merge]).expect("merged");
        (library, keys)
    }

    #[test]
    fn every_change_keeps_the_sums_of_what_is_kept_besides_documents() {
        let (mut library, keys) = with_lists();
        let sums = |library: &Library| -> i64 {
            let count = "SELECT count(*) FROM row_sums";
            let count = library.connection.query_row(count, [], |row| row.get(0));
            count.expect("a number")
        };
        assert_eq!(changed_rows(&library.connection), []);
        assert_eq!(sums(&library), LISTS.len() as i64, "one of each");
        // In other letters it is the same search, and the same setting has another value.
        library.keep_search("stones", Some("sludge")).expect("kept");
        library.set_setting("window", Some("2")).expect("kept");
        assert_eq!(changed_rows(&library.connection), []);
        assert_eq!(sums(&library), LISTS.len() as i64);
        library.keep_search("STONES", None).expect("forgotten");
        library.set_setting("window", None).expect("forgotten");
        library.forget_problems(None).expect("forgotten");
        library.drop_collection("Thesis").expect("dropped");
        library.correct(keys[0], &[]).expect("taken back");
        library.restore(&keys[2..]).expect("brought back");
        let [(import, _)] = &library.unfinished_imports().expect("readable")[..] else {
            panic!("there is one");
        };
        library.end_import(*import).expect("ended");
        assert_eq!(changed_rows(&library.connection), []);
        assert_eq!(sums(&library), 0);
    }

    #[test]
    fn what_changes_besides_the_documents_without_a_change_is_noticed() {
        for (damage, place) in [
            ("UPDATE settings SET value = '3'", "the setting “window”"),
            (
                "UPDATE settings SET name = 'windov'",
                "the setting “windov”",
            ),
            ("DELETE FROM settings", "the setting “window”"),
            (
                "UPDATE searches SET query = 'stome'",
                "the kept search “Stones”",
            ),
            (
                "UPDATE searches SET name = 'stones'",
                "the kept search “Stones”",
            ),
            (
                "UPDATE collections SET name = 'Thesys'",
                "the collection “Thesis”",
            ),
            (
                "UPDATE problems SET reason = 'it has a title'",
                "record 1 of those that were refused",
            ),
            (
                "UPDATE imports SET paths = '[]'",
                "import 1 of those that did not end",
            ),
            (
                "UPDATE merges SET keep = 1",
                "merge 1 of those that can be taken back",
            ),
            (
                "UPDATE corrections SET x = 2",
                "what readers have said of document 1",
            ),
            (
                "UPDATE originals SET grounding = '{}'",
                "the place of document 1 before it was corrected",
            ),
        ] {
            let (mut library, keys) = with_lists();
            let connection = &library.connection;
            connection.execute_batch(damage).expect("damaged");
            connection
                .execute_batch("DELETE FROM temp.touched_rows")
                .expect("unnoted");
            // Another change does not hide it.
            library
                .mark(&keys[..1], &MarkChange::Stars(2))
                .expect("marked");
            let faults = library.check().faults;
            let places: Vec<&str> = faults.iter().map(|fault| &*fault.place).collect();
            assert!(places.contains(&place), "{damage}: {places:?}");
        }
    }

    #[test]
    fn a_name_that_cannot_be_read_takes_nothing_else_with_it() {
        let (mut library, _) = with_lists();
        let broken = "INSERT INTO settings (name, value) VALUES (CAST(x'ff41' AS TEXT), '1'); DELETE FROM temp.touched_rows";
        library.connection.execute_batch(broken).expect("written");
        let transaction = library.begin().expect("begun");
        keep_lists(&transaction).expect("the others have their sums");
        transaction.commit().expect("kept");
        let changed = changed_rows(&library.connection);
        let places: Vec<&str> = changed.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(places, ["the table settings"], "{changed:?}");
    }

    #[test]
    fn a_library_without_a_trash_is_compacted_with_its_corrections() {
        let (mut library, keys) = library();
        let nothing = crate::Correction {
            start: 0,
            end: 0,
            says: crate::Says::NotAFinding,
            structure: String::new(),
            point_mm: [0.0; 3],
        };
        library.correct(keys[0], &[nothing]).expect("corrected");
        library.compact().expect("compacted");
        let kept = library.corrections(keys[0]).expect("readable");
        assert_eq!(kept.len(), 1);
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
