//! Ovaries and uterine tubes. Written down for the left side; the right one is its mirror image.
//!
//! The ovary hangs in its fossa at the side wall of the pelvis, upper (tubal) pole outwards and back. The tube leaves the horn of
//! the uterus, narrow at first, winds as the ampulla up the front border of the ovary and over its upper pole, and opens behind it
//! with a fringed funnel.

use std::f32::consts::TAU;
use std::sync::Arc;

use glam::Vec3;

use super::both;
use super::uterus::{horn, place};
use crate::model::body::soft::Course;
use crate::model::parts::turned_ellipsoid;
use crate::model::plain::{smooth_max, v};
use crate::model::{BodyBuilder, Shape, smooth_union_all, solid, sphere};

/// How the left ovarian vessels reach the ovary: in front of the psoas, over the external iliac vessels at the pelvic brim, down in
/// the suspensory ligament, and in by the hilum.
pub(super) const BRIM_LEFT: [[f32; 3]; 8] = [
    [42.0, -6.0, -120.0],
    [44.0, -9.0, -148.0],
    [42.0, -8.5, -162.0],
    [39.0, -6.0, -174.0],
    [38.0, 0.0, -186.0],
    [40.0, 5.5, -198.0],
    [41.0, 3.0, -206.0],
    [43.4, -1.5, -215.0],
];
/// The same on the right, where the vein lies in front of the artery at the brim.
pub(super) const BRIM_RIGHT: [[f32; 3]; 8] = [
    [-41.0, -5.0, -120.0],
    [-44.0, -12.0, -148.0],
    [-41.0, -14.0, -162.0],
    [-36.5, -12.5, -173.0],
    [-34.5, -4.0, -185.0],
    [-38.5, 4.5, -198.0],
    [-41.0, 3.0, -206.0],
    [-43.4, -1.5, -215.0],
];

/// Lower and upper pole of the left ovary.
pub(super) const POLES: [Vec3; 2] = [Vec3::new(42.5, 3.0, -240.0), Vec3::new(46.5, 12.5, -212.0)];
/// Arc lengths at which the first parts of the tube meet, mm from the cavity of the uterus.
const PARTS: [f32; 2] = [14.0, 39.0];

/// Middle of the left ovary.
pub(super) fn ovary_centre() -> Vec3 {
    (POLES[0] + POLES[1]) * 0.5
}

/// Long axis of the left ovary, upwards.
fn ovary_axis() -> Vec3 {
    (POLES[1] - POLES[0]).normalize()
}

/// Mouth of the left tube: where the funnel begins to open.
const NECK: Vec3 = Vec3::new(38.0, 23.0, -212.5);

/// Axis of the left tube with its radii.
pub(super) fn tube_course() -> Course {
    let cavity = place(v(15.5, 0.0, 64.0));
    let start = horn(1.0);
    let mut control = vec![
        [cavity.x, cavity.y, cavity.z, 1.35],
        [start.x, start.y, start.z, 1.5],
    ];
    control.extend([
        [35.0, -13.5, -209.5, 1.55],
        [40.5, -12.0, -213.5, 1.6],
        [46.0, -9.5, -217.0, 1.9],
        [50.0, -5.5, -216.0, 2.9],
        [49.0, -1.0, -211.5, 3.4],
        [51.5, 1.5, -205.5, 3.75],
        [50.5, 6.0, -200.5, 3.95],
        [48.5, 12.0, -200.0, 4.0],
        [48.0, 17.5, -203.0, 4.0],
        [44.0, 22.0, -206.0, 3.85],
        [NECK.x, NECK.y, NECK.z, 3.3],
    ]);
    Course::new(&control, 0.8)
}

pub(super) fn build(body: &mut BodyBuilder) {
    ovaries(body);
    tubes(body);
}

fn ovaries(body: &mut BodyBuilder) {
    // Almond: the free border behind and towards the middle fuller than the one that hangs on the broad ligament.
    let out = v(1.0, -0.25, 0.0);
    let almond = turned_ellipsoid(ovary_centre(), [15.3, 7.8, 9.7], ovary_axis(), out);
    let mut lumps = vec![almond.roughen(0.55, 6.5, 11)];
    // Follicles that bulge a little.
    let across = ovary_axis().cross(out).normalize();
    for (along, turn, r) in [
        (6.0f32, 0.4f32, 4.2f32),
        (-5.0, -0.5, 3.6),
        (1.0, 1.2, 3.4),
        (-8.0, 0.8, 3.0),
        (9.0, -0.9, 3.2),
        (-2.0, 2.6, 3.4),
        (5.0, 3.4, 3.2),
    ] {
        let girth = (1.0 - (along / 15.6f32).powi(2)).sqrt();
        let way = -out.normalize() * turn.cos() * 8.0 + across * turn.sin() * 9.9;
        let at = ovary_centre() + ovary_axis() * along + way * girth * (1.0 - 0.78 * r / 9.0);
        lumps.push(sphere(at, r));
    }
    both(body, "ovary", 62, &smooth_union_all(lumps, 3.5));
}

fn tubes(body: &mut BodyBuilder) {
    let course = Arc::new(tube_course());
    let cut = |from: f32, to: f32| -> Shape {
        let (lo, hi) = box_between(&course, from, to);
        let course = course.clone();
        solid(lo, hi, move |p| {
            let near = course.near(p);
            // The ampulla swells and narrows as it winds.
            let winding = if near.s > 42.0 {
                0.35 * (near.s * 0.62).sin()
            } else {
                0.0
            };
            (near.d - winding).max((near.s - to).max(from - near.s))
        })
    };
    both(body, "uterine_tube_uterine_part", 69, &cut(-1.0, PARTS[0]));
    both(body, "uterine_tube_isthmus", 66, &cut(PARTS[0], PARTS[1]));
    both(
        body,
        "uterine_tube_ampulla",
        66,
        &cut(PARTS[1], course.length()),
    );
    let funnel = Funnel::new(&course);
    both(body, "uterine_tube_infundibulum", 66, &funnel.shape());
    both(body, "uterine_tube_fimbriae", 67, &funnel.fringe());
}

/// A box round the piece of a tube between two arc lengths.
fn box_between(course: &Course, from: f32, to: f32) -> (Vec3, Vec3) {
    (0..=24).fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(lo, hi), n| {
        let p = course.at(from + (to - from) * n as f32 / 24.0);
        (lo.min(p - 5.5), hi.max(p + 5.5))
    })
}

/// The open end of the tube: a trumpet whose rim is frayed.
struct Funnel {
    /// Middle of its narrow end.
    from: Vec3,
    /// Out of its mouth, and two directions square to that.
    axis: Vec3,
    side: Vec3,
    up: Vec3,
}

/// Length of the trumpet, and its radius at the rim, mm.
const DEPTH: f32 = 12.0;
const RIM: f32 = 9.0;

impl Funnel {
    fn new(course: &Course) -> Funnel {
        let from = course.at(course.length());
        // Towards the upper half of the ovary's inner face.
        let goal = ovary_centre() + ovary_axis() * 4.0 + v(-9.0, 6.0, 0.0);
        let along = (from - course.at(course.length() - 3.0)).normalize();
        let axis = (along * 0.9 + (goal - from).normalize()).normalize();
        let side = axis.any_orthonormal_vector();
        Funnel {
            from,
            axis,
            side,
            up: axis.cross(side),
        }
    }

    /// Radius of the trumpet, `t` mm out of its narrow end.
    fn radius(t: f32) -> f32 {
        let part = (t / DEPTH).clamp(0.0, 1.2);
        3.3 + (RIM - 3.3) * part.powf(1.8)
    }

    /// A point of the rim and the way out of it.
    fn rim(&self, angle: f32) -> (Vec3, Vec3) {
        let out = self.side * angle.cos() + self.up * angle.sin();
        (
            self.from + self.axis * (DEPTH - 0.6) + out * (RIM - 0.9),
            out,
        )
    }

    fn shape(&self) -> Shape {
        let (from, axis, side, up) = (self.from, self.axis, self.side, self.up);
        let reach = Vec3::splat(DEPTH + RIM);
        solid(from - reach, from + reach, move |p| {
            let q = p - from;
            let t = q.dot(axis);
            let angle = q.dot(up).atan2(q.dot(side));
            let off = (q - axis * t).length();
            // Folds run down the inside and notch the rim.
            let notch = 0.9 * (angle * 6.0).cos();
            let outer = (off - Self::radius(t)) * 0.8;
            let inner = (off - Self::radius(t) + 2.9 - 0.35 * (angle * 12.0).cos()) * 0.8;
            let hollow = smooth_max(inner, 2.2 - t, 1.0);
            let wall = smooth_max(outer, -hollow, 0.6);
            smooth_max(wall, (-0.2 - t).max(t - DEPTH + 0.4 * notch), 0.8)
        })
    }

    /// Fingers round the rim, each bent its own way; the longest reaches the ovary.
    fn fringe(&self) -> Shape {
        let mut fingers = Vec::new();
        let count = 14;
        for n in 0..count {
            let angle = TAU * n as f32 / count as f32;
            let (root, out) = self.rim(angle);
            let around = self.axis.cross(out);
            let wave = (n as f32 * 2.4).sin();
            let long = 5.6 + 1.6 * (n as f32 * 1.7).cos();
            let at = |p: Vec3, r: f32| [p.x, p.y, p.z, r];
            let bend = out * 0.75 + self.axis * 0.55 + around * (0.35 * wave);
            let curl = self.axis * (0.75 + 0.35 * wave) + out * 0.25 - around * (0.5 * wave);
            let middle = root + bend * (long * 0.5);
            let tip = middle + curl * (long * 0.5);
            let finger = Course::new(
                &[
                    at(root - self.axis * 1.6 - out * 0.4, 0.9),
                    at(root, 1.05),
                    at(middle, 1.0),
                    at(tip, 0.8),
                ],
                0.7,
            );
            fingers.push(finger.shape());
        }
        // The ovarian fimbria.
        let goal = ovary_centre() + ovary_axis() * 8.0 + v(-5.5, 6.0, 0.0);
        let towards = (goal - self.from).normalize();
        let angle = towards.dot(self.up).atan2(towards.dot(self.side));
        let (root, _) = self.rim(angle);
        let middle = root.lerp(goal, 0.5) + self.axis * 1.5;
        let at = |p: Vec3, r: f32| [p.x, p.y, p.z, r];
        let long = Course::new(&[at(root, 1.2), at(middle, 1.3), at(goal, 0.9)], 0.7);
        fingers.push(long.shape());
        // What holds the fingers together: the lip of the funnel.
        let (centre, axis) = (self.from + self.axis * (DEPTH - 0.4), self.axis);
        let reach = Vec3::splat(RIM + 2.0);
        fingers.push(solid(centre - reach, centre + reach, move |p| {
            let q = p - centre;
            let t = q.dot(axis);
            (((q - axis * t).length() - RIM + 0.9).hypot(t)) - 0.95
        }));
        smooth_union_all(fingers, 0.9)
    }
}

/// The left tube's middle line between two parts (0..1) of its length, for the folds that hang on it.
pub(super) fn tube_line(parts: &[f32]) -> Vec<Vec3> {
    let course = tube_course();
    let length = course.length();
    parts.iter().map(|part| course.at(part * length)).collect()
}

/// The left ovary's border towards the broad ligament, from the lower pole up.
pub(super) fn hilum(parts: &[f32]) -> Vec<Vec3> {
    let front = v(0.15, -1.0, 0.35).normalize();
    parts
        .iter()
        .map(|part| {
            let along = (part - 0.5) * 2.0;
            let girth = (1.0 - (0.95 * along).powi(2)).max(0.0).sqrt();
            ovary_centre() + ovary_axis() * (along * 15.0) + front * (9.2 * girth)
        })
        .collect()
}
