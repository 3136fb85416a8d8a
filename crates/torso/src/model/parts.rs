//! Shapes that bones and thoracic organs need beyond the general ones: fields given by a closure, turned ellipsoids,
//! flat tubes whose flat side turns along the way, and lofts whose sections differ on all four sides.
//!
//! Lengths are millimetres. Distances are exact near round tubes and gradient-normalised elsewhere, so that the slope
//! stays near one, as [`Field`] asks.

use anatomy::{Aabb, Bvh};
use glam::{Vec2, Vec3};

use super::field::{Field, Shape, solid};
use super::plain::{ellipsoid_distance, smooth_max, v};
use super::spline::catmull_rom;
use super::tube::Tube;

/// Beyond this distance (mm) from its box a custom shape answers with the distance to the box. Larger than any blend.
const FAR: f32 = 24.0;

/// A shape from a signed distance and the box that holds it, asked near the box only.
pub fn custom(lo: Vec3, hi: Vec3, field: impl Fn(Vec3) -> f32 + Send + Sync + 'static) -> Shape {
    let bounds = Aabb { min: lo, max: hi };
    solid(lo, hi, move |p| {
        let out = bounds.distance(p);
        if out > FAR { out } else { field(p) }
    })
}

/// Cuts and reliefs given by a closure.
pub trait Carve {
    /// The part where `keep` (a signed distance, mm) is negative, the edge rounded over `k` mm.
    fn keep(&self, k: f32, keep: impl Fn(Vec3) -> f32 + Send + Sync + 'static) -> Shape;
    /// The surface moved outwards by `by(p)` mm, at most `most` either way.
    fn relief(&self, most: f32, by: impl Fn(Vec3) -> f32 + Send + Sync + 'static) -> Shape;
}

impl Carve for Shape {
    fn keep(&self, k: f32, keep: impl Fn(Vec3) -> f32 + Send + Sync + 'static) -> Shape {
        let (inner, b) = (self.clone(), self.bounds());
        custom(b.min, b.max, move |p| {
            let d = inner.distance(p);
            if d > FAR {
                d
            } else {
                smooth_max(d, keep(p), k)
            }
        })
    }

    fn relief(&self, most: f32, by: impl Fn(Vec3) -> f32 + Send + Sync + 'static) -> Shape {
        let (inner, b) = (self.clone(), self.bounds().grown(most));
        custom(b.min, b.max, move |p| {
            let d = inner.distance(p);
            if d.abs() > most + 4.0 {
                d - most * d.signum()
            } else {
                d - by(p)
            }
        })
    }
}

/// Ellipsoid with centre `c` and half axes `r` along `u`, along the part of `w` square to `u`, and along their product.
pub fn turned_ellipsoid(c: Vec3, r: [f32; 3], u: Vec3, w: Vec3) -> Shape {
    let u = u.normalize();
    let w = (w - u * w.dot(u)).normalize();
    let n = u.cross(w);
    let reach = |f: fn(Vec3) -> f32| (f(u) * r[0]).hypot(f(w) * r[1]).hypot(f(n) * r[2]);
    let ext = v(reach(|a| a.x), reach(|a| a.y), reach(|a| a.z));
    let r = Vec3::from(r);
    custom(c - ext, c + ext, move |p| {
        let q = p - c;
        ellipsoid_distance(v(q.dot(u), q.dot(w), q.dot(n)), r)
    })
}

/// Round tube through `[x, y, z, radius]`.
pub fn tube(points: &[[f32; 4]]) -> Shape {
    Tube::new(points).shape()
}

/// Flat tube through `[x, y, z, half width along dir, half width across]`.
pub fn band(dir: Vec3, points: &[[f32; 5]]) -> Shape {
    Tube::oval(points, dir.to_array()).shape()
}

/// One station of a [`ribbon`]: centre, half width along `dir`, half width across it (mm).
#[derive(Clone, Copy)]
pub struct Station {
    /// Centre of the section, mm.
    pub at: Vec3,
    /// Half width along `dir`, mm.
    pub a: f32,
    /// Half width across, mm.
    pub b: f32,
    /// Direction of the first half width; made perpendicular to the course.
    pub dir: Vec3,
}

struct Segment {
    p: Station,
    q: Station,
}

impl Segment {
    /// Box of its axis, and how far it reaches beyond.
    fn reach(&self) -> (Aabb, f32) {
        let ends = [self.p, self.q];
        let core = Aabb {
            min: self.p.at.min(self.q.at),
            max: self.p.at.max(self.q.at),
        };
        (core, ends.iter().fold(0.0, |r, e| e.a.max(e.b).max(r)))
    }
}

fn segment_distance(s: &Segment, p: Vec3) -> f32 {
    let ab = s.q.at - s.p.at;
    let l2 = ab.length_squared().max(1e-6);
    let t = ((p - s.p.at).dot(ab) / l2).clamp(0.0, 1.0);
    let c = s.p.at + ab * t;
    let a = s.p.a + (s.q.a - s.p.a) * t;
    let b = s.p.b + (s.q.b - s.p.b) * t;
    let o = p - c;
    if (a - b).abs() < 0.01 {
        return o.length() - a;
    }
    let dir = s.p.dir.lerp(s.q.dir, t).normalize_or_zero();
    let u = o.dot(dir);
    let rest = (o - dir * u).length();
    // ellipse of half axes a, b with the rounding at the end taken from b
    let k0 = Vec2::new(u / a, rest / b).length();
    let k1 = Vec2::new(u / (a * a), rest / (b * b)).length();
    if k1 < 1e-6 { -b } else { k0 * (k0 - 1.0) / k1 }
}

/// Tube with elliptic section along a smooth curve through the stations, ends rounded.
pub fn ribbon(stations: &[Station]) -> Shape {
    let n = stations.len();
    let mut fine: Vec<Station> = Vec::new();
    for i in 0..n - 1 {
        let g = |j: isize| stations[(i as isize + j).clamp(0, n as isize - 1) as usize];
        let (s0, s1, s2, s3) = (g(-1), g(0), g(1), g(2));
        // phantom ends keep the curve straight at its ends
        let p0 = if i == 0 { s1.at * 2.0 - s2.at } else { s0.at };
        let p3 = if i + 2 >= n {
            s2.at * 2.0 - s1.at
        } else {
            s3.at
        };
        let steps = ((s1.at.distance(s2.at) / 3.0).ceil() as usize).clamp(2, 40);
        for k in 0..steps {
            let t = k as f32 / steps as f32;
            let at = Vec3::new(
                catmull_rom(p0.x, s1.at.x, s2.at.x, p3.x, t),
                catmull_rom(p0.y, s1.at.y, s2.at.y, p3.y, t),
                catmull_rom(p0.z, s1.at.z, s2.at.z, p3.z, t),
            );
            let e = t * t * (3.0 - 2.0 * t);
            let d2 = if s1.dir.dot(s2.dir) < 0.0 {
                -s2.dir
            } else {
                s2.dir
            };
            fine.push(Station {
                at,
                a: s1.a + (s2.a - s1.a) * e,
                b: s1.b + (s2.b - s1.b) * e,
                dir: s1.dir.lerp(d2, t),
            });
        }
    }
    fine.push(stations[n - 1]);
    let m = fine.len();
    for i in 0..m {
        let tan = (fine[(i + 1).min(m - 1)].at - fine[i.saturating_sub(1)].at).normalize_or_zero();
        let d = fine[i].dir;
        fine[i].dir = (d - tan * d.dot(tan)).normalize_or(tan.any_orthonormal_vector());
        if i > 0 && fine[i].dir.dot(fine[i - 1].dir) < 0.0 {
            fine[i].dir = -fine[i].dir;
        }
    }
    let segments: Vec<Segment> = fine
        .windows(2)
        .map(|ends| Segment {
            p: ends[0],
            q: ends[1],
        })
        .collect();
    let items: Vec<(Aabb, f32)> = segments.iter().map(Segment::reach).collect();
    let whole = items.iter().fold(Aabb::EMPTY, |all, (core, reach)| {
        all.union(core.grown(*reach))
    });
    let bvh = Bvh::new(&items);
    custom(whole.min, whole.max, move |p| {
        bvh.fold(p, 0.0, |n, best| {
            best.min(segment_distance(&segments[n], p))
        })
    })
}

/// One section of an [`AxialLoft`]: place along the axis; centre (u, v); half widths +u, -u, +v, -v; all mm. `nf` and `nb`
/// are the superellipse exponents of the -v and the +v half (2 = ellipse, more = squarer).
#[derive(Clone, Copy)]
pub struct Girth {
    /// Place along the axis, mm from the origin.
    pub t: f32,
    /// Centre along u and v, mm.
    pub c: [f32; 2],
    /// Half widths towards +u, -u, +v, -v, mm.
    pub r: [f32; 4],
    /// Exponents of the -v and +v halves.
    pub n: [f32; 2],
}

/// Half widths interpolated between sections along an axis. `axis` and `u` need not be exactly perpendicular.
#[derive(Clone)]
pub struct AxialLoft {
    origin: Vec3,
    w: Vec3,
    u: Vec3,
    v: Vec3,
    low: f32,
    high: f32,
    /// Girths every [`LOFT_STEP`] mm, with the factor that keeps the slope of the distance below one.
    table: Vec<(Girth, f32)>,
}

const LOFT_STEP: f32 = 1.5;

fn interpolate(s: &[Girth], t: f32) -> Girth {
    let n = s.len();
    let mut i = 0;
    while i + 2 < n && t > s[i + 1].t {
        i += 1;
    }
    let h = s[i + 1].t - s[i].t;
    let f = ((t - s[i].t) / h).clamp(0.0, 1.0);
    // cubic Hermite with finite-difference slopes, for unequal spacing
    let mix = |g: &dyn Fn(&Girth) -> f32| -> f32 {
        let slope = |j: usize| {
            let (a, b) = (j.saturating_sub(1), (j + 1).min(n - 1));
            (g(&s[b]) - g(&s[a])) / (s[b].t - s[a].t) * h
        };
        let (f2, f3) = (f * f, f * f * f);
        (2.0 * f3 - 3.0 * f2 + 1.0) * g(&s[i])
            + (f3 - 2.0 * f2 + f) * slope(i)
            + (3.0 * f2 - 2.0 * f3) * g(&s[i + 1])
            + (f3 - f2) * slope(i + 1)
    };
    let mut out = s[i];
    out.t = t;
    for k in 0..2 {
        out.c[k] = mix(&|q: &Girth| q.c[k]);
        out.n[k] = mix(&|q: &Girth| q.n[k]).max(1.2);
    }
    for k in 0..4 {
        out.r[k] = mix(&|q: &Girth| q.r[k]).max(0.3);
    }
    out
}

impl AxialLoft {
    /// A loft through `sections` (rising `t`) along `axis` from `origin`.
    pub fn new(origin: Vec3, axis: Vec3, u: Vec3, sections: &[Girth]) -> Self {
        let w = axis.normalize();
        let u = (u - w * u.dot(w)).normalize();
        let v = w.cross(u);
        let (low, high) = (sections[0].t, sections[sections.len() - 1].t);
        let n = ((high - low) / LOFT_STEP).ceil() as usize + 1;
        let fine: Vec<Girth> = (0..=n)
            .map(|i| interpolate(sections, (low + i as f32 * LOFT_STEP).min(high)))
            .collect();
        let table = (0..=n)
            .map(|i| {
                let (a, b) = (&fine[i.saturating_sub(1)], &fine[(i + 1).min(n)]);
                let h = (b.t - a.t).max(1e-3);
                let c = [(b.c[0] - a.c[0]) / h, (b.c[1] - a.c[1]) / h];
                let most = (0..4)
                    .map(|k| {
                        let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
                        ((b.r[k] - a.r[k]) / h + sign * c[k / 2]).abs()
                    })
                    .fold(0.0, f32::max);
                (fine[i], 1.0 / most.hypot(1.0))
            })
            .collect();
        Self {
            origin,
            w,
            u,
            v,
            low,
            high,
            table,
        }
    }

    fn section(&self, t: f32) -> (Girth, f32) {
        let x = (t.clamp(self.low, self.high) - self.low) / LOFT_STEP;
        let i = (x as usize).min(self.table.len() - 2);
        let f = x - i as f32;
        let ((a, sa), (b, sb)) = (&self.table[i], &self.table[i + 1]);
        let mut s = *a;
        s.t = t;
        for k in 0..2 {
            s.c[k] += (b.c[k] - a.c[k]) * f;
            s.n[k] += (b.n[k] - a.n[k]) * f;
        }
        for k in 0..4 {
            s.r[k] += (b.r[k] - a.r[k]) * f;
        }
        (s, sa.min(*sb))
    }

    /// Distance from the side wall only, as if the ends went on for ever, mm.
    pub fn wall(&self, p: Vec3) -> f32 {
        let q = p - self.origin;
        let (s, slope) = self.section(q.dot(self.w));
        let du = q.dot(self.u) - s.c[0];
        let dv = q.dot(self.v) - s.c[1];
        let ru = if du > 0.0 { s.r[0] } else { s.r[1] };
        let (rv, n) = if dv > 0.0 {
            (s.r[2], s.n[1])
        } else {
            (s.r[3], s.n[0])
        };
        let (x, y) = (du.abs() / ru, dv.abs() / rv);
        if x + y < 1e-4 {
            return -ru.min(rv) * slope;
        }
        let (xp, yp) = (x.powf(n - 1.0), y.powf(n - 1.0));
        let sum = xp * x + yp * y;
        let k = sum.powf(1.0 / n);
        let scale = k / sum;
        let g = (xp * scale / ru).hypot(yp * scale / rv).max(1e-5);
        (k - 1.0) / g * slope
    }

    /// The closed solid; ends are rounded with radius `k`.
    pub fn shape(self, k: f32) -> Shape {
        let (t0, t1) = (self.low, self.high);
        let mut lo = Vec3::MAX;
        let mut hi = Vec3::MIN;
        for (s, _) in &self.table {
            for (a, b) in [
                (s.r[0], s.r[2]),
                (-s.r[1], s.r[2]),
                (s.r[0], -s.r[3]),
                (-s.r[1], -s.r[3]),
            ] {
                let p = self.origin + self.w * s.t + self.u * (s.c[0] + a) + self.v * (s.c[1] + b);
                lo = lo.min(p);
                hi = hi.max(p);
            }
        }
        custom(lo, hi, move |p| {
            let t = (p - self.origin).dot(self.w);
            smooth_max(self.wall(p), (t0 - t).max(t - t1), k)
        })
    }
}
