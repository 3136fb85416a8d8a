//! Copies of one work made one document: the kept one takes what it lacks from the others, which go to the trash. What it was before is
//! kept, so that bringing the others back makes it that again.

use std::collections::BTreeSet;

use grounding::Grounding;
use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};

use super::correct::correct_in;
use super::corrections::{self, Correction};
use super::documents::{Fields, Stored};
use super::{Library, LibraryError};
use super::{keys, organise, placed, removal};
use crate::marks::Marks;
use crate::{Document, normalise_doi, normalise_pmid, normalise_title};

/// Copies that are to become one document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merge {
    /// Key of the one that is kept.
    pub keep: i64,
    /// Keys of the others.
    pub others: Vec<i64>,
}

/// What a merge may change of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Changed {
    year: Option<i32>,
    kind: Option<String>,
    doi: Option<String>,
    pmid: Option<String>,
    fields: String,
    pub(super) marks: Marks,
    /// What readers had said of it, where it has taken over more of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    corrections: Option<Vec<Correction>>,
}

impl Library {
    /// Makes groups of copies one document each, all in one transaction: one removal, which [`Library::restore`] takes back with what the
    /// kept ones have taken over. Keys that are not there are passed over. Returns the keys of the documents that were removed.
    ///
    /// # Errors
    /// If a document is damaged or the file cannot be written; then nothing is changed.
    pub fn merge(&mut self, groups: &[Merge]) -> Result<Vec<i64>, LibraryError> {
        let mut planned = Vec::new();
        let mut removed = BTreeSet::new();
        for group in groups {
            let Some(mut kept) = self
                .get_by_key(group.keep)?
                .filter(|_| !removed.contains(&group.keep))
            else {
                continue;
            };
            let mut others = Vec::new();
            for &key in &group.others {
                if key == group.keep || removed.contains(&key) {
                    continue;
                }
                if let Some(other) = self.get_by_key(key)? {
                    take_over(&mut kept.document, &other.document);
                    take_corrections(&mut kept, &other);
                    removed.insert(key);
                    others.push(key);
                }
            }
            if !others.is_empty() {
                planned.push((kept, others));
            }
        }
        let removed: Vec<i64> = removed.into_iter().collect();
        if removed.is_empty() {
            return Ok(removed);
        }
        let transaction = self.begin()?;
        for (kept, others) in planned {
            let keep = kept.key;
            let mut before = details(&transaction, keep)?;
            let corrections = corrections::of(&transaction, keep)?;
            if kept.corrections.len() > corrections.len() {
                before.corrections = Some(corrections);
            }
            let before_written = written(keep, &before)?;
            transaction
                .prepare_cached("INSERT INTO merges (keep, others, before) VALUES (?1, ?2, ?3)")?
                .execute(params![keep, format!("{others:?}"), before_written])?;
            set(&transaction, keep, &Changed::of(keep, &kept.document)?)?;
            if before.corrections.is_some() {
                correct_in(&transaction, keep, kept.grounding, &kept.corrections)?;
            }
        }
        removal::remove_in(&transaction, &removed, removal::now_unix_s())?;
        transaction.commit()?;
        self.forget_places();
        if let Some(vectors) = self.vectors.get_mut() {
            vectors.leave_out(&removed);
        }
        Ok(removed)
    }
}

impl Changed {
    fn of(key: i64, document: &Document) -> Result<Self, LibraryError> {
        Ok(Self {
            year: document.year,
            kind: document.kind.clone(),
            doi: document.doi.as_deref().and_then(normalise_doi),
            pmid: document.pmid.as_deref().and_then(normalise_pmid),
            fields: written(key, &Fields::of(document))?,
            marks: document.marks.clone(),
            corrections: None,
        })
    }
}

/// What becomes of a document that takes over what it lacks from another record of it; nothing where it cannot be read.
pub(super) fn completed(
    key: i64,
    before: &Changed,
    other: &Document,
) -> Result<Option<Changed>, LibraryError> {
    let Ok(fields) = serde_json::from_str::<Fields>(&before.fields) else {
        return Ok(None);
    };
    let mut kept = Document {
        year: before.year,
        kind: before.kind.clone(),
        doi: before.doi.clone(),
        pmid: before.pmid.clone(),
        marks: before.marks.clone(),
        ..Document::default()
    };
    fields.put_into(&mut kept);
    let unchanged = Changed::of(key, &kept)?;
    take_over(&mut kept, other);
    let after = Changed::of(key, &kept)?;
    // What another version of the program wrote otherwise is no change.
    Ok((after != unchanged).then_some(after))
}

/// A document that had taken over from others, and would be without that again when they come back, keeps what it takes over from this record.
pub(super) fn complete_before(
    transaction: &Transaction<'_>,
    key: i64,
    other: &Document,
) -> Result<(), LibraryError> {
    let rows: Vec<(i64, String)> = transaction
        .prepare_cached("SELECT id, before FROM merges WHERE keep = ?1")?
        .query_map([key], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (id, before) in rows {
        if let Ok(before) = serde_json::from_str::<Changed>(&before)
            && let Some(mut after) = completed(key, &before, other)?
        {
            after.corrections = before.corrections;
            transaction
                .prepare_cached("UPDATE merges SET before = ?2 WHERE id = ?1")?
                .execute(params![id, written(key, &after)?])?;
        }
    }
    Ok(())
}

/// What readers have said of a copy and not of this one. Of a sentence, where this one has it, too; what was said here counts.
fn take_corrections(kept: &mut Stored, other: &Stored) {
    for correction in &other.corrections {
        let at = match correction.is_of_whole() {
            true => Some(Correction::WHOLE),
            false => same_stretch(kept, other, correction),
        };
        let Some((start, end)) = at else {
            continue;
        };
        // That of the whole begins where the first sentence does.
        let whole = correction.is_of_whole();
        let is_said = |own: &Correction| own.start == start && own.is_of_whole() == whole;
        if !kept.corrections.iter().any(is_said) {
            kept.corrections.push(Correction {
                start,
                end,
                ..correction.clone()
            });
        }
    }
}

/// The bytes of this document's text that say what a correction of another one is about.
fn same_stretch(kept: &Stored, other: &Stored, correction: &Correction) -> Option<(usize, usize)> {
    let text = &kept.document.text;
    let said = other.document.text.get(correction.start..correction.end);
    let said = said.filter(|said| !said.trim().is_empty())?;
    if text.get(correction.start..correction.end) == Some(said) {
        return Some((correction.start, correction.end));
    }
    let start = text.find(said)?;
    Some((start, start + said.len()))
}

/// What a document lacks, out of a copy of it.
fn take_over(kept: &mut Document, other: &Document) {
    fn fill<T: Clone>(kept: &mut Option<T>, other: &Option<T>) {
        if kept.is_none() {
            kept.clone_from(other);
        }
    }
    let journal = |of: &Document| of.journal.as_deref().map(normalise_title);
    let same_place = match (journal(kept), journal(other)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    kept.details.fill(&other.details, same_place);
    fill(&mut kept.year, &other.year);
    fill(&mut kept.kind, &other.kind);
    fill(&mut kept.doi, &other.doi);
    fill(&mut kept.pmid, &other.pmid);
    fill(&mut kept.journal, &other.journal);
    fill(&mut kept.url, &other.url);
    fill(&mut kept.labels, &other.labels);
    fill(&mut kept.collection, &other.collection);
    fill(&mut kept.group, &other.group);
    if kept.authors.is_empty() {
        kept.authors.clone_from(&other.authors);
    }
    for (kept, other) in [
        (&mut kept.mesh, &other.mesh),
        (&mut kept.keywords, &other.keywords),
    ] {
        for name in other {
            if !kept.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                kept.push(name.clone());
            }
        }
    }
    kept.details.tidy(&mut kept.year, &mut kept.journal);
    kept.marks.join(&other.marks);
}

/// What a merge may change of a document, as it is.
pub(super) fn details(connection: &Connection, key: i64) -> Result<Changed, LibraryError> {
    let mut find = connection.prepare_cached(
        "SELECT d.year, d.kind, d.doi, d.pmid, c.fields FROM documents d JOIN contents c USING (key) WHERE key = ?1",
    )?;
    let mut found = find.query_row([key], |row| {
        Ok(Changed {
            year: row.get(0)?,
            kind: row.get(1)?,
            doi: row.get(2)?,
            pmid: row.get(3)?,
            fields: row.get(4)?,
            marks: Marks::default(),
            corrections: None,
        })
    })?;
    found.marks = organise::of(connection, key)?;
    Ok(found)
}

/// Puts that into a document.
pub(super) fn set(
    transaction: &Transaction<'_>,
    key: i64,
    details: &Changed,
) -> Result<(), LibraryError> {
    transaction
        .prepare_cached(
            "UPDATE documents SET year = ?2, kind = ?3, doi = ?4, pmid = ?5 WHERE key = ?1",
        )?
        .execute(params![
            key,
            details.year,
            details.kind,
            details.doi,
            details.pmid
        ])?;
    transaction
        .prepare_cached("UPDATE contents SET fields = ?2 WHERE key = ?1")?
        .execute(params![key, details.fields])?;
    organise::set(transaction, key, &details.marks)
}

fn written(key: i64, value: &impl Serialize) -> Result<String, LibraryError> {
    serde_json::to_string(value).map_err(|error| LibraryError::Damaged {
        key,
        reason: error.to_string(),
    })
}

/// Documents are about to come back: what has taken over from them is again what it was before. Returns the keys of those.
pub(super) fn take_back(
    transaction: &Transaction<'_>,
    keys: &[i64],
) -> Result<Vec<i64>, LibraryError> {
    let mut changed = Vec::new();
    let mut find =
        transaction.prepare("SELECT id, keep, before, others FROM merges ORDER BY id DESC")?;
    let rows = find.query_map([], |row| {
        Ok((
            row.get::<_, i64>(0)?,
            row.get::<_, i64>(1)?,
            row.get::<_, String>(2)?,
            row.get::<_, String>(3)?,
        ))
    })?;
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    for (id, keep, before, others) in rows {
        let others: Vec<i64> = serde_json::from_str(&others).unwrap_or_default();
        if !others.iter().any(|other| keys.contains(other)) {
            continue;
        }
        // One that is in the trash, too, keeps what it has taken over.
        let is_there: bool = transaction
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM documents WHERE key = ?1)")?
            .query_row([keep], |row| row.get(0))?;
        if is_there && let Ok(before) = serde_json::from_str::<Changed>(&before) {
            set(transaction, keep, &before)?;
            if let Some(corrections) = &before.corrections
                && let Some(original) = corrections::original(transaction, keep)?
            {
                let shown = Grounding {
                    embedding: placed::embedding_of(transaction, keep)?,
                    ..original
                };
                correct_in(transaction, keep, shown, corrections)?;
            }
            changed.push(keep);
        }
        transaction.execute("DELETE FROM merges WHERE id = ?1", [id])?;
    }
    Ok(changed)
}

/// Drops what was kept for documents that cannot come back any more.
pub(super) fn forget(connection: &Connection) -> Result<(), LibraryError> {
    if keys::has_trash(connection)? {
        connection.execute(
            "DELETE FROM merges WHERE NOT EXISTS \
             (SELECT 1 FROM json_each(others) AS other JOIN trash_documents t ON t.key = other.value)",
            [],
        )?;
    }
    Ok(())
}
