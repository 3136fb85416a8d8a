//! Documents into and out of the store.

use std::collections::BTreeMap;

use grounding::{Grounder, Grounding};
use rusqlite::{Transaction, params};

use super::complete::{self, Gain, Takes};
use super::documents::Fields;
use super::evidence::Gathered;
use super::finite::unusable;
use super::identity::{DuplicateBy, Found, Identity, InFile, find_duplicate, free_id_in};
use super::packing::{Packed, each_packed};
use super::placed::{best_p, replace, replace_text, set_sentences};
use super::{Completed, Library, LibraryError, Merge};
use super::{atlases, corrections, organise, read_files};
use crate::Document;

/// What became of a batch.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AddReport {
    /// Number of documents added.
    pub added: usize,
    /// Their keys, in the order of the batch.
    pub keys: Vec<i64>,
    /// Documents that were in the library, or earlier in the batch, already; they are not added.
    pub duplicates: Vec<Duplicate>,
    /// Documents that could not be added.
    pub refused: Vec<Refused>,
    /// Documents that were there and have taken over something from duplicates.
    pub completed: Vec<Completed>,
    /// Documents that were added because they are newer versions of ones that are there, which are to go into them.
    pub newer: Vec<Merge>,
}

/// What places documents now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlacedBy {
    /// Version of the model.
    pub model: String,
    /// Sum of the atlas, see [`grounding::PlacedIn`]; empty where that is not known.
    pub atlas: String,
    /// The same of the female body.
    pub hers: String,
}

impl PlacedBy {
    /// What this grounder places.
    pub fn of(grounder: &Grounder) -> Self {
        Self {
            model: grounder.model().version.clone(),
            atlas: grounder.placed_in().sum.clone(),
            hers: grounder.placed_in().hers.clone(),
        }
    }
}

/// A document that was not added because it is there.
#[derive(Debug, Clone, PartialEq)]
pub struct Duplicate {
    /// Its place in the batch, from 0.
    pub index: usize,
    /// Its id and title.
    pub id: String,
    /// Title of the one that was not added.
    pub title: String,
    /// Key of the one that is there.
    pub of_key: i64,
    /// Id of the one that is there.
    pub of_id: String,
    /// Title of the one that is there.
    pub of_title: String,
    /// What tells that they are the same.
    pub by: DuplicateBy,
}

impl Duplicate {
    pub(crate) fn of(
        index: usize,
        document: &Document,
        found: Found,
        by: DuplicateBy,
    ) -> Duplicate {
        Duplicate {
            index,
            id: document.id.clone(),
            title: document.title.clone(),
            of_key: found.key,
            of_id: found.id,
            of_title: found.title,
            by,
        }
    }
}

/// A record that is in the library already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Its title in the file.
    pub title: String,
    /// Key of the document that is there.
    pub of_key: i64,
    /// Title of that one.
    pub of_title: String,
    /// What tells that they are the same.
    pub by: DuplicateBy,
}

/// A document that could not be added.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// Its place in the batch, from 0.
    pub index: usize,
    /// Its id.
    pub id: String,
    /// Why.
    pub reason: String,
}

/// Notes the files of what was added or is there already; `points`: key and place in the batch of what was added.
fn note_files(
    change: &Transaction<'_>,
    batch: &[(Document, Grounding)],
    report: &AddReport,
    points: &[(i64, usize)],
) -> rusqlite::Result<()> {
    let refused = |index: &usize| report.refused.iter().any(|refused| refused.index == *index);
    let kept = (0..batch.len()).filter(|index| !refused(index));
    read_files::note(change, kept.map(|index| &batch[index].0))?;
    let known = report.duplicates.iter();
    let known = known.map(|known| (known.of_key, known.index));
    let there = points.iter().copied().chain(known);
    read_files::note_of_records(change, there.map(|(key, index)| (key, &batch[index].0)))
}

impl Library {
    /// Adds documents with their groundings, all in one transaction: after an error none of them is there.
    ///
    /// A document that is there already (by DOI, PMID, or title with year; in the library or earlier in the batch) is not added
    /// but reported; what the one that is there lacks (tags, collections, a note, files, identifiers, fields, the whole text) it takes over. The same
    /// record of the same file with another text is a newer version: it is added, and named in [`AddReport::newer`]. An id that another document has
    /// gets a number at its end.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, batch: &[(Document, Grounding)]) -> Result<AddReport, LibraryError> {
        let mut report = AddReport::default();
        let transaction = self.begin()?;
        let mut points = Vec::new();
        let mut gathered = Gathered::default();
        let (mut newer, mut texts) = (Vec::new(), BTreeMap::new());
        each_packed(batch, |index, packed| -> Result<(), LibraryError> {
            let (document, grounding) = &batch[index];
            if let Some(reason) = unusable(grounding) {
                report.refused.push(Refused {
                    index,
                    id: document.id.clone(),
                    reason,
                });
                return Ok(());
            }
            let there = &mut InFile(&transaction);
            let mut older = None;
            if let Some((found, by)) = find_duplicate(there, document, &packed.identity)? {
                let of = found.key;
                let is_new = report.keys.contains(&of);
                let is_touched = is_new || report.completed.iter().any(|known| known.key == of);
                let takes = |what| if is_new { Takes::AsNew } else { what };
                match complete::gain(&transaction, &found, document, is_touched)? {
                    Gain::Newer if !is_new => older = Some(of),
                    Gain::Nothing | Gain::Newer => {}
                    Gain::Fields(after) => {
                        let takes = takes(Takes::Fields);
                        let done = complete::take(&transaction, of, &after, document, takes)?;
                        report.completed.push(done);
                    }
                    Gain::Text(after) => {
                        let takes = takes(Takes::Text);
                        let done = complete::take(&transaction, of, &after, document, takes)?;
                        report.completed.push(done);
                        // One that is earlier in the batch has no words in the index yet.
                        texts.entry(of).or_insert(index);
                    }
                }
                if older.is_none() {
                    report
                        .duplicates
                        .push(Duplicate::of(index, document, found, by));
                    return Ok(());
                }
            }
            let key = insert(&transaction, document, grounding, &packed)?;
            gathered.put(key, grounding);
            report.added += 1;
            report.keys.push(key);
            points.push((key, index));
            newer.extend(older.map(|older| (key, older)));
            Ok(())
        })?;
        gathered.keep(&transaction)?;
        // Last: each statement that may be taken back alone, as most others, makes the index of words write what it has to the file, a part of its own
        // to be merged later. Together it is one part for all.
        for &(key, index) in &points {
            let document = &batch[index].0;
            transaction
                .prepare_cached("INSERT INTO text_index (rowid, title, text) VALUES (?1, ?2, ?3)")?
                .execute(params![key, document.title, document.text])?;
        }
        for (&key, &index) in &texts {
            let (document, grounding) = &batch[index];
            replace_text(&transaction, key, document, grounding)?;
        }
        note_files(&transaction, batch, &report, &points)?;
        transaction.commit()?;
        report.newer = complete::newer(newer);
        let added = points.iter().map(|&(key, index)| (key, &batch[index].1));
        self.weigh_added(added);
        if let Some(vectors) = self.vectors.get_mut() {
            for &(key, index) in &points {
                let grounding = &batch[index].1;
                vectors.push(key, &grounding.embedding, Some(&grounding.model));
            }
        }
        if let Some(documents) = self.documents.get_mut() {
            for &(key, index) in &points {
                documents.insert(batch[index].1.point_mm, key);
            }
        }
        if let Some(sentences) = self.sentences.get_mut() {
            for &(key, index) in &points {
                for (number, sentence) in (0..).zip(&batch[index].1.sentences) {
                    sentences.insert(sentence.point_mm, (key, number));
                }
            }
        }
        if !texts.is_empty() {
            self.forget_indexes();
        } else if !report.completed.is_empty() {
            self.forget_facets();
        }
        // Last: the documents are stored, and where this fails the next question counts them.
        let _ = self.count_added(&report.keys);
        Ok(report)
    }

    /// The document of the library that this one is a duplicate of, without adding it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn duplicate_of(
        &self,
        document: &Document,
    ) -> Result<Option<(i64, DuplicateBy)>, LibraryError> {
        let there = &mut InFile(&self.connection);
        let found = find_duplicate(there, document, &Identity::of(document))?;
        Ok(found.map(|(found, by)| (found.key, by)))
    }

    /// What a preview says of a document that is there already.
    pub(crate) fn known_as(&self, document: &Document) -> Result<Option<Known>, LibraryError> {
        let found = match &self.in_place {
            Some(in_place) if in_place.is_on_server() => in_place.known_as(document)?,
            _ => {
                let there = &mut InFile(&self.connection);
                let found = find_duplicate(there, document, &Identity::of(document))?;
                match found {
                    Some((found, by)) => match self.gain(&found, document)? {
                        Gain::Newer => None,
                        _ => Some((found, by)),
                    },
                    None => None,
                }
            }
        };
        Ok(found.map(|(found, by)| Known {
            title: document.title.clone(),
            of_key: found.key,
            of_title: found.title,
            by,
        }))
    }

    /// Replaces the groundings of documents (after a change of model), all in one transaction; what readers have said of them stays
    /// said. Keys that are not there are passed over. Returns how many were replaced.
    ///
    /// # Errors
    /// If a grounding cannot be kept or the file not be written; then none is replaced.
    pub fn set_groundings(&mut self, placed: &[(i64, Grounding)]) -> Result<usize, LibraryError> {
        let transaction = self.begin()?;
        let mut replaced = 0;
        for (key, grounding) in placed {
            if let Some(reason) = unusable(grounding) {
                return Err(LibraryError::Damaged { key: *key, reason });
            }
            let corrected = corrections::anew(&transaction, *key, grounding)?;
            let shown = corrected.as_ref().unwrap_or(grounding);
            replaced += usize::from(replace(&transaction, *key, shown)?);
        }
        transaction.commit()?;
        self.forget_indexes();
        Ok(replaced)
    }

    /// Keys of the documents that were placed by another model than this one, in the order in which they were added; those whose
    /// grounding was damaged when the library was brought up to date are among them.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn placed_by_others(&self, model: &str) -> Result<Vec<i64>, LibraryError> {
        let mut find = self
            .connection
            .prepare_cached("SELECT key FROM contents WHERE model <> ?1 ORDER BY key")?;
        let rows = find.query_map([model], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Keys of the documents that were placed by another model or in another atlas than these, in the order in which they were added. Of which atlas nothing is
    /// known (it was placed before that was kept), it counts as this one; so does the female body.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn outdated(&self, now: &PlacedBy) -> Result<Vec<i64>, LibraryError> {
        let mut keys = self.placed_by_others(&now.model)?;
        if !now.atlas.is_empty() {
            keys.extend(atlases::others(&self.connection, &now.atlas, &now.hers)?);
            keys.sort_unstable();
            keys.dedup();
        }
        Ok(keys)
    }
}

/// Adds a document, but for its words.
fn insert(
    transaction: &Transaction<'_>,
    document: &Document,
    grounding: &Grounding,
    packed: &Packed,
) -> Result<i64, LibraryError> {
    let identity = &packed.identity;
    let id = free_id_in(transaction, &document.id)?;
    let [x, y, z] = grounding.point_mm;
    transaction
        .prepare_cached(
            "INSERT INTO documents (id, title, year, kind, doi, pmid, title_key, x, y, z, structure, p, outside_p) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?
        .execute(params![
            id,
            document.title,
            document.year,
            document.kind,
            identity.doi,
            identity.pmid,
            identity.title,
            x,
            y,
            z,
            grounding.structure,
            best_p(grounding),
            grounding.outside_p
        ])?;
    let key = transaction.last_insert_rowid();
    let fields = Fields::of(document).json(key)?;
    let kept = packed.grounding.as_ref();
    let kept = kept.map_err(|reason| LibraryError::Damaged {
        key,
        reason: reason.clone(),
    })?;
    transaction
        .prepare_cached(
            "INSERT INTO contents (key, text, fields, source_path, source_record, source_line, grounding, embedding, model) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            key,
            document.text,
            fields,
            document.source.path.to_string_lossy(),
            i64::try_from(document.source.record).unwrap_or(i64::MAX),
            document.source.line.map(|line| i64::try_from(line).unwrap_or(i64::MAX)),
            kept,
            packed.embedding,
            grounding.model
        ])?;
    set_sentences(transaction, key, &packed.points)?;
    atlases::keep(transaction, key, grounding)?;
    if !document.marks.is_empty() {
        organise::set(transaction, key, &document.marks.cleaned())?;
    }
    Ok(key)
}
