//! Structures by names that nobody listed: those whose known names lie nearest.

use std::collections::HashMap;
use std::path::Path;

use anatomy::{Catalogue, Side, StructureIndex};
use serde::{Deserialize, Serialize};

use super::spelling::Spelling;
use super::{NameEncoder, WIDTH, dot};
use crate::file::read;
use crate::{Gazetteer, GroundingError, NameMatch};

/// The table of a model folder.
pub const TABLE_FILE: &str = "names.safetensors";

/// The known names of a model folder.
pub const KNOWN_FILE: &str = "names.json";

/// Known names that have a say in what a name means.
const NEIGHBOURS: usize = 16;

/// How fast the say of a known name falls with the cosine.
const TEMPERATURE: f32 = 0.05;

/// Below this cosine a known name says nothing: of 400 phrases of develop eleven are as far from all, and four of them find what they mean.
const LEAST_COSINE: f32 = 0.55;

/// What people have been seen to write, and what they mean by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownName {
    /// The name.
    pub name: String,
    /// Catalogue ids, the likeliest first; none for what is nowhere in this body.
    pub structures: Vec<String>,
}

/// A known name at its place among the vectors.
struct Entry {
    name: String,
    structures: Vec<StructureIndex>,
    /// The side that it says.
    side: Option<Side>,
    vector: [f32; WIDTH],
}

/// What the known names nearest to a name say.
#[derive(Debug, Clone, PartialEq)]
pub struct Votes<'f> {
    /// Cosine of the nearest.
    pub cosine: f32,
    /// What it may mean, the likeliest first; the shares sum to 1.
    pub shares: Vec<Vote<'f>>,
}

/// What speaks for a structure.
#[derive(Debug, Clone, PartialEq)]
pub struct Vote<'f> {
    /// The structure; none for nowhere in this body.
    pub structure: Option<StructureIndex>,
    /// Its share of the votes.
    pub share: f32,
    /// Cosine of the nearest known name that means it.
    pub cosine: f32,
    /// That name.
    pub name: &'f str,
}

/// Finds structures by names that nobody listed.
pub struct NameFinder {
    encoder: NameEncoder,
    entries: Vec<Entry>,
    spelling: Spelling,
}

impl NameFinder {
    /// Reads [`TABLE_FILE`] and [`KNOWN_FILE`] (a list of [`KnownName`]) of a model folder, and adds all names of the built-in word list.
    ///
    /// # Errors
    /// When a file cannot be read, is of another form or names a structure that the catalogue has not.
    pub fn open(folder: &Path) -> Result<Self, GroundingError> {
        let table = read(&folder.join(TABLE_FILE))?;
        Self::from_bytes(folder, &table, &read(&folder.join(KNOWN_FILE))?)
    }

    /// From the two files as read.
    pub(crate) fn from_bytes(
        folder: &Path,
        table: &[u8],
        known: &[u8],
    ) -> Result<Self, GroundingError> {
        let encoder = NameEncoder::from_bytes(table)
            .map_err(|reason| GroundingError::model(folder.join(TABLE_FILE), reason))?;
        let fault = |reason| GroundingError::model(folder.join(KNOWN_FILE), reason);
        let known: Vec<KnownName> =
            serde_json::from_slice(known).map_err(|e| fault(e.to_string()))?;
        Self::new(encoder, &known).map_err(fault)
    }

    /// From an encoder and known names, beside those of the built-in word list.
    ///
    /// # Errors
    /// A structure that the built-in catalogue has not.
    pub fn new(encoder: NameEncoder, known: &[KnownName]) -> Result<Self, String> {
        let catalogue = Catalogue::builtin();
        let mut named: Vec<(String, Vec<StructureIndex>)> = Gazetteer::builtin()
            .names()
            .map(|(name, structure)| (name.to_owned(), vec![structure]))
            .collect();
        for KnownName { name, structures } in known {
            let find = |id: &String| {
                let row = catalogue.index_of(id);
                row.ok_or_else(|| format!("{name:?} names no structure of the catalogue: {id:?}"))
            };
            let rows: Result<Vec<_>, _> = structures.iter().map(find).collect();
            named.push((name.clone(), rows?));
        }
        let spelling = Spelling::new(named.iter().map(|(name, _)| name.as_str()));
        let entries = named.into_iter().map(|(name, structures)| Entry {
            vector: encoder.encode(&name),
            side: said(&name),
            name,
            structures,
        });
        Ok(Self {
            entries: entries.collect(),
            encoder,
            spelling,
        })
    }

    /// The words of the known names.
    pub(crate) fn spelling(&self) -> &Spelling {
        &self.spelling
    }

    /// The encoder.
    pub fn encoder(&self) -> &NameEncoder {
        &self.encoder
    }

    /// What a name means as it is spelt, each structure with its share of what the nearest known names say, the largest first; a side that is
    /// said is kept. Nothing when no known name is near.
    pub fn votes(&self, query: &str) -> Option<Votes<'_>> {
        let vector = self.encoder.encode(query);
        let cosines = self.entries.iter().map(|entry| dot(&vector, &entry.vector));
        let mut near: Vec<(f32, &Entry)> = cosines
            .zip(&self.entries)
            .filter(|(cosine, _)| *cosine >= LEAST_COSINE)
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        near.truncate(NEIGHBOURS);
        let (cosine, _) = *near.first()?;
        let side = said(query);
        let mut shares: HashMap<Option<StructureIndex>, Vote<'_>> = HashMap::new();
        let mut sum = 0.0;
        for (own, entry) in near {
            let say = ((own - cosine) / TEMPERATURE).exp();
            let mut vote = |structure: Option<StructureIndex>, share: f32| {
                let vote = shares.entry(structure).or_insert(Vote {
                    structure,
                    share: 0.0,
                    cosine: own,
                    name: &entry.name,
                });
                vote.share += share;
                sum += share;
            };
            if entry.structures.is_empty() {
                vote(None, say);
            }
            // What is named first is likelier than what may be meant too.
            for (n, structure) in entry.structures.iter().enumerate() {
                let share = if n == 0 { 1.0 } else { 0.5 };
                vote(Some(on_side(*structure, side, entry.side)), say * share);
            }
        }
        let mut shares: Vec<Vote<'_>> = shares.into_values().collect();
        shares.iter_mut().for_each(|vote| vote.share /= sum);
        shares.sort_by(|a, b| {
            let share = b.share.total_cmp(&a.share);
            share.then(a.structure.cmp(&b.structure))
        });
        Some(Votes { cosine, shares })
    }

    /// The structures that a name most likely means, best first, each once, with the known name that is nearest and its cosine for the score;
    /// empty when nothing known is near, or when what is near is nowhere in this body. A side that is said is kept, and a misspelt word is read as
    /// the known one that it is like.
    pub fn find(&self, query: &str, limit: usize) -> Vec<NameMatch> {
        let mended = self.spelling.mend(query, &|_| false);
        let spelt = mended.as_ref().map_or(query, |mended| &mended.text);
        let Some(votes) = self.votes(spelt) else {
            return Vec::new();
        };
        if votes.shares[0].structure.is_none() {
            return Vec::new();
        }
        let matches = votes.shares.into_iter().filter_map(|vote| {
            Some(NameMatch {
                structure: vote.structure?,
                score: vote.cosine,
                name: vote.name.to_owned(),
            })
        });
        matches.take(limit).collect()
    }
}

/// The side that a name says, when it says one; "l" and "rt" are what notes write.
fn said(query: &str) -> Option<Side> {
    let lower = query.to_lowercase();
    let has = |wanted: &[&str]| {
        let mut words = lower.split(|c: char| !c.is_alphanumeric());
        words.any(|word| wanted.contains(&word))
    };
    match (
        has(&["left", "lt", "l", "links", "linke", "gauche", "izquierdo"]),
        has(&[
            "right", "rt", "r", "rechts", "rechte", "droit", "droite", "derecho",
        ]),
    ) {
        (true, false) => Some(Side::Left),
        (false, true) => Some(Side::Right),
        _ => None,
    }
}

/// The structure on the side that a query says: the half of a pair, the twin of what lies on the other side. Where it says none and the known
/// name says one, the pair.
fn on_side(structure: StructureIndex, wanted: Option<Side>, known: Option<Side>) -> StructureIndex {
    let catalogue = Catalogue::builtin();
    let Some(wanted) = wanted else {
        let pair = known.and_then(|_| catalogue.pair(structure));
        return pair.unwrap_or(structure);
    };
    if let Some((left, right)) = catalogue.halves(structure) {
        return if wanted == Side::Left { left } else { right };
    }
    let twin = catalogue.twin(structure);
    twin.filter(|_| catalogue.get(structure).side != wanted)
        .unwrap_or(structure)
}
