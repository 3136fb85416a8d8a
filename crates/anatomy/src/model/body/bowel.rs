//! The loops of the small bowel: one tube grown inside the space that the other organs leave.
//!
//! Loops placed by hand or by noise look wrong at once. Here the bowel starts as a short cord from the duodenojejunal flexure
//! to the ileocaecal valve and lengthens, as it does in the embryo: it bends rather than folds, keeps clear of itself and of
//! its neighbours, and so fills the cavity with smooth coils. The growth is deterministic.

use glam::{Vec3, vec3};

use super::soft::{Course, REACH, ellipsoid, smooth_step, v};
use crate::model::{Field, Shape};

/// Radius of the jejunum at its start and of the ileum at its end, mm (half the usual diameters, 30 and 25, less the
/// narrowing of the last loops).
const RADIUS: (f32, f32) = (13.4, 11.4);
/// Length the cord grows to, mm, before smoothing; gives the 0.9 L that ICRP Publication 110 counts for jejunum and ileum.
const LENGTH: f32 = 2750.0;
/// Points of the growing cord.
const NODES: usize = 400;
/// Share of the cord that is jejunum.
const JEJUNUM: f32 = 0.385;
/// Growth steps.
const STEPS: usize = 2400;
/// Duodenojejunal flexure and ileocaecal valve (HRA Visible Human Male, moved to clear the stomach).
const ENDS: (Vec3, Vec3) = (vec3(43.0, -33.0, 54.0), vec3(-49.0, -58.0, -106.0));
/// First course of the cord between its ends: left flank, then in front of the spine, then to the right.
const CORD: [[f32; 4]; 12] = [
    [43.0, -33.0, 54.0, 1.0],
    [58.0, -40.0, 40.0, 1.0],
    [78.0, -60.0, 8.0, 1.0],
    [60.0, -80.0, -25.0, 1.0],
    [72.0, -70.0, -60.0, 1.0],
    [40.0, -90.0, -80.0, 1.0],
    [20.0, -70.0, -110.0, 1.0],
    [30.0, -60.0, -150.0, 1.0],
    [0.0, -80.0, -140.0, 1.0],
    [-10.0, -70.0, -100.0, 1.0],
    [-32.0, -60.0, -100.0, 1.0],
    [-49.0, -58.0, -106.0, 1.0],
];
/// Where jejunum and ileum lie on the whole (centroids measured on the HRA Visible Human Male, mm).
const HOMES: (Vec3, Vec3) = (vec3(72.0, -50.0, 4.0), vec3(6.0, -58.0, -118.0));

/// Space free for the loops, as a field sampled on a coarse grid.
struct Cavity {
    low: Vec3,
    n: [usize; 3],
    depth: Vec<f32>,
}

const GRID_MM: f32 = 4.0;

impl Cavity {
    fn new(low: Vec3, high: Vec3, f: impl Fn(Vec3) -> f32) -> Cavity {
        let n = ((high - low) / GRID_MM).ceil();
        let n = [n.x as usize + 1, n.y as usize + 1, n.z as usize + 1];
        let depth = (0..n[0] * n[1] * n[2])
            .map(|i| {
                f(low
                    + v(
                        (i % n[0]) as f32,
                        (i / n[0] % n[1]) as f32,
                        (i / n[0] / n[1]) as f32,
                    ) * GRID_MM)
            })
            .collect();
        Cavity { low, n, depth }
    }

    fn at(&self, p: Vec3) -> f32 {
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

    fn outward(&self, p: Vec3) -> Vec3 {
        let slope = |e: Vec3| self.at(p + e) - self.at(p - e);
        v(
            slope(v(3.0, 0.0, 0.0)),
            slope(v(0.0, 3.0, 0.0)),
            slope(v(0.0, 0.0, 3.0)),
        )
        .normalize_or(Vec3::Z)
    }
}

/// The peritoneal space of the loops: in front of spine and great vessels, behind the abdominal wall, outside the organs.
fn cavity(organs: &[Shape]) -> Cavity {
    Cavity::new(v(-110.0, -140.0, -215.0), v(140.0, 20.0, 90.0), |p| {
        let wall = ellipsoid(p, v(12.0, -54.0, -62.0), v(108.0, 58.0, 138.0));
        let back = p.y + 26.0 - 24.0 * smooth_step(26.0, 60.0, (p.x - 4.0).abs());
        let roof = (p.z - 40.0 - 0.5 * p.x.clamp(-60.0, 60.0)) * 0.9;
        let mut d = wall.max(back).max(roof);
        for organ in organs {
            if organ.bounds().distance(p) < 20.0 {
                let o = organ.distance(p);
                if o < REACH - 0.5 {
                    d = d.max(-o);
                }
            }
        }
        d
    })
}

/// The small bowel beyond the duodenum, grown between the given organs, and the arc length at which jejunum becomes ileum, mm.
pub(super) fn loops(organs: &[Shape]) -> (Course, f32) {
    let cavity = cavity(organs);
    let cord = Course::new(&CORD, 1.0);
    let start_length = cord.length();
    let part = |i: usize| i as f32 / (NODES - 1) as f32;
    let mut x: Vec<Vec3> = (0..NODES)
        .map(|i| cord.at(start_length * part(i)))
        .collect();
    // A slight waviness tells it where to bend first.
    for (i, p) in x.iter_mut().enumerate() {
        let a = i as f32;
        *p += v(
            (a * 0.61).sin(),
            (a * 0.47 + 1.0).sin() * 0.7,
            (a * 0.39 + 2.0).sin(),
        ) * 1.5;
    }
    let radius: Vec<f32> = (0..NODES)
        .map(|i| RADIUS.0 + (RADIUS.1 - RADIUS.0) * part(i))
        .collect();
    for step in 0..STEPS {
        let grown = (step as f32 / (STEPS as f32 * 0.72)).min(1.0);
        let rest = (start_length + (LENGTH - start_length) * grown) / (NODES - 1) as f32;
        bend(&mut x, ((11.0 / rest).round() as usize).clamp(1, 6));
        for (i, p) in x.iter_mut().enumerate() {
            let home = HOMES.0.lerp(HOMES.1, smooth_step(0.3, 0.62, part(i)));
            *p += (home - *p) * 0.0008;
        }
        for _ in 0..2 {
            lengthen(&mut x, rest);
            keep_apart(&mut x, &radius, (34.0 / rest).ceil() as usize);
            for (p, r) in x.iter_mut().zip(&radius).skip(4) {
                let beyond = cavity.at(*p) + r;
                if beyond > 0.0 {
                    *p -= cavity.outward(*p) * (beyond.min(6.0) * 0.5);
                }
            }
            x[0] = ENDS.0;
            x[NODES - 1] = ENDS.1;
        }
    }
    // A little smoothing rounds what the growth left angular.
    for _ in 0..4 {
        bend_by(&mut x, 1, 0.5);
    }
    let control: Vec<[f32; 4]> = x
        .iter()
        .zip(&radius)
        .enumerate()
        // It leaves the duodenum through a neck: skins that coincide would shred each other.
        .map(|(i, (p, &r))| [p.x, p.y, p.z, (r - 4.0 + 0.8 * i as f32).min(r)])
        .collect();
    let cut = (NODES as f32 * JEJUNUM) as usize;
    let whole = Course::new(&control, 2.2);
    let at = whole.arc_at(x[cut]);
    (whole, at)
}

/// Stiffness: every point moves towards the middle of its neighbours `reach` points away.
fn bend(x: &mut [Vec3], reach: usize) {
    bend_by(x, reach, 0.06);
}

fn bend_by(x: &mut [Vec3], reach: usize, share: f32) {
    let old = x.to_vec();
    for i in 1..x.len() - 1 {
        let k = reach.min(i).min(x.len() - 1 - i);
        x[i] += ((old[i - k] + old[i + k]) * 0.5 - old[i]) * share;
    }
}

/// Moves neighbours towards the distance they should have by now.
fn lengthen(x: &mut [Vec3], rest: f32) {
    for i in 0..x.len() - 1 {
        let d = x[i + 1] - x[i];
        let length = d.length().max(1e-3);
        let shift = d * ((length - rest) / length * 0.5);
        x[i] += shift;
        x[i + 1] -= shift;
    }
}

/// Pushes apart points of different loops that are closer than their radii allow.
fn keep_apart(x: &mut [Vec3], radius: &[f32], skip: usize) {
    for i in 0..x.len() {
        for j in i + skip..x.len() {
            let d = x[j] - x[i];
            let want = radius[i] + radius[j] + 0.6;
            let square = d.length_squared();
            if square < want * want {
                let length = square.sqrt().max(1e-3);
                let shift = d * ((want - length) / length * 0.25);
                x[i] -= shift;
                x[j] += shift;
            }
        }
    }
}
