//! How well names find the other names of their concept.

use std::collections::HashMap;

use grounding::NameEncoder;
use grounding::names::WIDTH;
use rayon::prelude::*;
use serde::Serialize;

use super::data::{Concept, Mention};

/// How well names find those of the same concept among all names, by cosine.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Ranking {
    /// Names that were looked for: those of concepts with two names at least.
    pub queries: usize,
    /// Names among which.
    pub names: usize,
    /// Mean average precision.
    pub map: f64,
    /// Share of names whose nearest is of the same concept.
    pub first: f64,
    /// Mean reciprocal rank of the first of the same concept.
    pub mrr: f64,
}

/// A way to compare names: vectors whose product is the similarity, as lists of (dimension, value) by dimension.
pub type Sparse = Vec<Vec<(u32, f32)>>;

/// Vectors of the encoder.
pub fn encoded(encoder: &NameEncoder, names: &[&str]) -> Vec<Vec<f32>> {
    let encode = |name: &&str| encoder.encode(name).to_vec();
    names.par_iter().map(encode).collect()
}

/// TF-IDF vectors of character 3- to 5-grams, words taken apart, with the frequencies of `among`.
pub fn ngrams(names: &[&str], among: &[&str]) -> Sparse {
    let count = |name: &&str| {
        let mut counts: HashMap<String, f32> = HashMap::new();
        for word in name.to_lowercase().split(|c: char| !c.is_alphanumeric()) {
            let letters: Vec<char> = format!("<{word}>").chars().collect();
            for n in 3..=5 {
                for gram in letters.windows(n).filter(|_| !word.is_empty()) {
                    *counts.entry(gram.iter().collect()).or_default() += 1.0;
                }
            }
        }
        counts
    };
    let mut dimensions: HashMap<String, (u32, f32)> = HashMap::new();
    for name in among {
        for gram in count(name).into_keys() {
            let next = dimensions.len() as u32;
            dimensions.entry(gram).or_insert((next, 0.0)).1 += 1.0;
        }
    }
    let vector = |name: &&str| {
        let grams = count(name).into_iter().filter_map(|(gram, count)| {
            let (dimension, documents) = dimensions.get(&gram)?;
            let rarity = (among.len() as f32 / documents).ln().max(0.01);
            Some((*dimension, (1.0 + count.ln()) * rarity))
        });
        let mut vector: Vec<(u32, f32)> = grams.collect();
        let length = vector.iter().map(|(_, v)| v * v).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|(_, v)| *v /= length.max(1e-9));
        vector.sort_unstable_by_key(|(dimension, _)| *dimension);
        vector
    };
    names.par_iter().map(vector).collect()
}

/// Products of one dense vector with all.
pub fn dense(query: &[f32], among: &[Vec<f32>]) -> Vec<f32> {
    let product = |v: &Vec<f32>| query.iter().zip(v).map(|(a, b)| a * b).sum();
    among.iter().map(product).collect()
}

/// Products of one sparse vector with all.
pub fn sparse(query: &[(u32, f32)], among: &Sparse) -> Vec<f32> {
    let own: HashMap<u32, f32> = query.iter().copied().collect();
    let product = |v: &Vec<(u32, f32)>| v.iter().filter_map(|(d, x)| Some(own.get(d)? * x)).sum();
    among.iter().map(product).collect()
}

/// Ranks all names by their similarity to each name; `similar` gives the similarities of the n-th to all.
pub fn rank(concepts: &[usize], similar: &(dyn Fn(usize) -> Vec<f32> + Sync)) -> Ranking {
    let mut of_concept: HashMap<usize, Vec<usize>> = HashMap::new();
    for (name, concept) in concepts.iter().enumerate() {
        of_concept.entry(*concept).or_default().push(name);
    }
    let scores: Vec<[f64; 3]> = (0..concepts.len())
        .into_par_iter()
        .filter_map(|query| {
            let right: Vec<usize> = of_concept[&concepts[query]]
                .iter()
                .copied()
                .filter(|n| *n != query)
                .collect();
            if right.is_empty() {
                return None;
            }
            let similarity = similar(query);
            // A tie counts for the other name.
            let mut ranks: Vec<usize> = right
                .iter()
                .map(|n| {
                    let before = |(m, s): &(usize, &f32)| *m != query && **s >= similarity[*n];
                    similarity.iter().enumerate().filter(before).count()
                })
                .collect();
            ranks.sort_unstable();
            let hits = ranks.iter().enumerate();
            let precision: f64 = hits.map(|(n, rank)| (n + 1) as f64 / *rank as f64).sum();
            let first = ranks[0] as f64;
            Some([
                precision / ranks.len() as f64,
                f64::from(u8::from(ranks[0] == 1)),
                1.0 / first,
            ])
        })
        .collect();
    let mean = |n: usize| scores.iter().map(|s| s[n]).sum::<f64>() / scores.len().max(1) as f64;
    Ranking {
        queries: scores.len(),
        names: concepts.len(),
        map: mean(0),
        first: mean(1),
        mrr: mean(2),
    }
}

/// The names of some concepts one after the other, each with the number of its concept.
pub fn listed<'c>(concepts: impl Iterator<Item = &'c Concept>) -> (Vec<&'c str>, Vec<usize>) {
    let numbered = concepts.enumerate();
    numbered
        .flat_map(|(n, concept)| concept.names.iter().map(move |name| (name.as_str(), n)))
        .unzip()
}

/// Whether a concept is a disease or a symptom by its MeSH tree numbers.
pub fn is_disease(concept: &Concept) -> bool {
    concept
        .tree
        .split('|')
        .any(|t| t.starts_with('C') || t.starts_with('F'))
}

/// The share of mentions whose nearest name of a dictionary is of their own concept: `similar` gives the similarities of the n-th mention
/// to all names, `ids` the concept of each name.
pub fn linked(
    mentions: &[Mention],
    ids: &[&str],
    similar: &(dyn Fn(usize) -> Vec<f32> + Sync),
) -> f64 {
    let right = mentions.par_iter().enumerate().filter(|(n, mention)| {
        let similarity = similar(*n);
        let best = (0..ids.len()).max_by(|a, b| similarity[*a].total_cmp(&similarity[*b]));
        best.is_some_and(|best| ids[best] == mention.id)
    });
    right.count() as f64 / mentions.len().max(1) as f64
}

/// Spearman's rank correlation; equal values share the mean of their ranks. 0 where one side is all alike.
pub fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let ranks = |values: &[f64]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|x, y| values[*x].total_cmp(&values[*y]));
        let mut ranks = vec![0.0; values.len()];
        let mut before = 0;
        for alike in order.chunk_by(|x, y| values[*x].total_cmp(&values[*y]).is_eq()) {
            let rank = before as f64 + (alike.len() as f64 - 1.0) / 2.0;
            alike.iter().for_each(|n| ranks[*n] = rank);
            before += alike.len();
        }
        ranks
    };
    let (a, b) = (ranks(a), ranks(b));
    let middle = (a.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| (a - middle) * (b - middle)).sum()
    };
    let size = (product(&a, &a) * product(&b, &b)).sqrt();
    if size > 0.0 {
        product(&a, &b) / size
    } else {
        0.0
    }
}

/// Microseconds for a name, by the best of five passes.
pub fn microseconds(encoder: &NameEncoder, names: &[&str]) -> f64 {
    let pass = |_| {
        let start = std::time::Instant::now();
        let sum: f32 = names
            .iter()
            .map(|name| encoder.encode(name)[WIDTH - 1])
            .sum();
        std::hint::black_box(sum);
        start.elapsed().as_secs_f64() * 1e6 / names.len().max(1) as f64
    };
    (0..5).map(pass).fold(f64::MAX, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_counted_by_hand() {
        // Names 0 and 1 are of one concept, 2 and 3 of another, 4 is alone.
        let similar = |n: usize| -> Vec<f32> {
            match n {
                0 => vec![1.0, 0.9, 0.8, 0.1, 0.0],
                1 => vec![0.9, 1.0, 0.95, 0.1, 0.0],
                2 => vec![0.8, 0.95, 1.0, 0.7, 0.7],
                _ => vec![0.1, 0.1, 0.7, 1.0, 0.2],
            }
        };
        let ranking = rank(&[0, 0, 1, 1, 2], &similar);
        assert_eq!((ranking.queries, ranking.names), (4, 5));
        // Ranks 1, 2, 4 (a tie counts for the other) and 1.
        assert!((ranking.map - (1.0 + 0.5 + 0.25 + 1.0) / 4.0).abs() < 1e-9);
        assert!((ranking.first - 0.5).abs() < 1e-9);
    }

    #[test]
    fn rank_correlation_is_counted_by_hand() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(spearman(&[1.0, 2.0, 9.0], &[0.1, 0.2, 0.3]), 1.0));
        assert!(near(spearman(&[1.0, 2.0, 9.0], &[3.0, 2.0, 1.0]), -1.0));
        // Ranks 0, 1.5, 1.5, 3 and 1, 0, 2, 3: 3 by the root of 4.5 times 5.
        let tied = spearman(&[1.0, 5.0, 5.0, 7.0], &[2.0, 1.0, 3.0, 4.0]);
        assert!(near(tied, 3.0 / (4.5f64 * 5.0).sqrt()), "{tied}");
        assert!(near(spearman(&[1.0, 1.0], &[1.0, 2.0]), 0.0));
    }

    #[test]
    fn ngrams_are_nearer_where_more_of_them_are_the_same() {
        let names = ["renal calculus", "kidney stone", "kidney stones", "spleen"];
        let vectors = ngrams(&names, &names);
        let products = sparse(&vectors[1], &vectors);
        assert!((products[1] - 1.0).abs() < 1e-4);
        assert!(products[2] > 0.3, "{products:?}");
        assert!(
            products[2] > products[0] && products[3] < 0.05,
            "{products:?}"
        );
    }
}
