//! A cord that lengthens in a cavity, held by a sheet that lengthens less.

use glam::Vec3;

use super::super::soft::chance;
use super::Habit;
use super::cavity::Cavity;
use super::neighbours::{Neighbours, keep_apart};
use crate::model::plain::{smooth_step, v};

/// Points of the cord.
pub(super) const NODES: usize = 901;
/// Points of the cord from one column of the mesentery to the next.
pub(super) const EVERY: usize = 3;
/// Stretches of the mesentery from the root to the bowel.
pub(super) const ROWS: usize = 5;
/// Points of a column between root and bowel.
const INNER: usize = ROWS - 1;
const COLUMNS: usize = (NODES - 1) / EVERY + 1;

/// Growth steps.
const STEPS: usize = 1800;
/// Part of the steps in which it has its length.
const GROWN: f32 = 0.6;
/// Steps from one search for neighbours to the next.
const LOOK: usize = 5;
/// How far the cord wanders in a step while it grows, mm, and points from one that wanders by itself to the next.
const UNREST: f32 = 0.35;
const WANDERERS: usize = 7;
/// Stiffness evens out bends over so many mm of the cord.
const STIFF_MM: f32 = 11.0;
/// A bend, from one turn of the cord to the next: usual length, and the shortest and longest as parts of it.
const BEND_MM: f32 = 54.0;
const BENDS: (f32, f32) = (0.55, 1.45);
/// How hard a bend is driven out of line in a step, mm, and how much of that leads away from the root (or towards it).
const DRIVE: f32 = 0.85;
const RADIAL: f32 = 0.6;
/// Height of the mesentery from root to bowel: at its ends and between, mm.
const HEIGHT: (f32, f32) = (30.0, 130.0);
/// Half the thickness of the mesentery for what lies on it, mm.
const LEAF: f32 = 1.3;
/// The mesentery's rows are the shorter the nearer the root: the power of the part of the height.
const FRILL: f32 = 1.4;
/// Neighbours along the cord that may touch, mm, and how near a column's own stretch of the cord is to it, mm.
const OWN_MM: (f32, f32) = (26.0, 24.0);

/// A stretch of the cord between two turns, which the growth drives to one side.
struct Bend {
    /// First point and the one behind the last.
    from: usize,
    to: usize,
    /// Where it goes besides outwards.
    aside: Vec3,
    /// 1 away from the root, -1 towards it.
    way: f32,
}

pub(super) struct Growth<'a> {
    habit: &'a Habit,
    cavity: &'a Cavity,
    /// The cord, then the inner points of the mesentery column by column, then the vessels in its root.
    x: Vec<Vec3>,
    radius: Vec<f32>,
    bends: Vec<Bend>,
    ends: (Vec3, Vec3),
    /// Where those that wander by themselves go now.
    wander: Vec<Vec3>,
    drawn: u32,
}

impl<'a> Growth<'a> {
    pub(super) fn new(habit: &'a Habit, cavity: &'a Cavity) -> Growth<'a> {
        let mut x = evenly(&habit.cord);
        for _ in 0..200 {
            bend_by(&mut x, 8, 0.3);
        }
        let ends = (x[0], x[NODES - 1]);
        let mut radius: Vec<f32> = (0..NODES).map(|i| habit.radius_at(i)).collect();
        for c in 0..COLUMNS {
            let (root, gut) = (habit.root_at(part(c * EVERY)), x[c * EVERY]);
            for k in 1..ROWS {
                x.push(root.lerp(gut, k as f32 / ROWS as f32));
                radius.push(LEAF);
            }
        }
        for (p, r) in &habit.vessels {
            x.push(*p);
            radius.push(*r);
        }
        let mut growth = Growth {
            habit,
            cavity,
            x,
            radius,
            bends: Vec::new(),
            ends,
            wander: vec![Vec3::ZERO; NODES / WANDERERS + 2],
            drawn: habit.seed,
        };
        growth.lay_bends();
        growth
    }

    /// Shares the cord out among bends of uneven length.
    fn lay_bends(&mut self) {
        let mm = self.habit.length / (NODES - 1) as f32;
        let (mut from, mut way) = (0, 1.0);
        while from + 1 < NODES {
            let length = BEND_MM * (BENDS.0 + (BENDS.1 - BENDS.0) * (0.5 + 0.5 * self.draw()));
            let to = (from + (length / mm).round().max(2.0) as usize).min(NODES);
            let aside = self.draw_vector();
            self.bends.push(Bend {
                from,
                to,
                aside,
                way,
            });
            (from, way) = (to, -way);
        }
    }

    fn draw(&mut self) -> f32 {
        self.drawn = self.drawn.wrapping_add(1);
        2.0 * chance(self.drawn) - 1.0
    }

    fn draw_vector(&mut self) -> Vec3 {
        v(self.draw(), self.draw(), self.draw())
    }

    /// Grows the cord to its length and lets it come to rest.
    pub(super) fn run(&mut self) {
        let first = smooth_length(&self.x[..NODES]);
        let length = self.habit.length;
        let mut strain: f32 = 1.0;
        let mut near = Neighbours::default();
        for step in 0..STEPS {
            let t = step as f32 / STEPS as f32;
            let want = first * (length / first).powf((t / GROWN).min(1.0));
            let now = smooth_length(&self.x[..NODES]);
            // Its stiffness shortens it; it strains against that until it has its length.
            strain = (strain + 0.03 * (want / now - 1.0)).clamp(1.0, 2.2);
            let rest = want * strain / (NODES - 1) as f32;
            self.stiffen(rest);
            self.wander(UNREST * (1.0 - smooth_step(GROWN, 0.85, t)));
            self.drive(DRIVE * (1.0 - smooth_step(0.75, 0.95, t)));
            self.settle();
            if step % LOOK == 0 {
                near = self.neighbours(rest);
            }
            let rounds = if t < 0.9 { 2 } else { 4 };
            for _ in 0..rounds {
                lengthen(&mut self.x[..NODES], rest);
                self.hold(want);
                keep_apart(&mut self.x, &self.radius, &near);
                self.keep_in();
            }
        }
    }

    fn stiffen(&mut self, rest: f32) {
        let cord = &mut self.x[..NODES];
        bend_by(cord, 1, 0.2);
        bend_by(cord, ((STIFF_MM / rest).round() as usize).clamp(1, 8), 0.06);
        let old = self.x.clone();
        for c in 0..COLUMNS {
            for k in 1..ROWS {
                let i = inner(c, k);
                let below = if k == 1 {
                    self.root(c)
                } else {
                    old[inner(c, k - 1)]
                };
                let above = old[row(c, k + 1)];
                let before = old[inner(c.saturating_sub(1), k)];
                let after = old[inner((c + 1).min(COLUMNS - 1), k)];
                self.x[i] += ((below + above) * 0.5 - old[i]) * 0.12;
                self.x[i] += ((before + after) * 0.5 - old[i]) * 0.1;
            }
        }
    }

    fn root(&self, column: usize) -> Vec3 {
        self.habit.root_at(part(column * EVERY))
    }

    /// Lets the cord drift, each stretch its own way.
    fn wander(&mut self, by: f32) {
        for n in 0..self.wander.len() {
            self.wander[n] = self.wander[n] * 0.97 + self.draw_vector() * 0.4;
        }
        for (i, p) in self.x[..NODES].iter_mut().enumerate() {
            let at = i as f32 / WANDERERS as f32;
            let n = at as usize;
            *p += self.wander[n].lerp(self.wander[n + 1], at.fract()) * by;
        }
    }

    /// Drives every bend to its side.
    fn drive(&mut self, by: f32) {
        for n in 0..self.bends.len() {
            let turned = self.bends[n].aside + self.draw_vector() * 0.05;
            self.bends[n].aside = turned.clamp_length_max(1.2);
            let bend = &self.bends[n];
            for i in bend.from..bend.to {
                let within = (i - bend.from) as f32 / (bend.to - bend.from) as f32;
                let away = (self.x[i] - self.habit.root_at(part(i))).normalize_or_zero();
                let towards = away * RADIAL + bend.aside;
                self.x[i] += towards * (bend.way * by * (std::f32::consts::PI * within).sin());
            }
        }
    }

    /// Draws jejunum and ileum to where they lie on the whole.
    fn settle(&mut self) {
        let cut = self.habit.jejunum();
        let middle = |x: &[Vec3]| x.iter().sum::<Vec3>() / x.len() as f32;
        let off = [
            self.habit.homes[0].0 - middle(&self.x[..cut]),
            self.habit.homes[1].0 - middle(&self.x[cut..NODES]),
        ];
        for i in 0..NODES {
            let t = smooth_step(-60.0, 60.0, i as f32 - cut as f32);
            let pull = off[0].lerp(off[1], t);
            let home = self.habit.homes[0].0.lerp(self.habit.homes[1].0, t);
            let free = self.habit.homes[0].1 + (self.habit.homes[1].1 - self.habit.homes[0].1) * t;
            let way = home - self.x[i];
            let back = ((way.length() - free).max(0.0) * 0.01).min(0.5);
            self.x[i] += way.normalize_or_zero() * back + (pull * 0.01).clamp_length_max(0.25);
        }
    }

    /// Holds the mesentery to its height and its rows to their lengths: none stretches.
    fn hold(&mut self, length: f32) {
        let root_length = self.habit.root.0.distance(self.habit.root.1);
        for c in 0..COLUMNS {
            let t = part(c * EVERY);
            let between = smooth_step(0.0, 0.12, t) * smooth_step(1.0, 0.93, t);
            let most = (HEIGHT.0 + (HEIGHT.1 - HEIGHT.0) * between) / ROWS as f32;
            let first = inner(c, 1);
            let way = self.root(c) - self.x[first];
            self.x[first] += way * (0.8 * (way.length() - most).max(0.0) / way.length().max(1e-3));
            for k in 1..ROWS {
                let gut = if k + 1 == ROWS { 0.35 } else { 1.0 };
                self.pull(inner(c, k), row(c, k + 1), most, gut);
                if c + 1 < COLUMNS {
                    let part = (k as f32 / ROWS as f32).powf(FRILL);
                    let most = root_length + (length - root_length).max(0.0) * part;
                    self.pull(
                        inner(c, k),
                        inner(c + 1, k),
                        most / (COLUMNS - 1) as f32,
                        1.0,
                    );
                }
            }
        }
    }

    /// Draws two points together that are further apart than `most`; `share` is how much the second gives way.
    fn pull(&mut self, i: usize, j: usize, most: f32, share: f32) {
        let d = self.x[j] - self.x[i];
        let length = d.length();
        if length > most {
            let by = d * (0.8 * (length - most) / (length * (1.0 + share)));
            self.x[i] += by;
            self.x[j] -= by * share;
        }
    }

    /// What may come close to what in the next steps.
    fn neighbours(&self, rest: f32) -> Neighbours {
        let vessels = NODES + COLUMNS * INNER;
        Neighbours::of(&self.x, &self.radius, |i, j| {
            if j >= vessels {
                i >= NODES
            } else if j < NODES {
                ((j - i) as f32) * rest < OWN_MM.0
            } else if i < NODES {
                let foot = (j - NODES) / INNER * EVERY;
                foot.abs_diff(i) as f32 * rest < OWN_MM.1
            } else {
                (j - NODES) / INNER - (i - NODES) / INNER <= 4
            }
        })
    }

    /// Keeps everything within the cavity, and the ends and the vessels where they are.
    fn keep_in(&mut self) {
        let free = NODES + COLUMNS * INNER;
        for (p, r) in self.x[..free].iter_mut().zip(&self.radius).skip(4) {
            let beyond = self.cavity.at(*p) + r;
            if beyond > 0.0 {
                *p -= self.cavity.outward(*p) * (beyond.min(6.0) * 0.5);
            }
        }
        for (p, (at, _)) in self.x[free..].iter_mut().zip(&self.habit.vessels) {
            *p = *at;
        }
        self.x[0] = self.ends.0;
        self.x[NODES - 1] = self.ends.1;
    }

    /// The cord's points with their radii, and the mesentery's rows from the root to the middle of the bowel. A little smoothing
    /// rounds what the growth left angular.
    pub(super) fn finish(mut self) -> (Vec<(Vec3, f32)>, Vec<Vec<Vec3>>) {
        let near = self.neighbours(self.habit.length / (NODES - 1) as f32);
        for _ in 0..2 {
            bend_by(&mut self.x[..NODES], 1, 0.5);
            for _ in 0..4 {
                keep_apart(&mut self.x, &self.radius, &near);
                self.keep_in();
            }
        }
        bend_by(&mut self.x[..NODES], 1, 0.5);
        let columns = 0..COLUMNS;
        let rows = (0..=ROWS)
            .map(|k| {
                let at = |c| {
                    if k == 0 {
                        self.root(c)
                    } else {
                        self.x[row(c, k)]
                    }
                };
                columns.clone().map(at).collect()
            })
            .collect();
        let cord = self.x[..NODES].iter().copied();
        (cord.zip(self.radius).collect(), rows)
    }
}

/// Where point `i` lies along the cord, 0 to 1.
pub(super) fn part(i: usize) -> f32 {
    i as f32 / (NODES - 1) as f32
}

/// Index of an inner point of the mesentery.
fn inner(column: usize, row: usize) -> usize {
    NODES + column * INNER + row - 1
}

/// The same, or of the bowel at the last row.
fn row(column: usize, row: usize) -> usize {
    if row == ROWS {
        column * EVERY
    } else {
        inner(column, row)
    }
}

/// The points of a cord at equal distances on the line through `corners`.
fn evenly(corners: &[Vec3]) -> Vec<Vec3> {
    let mut arc = vec![0.0];
    for w in corners.windows(2) {
        arc.push(arc[arc.len() - 1] + w[0].distance(w[1]));
    }
    let length = arc[arc.len() - 1];
    let at = |s: f32| {
        let k = arc.partition_point(|a| *a < s).clamp(1, arc.len() - 1);
        let t = (s - arc[k - 1]) / (arc[k] - arc[k - 1]).max(1e-3);
        corners[k - 1].lerp(corners[k], t.clamp(0.0, 1.0))
    };
    (0..NODES).map(|i| at(length * part(i))).collect()
}

/// Length without the ripples that growth leaves, mm.
fn smooth_length(x: &[Vec3]) -> f32 {
    const STRIDE: usize = 3;
    let every: Vec<Vec3> = x.iter().copied().step_by(STRIDE).collect();
    every.windows(2).map(|w| w[0].distance(w[1])).sum()
}

/// Stiffness: every point moves towards the middle of its neighbours `reach` points away.
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
