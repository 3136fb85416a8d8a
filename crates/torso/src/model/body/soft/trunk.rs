//! The trunk: a symmetric body of changing cross-section.

use glam::{Vec2, Vec3};

/// One cross-section of a [`Trunk`], at a level along z.
#[derive(Clone, Copy, Debug)]
struct Section {
    /// Level, mm.
    z: f32,
    /// Half width, mm.
    half_width: f32,
    /// y of the widest place, mm.
    y_wide: f32,
    /// y of the front, mm.
    y_front: f32,
    /// y of the back, mm.
    y_back: f32,
    /// Superellipse exponent of the front half (2 = ellipse, more = squarer).
    n_front: f32,
    /// Superellipse exponent of the back half.
    n_back: f32,
}

/// A body symmetric in x = `mid` whose cross-section changes smoothly with z.
pub(in crate::model::body) struct Trunk {
    sections: Vec<Section>,
    /// Plane of symmetry, mm.
    pub(in crate::model::body) mid: f32,
}

impl Trunk {
    /// A loft through sections given as `[z, half_width, y_wide, y_front, y_back, n_front, n_back]`, lowest first.
    pub(in crate::model::body) fn new(mid: f32, rows: &[[f32; 7]]) -> Trunk {
        let sections = rows
            .iter()
            .map(|r| Section {
                z: r[0],
                half_width: r[1],
                y_wide: r[2],
                y_front: r[3],
                y_back: r[4],
                n_front: r[5],
                n_back: r[6],
            })
            .collect();
        Trunk { sections, mid }
    }

    /// The cross-section at level `z`, interpolated.
    fn section(&self, z: f32) -> Section {
        let s = &self.sections;
        let n = s.len();
        let z = z.clamp(s[0].z, s[n - 1].z);
        let i = s.partition_point(|a| a.z <= z).clamp(1, n - 1) - 1;
        let t = (z - s[i].z) / (s[i + 1].z - s[i].z);
        let (a, b, c, d) = (
            &s[i.saturating_sub(1)],
            &s[i],
            &s[i + 1],
            &s[(i + 2).min(n - 1)],
        );
        // Finite-difference tangents, so that levels need not be evenly spaced.
        let h = c.z - b.z;
        let f = |g: fn(&Section) -> f32| {
            let slope = |p: &Section, q: &Section| {
                if q.z > p.z {
                    (g(q) - g(p)) / (q.z - p.z)
                } else {
                    0.0
                }
            };
            let m0 = if i == 0 {
                slope(b, c)
            } else {
                0.5 * (slope(a, b) + slope(b, c))
            };
            let m1 = if i + 2 >= n {
                slope(b, c)
            } else {
                0.5 * (slope(b, c) + slope(c, d))
            };
            let (t2, t3) = (t * t, t * t * t);
            (2.0 * t3 - 3.0 * t2 + 1.0) * g(b)
                + (t3 - 2.0 * t2 + t) * h * m0
                + (3.0 * t2 - 2.0 * t3) * g(c)
                + (t3 - t2) * h * m1
        };
        Section {
            z,
            half_width: f(|s| s.half_width),
            y_wide: f(|s| s.y_wide),
            y_front: f(|s| s.y_front),
            y_back: f(|s| s.y_back),
            n_front: f(|s| s.n_front),
            n_back: f(|s| s.n_back),
        }
    }

    /// The field of the loft, without end caps.
    pub(in crate::model::body) fn d(&self, p: Vec3) -> f32 {
        let s = self.section(p.z);
        let x = (p.x - self.mid).abs();
        let (dy, b, n) = if p.y < s.y_wide {
            (s.y_wide - p.y, s.y_wide - s.y_front, s.n_front)
        } else {
            (p.y - s.y_wide, s.y_back - s.y_wide, s.n_back)
        };
        superellipse(Vec2::new(x, dy), Vec2::new(s.half_width, b), n)
    }
}

/// The field of a superellipse in its own plane, first quadrant.
fn superellipse(q: Vec2, r: Vec2, n: f32) -> f32 {
    let u = q / r;
    let f = (u.x.max(1e-4).powf(n) + u.y.max(1e-4).powf(n)).powf(1.0 / n);
    // First-order distance: value over gradient length.
    let g = Vec2::new(
        (u.x.max(1e-4) / f).powf(n - 1.0) / r.x,
        (u.y.max(1e-4) / f).powf(n - 1.0) / r.y,
    )
    .length();
    (f - 1.0) / g.max(1e-4)
}
