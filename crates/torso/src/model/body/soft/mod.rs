//! Shapes of soft organs: envelopes of balls along a curve, ellipsoids, bodies of changing cross-section, and their blends.
//!
//! A hollow or curved organ is the envelope of balls whose centre runs along a smooth curve and whose radius changes along
//! it ([`Course`]), possibly squashed in one direction; it also tells where along the organ a point lies, so that one tube
//! can be cut into its named parts without a seam. The trunk is a symmetric body of changing cross-section ([`Trunk`]).
//! Here a field is a plain function of a point (millimetres, negative inside, growing no faster than the distance): organs
//! blend, carve and squash such functions freely, and [`solid`] wraps the result for the modelling language.

use anatomy::Aabb;
use glam::Vec3;

use crate::model::{Field, Shape};

mod course;
mod trunk;

pub(in crate::model::body) use course::{Course, REACH, along, chance};
pub(in crate::model::body) use trunk::Trunk;

struct Solid<F> {
    bounds: Aabb,
    field: F,
}

impl<F: Fn(Vec3) -> f32 + Send + Sync> Field for Solid<F> {
    fn distance(&self, p: Vec3) -> f32 {
        (self.field)(p)
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}

/// A field as a shape; the solid must lie within the box from `low` to `high`.
pub(in crate::model::body) fn solid(
    low: Vec3,
    high: Vec3,
    field: impl Fn(Vec3) -> f32 + Send + Sync + 'static,
) -> Shape {
    Shape::new(Solid {
        bounds: Aabb {
            min: low,
            max: high,
        },
        field,
    })
}

/// Shorthand for a point in the torso frame, millimetres.
pub(in crate::model::body) const fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// The field of an ellipsoid with centre `c` and semi-axes `r` along the frame's axes.
pub(in crate::model::body) fn ellipsoid(p: Vec3, c: Vec3, r: Vec3) -> f32 {
    let q = p - c;
    let k0 = (q / r).length();
    let k1 = (q / (r * r)).length();
    if k1 < 1e-6 {
        -r.min_element()
    } else {
        k0 * (k0 - 1.0) / k1
    }
}

/// Smooth union of two fields; `k` is the width of the blend in millimetres.
pub(in crate::model::body) fn smooth_min(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

/// Smooth intersection of two fields; `k` is the width of the rounded edge in millimetres.
pub(in crate::model::body) fn smooth_max(a: f32, b: f32, k: f32) -> f32 {
    -smooth_min(-a, -b, k)
}

/// Field `a` with field `b` taken out of it, the new edge rounded over `k` millimetres.
pub(in crate::model::body) fn carve(a: f32, b: f32, k: f32) -> f32 {
    smooth_max(a, -b, k)
}

/// Hermite step: 0 below `a`, 1 above `b`, smooth between.
pub(in crate::model::body) fn smooth_step(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Stretches space along the unit direction `n` about `c`: a shape evaluated at the result is thinner by the factor `k` (< 1) along `n`.
pub(in crate::model::body) fn squash(p: Vec3, c: Vec3, n: Vec3, k: f32) -> Vec3 {
    p + n * ((p - c).dot(n) * (1.0 / k - 1.0))
}
