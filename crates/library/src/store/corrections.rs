//! What a reader says of a sentence or a document instead of the model. The model's own answer is kept beside it, so that every
//! correction can be taken back, and what was corrected can be learnt from.

use anatomy::{Catalogue, StructureIndex};
use grounding::{Evidence, Grounding, PlaceShare, SideReading, Tag};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::{Deserialize, Serialize};

use super::add::replace;
use super::{Library, LibraryError};

/// Made with the first correction, so that programs of before open a library without any. Both stay while a document is in the trash.
/// `start` and `end` are bytes of the document's text; `originals` has what the model had said of a corrected document, as JSON.
const TABLES: &str = "
CREATE TABLE IF NOT EXISTS corrections (
    key INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    says TEXT NOT NULL,
    structure TEXT NOT NULL,
    x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (key, start, end)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS originals (key INTEGER PRIMARY KEY, grounding TEXT NOT NULL);
";

/// A sentence speaks for a place from this evidence on.
const SPEAKS: f32 = 0.5;

/// Variance of a place that a reader has named, along each axis, mm^2.
const SURE_MM2: f32 = 25.0;

/// What a reader says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Says {
    /// It says nothing about a place: what it names is absent, normal or beside the point.
    NotAFinding,
    /// It is about the same structure on the other side.
    OtherSide,
    /// It is about another structure.
    BelongsHere,
}

impl Says {
    const ALL: [Self; 3] = [Self::NotAFinding, Self::OtherSide, Self::BelongsHere];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotAFinding => "not_a_finding",
            Self::OtherSide => "other_side",
            Self::BelongsHere => "belongs_here",
        }
    }
}

/// What a reader says of one sentence, or of a whole document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    /// First byte of the sentence in the document's text; the document as a whole is [`Correction::WHOLE`].
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
    /// What is said.
    pub says: Says,
    /// Catalogue id of the structure that it is about; empty for [`Says::NotAFinding`].
    pub structure: String,
    /// A point in that structure, LPS mm.
    pub point_mm: [f32; 3],
}

impl Correction {
    /// The stretch that stands for the document as a whole.
    pub const WHOLE: (usize, usize) = (0, 0);

    fn is_of_whole(&self) -> bool {
        (self.start, self.end) == Self::WHOLE
    }
}

/// A corrected text with its right answer, in the terms of the texts that reading is learnt from.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// What was said of it.
    pub says: Says,
    /// The sentence; of a whole document its title and text.
    pub text: String,
    /// Catalogue id of the right structure; nothing where the text is about no place.
    pub structure: Option<String>,
    /// Catalogue id of what the model had taken it for, where that is wrong.
    pub instead_of: Option<String>,
    /// Version of the model that had.
    pub model: String,
}

impl Label {
    /// As a line of the table that the trainer and `eval reading` read: part, kind, voice, text, accepted ids, excluded ids, side.
    pub fn row(&self) -> String {
        let words = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let side = self.structure.as_deref().and_then(side_of);
        let side = side.map_or("", |side| match side {
            anatomy::Side::Left => "left",
            anatomy::Side::Right => "right",
            _ => "",
        });
        let accepted = self.structure.as_deref().unwrap_or("none");
        let excluded = self.instead_of.as_deref().unwrap_or_default();
        let kind = self.says.name();
        format!("train\t{kind}\treader\t{words}\t{accepted}\t{excluded}\t{side}")
    }
}

fn side_of(structure: &str) -> Option<anatomy::Side> {
    let catalogue = Catalogue::builtin();
    let row = catalogue.index_of(structure)?;
    Some(catalogue.get(row).side)
}

impl Library {
    /// Says of a document what a reader says of it: the corrections replace those that it had, and without any it is again as the model
    /// placed it. Its sentences follow; the document itself follows when no sentence that was left alone speaks for its place. Returns
    /// whether the document is there.
    ///
    /// # Errors
    /// If the file cannot be written or the document is damaged; then nothing is changed.
    pub fn correct(&mut self, key: i64, corrections: &[Correction]) -> Result<bool, LibraryError> {
        let Some(stored) = self.get_by_key(key)? else {
            return Ok(false);
        };
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let embedding = stored.grounding.embedding.clone();
        let original = match original(&transaction, key)? {
            Some(kept) => Grounding { embedding, ..kept },
            None => stored.grounding,
        };
        if corrections.is_empty() && !has_any(&transaction)? {
            return Ok(true);
        }
        transaction.execute_batch(TABLES)?;
        transaction.execute("DELETE FROM corrections WHERE key = ?1", [key])?;
        transaction.execute("DELETE FROM originals WHERE key = ?1", [key])?;
        if !corrections.is_empty() {
            keep(&transaction, key, &original)?;
        }
        for correction in corrections {
            let [x, y, z] = correction.point_mm;
            transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO corrections (key, start, end, says, structure, x, y, z, at) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                )?
                .execute(params![
                    key,
                    i64::try_from(correction.start).unwrap_or(i64::MAX),
                    i64::try_from(correction.end).unwrap_or(i64::MAX),
                    correction.says.name(),
                    correction.structure,
                    x,
                    y,
                    z
                ])?;
        }
        let there = replace(&transaction, key, &corrected(&original, corrections))?;
        transaction.commit()?;
        self.forget_indexes();
        Ok(there)
    }

    /// What a reader has said of a document.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn corrections(&self, key: i64) -> Result<Vec<Correction>, LibraryError> {
        of(&self.connection, key)
    }

    /// Every correction as a text with its right answer, in the order of the documents.
    ///
    /// # Errors
    /// If the file cannot be read or a document is damaged.
    pub fn labels(&self) -> Result<Vec<Label>, LibraryError> {
        if !has_any(&self.connection)? {
            return Ok(Vec::new());
        }
        let keys: Vec<i64> = self
            .connection
            .prepare(
                "SELECT DISTINCT key FROM corrections JOIN documents USING (key) ORDER BY key",
            )?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        let mut labels = Vec::new();
        for key in keys {
            let (Some(stored), Some(original)) =
                (self.get_by_key(key)?, original(&self.connection, key)?)
            else {
                continue;
            };
            for correction in self.corrections(key)? {
                let sentence = sentence_of(&original, &correction);
                let (text, taken_for) = match sentence {
                    Some(n) => {
                        let sentence = &original.sentences[n];
                        (sentence.text.clone(), &sentence.structure)
                    }
                    None => (
                        format!("{} {}", stored.document.title, stored.document.text),
                        &original.structure,
                    ),
                };
                let structure =
                    (correction.says != Says::NotAFinding).then(|| correction.structure.clone());
                labels.push(Label {
                    says: correction.says,
                    text,
                    instead_of: Some(taken_for.clone())
                        .filter(|id| !id.is_empty() && Some(id) != structure.as_ref()),
                    structure,
                    model: original.model.clone(),
                });
            }
        }
        Ok(labels)
    }
}

/// Whether anything was ever corrected.
fn has_any(connection: &Connection) -> Result<bool, LibraryError> {
    Ok(connection.table_exists(None, "originals")?)
}

/// Drops what was said of documents that are neither in the library nor in its trash.
pub(super) fn forget(connection: &Connection) -> Result<(), LibraryError> {
    if has_any(connection)? {
        for table in ["corrections", "originals"] {
            let gone = format!(
                "DELETE FROM {table} WHERE key NOT IN (SELECT key FROM documents UNION ALL SELECT key FROM trash_documents)"
            );
            connection.execute(&gone, [])?;
        }
    }
    Ok(())
}

/// The corrections of a document.
pub(super) fn of(connection: &Connection, key: i64) -> Result<Vec<Correction>, LibraryError> {
    if !has_any(connection)? {
        return Ok(Vec::new());
    }
    let mut find = connection.prepare_cached(
        "SELECT start, end, says, structure, x, y, z FROM corrections WHERE key = ?1 ORDER BY start",
    )?;
    let rows = find.query_map([key], |row| {
        let says: String = row.get(2)?;
        let known = Says::ALL.into_iter().find(|known| known.name() == says);
        Ok(known.map(|says| {
            let byte = |n: i64| usize::try_from(n).unwrap_or_default();
            Ok::<_, rusqlite::Error>(Correction {
                start: byte(row.get(0)?),
                end: byte(row.get(1)?),
                says,
                structure: row.get(3)?,
                point_mm: [row.get(4)?, row.get(5)?, row.get(6)?],
            })
        }))
    })?;
    let mut found = Vec::new();
    for row in rows {
        // What a later version may say besides is passed over.
        if let Some(correction) = row? {
            found.push(correction?);
        }
    }
    Ok(found)
}

/// The grounding that the model gave a document which has been corrected, without its vector.
fn original(connection: &Connection, key: i64) -> Result<Option<Grounding>, LibraryError> {
    if !has_any(connection)? {
        return Ok(None);
    }
    let kept: Option<String> = connection
        .prepare_cached("SELECT grounding FROM originals WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    let damaged = |error: serde_json::Error| LibraryError::Damaged {
        key,
        reason: error.to_string(),
    };
    kept.map(|kept| serde_json::from_str(&kept).map_err(damaged))
        .transpose()
}

fn keep(transaction: &Transaction<'_>, key: i64, original: &Grounding) -> Result<(), LibraryError> {
    let kept = serde_json::to_string(original).map_err(|error| LibraryError::Damaged {
        key,
        reason: error.to_string(),
    })?;
    transaction
        .prepare_cached("INSERT OR REPLACE INTO originals (key, grounding) VALUES (?1, ?2)")?
        .execute(params![key, kept])?;
    Ok(())
}

/// What a new grounding of a document is with what readers have said of it; it is kept as the model's own answer.
pub(super) fn anew(
    transaction: &Transaction<'_>,
    key: i64,
    grounding: &Grounding,
) -> Result<Option<Grounding>, LibraryError> {
    let corrections = of(transaction, key)?;
    if corrections.is_empty() {
        return Ok(None);
    }
    keep(transaction, key, grounding)?;
    Ok(Some(corrected(grounding, &corrections)))
}

/// The sentence that a correction is about: where another version of the program cut sentences elsewhere, the one that its first byte
/// lies in.
fn sentence_of(grounding: &Grounding, correction: &Correction) -> Option<usize> {
    let mut sentences = grounding.sentences.iter();
    let holds = |start, end| (start..end).contains(&correction.start);
    let found = sentences.position(|sentence| holds(sentence.start, sentence.end));
    found.filter(|_| !correction.is_of_whole())
}

/// A grounding with what readers have said.
fn corrected(original: &Grounding, corrections: &[Correction]) -> Grounding {
    let catalogue = Catalogue::builtin();
    let mut grounding = original.clone();
    let mut touched = vec![false; original.sentences.len()];
    let mut whole = None;
    for correction in corrections {
        let Some(n) = sentence_of(original, correction) else {
            if correction.is_of_whole() {
                whole = Some(correction);
            }
            continue;
        };
        touched[n] = true;
        let sentence = &mut grounding.sentences[n];
        if correction.says == Says::NotAFinding {
            sentence.p = 0.0;
            for tag in &mut sentence.tags {
                if matches!(tag.tag, Tag::Finding | Tag::Uncertain) {
                    tag.tag = Tag::Excluded;
                }
            }
        } else {
            sentence.structure.clone_from(&correction.structure);
            sentence.point_mm = correction.point_mm;
            sentence.p = 1.0;
        }
    }
    if let Some(correction) = whole {
        match correction.says {
            Says::NotAFinding => grounding.outside_p = 1.0,
            _ => put(&mut grounding, &correction.structure, correction.point_mm),
        }
        return grounding;
    }
    let row = |id: &str| catalogue.index_of(id);
    let related = |a: &str, b: &str| match (row(a), row(b)) {
        (Some(a), Some(b)) => catalogue.is_part_of(a, b) || catalogue.is_part_of(b, a),
        _ => a == b,
    };
    let mut left = original.sentences.iter().zip(&touched);
    let stays = left
        .any(|(s, touched)| !touched && s.p > SPEAKS && related(&s.structure, &original.structure));
    if stays || !touched.contains(&true) {
        return grounding;
    }
    // What a reader has named comes first, then what the model says of the other sentences.
    let named = grounding.sentences.iter().zip(&touched);
    let best = named
        .filter(|(sentence, _)| sentence.p > SPEAKS)
        .max_by(|(a, a_named), (b, b_named)| a_named.cmp(b_named).then(a.p.total_cmp(&b.p)))
        .map(|(sentence, _)| (sentence.structure.clone(), sentence.point_mm));
    match best {
        Some((structure, point_mm)) => put(&mut grounding, &structure, point_mm),
        None => grounding.outside_p = 1.0,
    }
    grounding
}

/// Puts a document at a place that is sure.
fn put(grounding: &mut Grounding, structure: &str, point_mm: [f32; 3]) {
    let catalogue = Catalogue::builtin();
    let within = |part: StructureIndex, whole: &str| {
        catalogue
            .index_of(whole)
            .is_some_and(|whole| catalogue.is_part_of(part, whole))
    };
    let now = catalogue.index_of(structure);
    let was = std::mem::replace(&mut grounding.structure, structure.to_owned());
    // The old place and its parts are no longer meant, save for what holds the new one.
    grounding.structures.retain(|evidence| {
        let holds_new = now.is_some_and(|now| within(now, &evidence.id));
        let of_old = catalogue
            .index_of(&evidence.id)
            .is_some_and(|own| within(own, &was));
        evidence.id != structure && (holds_new || !of_old)
    });
    let sure = Evidence {
        id: structure.to_owned(),
        p: 1.0,
    };
    grounding.structures.insert(0, sure);
    grounding.point_mm = point_mm;
    grounding.distance_mm = 0.0;
    grounding.region = None;
    grounding.outside_p = 0.0;
    grounding.excluded.retain(|id| id != structure);
    grounding.side = now.and_then(|now| match catalogue.get(now).side {
        side @ (anatomy::Side::Left | anatomy::Side::Right) => {
            Some(SideReading { side, stated: true })
        }
        _ => None,
    });
    grounding.covariance_mm2 = [SURE_MM2, 0.0, 0.0, SURE_MM2, 0.0, SURE_MM2];
    grounding.places = vec![PlaceShare {
        structure: structure.to_owned(),
        point_mm,
        weight: 1.0,
    }];
}
