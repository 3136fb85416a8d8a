//! Rules that learn nothing, to compare with.

use super::bench::{Bench, Labels, found};
use crate::corpus::hash;

/// A rule of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A random point of a random organ.
    Random,
    /// The centre of the atlas.
    Center,
    /// A random point of the organ that is most frequent in training.
    Freq,
    /// A random point of a random organ that the text names, else the centre.
    Occ(Labels),
}

impl Rule {
    /// The points of the test documents. `frequent` is the organ most frequent in training.
    pub fn points(self, bench: &Bench<'_>, frequent: usize, seed: u64) -> Vec<[f32; 3]> {
        bench
            .test
            .iter()
            .map(|(i, _)| {
                let text = &bench.store.texts[*i];
                let draw = |what: &str| hash(what, &format!("{seed} {}", text.id));
                let organs: Vec<usize> = match self {
                    Self::Random => (0..bench.organs.len()).collect(),
                    Self::Center => Vec::new(),
                    Self::Freq => vec![frequent],
                    Self::Occ(labels) => found(bench.organs, text, labels),
                };
                if organs.is_empty() {
                    return [0.0; 3];
                }
                bench
                    .organs
                    .point(organs[draw("organ") as usize % organs.len()], draw("point"))
            })
            .collect()
    }
}

/// The organ that most training documents are about.
pub fn most_frequent(examples: &[super::fit::Example<'_>], organs: usize) -> usize {
    (0..organs)
        .max_by_key(|o| {
            (
                examples
                    .iter()
                    .filter(|e| e.weight == 1.0 && e.organs.contains(o))
                    .count(),
                std::cmp::Reverse(*o),
            )
        })
        .unwrap_or(0)
}
