//! From format 3 to 4: groundings are packed, vectors are of 8 bits, the points of a document's sentences lie in one row, and so do the documents of
//! a block that speak of a structure.
//!
//! In format 3 a grounding was JSON, a vector 32-bit floats, each sentence and each structure that a document speaks of a row.

use grounding::{Grounding, TagSpan};
use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Transaction, params};
use serde::Deserialize;

use super::documents::{Kept, KeptSentence};
use super::evidence::Gathered;
use super::finite::unusable;
use super::{LibraryError, packed, sums};

/// What becomes of the tables before their rows are brought over. Columns have their types for who reads; SQLite keeps what it is given.
pub(super) const TABLES: &str = "
ALTER TABLE sentences RENAME TO sentences_3;
ALTER TABLE evidence RENAME TO evidence_3;
DROP INDEX evidence_key;
-- Which model has placed it.
ALTER TABLE contents ADD COLUMN model TEXT NOT NULL DEFAULT '';
-- Points of the sentences, in order: three little-endian 32-bit floats each, LPS mm.
CREATE TABLE sentences (
    key INTEGER PRIMARY KEY REFERENCES documents (key) ON DELETE CASCADE,
    points BLOB NOT NULL
);
-- Evidence worth asking for, by structure, of the documents of 128 neighbouring keys; of the newest documents in the order in which they are
-- stored, see `evidence.rs`.
CREATE TABLE evidence (
    structure TEXT NOT NULL,
    block INTEGER NOT NULL,
    list BLOB NOT NULL,
    PRIMARY KEY (structure, block)
) WITHOUT ROWID;
CREATE TABLE evidence_new (
    block INTEGER NOT NULL,
    structure TEXT NOT NULL,
    list BLOB NOT NULL,
    PRIMARY KEY (block, structure)
) WITHOUT ROWID;
-- Says all that a list of a structure's documents is sorted by.
DROP INDEX documents_structure;
CREATE INDEX documents_structure ON documents (structure, p, outside_p);
";

/// The same for the copies in the trash, where there is one.
const TRASH: &str = "
ALTER TABLE trash_sentences RENAME TO trash_sentences_3;
ALTER TABLE trash_contents ADD COLUMN model DEFAULT '';
CREATE TABLE trash_sentences (
    key INTEGER PRIMARY KEY REFERENCES trash_documents (key) ON DELETE CASCADE,
    points
);
DROP TABLE IF EXISTS trash_evidence;
";

/// Documents whose evidence is put into the index together.
const GATHERED: usize = 8192;

/// A grounding as format 3 kept it.
#[derive(Deserialize)]
struct Before {
    #[serde(flatten)]
    grounding: Grounding,
    #[serde(default)]
    tags: Vec<TagSpan>,
}

/// Brings the rows over.
pub(super) fn rows(transaction: &Transaction<'_>) -> Result<(), LibraryError> {
    documents(transaction, "")?;
    // The groundings say what it said.
    transaction.execute_batch("DROP TABLE sentences_3; DROP TABLE evidence_3")?;
    if transaction.table_exists(None, "trash_contents")? {
        transaction.execute_batch(TRASH)?;
        documents(transaction, "trash_")?;
        transaction.execute_batch("DROP TABLE trash_sentences_3")?;
    }
    Ok(())
}

/// Those of the tables whose names begin so.
fn documents(transaction: &Transaction<'_>, prefix: &str) -> Result<(), LibraryError> {
    let keys: Vec<i64> = transaction
        .prepare(&format!("SELECT key FROM {prefix}contents ORDER BY key"))?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let is_trash = !prefix.is_empty();
    let mut gathered = Gathered::default();
    for (n, key) in keys.into_iter().enumerate() {
        let sum: Option<i64> = transaction
            .prepare_cached("SELECT body FROM sums WHERE key = ?1")?
            .query_row([key], |row| row.get(0))
            .optional()?
            .flatten();
        let is_whole = sum.is_none() || sums::body_3(transaction, prefix, key)? == sum;
        let grounding = document(transaction, prefix, key)?;
        if let Some(grounding) = grounding.filter(|_| !is_trash) {
            gathered.put(key, &grounding);
        }
        if n % GATHERED == GATHERED - 1 {
            std::mem::take(&mut gathered).keep(transaction)?;
        }
        // One that was damaged before keeps the sum that it no longer has; the trash of format 2 has none.
        if is_whole && (sum.is_some() || !is_trash) {
            sums::keep_body_of(transaction, prefix, key)?;
        }
    }
    gathered.keep(transaction)
}

/// Brings a document over; its grounding, where that can be read.
fn document(
    transaction: &Transaction<'_>,
    prefix: &str,
    key: i64,
) -> Result<Option<Grounding>, LibraryError> {
    let (text, grounding, vector): (Value, Value, Value) = transaction
        .prepare_cached(&format!(
            "SELECT text, grounding, embedding FROM {prefix}contents WHERE key = ?1"
        ))?
        .query_row([key], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let mut sentences = Vec::new();
    let mut points = Vec::new();
    let mut find = transaction.prepare_cached(&format!(
        "SELECT start, end, text, structure, p, x, y, z FROM {prefix}sentences_3 WHERE key = ?1 ORDER BY number"
    ))?;
    let mut rows = find.query([key])?;
    let byte = |n: i64| usize::try_from(n).unwrap_or_default();
    while let Some(row) = rows.next()? {
        // A row of which a value is not of its type is lost; the sum tells.
        let read = || -> rusqlite::Result<(KeptSentence, [f32; 3])> {
            let sentence = KeptSentence {
                start: byte(row.get(0)?),
                end: byte(row.get(1)?),
                text: row.get(2)?,
                structure: row.get(3)?,
                p: row.get(4)?,
            };
            Ok((sentence, [row.get(5)?, row.get(6)?, row.get(7)?]))
        };
        if let Ok((sentence, point)) = read()
            && sentence.p.is_finite()
            && point.iter().all(|mm| mm.is_finite())
        {
            sentences.push(sentence);
            points.push(point);
        }
    }
    let (Value::Text(_), Value::Text(json), Value::Blob(vector)) = (text, grounding, vector) else {
        return Ok(None);
    };
    // What cannot be read is left as it is: the check tells of it, as before.
    let Ok(before) = serde_json::from_str::<Before>(&json) else {
        return Ok(None);
    };
    if unusable(&before.grounding).is_some() {
        return Ok(None);
    }
    let (floats, _) = vector.as_chunks::<4>();
    let vector: Vec<f32> = floats.iter().map(|v| f32::from_le_bytes(*v)).collect();
    let kept = Kept::with(&before.grounding, before.tags, sentences);
    transaction
        .prepare_cached(&format!(
            "UPDATE {prefix}contents SET grounding = ?2, embedding = ?3, model = ?4 WHERE key = ?1"
        ))?
        .execute(params![
            key,
            kept.packed(key)?,
            packed::pack_vector(&vector),
            before.grounding.model
        ])?;
    transaction
        .prepare_cached(&format!(
            "INSERT INTO {prefix}sentences (key, points) VALUES (?1, ?2)"
        ))?
        .execute(params![key, packed::pack_points(points.into_iter())])?;
    Ok(Some(before.grounding))
}
