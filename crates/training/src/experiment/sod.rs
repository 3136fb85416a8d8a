//! The Soft Organ Distance with points drawn for each text by itself, as the paper draws them.
//!
//! The same loss as [`crate::loss::OrganPoints`], which measures the distance to every organ because the shipped model
//! shares its points among all texts; here only the targets are measured, which is many times cheaper with few targets
//! among many organs.

use burn::tensor::{Device, Tensor};

use crate::loss::{SCALE_MM, Temperatures, nearest_organ, organ_distances};

/// The loss of each prediction [B, 3] (units of [`SCALE_MM`]): [B, 1]. `targets` holds for each text the points (mm) of each of its
/// organs, the same number for every organ; a text without organs has loss 0.
pub fn loss(
    predictions: Tensor<2>,
    targets: &[Vec<Vec<[f32; 3]>>],
    temperatures: Temperatures,
    device: &Device,
) -> Tensor<2> {
    let texts = targets.len();
    let organs = targets.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let points = targets
        .iter()
        .flatten()
        .map(Vec::len)
        .max()
        .unwrap_or(0)
        .max(1);
    let mut axes: [Vec<f32>; 3] = std::array::from_fn(|_| vec![0.0; texts * organs * points]);
    let mut there = vec![0.0f32; texts * organs];
    for (text, own) in targets.iter().enumerate() {
        for (organ, own) in own.iter().enumerate() {
            there[text * organs + organ] = 1.0;
            for (at, point) in own.iter().enumerate() {
                for axis in 0..3 {
                    axes[axis][(text * organs + organ) * points + at] = point[axis] / SCALE_MM;
                }
            }
        }
    }
    let matrix = |values: &[f32], columns: usize| {
        Tensor::<1>::from_floats(values, device).reshape([texts, columns])
    };
    let axes = axes.map(|values| matrix(&values, organs * points));
    let shape = [texts, organs, points];
    let per_organ = organ_distances(predictions, axes, shape, temperatures.point);
    nearest_organ(per_organ, matrix(&there, organs), temperatures.organ)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::OrganPoints;
    use crate::loss::tests::{TEMPERATURES, organs};

    const PREDICTIONS: [[f32; 3]; 4] = [
        [0.1, -0.2, 0.3],
        [-0.2, 0.1, 0.02],
        [0.5, 0.0, -0.1],
        [0.0, 0.0, 0.0],
    ];
    const WANTED: [&[usize]; 4] = [&[0], &[0, 1], &[0, 1, 2], &[]];

    fn drawn() -> Vec<Vec<Vec<[f32; 3]>>> {
        WANTED
            .iter()
            .map(|w| w.iter().map(|&o| organs()[o].clone()).collect())
            .collect()
    }

    #[test]
    fn it_is_the_loss_over_all_organs() {
        let device = Device::flex();
        let predictions = Tensor::<2>::from_floats(PREDICTIONS, &device);
        let mut targets = [[0.0f32; 3]; 4];
        for (row, wanted) in targets.iter_mut().zip(WANTED) {
            wanted.iter().for_each(|&o| row[o] = 1.0);
        }
        let targets = Tensor::<2>::from_floats(targets, &device);
        let expected =
            OrganPoints::new(&organs(), &device).loss(predictions.clone(), targets, TEMPERATURES);
        let got = loss(predictions, &drawn(), TEMPERATURES, &device);
        let values = |t: Tensor<2>| t.into_data().iter::<f32>().collect::<Vec<f32>>();
        for (got, expected) in values(got).iter().zip(values(expected)) {
            assert!((got - expected).abs() < 1e-6, "{got} instead of {expected}");
        }
    }

    #[test]
    fn gradients_agree_with_central_differences() {
        let device = Device::flex().autodiff();
        let of = |p: [[f32; 3]; 4]| {
            loss(
                Tensor::<2>::from_floats(p, &device),
                &drawn(),
                TEMPERATURES,
                &device,
            )
        };
        let y = Tensor::<2>::from_floats(PREDICTIONS, &device).require_grad();
        let gradients = loss(y.clone(), &drawn(), TEMPERATURES, &device)
            .sum()
            .backward();
        let gradient: Vec<f32> = y
            .grad(&gradients)
            .unwrap()
            .into_data()
            .iter::<f32>()
            .collect();
        // Single precision allows a step of about a thousandth.
        let step = 2e-3f32;
        for text in 0..3 {
            for axis in 0..3 {
                let at = |s: f32| {
                    let mut p = PREDICTIONS;
                    p[text][axis] += s;
                    of(p).into_data().iter::<f32>().collect::<Vec<f32>>()[text]
                };
                let expected = (at(step) - at(-step)) / (2.0 * step);
                let got = gradient[text * 3 + axis];
                assert!(
                    (got - expected).abs() < 5e-3,
                    "text {text}, axis {axis}: {got} instead of {expected}"
                );
            }
        }
    }
}
