//! The Soft Organ Distance loss and the multi-label loss of the structure head.
//!
//! Soft Organ Distance ("Learning to Ground Medical Text in a 3D Human Atlas", CoNLL 2020): with d_i the distances from a
//! prediction to N points of an organ, the organ's loss is sum_i d_i softmin(d / gamma_p)_i, and the text's loss is
//! sum_m L_m softmin(L / gamma_o)_m over its organs: a soft minimum over the parts of an organ, then over the organs, so
//! that a text about two organs need not land between them.
//!
//! Distances are in units of [`SCALE_MM`], the same for all axes, so that they are distances in the body.

use burn::tensor::Tensor;
use burn::tensor::activation::{relu, softmin};

/// Length of the unit in which distances are taken: half the height of the atlas box.
pub const SCALE_MM: f32 = 387.0;

/// Temperatures of the two soft minima, in units of [`SCALE_MM`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Temperatures {
    /// Over the points of an organ.
    pub point: f64,
    /// Over the organs of a text.
    pub organ: f64,
}

/// Points of every class, uniform over its voxels.
#[derive(Debug, Clone)]
pub struct OrganPoints {
    /// [1, classes * points] for each axis, in units of [`SCALE_MM`].
    axes: [Tensor<2>; 3],
    classes: usize,
    points: usize,
}

impl OrganPoints {
    /// From points in millimetres, the same number for each class; a class without voxels has any points and must never be a target.
    pub fn new(points_mm: &[Vec<[f32; 3]>], device: &burn::tensor::Device) -> Self {
        let points = points_mm.first().map_or(0, Vec::len);
        let axes = std::array::from_fn(|axis| {
            let values: Vec<f32> = points_mm
                .iter()
                .flatten()
                .map(|p| p[axis] / SCALE_MM)
                .collect();
            let count = values.len();
            Tensor::<1>::from_floats(values.as_slice(), device).reshape([1, count])
        });
        Self {
            axes,
            classes: points_mm.len(),
            points,
        }
    }

    /// Soft distance of each prediction [B, 3] (units of [`SCALE_MM`]) to each class: [B, classes].
    pub fn distances(&self, predictions: Tensor<2>, temperature: f64) -> Tensor<2> {
        let [batch, _] = predictions.dims();
        let axes = self.axes.clone();
        organ_distances(
            predictions,
            axes,
            [batch, self.classes, self.points],
            temperature,
        )
    }

    /// The Soft Organ Distance of each text: [B, 1]. `targets` [B, classes] is 1 at the organs of a text; a text without any has loss 0.
    pub fn loss(
        &self,
        predictions: Tensor<2>,
        targets: Tensor<2>,
        temperatures: Temperatures,
    ) -> Tensor<2> {
        let organs = self.distances(predictions, temperatures.point);
        nearest_organ(organs, targets, temperatures.organ)
    }
}

/// Soft distance of each prediction [B, 3] to the points of each organ, given by their coordinates along each axis
/// ([B or 1, organs * points], in the predictions' unit): [B, organs]. `shape` is [B, organs, points].
pub(crate) fn organ_distances(
    predictions: Tensor<2>,
    axes: [Tensor<2>; 3],
    shape: [usize; 3],
    temperature: f64,
) -> Tensor<2> {
    let [batch, organs, _] = shape;
    let mut axis = 0;
    let [x, y, z] = axes.map(|points| {
        axis += 1;
        (predictions.clone().slice([0..batch, axis - 1..axis]) - points).square()
    });
    // The gradient of the square root is infinite at 0, so distances stop at a ten-thousandth of the unit (0.04 mm).
    let distances = (x + y + z).clamp_min(1e-8).sqrt().reshape(shape);
    let weights = softmin(distances.clone().div_scalar(temperature), 2);
    (distances * weights).sum_dim(2).reshape([batch, organs])
}

/// Soft minimum of distances [B, organs] over the organs whose target [B, organs] is 1: [B, 1]; 0 when there is none.
pub(crate) fn nearest_organ(
    distances: Tensor<2>,
    targets: Tensor<2>,
    temperature: f64,
) -> Tensor<2> {
    // Organs that are no targets are put so far away that their weight is exactly 0.
    let far = (targets.clone() * -1.0 + 1.0) * 1e4;
    let weights = softmin(distances.clone().div_scalar(temperature) + far, 1) * targets;
    (distances * weights).sum_dim(1)
}

/// Binary cross-entropy of logits [B, C] against targets in 0..1, summed over classes: [B, 1].
pub fn binary_cross_entropy(logits: Tensor<2>, targets: Tensor<2>) -> Tensor<2> {
    // max(x, 0) - x t + ln(1 + exp(-|x|)), which does not overflow.
    let soft = (logits.clone().abs() * -1.0).exp().log1p();
    (relu(logits.clone()) - logits * targets + soft).sum_dim(1)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use burn::tensor::Device;

    pub(crate) const TEMPERATURES: Temperatures = Temperatures {
        point: 0.1,
        organ: 0.3,
    };

    /// Three organs of three points, mm.
    pub(crate) fn organs() -> Vec<Vec<[f32; 3]>> {
        vec![
            vec![
                [-100.0, 20.0, 30.0],
                [-140.0, 10.0, 60.0],
                [-90.0, -30.0, 0.0],
            ],
            vec![
                [200.0, 0.0, -50.0],
                [180.0, 60.0, -80.0],
                [220.0, 20.0, -20.0],
            ],
            vec![[0.0, 0.0, 300.0], [10.0, 20.0, 280.0], [-20.0, 0.0, 310.0]],
        ]
    }

    /// The definition, written out with plain numbers in double precision.
    fn reference(prediction: [f64; 3], targets: &[usize], t: Temperatures) -> f64 {
        let softmin = |values: &[f64], temperature: f64| -> f64 {
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let weights: Vec<f64> = values
                .iter()
                .map(|v| (-(v - least) / temperature).exp())
                .collect();
            values.iter().zip(&weights).map(|(v, w)| v * w).sum::<f64>()
                / weights.iter().sum::<f64>()
        };
        let organs = organs();
        let per_organ: Vec<f64> = targets
            .iter()
            .map(|&o| {
                let distances: Vec<f64> = organs[o]
                    .iter()
                    .map(|p| {
                        (0..3)
                            .map(|a| {
                                (prediction[a] - f64::from(p[a]) / f64::from(SCALE_MM)).powi(2)
                            })
                            .sum::<f64>()
                            .sqrt()
                    })
                    .collect();
                softmin(&distances, t.point)
            })
            .collect();
        softmin(&per_organ, t.organ)
    }

    fn loss(predictions: &[[f32; 3]], targets: &[[f32; 3]]) -> Vec<f32> {
        let device = Device::flex();
        let points = OrganPoints::new(&organs(), &device);
        let flat = |rows: &[[f32; 3]]| {
            Tensor::<1>::from_floats(rows.concat().as_slice(), &device).reshape([rows.len(), 3])
        };
        points
            .loss(flat(predictions), flat(targets), TEMPERATURES)
            .into_data()
            .iter::<f32>()
            .collect()
    }

    #[test]
    fn the_loss_is_its_definition() {
        let predictions = [
            [0.1, -0.2, 0.3],
            [-0.26, 0.05, 0.08],
            [0.5, 0.0, -0.1],
            [0.0, 0.0, 0.0],
        ];
        let targets = [
            [1.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [1.0, 1.0, 1.0],
            [0.0, 0.0, 0.0],
        ];
        let of = |p: [f32; 3], t: [f32; 3]| {
            reference(
                p.map(f64::from),
                &(0..3).filter(|&i| t[i] > 0.0).collect::<Vec<_>>(),
                TEMPERATURES,
            )
        };
        let got = loss(&predictions, &targets);
        for i in 0..3 {
            let expected = of(predictions[i], targets[i]);
            assert!(
                (f64::from(got[i]) - expected).abs() < 1e-5,
                "text {i}: {} instead of {expected}",
                got[i]
            );
        }
        assert_eq!(got[3], 0.0, "a text about no organ has no distance");
    }

    #[test]
    fn one_point_one_organ_is_the_plain_distance() {
        let device = Device::flex();
        let points = OrganPoints::new(&[vec![[38.7, 0.0, 0.0]]], &device);
        let prediction = Tensor::<2>::from_floats([[0.1, 0.3, 0.4]], &device);
        let target = Tensor::<2>::from_floats([[1.0]], &device);
        let got: f32 = points.loss(prediction, target, TEMPERATURES).into_scalar();
        assert!((got - 0.5).abs() < 1e-6, "{got}");
    }

    /// Two organs of two voxels each, worked by hand (lengths in units of 387 mm, the prediction at the origin).
    ///
    /// Organ A at distances 0.1 and 0.3, organ B at 0.2 and 0.5; gamma_p 0.1, gamma_o 0.2.
    /// * A: weights e^-1 : e^-3 = 0.880797 : 0.119203, so L_A = 0.0880797 + 0.0357609 = 0.1238406
    /// * B: weights e^-2 : e^-5 = 0.952574 : 0.047426, so L_B = 0.1905148 + 0.0237129 = 0.2142278
    /// * organs: weights e^-0.619203 : e^-1.071139 = 0.611100 : 0.388900, so L = 0.0756790 + 0.0833132 = 0.1589922
    #[test]
    fn two_organs_of_two_voxels_by_hand() {
        let device = Device::flex();
        let at = |x: f32, y: f32| [x * SCALE_MM, y * SCALE_MM, 0.0];
        let organs = OrganPoints::new(
            &[
                vec![at(0.1, 0.0), at(0.0, -0.3)],
                vec![at(-0.12, 0.16), at(-0.3, -0.4)],
            ],
            &device,
        );
        let temperatures = Temperatures {
            point: 0.1,
            organ: 0.2,
        };
        let origin = Tensor::<2>::from_floats([[0.0, 0.0, 0.0]], &device);
        let of = |targets: [f32; 2]| -> f32 {
            let targets = Tensor::<2>::from_floats([targets], &device);
            organs
                .loss(origin.clone(), targets, temperatures)
                .into_scalar()
        };
        for (targets, expected) in [
            ([1.0, 0.0], 0.123_840_6),
            ([0.0, 1.0], 0.214_227_8),
            ([1.0, 1.0], 0.158_992_2),
        ] {
            let got = of(targets);
            assert!((got - expected).abs() < 2e-6, "{targets:?}: {got}");
        }
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        let device = Device::flex().autodiff();
        let points = OrganPoints::new(&organs(), &device);
        for (prediction, targets) in [
            ([0.1f32, -0.2, 0.3], [1.0f32, 1.0, 0.0]),
            ([-0.24, 0.04, 0.06], [1.0, 0.0, 1.0]),
            ([0.4, 0.1, -0.2], [0.0, 1.0, 0.0]),
        ] {
            let y = Tensor::<2>::from_floats([prediction], &device).require_grad();
            let t = Tensor::<2>::from_floats([targets], &device);
            let gradients = points.loss(y.clone(), t, TEMPERATURES).sum().backward();
            let gradient: Vec<f32> = y
                .grad(&gradients)
                .unwrap()
                .into_data()
                .iter::<f32>()
                .collect();
            let wanted: Vec<usize> = (0..3).filter(|&i| targets[i] > 0.0).collect();
            for axis in 0..3 {
                let step = 1e-5;
                let at = |s: f64| {
                    let mut p = prediction.map(f64::from);
                    p[axis] += s;
                    reference(p, &wanted, TEMPERATURES)
                };
                let expected = (at(step) - at(-step)) / (2.0 * step);
                assert!(
                    (f64::from(gradient[axis]) - expected).abs() < 2e-4,
                    "axis {axis}: {} instead of {expected}",
                    gradient[axis]
                );
            }
        }
    }

    #[test]
    fn cross_entropy_is_exact_and_does_not_overflow() {
        let device = Device::flex();
        let logits =
            Tensor::<2>::from_floats([[2.0, -1.0], [200.0, -200.0], [200.0, 0.0]], &device);
        let targets = Tensor::<2>::from_floats([[1.0, 1.0], [1.0, 0.0], [0.0, 0.5]], &device);
        let got: Vec<f32> = binary_cross_entropy(logits, targets)
            .into_data()
            .iter::<f32>()
            .collect();
        let sigmoid = |x: f32| 1.0 / (1.0 + (-x).exp());
        assert!(
            (got[0] - (-sigmoid(2.0).ln() - sigmoid(-1.0).ln())).abs() < 1e-5,
            "{got:?}"
        );
        assert_eq!(got[1], 0.0);
        assert!((got[2] - (200.0 + 2f32.ln())).abs() < 1e-3, "{got:?}");
    }
}
