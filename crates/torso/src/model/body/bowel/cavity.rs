//! The room that other organs leave for the loops, as a field sampled on a coarse grid.

use glam::Vec3;

use crate::model::plain::{ellipsoid_at, smooth_step, v};
use crate::model::{Field, Shape};

/// Space free for the loops.
pub(super) struct Cavity {
    low: Vec3,
    n: [usize; 3],
    depth: Vec<f32>,
}

/// Grid of the cavity, mm.
const GRID_MM: f32 = 3.0;
/// How far from its walls the cavity knows them, in grid steps.
const KNOWN: isize = 7;

impl Cavity {
    /// The peritoneal space of the loops: in front of spine and great vessels, behind the abdominal wall, outside the organs.
    /// `source` leads from the body of the organs to the male one, `spare` is how much further back and up it reaches there, mm.
    pub(super) fn peritoneal(
        organs: &[Shape],
        source: impl Fn(Vec3) -> Vec3,
        spare: f32,
    ) -> Cavity {
        Cavity::new(v(-110.0, -140.0, -215.0), v(140.0, 20.0, 90.0), |at| {
            let p = source(at);
            let wall = ellipsoid_at(
                p,
                v(12.0, -54.0 + 0.5 * spare, -62.0),
                v(108.0, 58.0 + 0.5 * spare, 138.0),
            );
            let back = p.y + 26.0 - (24.0 + spare) * smooth_step(26.0, 60.0, (p.x - 4.0).abs());
            let roof = (p.z - 40.0 - spare - 0.5 * p.x.clamp(-60.0, 60.0)) * 0.9;
            let within = wall.max(back).max(roof) < 0.0;
            within
                && organs
                    .iter()
                    .all(|organ| organ.bounds().distance(at) > 0.0 || organ.distance(at) > 0.0)
        })
    }

    /// The free points of a box. Distances are measured on the grid, since those of warped shapes are too short.
    pub(super) fn new(low: Vec3, high: Vec3, free: impl Fn(Vec3) -> bool) -> Cavity {
        let n = ((high - low) / GRID_MM).ceil();
        let n = [n.x as usize + 1, n.y as usize + 1, n.z as usize + 1];
        let place = |i: usize| [i % n[0], i / n[0] % n[1], i / n[0] / n[1]];
        let at = |i: usize| low + Vec3::from_array(place(i).map(|v| v as f32)) * GRID_MM;
        let free: Vec<bool> = (0..n.iter().product()).map(|i| free(at(i))).collect();
        let mut depth: Vec<f32> = free
            .iter()
            .map(|free| if *free { -1.0 } else { 1.0 } * (KNOWN as f32 + 0.5) * GRID_MM)
            .collect();
        let around = |i: usize, reach: isize| {
            let [x, y, z] = place(i).map(|v| v as isize);
            let span =
                move |v: isize, n: usize| (v - reach).max(0)..(v + reach + 1).min(n as isize);
            span(z, n[2]).flat_map(move |k| {
                span(y, n[1]).flat_map(move |j| {
                    span(x, n[0]).map(move |i| {
                        let away = v((i - x) as f32, (j - y) as f32, (k - z) as f32).length();
                        ((k as usize * n[1] + j as usize) * n[0] + i as usize, away)
                    })
                })
            })
        };
        for i in 0..free.len() {
            if around(i, 1).all(|(other, _)| free[other] == free[i]) {
                continue;
            }
            // The wall runs half a step before this point.
            for (other, away) in around(i, KNOWN).filter(|(other, _)| free[*other] != free[i]) {
                let far = (away - 0.5) * GRID_MM;
                if far < depth[other].abs() {
                    depth[other] = far * depth[other].signum();
                }
            }
        }
        Cavity { low, n, depth }
    }

    /// Distance to the walls at a point, negative where there is room, mm.
    pub(super) fn at(&self, p: Vec3) -> f32 {
        let last = v(
            self.n[0] as f32 - 1.01,
            self.n[1] as f32 - 1.01,
            self.n[2] as f32 - 1.01,
        );
        let q = ((p - self.low) / GRID_MM).clamp(Vec3::ZERO, last);
        let cell = q.floor();
        let t = q - cell;
        let (x, y, z) = (cell.x as usize, cell.y as usize, cell.z as usize);
        let value = |i, j, k| self.depth[((z + k) * self.n[1] + y + j) * self.n[0] + x + i];
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let plane = |k| {
            mix(
                mix(value(0, 0, k), value(1, 0, k), t.x),
                mix(value(0, 1, k), value(1, 1, k), t.x),
                t.y,
            )
        };
        mix(plane(0), plane(1), t.z)
    }

    /// Direction in which the nearest wall lies.
    pub(super) fn outward(&self, p: Vec3) -> Vec3 {
        let slope = |e: Vec3| self.at(p + e) - self.at(p - e);
        v(
            slope(v(3.0, 0.0, 0.0)),
            slope(v(0.0, 3.0, 0.0)),
            slope(v(0.0, 0.0, 3.0)),
        )
        .normalize_or(Vec3::Z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cavity_knows_how_far_its_walls_are() {
        let cavity = Cavity::new(Vec3::splat(-40.0), Vec3::splat(40.0), |p| p.length() < 30.0);
        for p in [v(20.0, 0.0, 0.0), v(0.0, -22.0, 5.0), v(14.0, 14.0, 12.0)] {
            let (have, want) = (cavity.at(p), p.length() - 30.0);
            assert!((have - want).abs() < 2.0, "{have} for {want} at {p}");
            assert!(cavity.outward(p).dot(p.normalize()) > 0.9);
        }
        assert!(cavity.at(v(35.0, 0.0, 0.0)) > 2.0);
    }
}
