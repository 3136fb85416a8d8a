//! The uterus in its parts, about an axis bent forwards over the bladder.
//!
//! A pear 78 mm long of 78 mL (ICRP Publication 110 adult female): the whole leans forwards by 46 degrees (anteversion), its body
//! by 30 more than its neck (anteflexion). It is written down straight, `x` to the left, `u` towards the bladder, `s` up from
//! the external os, and bent along an arc of a circle.

use std::sync::Arc;

use glam::Vec3;

use crate::model::body::middle::MID_HERS;
use crate::model::parts::{AxialLoft, Girth};
use crate::model::plain::{ellipsoid_at, smooth_max, smooth_min, smooth_step, v};
use crate::model::{BodyBuilder, Field, Shape, solid};

/// The external os.
const OS: Vec3 = Vec3::new(MID_HERS, 31.0, -254.0);
/// Lean of the axis at the external os and at the fundus, degrees from upright.
const LEAN: [f32; 2] = [31.0, 61.0];
/// Length of the axis, mm.
const LENGTH: f32 = 78.0;
/// Where the parts meet, mm from the external os: internal os, upper end of the isthmus, lower end of the fundus.
const INTERNAL_OS: f32 = 28.0;
const BODY: f32 = 36.0;
const FUNDUS: f32 = 64.0;
/// Where the tube leaves on the left, straightened.
const HORN: Vec3 = Vec3::new(29.5, 0.5, 65.5);

/// The uterus as a field, and the way between the torso and its straightened self.
pub(super) struct Womb {
    straight: Shape,
}

/// Radius of the arc of the axis, mm.
fn radius() -> f32 {
    LENGTH / (LEAN[1] - LEAN[0]).to_radians()
}

/// From the place of the axis at an angle from upright to the centre of its arc.
fn inwards(angle: f32) -> Vec3 {
    v(0.0, -angle.cos(), -angle.sin())
}

fn centre() -> Vec3 {
    OS + inwards(LEAN[0].to_radians()) * radius()
}

/// A straightened point in the torso.
pub(super) fn place(q: Vec3) -> Vec3 {
    let angle = LEAN[0].to_radians() + q.z / radius();
    centre() - inwards(angle) * (radius() - q.y) + v(q.x, 0.0, 0.0)
}

/// A point of the torso, straightened.
pub(super) fn straighten(p: Vec3) -> Vec3 {
    let q = p - centre();
    let angle = q.z.atan2(q.y) - LEAN[0].to_radians();
    v(p.x - MID_HERS, radius() - q.y.hypot(q.z), angle * radius())
}

/// Where the uterine tube leaves, `side` 1 to the left.
pub(super) fn horn(side: f32) -> Vec3 {
    place(v(HORN.x * side, HORN.y, HORN.z))
}

impl Womb {
    pub(super) fn new() -> Womb {
        // Place along the axis, half width, half depth towards the bladder and to the bowel.
        let sections: [[f32; 4]; 13] = [
            [-3.0, 16.4, 14.6, 14.9],
            [3.0, 16.8, 15.0, 15.3],
            [9.0, 17.0, 15.2, 15.5],
            [17.0, 16.9, 15.0, 15.2],
            [25.0, 15.6, 13.7, 13.9],
            [31.0, 15.0, 12.9, 13.3],
            [38.0, 16.8, 13.5, 14.5],
            [47.0, 21.9, 16.4, 18.2],
            [55.0, 25.5, 18.0, 20.1],
            [62.0, 26.5, 18.2, 20.1],
            [69.0, 23.7, 15.8, 17.4],
            [75.0, 17.4, 11.1, 12.1],
            [80.0, 9.6, 6.2, 6.6],
        ];
        let girths = sections.map(|[t, a, front, back]| Girth {
            t,
            c: [0.0, 0.0],
            r: [a, a, front, back],
            n: [2.1, 2.1],
        });
        Womb {
            straight: AxialLoft::new(Vec3::ZERO, Vec3::Z, Vec3::X, &girths).shape(8.0),
        }
    }

    /// Distance to the surface from a straightened point.
    pub(super) fn straight_d(&self, q: Vec3) -> f32 {
        let corner = cone(
            v(q.x.abs(), q.y, q.z),
            (v(17.0, 0.5, 59.0), 11.5),
            (HORN, 3.0),
        );
        let pear = smooth_min(self.straight.distance(q), corner, 7.0);
        // The vaginal part ends in a dome.
        if q.z > 20.0 {
            return pear;
        }
        smooth_max(pear, (q - v(0.0, 0.0, 19.0)).length() - 20.6, 3.0)
    }
}

/// A ball that goes over into a smaller one.
fn cone(p: Vec3, (a, ra): (Vec3, f32), (b, rb): (Vec3, f32)) -> f32 {
    let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
    (p - a.lerp(b, t)).length() - (ra + (rb - ra) * t)
}

/// The cavity without its lower end: a slit, its front and back wall touching, between the mouths of the tubes.
fn slit(q: Vec3) -> f32 {
    let t = ((q.z - BODY + 2.0) / 30.0).clamp(0.0, 1.0);
    let side = (q.x.abs() - 1.9 - 12.6 * t.powf(1.5)) * 0.85;
    let top = q.z - 62.0 - 4.5 * (q.x / 14.0).powi(2).min(1.6);
    smooth_max(smooth_max(side, top, 2.0), q.y.abs() - 1.05, 1.2)
}

/// The canal of the cervix, a spindle a little wider than deep.
fn canal(q: Vec3) -> f32 {
    let swell = (std::f32::consts::PI * ((q.z - 1.0) / 27.0).clamp(0.0, 1.0)).sin();
    let (a, b) = (1.5 + 1.4 * swell, 1.1 + 0.8 * swell);
    let k = (q.x / a).hypot(q.y / b);
    let round = (k - 1.0) * a.min(b);
    smooth_max(round, (1.0 - q.z).max(q.z - INTERNAL_OS), 0.8)
}

/// Lower edge of the vagina's hold on the cervix: higher behind than in front.
pub(super) fn attachment(q: Vec3) -> f32 {
    q.z - 11.5 + 0.28 * q.y
}

pub(super) fn build(body: &mut BodyBuilder, womb: &Arc<Womb>) {
    let mut part = |id: &str, priority: i32, (lo, hi): (Vec3, Vec3), keep: fn(Vec3) -> f32| {
        // What is part of a part lies a hair's breadth over it, so that it is what one sees.
        let over = if priority > 62 { 0.15 } else { 0.0 };
        let womb = womb.clone();
        let (lo, hi) = bounds(lo, hi);
        let shape = solid(lo, hi, move |p| {
            let q = straighten(p);
            (womb.straight_d(q) - over).max(keep(q))
        });
        body.add(id, priority, shape);
    };
    let slab = |low: f32, high: f32| (v(-35.0, -22.0, low), v(35.0, 20.0, high));
    part("fundus_of_uterus", 62, slab(FUNDUS, LENGTH + 3.0), |q| {
        FUNDUS - q.z
    });
    part("body_of_uterus", 62, slab(BODY, FUNDUS), |q| {
        (q.z - FUNDUS).max(BODY - q.z)
    });
    part("isthmus_of_uterus", 62, slab(INTERNAL_OS, BODY), |q| {
        (q.z - BODY).max(INTERNAL_OS - q.z)
    });
    part("cervix_of_uterus", 62, slab(-2.0, INTERNAL_OS), |q| {
        q.z - INTERNAL_OS
    });
    part("vaginal_part_of_cervix", 63, slab(-2.0, 18.0), attachment);
    let corner = (v(20.0, -9.0, 56.0), v(35.0, 10.0, 76.0));
    part("left_uterine_horn", 64, corner, |q| {
        (q - HORN).length() - 8.6
    });
    let corner = (v(-35.0, -9.0, 56.0), v(-20.0, 10.0, 76.0));
    part("right_uterine_horn", 64, corner, |q| {
        (q - v(-HORN.x, HORN.y, HORN.z)).length() - 8.6
    });
    lining(body);
}

/// Cavity, mucosa and the two openings of the cervix.
fn lining(body: &mut BodyBuilder) {
    let mut inner = |id: &str, priority: i32, (lo, hi): (Vec3, Vec3), field: fn(Vec3) -> f32| {
        let (lo, hi) = bounds(lo, hi);
        body.add(
            id,
            priority,
            solid(lo, hi, move |p| field(straighten(p)) * 0.95),
        );
    };
    let cavity = (v(-19.0, -4.5, INTERNAL_OS), v(19.0, 4.5, 72.0));
    inner("endometrium", 66, cavity, |q| {
        let thick = 0.9 + 1.6 * smooth_step(INTERNAL_OS, BODY + 10.0, q.z);
        smooth_max(slit(q) - thick, INTERNAL_OS - q.z, 1.0)
    });
    inner("uterine_cavity", 67, cavity, |q| {
        smooth_max(slit(q), INTERNAL_OS - q.z, 0.8)
    });
    let neck = (v(-3.2, -2.2, 0.0), v(3.2, 2.2, INTERNAL_OS));
    inner("cervical_canal", 67, neck, canal);
    let os = (
        v(-3.0, -2.5, INTERNAL_OS - 2.8),
        v(3.0, 2.5, INTERNAL_OS + 2.8),
    );
    inner("internal_os", 68, os, |q| {
        ellipsoid_at(q, v(0.0, 0.0, INTERNAL_OS), v(2.5, 2.1, 2.3))
    });
    inner(
        "external_os",
        68,
        (v(-5.0, -2.4, -2.5), v(5.0, 2.4, 4.0)),
        |q| ellipsoid_at(q, v(0.0, 0.0, 0.8), v(4.4, 1.9, 2.9)),
    );
}

/// The box round a straightened box.
fn bounds(low: Vec3, high: Vec3) -> (Vec3, Vec3) {
    let (mut lo, mut hi) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for n in 0..=8 {
        let s = low.z + (high.z - low.z) * n as f32 / 8.0;
        for (x, u) in [
            (low.x, low.y),
            (high.x, low.y),
            (low.x, high.y),
            (high.x, high.y),
        ] {
            let p = place(v(x, u, s));
            lo = lo.min(p);
            hi = hi.max(p);
        }
    }
    (lo - 1.0, hi + 1.0)
}
