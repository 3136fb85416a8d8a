//! The triplet loss of a Siamese network, with online mining ("In Defense of the Triplet Loss", Hermans, Beyer and Leibe
//! 2017): for each text of a batch, its farthest text with the same set of organs and its nearest with another one.

use burn::tensor::activation::softplus;
use burn::tensor::{Device, Tensor};

/// For each vector [B, width] ln(1 + exp(d(farthest same) - d(nearest other))), the paper's soft margin: [B, 1]; 0 for a
/// text whose set occurs once in the batch or is the only one.
pub fn loss(vectors: Tensor<2>, sets: &[&[usize]], device: &Device) -> Tensor<2> {
    let [texts, _] = vectors.dims();
    let squares = vectors.clone().square().sum_dim(1);
    let distances = (squares.clone() + squares.transpose()
        - vectors.clone().matmul(vectors.transpose()) * 2.0)
        .clamp_min(1e-8)
        .sqrt();
    let (mut same, mut other, mut counts) = (
        vec![0.0f32; texts * texts],
        vec![0.0f32; texts * texts],
        Vec::new(),
    );
    for i in 0..texts {
        for j in (0..texts).filter(|j| *j != i) {
            let of = if sets[i] == sets[j] {
                &mut same
            } else {
                &mut other
            };
            of[i * texts + j] = 1.0;
        }
        let any = |of: &[f32]| of[i * texts..(i + 1) * texts].contains(&1.0);
        counts.push(if any(&same) && any(&other) {
            1.0f32
        } else {
            0.0
        });
    }
    let square = |v: &[f32]| Tensor::<1>::from_floats(v, device).reshape([texts, texts]);
    let farthest = (distances.clone() * square(&same)).max_dim(1);
    // What is not another set is put out of reach.
    let out_of_reach = (square(&other) * -1.0 + 1.0) * 1e6;
    let nearest = (distances + out_of_reach).min_dim(1);
    let counts = Tensor::<1>::from_floats(counts.as_slice(), device).reshape([texts, 1]);
    // Where there is no other set the difference would be -1e6; it counts 0 anyway.
    softplus(farthest - nearest, 1.0) * counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hardest_pairs_count() {
        let device = Device::flex();
        // On a line: 0 and 3 of one set, 1 and 10 of another, 50 alone.
        let vectors = Tensor::<2>::from_floats([[0.0], [3.0], [1.0], [10.0], [50.0]], &device);
        let (a, b, c) = ([1usize], [1usize, 2], [4usize]);
        let sets: [&[usize]; 5] = [&a, &a, &b, &b, &c];
        let got: Vec<f32> = loss(vectors, &sets, &device)
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
}
