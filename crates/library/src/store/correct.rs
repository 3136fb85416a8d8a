//! A library's documents corrected, and the corrections as texts to learn from.

use anatomy::Catalogue;
use grounding::Grounding;
use rusqlite::{Transaction, params};

use super::corrections::{Correction, Says, corrected, keep, of, original, sentence_of};
use super::documents::Stored;
use super::placed::replace;
use super::{Library, LibraryError};
use crate::Placement;

/// What a reader has said of a text that is learnt from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A correction.
    Corrected(Says),
    /// A rating: its place is right, or wrong without a word of what is right.
    Rated(Placement),
}

impl Verdict {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Corrected(says) => says.name(),
            Self::Rated(placement) => placement.name(),
        }
    }
}

/// A text that a reader has judged, in the terms of the texts that reading is learnt from.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// What was said of it.
    pub verdict: Verdict,
    /// The sentence; of a whole document its title and text.
    pub text: String,
    /// Catalogue id of the right structure; nothing where the text is about no place, or the right one is not known.
    pub structure: Option<String>,
    /// Catalogue id of what the model had taken it for, where that is wrong.
    pub instead_of: Option<String>,
    /// Version of the model that had.
    pub model: String,
}

impl Label {
    /// As a line of the table that the trainer and `eval reading` read: part, kind, voice, text, accepted ids, excluded ids, side. That a place is
    /// wrong, where nobody said what is right, is a note there, which both pass over.
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
        let kind = self.verdict.name();
        if self.verdict == Verdict::Rated(Placement::Wrong) {
            // What is right was not said: nothing that could be learnt from as it stands, so it is a note of the table.
            return format!("# train\t{kind}\treader\t{words}\t\t{excluded}\t");
        }
        format!("train\t{kind}\treader\t{words}\t{accepted}\t{excluded}\t{side}")
    }
}

/// What a reader has said of the place of a document without correcting it.
fn rating(stored: &Stored) -> Option<Label> {
    let placement = stored.document.marks.placement?;
    let (document, grounding) = (&stored.document, &stored.grounding);
    let corrected = stored.corrections.iter().any(Correction::is_of_whole);
    if corrected || grounding.structure.is_empty() {
        return None;
    }
    let place = Some(grounding.structure.clone());
    let (structure, instead_of) = match placement {
        // Where it is shown as about nothing, that is what is right.
        Placement::Right if grounding.is_outside() => (None, None),
        Placement::Right => (place, None),
        Placement::Wrong => (None, place),
    };
    Some(Label {
        verdict: Verdict::Rated(placement),
        text: format!("{} {}", document.title, document.text),
        structure,
        instead_of,
        model: grounding.model.clone(),
    })
}

fn side_of(structure: &str) -> Option<anatomy::Side> {
    let catalogue = Catalogue::builtin();
    let row = catalogue.index_of(structure)?;
    Some(catalogue.get(row).side)
}

/// Gives a document these corrections instead of those that it had; `shown` is its grounding as it is. Whether it is there.
pub(super) fn correct_in(
    transaction: &Transaction<'_>,
    key: i64,
    shown: Grounding,
    corrections: &[Correction],
) -> Result<bool, LibraryError> {
    let original = match original(transaction, key)? {
        Some(kept) => Grounding {
            embedding: shown.embedding,
            ..kept
        },
        None => shown,
    };
    transaction.execute("DELETE FROM corrections WHERE key = ?1", [key])?;
    transaction.execute("DELETE FROM originals WHERE key = ?1", [key])?;
    if !corrections.is_empty() {
        keep(transaction, key, &original)?;
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
    replace(transaction, key, &corrected(&original, corrections))
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
        let transaction = self.begin()?;
        let there = correct_in(&transaction, key, stored.grounding, corrections)?;
        transaction.commit()?;
        self.forget_places();
        Ok(there)
    }

    /// What a reader has said of a document.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn corrections(&self, key: i64) -> Result<Vec<Correction>, LibraryError> {
        of(&self.connection, key)
    }

    /// Every correction as a text with its right answer, and every rating of a place (right, wrong), in the order of the documents. A rating of a
    /// document whose place was corrected as a whole says nothing more.
    ///
    /// # Errors
    /// If the file cannot be read or a document is damaged.
    pub fn labels(&self) -> Result<Vec<Label>, LibraryError> {
        let keys: Vec<i64> = self
            .connection
            .prepare(
                "SELECT key FROM documents WHERE key IN (SELECT key FROM corrections) OR key IN (SELECT key FROM marks WHERE placement IS NOT NULL) ORDER BY key",
            )?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        let mut labels = Vec::new();
        for key in keys {
            let Some(stored) = self.get_by_key(key)? else {
                continue;
            };
            labels.extend(rating(&stored));
            let Some(original) = original(&self.connection, key)? else {
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
                    verdict: Verdict::Corrected(correction.says),
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
