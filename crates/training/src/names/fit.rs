//! Learns the table of the name encoder.
//!
//! Two names of a concept shall be nearer to each other than to the names of the other concepts of the batch (cross-entropy of the cosines,
//! both ways), a part of which are neighbours in their tree; and names shall be as near to each other as a sentence encoder has them
//! (cross-entropy of the shares that the other names of a batch get). The triplet and prototype losses of Fivez, Šuster and Daelemans ("Conceptual
//! Grounding Constraints for Truly Robust Biomedical Name Representations", EACL 2021) want the same; all pairs of a batch
//! take their part of negatives here, and the sentence encoder that of the vectors which their network starts from.

use std::collections::HashSet;

use anyhow::{Context as _, Result};
use burn::tensor::activation::{log_softmax, softmax};
use burn::tensor::{Device, Tensor};
use grounding::names::{ROWS, WIDTH, features};
use rand::rngs::SmallRng;
use rand::{Rng as _, SeedableRng as _};
use rayon::prelude::*;

use super::data::Concept;

/// Settings of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Passes over the concepts.
    pub passes: usize,
    /// Concepts of a batch.
    pub batch: usize,
    /// Neighbours in the tree that come into a batch together.
    pub block: usize,
    /// Temperature of the cosines between names of concepts.
    pub temperature: f64,
    /// Names of a batch whose similarities are learnt.
    pub taught: usize,
    /// Temperature of those similarities.
    pub teacher_temperature: f64,
    /// Weight of learning them.
    pub teacher_weight: f64,
    /// Step at the beginning; falls to nothing along a line.
    pub rate: f32,
    /// Share of a name's features that are left out.
    pub dropout: f32,
    /// Share of names that are misspelt.
    pub misspelt: f32,
    /// Seed of all that is drawn.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            passes: 60,
            batch: 1024,
            block: 8,
            temperature: 0.05,
            taught: 1024,
            teacher_temperature: 0.05,
            teacher_weight: 0.3,
            rate: 0.05,
            dropout: 0.1,
            misspelt: 0.15,
            seed: 1,
        }
    }
}

/// Names with the unit vectors of the sentence encoder, one after the other.
pub struct Taught {
    /// The names.
    pub names: Vec<String>,
    /// As many vectors of `width` numbers.
    pub vectors: Vec<f32>,
    /// Numbers of a vector.
    pub width: usize,
}

/// A table that is being learnt: [`ROWS`] rows of [`WIDTH`] numbers, each row with the sum of its mean squared gradients (Adagrad, one rate a row).
struct Table {
    values: Vec<f32>,
    squares: Vec<f32>,
}

impl Table {
    fn new(rng: &mut SmallRng) -> Self {
        let values = (0..ROWS * WIDTH).map(|_| rng.random_range(-0.1..0.1));
        Self {
            values: values.collect(),
            squares: vec![1e-8; ROWS],
        }
    }

    /// Sums of the rows of each name, divided by the root of their number.
    fn sums(&self, names: &[Vec<u32>]) -> Vec<f32> {
        let sums = names.par_iter().flat_map_iter(|rows| {
            let mut sum = vec![0.0; WIDTH];
            for row in rows {
                let row = *row as usize * WIDTH;
                let values = &self.values[row..row + WIDTH];
                sum.iter_mut().zip(values).for_each(|(s, v)| *s += v);
            }
            let scale = scale(rows);
            sum.into_iter().map(move |s| s * scale)
        });
        sums.collect()
    }

    /// A step against the gradients of the sums.
    fn step(&mut self, names: &[Vec<u32>], gradients: &[f32], rate: f32) {
        let rows = names.iter().enumerate();
        let mut touched: Vec<(u32, u32)> = rows
            .flat_map(|(name, rows)| rows.iter().map(move |row| (*row, name as u32)))
            .collect();
        touched.par_sort_unstable();
        // Each thread has a stretch of the table for itself.
        const STRETCH: usize = 1024;
        let values = self.values.par_chunks_mut(STRETCH * WIDTH);
        let squares = self.squares.par_chunks_mut(STRETCH);
        values
            .zip(squares)
            .enumerate()
            .for_each(|(n, (values, squares))| {
                let first = (n * STRETCH) as u32;
                let from = touched.partition_point(|(row, _)| *row < first);
                let end = touched.partition_point(|(row, _)| *row < first + STRETCH as u32);
                for same in touched[from..end].chunk_by(|a, b| a.0 == b.0) {
                    let row = (same[0].0 - first) as usize;
                    let mut gradient = [0.0; WIDTH];
                    for (_, name) in same {
                        let name = *name as usize;
                        let scale = scale(&names[name]);
                        let own = &gradients[name * WIDTH..(name + 1) * WIDTH];
                        gradient
                            .iter_mut()
                            .zip(own)
                            .for_each(|(g, v)| *g += v * scale);
                    }
                    squares[row] += gradient.iter().map(|g| g * g).sum::<f32>() / WIDTH as f32;
                    let step = rate / squares[row].sqrt();
                    let own = &mut values[row * WIDTH..(row + 1) * WIDTH];
                    own.iter_mut()
                        .zip(gradient)
                        .for_each(|(v, g)| *v -= step * g);
                }
            });
    }
}

fn scale(rows: &[u32]) -> f32 {
    1.0 / (rows.len().max(1) as f32).sqrt()
}

/// Learns a table of [`ROWS`] x [`WIDTH`] numbers from groups of names that mean the same (each of two names at least) and from taught names.
///
/// # Errors
/// When there are fewer groups than a batch has.
pub fn fit(groups: &[Concept], taught: &Taught, settings: &Settings) -> Result<Vec<f32>> {
    let device = crate::device().autodiff();
    let mut rng = SmallRng::seed_from_u64(settings.seed);
    let mut table = Table::new(&mut rng);
    let mut order: Vec<&Concept> = groups.iter().collect();
    order.sort_by(|a, b| (&a.tree, &a.id).cmp(&(&b.tree, &b.id)));
    anyhow::ensure!(
        order.len() >= settings.batch,
        "{} groups of names are fewer than a batch of {}",
        order.len(),
        settings.batch
    );
    let per_pass = order.len().div_ceil(settings.batch);
    let steps = per_pass * settings.passes;
    let (mut sums, started) = ([0.0; 2], std::time::Instant::now());
    for step in 0..steps {
        let drawn = draw(&order, settings, &mut rng);
        let seeds: Vec<u64> = drawn.iter().map(|_| rng.random()).collect();
        let pairs: Vec<[Vec<u32>; 2]> = drawn
            .par_iter()
            .zip(seeds)
            .map(|(group, seed)| pair(group, settings, &mut SmallRng::seed_from_u64(seed)))
            .collect();
        let picked: Vec<usize> = (0..settings.taught.min(taught.names.len()))
            .map(|_| rng.random_range(0..taught.names.len()))
            .collect();
        let firsts = pairs.iter().map(|pair| pair[0].clone());
        let seconds = pairs.iter().map(|pair| pair[1].clone());
        let names: Vec<Vec<u32>> = firsts
            .chain(seconds)
            .chain(picked.iter().map(|n| features(&taught.names[*n])))
            .collect();
        let teacher: Vec<f32> = picked
            .iter()
            .flat_map(|n| &taught.vectors[n * taught.width..(n + 1) * taught.width])
            .copied()
            .collect();
        let (losses, gradients) =
            losses(table.sums(&names), &teacher, drawn.len(), settings, &device)?;
        let rate = settings.rate * (1.0 - step as f32 / steps as f32);
        table.step(&names, &gradients, rate);
        sums.iter_mut()
            .zip(losses)
            .for_each(|(sum, loss)| *sum += loss);
        if (step + 1) % (per_pass * 5) == 0 {
            let [same, similar] = sums.map(|sum| sum / (per_pass * 5) as f64);
            let spent = started.elapsed().as_secs();
            let left = spent as usize * (steps - step - 1) / (step + 1);
            eprintln!(
                "pass {} of {}: same concept {same:.3}, like the teacher {similar:.3}; {spent} s, about {left} s left",
                (step + 1) / per_pass,
                settings.passes
            );
            sums = [0.0; 2];
        }
    }
    Ok(table.values)
}

/// Concepts of a batch: stretches of neighbours, each concept once.
fn draw<'c>(order: &[&'c Concept], settings: &Settings, rng: &mut SmallRng) -> Vec<&'c Concept> {
    let (mut drawn, mut seen) = (Vec::new(), HashSet::new());
    while drawn.len() < settings.batch {
        let first = rng.random_range(0..order.len());
        for n in first..first + settings.block {
            let n = n % order.len();
            if drawn.len() < settings.batch && seen.insert(n) {
                drawn.push(order[n]);
            }
        }
    }
    drawn
}

/// The features of two different names of a concept.
fn pair(group: &Concept, settings: &Settings, rng: &mut SmallRng) -> [Vec<u32>; 2] {
    let first = rng.random_range(0..group.names.len());
    let other = rng.random_range(1..group.names.len());
    [first, (first + other) % group.names.len()].map(|n| {
        let mut name = group.names[n].clone();
        if rng.random::<f32>() < settings.misspelt {
            name = misspell(&name, rng);
        }
        let whole = features(&name);
        let mut kept = whole.clone();
        kept.retain(|_| rng.random::<f32>() >= settings.dropout);
        if kept.is_empty() { whole } else { kept }
    })
}

/// One or two letters left out, swapped, replaced or doubled; never the first.
fn misspell(name: &str, rng: &mut SmallRng) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    for _ in 0..rng.random_range(1..=2) {
        if letters.len() < 5 {
            break;
        }
        let last = letters.len() - 1;
        let at = rng.random_range(1..=last);
        match rng.random_range(0..4) {
            0 => drop(letters.remove(at)),
            1 => letters.swap(at, (at + 1).min(last)),
            2 => letters[at] = char::from(rng.random_range(b'a'..=b'z')),
            _ => letters.insert(at, letters[at]),
        }
    }
    letters.into_iter().collect()
}

/// Both losses, and the gradients of their weighted sum by the sums of names: `pairs` first names, as many second ones, then the taught ones.
fn losses(
    sums: Vec<f32>,
    teacher: &[f32],
    pairs: usize,
    settings: &Settings,
    device: &Device,
) -> Result<([f64; 2], Vec<f32>)> {
    let count = sums.len() / WIDTH;
    let taught = count - 2 * pairs;
    let matrix = |values: &[f32], rows: usize| {
        Tensor::<1>::from_floats(values, device).reshape([rows, values.len() / rows.max(1)])
    };
    let sums = matrix(&sums, count).require_grad();
    let lengths = sums.clone().square().sum_dim(1).clamp_min(1e-12).sqrt();
    let units = sums.clone() / lengths;
    let rows = |from: usize, to: usize| units.clone().slice([from..to, 0..WIDTH]);

    let cosines = rows(0, pairs)
        .matmul(rows(pairs, 2 * pairs).transpose())
        .div_scalar(settings.temperature);
    let own = Tensor::<2>::eye(pairs, device);
    let shares = log_softmax(cosines.clone(), 1) + log_softmax(cosines, 0);
    let same = (shares * own).sum().div_scalar(-2.0 * pairs as f64);

    let mut loss = same.clone();
    let mut similar = 0.0;
    if taught > 1 {
        // A name is not compared with itself.
        let itself = Tensor::<2>::eye(taught, device) * -1e4;
        let shares = |vectors: Tensor<2>| {
            let cosines = vectors.clone().matmul(vectors.transpose());
            cosines.div_scalar(settings.teacher_temperature) + itself.clone()
        };
        let wanted = softmax(shares(matrix(teacher, taught)), 1);
        let found = log_softmax(shares(rows(2 * pairs, count)), 1);
        let taught = (wanted * found).sum().div_scalar(-(taught as f64));
        similar = f64::from(taught.clone().into_scalar::<f32>());
        loss = loss + taught * settings.teacher_weight;
    }
    let gradients = loss.backward();
    let gradients = sums.grad(&gradients).context("no gradient")?;
    let gradients = gradients.into_data().iter::<f32>().collect();
    Ok(([f64::from(same.into_scalar::<f32>()), similar], gradients))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Split;
    use grounding::NameEncoder;

    /// Two synonyms of each of 40 concepts share no letters; after learning they are nearest to each other.
    #[test]
    fn names_of_a_concept_come_together() {
        let word = |n: usize, from: u8| -> String {
            (0..4)
                .map(|k| char::from(from + ((n * 7 + k * k * 3 + n * n) % 10) as u8))
                .collect()
        };
        let groups: Vec<Concept> = (0..40)
            .map(|n| Concept {
                id: format!("{n}"),
                names: vec![
                    format!("{}{n}", word(n, b'a')),
                    format!("{}{n}", word(n, b'p')),
                ],
                tree: format!("{n:03}"),
                split: Split::Train,
            })
            .collect();
        let taught = Taught {
            names: groups.iter().map(|g| g.names[0].clone()).collect(),
            vectors: (0..40 * 4).map(|n| [0.5, -0.5][n % 3 % 2]).collect(),
            width: 4,
        };
        let settings = Settings {
            passes: 30,
            batch: 40,
            taught: 16,
            misspelt: 0.0,
            ..Settings::default()
        };
        let encoder = NameEncoder::new(&fit(&groups, &taught, &settings).unwrap());
        let vectors: Vec<_> = groups.iter().map(|g| encoder.encode(&g.names[1])).collect();
        let right = groups.iter().enumerate().filter(|(n, group)| {
            let query = encoder.encode(&group.names[0]);
            let cosine = |v: &[f32; WIDTH]| v.iter().zip(&query).map(|(a, b)| a * b).sum::<f32>();
            let best = (0..40).max_by(|a, b| cosine(&vectors[*a]).total_cmp(&cosine(&vectors[*b])));
            best == Some(*n)
        });
        assert!(right.count() >= 38);
        let few = fit(&groups[..3], &taught, &settings)
            .unwrap_err()
            .to_string();
        assert!(few.contains("3 groups"), "{few}");
    }
}
