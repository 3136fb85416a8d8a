//! Documents out of the store, whole.

use grounding::{Grounding, SentenceGrounding, TagSpan};
use rusqlite::OptionalExtension;
use serde::{Deserialize, Serialize};

use super::corrections::{self, Correction};
use super::organise;
use super::{Library, LibraryError};
use crate::{Details, Document, Source};

/// A document of the library with its grounding.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// Key in this library; stays the same as long as the document is in it.
    pub key: i64,
    /// The document.
    pub document: Document,
    /// Where it belongs; where readers have corrected that, as they say.
    pub grounding: Grounding,
    /// What readers have said of it.
    pub corrections: Vec<Correction>,
}

impl Library {
    /// The document with this id.
    ///
    /// # Errors
    /// If the file cannot be read or the document is damaged.
    pub fn get(&self, id: &str) -> Result<Option<Stored>, LibraryError> {
        match self.key_of(id)? {
            Some(key) => self.get_by_key(key),
            None => Ok(None),
        }
    }

    /// The key of the document with this id.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn key_of(&self, id: &str) -> Result<Option<i64>, LibraryError> {
        let mut find = self
            .connection
            .prepare_cached("SELECT key FROM documents WHERE id = ?1")?;
        Ok(find.query_row([id], |row| row.get(0)).optional()?)
    }

    /// The document with this key.
    ///
    /// # Errors
    /// If the file cannot be read or the document is damaged.
    pub fn get_by_key(&self, key: i64) -> Result<Option<Stored>, LibraryError> {
        let mut find = self.connection.prepare_cached(
            "SELECT d.id, d.title, d.year, d.kind, d.doi, d.pmid, c.text, c.fields, c.source_path, c.source_record, c.source_line, \
             c.grounding, c.embedding FROM documents d JOIN contents c USING (key) WHERE key = ?1",
        )?;
        let row = find
            .query_row([key], |row| {
                let document = Document {
                    id: row.get(0)?,
                    title: row.get(1)?,
                    year: row.get(2)?,
                    kind: row.get(3)?,
                    doi: row.get(4)?,
                    pmid: row.get(5)?,
                    text: row.get(6)?,
                    source: Source {
                        path: row.get::<_, String>(8)?.into(),
                        record: row.get::<_, i64>(9)?.try_into().unwrap_or_default(),
                        line: row
                            .get::<_, Option<i64>>(10)?
                            .and_then(|line| line.try_into().ok()),
                    },
                    ..Document::default()
                };
                Ok((
                    document,
                    row.get::<_, String>(7)?,
                    row.get::<_, String>(11)?,
                    row.get::<_, Vec<u8>>(12)?,
                ))
            })
            .optional()
            .map_err(|error| damaged_row(key, error))?;
        let Some((mut document, fields, grounding, embedding)) = row else {
            return Ok(None);
        };
        let damaged = |error: serde_json::Error| LibraryError::Damaged {
            key,
            reason: error.to_string(),
        };
        serde_json::from_str::<Fields>(&fields)
            .map_err(damaged)?
            .put_into(&mut document);
        document.marks = organise::of(&self.connection, key)?;
        let kept: Kept = serde_json::from_str(&grounding).map_err(damaged)?;
        let mut grounding = kept.grounding;
        grounding.embedding = floats(&embedding);
        grounding.sentences = self.sentences_of(key, &document.text)?;
        for sentence in &mut grounding.sentences {
            sentence.set_spans(&kept.tags);
        }
        Ok(Some(Stored {
            key,
            document,
            grounding,
            corrections: corrections::of(&self.connection, key)?,
        }))
    }

    fn sentences_of(&self, key: i64, text: &str) -> Result<Vec<SentenceGrounding>, LibraryError> {
        let mut find = self
            .connection
            .prepare_cached("SELECT start, end, text, x, y, z, structure, p FROM sentences WHERE key = ?1 ORDER BY number")?;
        let rows = find.query_map([key], |row| {
            let start = usize::try_from(row.get::<_, i64>(0)?).unwrap_or_default();
            let end = usize::try_from(row.get::<_, i64>(1)?).unwrap_or_default();
            let own: Option<String> = row.get(2)?;
            Ok(SentenceGrounding {
                text: own.unwrap_or_else(|| text.get(start..end).unwrap_or_default().to_owned()),
                start,
                end,
                point_mm: [row.get(3)?, row.get(4)?, row.get(5)?],
                structure: row.get(6)?,
                p: row.get(7)?,
                ..SentenceGrounding::default()
            })
        })?;
        let rows = rows.collect::<Result<_, _>>();
        rows.map_err(|error| damaged_row(key, error))
    }

    /// The vectors of all documents that have one, with their keys, for a search by likeness.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn embeddings(&self) -> Result<Vec<(i64, Vec<f32>)>, LibraryError> {
        let mut all = self.connection.prepare_cached(
            "SELECT key, embedding FROM contents WHERE length(embedding) > 0 ORDER BY key",
        )?;
        let rows = all.query_map([], |row| {
            let bytes: Vec<u8> = row.get(1)?;
            Ok((row.get(0)?, floats(&bytes)))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// A value of a document that is not of its type is that document's damage, and not the library's.
fn damaged_row(key: i64, error: rusqlite::Error) -> LibraryError {
    match error {
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::InvalidColumnType(..) => LibraryError::Damaged {
            key,
            reason: error.to_string(),
        },
        error => error.into(),
    }
}

/// Little-endian 32-bit floats.
fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes
        .chunks_exact(4)
        .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

/// A grounding without its sentences and its vector, and what the words of all sentences stand for, kept as JSON in one column.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    #[serde(flatten)]
    grounding: Grounding,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<TagSpan>,
}

impl Kept {
    pub(super) fn of(grounding: &Grounding) -> Kept {
        let tags = grounding.sentences.iter();
        Kept {
            tags: tags.flat_map(SentenceGrounding::spans).collect(),
            grounding: Grounding {
                sentences: Vec::new(),
                embedding: Vec::new(),
                ..grounding.clone()
            },
        }
    }
}

/// The fields of a document that no question asks for, kept as JSON in one column.
#[derive(Serialize, Deserialize)]
pub(super) struct Fields {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    authors: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    journal: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    mesh: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    labels: Option<serde_json::Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    collection: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(default, skip_serializing_if = "Details::is_empty")]
    details: Details,
}

impl Fields {
    pub(super) fn of(document: &Document) -> Fields {
        Fields {
            authors: document.authors.clone(),
            journal: document.journal.clone(),
            url: document.url.clone(),
            mesh: document.mesh.clone(),
            keywords: document.keywords.clone(),
            labels: document.labels.clone(),
            collection: document.collection.clone(),
            group: document.group.clone(),
            details: document.details.clone(),
        }
    }

    fn put_into(self, document: &mut Document) {
        document.authors = self.authors;
        document.journal = self.journal;
        document.url = self.url;
        document.mesh = self.mesh;
        document.keywords = self.keywords;
        document.labels = self.labels;
        document.collection = self.collection;
        document.group = self.group;
        document.details = self.details;
    }
}
