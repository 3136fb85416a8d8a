//! The loops of the small bowel: one tube grown inside the space that the other organs leave.
//!
//! Loops placed by hand or by noise look wrong at once. Here the bowel starts as a short cord from the duodenojejunal flexure
//! to the ileocaecal valve and lengthens, as it does in the embryo: it bends rather than folds, keeps clear of itself and of
//! its neighbours, and wanders a little all the while, so that it fills the cavity with coils of which none is like another.
//! The growth is deterministic. The female body's loops are the same, carried over and left to find their room again.

use std::sync::Arc;

use glam::{Vec3, vec3};

use super::soft::{Course, chance};
use crate::model::plain::{ellipsoid_at, smooth_step, v};
use crate::model::{Field, Shape, solid};

/// Usual radius of the jejunum at its start and of the ileum at its end, mm.
const RADIUS: (f32, f32) = (11.6, 9.7);
/// Length the cord grows to, mm, before smoothing. With the radii it gives the 0.9 L that ICRP Publication 110 counts for
/// jejunum and ileum; the 4.5 m of the facts are those of a bowel without tone.
const LENGTH: f32 = 2700.0;
/// Points of the growing cord.
const NODES: usize = 460;
/// Share of the cord that is jejunum.
const JEJUNUM: f32 = 0.385;
/// Growth steps.
const STEPS: usize = 2600;
/// How far the cord wanders in a step while it grows, mm.
const UNREST: f32 = 0.5;
/// Points of the cord from one that wanders by itself to the next.
const WANDERERS: usize = 7;
/// Gap kept between loops, mm.
const GAP: f32 = 1.0;
/// First course of the cord from the duodenojejunal flexure to the ileocaecal valve (HRA Visible Human Male, moved to clear the
/// stomach): left flank, then in front of the spine, then to the right.
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
/// Where jejunum and ileum lie on the whole (centroids measured on the HRA Visible Human Male, mm), and how far from there
/// they range freely.
const HOMES: [(Vec3, f32); 2] = [
    (vec3(64.0, -60.0, 6.0), 58.0),
    (vec3(12.0, -72.0, -112.0), 70.0),
];
/// Distance from one circular fold of the jejunum to the next, and how far it shows on the outside, mm.
const FOLDS: (f32, f32) = (7.5, 0.4);

/// Space free for the loops, as a field sampled on a coarse grid.
struct Cavity {
    low: Vec3,
    n: [usize; 3],
    depth: Vec<f32>,
}

/// Grid of the cavity, mm.
const GRID_MM: f32 = 3.0;
/// How far from its walls the cavity knows them, in grid steps.
const KNOWN: isize = 7;

impl Cavity {
    /// The free points of a box. Distances are measured on the grid, since those of warped shapes are too short.
    fn new(low: Vec3, high: Vec3, free: impl Fn(Vec3) -> bool) -> Cavity {
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
/// `source` leads from the body of the organs to the male one, `spare` is how much further back and up it reaches there, mm.
fn cavity(organs: &[Shape], source: impl Fn(Vec3) -> Vec3, spare: f32) -> Cavity {
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

/// The small bowel beyond the duodenum: its axis with the radius at every point, mm.
pub(super) struct Loops {
    nodes: Vec<(Vec3, f32)>,
}

/// The small bowel of the male body, grown between the given organs.
pub(super) fn loops(organs: &[Shape]) -> Loops {
    let cavity = cavity(organs, |p| p, 0.0);
    let cord = Course::new(&CORD, 1.0);
    let length = cord.length();
    let x = (0..NODES).map(|i| cord.at(length * part(i))).collect();
    let mut growth = Growth::new(x, RADIUS, HOMES, &cavity);
    growth.run(STEPS, (length, LENGTH), UNREST);
    growth.finish()
}

/// What another body's small bowel has of its own.
pub(super) struct Own {
    /// Usual radius of the jejunum at its start and of the ileum at its end, mm.
    pub(super) radius: (f32, f32),
    /// How much further back and up than in the male body the loops reach, mm.
    pub(super) spare: f32,
    /// Length, mm.
    pub(super) length: f32,
    /// Where jejunum and ileum lie on the whole, and how far from there they range freely, mm.
    pub(super) homes: [(Vec3, f32); 2],
}

impl Loops {
    /// The same loops in another body, in the room that its organs leave. `there` leads to it, `back` comes from it.
    pub(super) fn carried(
        &self,
        there: impl Fn(Vec3) -> Vec3,
        back: impl Fn(Vec3) -> Vec3,
        organs: &[Shape],
        own: &Own,
    ) -> Loops {
        let cavity = cavity(organs, back, own.spare);
        let x: Vec<Vec3> = self.nodes.iter().map(|n| there(n.0)).collect();
        let now = smooth_length(&x);
        let mut growth = Growth::new(x, own.radius, own.homes, &cavity);
        growth.run(2 * STEPS / 3, (now, own.length), UNREST);
        growth.finish()
    }

    /// Jejunum and ileum.
    pub(super) fn shapes(&self) -> Vec<(&'static str, Shape)> {
        let nodes = self.nodes.iter().enumerate();
        let control: Vec<[f32; 4]> = nodes
            // It leaves the duodenum through a neck: skins that coincide would shred each other.
            .map(|(i, (p, r))| [p.x, p.y, p.z, (r - 3.5 + 0.8 * i as f32).min(*r)])
            .collect();
        let course = Arc::new(Course::new(&control, 2.2));
        let cut = course.arc_at(self.nodes[(NODES as f32 * JEJUNUM) as usize].0);
        let part = |id, from: f32, to: f32| {
            let (low, high) = course.bounds_between(from, to)?;
            let course = course.clone();
            let shape = solid(low, high, move |p| {
                let n = course.near(p);
                let d = if n.d < 4.0 {
                    n.d - fold(n.s, cut, p)
                } else {
                    n.d
                };
                d.max(((from - n.s) * 0.9).min(6.0))
                    .max(((n.s - to) * 0.9).min(6.0))
            });
            Some((id, shape))
        };
        let parts = [part("jejunum", -100.0, cut), part("ileum", cut, 1e5)];
        parts.into_iter().flatten().collect()
    }
}

/// How far the circular folds lift the surface at arc length `s`, mm: close in the jejunum, fading through the ileum.
fn fold(s: f32, jejunum: f32, p: Vec3) -> f32 {
    let strength = smooth_step(20.0, 60.0, s) * (1.0 - smooth_step(0.7, 1.7, s / jejunum));
    // No fold runs quite round.
    let broken = (p.x * 0.15).sin() + (p.y * 0.17 + 1.0).sin() + (p.z * 0.16 + 2.0).sin();
    let way = s + 1.6 * (s * 0.083).sin() + 0.5 * broken;
    let ridge = (std::f32::consts::TAU * way / FOLDS.0).cos();
    FOLDS.1 * strength * ridge * (0.75 + 0.12 * broken)
}

fn part(i: usize) -> f32 {
    i as f32 / (NODES - 1) as f32
}

/// Smooth chance along the cord, -1 to 1.
fn uneven(at: f32, seed: u32) -> f32 {
    let n = at.floor();
    let value = |k: f32| 2.0 * chance((k as i32 + 64) as u32 + seed) - 1.0;
    value(n) + (value(n + 1.0) - value(n)) * smooth_step(0.0, 1.0, at - n)
}

/// A cord that lengthens in a cavity.
struct Growth<'a> {
    x: Vec<Vec3>,
    radius: Vec<f32>,
    /// By point: where it belongs and how far from there it is free.
    homes: Vec<(Vec3, f32)>,
    cavity: &'a Cavity,
    ends: (Vec3, Vec3),
    /// Where those that wander by themselves go now.
    wander: Vec<Vec3>,
    drawn: u32,
}

impl<'a> Growth<'a> {
    fn new(
        x: Vec<Vec3>,
        radius: (f32, f32),
        homes: [(Vec3, f32); 2],
        cavity: &'a Cavity,
    ) -> Growth<'a> {
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let radius = (0..NODES).map(|i| {
            let at = i as f32 * LENGTH / NODES as f32;
            let tone = 1.0 + 0.07 * uneven(at / 70.0, 100) + 0.05 * uneven(at / 26.0, 900);
            mix(radius.0, radius.1, part(i)) * tone
        });
        let homes = (0..NODES).map(|i| {
            let t = smooth_step(0.3, 0.52, part(i));
            (
                homes[0].0.lerp(homes[1].0, t),
                mix(homes[0].1, homes[1].1, t),
            )
        });
        Growth {
            radius: radius.collect(),
            homes: homes.collect(),
            cavity,
            ends: (x[0], x[NODES - 1]),
            wander: vec![Vec3::ZERO; NODES / WANDERERS + 2],
            drawn: 0,
            x,
        }
    }

    /// Grows from one length to another, mm, and comes to rest.
    fn run(&mut self, steps: usize, length: (f32, f32), unrest: f32) {
        let mut strain = 1.0;
        for step in 0..steps {
            let t = step as f32 / steps as f32;
            let grown = (t / 0.6).min(1.0);
            let want = length.0 + (length.1 - length.0) * grown;
            let now = smooth_length(&self.x);
            // Its stiffness shortens it; it strains against that until it has its length.
            strain = (strain + 0.03 * (want / now - 1.0)).clamp(1.0, 2.2);
            let rest = want * strain / (NODES - 1) as f32;
            bend_by(&mut self.x, 1, 0.2);
            bend(&mut self.x, ((15.0 / rest).round() as usize).clamp(1, 6));
            self.wander(unrest * (1.0 - smooth_step(0.6, 0.85, t)));
            for (p, (home, free)) in self.x.iter_mut().zip(&self.homes) {
                let way = *home - *p;
                *p += way.normalize_or_zero() * ((way.length() - free).max(0.0) * 0.01).min(0.5);
            }
            for _ in 0..2 {
                lengthen(&mut self.x, rest);
                keep_apart(&mut self.x, &self.radius, (34.0 / rest).ceil() as usize);
                for (p, r) in self.x.iter_mut().zip(&self.radius).skip(4) {
                    let beyond = self.cavity.at(*p) + r;
                    if beyond > 0.0 {
                        *p -= self.cavity.outward(*p) * (beyond.min(6.0) * 0.5);
                    }
                }
                self.x[0] = self.ends.0;
                self.x[NODES - 1] = self.ends.1;
            }
        }
    }

    /// Lets the cord drift, each stretch its own way.
    fn wander(&mut self, by: f32) {
        for way in &mut self.wander {
            let mut draw = || {
                self.drawn = self.drawn.wrapping_add(1);
                2.0 * chance(self.drawn) - 1.0
            };
            *way = *way * 0.97 + v(draw(), draw(), draw()) * 0.4;
        }
        for (i, p) in self.x.iter_mut().enumerate() {
            let at = i as f32 / WANDERERS as f32;
            let n = at as usize;
            *p += self.wander[n].lerp(self.wander[n + 1], at.fract()) * by;
        }
    }

    /// A little smoothing rounds what the growth left angular.
    fn finish(mut self) -> Loops {
        for _ in 0..2 {
            bend_by(&mut self.x, 1, 0.5);
        }
        Loops {
            nodes: self.x.into_iter().zip(self.radius).collect(),
        }
    }
}

/// Length without the ripples that growth leaves, mm.
fn smooth_length(x: &[Vec3]) -> f32 {
    const STRIDE: usize = 3;
    let every: Vec<Vec3> = x.iter().copied().step_by(STRIDE).collect();
    every.windows(2).map(|w| w[0].distance(w[1])).sum()
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
            let want = radius[i] + radius[j] + GAP;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_loop_runs_through_another_and_all_keep_to_their_room() {
        let ball = ellipsoid_shape(v(12.0, -60.0, -40.0), 22.0);
        let grown = loops(std::slice::from_ref(&ball));
        let length: f32 = grown
            .nodes
            .windows(2)
            .map(|w| w[0].0.distance(w[1].0))
            .sum();
        assert!((0.85 * LENGTH..1.05 * LENGTH).contains(&length), "{length}");
        // Points this far apart along the cord belong to different bends.
        let apart = (45.0 * NODES as f32 / LENGTH) as usize;
        for (i, (p, r)) in grown.nodes.iter().enumerate() {
            for (q, s) in &grown.nodes[(i + apart).min(NODES)..] {
                let gap = p.distance(*q) - r - s;
                assert!(gap > -1.0, "{gap} mm between {p} and {q}");
            }
            // The organ in the middle is only touched.
            assert!(ball.distance(*p) > r - 3.5, "{p}");
        }
        // Nothing is left to chance.
        assert_eq!(grown.nodes, loops(std::slice::from_ref(&ball)).nodes);
    }

    fn ellipsoid_shape(centre: Vec3, radius: f32) -> Shape {
        let reach = Vec3::splat(radius);
        solid(centre - reach, centre + reach, move |p| {
            ellipsoid_at(p, centre, reach)
        })
    }

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
