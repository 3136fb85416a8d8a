//! What a reader says of a sentence or a document instead of the model. The model's own answer is kept beside it, so that every
//! correction can be taken back, and what was corrected can be learnt from.

use anatomy::{Catalogue, StructureIndex};
use grounding::{Evidence, Grounding, PlaceShare, SideReading, Tag};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};

use super::finite::unusable;
use super::{LibraryError, keys};

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

    pub(super) fn is_of_whole(&self) -> bool {
        (self.start, self.end) == Self::WHOLE
    }
}

/// Drops what was said of documents that are neither in the library nor in its trash.
pub(super) fn forget(connection: &Connection) -> Result<(), LibraryError> {
    let there = keys::or_trash(connection)?;
    for table in ["corrections", "originals"] {
        let gone = format!("DELETE FROM {table} WHERE key NOT IN ({there})");
        connection.execute(&gone, [])?;
    }
    Ok(())
}

/// The corrections of a document.
pub(super) fn of(connection: &Connection, key: i64) -> Result<Vec<Correction>, LibraryError> {
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
        // What a later version may say besides is passed over, and so is damage: a place beyond all numbers would make the document unreadable.
        let Some(correction) = row?.transpose()? else {
            continue;
        };
        if correction.point_mm.iter().all(|mm| mm.is_finite()) {
            found.push(correction);
        }
    }
    Ok(found)
}

/// The grounding that the model gave a document which has been corrected, without its vector.
pub(super) fn original(
    connection: &Connection,
    key: i64,
) -> Result<Option<Grounding>, LibraryError> {
    let kept: Option<String> = connection
        .prepare_cached("SELECT grounding FROM originals WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    let damaged = |reason: String| LibraryError::Damaged { key, reason };
    let read = |kept: String| {
        let read: Grounding =
            serde_json::from_str(&kept).map_err(|error| damaged(error.to_string()))?;
        match unusable(&read) {
            None => Ok(read),
            Some(reason) => Err(damaged(reason)),
        }
    };
    kept.map(read).transpose()
}

pub(super) fn keep(
    transaction: &Transaction<'_>,
    key: i64,
    original: &Grounding,
) -> Result<(), LibraryError> {
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
pub(super) fn sentence_of(grounding: &Grounding, correction: &Correction) -> Option<usize> {
    let mut sentences = grounding.sentences.iter();
    let holds = |start, end| (start..end).contains(&correction.start);
    let found = sentences.position(|sentence| holds(sentence.start, sentence.end));
    found.filter(|_| !correction.is_of_whole())
}

/// A grounding with what readers have said.
pub(super) fn corrected(original: &Grounding, corrections: &[Correction]) -> Grounding {
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
    let now = catalogue.index_of(structure);
    let was = std::mem::replace(&mut grounding.structure, structure.to_owned());
    // The old place, its parts and what holds it are no longer meant, save for what holds the new one.
    let was = catalogue.index_of(&was);
    grounding.structures.retain(|evidence| {
        let own = catalogue.index_of(&evidence.id);
        let holds = |place: Option<StructureIndex>| {
            place
                .zip(own)
                .is_some_and(|(place, own)| catalogue.is_part_of(place, own))
        };
        let of_old = was
            .zip(own)
            .is_some_and(|(was, own)| catalogue.is_part_of(own, was));
        evidence.id != structure && (holds(now) || !(of_old || holds(was)))
    });
    let sure = Evidence {
        id: structure.to_owned(),
        p: 1.0,
    };
    grounding.structures.insert(0, sure);
    grounding.point_mm = point_mm;
    grounding.distance_mm = 0.0;
    grounding.region = None;
    grounding.by_headings.clear();
    grounding.outside_p = 0.0;
    grounding.elsewhere.clear();
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
