//! The vectors that the grounding model gave the documents, in memory as they lie in the file, a byte a number (38 MB for 100,000 documents), and how
//! near each of them is to a question.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use pulp::Arch;
use rayon::prelude::*;
use rusqlite::OptionalExtension as _;

use crate::store::packed::scaled_vector;
use crate::store::{Library, LibraryError};

/// Vectors that one processor compares in a row: 3 MB of 384 numbers each.
const TOGETHER: usize = 8_192;

/// Numbers of a vector, at most: the sum of so many products is a number yet.
const LARGEST: usize = 65_536;

/// The vectors of a library.
pub(in crate::store) struct Vectors {
    pub(super) keys: Vec<i64>,
    /// The row of each key.
    pub(super) rows: HashMap<i64, usize>,
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

/// A question's vector, and what the documents are compared with.
pub(super) struct Question<'v> {
    vector: Vec<f32>,
    /// The mean of the vectors that it is compared with.
    middle: Vec<f32>,
    vectors: &'v Vectors,
    /// The row of its model.
    model: Option<usize>,
}

/// How near the documents are to a question.
pub(super) struct Likenesses {
    /// By row; below all others where a document is not compared.
    pub(super) of: Vec<f32>,
    /// Rows of the nearest, nearest first.
    pub(super) nearest: Vec<usize>,
    /// That of the nearest, and that of a document in the middle of all.
    pub(super) best: f32,
    pub(super) middle: f32,
}

impl Likenesses {
    /// How much meaning speaks for a document: 1 for the nearest, 0 for one that is no nearer than all are on average.
    pub(super) fn weight(&self, row: usize) -> f32 {
        let span = self.best - self.middle;
        match self.of.get(row) {
            Some(likeness) if span > 1e-6 * self.best.abs() => {
                ((likeness - self.middle) / span).max(0.0)
            }
            _ => 0.0,
        }
    }
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
    pub(super) fn push_packed(&mut self, key: i64, packed: &[u8], model: Option<&str>) {
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

    /// Takes documents that are gone out of the middle of all; nothing else asks for them.
    pub fn leave_out(&mut self, keys: &[i64]) {
        for key in keys {
            let Some(row) = self.rows.remove(key) else {
                continue;
            };
            let numbers = &self.numbers[row * self.size..(row + 1) * self.size];
            let sum = self.by[row].map_or(0, |model| usize::from(model) + 1);
            if let Some(sum) = self.sums.get_mut(sum) {
                sum.take(numbers, self.per_length[row]);
            }
        }
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
    pub(super) fn question(&self, vector: &[f32], model: &str) -> Option<Question<'_>> {
        let length = vector.iter().map(|v| v * v).sum::<f32>().sqrt();
        if vector.len() != self.size || length <= 0.0 || !length.is_finite() {
            return None;
        }
        let model = self.models.iter().position(|known| *known == model);
        let own = model.and_then(|row| self.sums.get(row + 1));
        let sums = || self.sums.first().into_iter().chain(own);
        let count = sums().map(|sum| sum.count).sum::<usize>().max(1);
        let mut middle = vec![0.0; self.size];
        for sum in sums() {
            let numbers = middle.iter_mut().zip(&sum.numbers);
            numbers.for_each(|(mean, v)| *mean += (v / count as f64) as f32);
        }
        Some(Question {
            vector: vector.iter().map(|v| v / length).collect(),
            middle,
            vectors: self,
            model,
        })
    }

    /// The numbers of a row.
    pub(super) fn vector(&self, row: usize) -> &[i8] {
        &self.numbers[row * self.size..(row + 1) * self.size]
    }
}

impl Sum {
    fn take(&mut self, numbers: &[i8], per_length: f32) {
        let both = self.numbers.iter_mut().zip(numbers);
        both.for_each(|(sum, v)| *sum -= f64::from(*v) * f64::from(per_length));
        self.count = self.count.saturating_sub(1);
    }

    fn add(&mut self, numbers: &[i8], per_length: f32) {
        self.numbers.resize(numbers.len(), 0.0);
        let both = self.numbers.iter_mut().zip(numbers);
        both.for_each(|(sum, v)| *sum += f64::from(*v) * f64::from(per_length));
        self.count += 1;
    }
}

impl Question<'_> {
    /// Compares all documents with the question, on all processors; the nearest that are there, at most so many.
    pub(super) fn compare_all(&self, most: usize, is_there: &impl Fn(i64) -> bool) -> Likenesses {
        let (scale, asked) = scaled_vector(&self.vector);
        let mut of = vec![f32::NEG_INFINITY; self.vectors.keys.len()];
        let parts = of.par_chunks_mut(TOGETHER).enumerate();
        parts.for_each(|(n, part)| self.liken(&asked, n * TOGETHER, part));
        self.told(of, 0..self.vectors.keys.len(), most, scale, is_there)
    }

    /// The same of the documents of these rows.
    pub(super) fn compare(
        &self,
        rows: &BTreeSet<usize>,
        most: usize,
        is_there: &impl Fn(i64) -> bool,
    ) -> Likenesses {
        let (scale, asked) = scaled_vector(&self.vector);
        let mut of = vec![f32::NEG_INFINITY; self.vectors.keys.len()];
        for &row in rows {
            self.liken(&asked, row, &mut of[row..=row]);
        }
        self.told(of, rows.iter().copied(), most, scale, is_there)
    }

    /// How near the documents from this row on are to the question, as numbers of 8 bits; those of other models stay as they are.
    fn liken(&self, asked: &[i8], first: usize, of: &mut [f32]) {
        let vectors = self.vectors;
        let is_other = |by: &Option<u16>| by.is_some_and(|by| Some(usize::from(by)) != self.model);
        let last = first + of.len();
        let rows =
            vectors.numbers[first * vectors.size..last * vectors.size].chunks_exact(vectors.size);
        let rows = rows
            .zip(&vectors.by[first..last])
            .zip(&vectors.per_length[first..last]);
        Arch::new().dispatch(
            #[inline(always)]
            || {
                for (likeness, ((numbers, by), per_length)) in of.iter_mut().zip(rows) {
                    if !is_other(by) {
                        *likeness = dot(numbers, asked) as f32 * per_length;
                    }
                }
            },
        );
    }

    /// The nearest of these rows that are there.
    fn told(
        &self,
        of: Vec<f32>,
        rows: impl Iterator<Item = usize>,
        most: usize,
        scale: f32,
        is_there: &impl Fn(i64) -> bool,
    ) -> Likenesses {
        let mut best: BinaryHeap<std::cmp::Reverse<Near>> = BinaryHeap::new();
        for row in rows {
            let (likeness, key) = (of[row], self.vectors.keys[row]);
            // Of another model.
            if likeness == f32::NEG_INFINITY {
                continue;
            }
            let near = Near { likeness, key, row };
            let full = best.len() >= most;
            if full && best.peek().is_none_or(|worst| worst.0 >= near) || !is_there(key) {
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

    /// Moves the question away from the documents of these rows, by so much of the middle of them against its own length of 1, which it has again then.
    /// Those of other models say nothing.
    pub(super) fn move_away(&mut self, rows: impl Iterator<Item = usize>, by: f32) {
        let (vectors, model) = (self.vectors, self.model);
        let mut sum = vec![0.0_f32; self.vector.len()];
        let mut count = 0.0_f32;
        let is_other =
            |row: usize| vectors.by[row].is_some_and(|by| Some(usize::from(by)) != model);
        for row in rows.filter(|row| !is_other(*row)) {
            let per_length = vectors.per_length[row];
            let numbers = sum.iter_mut().zip(vectors.vector(row));
            numbers.for_each(|(sum, v)| *sum += f32::from(*v) * per_length);
            count += 1.0;
        }
        if count <= 0.0 {
            return;
        }
        let both = self.vector.iter_mut().zip(&sum);
        both.for_each(|(v, sum)| *v -= by * sum / count);
        let length = self.vector.iter().map(|v| v * v).sum::<f32>().sqrt();
        if length > 0.0 {
            self.vector.iter_mut().for_each(|v| *v /= length);
        }
    }

    /// Moves the question by so much towards the documents of these rows, best first, each counting one over its rank, and away from the middle of all;
    /// where there is none it stays.
    pub(super) fn move_towards(
        &mut self,
        rows: impl Iterator<Item = Option<usize>>,
        towards: f32,
        away: f32,
    ) {
        let mut sum = vec![0.0_f32; self.vector.len()];
        for (rank, row) in (1_u8..).zip(rows) {
            let Some(row) = row else { continue };
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
            *v += towards * sum / length - away * middle;
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
#[inline(always)]
fn dot(a: &[i8], b: &[i8]) -> i32 {
    let products = a.iter().zip(b);
    let products = products.map(|(a, b)| i32::from(*a).wrapping_mul(i32::from(*b)));
    products.fold(0, i32::wrapping_add)
}

fn length(vector: &[i8]) -> f32 {
    (dot(vector, vector) as f32).sqrt()
}

impl Library {
    /// Whether questions by meaning are answered from memory: of a library file of up to 200,000 documents once [`Library::make_ready`] has read
    /// what they mean, 0.4 kB each.
    pub fn knows_meanings(&self) -> bool {
        self.vectors.get().is_some()
    }

    /// Whether what the documents mean is not read ahead, so that lists of a window leave it out: there are more than 200,000 of them, or they lie in a
    /// data set or on a server.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn leaves_out_meanings(&self) -> Result<bool, LibraryError> {
        /// Beyond, they are read when they are asked for: it is the whole file that has to be read.
        const MOST: usize = 200_000;
        if self.knows_meanings() || self.in_place.is_some() {
            return Ok(!self.knows_meanings());
        }
        let documents = match self.columns.get() {
            Some(columns) => columns.keys.len(),
            None => self.len()?,
        };
        Ok(documents > MOST)
    }

    /// Whether there is more of what the documents mean to be read ahead.
    pub(super) fn has_meanings_to_read(&self) -> Result<bool, LibraryError> {
        Ok(!self.knows_meanings() && !self.leaves_out_meanings()?)
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

    pub(super) fn read_vectors(&self) -> Result<Vectors, LibraryError> {
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

    #[test]
    fn a_question_is_moved_away_from_the_middle_of_some_and_is_as_long_as_before() {
        let mut vectors = Vectors::new();
        vectors.push(1, &[0.0, 3.0], Some("m"));
        vectors.push(2, &[0.0, -1.0], Some("m"));
        vectors.push(3, &[0.0, 1.0], Some("n"));
        let moved = |rows: &[usize]| {
            let mut question = vectors.question(&[2.0, 0.0], "m").expect("a vector");
            question.move_away(rows.iter().copied(), 0.5);
            question.vector
        };
        let near = |a: &[f32], b: [f32; 2]| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-3;
        // (1, -.5), and (1, .5), over their length.
        assert!(near(&moved(&[0]), [0.8944, -0.4472]));
        assert!(near(&moved(&[1]), [0.8944, 0.4472]));
        assert!(near(&moved(&[0, 2]), [0.8944, -0.4472]), "of another model");
        assert!(near(&moved(&[0, 1]), [1.0, 0.0]), "their middle is none");
        assert!(near(&moved(&[2]), [1.0, 0.0]) && near(&moved(&[]), [1.0, 0.0]));
    }
}
