//! Which point of a structure to show when the words do not say: the one that is most likely near a right place.
//!
//! The evidence for other organs tells how likely the best class is wrong, and where the truth then lies. Among points of
//! the structure the one is taken that makes the expected loss smallest: a text about the stomach, with the duodenum
//! next in evidence, gets a point of the stomach close to the duodenum. With certain evidence nothing leans, and the point
//! lies where the network puts it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anatomy::{Atlas, StructureIndex};

use crate::spatial::Weighted;
use crate::types::HIT_MM;

/// Points that stand for a structure.
const CANDIDATES: usize = 160;

/// Loss for each centimetre between the point and a right organ, where missing it by 10 mm or more costs 1.
const PER_CM: f32 = 0.03;

/// Loss for each centimetre between the point and where the network puts it.
const FROM_NETWORK_PER_CM: f32 = 0.001;

/// A distance that seems larger than this is not looked at more closely, mm.
const EXACT_MM: f32 = 60.0;

/// Evidence below this leans nothing.
const LEAST: f32 = 0.01;

/// Points of a structure and how far they are from each class.
struct Candidates {
    points_mm: Vec<[f32; 3]>,
    /// For each class, once it is asked for: the distance of each point, mm.
    distances: Vec<OnceLock<Vec<f32>>>,
}

/// Remembers the candidates of the structures that were asked for.
#[derive(Default)]
pub struct Leaning {
    known: Mutex<HashMap<StructureIndex, Arc<Candidates>>>,
}

impl Leaning {
    fn candidates(&self, atlas: &Atlas, classes: usize, s: StructureIndex) -> Arc<Candidates> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let made = known.entry(s).or_insert_with(|| {
            Arc::new(Candidates {
                points_mm: atlas.sample_points(s, CANDIDATES, u64::from(s.0)),
                distances: (0..classes).map(|_| OnceLock::new()).collect(),
            })
        });
        Arc::clone(made)
    }

    /// The point of `structure` (one with voxels) with the smallest expected loss, given the evidence of the classes (`class`
    /// is the one that the structure belongs to); the network's own point, LPS mm, when it lies in the structure and no other
    /// class has evidence to speak of. Nothing when the structure has no voxels. `classes`: the structures of each.
    pub fn point(
        &self,
        atlas: &Atlas,
        classes: &[Vec<StructureIndex>],
        structure: StructureIndex,
        class: usize,
        evidence: &[f32],
        network_mm: [f32; 3],
    ) -> Option<[f32; 3]> {
        let candidates = self.candidates(atlas, classes.len(), structure);
        let doubt = 1.0 - evidence[class];
        let rivals: Vec<(f32, &Vec<f32>)> = (0..evidence.len())
            .filter(|&c| c != class && evidence[c] * doubt >= LEAST && !classes[c].is_empty())
            .map(|c| {
                let distances = candidates.distances[c]
                    .get_or_init(|| distances(atlas, &classes[c], &candidates.points_mm));
                (evidence[c], distances)
            })
            .collect();
        if rivals.is_empty() && atlas.contains(structure, network_mm) {
            return Some(network_mm);
        }
        let total: f32 = rivals.iter().map(|(p, _)| p).sum();
        let loss = |i: usize, p: &[f32; 3]| {
            let (mut missed, mut away) = (1.0, 0.0);
            for (p, distances) in &rivals {
                if distances[i] < HIT_MM {
                    missed *= 1.0 - p;
                }
                away += p * distances[i] / 10.0;
            }
            if total > 0.0 {
                away /= total;
            }
            let moved = between(*p, network_mm) / 10.0;
            doubt * (missed + PER_CM * away) + FROM_NETWORK_PER_CM * moved
        };
        candidates
            .points_mm
            .iter()
            .enumerate()
            .map(|(i, p)| (loss(i, p), *p))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, p)| p)
    }

    /// Points all over a structure, LPS mm, each with the same weight; `classes`: how many the model has.
    pub fn places(&self, atlas: &Atlas, classes: usize, structure: StructureIndex) -> Weighted {
        let candidates = self.candidates(atlas, classes, structure);
        candidates.points_mm.iter().map(|p| (*p, 1.0)).collect()
    }
}

/// Places that have a share together.
pub type Shared = (Weighted, f32);

/// Covariance around a point of the places in a mixture, whose shares need not sum to 1, mm²: xx, xy, xz, yy, yz, zz.
pub fn covariance_mm2(mixture: &[Shared], around_mm: [f32; 3]) -> [f32; 6] {
    let (mut sum, mut total) = ([0.0f64; 6], 0.0f64);
    for (places, share) in mixture {
        let weights: f64 = places.iter().map(|(_, w)| f64::from(*w)).sum();
        for (place, weight) in places {
            let each = f64::from(*share) * f64::from(*weight) / weights;
            let d: [f64; 3] = std::array::from_fn(|a| f64::from(place[a] - around_mm[a]));
            for (slot, (a, b)) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
                .into_iter()
                .enumerate()
            {
                sum[slot] += each * d[a] * d[b];
            }
            total += each;
        }
    }
    // A voxel is a millimetre wide: nothing is known more exactly.
    let floor = [1.0, 0.0, 0.0, 1.0, 0.0, 1.0];
    std::array::from_fn(|i| (sum[i] / total.max(1e-9) + floor[i]) as f32)
}

/// Square of the Mahalanobis distance of an offset under a covariance (xx, xy, xz, yy, yz, zz): the number of standard
/// deviations, squared. Infinite when the covariance has no inverse.
pub fn mahalanobis2(covariance: [f32; 6], offset: [f32; 3]) -> f64 {
    let [xx, xy, xz, yy, yz, zz] = covariance.map(f64::from);
    let [x, y, z] = offset.map(f64::from);
    let ([a, b, c], determinant) = first_row_and_determinant(covariance);
    // The adjugate of a symmetric matrix, over its determinant.
    let (d, e, f) = (xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy);
    if determinant <= 0.0 {
        return f64::INFINITY;
    }
    (a * x * x + d * y * y + f * z * z + 2.0 * (b * x * y + c * x * z + e * y * z)) / determinant
}

/// First row of the adjugate of a symmetric matrix (xx, xy, xz, yy, yz, zz), and its determinant.
fn first_row_and_determinant(matrix: [f32; 6]) -> ([f64; 3], f64) {
    let [xx, xy, xz, yy, yz, zz] = matrix.map(f64::from);
    let row = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
    (row, xx * row[0] + xy * row[1] + xz * row[2])
}

/// 90 % quantile of the chi-squared distribution with three degrees of freedom: the square of the radius, in standard
/// deviations, of the ball that holds 90 % of a normal distribution.
pub const CHI2_3_90: f64 = 6.251_388_6;

/// Radius in mm of the ball with the volume of the 90 % ellipsoid of a covariance (xx, xy, xz, yy, yz, zz; mm²).
pub fn radius_90_mm(covariance: [f32; 6]) -> f64 {
    let (_, determinant) = first_row_and_determinant(covariance);
    CHI2_3_90.sqrt() * determinant.max(0.0).powf(1.0 / 6.0)
}

/// Distance from each point to the nearest of some structures, mm: exact when it is small, otherwise to the nearest of
/// [`CANDIDATES`] points of each structure, which is found many times faster and a little too large.
fn distances(atlas: &Atlas, structures: &[StructureIndex], points_mm: &[[f32; 3]]) -> Vec<f32> {
    let samples: Vec<[f32; 3]> = structures
        .iter()
        .flat_map(|s| atlas.sample_points(*s, CANDIDATES, u64::from(s.0)))
        .collect();
    let distance = |p: &[f32; 3]| {
        let near = samples
            .iter()
            .map(|s| between(*s, *p))
            .fold(f32::MAX, f32::min);
        if near > EXACT_MM {
            return near;
        }
        structures
            .iter()
            .filter_map(|s| atlas.distance_mm(*s, *p))
            .fold(f32::MAX, f32::min)
    };
    points_mm.iter().map(distance).collect()
}

fn between(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f32>()
        .sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_covariance_of_a_mixture_weighs_places_and_shares() {
        let near = vec![([1.0, 0.0, 0.0], 3.0), ([-1.0, 0.0, 0.0], 1.0)];
        let far = vec![([0.0, 10.0, 10.0], 7.0)];
        // Three quarters within 1 mm along x, a quarter 10 mm behind and above, and the width of a voxel.
        let covariance = covariance_mm2(&[(near, 0.6), (far, 0.2)], [0.0; 3]);
        let expected = [1.75, 0.0, 0.0, 26.0, 25.0, 26.0];
        for (got, expected) in covariance.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-4, "{covariance:?}");
        }
    }

    #[test]
    fn the_ball_has_the_volume_of_the_ellipsoid() {
        // Standard deviations 2, 3 and 4, and the same turned: [[2, 1], [1, 2]] has the determinant 3.
        let straight = radius_90_mm([4.0, 0.0, 0.0, 9.0, 0.0, 16.0]);
        assert!((straight - CHI2_3_90.sqrt() * 24f64.cbrt()).abs() < 1e-9);
        let turned = radius_90_mm([2.0, 1.0, 0.0, 2.0, 0.0, 3.0]);
        assert!((turned - CHI2_3_90.sqrt() * 3f64.cbrt()).abs() < 1e-9);
    }

    #[test]
    fn mahalanobis_counts_standard_deviations() {
        let round = [4.0, 0.0, 0.0, 9.0, 0.0, 16.0];
        assert!((mahalanobis2(round, [2.0, 0.0, 0.0]) - 1.0).abs() < 1e-9);
        assert!((mahalanobis2(round, [2.0, 3.0, 4.0]) - 3.0).abs() < 1e-9);
        // [[2, 1, 0], [1, 2, 0], [0, 0, 1]] has the inverse [[2, -1, 0], [-1, 2, 0], [0, 0, 3]] / 3.
        let tilted = [2.0, 1.0, 0.0, 2.0, 0.0, 1.0];
        assert!((mahalanobis2(tilted, [1.0, 1.0, 0.0]) - 2.0 / 3.0).abs() < 1e-9);
        assert!((mahalanobis2(tilted, [1.0, -1.0, 1.0]) - 3.0).abs() < 1e-9);
        assert_eq!(
            mahalanobis2([1.0, 1.0, 0.0, 1.0, 0.0, 1.0], [1.0; 3]),
            f64::INFINITY
        );
    }
}
