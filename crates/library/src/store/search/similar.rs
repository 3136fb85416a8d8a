//! Documents that are like another one, or like a text: by its most telling words, by its meaning and by its place in the body, joined by their ranks.

use std::collections::{HashMap, HashSet};

use grounding::{Evidence, Grounding, OUTSIDE};

use super::columns::CLEARLY;
use super::meaning::{Meaning, NEAREST};
use super::weighed;
use crate::note::note_words;
use crate::store::{Hit, Library, LibraryError};

/// How fast the documents of a ranking count less: that at rank r counts 1 / (k + r). Reciprocal rank fusion: Cormack, Clarke, Büttcher, SIGIR 2009.
const FUSION_K: f64 = 10.0;
/// Documents at the head of a ranking that are looked at for copies of the one that it is about: a copy has its words, its meaning and its place.
const MOST_COPIES: usize = 200;
/// At this distance from the place that is asked about, mm, a document counts half as near as one that is there.
const HALF_AS_NEAR_MM: f32 = 30.0;

/// What documents are to be like. Each part that is there ranks them in its way.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Like {
    /// Its most telling words are looked for.
    pub text: Option<String>,
    /// What it means.
    pub meaning: Option<Meaning>,
    /// Where it belongs.
    pub place: Option<LikePlace>,
    /// Key of the document that this is; it and copies of it are no answers.
    pub key: Option<i64>,
    /// From words and meaning alone (0) to place alone (1), see [`Like::NEAR_PLACE`].
    pub near_place: f32,
    /// Documents at most.
    pub most: usize,
}

/// A place that documents are to be near to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LikePlace {
    /// The point, LPS mm.
    pub point_mm: [f32; 3],
    /// Evidence for structures.
    pub structures: Vec<Evidence>,
}

impl LikePlace {
    /// Of a text that the model has placed; nothing where it is about nothing in the torso.
    pub fn of(grounding: &Grounding) -> Option<Self> {
        let sound = grounding.point_mm.iter().all(|mm| mm.is_finite());
        (sound && !grounding.is_outside()).then(|| Self {
            point_mm: grounding.point_mm,
            structures: grounding.structures.clone(),
        })
    }
}

impl Like {
    /// How much place counts where nobody says; chosen on the even-numbered papers of the cystic fibrosis collection, see
    /// docs/experiments/retrieval.md.
    pub const NEAR_PLACE: f32 = 0.2;

    /// What a note is like; what it means and where it belongs is known when the model has read it (see [`crate::note_for_model`]).
    pub fn note(note: &str, read: Option<&Grounding>) -> Self {
        Self {
            text: Some(note_words(note)),
            ..Self::read(read)
        }
    }

    /// What the model says of a text.
    fn read(read: Option<&Grounding>) -> Self {
        let told = read.filter(|read| !read.embedding.is_empty());
        Self {
            meaning: told.map(|read| Meaning {
                vector: read.embedding.clone(),
                model: read.model.clone(),
            }),
            place: read.and_then(LikePlace::of),
            near_place: Self::NEAR_PLACE,
            most: NEAREST,
            ..Self::default()
        }
    }
}

/// Documents that are like something, and the rankings that put them where they stand.
#[derive(Default)]
pub(super) struct Alike {
    /// Best first.
    pub ranking: Vec<i64>,
    pub words: Option<Vec<i64>>,
    pub meant: Option<Vec<i64>>,
    pub placed: Option<Vec<i64>>,
    /// From which distances are told, LPS mm.
    pub point_mm: Option<[f32; 3]>,
}

impl Alike {
    /// Says of each hit what put it where it stands.
    pub fn explain(&self, hits: &mut [Hit]) {
        let keys: Vec<i64> = hits.iter().map(|hit| hit.key).collect();
        let places: HashMap<i64, usize> = keys.into_iter().zip(0..).collect();
        let ranks = |ranking: &Option<Vec<i64>>| {
            let ranking = ranking.iter().flatten().copied().zip(1..);
            let ranks = ranking.filter_map(|(key, rank)| Some((*places.get(&key)?, rank)));
            ranks.collect::<Vec<(usize, usize)>>()
        };
        for (n, rank) in ranks(&self.words) {
            hits[n].text_rank = Some(rank);
        }
        for (n, rank) in ranks(&self.meant) {
            hits[n].meaning_rank = Some(rank);
        }
        for (n, rank) in ranks(&self.placed) {
            hits[n].place_rank = Some(rank);
            let point = self.point_mm;
            hits[n].distance_mm = point.map(|point| distance_mm(point, hits[n].point_mm));
        }
    }
}

impl Library {
    /// What a document is, for finding others that are like it; nothing where there is no such document.
    ///
    /// # Errors
    /// If the file cannot be read or the document is damaged.
    pub fn like(&self, key: i64) -> Result<Option<Like>, LibraryError> {
        let Some(stored) = self.get_by_key(key)? else {
            return Ok(None);
        };
        let document = &stored.document;
        Ok(Some(Like {
            text: Some(format!("{} {}", document.title, document.text)),
            key: Some(key),
            ..Like::read(Some(&stored.grounding))
        }))
    }

    /// The documents that are like something, each part telling its first 1,000.
    pub(super) fn alike(&self, like: &Like) -> Result<Alike, LibraryError> {
        let words = like.text.as_deref();
        let words = words.map(|text| self.by_telling_words(text, NEAREST + 1));
        let meant = like.meaning.as_ref();
        let meant = meant.map(|meaning| self.nearest_in_meaning(meaning, NEAREST + 1));
        let placed = like.place.as_ref();
        let placed = placed.map(|place| self.by_place(place, NEAREST + 1));
        let mut parts = [words.transpose()?, meant.transpose()?, placed.transpose()?];
        let near_place = f64::from(like.near_place.clamp(0.0, 1.0));
        let weights = [1.0 - near_place, 1.0 - near_place, near_place];
        let copies = self.copies_of(like, &parts)?;
        for part in parts.iter_mut().flatten() {
            part.retain(|key| !copies.contains(key));
        }
        let there = parts.iter().zip(weights);
        let mut counted: Vec<(f64, &[i64])> = there
            .clone()
            .filter(|(_, weight)| *weight > 0.0)
            .filter_map(|(part, weight)| Some((weight, part.as_deref()?)))
            .collect();
        if counted.is_empty() {
            // The part that was to count alone is not there.
            counted = there
                .filter_map(|(part, _)| Some((1.0, part.as_deref()?)))
                .collect();
        }
        let mut ranking = weighed(&counted, 1, FUSION_K);
        ranking.truncate(like.most);
        let [words, meant, placed] = parts;
        Ok(Alike {
            ranking,
            words,
            meant,
            placed,
            point_mm: like.place.as_ref().map(|place| place.point_mm),
        })
    }

    /// The document that is asked about, and those at the head of the rankings that are copies of it.
    fn copies_of(
        &self,
        like: &Like,
        parts: &[Option<Vec<i64>>; 3],
    ) -> Result<HashSet<i64>, LibraryError> {
        let Some(key) = like.key else {
            return Ok(HashSet::new());
        };
        let heads = parts.iter().flatten();
        let heads = heads.flat_map(|part| part.iter().take(MOST_COPIES));
        let heads: HashSet<i64> = heads.copied().filter(|other| *other != key).collect();
        let mut copies = self.copies_among(key, &heads)?;
        copies.insert(key);
        Ok(copies)
    }

    /// The documents nearest to a place, at most so many: by the distance of their points, and by how much of the evidence for structures they have in
    /// common with it. What is about nothing in the torso is near to nothing.
    fn by_place(&self, place: &LikePlace, most: usize) -> Result<Vec<i64>, LibraryError> {
        let (columns, points) = (self.columns()?, self.points()?);
        let mut common = vec![0.0_f32; columns.len()];
        let mut all = 0.0;
        for evidence in place.structures.iter().filter(|one| one.p >= CLEARLY) {
            all += evidence.p;
            for (row, p) in self.speaking_of(&evidence.id, CLEARLY)?.iter() {
                if let Some(common) = common.get_mut(*row as usize) {
                    *common += p.min(evidence.p);
                }
            }
        }
        let rows = columns.outside_p.iter().zip(points).zip(&common);
        let mut near: Vec<(f32, i64)> = rows
            .zip(&columns.keys)
            .filter(|(((outside_p, point), _), _)| {
                **outside_p <= OUTSIDE && point.iter().all(|mm| mm.is_finite())
            })
            .map(|(((_, point), common), key)| {
                let distance = distance_mm(*point, place.point_mm);
                let nearness = HALF_AS_NEAR_MM / (HALF_AS_NEAR_MM + distance);
                let shared = if all > 0.0 { common / all } else { 0.0 };
                (nearness + shared, *key)
            })
            .collect();
        near.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.truncate(most);
        Ok(near.into_iter().map(|(_, key)| key).collect())
    }
}

/// Distance of two points.
fn distance_mm(a: [f32; 3], b: [f32; 3]) -> f32 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f32>().sqrt()
}
