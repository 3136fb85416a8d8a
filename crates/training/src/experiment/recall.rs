//! Hits among the nearest neighbours: texts about exactly the same set of organs.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The lists of neighbours that are looked at.
const DEPTHS: [usize; 3] = [1, 5, 10];

/// Hits of each query within each of `DEPTHS`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recall {
    hits: Vec<[bool; 3]>,
}

impl Recall {
    /// Every text is a query and all others the collection; a hit has exactly the same set of organs. Neighbours are in
    /// order of Euclidean distance, equal ones in order of the collection.
    pub fn new<V: AsRef<[f32]> + Sync>(vectors: &[V], sets: &[Vec<usize>]) -> Self {
        let hits = (0..vectors.len())
            .into_par_iter()
            .map(|q| {
                let query = vectors[q].as_ref();
                let mut others: Vec<(f32, usize)> = (0..vectors.len())
                    .filter(|i| *i != q)
                    .map(|i| {
                        (
                            vectors[i]
                                .as_ref()
                                .iter()
                                .zip(query)
                                .map(|(a, b)| (a - b).powi(2))
                                .sum(),
                            i,
                        )
                    })
                    .collect();
                others.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                DEPTHS.map(|k| others.iter().take(k).any(|(_, i)| sets[*i] == sets[q]))
            })
            .collect();
        Self { hits }
    }

    /// Share of queries with a hit within each depth (1, 5 and 10), and its standard error, per cent.
    pub fn shares(&self) -> [(f64, f64); 3] {
        std::array::from_fn(|k| {
            let n = self.hits.len() as f64;
            let p = self.hits.iter().filter(|h| h[k]).count() as f64 / n;
            (
                100.0 * p,
                100.0 * (p * (1.0 - p) / (n - 1.0).max(1.0)).sqrt(),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recall_counts_only_the_same_set() {
        // On a line; sets A A B B C: the neighbour of 0 is 1 (same); of 5 is 4.5 (another), then 1.
        let vectors = [[0.0f32], [1.0], [4.5], [20.0], [5.0]];
        let sets = [vec![1], vec![1], vec![2], vec![2], vec![1, 2]];
        let r = Recall::new(&vectors, &sets);
        assert_eq!(
            r.hits,
            [
                [true; 3],
                [true; 3],
                [false, true, true],
                [false, true, true],
                [false; 3]
            ]
        );
        let shares = r.shares();
        assert!((shares[0].0 - 40.0).abs() < 1e-9 && (shares[1].0 - 80.0).abs() < 1e-9);
        assert!((shares[0].1 - 24.494_897_427_831_78).abs() < 1e-9);
    }
}
