//! Interpolating splines.

use glam::Vec3;

/// A point of a spline with whatever else is interpolated beside it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Knot<const N: usize> {
    pub(super) p: Vec3,
    pub(super) extra: [f32; N],
}

/// A centripetal Catmull-Rom spline through the knots, cut into chords of about `step` mm. Passes through every knot,
/// never makes cusps or loops of its own.
pub(super) fn centripetal<const N: usize>(knots: &[Knot<N>], step: f32) -> Vec<Knot<N>> {
    centripetal_by(knots, |gap| (gap / step).ceil().max(1.0) as usize)
}

/// The same, with the number of chords between two knots chosen from their distance.
pub(super) fn centripetal_by<const N: usize>(
    knots: &[Knot<N>],
    chords: impl Fn(f32) -> usize,
) -> Vec<Knot<N>> {
    let mut out = Vec::new();
    let Some(last) = knots.last() else { return out };
    for i in 0..knots.len() - 1 {
        let (k1, k2) = (&knots[i], &knots[i + 1]);
        let k0 = if i > 0 {
            knots[i - 1].p
        } else {
            2.0 * k1.p - k2.p
        };
        let k3 = if i + 2 < knots.len() {
            knots[i + 2].p
        } else {
            2.0 * k2.p - k1.p
        };
        let t1 = k0.distance(k1.p).sqrt().max(1e-3);
        let t2 = t1 + k1.p.distance(k2.p).sqrt().max(1e-3);
        let t3 = t2 + k2.p.distance(k3).sqrt().max(1e-3);
        let count = chords(k1.p.distance(k2.p));
        for n in 0..count {
            let s = n as f32 / count as f32;
            let t = t1 + (t2 - t1) * s;
            let mix = |a: Vec3, b: Vec3, ta: f32, tb: f32| a + (b - a) * ((t - ta) / (tb - ta));
            let (a1, a2, a3) = (
                mix(k0, k1.p, 0.0, t1),
                mix(k1.p, k2.p, t1, t2),
                mix(k2.p, k3, t2, t3),
            );
            let (b1, b2) = (mix(a1, a2, 0.0, t2), mix(a2, a3, t1, t3));
            let smooth = s * s * (3.0 - 2.0 * s);
            let extra = std::array::from_fn(|e| k1.extra[e] + (k2.extra[e] - k1.extra[e]) * smooth);
            out.push(Knot {
                p: mix(b1, b2, t1, t2),
                extra,
            });
        }
    }
    out.push(*last);
    out
}

/// A value between `p1` and `p2` (`t` from 0 to 1), smooth with those before and behind: Catmull and Rom, evenly spaced.
pub(super) fn catmull_rom(p0: f32, p1: f32, p2: f32, p3: f32, t: f32) -> f32 {
    let (t2, t3) = (t * t, t * t * t);
    0.5 * (2.0 * p1
        + (p2 - p0) * t
        + (2.0 * p0 - 5.0 * p1 + 4.0 * p2 - p3) * t2
        + (3.0 * p1 - p0 - 3.0 * p2 + p3) * t3)
}

/// Monotone cubic (Fritsch-Carlson) interpolation of values at ascending places; constant beyond the ends. Does not
/// overshoot between its data, so sections between two levels stay between them.
pub(super) fn monotone(at: &[f32], values: &[f32], x: f32) -> f32 {
    let n = at.len();
    if n == 1 || x <= at[0] {
        return values[0];
    }
    if x >= at[n - 1] {
        return values[n - 1];
    }
    let i = at.partition_point(|a| *a <= x) - 1;
    let secant = |j: usize| (values[j + 1] - values[j]) / (at[j + 1] - at[j]);
    let slope = |j: usize| {
        if j == 0 {
            return secant(0);
        }
        if j == n - 1 {
            return secant(n - 2);
        }
        let (a, b) = (secant(j - 1), secant(j));
        if a * b <= 0.0 {
            0.0
        } else {
            2.0 * a * b / (a + b)
        }
    };
    let h = at[i + 1] - at[i];
    let t = (x - at[i]) / h;
    let (t2, t3) = (t * t, t * t * t);
    values[i] * (2.0 * t3 - 3.0 * t2 + 1.0)
        + slope(i) * h * (t3 - 2.0 * t2 + t)
        + values[i + 1] * (3.0 * t2 - 2.0 * t3)
        + slope(i + 1) * h * (t3 - t2)
}
