//! Shapes of soft organs: envelopes of balls along a curve, ellipsoids, bodies of changing cross-section, and their blends.
//!
//! A hollow or curved organ is the envelope of balls whose centre runs along a smooth curve and whose radius changes along
//! it ([`Course`]), possibly squashed in one direction; it also tells where along the organ a point lies, so that one tube
//! can be cut into its named parts without a seam. The trunk is a symmetric body of changing cross-section ([`Trunk`]).
//! Here a field is a plain function of a point (millimetres, negative inside, growing no faster than the distance): organs
//! blend, carve and squash such functions freely, and [`solid`] wraps the result for the modelling language.

use glam::{Vec2, Vec3};

use crate::model::{Aabb, Field, Shape};

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
pub(super) fn solid(
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
pub(super) const fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// The field of an ellipsoid with centre `c` and semi-axes `r` along the frame's axes.
pub(super) fn ellipsoid(p: Vec3, c: Vec3, r: Vec3) -> f32 {
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
pub(super) fn smooth_min(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

/// Smooth intersection of two fields; `k` is the width of the rounded edge in millimetres.
pub(super) fn smooth_max(a: f32, b: f32, k: f32) -> f32 {
    -smooth_min(-a, -b, k)
}

/// Field `a` with field `b` taken out of it, the new edge rounded over `k` millimetres.
pub(super) fn carve(a: f32, b: f32, k: f32) -> f32 {
    smooth_max(a, -b, k)
}

/// Hermite step: 0 below `a`, 1 above `b`, smooth between.
pub(super) fn smooth_step(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Stretches space along the unit direction `n` about `c`: a shape evaluated at the result is thinner by the factor `k` (< 1) along `n`.
pub(super) fn squash(p: Vec3, c: Vec3, n: Vec3, k: f32) -> Vec3 {
    p + n * ((p - c).dot(n) * (1.0 / k - 1.0))
}

fn catmull_rom(p0: f32, p1: f32, p2: f32, p3: f32, t: f32) -> f32 {
    let (t2, t3) = (t * t, t * t * t);
    0.5 * (2.0 * p1
        + (p2 - p0) * t
        + (2.0 * p0 - 5.0 * p1 + 4.0 * p2 - p3) * t2
        + (3.0 * p1 - p0 - 3.0 * p2 + p3) * t3)
}

/// What a [`Course`] knows about the place of its axis nearest to a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Distance to the surface, negative inside.
    pub(super) d: f32,
    /// Arc length along the axis from its start.
    pub(super) s: f32,
    /// Radius of the tube at that place.
    pub(super) r: f32,
    /// From the nearest point of the axis to the point asked for.
    pub(super) radial: Vec3,
    /// Direction of the axis there.
    pub(super) tangent: Vec3,
}

/// A tube along a smooth curve: the envelope of balls whose radius changes along it.
pub(super) struct Course {
    points: Vec<Vec3>,
    radii: Vec<f32>,
    arc: Vec<f32>,
    tangents: Vec<Vec3>,
    normals: Vec<Vec3>,
    haustra: Option<Haustra>,
    grid: Grid,
}

/// Sacculation of a colon: pouches between constrictions, interrupted by three longitudinal bands (taeniae).
#[derive(Clone, Copy, Debug)]
struct Haustra {
    /// Distance from one constriction to the next, mm.
    period: f32,
    /// Depth of the constrictions as a share of the radius.
    depth: f32,
    /// Arc length at which they have faded out.
    until: f32,
}

/// Segments of a tube by cell, so that a point meets only those nearby.
struct Grid {
    lo: Vec3,
    n: [usize; 3],
    start: Vec<u32>,
    items: Vec<u32>,
}

const CELL: f32 = 10.0;
/// Fields of tubes are exact up to this distance from the surface and constant beyond, mm.
pub(super) const REACH: f32 = 16.0;

impl Course {
    /// A tube through control points `(x, y, z, radius)`; the curve is a Catmull-Rom spline through them, sampled every `step` mm.
    pub(super) fn new(control: &[[f32; 4]], step: f32) -> Course {
        let n = control.len();
        let at = |i: isize, k: usize| {
            if i < 0 {
                2.0 * control[0][k] - control[1][k]
            } else if i as usize >= n {
                2.0 * control[n - 1][k] - control[n - 2][k]
            } else {
                control[i as usize][k]
            }
        };
        let (mut points, mut radii) = (vec![], vec![]);
        for i in 0..n - 1 {
            let a = Vec3::new(control[i][0], control[i][1], control[i][2]);
            let b = Vec3::new(control[i + 1][0], control[i + 1][1], control[i + 1][2]);
            let m = ((b - a).length() / step).ceil().max(1.0) as usize;
            for j in 0..m {
                let t = j as f32 / m as f32;
                let i = i as isize;
                let c = |k| catmull_rom(at(i - 1, k), at(i, k), at(i + 1, k), at(i + 2, k), t);
                points.push(v(c(0), c(1), c(2)));
                radii.push(c(3).max(0.3));
            }
        }
        let e = control[n - 1];
        points.push(v(e[0], e[1], e[2]));
        radii.push(e[3]);
        Course::from_samples(points, radii)
    }

    /// A tube through samples of its axis that are already close together.
    pub(super) fn from_samples(points: Vec<Vec3>, radii: Vec<f32>) -> Course {
        let mut arc = vec![0.0];
        for w in points.windows(2) {
            arc.push(arc[arc.len() - 1] + (w[1] - w[0]).length());
        }
        let mut normals: Vec<Vec3> = vec![];
        for w in points.windows(2) {
            let t = (w[1] - w[0]).normalize_or(Vec3::Z);
            let last = normals
                .last()
                .copied()
                .unwrap_or_else(|| t.any_orthonormal_vector());
            normals.push((last - t * last.dot(t)).normalize_or(t.any_orthonormal_vector()));
        }
        let n = points.len();
        let tangents = (0..n)
            .map(|i| {
                (points[(i + 1).min(n - 1)] - points[i.saturating_sub(1)]).normalize_or(Vec3::Z)
            })
            .collect();
        let last = normals[normals.len() - 1];
        normals.push(last);
        let grid = Grid::new(&points, &radii);
        Course {
            points,
            radii,
            arc,
            tangents,
            normals,
            haustra: None,
            grid,
        }
    }

    /// The same tube with haustra.
    pub(super) fn with_haustra(mut self, period: f32, depth: f32, until: f32) -> Course {
        self.haustra = Some(Haustra {
            period,
            depth,
            until,
        });
        self
    }

    /// Length of the axis, mm.
    pub(super) fn length(&self) -> f32 {
        self.arc[self.arc.len() - 1]
    }

    /// Point of the axis at arc length `s`.
    pub(super) fn at(&self, s: f32) -> Vec3 {
        let i = self
            .arc
            .partition_point(|&a| a < s)
            .clamp(1, self.arc.len() - 1);
        let t = ((s - self.arc[i - 1]) / (self.arc[i] - self.arc[i - 1]).max(1e-6)).clamp(0.0, 1.0);
        self.points[i - 1].lerp(self.points[i], t)
    }

    /// Arc length of the place of the axis nearest to `p`, searched over the whole axis.
    pub(super) fn arc_at(&self, p: Vec3) -> f32 {
        let i = (0..self.points.len()).min_by(|&i, &j| {
            self.points[i]
                .distance_squared(p)
                .total_cmp(&self.points[j].distance_squared(p))
        });
        self.arc[i.unwrap_or(0)]
    }

    /// The tube as a shape of the modelling language.
    pub(super) fn shape(self) -> Shape {
        let course = self;
        let (low, high) = course.bounds();
        solid(low, high, move |p| course.d(p))
    }

    /// Box round the piece of the tube between two arc lengths, if there is one.
    pub(super) fn bounds_between(&self, from: f32, to: f32) -> Option<(Vec3, Vec3)> {
        let mut low = Vec3::INFINITY;
        let mut high = Vec3::NEG_INFINITY;
        for ((&p, &r), &s) in self.points.iter().zip(&self.radii).zip(&self.arc) {
            if s > from - 30.0 && s < to + 30.0 {
                low = low.min(p - Vec3::splat(r * 1.15 + 1.0));
                high = high.max(p + Vec3::splat(r * 1.15 + 1.0));
            }
        }
        low.is_finite().then_some((low, high))
    }

    /// Box round the tube.
    pub(super) fn bounds(&self) -> (Vec3, Vec3) {
        let mut lo = Vec3::INFINITY;
        let mut hi = Vec3::NEG_INFINITY;
        for (&p, &r) in self.points.iter().zip(&self.radii) {
            lo = lo.min(p - Vec3::splat(r * 1.15 + 1.0));
            hi = hi.max(p + Vec3::splat(r * 1.15 + 1.0));
        }
        (lo, hi)
    }

    /// Distance to the surface of the tube; points further than about 10 mm outside get a rough lower bound.
    pub(super) fn d(&self, p: Vec3) -> f32 {
        self.near(p).d
    }

    /// Distance and place along the tube.
    pub(super) fn near(&self, p: Vec3) -> Near {
        let mut best = Near {
            d: REACH,
            s: 0.0,
            r: 0.0,
            radial: Vec3::X,
            tangent: Vec3::Z,
        };
        let mut normal = Vec3::X;
        let mut least = f32::INFINITY;
        for &i in self.grid.cell(p) {
            let i = i as usize;
            let (a, b) = (self.points[i], self.points[i + 1]);
            // The plane square to the axis turns smoothly from one sample to the next, so the surface has no facets.
            let (ta, tb) = (self.tangents[i], self.tangents[i + 1]);
            let (f0, f1) = ((p - a).dot(ta), (p - b).dot(tb));
            let t = if f0 <= 0.0 {
                0.0
            } else if f1 >= 0.0 {
                1.0
            } else {
                f0 / (f0 - f1)
            };
            let radial = p - a.lerp(b, t);
            let r = self.radii[i] + (self.radii[i + 1] - self.radii[i]) * t;
            let d = radial.length() - r;
            // A plain tube is the envelope of its balls; a pouched one needs the true foot of the perpendicular, or the
            // pouches would jump from sample to sample where the radius changes.
            let key = if self.haustra.is_some() {
                radial.length()
            } else {
                d
            };
            if key < least && d < REACH {
                least = key;
                best = Near {
                    d,
                    s: self.arc[i] + (self.arc[i + 1] - self.arc[i]) * t,
                    r,
                    radial,
                    tangent: ta.lerp(tb, t),
                };
                normal = self.normals[i].lerp(self.normals[i + 1], t);
            }
        }
        // The pouches change the radius where the smooth tube is nearest: searching the pouched tube itself would fill its
        // creases with the balls of the pouches beside them.
        if let Some(haustra) = self.haustra
            && best.r > 0.0
        {
            let side = best.radial.dot(best.tangent.cross(normal));
            let angle = side.atan2(best.radial.dot(normal));
            let length = best.d + best.r;
            best.r *= haustra.factor(best.s, angle);
            best.d = (length - best.r) * 0.8;
        }
        best
    }
}

impl Haustra {
    fn factor(&self, s: f32, angle: f32) -> f32 {
        // Rounded pouches of uneven length with narrow creases between them.
        let phase = std::f32::consts::PI * (s + 2.2 * (s * 0.071).sin()) / self.period;
        let pouch = phase.sin().abs();
        let taenia = (3.0 * angle).cos().max(0.0).powi(5);
        let on = smooth_step(4.0, 34.0, s) * (1.0 - smooth_step(self.until - 40.0, self.until, s));
        1.0 + self.depth * on * ((pouch - 0.62) * (1.0 - 0.35 * taenia) - 0.12 * taenia)
    }
}

impl Grid {
    fn new(points: &[Vec3], radii: &[f32]) -> Grid {
        let reach = radii.iter().fold(0.0f32, |a, &b| a.max(b)) * 1.15 + REACH;
        let mut lo = Vec3::INFINITY;
        let mut hi = Vec3::NEG_INFINITY;
        for &p in points {
            lo = lo.min(p);
            hi = hi.max(p);
        }
        lo -= Vec3::splat(reach);
        hi += Vec3::splat(reach);
        let n = ((hi - lo) / CELL).ceil();
        let n = [n.x as usize + 1, n.y as usize + 1, n.z as usize + 1];
        let mut lists = vec![vec![]; n[0] * n[1] * n[2]];
        for i in 0..points.len() - 1 {
            let r = radii[i].max(radii[i + 1]) * 1.15 + REACH;
            let a = (points[i].min(points[i + 1]) - Vec3::splat(r) - lo) / CELL;
            let b = (points[i].max(points[i + 1]) + Vec3::splat(r) - lo) / CELL;
            for z in a.z.max(0.0) as usize..=(b.z as usize).min(n[2] - 1) {
                for y in a.y.max(0.0) as usize..=(b.y as usize).min(n[1] - 1) {
                    for x in a.x.max(0.0) as usize..=(b.x as usize).min(n[0] - 1) {
                        let centre =
                            lo + (v(x as f32, y as f32, z as f32) + Vec3::splat(0.5)) * CELL;
                        let ab = points[i + 1] - points[i];
                        let t = ((centre - points[i]).dot(ab) / ab.length_squared().max(1e-9))
                            .clamp(0.0, 1.0);
                        if (centre - points[i] - ab * t).length() < r + CELL * 0.87 {
                            lists[(z * n[1] + y) * n[0] + x].push(i as u32);
                        }
                    }
                }
            }
        }
        let mut start = vec![0];
        let mut items = vec![];
        for l in lists {
            items.extend(l);
            start.push(items.len() as u32);
        }
        Grid {
            lo,
            n,
            start,
            items,
        }
    }

    fn cell(&self, p: Vec3) -> &[u32] {
        let q = (p - self.lo) / CELL;
        if q.min_element() < 0.0 {
            return &[];
        }
        let (x, y, z) = (q.x as usize, q.y as usize, q.z as usize);
        if x >= self.n[0] || y >= self.n[1] || z >= self.n[2] {
            return &[];
        }
        let i = (z * self.n[1] + y) * self.n[0] + x;
        &self.items[self.start[i] as usize..self.start[i + 1] as usize]
    }
}

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
pub(super) struct Trunk {
    sections: Vec<Section>,
    /// Plane of symmetry, mm.
    pub(super) mid: f32,
}

impl Trunk {
    /// A loft through sections given as `[z, half_width, y_wide, y_front, y_back, n_front, n_back]`, lowest first.
    pub(super) fn new(mid: f32, rows: &[[f32; 7]]) -> Trunk {
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
    pub(super) fn d(&self, p: Vec3) -> f32 {
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
pub(super) fn superellipse(q: Vec2, r: Vec2, n: f32) -> f32 {
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
