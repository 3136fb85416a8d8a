//! The map of space of the female torso, calmed about the heart.
//!
//! The landmarks of heart and lungs contradict each other there by centimetres (each organ has a map of its own), and the map that
//! passes by all of them wrinkles the walls between. Within an ellipsoid round her heart the way back is that of the nearest
//! polynomial of the second degree, bent half as much; towards the rim it fades into the map through the landmarks, and
//! beyond nothing changes.

use glam::{Vec3, vec3};

/// Middle and half axes of the ellipsoid, in her frame, mm.
const MIDDLE: Vec3 = vec3(34.0, -2.0, 156.0);
const HALF: Vec3 = vec3(96.0, 58.0, 80.0);
/// Part of the way from the middle to the rim from which the polynomial fades.
const CORE: f32 = 0.68;
/// Step of the places at which the polynomial is to come near, mm.
const STEP: f32 = 14.0;
/// By how much the polynomial is bent, of the nearest one.
const BENT: f64 = 0.5;
/// Terms of a polynomial of the second degree in three variables.
const TERMS: usize = 10;
/// Terms of these that are of the first degree or none.
const STRAIGHT: usize = 4;

/// What calms a way back, a displacement in mm by a point of her frame.
pub(crate) struct Calm(Quadratic);

impl Calm {
    /// By the polynomial that comes nearest to it.
    pub(crate) fn of(way_back: impl Fn(Vec3) -> Vec3) -> Calm {
        let inside: Vec<Vec3> = lattice(1.0).collect();
        Calm(Quadratic::nearest(&inside, way_back))
    }

    /// The calmed way back at a point, where it was so.
    pub(crate) fn at(&self, p: Vec3, back: Vec3) -> Vec3 {
        match share(p) {
            0.0 => back,
            share => back.lerp(self.0.at(p), share),
        }
    }
}

/// How far out a point of her frame lies: 0 in the middle of the ellipsoid, 1 at its rim.
fn outness(p: Vec3) -> f32 {
    ((p - MIDDLE) / HALF).length()
}

/// The part that the polynomial has at a point of her frame: 1 within, 0 from the rim.
fn share(p: Vec3) -> f32 {
    let t = ((1.0 - outness(p)) / (1.0 - CORE)).clamp(0.0, 1.0);
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// The points of a lattice that lie no further out than so.
fn lattice(out: f32) -> impl Iterator<Item = Vec3> {
    let steps = (HALF * out / STEP).ceil();
    let axis = move |a: usize| (-steps[a] as i32..=steps[a] as i32).map(|n| n as f32 * STEP);
    axis(2)
        .flat_map(move |z| axis(1).flat_map(move |y| axis(0).map(move |x| MIDDLE + vec3(x, y, z))))
        .filter(move |p| outness(*p) <= out)
}

/// A displacement that is a polynomial of the second degree.
struct Quadratic([[f64; 3]; TERMS]);

impl Quadratic {
    /// The terms at a point, of coordinates that are 1 at the rim.
    fn terms(p: Vec3) -> [f64; TERMS] {
        let [x, y, z] = ((p - MIDDLE) / HALF).to_array().map(f64::from);
        [1.0, x, y, z, x * x, y * y, z * z, x * y, y * z, z * x]
    }

    /// The one that comes nearest to a field at these points, its square terms then taken down to [`BENT`] and the others found
    /// again.
    fn nearest(points: &[Vec3], field: impl Fn(Vec3) -> Vec3) -> Quadratic {
        let asked: Vec<([f64; TERMS], Vec3)> = points
            .iter()
            .map(|p| (Self::terms(*p), field(*p)))
            .collect();
        let mut found = Quadratic(least_squares(&asked, TERMS));
        for term in &mut found.0[STRAIGHT..] {
            *term = term.map(|v| v * BENT);
        }
        found.0[..STRAIGHT].fill([0.0; 3]);
        let rest: Vec<_> = points
            .iter()
            .zip(&asked)
            .map(|(p, (terms, value))| (*terms, *value - found.at(*p)))
            .collect();
        found.0[..STRAIGHT].copy_from_slice(&least_squares(&rest, STRAIGHT)[..STRAIGHT]);
        found
    }

    fn at(&self, p: Vec3) -> Vec3 {
        let mut sum = [0.0; 3];
        for (term, weights) in Self::terms(p).iter().zip(&self.0) {
            for a in 0..3 {
                sum[a] += term * weights[a];
            }
        }
        Vec3::from_array(sum.map(|v| v as f32))
    }
}

/// The weights of the first `count` terms with the least sum of squared misses; the others are 0.
fn least_squares(asked: &[([f64; TERMS], Vec3)], count: usize) -> [[f64; 3]; TERMS] {
    // Normal equations: the matrix, then three right-hand sides.
    let mut rows = [[0f64; TERMS + 3]; TERMS];
    for (terms, value) in asked {
        for i in 0..count {
            for j in 0..count {
                rows[i][j] += terms[i] * terms[j];
            }
            for a in 0..3 {
                rows[i][TERMS + a] += terms[i] * f64::from(value[a]);
            }
        }
    }
    // Well conditioned and positive: no pivots are sought.
    for i in 0..count {
        let row = rows[i].map(|v| v / rows[i][i]);
        rows[i] = row;
        for (j, other) in rows.iter_mut().enumerate().take(count) {
            if i != j {
                let factor = other[i];
                for (o, r) in other.iter_mut().zip(&row) {
                    *o -= factor * r;
                }
            }
        }
    }
    rows.map(|row| [row[TERMS], row[TERMS + 1], row[TERMS + 2]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Warp, female_warp, landmarks};

    #[test]
    fn a_polynomial_is_found_again_bent_half_as_much() {
        let points: Vec<Vec3> = lattice(1.0).collect();
        let found = Quadratic::nearest(&points, |p| {
            let [x, y, z] = ((p - MIDDLE) / HALF).to_array();
            vec3(3.0 + 2.0 * x, 4.0 * y * z, x - z)
        });
        for p in points {
            let [x, y, z] = ((p - MIDDLE) / HALF).to_array();
            let want = vec3(3.0 + 2.0 * x, 2.0 * y * z, x - z);
            assert!(found.at(p).distance(want) < 1e-3, "{p}");
        }
    }

    /// How unevenly a map bends along lines through a point, mm: a polynomial of the second degree bends evenly.
    fn wrinkle(warp: &Warp, p: Vec3) -> f32 {
        let along = |axis: Vec3| {
            let [a, b, c, d] = [-9.0, -3.0, 3.0, 9.0].map(|h| warp.source(p + axis * h));
            (d - a - (c - b) * 3.0).length()
        };
        Vec3::AXES.map(along).into_iter().sum()
    }

    #[test]
    fn her_map_is_smooth_about_the_heart_folds_nowhere_and_stays_as_it_is_elsewhere() {
        let table = landmarks(include_str!("../data/female-landmarks.csv")).unwrap();
        let (rough, calm) = (Warp::through(&table), female_warp());
        let (mut was, mut is): (f32, f32) = (0.0, 0.0);
        let mut least = f32::INFINITY;
        for p in lattice(1.8) {
            if outness(p) < CORE {
                was += wrinkle(&rough, p);
                is += wrinkle(calm, p);
            }
            // Of the grid on which a map is kept a point takes its share from cells within 12 mm.
            if outness(p) > 1.3 {
                let off = calm.source(p).distance(rough.source(p));
                assert!(off < 1e-3, "{p}: {off} mm");
            }
            least = least.min(calm.jacobian(p).determinant());
        }
        assert!(is < 0.4 * was, "wrinkled by {is}, before by {was}");
        assert!(least > 0.25, "{least}");
    }
}
