//! Documents by meaning: the vectors that the grounding model gave them, every one of them compared with that of the question.
//!
//! They are kept in memory as they lie in the file, a byte a number (38 MB for 100,000 documents), and read when they are first asked for.

use std::collections::BinaryHeap;

use rusqlite::OptionalExtension as _;

use super::columns::filled;
use crate::store::packed::scaled_vector;
use crate::store::{Library, LibraryError};

/// Where nothing narrows them, documents that are near in meaning are told up to this many: every document is near in some order.
pub(super) const NEAREST: usize = 1_000;

/// Numbers of a vector, at most: the sum of so many products is a number yet.
const LARGEST: usize = 65_536;

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
    /// For each document its model, as a row of `models`; nothing where that is not known.
    by: Vec<Option<u16>>,
    models: Vec<String>,
    /// Numbers of a vector; those of another size are left out.
    size: usize,
    /// All vectors, one behind the other, each stretched to the whole range of a byte.
    numbers: Vec<i8>,
    /// One over the length of each.
    per_length: Vec<f32>,
}

impl Vectors {
    pub fn new() -> Self {
        Self {
            keys: Vec::new(),
            by: Vec::new(),
            models: Vec::new(),
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
        self.keys.push(key);
        let row = model.and_then(|model| self.row(model));
        self.by.push(row);
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

    /// The nearest documents of those that are there, at most so many, nearest first; equally near ones in the order of their keys.
    pub fn nearest(
        &self,
        meaning: &Meaning,
        limit: usize,
        is_there: impl Fn(i64) -> bool,
    ) -> Vec<i64> {
        let (_, question) = scaled_vector(&meaning.vector);
        if limit == 0 || question.len() != self.size || length(&question) == 0.0 {
            return Vec::new();
        }
        let model = self.models.iter().position(|model| *model == meaning.model);
        let mut best: BinaryHeap<std::cmp::Reverse<Near>> = BinaryHeap::new();
        let rows = self.numbers.chunks_exact(self.size).zip(&self.per_length);
        for ((numbers, per_length), (key, by)) in rows.zip(self.keys.iter().zip(&self.by)) {
            if by.is_some_and(|by| Some(usize::from(by)) != model) {
                continue;
            }
            let near = Near {
                likeness: dot(numbers, &question) as f32 * per_length,
                key: *key,
            };
            let full = best.len() >= limit;
            if full && best.peek().is_none_or(|worst| worst.0 >= near) || !is_there(*key) {
                continue;
            }
            if full {
                best.pop();
            }
            best.push(std::cmp::Reverse(near));
        }
        let sorted = best.into_sorted_vec();
        sorted.into_iter().map(|near| near.0.key).collect()
    }
}

/// A document and how near it is; the nearer is the greater, then the earlier.
#[derive(PartialEq)]
struct Near {
    likeness: f32,
    key: i64,
}

impl Eq for Near {}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Near {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let likeness = self.likeness.total_cmp(&other.likeness);
        likeness.then(other.key.cmp(&self.key))
    }
}

/// The sum of the products.
fn dot(a: &[i8], b: &[i8]) -> i32 {
    let products = a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b));
    products.sum()
}

fn length(vector: &[i8]) -> f32 {
    (dot(vector, vector) as f32).sqrt()
}

impl Library {
    /// The documents nearest in meaning, nearest first, at most so many.
    pub(super) fn by_meaning(
        &self,
        meaning: &Meaning,
        most: usize,
    ) -> Result<Vec<i64>, LibraryError> {
        let vectors = filled(&self.vectors, || self.read_vectors())?;
        // Vectors stay when documents are removed.
        let columns = self.columns()?;
        Ok(vectors.nearest(meaning, most, |key| columns.row(key).is_some()))
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
        assert_eq!(vectors.nearest(&up, 9, |_| true), [2, 4, 3, 1]);
        assert_eq!(vectors.nearest(&up, 2, |_| true), [2, 4]);
        assert_eq!(vectors.nearest(&up, 2, |key| key != 2), [4, 3]);
        assert_eq!(
            vectors.nearest(&meaning(&[0.0, 0.0], "m"), 9, |_| true),
            [0_i64; 0]
        );
        assert_eq!(
            vectors.nearest(&meaning(&[1.0], "m"), 9, |_| true),
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
            vectors.nearest(&meaning(&[1.0, 0.0], "new"), 9, |_| true),
            [2, 3]
        );
        assert_eq!(
            vectors.nearest(&meaning(&[1.0, 0.0], "third"), 9, |_| true),
            [3]
        );
        let packed = crate::store::packed::pack_vector(&[0.9, 0.1]);
        vectors.push_packed(4, &packed, Some("old"));
        assert_eq!(
            vectors.nearest(&meaning(&[1.0, 0.0], "old"), 2, |_| true),
            [1, 4]
        );
    }
}
