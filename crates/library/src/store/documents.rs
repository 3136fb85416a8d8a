//! Documents out of the store, whole.

use grounding::{Grounding, SentenceGrounding, TagSpan};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};

use super::corrections::{self, Correction};
use super::{Library, LibraryError};
use super::{organise, packed};
use crate::{Details, Document, Identifier, Source};

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

    /// The key of the document that a word names: its id, its key, its PubMed identifier or DOI, in this order.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn key_named(&self, name: &str) -> Result<Option<i64>, LibraryError> {
        let name = name.trim();
        if let Some(key) = self.key_of(name)? {
            return Ok(Some(key));
        }
        if let Ok(key) = name.parse()
            && self.entry(key)?.is_some()
        {
            return Ok(Some(key));
        }
        let (field, value) = match Identifier::of_line(name) {
            Some(Identifier::Pmid(pmid)) => ("pmid", pmid),
            Some(Identifier::Doi(doi)) => ("doi", doi),
            None => return Ok(None),
        };
        let mut find = self.connection.prepare_cached(&format!(
            "SELECT key FROM documents WHERE {field} = ?1 ORDER BY key LIMIT 1"
        ))?;
        Ok(find.query_row([value], |row| row.get(0)).optional()?)
    }

    /// The document with this key.
    ///
    /// # Errors
    /// If the file cannot be read or the document is damaged.
    pub fn get_by_key(&self, key: i64) -> Result<Option<Stored>, LibraryError> {
        let mut find = self.connection.prepare_cached(
            "SELECT d.id, d.title, d.year, d.kind, d.doi, d.pmid, c.text, c.fields, c.source_path, c.source_record, c.source_line, \
             c.grounding, c.embedding, s.points FROM documents d JOIN contents c USING (key) LEFT JOIN sentences s USING (key) WHERE key = ?1",
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
                    row.get::<_, Vec<u8>>(11)?,
                    row.get::<_, Vec<u8>>(12)?,
                    row.get::<_, Option<Vec<u8>>>(13)?.unwrap_or_default(),
                ))
            })
            .optional()
            .map_err(|error| damaged_row(key, error))?;
        let Some((mut document, fields, grounding, embedding, points)) = row else {
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
        let grounding = match &self.in_place {
            Some(in_place) => {
                let Some(entry) = self.entry(key)? else {
                    return Ok(None);
                };
                in_place.complete(key, entry, &mut document, &grounding, &points)?
            }
            None => {
                let kept = Kept::unpacked(key, &grounding)?;
                let mut grounding = kept.with_points(&document.text, &points);
                grounding.embedding = packed::unpack_vector(&embedding);
                grounding
            }
        };
        Ok(Some(Stored {
            key,
            document,
            grounding,
            corrections: corrections::of(&self.connection, key)?,
        }))
    }

    /// The vectors of all documents that have one, with their keys, for a search by likeness.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn embeddings(&self) -> Result<Vec<(i64, Vec<f32>)>, LibraryError> {
        if let Some(in_place) = &self.in_place {
            let mut vectors = Vec::new();
            in_place.embeddings(|key, vector| vectors.push((key, vector)))?;
            return Ok(vectors);
        }
        let mut all = self.connection.prepare_cached(
            "SELECT key, embedding FROM contents WHERE length(embedding) > 0 ORDER BY key",
        )?;
        let rows = all.query_map([], |row| {
            let bytes: Vec<u8> = row.get(1)?;
            Ok((row.get(0)?, packed::unpack_vector(&bytes)))
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

/// A grounding without its vector and without the points of its sentences, kept as packed JSON in one column.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    grounding: Grounding,
    /// What the words of all sentences stand for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<TagSpan>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sentences: Vec<KeptSentence>,
}

/// A sentence without its point.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptSentence {
    pub start: usize,
    pub end: usize,
    /// Where it is not these bytes of the document's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub structure: String,
    pub p: f32,
}

impl Kept {
    /// What is kept of the grounding of a text.
    pub fn of(text: &str, grounding: &Grounding) -> Kept {
        let spans = grounding.sentences.iter();
        let sentences = grounding.sentences.iter().map(|sentence| KeptSentence {
            start: sentence.start,
            end: sentence.end,
            text: (text.get(sentence.start..sentence.end) != Some(sentence.text.as_str()))
                .then(|| sentence.text.clone()),
            structure: sentence.structure.clone(),
            p: sentence.p,
        });
        let tags = spans.flat_map(SentenceGrounding::spans).collect();
        Kept::with(grounding, tags, sentences.collect())
    }

    /// From a grounding, of which the sentences and the vector are left away, and what is kept instead.
    pub fn with(grounding: &Grounding, tags: Vec<TagSpan>, sentences: Vec<KeptSentence>) -> Kept {
        let grounding = Grounding {
            point_mm: grounding.point_mm,
            structure: grounding.structure.clone(),
            distance_mm: grounding.distance_mm,
            region: grounding.region.clone(),
            side: grounding.side,
            structures: grounding.structures.clone(),
            outside_p: grounding.outside_p,
            elsewhere: grounding.elsewhere.clone(),
            covariance_mm2: grounding.covariance_mm2,
            places: grounding.places.clone(),
            sentences: Vec::new(),
            excluded: grounding.excluded.clone(),
            by_headings: grounding.by_headings.clone(),
            model: grounding.model.clone(),
            engine: grounding.engine.clone(),
            atlas: grounding.atlas.clone(),
            embedding: Vec::new(),
        };
        Kept {
            grounding,
            tags,
            sentences,
        }
    }

    /// For the column of a document.
    pub fn packed(&self, key: i64) -> Result<Vec<u8>, LibraryError> {
        packed::pack(self).map_err(|error| LibraryError::Damaged {
            key,
            reason: error.to_string(),
        })
    }

    /// From the column of a document.
    pub fn unpacked(key: i64, packed: &[u8]) -> Result<Kept, LibraryError> {
        packed::unpack(packed).map_err(|error| LibraryError::Damaged {
            key,
            reason: format!("its grounding cannot be read: {error}"),
        })
    }

    /// The grounding of a text with the sentences at these points, but without its vector.
    pub fn with_points(self, text: &str, points: &[u8]) -> Grounding {
        let mut points = packed::unpack_points(points);
        let sentences = self.sentences.into_iter().map(|kept| {
            let mut sentence = SentenceGrounding {
                text: kept.text.unwrap_or_else(|| {
                    let own = text.get(kept.start..kept.end);
                    own.unwrap_or_default().to_owned()
                }),
                start: kept.start,
                end: kept.end,
                point_mm: points.next().unwrap_or_default(),
                structure: kept.structure,
                p: kept.p,
                ..SentenceGrounding::default()
            };
            sentence.set_spans(&self.tags);
            sentence
        });
        Grounding {
            sentences: sentences.collect(),
            ..self.grounding
        }
    }
}

/// The grounding of a document without its sentences and its vector; nothing where it cannot be read.
pub(super) fn grounding_of(
    connection: &Connection,
    key: i64,
) -> Result<Option<Grounding>, LibraryError> {
    let packed: Option<Value> = connection
        .prepare_cached("SELECT grounding FROM contents WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    Ok(match packed {
        Some(Value::Blob(packed)) => Kept::unpacked(key, &packed).ok().map(|kept| kept.grounding),
        _ => None,
    })
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
    /// For the column of a document.
    pub(super) fn json(&self, key: i64) -> Result<String, LibraryError> {
        serde_json::to_string(self).map_err(|error| LibraryError::Damaged {
            key,
            reason: error.to_string(),
        })
    }

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

    pub(super) fn put_into(self, document: &mut Document) {
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
