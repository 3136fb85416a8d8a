//! Documents by meaning: the vectors that the grounding model gave them, every one of them compared with that of the question.
//!
//! They are asked twice; a whole text the second time only those that were near the first time. What a question and the texts that answer it have in common in their vectors is less than what two such texts have, so that
//! the second time the question is moved towards the first few documents of the first time, and away from the middle of all of them (Rocchio, "Relevance
//! feedback in information retrieval", in Salton's "The SMART retrieval system", 1971; here nobody judges the first ones). The words of their titles
//! count beside those of the question, for what either finds. Words and meaning are joined by a weighted sum of what each says of a document, on a scale
//! of its own. The rule and its numbers were chosen on the development sets of
//! docs/experiments/retrieval.md.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};

use super::columns::filled;
use super::vectors::{Likenesses, Question, Vectors};
use super::words::ByWords;
use crate::store::{Library, LibraryError};

/// Where nothing narrows them, documents that are near in meaning are told up to this many: every document is near in some order.
pub(super) const NEAREST: usize = 1_000;

/// Of a few words that are typed to narrow a list, so many documents answer at most that have not all of them: the first hundred are then those that words and
/// meaning together put first.
const ADDED: usize = 100;
/// And no more than one in so many of the library: of a small one the list is to be narrower than all of it.
const ADDED_ONE_IN: usize = 20;

/// How like a question of a few words a document must be that answers without having all of them: meaning, which says 1 of the nearest document and 0 of one in the
/// middle of all, says at least this share of what it says of the likest document that has the words. None is added where that one has less than this by the
/// question as it was asked: some document is the nearest to any question in any library, and says nothing then. Chosen on questions of NFCorpus for development and
/// a library of 300 records about something else (docs/experiments/retrieval.md).
pub const LIKE_ENOUGH: f32 = 0.4;

/// How many documents answer a few words beside those that have them all, in a library of so many.
pub(super) fn added(documents: usize) -> usize {
    ADDED.min(documents / ADDED_ONE_IN)
}

/// Documents towards which a question is moved, each counting one over its rank.
const FIRST: usize = 5;

/// How words and meaning are joined.
struct Rule {
    /// How far the question is moved towards the first documents, against its own length of 1.
    towards: f32,
    /// How far it is moved away from the middle of all documents.
    away: f32,
    /// How much the words of their titles count in the answer, against 1 for those of the question.
    titles: f32,
    /// The share of words when those first documents are looked for.
    words_first: f32,
    /// The share of words in the answer.
    words: f32,
    /// Whether all documents are compared with the moved question, or only those that were near before and what words find: a whole text is moved so
    /// little that what is near then was not far before.
    all_again: bool,
}

/// For a question.
const ASKED: Rule = Rule {
    towards: 2.0,
    away: 1.5,
    titles: 0.5,
    words_first: 0.6,
    words: 0.4,
    all_again: true,
};

/// For a whole text, which says what it means: it is moved less.
const ALIKE: Rule = Rule {
    towards: 1.0,
    away: 0.5,
    titles: 0.0,
    words_first: 0.5,
    words: 0.5,
    all_again: false,
};

/// How far a whole text is moved away from the middle of the documents that it is said not to be like, against its own length of 1, before anything is
/// compared with it.
const UNLIKE: f32 = 0.5;

/// Documents that count as near before a whole text is moved.
const NEAR_BEFORE: usize = 2 * NEAREST;

/// What a text means to a grounding model.
#[derive(Debug, Clone, PartialEq)]
pub struct Meaning {
    /// Its vector, `grounding::Grounding::embedding`.
    pub vector: Vec<f32>,
    /// The model's version. Vectors of other models lie elsewhere and are not compared with it.
    pub model: String,
}

/// Documents that a question finds by its meaning.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ByMeaning {
    /// The nearest, nearest first.
    pub nearest: Vec<i64>,
    /// These and what words find, in the order of both.
    pub both: Vec<i64>,
    /// How much both speak for each of them.
    pub weights: Vec<f32>,
    /// How much meaning alone does.
    pub meant: Vec<Meant>,
}

/// How much meaning speaks for a document: 1 for the nearest, 0 for what is no nearer than all are on average.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Meant {
    /// By the question as it was asked.
    pub asked: f32,
    /// By the question that has been moved.
    pub moved: f32,
}

impl ByMeaning {
    /// What words find, where meaning says nothing.
    pub fn by_words_alone(words: &ByWords) -> Self {
        Self {
            nearest: Vec::new(),
            both: words.keys.clone(),
            weights: words.weights(),
            meant: vec![Meant::default(); words.keys.len()],
        }
    }

    /// Documents that have the words, and of the others the best by both, at most so many, that are like enough, see [`LIKE_ENOUGH`]; all in the order of
    /// both.
    pub fn beside(&self, found: &[i64], most: usize, like: f32) -> Vec<i64> {
        let found: HashSet<i64> = found.iter().copied().collect();
        let both = self.both.iter().copied().zip(self.meant.iter().copied());
        let mut likest = Meant::default();
        if most > 0 {
            let having = both.clone().filter(|(key, _)| found.contains(key));
            having.for_each(|(_, meant)| {
                likest.asked = likest.asked.max(meant.asked);
                likest.moved = likest.moved.max(meant.moved);
            });
        }
        let is_meant = likest.moved > 0.0 && likest.asked >= like;
        let mut left = if is_meant { most } else { 0 };
        let stay = both.filter(|(key, meant)| {
            if found.contains(key) {
                return true;
            }
            let stays = left > 0 && meant.moved >= like * likest.moved;
            left -= usize::from(stays);
            stays
        });
        stay.map(|(key, _)| key).collect()
    }
}

/// A question that every document has been compared with once.
pub(super) struct AskedOnce<'v> {
    question: Question<'v>,
    likenesses: Likenesses,
}

/// A document, how much words speak for it, and the row of its vector.
#[derive(Clone, Copy)]
struct Worded {
    key: i64,
    weight: f32,
    row: Option<usize>,
}

impl Vectors {
    /// The documents that are there and answer a question by its meaning, and together with those that words find: the nearest, at most so many, equally
    /// near ones in the order of their keys, and all that words find. `titles` tells how much the titles of documents speak for another.
    ///
    /// # Errors
    /// Those of `titles`.
    fn answering<T: Fn(i64) -> f32>(
        &self,
        rule: &Rule,
        (meaning, words): (&Meaning, &ByWords),
        most: usize,
        is_there: impl Fn(i64) -> bool,
        titles: impl FnOnce(&[i64]) -> Result<T, LibraryError>,
    ) -> Result<ByMeaning, LibraryError> {
        let once = self.once(meaning, FIRST, &is_there);
        self.again(rule, (once, words), most, is_there, titles)
    }

    /// Compares every document with a question; the nearest that are there, at most so many.
    fn once(
        &self,
        meaning: &Meaning,
        most: usize,
        is_there: &impl Fn(i64) -> bool,
    ) -> Option<AskedOnce<'_>> {
        let question = self.question(&meaning.vector, &meaning.model)?;
        let likenesses = question.compare_all(most, is_there);
        Some(AskedOnce {
            question,
            likenesses,
        })
    }

    /// Moves a question that has been asked once and asks it again, see [`Vectors::answering`].
    fn again<T: Fn(i64) -> f32>(
        &self,
        rule: &Rule,
        (once, words): (Option<AskedOnce<'_>>, &ByWords),
        most: usize,
        is_there: impl Fn(i64) -> bool,
        titles: impl FnOnce(&[i64]) -> Result<T, LibraryError>,
    ) -> Result<ByMeaning, LibraryError> {
        let Some(once) = once else {
            return Ok(ByMeaning::by_words_alone(words));
        };
        let (mut question, mut asked) = (once.question, once.likenesses);
        let found = words.keys.iter().zip(words.weights());
        let mut worded: Vec<Worded> = found
            .map(|(key, weight)| Worded {
                key: *key,
                weight,
                row: self.rows.get(key).copied(),
            })
            .collect();
        // Of those that no word finds, none behind as many nearer ones is among the first.
        let near = asked.nearest.iter().copied();
        let near: Vec<usize> = near.filter(|row| is_there(self.keys[*row])).collect();
        // The document that is asked about may be the nearest, and is left out.
        asked.best = near.first().map_or(0.0, |row| asked.of[*row]);
        let first = near.iter().copied().take(FIRST);
        let first = self.only_near(&worded, first);
        let mut first = joined(worded.iter().chain(&first), &asked, rule.words_first);
        if first.len() > FIRST {
            first.select_nth_unstable_by(FIRST, Worded::order);
            first.truncate(FIRST);
        }
        first.sort_by(Worded::order);
        question.move_towards(first.iter().map(|one| one.row), rule.towards, rule.away);
        let likenesses = match rule.all_again {
            true => question.compare_all(most, &is_there),
            false => {
                let worded = worded.iter().filter_map(|one| one.row);
                let rows: BTreeSet<usize> = near.into_iter().chain(worded).collect();
                question.compare(&rows, most, &is_there)
            }
        };
        let nearest = likenesses.nearest.iter().copied();
        worded.extend(self.only_near(&worded, nearest));
        if words.are_scored() && rule.titles > 0.0 {
            let keys: Vec<i64> = first.iter().map(|one| one.key).collect();
            let said = titles(&keys)?;
            let more = worded.iter_mut();
            more.for_each(|one| one.weight += rule.titles * said(one.key));
            let best = worded.iter().map(|one| one.weight).fold(0.0, f32::max);
            worded.iter_mut().for_each(|one| one.weight /= best);
        }
        let mut both = joined(worded.iter(), &likenesses, rule.words);
        // Stable: of equal ones what words find, in its order, then the nearer.
        both.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let nearest = likenesses.nearest.iter();
        let meant = both.iter().map(|one| {
            let meant = one.row.map(|row| Meant {
                asked: asked.weight(row),
                moved: likenesses.weight(row),
            });
            meant.unwrap_or_default()
        });
        Ok(ByMeaning {
            nearest: nearest.map(|row| self.keys[*row]).collect(),
            weights: both.iter().map(|one| one.weight).collect(),
            meant: meant.collect(),
            both: both.into_iter().map(|one| one.key).collect(),
        })
    }

    /// Those of the nearest that no word finds.
    fn only_near(&self, worded: &[Worded], nearest: impl Iterator<Item = usize>) -> Vec<Worded> {
        let mut found = vec![false; self.keys.len()];
        let rows = worded.iter().filter_map(|one| one.row);
        rows.for_each(|row| found[row] = true);
        let others = nearest.filter(|row| !found[*row]);
        others
            .map(|row| Worded {
                key: self.keys[row],
                weight: 0.0,
                row: Some(row),
            })
            .collect()
    }
}

/// The documents with what words and meaning say of them together; words have this share.
fn joined<'w>(
    worded: impl Iterator<Item = &'w Worded>,
    likenesses: &Likenesses,
    share: f32,
) -> Vec<Worded> {
    worded
        .map(|one| {
            let meant = one.row.map_or(0.0, |row| likenesses.weight(row));
            Worded {
                weight: share * one.weight + (1.0 - share) * meant,
                ..*one
            }
        })
        .collect()
}

impl Worded {
    /// By weight, then by key.
    fn order(a: &Self, b: &Self) -> Ordering {
        b.weight.total_cmp(&a.weight).then(a.key.cmp(&b.key))
    }
}

impl Library {
    /// The documents nearest in meaning, nearest first, at most so many, and these and what words find.
    pub(super) fn by_meaning(
        &self,
        meaning: &Meaning,
        words: &ByWords,
        most: usize,
    ) -> Result<ByMeaning, LibraryError> {
        let vectors = filled(&self.vectors, || self.read_vectors())?;
        // Vectors stay when documents are removed.
        let columns = self.columns()?;
        let is_there = |key| columns.row(key).is_some();
        vectors.answering(&ASKED, (meaning, words), most, is_there, |keys| {
            let said = self.by_titles(keys)?;
            Ok(move |key| columns.row(key).map_or(0.0, |row| said[row]))
        })
    }

    /// Compares every document with a whole text as it is, but for what it is said not to be like: documents, by their keys. Nothing where it cannot be
    /// compared.
    pub(super) fn asked_once(
        &self,
        meaning: &Meaning,
        unlike: &[i64],
    ) -> Result<Option<AskedOnce<'_>>, LibraryError> {
        let vectors = filled(&self.vectors, || self.read_vectors())?;
        let columns = self.columns()?;
        let Some(mut question) = vectors.question(&meaning.vector, &meaning.model) else {
            return Ok(None);
        };
        let rows = unlike.iter().filter_map(|key| vectors.rows.get(key));
        question.move_away(rows.copied(), UNLIKE);
        let is_there = |key| columns.row(key).is_some();
        let likenesses = question.compare_all(NEAR_BEFORE, &is_there);
        Ok(Some(AskedOnce {
            question,
            likenesses,
        }))
    }

    /// The nearest to a text that has been asked with once, nearest first, at most so many.
    pub(super) fn nearest_once(
        &self,
        once: &AskedOnce<'_>,
        most: usize,
    ) -> Result<Vec<i64>, LibraryError> {
        let vectors = filled(&self.vectors, || self.read_vectors())?;
        let nearest = once.likenesses.nearest.iter().take(most);
        Ok(nearest.map(|row| vectors.keys[*row]).collect())
    }

    /// The documents that are like a whole text in meaning, and in words and meaning together, without those that are left out: the nearest, at most
    /// so many, and what words find.
    pub(super) fn alike_in_meaning(
        &self,
        once: Option<AskedOnce<'_>>,
        words: &ByWords,
        most: usize,
        left_out: &HashSet<i64>,
    ) -> Result<ByMeaning, LibraryError> {
        let vectors = filled(&self.vectors, || self.read_vectors())?;
        let columns = self.columns()?;
        let is_there = |key| columns.row(key).is_some() && !left_out.contains(&key);
        vectors.again(&ALIKE, (once, words), most, is_there, |_| Ok(|_| 0.0))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn meaning(vector: &[f32], model: &str) -> Meaning {
        Meaning {
            vector: vector.to_vec(),
            model: model.to_owned(),
        }
    }

    fn nearest(
        vectors: &Vectors,
        meaning: &Meaning,
        most: usize,
        is_there: impl Fn(i64) -> bool,
    ) -> Vec<i64> {
        let none = ByWords::default();
        let found = vectors.answering(&ASKED, (meaning, &none), most, is_there, |_| Ok(|_| 0.0));
        found.expect("nothing to fail").nearest
    }

    fn joined(vectors: &Vectors, meaning: &Meaning, words: &ByWords) -> ByMeaning {
        let found = vectors.answering(&ASKED, (meaning, words), 2, |_| true, |_| Ok(|_| 0.0));
        found.expect("nothing to fail")
    }

    #[test]
    fn the_nearest_is_the_one_of_the_nearest_direction() {
        let mut vectors = Vectors::new();
        vectors.push(1, &[1.0, 0.0], Some("m"));
        vectors.push(2, &[0.0, 3.0], Some("m"));
        vectors.push(3, &[5.0, 5.0], Some("m"));
        vectors.push(4, &[0.0, 0.2], Some("m"));
        vectors.push(5, &[0.0, 0.0], Some("m"));
        vectors.push(6, &[], Some("m"));
        vectors.push(7, &[1.0, 0.0, 0.0], Some("m"));
        let up = meaning(&[0.1, 0.9], "m");
        assert_eq!(nearest(&vectors, &up, 9, |_| true), [2, 4, 3, 1]);
        assert_eq!(nearest(&vectors, &up, 2, |_| true), [2, 4]);
        assert_eq!(nearest(&vectors, &up, 2, |key| key != 2), [4, 3]);
        assert_eq!(
            nearest(&vectors, &meaning(&[0.0, 0.0], "m"), 9, |_| true),
            [0_i64; 0]
        );
        assert_eq!(
            nearest(&vectors, &meaning(&[1.0], "m"), 9, |_| true),
            [0_i64; 0]
        );
    }

    #[test]
    fn vectors_of_another_model_are_not_compared() {
        let mut vectors = Vectors::new();
        vectors.push(1, &[1.0, 0.0], Some("old"));
        vectors.push(2, &[0.5, 0.5], Some("new"));
        vectors.push(3, &[0.0, 1.0], None);
        assert_eq!(
            nearest(&vectors, &meaning(&[1.0, 0.0], "new"), 9, |_| true),
            [2, 3]
        );
        assert_eq!(
            nearest(&vectors, &meaning(&[1.0, 0.0], "third"), 9, |_| true),
            [3]
        );
        let packed = crate::store::packed::pack_vector(&[0.9, 0.1]);
        vectors.push_packed(4, &packed, Some("old"));
        assert_eq!(
            nearest(&vectors, &meaning(&[1.0, 0.0], "old"), 2, |_| true),
            [1, 4]
        );
    }

    /// Four texts about one thing, which have a part in common, and four about others.
    fn some() -> Vectors {
        let mut vectors = Vectors::new();
        for (key, vector) in [
            (1, [1.0, 0.6, 0.0, 0.0]),
            (2, [0.9, 0.7, 0.1, 0.0]),
            (3, [0.5, 1.0, 0.0, 0.1]),
            (4, [0.2, 1.0, 0.1, 0.1]),
            (5, [0.5, -0.5, 1.0, 0.0]),
            (6, [0.6, -0.6, 0.9, 0.2]),
            (7, [0.4, -0.4, 0.1, 1.0]),
            (8, [0.0, -0.2, 0.9, 0.9]),
        ] {
            vectors.push(key, &vector, Some("m"));
        }
        vectors
    }

    #[test]
    fn what_is_gone_leaves_the_middle_as_if_it_had_never_been() {
        let mut vectors = some();
        let weights = |vectors: &Vectors| -> Vec<f32> {
            let question = vectors.question(&[1.0, 0.5, 0.0, 0.0], "m");
            let likenesses = question.expect("a vector").compare_all(8, &|_| true);
            (0..8).map(|row| likenesses.weight(row)).collect()
        };
        let before = weights(&vectors);
        vectors.push(9, &[-1.0, 3.0, -2.0, 1.0], Some("m"));
        assert_ne!(weights(&vectors), before);
        vectors.leave_out(&[9, 77]);
        vectors.leave_out(&[9]);
        for (now, before) in weights(&vectors).iter().zip(&before) {
            assert!((now - before).abs() < 1e-5, "{now} {before}");
        }
    }

    #[test]
    fn what_is_like_the_first_documents_comes_before_what_is_like_the_question_alone() {
        let vectors = some();
        let asked = meaning(&[1.0, 0.0, 0.0, 0.0], "m");
        let question = vectors
            .question(&asked.vector, &asked.model)
            .expect("a vector");
        let once = question.compare_all(9, &|_| true);
        let at = |rows: &[usize], key: i64| {
            let keys: Vec<i64> = rows.iter().map(|row| vectors.keys[*row]).collect();
            keys.iter().position(|one| *one == key).expect("listed")
        };
        assert!(at(&once.nearest, 6) < at(&once.nearest, 4), "by itself");
        let twice = nearest(&vectors, &asked, 9, |_| true);
        assert_eq!(twice.len(), 8);
        let place = |key: i64| twice.iter().position(|one| *one == key);
        assert!(place(4) < place(6), "{twice:?}");
    }

    #[test]
    fn a_whole_text_is_compared_again_with_what_was_near_and_what_words_find() {
        let vectors = some();
        let asked = meaning(&[1.0, 0.6, 0.0, 0.0], "m");
        let words = ByWords::in_order(vec![8]);
        let nearest = |rule: &Rule, most: usize| {
            let once = vectors.once(&asked, most, &|_| true);
            let found = vectors.again(rule, (once, &words), 9, |_| true, |_| Ok(|_| 0.0));
            found.expect("nothing to fail").nearest
        };
        let mut few = nearest(&ALIKE, 2);
        few.sort_unstable();
        assert_eq!(few, [1, 2, 8]);
        let all = nearest(&ALIKE, 8);
        assert_eq!(all.len(), 8);
        let again = Rule {
            all_again: true,
            ..ALIKE
        };
        assert_eq!(nearest(&again, 8), all);
    }

    #[test]
    fn words_and_meaning_are_joined_by_what_they_say() {
        let vectors = some();
        let asked = meaning(&[1.0, 0.6, 0.0, 0.0], "m");
        let words = ByWords {
            keys: vec![8, 99, 2],
            scores: vec![3.0, 2.9, 0.3],
            with_all: None,
        };
        let found = joined(&vectors, &asked, &words);
        assert_eq!(found.nearest, [2, 1]);
        // .4 x .1 + .6, 0 + .6 x .83, .4 and .4 x .97: 99 has no vector, and 8 is no nearer than all are on average.
        assert_eq!(found.both, [2, 1, 8, 99]);
        let none = meaning(&[0.0; 4], "m");
        let by_words = joined(&vectors, &none, &words);
        assert_eq!(by_words.both, words.keys, "no meaning, no change");
        let of_another = joined(&vectors, &meaning(&[1.0; 4], "n"), &words);
        assert_eq!(of_another.both, words.keys);
        assert!(of_another.nearest.is_empty());
    }

    #[test]
    fn titles_speak_for_what_words_find_and_for_the_nearest_alone() {
        let vectors = some();
        let asked = meaning(&[1.0, 0.6, 0.0, 0.0], "m");
        let words = ByWords {
            keys: vec![2, 7, 8],
            scores: vec![3.0, 1.0, 1.0],
            with_all: None,
        };
        let with = |said: &[(i64, f32)], words: &ByWords| {
            let said: HashMap<i64, f32> = said.iter().copied().collect();
            let found = vectors.answering(
                &ASKED,
                (&asked, words),
                2,
                |_| true,
                |first| {
                    assert_eq!(first.len(), FIRST);
                    assert_eq!(first[..2], [2, 1]);
                    Ok(move |key| said.get(&key).copied().unwrap_or_default())
                },
            );
            found.expect("nothing to fail").both
        };
        assert_eq!(with(&[], &words), [2, 1, 7, 8]);
        assert_eq!(with(&[(8, 1.0), (3, 0.9)], &words), [2, 1, 8, 7]);
        let in_order = ByWords {
            scores: Vec::new(),
            ..words
        };
        let found = vectors.answering(
            &ASKED,
            (&asked, &in_order),
            2,
            |_| true,
            |_| -> Result<fn(i64) -> f32, LibraryError> {
                unreachable!("there is no index to look words up in")
            },
        );
        assert_eq!(found.expect("nothing to fail").both.len(), 4);
    }

    #[test]
    fn the_nearest_counts_one_and_one_in_the_middle_nothing() {
        let vectors = some();
        let question = vectors.question(&[1.0, 0.5, 0.0, 0.0], "m");
        let question = question.expect("a vector");
        let likenesses = question.compare_all(3, &|_| true);
        assert!((likenesses.weight(likenesses.nearest[0]) - 1.0).abs() < 1e-6);
        let mean = likenesses.of.iter().sum::<f32>() / 8.0;
        let off = (mean - likenesses.middle).abs() / likenesses.best;
        assert!(off < 0.01, "{off}");
        let nearer = |row: usize| likenesses.of[row] > likenesses.middle;
        assert!((0..8).all(|row| nearer(row) == (likenesses.weight(row) > 0.0)));
        assert!(nearer(2) && !nearer(7));
        assert_eq!(likenesses.weight(100), 0.0, "it is not there");
    }
}
