//! Documents by meaning: the vectors that the grounding model gave them, every one of them compared with that of the question.
//!
//! They are kept in memory as they lie in the file, a byte a number (38 MB for 100,000 documents), and read when they are first asked for.
//!
//! They are asked twice. What a question and the texts that answer it have in common in their vectors is less than what two such texts have, so that
//! the second time the question is moved towards the first few documents of the first time, and away from the middle of all of them (Rocchio, "Relevance
//! feedback in information retrieval", in Salton's "The SMART retrieval system", 1971; here nobody judges the first ones). The words of their titles
//! count beside those of the question, for what either finds. Words and meaning are joined by a weighted sum of what each says of a document, on a scale
//! of its own. The rule and its numbers were chosen on the development sets of
//! docs/experiments/retrieval.md.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use rusqlite::OptionalExtension as _;

use super::columns::filled;
use super::words::ByWords;
use crate::store::packed::scaled_vector;
use crate::store::{Library, LibraryError};

/// Where nothing narrows them, documents that are near in meaning are told up to this many: every document is near in some order.
pub(super) const NEAREST: usize = 1_000;

/// Numbers of a vector, at most: the sum of so many products is a number yet.
const LARGEST: usize = 65_536;

/// Documents towards which a question is moved, each counting one over its rank.
const FIRST: usize = 5;
/// How far the question is moved towards them, against its own length of 1.
const TOWARDS: f32 = 2.0;
/// How far it is moved away from the middle of all documents.
const AWAY: f32 = 1.5;
/// How much the words of their titles count in the answer, against 1 for those of the question.
const TITLES: f32 = 0.5;
/// The share of words when those first documents are looked for, and in the answer.
const WORDS_FIRST: f32 = 0.6;
const WORDS: f32 = 0.4;

/// What a text means to a grounding model.
#[derive(Debug, Clone, PartialEq)]
pub struct Meaning {
    /// Its vector, `grounding::Grounding::embedding`.
    pub vector: Vec<f32>,
    /// The model's version. Vectors of other models lie elsewhere and are not compared with it.
    pub model: String,
}

/// The vectors of a library.
pub(in crate::store) struct Vectors {
    keys: Vec<i64>,
    /// The row of each key.
    rows: HashMap<i64, usize>,
    /// For each document its model, as a row of `models`; nothing where that is not known.
    by: Vec<Option<u16>>,
    models: Vec<String>,
    /// The sums of the vectors of those of which the model is not known, and of each model.
    sums: Vec<Sum>,
    /// Numbers of a vector; those of another size are left out.
    size: usize,
    /// All vectors, one behind the other, each stretched to the whole range of a byte.
    numbers: Vec<i8>,
    /// One over the length of each.
    per_length: Vec<f32>,
}

/// A sum of vectors of length 1.
#[derive(Debug, Clone, Default)]
struct Sum {
    numbers: Vec<f64>,
    count: usize,
}

/// Documents that a question finds by its meaning.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ByMeaning {
    /// The nearest, nearest first.
    pub nearest: Vec<i64>,
    /// These and what words find, in the order of both.
    pub both: Vec<i64>,
}

/// A question's vector, and what the documents are compared with.
struct Question<'v> {
    vector: Vec<f32>,
    /// The mean of the vectors that it is compared with.
    middle: Vec<f32>,
    vectors: &'v Vectors,
    /// The row of its model.
    model: Option<usize>,
}

/// How near the documents are to a question.
struct Likenesses {
    /// By row; below all others where a document is not compared.
    of: Vec<f32>,
    /// Rows of the nearest, nearest first.
    nearest: Vec<usize>,
    /// That of the nearest, and that of a document in the middle of all.
    best: f32,
    middle: f32,
}

impl Likenesses {
    /// How much meaning speaks for a document: 1 for the nearest, 0 for one that is no nearer than all are on average.
    fn weight(&self, row: usize) -> f32 {
        let span = self.best - self.middle;
        match self.of.get(row) {
            Some(likeness) if span > 1e-6 * self.best.abs() => {
                ((likeness - self.middle) / span).max(0.0)
            }
            _ => 0.0,
        }
    }
}

/// A document, how much words speak for it, and the row of its vector.
#[derive(Clone, Copy)]
struct Worded {
    key: i64,
    weight: f32,
    row: Option<usize>,
}

impl Vectors {
    pub fn new() -> Self {
        Self {
            keys: Vec::new(),
            rows: HashMap::new(),
            by: Vec::new(),
            models: Vec::new(),
            sums: vec![Sum::default()],
            size: 0,
            numbers: Vec::new(),
            per_length: Vec::new(),
        }
    }

    /// Takes in a vector as it is kept in the file.
    fn push_packed(&mut self, key: i64, packed: &[u8], model: Option<&str>) {
        // The scale at the beginning changes no direction.
        if let Some((_, numbers)) = packed.split_first_chunk::<4>() {
            self.push_numbers(key, numbers.iter().map(|v| *v as i8), model);
        }
    }

    /// Takes in a vector; none, and one that is nothing but zeros, is left out.
    pub fn push(&mut self, key: i64, vector: &[f32], model: Option<&str>) {
        self.push_numbers(key, scaled_vector(vector).1.into_iter(), model);
    }

    fn push_numbers(
        &mut self,
        key: i64,
        numbers: impl ExactSizeIterator<Item = i8>,
        model: Option<&str>,
    ) {
        if self.size == 0 {
            self.size = numbers.len();
        }
        if numbers.len() != self.size || !(1..=LARGEST).contains(&self.size) {
            return;
        }
        let start = self.numbers.len();
        self.numbers.extend(numbers);
        let length = length(&self.numbers[start..]);
        if length == 0.0 {
            return self.numbers.truncate(start);
        }
        self.per_length.push(1.0 / length);
        self.rows.insert(key, self.keys.len());
        self.keys.push(key);
        let row = model.and_then(|model| self.row(model));
        self.by.push(row);
        let sum = row.map_or(0, |row| usize::from(row) + 1);
        self.sums
            .resize(self.models.len().max(sum) + 1, Sum::default());
        self.sums[sum].add(&self.numbers[start..], 1.0 / length);
    }

    /// The row of a model, made where it is not there.
    fn row(&mut self, model: &str) -> Option<u16> {
        let known = self.models.iter().position(|known| known == model);
        let row = known.unwrap_or_else(|| {
            self.models.push(model.to_owned());
            self.models.len() - 1
        });
        u16::try_from(row).ok()
    }

    /// What a question is compared with; nothing where its vector is none, or of another size.
    fn question(&self, meaning: &Meaning) -> Option<Question<'_>> {
        let length = meaning.vector.iter().map(|v| v * v).sum::<f32>().sqrt();
        if meaning.vector.len() != self.size || length <= 0.0 || !length.is_finite() {
            return None;
        }
        let model = self.models.iter().position(|model| *model == meaning.model);
        let own = model.and_then(|row| self.sums.get(row + 1));
        let sums = || self.sums.first().into_iter().chain(own);
        let count = sums().map(|sum| sum.count).sum::<usize>().max(1);
        let mut middle = vec![0.0; self.size];
        for sum in sums() {
            let numbers = middle.iter_mut().zip(&sum.numbers);
            numbers.for_each(|(mean, v)| *mean += (v / count as f64) as f32);
        }
        Some(Question {
            vector: meaning.vector.iter().map(|v| v / length).collect(),
            middle,
            vectors: self,
            model,
        })
    }

    /// The documents that are there and answer a question by its meaning, and together with those that words find: the nearest, at most so many, equally
    /// near ones in the order of their keys, and all that words find. `titles` tells how much the titles of documents speak for another.
    ///
    /// # Errors
    /// Those of `titles`.
    fn answering<T: Fn(i64) -> f32>(
        &self,
        meaning: &Meaning,
        words: &ByWords,
        most: usize,
        is_there: impl Fn(i64) -> bool,
        titles: impl FnOnce(&[i64]) -> Result<T, LibraryError>,
    ) -> Result<ByMeaning, LibraryError> {
        let Some(mut question) = self.question(meaning) else {
            return Ok(ByMeaning {
                nearest: Vec::new(),
                both: words.keys.clone(),
            });
        };
        let found = words.keys.iter().zip(words.weights());
        let mut worded: Vec<Worded> = found
            .map(|(key, weight)| Worded {
                key: *key,
                weight,
                row: self.rows.get(key).copied(),
            })
            .collect();
        // Of those that no word finds, none behind as many nearer ones is among the first.
        let likenesses = question.compare(FIRST, &is_there);
        let near = self.only_near(&worded, &likenesses);
        let mut first = joined(worded.iter().chain(&near), &likenesses, WORDS_FIRST);
        if first.len() > FIRST {
            first.select_nth_unstable_by(FIRST, Worded::order);
            first.truncate(FIRST);
        }
        first.sort_by(Worded::order);
        question.move_towards(&first);
        let likenesses = question.compare(most, &is_there);
        worded.extend(self.only_near(&worded, &likenesses));
        if words.are_scored() {
            let keys: Vec<i64> = first.iter().map(|one| one.key).collect();
            let said = titles(&keys)?;
            let more = worded.iter_mut();
            more.for_each(|one| one.weight += TITLES * said(one.key));
            let best = worded.iter().map(|one| one.weight).fold(0.0, f32::max);
            worded.iter_mut().for_each(|one| one.weight /= best);
        }
        let mut both = joined(worded.iter(), &likenesses, WORDS);
        // Stable: of equal ones what words find, in its order, then the nearer.
        both.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let nearest = likenesses.nearest.iter();
        Ok(ByMeaning {
            nearest: nearest.map(|row| self.keys[*row]).collect(),
            both: both.into_iter().map(|one| one.key).collect(),
        })
    }

    /// The nearest that no word finds.
    fn only_near(&self, worded: &[Worded], likenesses: &Likenesses) -> Vec<Worded> {
        let mut found = vec![false; self.keys.len()];
        let rows = worded.iter().filter_map(|one| one.row);
        rows.for_each(|row| found[row] = true);
        let others = likenesses.nearest.iter().filter(|row| !found[**row]);
        others
            .map(|row| Worded {
                key: self.keys[*row],
                weight: 0.0,
                row: Some(*row),
            })
            .collect()
    }

    /// The numbers of a row.
    fn vector(&self, row: usize) -> &[i8] {
        &self.numbers[row * self.size..(row + 1) * self.size]
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

impl Sum {
    fn add(&mut self, numbers: &[i8], per_length: f32) {
        self.numbers.resize(numbers.len(), 0.0);
        let both = self.numbers.iter_mut().zip(numbers);
        both.for_each(|(sum, v)| *sum += f64::from(*v) * f64::from(per_length));
        self.count += 1;
    }
}

impl Question<'_> {
    /// Compares every document with the question; the nearest that are there, at most so many.
    fn compare(&self, most: usize, is_there: &impl Fn(i64) -> bool) -> Likenesses {
        let (scale, asked) = scaled_vector(&self.vector);
        let vectors = self.vectors;
        let rows = vectors.numbers.chunks_exact(vectors.size);
        let rows = rows.zip(&vectors.per_length).zip(&vectors.by);
        let of: Vec<f32> = rows
            .map(|((numbers, per_length), by)| {
                match by.is_none_or(|by| Some(usize::from(by)) == self.model) {
                    true => dot(numbers, &asked) as f32 * per_length,
                    false => f32::NEG_INFINITY,
                }
            })
            .collect();
        let mut best: BinaryHeap<std::cmp::Reverse<Near>> = BinaryHeap::new();
        for (row, (likeness, key)) in of.iter().zip(&vectors.keys).enumerate() {
            if *likeness == f32::NEG_INFINITY {
                continue;
            }
            let near = Near {
                likeness: *likeness,
                key: *key,
                row,
            };
            let full = best.len() >= most;
            if full && best.peek().is_none_or(|worst| worst.0 >= near) || !is_there(*key) {
                continue;
            }
            if full {
                best.pop();
            }
            best.push(std::cmp::Reverse(near));
        }
        let sorted = best.into_sorted_vec();
        let nearest: Vec<usize> = sorted.iter().map(|near| near.0.row).collect();
        // The question's numbers are 127ths of its largest, as `asked` has them.
        let per = if scale > 0.0 { 127.0 / scale } else { 0.0 };
        let numbers = self.vector.iter().zip(&self.middle);
        Likenesses {
            best: sorted.first().map_or(0.0, |near| near.0.likeness),
            middle: numbers.map(|(a, b)| a * b).sum::<f32>() * per,
            of,
            nearest,
        }
    }

    /// Moves the question towards documents, best first, and away from the middle of all; where there is none it stays.
    fn move_towards(&mut self, first: &[Worded]) {
        let mut sum = vec![0.0_f32; self.vector.len()];
        let ranked = (1_u8..).zip(first);
        for (rank, row) in ranked.filter_map(|(rank, one)| Some((rank, one.row?))) {
            let weight = self.vectors.per_length[row] / f32::from(rank);
            let numbers = sum.iter_mut().zip(self.vectors.vector(row));
            numbers.for_each(|(sum, v)| *sum += f32::from(*v) * weight);
        }
        let length = sum.iter().map(|v| v * v).sum::<f32>().sqrt();
        if length <= 0.0 {
            return;
        }
        let both = sum.iter().zip(&self.middle);
        for (v, (sum, middle)) in self.vector.iter_mut().zip(both) {
            *v += TOWARDS * sum / length - AWAY * middle;
        }
    }
}

/// A document and how near it is; the nearer is the greater, then the earlier.
#[derive(PartialEq)]
struct Near {
    likeness: f32,
    key: i64,
    row: usize,
}

impl Eq for Near {}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Near {
    fn cmp(&self, other: &Self) -> Ordering {
        let likeness = self.likeness.total_cmp(&other.likeness);
        likeness.then(other.key.cmp(&self.key))
    }
}

/// The sum of the products; of vectors of up to [`LARGEST`] numbers it is one that fits. Were that checked at each step, it would take thrice as long.
fn dot(a: &[i8], b: &[i8]) -> i32 {
    let products = a.iter().zip(b);
    let products = products.map(|(a, b)| i32::from(*a).wrapping_mul(i32::from(*b)));
    products.fold(0, i32::wrapping_add)
}

fn length(vector: &[i8]) -> f32 {
    (dot(vector, vector) as f32).sqrt()
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
        vectors.answering(meaning, words, most, is_there, |keys| {
            let said = self.by_titles(keys)?;
            Ok(move |key| columns.row(key).map_or(0.0, |row| said[row]))
        })
    }

    /// The documents nearest in meaning to a whole text, nearest first, at most so many: it says what it means, and is asked once.
    pub(super) fn nearest_in_meaning(
        &self,
        meaning: &Meaning,
        most: usize,
    ) -> Result<Vec<i64>, LibraryError> {
        let vectors = filled(&self.vectors, || self.read_vectors())?;
        let columns = self.columns()?;
        let Some(question) = vectors.question(meaning) else {
            return Ok(Vec::new());
        };
        let likenesses = question.compare(most, &|key| columns.row(key).is_some());
        let nearest = likenesses.nearest.iter();
        Ok(nearest.map(|row| vectors.keys[*row]).collect())
    }

    /// Whether questions by meaning are answered from memory: of a library file of up to 200,000 documents once [`Library::make_ready`] has read
    /// what they mean, 0.4 kB each.
    pub fn knows_meanings(&self) -> bool {
        self.vectors.get().is_some()
    }

    /// Whether there is more of what the documents mean to be read ahead.
    pub(super) fn has_meanings_to_read(&self) -> Result<bool, LibraryError> {
        /// Beyond, they are read when they are asked for: it is the whole file that has to be read.
        const MOST: usize = 200_000;
        Ok(self.vectors.get().is_none() && self.in_place.is_none() && self.len()? <= MOST)
    }

    /// Reads a part of it.
    pub(super) fn go_on_with_meanings(&self) -> Result<(), LibraryError> {
        /// Documents that are read together.
        const TOGETHER: usize = 2_000;
        let (mut vectors, from) = self
            .vectors_begun
            .take()
            .unwrap_or_else(|| (Vectors::new(), i64::MIN));
        let mut some = self.connection.prepare_cached(
            "SELECT key, embedding, model FROM contents WHERE key >= ?1 ORDER BY key LIMIT ?2",
        )?;
        let mut rows = some.query((from, TOGETHER as i64))?;
        let (mut last, mut count) = (from, 0);
        while let Some(row) = rows.next()? {
            (last, count) = (row.get(0)?, count + 1);
            let packed = row.get_ref(1)?.as_bytes().unwrap_or_default();
            let model: Option<String> = row.get(2)?;
            vectors.push_packed(last, packed, model.as_deref());
        }
        if count < TOGETHER {
            let _ = self.vectors.set(vectors);
        } else {
            self.vectors_begun.replace(Some((vectors, last + 1)));
        }
        Ok(())
    }

    fn read_vectors(&self) -> Result<Vectors, LibraryError> {
        let mut vectors = Vectors::new();
        if let Some(in_place) = &self.in_place {
            // Rows that are no documents have vectors, too.
            let columns = self.columns()?;
            let mut find = self
                .connection
                .prepare_cached("SELECT model FROM contents WHERE key = ?1")?;
            let mut failure = None;
            in_place.embeddings(|key, vector| {
                if columns.row(key).is_none() {
                    return;
                }
                let model = find.query_row([key], |row| row.get::<_, Option<String>>(0));
                match model.optional() {
                    Ok(model) => {
                        let model = model.flatten().filter(|model| !model.is_empty());
                        vectors.push(key, &vector, model.as_deref());
                    }
                    Err(error) => failure = Some(error),
                }
            })?;
            return match failure {
                Some(error) => Err(error.into()),
                None => Ok(vectors),
            };
        }
        let mut all = self.connection.prepare_cached(
            "SELECT key, embedding, model FROM contents WHERE length(embedding) > 0 ORDER BY key",
        )?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let packed = row.get_ref(1)?.as_bytes().unwrap_or_default();
            let model: Option<String> = row.get(2)?;
            vectors.push_packed(row.get(0)?, packed, model.as_deref());
        }
        Ok(vectors)
    }
}

#[cfg(test)]
mod tests {
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
        let found = vectors.answering(meaning, &none, most, is_there, |_| Ok(|_| 0.0));
        found.expect("nothing to fail").nearest
    }

    fn joined(vectors: &Vectors, meaning: &Meaning, words: &ByWords) -> ByMeaning {
        let found = vectors.answering(meaning, words, 2, |_| true, |_| Ok(|_| 0.0));
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
    fn what_is_like_the_first_documents_comes_before_what_is_like_the_question_alone() {
        let vectors = some();
        let asked = meaning(&[1.0, 0.0, 0.0, 0.0], "m");
        let question = vectors.question(&asked).expect("a vector");
        let once = question.compare(9, &|_| true);
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
                &asked,
                words,
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
            &asked,
            &in_order,
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
        let question = vectors.question(&meaning(&[1.0, 0.5, 0.0, 0.0], "m"));
        let question = question.expect("a vector");
        let likenesses = question.compare(3, &|_| true);
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
