//! Documents that are like another one, or like a text: by its most telling words, by its meaning and by its place in the body, joined by what each says
//! of a document. Of several documents it is what they say together, what they mean on average, and the nearest of their places.

use std::collections::{HashMap, HashSet};

use grounding::{Evidence, Grounding, OUTSIDE};

use super::columns::CLEARLY;
use super::meaning::{ByMeaning, Meaning, NEAREST};
use super::words::ByWords;
use super::{distance_mm, keys_of};
use crate::note::note_words;
use crate::store::{Hit, Library, LibraryError};

/// Documents at the head of a ranking that are looked at for copies of the one that it is about: a copy has its words, its meaning and its place.
const MOST_COPIES: usize = 200;
/// At this distance from the place that is asked about, mm, a document counts half as near as one that is there.
const HALF_AS_NEAR_MM: f32 = 30.0;

/// So many documents are told however little they are like what was asked about.
pub const FEWEST: usize = 10;

/// What documents are to be like. Each part that is there ranks them in its way.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Like {
    /// Its most telling words are looked for.
    pub text: Option<String>,
    /// What it means.
    pub meaning: Option<Meaning>,
    /// Where it belongs: of several documents each of them, and the nearest of their places counts.
    pub places: Vec<LikePlace>,
    /// Keys of the documents that this is; they and copies of them are no answers.
    pub keys: Vec<i64>,
    /// Keys of documents that it is not like: it is moved away from what they mean, and they and copies of them are no answers.
    pub unlike: Vec<i64>,
    /// From words and meaning alone (0) to place alone (1), see [`Like::NEAR_PLACE`].
    pub near_place: f32,
    /// Documents at most.
    pub most: usize,
    /// Only those that are at least this part (0 to 1) as like as the first one is; [`FEWEST`] are told all the same.
    pub least: f32,
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
    pub const NEAR_PLACE: f32 = 0.1;

    /// What a note is like; what it means and where it belongs is known when the model has read it (see [`crate::note_for_model`]), and
    /// [`Library::mend_note`] puts its misspelt words right.
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
            places: read.and_then(LikePlace::of).into_iter().collect(),
            near_place: Self::NEAR_PLACE,
            most: NEAREST,
            ..Self::default()
        }
    }

    /// What several documents are together; nothing where there is none.
    fn of_several(all: &[Self]) -> Option<Self> {
        if all.is_empty() {
            return None;
        }
        let texts = all.iter().filter_map(|like| like.text.as_deref());
        let texts: Vec<&str> = texts.collect();
        let told = all.iter().filter_map(|like| like.meaning.as_ref());
        let told: Vec<&Meaning> = told.collect();
        let places = all.iter().flat_map(|like| &like.places);
        let keys = all.iter().flat_map(|like| &like.keys);
        Some(Self {
            text: (!texts.is_empty()).then(|| texts.join("\n")),
            meaning: middle(&told),
            places: places.cloned().collect(),
            keys: keys.copied().collect(),
            ..Self::read(None)
        })
    }
}

/// What several texts mean on average, each counting as much as the others; only those count that the model has read which has read the most of them.
fn middle(told: &[&Meaning]) -> Option<Meaning> {
    let by = |model: &str| told.iter().filter(|one| one.model == model).count();
    // Of equals the first.
    let most = told.iter().rev().max_by_key(|one| by(&one.model))?;
    let size = most.vector.len();
    let mut vector = vec![0.0_f32; size];
    let same = |one: &&&Meaning| one.model == most.model && one.vector.len() == size;
    for one in told.iter().filter(same) {
        let length = one.vector.iter().map(|v| v * v).sum::<f32>().sqrt();
        if length > 0.0 {
            let numbers = vector.iter_mut().zip(&one.vector);
            numbers.for_each(|(sum, v)| *sum += v / length);
        }
    }
    Some(Meaning {
        vector,
        model: most.model.clone(),
    })
}

/// Documents that are like something, and the rankings that put them where they stand.
#[derive(Default)]
pub(super) struct Alike {
    /// Best first.
    pub ranking: Vec<i64>,
    pub words: Option<Vec<i64>>,
    pub meant: Option<Vec<i64>>,
    pub placed: Option<Vec<i64>>,
    /// From the nearest of these distances are told, LPS mm.
    pub points_mm: Vec<[f32; 3]>,
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
            let at = hits[n].point_mm;
            let far = self.points_mm.iter().map(|point| distance_mm(*point, at));
            hits[n].distance_mm = far.min_by(f32::total_cmp);
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
            keys: vec![key],
            ..Like::read(Some(&stored.grounding))
        }))
    }

    /// What several documents are together, for finding others that are like all of them; those that are not there are left out, and nothing is told where
    /// none is.
    ///
    /// # Errors
    /// If the file cannot be read or a document is damaged.
    pub fn like_all(&self, keys: &[i64]) -> Result<Option<Like>, LibraryError> {
        let mut all = Vec::new();
        for key in keys {
            all.extend(self.like(*key)?);
        }
        Ok(Like::of_several(&all))
    }

    /// The documents that are like something, each part telling its first 1,000: what words and meaning say of each (see `meaning.rs`), and how near its
    /// place is against the nearest.
    pub(super) fn alike(&self, like: &Like) -> Result<Alike, LibraryError> {
        let words = like.text.as_deref();
        let words = words.map(|text| self.by_telling_words(text, NEAREST + 1));
        let words = words.transpose()?;
        let once = like.meaning.as_ref();
        let once = once.map(|meaning| self.asked_once(meaning, &like.unlike));
        let once = once.transpose()?.flatten();
        let nearest = once.as_ref();
        let nearest = nearest.map(|once| self.nearest_once(once, MOST_COPIES));
        let has_place = !like.places.is_empty();
        let placed = has_place.then(|| self.by_places(&like.places, NEAREST + 1));
        let (nearest, mut placed) = (nearest.transpose()?, placed.transpose()?);
        let placed_keys = placed.as_ref().map(|placed| keys_of(placed));
        let heads = [
            words.as_ref().map(|words| &words.keys),
            nearest.as_ref(),
            placed_keys.as_ref(),
        ];
        let copies = self.copies_of(like, &heads)?;
        let words = words.map(|words| words.without(&copies));
        let said = match (&like.meaning, &words) {
            (Some(_), words) => {
                let none = ByWords::default();
                let words = words.as_ref().unwrap_or(&none);
                Some(self.alike_in_meaning(once, words, NEAREST + 1, &copies)?)
            }
            (None, Some(words)) => Some(ByMeaning::by_words_alone(words)),
            (None, None) => None,
        };
        if let Some(placed) = &mut placed {
            placed.retain(|(key, _)| !copies.contains(key));
        }
        let ranked = said_and_placed(said.as_ref(), placed.as_deref(), like.near_place);
        let least = like.least * ranked.first().map_or(0.0, |(_, score)| *score);
        let alike = ranked.partition_point(|(_, score)| *score >= least);
        let mut ranking = keys_of(&ranked);
        ranking.truncate(alike.max(FEWEST).min(like.most));
        Ok(Alike {
            ranking,
            words: words.map(|words| words.keys),
            meant: like.meaning.as_ref().and(said).map(|said| said.nearest),
            placed: placed.map(|placed| keys_of(&placed)),
            points_mm: like.places.iter().map(|place| place.point_mm).collect(),
        })
    }

    /// The documents that are asked about and those that are not meant, and those at the head of the rankings that are copies of them.
    fn copies_of(
        &self,
        like: &Like,
        parts: &[Option<&Vec<i64>>; 3],
    ) -> Result<HashSet<i64>, LibraryError> {
        let named: HashSet<i64> = like.keys.iter().chain(&like.unlike).copied().collect();
        let heads = parts.iter().flatten();
        let heads = heads.flat_map(|part| part.iter().take(MOST_COPIES));
        let heads: HashSet<i64> = heads.copied().filter(|key| !named.contains(key)).collect();
        let mut copies = named.clone();
        for key in named {
            copies.extend(self.copies_among(key, &heads)?);
        }
        Ok(copies)
    }

    /// The documents nearest to any of some places, at most so many.
    fn by_places(
        &self,
        places: &[LikePlace],
        most: usize,
    ) -> Result<Vec<(i64, f32)>, LibraryError> {
        if let [only] = places {
            return self.by_place(only, most);
        }
        let mut nearest: HashMap<i64, f32> = HashMap::new();
        for place in places {
            for (key, near) in self.by_place(place, most)? {
                let best = nearest.entry(key).or_insert(near);
                *best = best.max(near);
            }
        }
        let mut nearest: Vec<(i64, f32)> = nearest.into_iter().collect();
        nearest.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        nearest.truncate(most);
        Ok(nearest)
    }

    /// The documents nearest to a place, at most so many: by the distance of their points, and by how much of the evidence for structures they have in
    /// common with it. What is about nothing in the torso is near to nothing.
    fn by_place(&self, place: &LikePlace, most: usize) -> Result<Vec<(i64, f32)>, LibraryError> {
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
            .zip(columns.keys.iter())
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
        let nearer = |a: &(f32, i64), b: &(f32, i64)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if near.len() > most {
            near.select_nth_unstable_by(most, nearer);
            near.truncate(most);
        }
        near.sort_unstable_by(nearer);
        Ok(near.into_iter().map(|(near, key)| (key, near)).collect())
    }
}

/// The documents, best first, by what words and meaning say of them, and by their place, which has this share; where one of the two is not there, the other alone.
fn said_and_placed(
    said: Option<&ByMeaning>,
    placed: Option<&[(i64, f32)]>,
    near_place: f32,
) -> Vec<(i64, f32)> {
    let share = match (said, placed) {
        (_, None) => 0.0,
        (None, _) => 1.0,
        _ => near_place.clamp(0.0, 1.0),
    };
    let mut scores: HashMap<i64, f32> = HashMap::new();
    let mut put = |share: f32, documents: &mut dyn Iterator<Item = (i64, f32)>| {
        if share > 0.0 {
            documents.for_each(|(key, weight)| *scores.entry(key).or_default() += share * weight);
        }
    };
    if let Some(said) = said {
        let weights = said.weights.iter().copied();
        put(1.0 - share, &mut said.both.iter().copied().zip(weights));
    }
    if let Some(placed) = placed {
        let best = placed.first().map_or(1.0, |(_, weight)| *weight);
        put(
            share,
            &mut placed.iter().map(|(key, weight)| (*key, weight / best)),
        );
    }
    let mut ranked: Vec<(i64, f32)> = scores.into_iter().collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked
}
