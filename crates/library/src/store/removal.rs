//! Documents into the trash: its tables, and the way there.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Transaction, params};

use super::documents::grounding_of;
use super::{LibraryError, evidence};

/// Columns of `documents`, and of its copy, but for the id.
pub(super) const DOCUMENT: &str =
    "key, title, year, kind, doi, pmid, title_key, x, y, z, structure, p, outside_p";
/// The other tables of a document with their columns.
pub(super) const PARTS: [(&str, &str); 2] = [
    (
        "contents",
        "key, text, fields, source_path, source_record, source_line, grounding, embedding, model",
    ),
    ("sentences", "key, points"),
];

/// Columns have no types, so that each value is kept as it is.
const TABLES: &str = "
CREATE TABLE IF NOT EXISTS trash_removals (id INTEGER PRIMARY KEY AUTOINCREMENT, at_unix_s INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS trash_documents (
    key INTEGER PRIMARY KEY,
    removal INTEGER NOT NULL REFERENCES trash_removals (id) ON DELETE CASCADE,
    id, title, year, kind, doi, pmid, title_key, x, y, z, structure, p, outside_p
);
CREATE INDEX IF NOT EXISTS trash_documents_removal ON trash_documents (removal);
CREATE TABLE IF NOT EXISTS trash_contents (
    key INTEGER PRIMARY KEY REFERENCES trash_documents (key) ON DELETE CASCADE,
    text, fields, source_path, source_record, source_line, grounding, embedding, model
);
CREATE TABLE IF NOT EXISTS trash_sentences (
    key INTEGER PRIMARY KEY REFERENCES trash_documents (key) ON DELETE CASCADE,
    points
);
";

/// Seconds since 1970.
pub(super) fn now_unix_s() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}

/// Moves documents to the trash as one removal; keys that are not there are passed over. Returns how many were removed.
pub(super) fn remove_in(
    transaction: &Transaction<'_>,
    keys: &[i64],
    now_unix_s: i64,
) -> Result<usize, LibraryError> {
    const ASKED: &str = "key IN (SELECT value FROM json_each(?1))";
    let keys = format!("{keys:?}"); // a JSON list
    let there: Vec<i64> = transaction
        .prepare_cached(&format!("SELECT key FROM documents WHERE {ASKED}"))?
        .query_map([&keys], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    if there.is_empty() {
        return Ok(0);
    }
    transaction.execute_batch(TABLES)?;
    transaction.execute(
        "INSERT INTO trash_removals (at_unix_s) VALUES (?1)",
        [now_unix_s],
    )?;
    let removal = transaction.last_insert_rowid();
    transaction.execute(
            &format!(
                "INSERT INTO trash_documents (removal, id, {DOCUMENT}) SELECT ?2, id, {DOCUMENT} FROM documents WHERE {ASKED}"
            ),
            params![keys, removal],
        )?;
    for (table, columns) in PARTS {
        transaction.execute(
            &format!(
                "INSERT INTO trash_{table} ({columns}) SELECT {columns} FROM {table} WHERE {ASKED}"
            ),
            [&keys],
        )?;
    }
    let mut gone = evidence::Gathered::default();
    for key in there {
        match grounding_of(transaction, key)? {
            Some(grounding) => gone.put(key, &grounding),
            None => evidence::forget(transaction, key, None)?,
        }
    }
    gone.forget(transaction)?;
    transaction.execute(
        "DELETE FROM text_index WHERE rowid IN (SELECT value FROM json_each(?1))",
        [&keys],
    )?;
    let removed = transaction.execute(&format!("DELETE FROM documents WHERE {ASKED}"), [&keys])?;
    Ok(removed)
}
