//! The place of a document as the store keeps it, put in another's stead.

use grounding::Grounding;
use rusqlite::{OptionalExtension, Transaction, params};

use super::documents::{Kept, grounding_of};
use super::evidence::{self, Gathered};
use super::finite::unusable;
use super::{LibraryError, packed};

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
    let points = grounding.sentences.iter().map(|s| s.point_mm);
    set_sentences(transaction, key, &packed::pack_points(points))?;
    let mut gathered = Gathered::default();
    gathered.put(key, grounding);
    gathered.keep(transaction)?;
    Ok(true)
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
