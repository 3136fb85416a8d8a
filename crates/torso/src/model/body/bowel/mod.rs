//! The loops of the small bowel on their mesentery, grown inside the space that the other organs leave.
//!
//! Loops placed by hand or by noise look wrong at once. Here the bowel starts as a short cord from the duodenojejunal flexure
//! to the ileocaecal valve, held by a sheet to the root of the mesentery, and lengthens as it does in the embryo: the cord
//! thirtyfold faster than the root, the rows of the sheet between them the slower the nearer the root. It cannot but fold. It
//! keeps clear of itself, of the sheet and of its neighbours, every bend is driven to a side of its own, and all the while it
//! wanders a little, so that the cavity fills with coils of which none is like another, and the sheet lies between them in
//! pleats: a fan, whose edge the bowel is. The growth is deterministic; each body has its own.
//!
//! Length and calibre are a compromise. Jejunum and ileum are 3 to 6 m long, and ICRP Publication 110 counts 0.9 L of them in the
//! reference man, wall and contents: 5 m of that volume are a bowel of 15 to 17 mm, contracted as it lies in a living
//! abdomen between meals. 6 m would be 14 mm, thinner than a surgeon finds it; the 25 to 30 mm of textbooks are those of a
//! bowel without tone and would be 1.5 m long.

use std::sync::Arc;

use glam::Vec3;

use super::soft::{Course, chance};
use crate::model::plain::{smooth_min, smooth_step};
use crate::model::{Shape, sheet, solid};
use cavity::Cavity;
use growth::{Growth, NODES, ROWS, part};

mod cavity;
mod growth;
mod neighbours;

/// Share of the cord that is jejunum.
const JEJUNUM: f32 = 0.4;
/// Distance from one circular fold of the jejunum to the next, and how far it shows on the outside, mm.
const FOLDS: (f32, f32) = (6.5, 0.3);
/// Loops that touch have a groove between them, filled over this much, mm, and not a seam; another loop is what lies so far along the bowel.
const FILLET_MM: f32 = 4.0;
const BESIDE_MM: f32 = 40.0;
/// Thickness of the mesentery at the root, full of fat and vessels, and at the bowel, mm.
const LEAF: (f32, f32) = (10.0, 5.0);
/// Facets of the mesentery, mm.
const FACET: f32 = 11.0;

/// What a body's small bowel has of its own, in that body's frame, mm.
pub(super) struct Habit {
    /// First course of the cord from the duodenojejunal flexure to the ileocaecal valve.
    pub(super) cord: Vec<Vec3>,
    /// Root of the mesentery, from the one to the other.
    pub(super) root: (Vec3, Vec3),
    /// The great vessels in the root: points of their axis with the room that they need.
    pub(super) vessels: Vec<(Vec3, f32)>,
    /// Usual radius of the jejunum at its start and of the ileum at its end.
    pub(super) radius: (f32, f32),
    /// How much further back and up than in the male body the loops reach.
    pub(super) spare: f32,
    /// Length of the cord before smoothing.
    pub(super) length: f32,
    /// Where jejunum and ileum lie on the whole, and how far from there they range freely.
    pub(super) homes: [(Vec3, f32); 2],
    /// Where the bends' chances begin.
    pub(super) seed: u32,
}

impl Habit {
    /// First point of the ileum.
    fn jejunum(&self) -> usize {
        (NODES as f32 * JEJUNUM) as usize
    }

    /// Where the mesentery that holds the place `t` of the cord begins: the root bends forward over the spine.
    fn root_at(&self, t: f32) -> Vec3 {
        self.root.0.lerp(self.root.1, t) - Vec3::Y * 4.0 * (std::f32::consts::PI * t).sin()
    }

    /// Radius at a point of the cord: wider and narrower as the wall moves, here and there drawn together.
    fn radius_at(&self, i: usize) -> f32 {
        let at = i as f32 * self.length / NODES as f32;
        let usual = self.radius.0 + (self.radius.1 - self.radius.0) * part(i);
        let drawn = smooth_step(0.35, 0.85, uneven(at / 34.0, 500));
        usual
            * (1.02 + 0.07 * uneven(at / 55.0, 100) + 0.04 * uneven(at / 19.0, 900) - 0.13 * drawn)
    }
}

/// The small bowel beyond the duodenum, and what it hangs on.
pub(super) struct Loops {
    /// Axis of the bowel with the radius at every point, mm.
    nodes: Vec<(Vec3, f32)>,
    /// The mesentery in rows from its root to that axis.
    rows: Vec<Vec<Vec3>>,
    jejunum: usize,
}

impl Loops {
    /// Grows the loops between organs. `source` leads to the male body.
    pub(super) fn grown(habit: &Habit, organs: &[Shape], source: impl Fn(Vec3) -> Vec3) -> Loops {
        let cavity = Cavity::peritoneal(organs, source, habit.spare);
        let mut growth = Growth::new(habit, &cavity);
        growth.run();
        let (nodes, rows) = growth.finish();
        Loops {
            nodes,
            rows,
            jejunum: habit.jejunum(),
        }
    }

    /// Jejunum and ileum.
    pub(super) fn shapes(&self) -> Vec<(&'static str, Shape)> {
        let nodes = self.nodes.iter().enumerate();
        let control: Vec<[f32; 4]> = nodes
            // It leaves the duodenum through a neck: skins that coincide would shred each other.
            .map(|(i, (p, r))| [p.x, p.y, p.z, (r - 2.5 + 0.5 * i as f32).min(*r)])
            .collect();
        let course = Arc::new(Course::new(&control, 2.2));
        let cut = course.arc_at(self.nodes[self.jejunum].0);
        let part = |id, from: f32, to: f32| {
            let (low, high) = course.bounds_between(from, to)?;
            let course = course.clone();
            let shape = solid(low, high, move |p| {
                let n = course.near(p);
                let d = if n.d < 4.0 {
                    let beside = course.beside(p, n.s, BESIDE_MM);
                    smooth_min(n.d - fold(n.s, cut, p), beside, FILLET_MM)
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

    /// The mesentery: a frilled fan from its root to the middle of the bowel, which takes its own room out of it. Thick at the
    /// root, where its pleats are one mass of fat, and thin at the bowel.
    pub(super) fn mesentery(&self) -> Shape {
        let rows = self.rows.iter().enumerate().map(|(k, row)| {
            let out = k as f32 / ROWS as f32;
            let thick = LEAF.0 + (LEAF.1 - LEAF.0) * smooth_step(0.0, 0.8, out);
            row.iter().map(|p| [p.x, p.y, p.z, thick]).collect()
        });
        sheet(&rows.collect::<Vec<_>>(), FACET)
    }
}

/// How far the circular folds lift the surface at arc length `s`, mm: close and tall at the beginning of the jejunum, fading
/// towards the ileum.
fn fold(s: f32, jejunum: f32, p: Vec3) -> f32 {
    let strength = smooth_step(20.0, 60.0, s) * (1.0 - smooth_step(0.5, 1.3, s / jejunum));
    // No fold runs quite round.
    let broken = (p.x * 0.15).sin() + (p.y * 0.17 + 1.0).sin() + (p.z * 0.16 + 2.0).sin();
    let way = s + 1.6 * (s * 0.083).sin() + 0.5 * broken;
    let ridge = (std::f32::consts::TAU * way / FOLDS.0).cos();
    FOLDS.1 * strength * ridge * (0.75 + 0.12 * broken)
}

/// Smooth chance along the cord, -1 to 1.
fn uneven(at: f32, seed: u32) -> f32 {
    let n = at.floor();
    let value = |k: f32| 2.0 * chance((k as i32 + 64) as u32 + seed) - 1.0;
    value(n) + (value(n + 1.0) - value(n)) * smooth_step(0.0, 1.0, at - n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Field;
    use crate::model::plain::{ellipsoid_at, v};

    fn ball() -> Shape {
        let (centre, reach) = (v(12.0, -60.0, -40.0), Vec3::splat(22.0));
        solid(centre - reach, centre + reach, move |p| {
            ellipsoid_at(p, centre, reach)
        })
    }

    fn habit() -> Habit {
        Habit {
            cord: vec![
                v(43.0, -33.0, 54.0),
                v(72.0, -70.0, -40.0),
                v(20.0, -80.0, -130.0),
                v(-49.0, -58.0, -106.0),
            ],
            root: (v(26.0, -30.0, 38.0), v(-38.0, -32.0, -104.0)),
            vessels: vec![(v(8.0, -55.0, 0.0), 8.0)],
            radius: (8.6, 7.2),
            spare: 0.0,
            length: 5000.0,
            homes: [
                (v(58.0, -61.0, -9.0), 90.0),
                (v(13.0, -70.0, -110.0), 100.0),
            ],
            seed: 3,
        }
    }

    #[test]
    fn no_loop_runs_through_another_and_all_keep_to_their_room() {
        let (habit, ball) = (habit(), ball());
        let grown = Loops::grown(&habit, std::slice::from_ref(&ball), |p| p);
        let length: f32 = grown
            .nodes
            .windows(2)
            .map(|w| w[0].0.distance(w[1].0))
            .sum();
        assert!(
            (0.85 * habit.length..1.05 * habit.length).contains(&length),
            "{length}"
        );
        // Points this far apart along the cord belong to different bends.
        let apart = (45.0 * NODES as f32 / habit.length) as usize;
        for (i, (p, r)) in grown.nodes.iter().enumerate() {
            for (q, s) in &grown.nodes[(i + apart).min(NODES)..] {
                let gap = p.distance(*q) - r - s;
                assert!(gap > -1.0, "{gap} mm between {p} and {q}");
            }
            // The organ in the middle is only touched, and so is the vessel.
            assert!(ball.distance(*p) > r - 3.5, "{p}");
            let (vessel, room) = habit.vessels[0];
            assert!(vessel.distance(*p) > r + room - 3.5, "{p}");
        }
        // Nothing is left to chance.
        let again = Loops::grown(&habit, std::slice::from_ref(&ball), |p| p);
        assert_eq!(grown.nodes, again.nodes);
        assert_eq!(grown.rows, again.rows);
        let other = Habit { seed: 4, ..habit };
        assert_ne!(
            grown.nodes,
            Loops::grown(&other, &[ball], |p| p).nodes,
            "another seed, other loops"
        );
    }

    /// Long strands side by side are what a heap of ropes looks like, not a bowel.
    #[test]
    fn loops_lie_on_a_fan_and_no_two_strands_run_side_by_side_for_long() {
        let habit = habit();
        let grown = Loops::grown(&habit, &[], |p| p);
        let nodes = &grown.nodes;
        let mm = habit.length / (NODES - 1) as f32;
        let along = |i: usize| {
            let (a, b) = (i.saturating_sub(2), (i + 2).min(NODES - 1));
            (nodes[b].0 - nodes[a].0).normalize()
        };
        let apart = (45.0 / mm) as usize;
        let (mut run, mut longest) = (0, 0);
        for i in 0..NODES {
            let nearest = (0..NODES).filter(|j| j.abs_diff(i) > apart).min_by(|j, k| {
                let way = |n: usize| nodes[n].0.distance_squared(nodes[i].0);
                way(*j).total_cmp(&way(*k))
            });
            let j = nearest.unwrap();
            let touching = nodes[j].0.distance(nodes[i].0) < 20.0;
            run = if touching && along(i).dot(along(j)).abs() > 0.9 {
                run + 1
            } else {
                0
            };
            longest = longest.max(run);
        }
        assert!(longest as f32 * mm < 60.0, "{} mm", longest as f32 * mm);
        // The mesentery reaches every loop, is nowhere stretched, and frays out from its root.
        let long = |row: &[Vec3]| row.windows(2).map(|w| w[0].distance(w[1])).sum::<f32>();
        let lengths: Vec<f32> = grown.rows.iter().map(|row| long(row)).collect();
        assert!(lengths.windows(2).all(|w| w[1] > 1.3 * w[0]), "{lengths:?}");
        assert!(lengths[0] < 200.0 && lengths[ROWS] > 0.8 * habit.length);
        let mesentery = grown.mesentery();
        for (p, r) in nodes {
            assert!(mesentery.distance(*p) < *r, "{p}");
        }
    }
}
