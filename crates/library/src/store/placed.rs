//! Source, text and place of a document that is there, put in the stead of those that it had.

use grounding::Grounding;
use rusqlite::{OptionalExtension, Transaction, params};

use super::documents::{Kept, grounding_of};
use super::evidence::{self, Gathered};
use super::finite::unusable;
use super::{LibraryError, atlases, corrections, packed};
use crate::{Document, Source};

/// Replaces the grounding of a document. Returns whether the document is there.
pub(super) fn replace(
    transaction: &Transaction<'_>,
    key: i64,
    grounding: &Grounding,
) -> Result<bool, LibraryError> {
    let text: Option<String> = transaction
        .prepare_cached("SELECT text FROM contents WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    let Some(text) = text else { return Ok(false) };
    if let Some(reason) = unusable(grounding) {
        return Err(LibraryError::Damaged { key, reason });
    }
    evidence::forget(transaction, key, grounding_of(transaction, key)?.as_ref())?;
    let [x, y, z] = grounding.point_mm;
    transaction
        .prepare_cached(
            "UPDATE documents SET x = ?2, y = ?3, z = ?4, structure = ?5, p = ?6, outside_p = ?7 WHERE key = ?1",
        )?
        .execute(params![
            key,
            x,
            y,
            z,
            grounding.structure,
            best_p(grounding),
            grounding.outside_p
        ])?;
    transaction
        .prepare_cached(
            "UPDATE contents SET grounding = ?2, embedding = ?3, model = ?4 WHERE key = ?1",
        )?
        .execute(params![
            key,
            Kept::of(&text, grounding).packed(key)?,
            packed::pack_vector(&grounding.embedding),
            grounding.model
        ])?;
    atlases::keep(transaction, key, grounding)?;
    let points = grounding.sentences.iter().map(|s| s.point_mm);
    set_sentences(transaction, key, &packed::pack_points(points))?;
    let mut gathered = Gathered::default();
    gathered.put(key, grounding);
    gathered.keep(transaction)?;
    Ok(true)
}

/// The vector of a document.
pub(super) fn embedding_of(
    transaction: &Transaction<'_>,
    key: i64,
) -> Result<Vec<f32>, LibraryError> {
    let bytes: Option<Vec<u8>> = transaction
        .prepare_cached("SELECT embedding FROM contents WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    Ok(bytes.map_or_else(Vec::new, |bytes| packed::unpack_vector(&bytes)))
}

/// Says that a document comes from this source.
pub(super) fn set_source(
    transaction: &Transaction<'_>,
    key: i64,
    source: &Source,
) -> Result<(), LibraryError> {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    transaction
        .prepare_cached("UPDATE contents SET source_path = ?2, source_record = ?3, source_line = ?4 WHERE key = ?1")?
        .execute(params![
            key,
            source.path.to_string_lossy(),
            number(source.record),
            source.line.map(number),
        ])?;
    Ok(())
}

/// Gives a document the text, the source and the place of this one; its title stays, and what readers have said of it.
pub(super) fn replace_text(
    transaction: &Transaction<'_>,
    key: i64,
    document: &Document,
    grounding: &Grounding,
) -> Result<(), LibraryError> {
    let title: String = transaction
        .prepare_cached("SELECT title FROM documents WHERE key = ?1")?
        .query_row([key], |row| row.get(0))?;
    transaction
        .prepare_cached("UPDATE contents SET text = ?2 WHERE key = ?1")?
        .execute(params![key, document.text])?;
    set_source(transaction, key, &document.source)?;
    transaction
        .prepare_cached("DELETE FROM text_index WHERE rowid = ?1")?
        .execute([key])?;
    transaction
        .prepare_cached("INSERT INTO text_index (rowid, title, text) VALUES (?1, ?2, ?3)")?
        .execute(params![key, title, document.text])?;
    let corrected = corrections::anew(transaction, key, grounding)?;
    replace(transaction, key, corrected.as_ref().unwrap_or(grounding))?;
    Ok(())
}

/// Evidence for the structure that a grounding names.
pub(crate) fn best_p(grounding: &Grounding) -> f32 {
    grounding
        .structures
        .iter()
        .find(|evidence| evidence.id == grounding.structure)
        .map_or(1.0 - grounding.outside_p, |evidence| evidence.p)
}

/// Keeps the points of the sentences, which are looked for by place.
pub(super) fn set_sentences(
    transaction: &Transaction<'_>,
    key: i64,
    points: &[u8],
) -> Result<(), LibraryError> {
    transaction
        .prepare_cached("INSERT OR REPLACE INTO sentences (key, points) VALUES (?1, ?2)")?
        .execute(params![key, points])?;
    Ok(())
}
