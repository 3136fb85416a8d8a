//! Questions to a library: points, structures, words, and all of them together.
//!
//! Each part of a question ranks the documents in its own way (one file for each); together they are joined by reciprocal rank
//! fusion (Cormack, Clarke and Büttcher 2009), which needs no common scale for millimetres, evidence and bm25. Words and meaning are two
//! readings of one text, joined by what they say (`meaning.rs`): what either finds answers. A point ranks by how likely a document is about it
//! (`about.rs`), times what the text says of the document where there is one. Of the other parts every one narrows the answer.

mod about;
mod asked;
mod by_text;
mod columns;
mod facet_column;
mod facets;
mod index;
mod keys;
mod language;
mod lit;
mod meaning;
mod meant;
mod misspelt;
mod named;
mod narrowed;
mod near;
mod order;
mod plain_words;
mod ready;
mod scan;
mod sentence;
mod sets;
mod similar;
mod sought;
mod spatial;
mod spelling;
mod structures;
mod subjects;
mod titles;
mod vectors;
mod words;

use std::collections::{HashMap, HashSet};

use anatomy::StructureIndex;

use super::{Hit, Library, LibraryError};
pub use about::About;
use about::AtPoint;
use by_text::{ByText, Others};
use structures::Belonging;

pub(in crate::store) use columns::{Clearly, Columns, Weighed};
pub(in crate::store) use facets::Table as FacetTable;
pub use facets::{Facet, Facets, Filter, NO_YEAR};
pub use keys::Keys;
pub use language::{Misread, has_operators, misread};
pub use lit::Lit;
pub use meaning::{LIKE_ENOUGH, Meaning};
pub use meant::has_meaning;
pub use near::SentenceHit;
pub use order::Order;
pub use scan::BareVectors;
pub(in crate::store) use sets::StructureSets;
pub use similar::{FEWEST, Like, LikePlace};
pub use spatial::SpatialIndex;
pub use spelling::Suggestion;
pub use structures::{Match, StructureSpace};
pub use subjects::MOST_WITH_TOPICS;
pub(in crate::store) use vectors::Vectors;
pub use words::is_sentence;
#[cfg(test)]
pub(in crate::store) use words::{FoundByWords, found_by_words};

/// The constant of reciprocal rank fusion.
const FUSION_K: f64 = 60.0;

/// A question. Its parts narrow the answer together and rank it together; an empty question finds every document.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// Words, `"phrases"` in quotes, or a question with operators and fields as in PubMed; any text is allowed, and [`misread`] says where one of the
    /// latter has no meaning. What is a PubMed identifier or a DOI that a document bears asks for that document.
    pub text: Option<String>,
    /// Whether documents with any of several words answer, ranked, the text being a question; else they narrow the answer together, where any
    /// document has them all.
    pub any_word: bool,
    /// Rank by likeness in meaning; with `text`, documents that either finds.
    pub meaning: Option<Meaning>,
    /// With `text`: likeness in meaning only ranks what words find.
    pub meaning_ranks: bool,
    /// With `text` of a few words: beside what has all of them, only the best of the others, by words and meaning, answer; at most a hundred, and one in twenty of
    /// the library, only those of which meaning says at least this share of what it says of the likest that has the words ([`LIKE_ENOUGH`]), and none where the list is
    /// by year, in which they would stand among what was asked for. Goes before `meaning_ranks`.
    pub meaning_adds: Option<f32>,
    /// Only these documents, by their keys, in this order.
    pub among: Option<Vec<i64>>,
    /// Rank by likeness to a document or a text.
    pub like: Option<Like>,
    /// A document must belong to one of these structures, indices of the catalogue of the space that is asked with.
    pub structures: Vec<StructureIndex>,
    /// Rank by how likely a document is about this point (LPS mm), see [`Hit::about`]; beside structures, by distance from it.
    pub near: Option<[f32; 3]>,
    /// With `near`: the structure that lies there, where that is known better than by the point.
    pub at: Option<StructureIndex>,
    /// With `near` and nothing else that ranks: only documents that are likely about the point (20 % or more); where none is, the five likeliest.
    pub likely: bool,
    /// With `near`: only documents at most so many mm away.
    pub radius_mm: Option<f32>,
    /// Only documents with at least this evidence, 0 to 1: for the structures asked for, else for their best one (see [`Hit::p`]).
    pub min_p: Option<f32>,
    /// Only documents that are about nothing in the torso with at most this probability (see [`Hit::outside_p`]).
    pub max_outside_p: Option<f32>,
    /// Only documents with one of the wanted values of each facet that is named.
    pub filter: Filter,
    /// Whether the documents that answer are counted by facet, and told by key.
    pub count: bool,
    /// In which order all that answers is listed; where documents lie in the structures that are asked for or elsewhere, each of the two.
    pub order: Order,
    /// Hits at most; the total of the answer does not depend on it.
    pub limit: usize,
}

/// The answer to a question.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// The best documents, at most as many as were asked for.
    pub hits: Vec<Hit>,
    /// Number of all documents that answer.
    pub total: usize,
    /// Of a short text of which any word counts, and where nothing else was asked, how many documents have all of several words; by relevance they stand
    /// first.
    pub with_all_words: Option<usize>,
    /// Where structures were asked for, alone or with a text, how many documents lie in them: [`Match::Best`] and [`Match::Pair`], which are listed before those that
    /// lie elsewhere and speak of them, too.
    pub here: Option<usize>,
    /// Keys of all documents that answer: those of the hits first and in their order; none where nothing narrows the list and all of the library do.
    pub keys: Keys,
    /// How many there are by the values of each facet, where that was asked for.
    pub facets: Facets,
    /// Keys of all documents that pass the filter, whatever else was asked; only where there is one and counts were asked for.
    pub passing: Option<HashSet<i64>>,
}

impl Query {
    /// Evidence that a document has at least which is listed for a structure: a text that hardly speaks of it is none about it.
    pub const SPEAKS: f32 = 0.3;

    /// All that belongs to some of these structures or clearly speaks of them, and is about something in the torso, as lists have it.
    pub fn of_structures(structures: Vec<StructureIndex>) -> Query {
        Query {
            min_p: (!structures.is_empty()).then_some(Self::SPEAKS),
            max_outside_p: (!structures.is_empty()).then_some(grounding::OUTSIDE),
            structures,
            ..Query::default()
        }
    }

    /// How many documents have to be put in the order of relevance: those that are listed, or all where it is only the order of those of the same year.
    fn best(&self) -> usize {
        if self.is_by_year() {
            usize::MAX
        } else {
            self.limit
        }
    }

    fn is_by_year(&self) -> bool {
        self.order != Order::Relevance
    }

    /// Whether a document with this evidence answers.
    fn admits(&self, p: f32, outside_p: f32) -> bool {
        self.min_p.is_none_or(|least| p >= least)
            && self.max_outside_p.is_none_or(|most| outside_p <= most)
    }
}

impl Library {
    /// Answers a question. Every hit states the ranks and distances that put it where it stands.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn search(
        &self,
        query: &Query,
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<Answer, LibraryError> {
        let _asked = self.word_index.borrow().asked();
        let named = self.named(query)?;
        let query = named.as_ref().unwrap_or(query);
        if let Some(answer) = self.of_structures_alone(query, space)? {
            return Ok(answer);
        }
        let mut rankings: Vec<Vec<i64>> = Vec::new();
        let mut belonging = Vec::new();
        // Those of a structure have been narrowed by evidence already.
        let mut by_evidence = query.min_p.is_some() || query.max_outside_p.is_some();
        if !query.structures.is_empty() {
            by_evidence = false;
            belonging = self.belonging(query, space)?;
            let keys = &self.columns()?.keys;
            rankings.push(belonging.iter().map(|one| keys[one.row as usize]).collect());
        }
        if let Some(among) = &query.among {
            let columns = self.columns()?;
            let there = among.iter().filter(|key| columns.row(**key).is_some());
            rankings.push(there.copied().collect());
        }
        let said = self.said(query)?;
        rankings.extend(said.ranking());
        let alike = query.like.as_ref().map(|like| self.alike(like));
        let alike = alike.transpose()?;
        rankings.extend(alike.as_ref().map(|alike| alike.ranking.clone()));
        let mut place = None;
        let mut unlisted = 0;
        if let Some(point) = query.near {
            let alone = rankings.is_empty() && !by_evidence && query.filter.is_empty();
            let alone = alone && query.radius_mm.is_none();
            // Those that are not listed are not known then, nor are their years.
            let alone = alone && (query.likely || query.order == Order::Relevance);
            // Words and a point, and nothing else.
            let weighed = (rankings.len() == 1).then(|| said.weighed()).flatten();
            let ranked = (&mut rankings, weighed);
            let ranked = self.rank_by_point((point, query), space, ranked, alone)?;
            unlisted = ranked.1;
            place = Some(ranked.0);
        }
        // Nothing narrows the list: it is about all documents, in whatever order.
        let of_all = !by_evidence
            && query.filter.is_empty()
            && (rankings.is_empty() || rankings.len() == 1 && unlisted > 0);
        let parts = rankings.len();
        let mut ranked = match (parts, rankings.pop()) {
            (1, Some(only)) => only,
            (_, Some(last)) => {
                rankings.push(last);
                fuse(&rankings, parts, FUSION_K)
            }
            (_, None) => match self.columns.get() {
                Some(columns) => columns.keys.to_vec(),
                None => self.keys()?,
            },
        };
        if by_evidence {
            let columns = self.columns()?;
            ranked.retain(|key| {
                let row = columns.row(*key);
                row.is_some_and(|row| query.admits(columns.p[row], columns.outside_p[row]))
            });
        }
        let by_words_alone = parts == 1 && query.near.is_none() && said.meant.is_none();
        let by_words_alone = by_words_alone && !by_evidence && query.filter.is_empty();
        let among_all = parts == 0 && !by_evidence;
        let (facets, passing) = self.narrowed(query, (of_all, among_all), &mut ranked)?;
        let with_text = said.words.is_some() || said.meant.is_some();
        let here = self.put_in_order(query, (&belonging, parts, with_text), &mut ranked)?;
        let listed = &ranked[..query.limit.min(ranked.len())];
        self.measure_listed(query, &mut belonging, listed, space)?;
        let mut hits = self.explained(listed, &belonging, &said, place.as_ref())?;
        if let Some(alike) = &alike {
            alike.explain(&mut hits);
        }
        let total = ranked.len() + unlisted;
        if of_all {
            ranked.clear();
        }
        Ok(Answer {
            hits,
            total,
            with_all_words: said.with_all.filter(|_| by_words_alone),
            here,
            keys: ranked.into(),
            facets,
            passing,
        })
    }
}

impl Library {
    /// What the text of a question finds.
    fn said(&self, query: &Query) -> Result<ByText, LibraryError> {
        let text = query.text.as_deref().filter(|text| !text.trim().is_empty());
        let must = text.is_some_and(words::is_strict);
        let narrowed = !query.structures.is_empty()
            || query.near.is_some()
            || query.among.is_some()
            || query.like.is_some()
            || query.min_p.is_some()
            || query.max_outside_p.is_some()
            || !query.filter.is_empty();
        // Only those that are listed need be in order, unless other parts put them in another one or leave some out.
        let best = match narrowed || query.meaning.is_some() {
            true => usize::MAX,
            false => query.best(),
        };
        let found = text.map(|text| self.by_words(text, query.any_word, best));
        let found = found.transpose()?;
        let with_all = found.as_ref().and_then(|found| found.with_all);
        let Some(meaning) = &query.meaning else {
            return Ok(ByText {
                words: found,
                meant: None,
                with_all,
                others: Others::All,
            });
        };
        let others = match must {
            true => Others::None,
            false if text.is_some() => match query.meaning_adds {
                Some(like) => {
                    let by_relevance = query.order == Order::Relevance;
                    let most = meaning::added(self.columns()?.keys.len());
                    let most = if by_relevance { most } else { 0 };
                    Others::Best { most, like }
                }
                None if query.meaning_ranks => Others::None,
                None => Others::All,
            },
            false => Others::All,
        };
        // Every document is near in some order: alone, or beside any words, so many are an answer; what is narrowed otherwise is ranked.
        // Only of a few words the same documents are added whatever narrows the list, so that it holds no more for that.
        let most = if must || narrowed && query.meaning_adds.is_none() {
            usize::MAX
        } else {
            meaning::NEAREST
        };
        let found_or_none = found.unwrap_or_default();
        let meant = self.by_meaning(meaning, &found_or_none, most)?;
        Ok(ByText {
            words: text.map(|_| found_or_none),
            meant: Some(meant),
            with_all,
            others,
        })
    }

    /// Documents with the ranks and distances that put them where they stand.
    fn explained(
        &self,
        listed: &[i64],
        belonging: &[Belonging],
        said: &ByText,
        place: Option<&AtPoint>,
    ) -> Result<Vec<Hit>, LibraryError> {
        let entries = self.entries_of(listed.iter().copied())?;
        let mut hits: Vec<Hit> = entries.into_iter().map(Hit::from).collect();
        let places = hits.iter().map(|hit| hit.key).zip(0..);
        let places: HashMap<i64, usize> = places.collect();
        if !belonging.is_empty() {
            let keys = &self.columns()?.keys;
            let key = |one: &&Belonging| keys[one.row as usize];
            for (one, n) in first(belonging.iter(), &places, key) {
                hits[n].p = one.p;
                hits[n].structure_match = Some(one.how);
                hits[n].distance_mm = one.distance_mm;
            }
        }
        let ranked = |ranking: Option<&Vec<i64>>| {
            let keys = ranking.into_iter().flatten().copied().zip(1..);
            first(keys, &places, |(key, _)| *key).collect::<Vec<((i64, usize), usize)>>()
        };
        for ((_, rank), n) in ranked(said.words.as_ref().map(|words| &words.keys)) {
            hits[n].text_rank = Some(rank);
        }
        for ((_, rank), n) in ranked(said.meant.as_ref().map(|meant| &meant.nearest)) {
            hits[n].meaning_rank = Some(rank);
        }
        if let Some(place) = place {
            let columns = self.columns()?;
            for hit in &mut hits {
                let Some(row) = columns.row(hit.key) else {
                    continue;
                };
                if let Some((mm, about)) = place.tells(row) {
                    hit.distance_mm = Some(mm);
                    // Beside structures the distance alone ranks.
                    hit.about = Some(about).filter(|_| belonging.is_empty());
                }
            }
        }
        Ok(hits)
    }
}

/// Documents, best first, with what a text says of each, from 0 to 1.
type Weights = Vec<(i64, f32)>;

/// Distance of two points.
fn distance_mm(a: [f32; 3], b: [f32; 3]) -> f32 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f32>().sqrt()
}

/// The keys of documents with numbers.
fn keys_of(documents: &[(i64, f32)]) -> Vec<i64> {
    documents.iter().map(|(key, _)| *key).collect()
}

/// Those of a ranking that are listed, with their places in the list; it is looked through until all are found.
fn first<T>(
    ranking: impl Iterator<Item = T>,
    listed: &HashMap<i64, usize>,
    key: impl Fn(&T) -> i64,
) -> impl Iterator<Item = (T, usize)> {
    ranking
        .filter_map(move |one| {
            let place = listed.get(&key(&one))?;
            Some((one, *place))
        })
        .take(listed.len())
}

/// Keys that are in at least so many rankings, by the sum of 1 / (k + rank).
fn fuse(rankings: &[Vec<i64>], least: usize, k: f64) -> Vec<i64> {
    let mut scores: HashMap<i64, (usize, f64)> = HashMap::new();
    for ranking in rankings {
        for (rank, key) in (1_u32..).zip(ranking) {
            let (times, score) = scores.entry(*key).or_default();
            *times += 1;
            *score += 1.0 / (k + f64::from(rank));
        }
    }
    let mut fused: Vec<(i64, f64)> = scores
        .into_iter()
        .filter(|(_, (times, _))| *times >= least)
        .map(|(key, (_, score))| (key, score))
        .collect();
    fused.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    fused.into_iter().map(|(key, _)| key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fusion_keeps_what_every_ranking_has() {
        assert_eq!(fuse(&[vec![1, 2, 3], vec![3, 2, 9]], 2, FUSION_K), [3, 2]);
    }
}
