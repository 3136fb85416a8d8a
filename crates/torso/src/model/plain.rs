//! Fields as plain functions of a point: what recipes blend, cut and squash freely. Millimetres; negative inside.

use glam::Vec3;

/// A point of the torso frame, mm.
pub(crate) const fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// Nearly Euclidean distance to an axis-aligned ellipsoid at the origin, exact on the surface to first order.
pub(crate) fn ellipsoid_distance(q: Vec3, radii: Vec3) -> f32 {
    let k0 = (q / radii).length();
    let k1 = (q / (radii * radii)).length();
    // The first-order form goes wrong near the centre of a flat ellipsoid; there the scaled radius is a safe bound.
    let inner = (k0 - 1.0) * radii.min_element();
    if k1 <= 1e-9 || k0 < 0.5 {
        inner
    } else if k0 < 1.0 {
        (k0 * (k0 - 1.0) / k1).max(-radii.min_element())
    } else {
        k0 * (k0 - 1.0) / k1
    }
}

/// The first-order form alone, with the centre at `c`: what the soft organs and the skin are blended from. It differs from
/// [`ellipsoid_distance`] deep inside only, but wide blends reach there, so that the bodies would change with it.
pub(crate) fn ellipsoid_at(p: Vec3, c: Vec3, radii: Vec3) -> f32 {
    let q = p - c;
    let k0 = (q / radii).length();
    let k1 = (q / (radii * radii)).length();
    if k1 < 1e-6 {
        -radii.min_element()
    } else {
        k0 * (k0 - 1.0) / k1
    }
}

/// Smooth union of two fields, the seam filled over `k` mm: equals the minimum where the two differ by `k` or more.
pub(crate) fn smooth_min(a: f32, b: f32, k: f32) -> f32 {
    if k <= 0.0 {
        return a.min(b);
    }
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

/// Smooth intersection of two fields, the edge rounded over `k` mm.
pub(crate) fn smooth_max(a: f32, b: f32, k: f32) -> f32 {
    -smooth_min(-a, -b, k)
}

/// Field `a` with field `b` taken out of it, the new edge rounded over `k` mm.
pub(crate) fn carve(a: f32, b: f32, k: f32) -> f32 {
    smooth_max(a, -b, k)
}

/// Hermite step: 0 below `a`, 1 above `b`, smooth between.
pub(crate) fn smooth_step(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Stretches space along the unit direction `n` about `c`: a shape evaluated at the result is thinner by the factor `k` (< 1) along `n`.
pub(crate) fn squash(p: Vec3, c: Vec3, n: Vec3, k: f32) -> Vec3 {
    p + n * ((p - c).dot(n) * (1.0 / k - 1.0))
}
