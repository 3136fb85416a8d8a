//! The triplet loss of a Siamese network, with online mining ("In Defense of the Triplet Loss", Hermans, Beyer and Leibe
//! 2017; "FaceNet", Schroff, Kalenichenko and Philbin 2015). Vectors are not normalised, distances are Euclidean.

use burn::tensor::activation::{relu, softplus};
use burn::tensor::{Device, Int, Tensor};

use super::settings::{Mining, Triplets};

/// What each text of a batch costs, for its vectors [B, width]: [B, 1]. With the hardest pairs it is the cost of the text's own
/// triplet, otherwise its share of the mean over all triplets that count, times B; 0 for a text whose set occurs once in the
/// batch or is the only one.
pub fn loss(vectors: Tensor<2>, sets: &[&[usize]], how: Triplets, device: &Device) -> Tensor<2> {
    let [texts, _] = vectors.dims();
    let squares = vectors.clone().square().sum_dim(1);
    let distances = (squares.clone() + squares.transpose()
        - vectors.clone().matmul(vectors.transpose()) * 2.0)
        .clamp_min(1e-8)
        .sqrt();
    let values: Vec<f32> = distances.clone().into_data().iter::<f32>().collect();
    let mined: Vec<Vec<[usize; 2]>> = (0..texts)
        .map(|anchor| mine(anchor, &values[anchor * texts..][..texts], sets, how))
        .collect();
    let total: usize = mined.iter().map(Vec::len).sum();
    let share = match how.mining {
        Mining::Hardest => 1.0,
        Mining::SemiHard | Mining::All => texts as f32 / total.max(1) as f32,
    };
    // One row for each text, as wide as the longest; what is left over weighs nothing.
    let wide = mined.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let mut weights = vec![0.0f32; texts * wide];
    let (mut same, mut other) = (vec![0i32; texts * wide], vec![0i32; texts * wide]);
    for (anchor, own) in mined.iter().enumerate() {
        for (at, [near, far]) in own.iter().enumerate() {
            let at = anchor * wide + at;
            same[at] = (anchor * texts + near) as i32;
            other[at] = (anchor * texts + far) as i32;
            weights[at] = share;
        }
    }
    let flat: Tensor<1> = distances.reshape([texts * texts]);
    let chosen = |at: &[i32]| -> Tensor<1> {
        flat.clone()
            .select(0, Tensor::<1, Int>::from_ints(at, device))
    };
    let gaps = chosen(&same) - chosen(&other);
    let costs = if how.margin > 0.0 {
        relu(gaps + how.margin)
    } else {
        softplus(gaps, 1.0)
    };
    let costs = costs * Tensor::<1>::from_floats(weights.as_slice(), device);
    costs.reshape([texts, wide]).sum_dim(1)
}

/// The triplets of an anchor, as (text with the same set, text with another), by its distances to all texts of the batch.
fn mine(anchor: usize, away: &[f32], sets: &[&[usize]], how: Triplets) -> Vec<[usize; 2]> {
    let (same, other): (Vec<usize>, Vec<usize>) = (0..sets.len())
        .filter(|j| *j != anchor)
        .partition(|j| sets[*j] == sets[anchor]);
    let order = |a: &usize, b: &usize| away[*a].total_cmp(&away[*b]);
    let (Some(widest), Some(nearest), Some(farthest)) = (
        same.iter().copied().max_by(order),
        other.iter().copied().min_by(order),
        other.iter().copied().max_by(order),
    ) else {
        return Vec::new();
    };
    match how.mining {
        Mining::Hardest => vec![[widest, nearest]],
        Mining::SemiHard => same
            .iter()
            .map(|&near| {
                let beyond = other.iter().copied().filter(|far| away[*far] > away[near]);
                [near, beyond.min_by(order).unwrap_or(farthest)]
            })
            .collect(),
        Mining::All => same
            .iter()
            .flat_map(|&near| other.iter().map(move |&far| [near, far]))
            .filter(|[near, far]| {
                how.margin <= 0.0 || away[*near] - away[*far] + how.margin as f32 > 0.0
            })
            .collect(),
    }
}

/// Batches of at most `size` texts, as their numbers, in which texts with the same set come in groups of up to `alike`: all texts
/// once, in an order drawn by `keys`.
pub fn batches(keys: &[u64], sets: &[&[usize]], size: usize, alike: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&i| (sets[i], keys[i]));
    let mut groups: Vec<&[usize]> = order
        .chunk_by(|&a, &b| sets[a] == sets[b])
        .flat_map(|of_set| of_set.chunks(alike.max(1)))
        .collect();
    // Other digits than those that the texts of a set are in order of.
    groups.sort_by_key(|group| keys[group[0]].rotate_left(29));
    let mut batches: Vec<Vec<usize>> = Vec::new();
    for group in groups {
        let fits = batches
            .last()
            .is_some_and(|last| last.len() + group.len() <= size);
        if !fits {
            batches.push(Vec::new());
        }
        if let Some(last) = batches.last_mut() {
            last.extend_from_slice(group);
        }
    }
    batches
}

/// Mean Euclidean distance over all pairs of some vectors; 0 for less than two.
pub fn spread(vectors: &[Vec<f32>]) -> f64 {
    let pairs = (vectors.len() * vectors.len().saturating_sub(1) / 2).max(1);
    let distance = |a: &[f32], b: &[f32]| -> f64 {
        let square: f32 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum();
        f64::from(square.sqrt())
    };
    let sum: f64 = vectors
        .iter()
        .enumerate()
        .flat_map(|(i, a)| vectors[..i].iter().map(move |b| distance(a, b)))
        .sum();
    sum / pairs as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::hash;
    use crate::experiment::recall::Recall;

    const HARDEST: Triplets = Triplets {
        mining: Mining::Hardest,
        margin: 0.0,
        alike: 0,
    };

    const SEMI_HARD: Triplets = Triplets {
        mining: Mining::SemiHard,
        margin: 1.0,
        alike: 0,
    };

    const ALL: Triplets = Triplets {
        mining: Mining::All,
        margin: 1.0,
        alike: 0,
    };

    #[test]
    fn the_hardest_pairs_count() {
        let device = Device::flex();
        // On a line: 0 and 3 of one set, 1 and 10 of another, 50 alone.
        let vectors = Tensor::<2>::from_floats([[0.0], [3.0], [1.0], [10.0], [50.0]], &device);
        let (a, b, c) = ([1usize], [1usize, 2], [4usize]);
        let sets: [&[usize]; 5] = [&a, &a, &b, &b, &c];
        let got: Vec<f32> = loss(vectors, &sets, HARDEST, &device)
            .into_data()
            .iter::<f32>()
            .collect();
        let soft = |x: f32| (1.0 + x.exp()).ln();
        // 0: farthest same 3, nearest other 1. 3: 3 and 2. 1: 9 and 1. 10: 9 and 7.
        for (got, expected) in got
            .iter()
            .zip([soft(2.0), soft(1.0), soft(8.0), soft(2.0), 0.0])
        {
            assert!((got - expected).abs() < 1e-4, "{got} instead of {expected}");
        }
    }

    #[test]
    fn each_mining_chooses_its_triplets() {
        let (a, b, c) = ([1usize], [2usize], [3usize]);
        // The anchor is the first; distances to the others of its set are 2 and 6.
        let sets: [&[usize]; 7] = [&a, &a, &a, &b, &b, &c, &c];
        let away = [0.0, 2.0, 6.0, 1.0, 2.5, 5.5, 4.0];
        let of = |how| mine(0, &away, &sets, how);
        assert_eq!(of(HARDEST), [[2, 3]]);
        // Beyond 2 the nearest is at 2.5; beyond 6 there is none, so that the farthest, at 5.5, counts.
        assert_eq!(of(SEMI_HARD), [[1, 4], [2, 5]]);
        // 2 + 1 is more than 1 and 2.5 alone, 6 + 1 more than all.
        assert_eq!(of(ALL), [[1, 3], [1, 4], [2, 3], [2, 4], [2, 5], [2, 6]]);
        let soft = Triplets { margin: 0.0, ..ALL };
        assert_eq!(of(soft).len(), 8);
        let alone: [&[usize]; 3] = [&a, &b, &c];
        for how in [HARDEST, SEMI_HARD, ALL] {
            assert!(mine(0, &away[..3], &alone, how).is_empty());
            assert!(mine(0, &away[..3], &sets[..3], how).is_empty());
        }
    }

    #[test]
    fn a_margin_is_the_mean_over_what_costs() {
        let device = Device::flex();
        let vectors = Tensor::<2>::from_floats([[0.0], [3.0], [2.5], [20.0]], &device);
        let (a, b) = ([1usize], [2usize]);
        let sets: [&[usize]; 4] = [&a, &a, &b, &b];
        let got: Vec<f32> = loss(vectors, &sets, ALL, &device)
            .into_data()
            .iter::<f32>()
            .collect();
        // 0: 3 against 2.5; 3: 3 against 0.5; 2.5: 17.5 against 2.5 and 0.5; 20: 17.5 against 17 (20 is far enough away to
        // cost nothing). Five triplets, four texts.
        for (got, expected) in got.iter().zip([1.5, 3.5, 16.0 + 18.0, 1.5]) {
            let expected = expected * 4.0 / 5.0;
            assert!((got - expected).abs() < 1e-3, "{got} instead of {expected}");
        }
    }

    #[test]
    fn texts_of_a_set_share_a_batch() {
        let (a, b, c) = ([1usize], [2usize], [3usize]);
        let sets: Vec<&[usize]> = (0..61)
            .map(|i| -> &[usize] {
                match i {
                    60 => &c,
                    i if i % 3 == 0 => &a,
                    _ => &b,
                }
            })
            .collect();
        let keys = |seed: usize| -> Vec<u64> {
            (0..61)
                .map(|i| hash("draw", &format!("{seed} {i}")))
                .collect()
        };
        let got = batches(&keys(1), &sets, 10, 4);
        let mut all: Vec<usize> = got.concat();
        all.sort_unstable();
        assert_eq!(all, (0..61).collect::<Vec<_>>());
        for batch in &got {
            assert!(batch.len() <= 10);
            for i in batch.iter().filter(|i| **i != 60) {
                assert!(batch.iter().filter(|j| sets[**j] == sets[*i]).count() >= 4);
            }
        }
        assert_ne!(got, batches(&keys(2), &sets, 10, 4));
    }

    const SETS: usize = 6;
    const TEXTS: usize = 36;
    const FEATURES: usize = 12;

    /// A small deterministic generator: numbers in -1..1.
    fn numbers() -> impl FnMut() -> f32 {
        let mut state = 1u64;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f32 / (1u64 << 30) as f32 - 1.0
        }
    }

    /// Six sets of six texts each, with a number that tells the set, in noise as strong, and six of noise alone. A linear map to two
    /// numbers is learned by plain descent: how wide its vectors lie at the end by how wide they lay, and R@1 in per cent.
    fn learned(how: Triplets) -> (f64, f64) {
        let mut number = numbers();
        let texts: Vec<f32> = (0..TEXTS * FEATURES)
            .map(|i| {
                let tells = i % FEATURES == i / FEATURES % SETS;
                0.5 * number() + if tells { 0.5 } else { 0.0 }
            })
            .collect();
        let mut map: Vec<f32> = (0..FEATURES * 2).map(|_| 0.3 * number()).collect();
        let sets: Vec<Vec<usize>> = (0..TEXTS).map(|i| vec![i % SETS]).collect();
        let own: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
        let device = Device::flex().autodiff();
        let matrix = |values: &[f32], rows: usize| {
            Tensor::<1>::from_floats(values, &device).reshape([rows, values.len() / rows])
        };
        let placed = |map: &[f32]| -> Vec<Vec<f32>> {
            let out: Tensor<2> = matrix(&texts, TEXTS).matmul(matrix(map, FEATURES));
            let values: Vec<f32> = out.into_data().iter::<f32>().collect();
            values.chunks_exact(2).map(<[f32]>::to_vec).collect()
        };
        let before = spread(&placed(&map));
        for _ in 0..200 {
            let weights: Tensor<2> = matrix(&map, FEATURES).require_grad();
            let vectors = matrix(&texts, TEXTS).matmul(weights.clone());
            let gradients = loss(vectors, &own, how, &device).mean().backward();
            let gradient = weights.grad(&gradients).unwrap();
            let steps: Vec<f32> = gradient.into_data().iter::<f32>().collect();
            map.iter_mut().zip(steps).for_each(|(w, g)| *w -= 0.1 * g);
        }
        let vectors = placed(&map);
        (
            spread(&vectors) / before,
            Recall::new(&vectors, &sets).shares()[0].0,
        )
    }

    #[test]
    fn the_hardest_pairs_make_vectors_fall_together_and_others_do_not() {
        let (width, right) = learned(HARDEST);
        assert!(
            width < 0.1 && right < 50.0,
            "hardest: {width:.3}, {right:.0} %"
        );
        let soft = Triplets { margin: 0.0, ..ALL };
        for how in [SEMI_HARD, ALL, soft] {
            let (width, right) = learned(how);
            assert!(
                width > 1.5 && right > 55.0,
                "{how:?}: {width:.3}, {right:.0} %"
            );
        }
    }

    #[test]
    fn the_spread_is_the_mean_distance_of_pairs() {
        let at = |x: f32, y: f32| vec![x, y];
        assert!((spread(&[at(0.0, 0.0), at(3.0, 4.0), at(0.0, 4.0)]) - 4.0).abs() < 1e-9);
        assert_eq!(spread(&[at(1.0, 1.0)]), 0.0);
    }
}
