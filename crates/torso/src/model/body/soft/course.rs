//! Tubes along smooth curves: envelopes of balls whose centre runs along the curve and whose radius changes along it.

use glam::Vec3;

use crate::model::plain::{smooth_step, v};
use crate::model::spline::catmull_rom;
use crate::model::{Shape, solid};

/// What a [`Course`] knows about the place of its axis nearest to a point.
#[derive(Clone, Copy, Debug)]
pub(in crate::model::body) struct Near {
    /// Distance to the surface, negative inside.
    pub(in crate::model::body) d: f32,
    /// Arc length along the axis from its start.
    pub(in crate::model::body) s: f32,
    /// Radius of the tube at that place.
    pub(in crate::model::body) r: f32,
    /// From the nearest point of the axis to the point asked for.
    pub(in crate::model::body) radial: Vec3,
    /// Direction of the axis there.
    pub(in crate::model::body) tangent: Vec3,
}

/// A tube along a smooth curve: the envelope of balls whose radius changes along it.
pub(in crate::model::body) struct Course {
    points: Vec<Vec3>,
    radii: Vec<f32>,
    arc: Vec<f32>,
    tangents: Vec<Vec3>,
    normals: Vec<Vec3>,
    haustra: Option<Haustra>,
    grid: Grid,
}

/// Sacculation of a colon: three rows of pouches between three longitudinal bands (taeniae). Each row has its own folds
/// (semilunar: none runs all round), uneven in distance and depth.
#[derive(Clone, Debug)]
struct Haustra {
    /// For each row the folds in order: arc length (mm) and how deep it cuts, 0 to 1.
    rows: [Vec<(f32, f32)>; 3],
    /// By arc length, ascending: how far the pouches stand out, as a share of the radius.
    depth: Vec<(f32, f32)>,
}

/// Segments of a tube by cell, so that a point meets only those nearby.
struct Grid {
    lo: Vec3,
    n: [usize; 3],
    start: Vec<u32>,
    items: Vec<u32>,
}

const CELL: f32 = 10.0;
/// What the surface keeps within, as a part of the radius: without and with haustra.
const PLAIN: f32 = 1.15;
const POUCHED: f32 = 1.3;
/// Usual length of a pouch: a part of the radius and so many mm.
const POUCH: f32 = 0.62;
const POUCH_MM: f32 = 14.0;
/// Fields of tubes are exact up to this distance from the surface and constant beyond, mm.
pub(in crate::model::body) const REACH: f32 = 16.0;

impl Course {
    /// A tube through control points `(x, y, z, radius)`; the curve is a Catmull-Rom spline through them, sampled every `step` mm.
    pub(in crate::model::body) fn new(control: &[[f32; 4]], step: f32) -> Course {
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
    pub(in crate::model::body) fn from_samples(points: Vec<Vec3>, radii: Vec<f32>) -> Course {
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
        let grid = Grid::new(&points, &radii, PLAIN);
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

    /// The same tube with haustra; `depth` is how far they stand out (a share of the radius) by arc length, ascending.
    pub(in crate::model::body) fn with_haustra(mut self, depth: Vec<(f32, f32)>) -> Course {
        let last = self.length();
        let rows = std::array::from_fn(|row| {
            let mut folds = vec![(-8.0 - 7.0 * row as f32, 1.0)];
            while folds[folds.len() - 1].0 < last {
                let (s, n) = (
                    folds[folds.len() - 1].0,
                    folds.len() as u32 * 3 + row as u32,
                );
                let pouch = POUCH * self.radius_at(s) + POUCH_MM;
                let length = pouch * (0.62 + 0.76 * chance(n));
                folds.push((s + length, 0.5 + 0.5 * chance(n + 7000)));
            }
            folds
        });
        self.haustra = Some(Haustra { rows, depth });
        self.grid = Grid::new(&self.points, &self.radii, POUCHED);
        self
    }

    /// How far the surface may lie from the axis at most, as a part of the radius.
    fn widest(&self) -> f32 {
        if self.haustra.is_some() {
            POUCHED
        } else {
            PLAIN
        }
    }

    /// Radius of the tube at arc length `s`, without pouches.
    pub(in crate::model::body) fn radius_at(&self, s: f32) -> f32 {
        let i = self.arc.partition_point(|&a| a < s);
        self.radii[i.min(self.radii.len() - 1)]
    }

    /// Length of the axis, mm.
    pub(in crate::model::body) fn length(&self) -> f32 {
        self.arc[self.arc.len() - 1]
    }

    /// Point of the axis at arc length `s`.
    pub(in crate::model::body) fn at(&self, s: f32) -> Vec3 {
        let i = self
            .arc
            .partition_point(|&a| a < s)
            .clamp(1, self.arc.len() - 1);
        let t = ((s - self.arc[i - 1]) / (self.arc[i] - self.arc[i - 1]).max(1e-6)).clamp(0.0, 1.0);
        self.points[i - 1].lerp(self.points[i], t)
    }

    /// Arc length of the place of the axis nearest to `p`, searched over the whole axis.
    pub(in crate::model::body) fn arc_at(&self, p: Vec3) -> f32 {
        let i = (0..self.points.len()).min_by(|&i, &j| {
            self.points[i]
                .distance_squared(p)
                .total_cmp(&self.points[j].distance_squared(p))
        });
        self.arc[i.unwrap_or(0)]
    }

    /// The tube as a shape of the modelling language.
    pub(in crate::model::body) fn shape(self) -> Shape {
        let course = self;
        let (low, high) = course.bounds();
        solid(low, high, move |p| course.d(p))
    }

    /// Box round the piece of the tube between two arc lengths, if there is one.
    pub(in crate::model::body) fn bounds_between(
        &self,
        from: f32,
        to: f32,
    ) -> Option<(Vec3, Vec3)> {
        let widest = self.widest();
        let mut low = Vec3::INFINITY;
        let mut high = Vec3::NEG_INFINITY;
        for ((&p, &r), &s) in self.points.iter().zip(&self.radii).zip(&self.arc) {
            if s > from - 30.0 && s < to + 30.0 {
                low = low.min(p - Vec3::splat(r * widest + 1.0));
                high = high.max(p + Vec3::splat(r * widest + 1.0));
            }
        }
        low.is_finite().then_some((low, high))
    }

    /// Box round the tube.
    pub(in crate::model::body) fn bounds(&self) -> (Vec3, Vec3) {
        let widest = self.widest();
        let mut lo = Vec3::INFINITY;
        let mut hi = Vec3::NEG_INFINITY;
        for (&p, &r) in self.points.iter().zip(&self.radii) {
            lo = lo.min(p - Vec3::splat(r * widest + 1.0));
            hi = hi.max(p + Vec3::splat(r * widest + 1.0));
        }
        (lo, hi)
    }

    /// Distance to the surface of the tube; points further than about 10 mm outside get a rough lower bound.
    pub(in crate::model::body) fn d(&self, p: Vec3) -> f32 {
        self.near(p).d
    }

    /// Distance and place along the tube.
    pub(in crate::model::body) fn near(&self, p: Vec3) -> Near {
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
        if let Some(haustra) = &self.haustra
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

impl Course {
    /// Distance to the surface of the plain tube where it comes back to a place: of all that lies more than `apart` mm along the axis from `s`.
    /// At most [`REACH`].
    pub(in crate::model::body) fn beside(&self, p: Vec3, s: f32, apart: f32) -> f32 {
        let mut best = REACH;
        for &i in self.grid.cell(p) {
            let i = i as usize;
            if (self.arc[i] - s).abs() < apart {
                continue;
            }
            let (a, b) = (self.points[i], self.points[i + 1]);
            let along = b - a;
            let t = ((p - a).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
            let r = self.radii[i] + (self.radii[i + 1] - self.radii[i]) * t;
            best = best.min((p - a.lerp(b, t)).length() - r);
        }
        best
    }
}

impl Haustra {
    /// The radius at a place of the surface as a part of the plain tube's.
    fn factor(&self, s: f32, angle: f32) -> f32 {
        let turn = (angle / std::f32::consts::TAU).rem_euclid(1.0) * 3.0;
        let row = (turn as usize).min(2);
        // 0 in the middle of the row, 1 on a band.
        let aside = (2.0 * turn.fract() - 1.0).abs();
        let bulge = 1.0 - smooth_step(0.42, 0.94, aside);
        let depth = along(&self.depth, s);
        let pouch = pouch(&self.rows[row], s);
        1.0 + depth * (bulge * (pouch - 0.12) - 0.2)
    }
}

/// How full a row is at arc length `s`: 1 in the middle of a pouch, less the deeper a fold cuts.
fn pouch(folds: &[(f32, f32)], s: f32) -> f32 {
    let n = folds
        .partition_point(|f| f.0 <= s)
        .clamp(1, folds.len() - 1);
    let ((a, cuts), (b, cuts_next)) = (folds[n - 1], folds[n]);
    let t = ((s - a) / (b - a)).clamp(0.0, 1.0);
    let full = (std::f32::consts::PI * t).sin().max(0.0).powf(0.6);
    1.0 - (cuts + (cuts_next - cuts) * t) * (1.0 - full)
}

/// Value of a table at arc length `s`, smooth between its rows.
pub(in crate::model::body) fn along(table: &[(f32, f32)], s: f32) -> f32 {
    let n = table.partition_point(|row| row.0 <= s);
    match (n.checked_sub(1).map(|n| table[n]), table.get(n)) {
        (Some((a, x)), Some(&(b, y))) => x + (y - x) * smooth_step(a, b, s),
        (Some((_, x)), None) => x,
        (None, Some((_, y))) => *y,
        (None, None) => 0.0,
    }
}

/// A number between 0 and 1 that belongs to `n` and looks like chance.
pub(in crate::model::body) fn chance(n: u32) -> f32 {
    let mut x = n.wrapping_mul(0x9E37_79B9) ^ 0x85EB_CA6B;
    x = (x ^ (x >> 16)).wrapping_mul(0x7FEB_352D);
    x = (x ^ (x >> 15)).wrapping_mul(0x846C_A68B);
    ((x ^ (x >> 16)) >> 8) as f32 / (1u32 << 24) as f32
}

impl Grid {
    fn new(points: &[Vec3], radii: &[f32], widest: f32) -> Grid {
        let reach = radii.iter().fold(0.0f32, |a, &b| a.max(b)) * widest + REACH;
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
            let r = radii[i].max(radii[i + 1]) * widest + REACH;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A colon lies between its bands and its pouches, has three rows of these, and no row is like another.
    #[test]
    fn pouches_stand_in_three_uneven_rows() {
        let straight = [[0.0, 0.0, 0.0, 20.0], [0.0, 0.0, 400.0, 20.0]];
        let gut = Course::new(&straight, 2.0).with_haustra(vec![(0.0, 0.3), (400.0, 0.3)]);
        let haustra = gut.haustra.as_ref().unwrap();
        let third = std::f32::consts::TAU / 3.0;
        let mut lengths = Vec::new();
        for row in 0..3 {
            let middle = third * (row as f32 + 0.5);
            let mut last = haustra.factor(20.0, middle);
            for s in 21..380 {
                let s = s as f32;
                let factor = haustra.factor(s, middle);
                assert!((0.7..=POUCHED).contains(&factor), "{factor} at {s}");
                // The band beside the row runs straight on, and the rows meet on it.
                let band = haustra.factor(s, third * row as f32);
                assert!((band - 0.94).abs() < 1e-3, "{band} at {s}");
                let before = haustra.factor(s, third * row as f32 - 1e-3);
                assert!((band - before).abs() < 1e-2);
                last = last.max(factor);
            }
            assert!(last > 1.15, "row {row} reaches {last}");
            let folds = &haustra.rows[row];
            lengths.push(
                folds
                    .windows(2)
                    .map(|w| w[1].0 - w[0].0)
                    .collect::<Vec<_>>(),
            );
        }
        for row in &lengths {
            let (least, most) = row
                .iter()
                .fold((f32::MAX, 0f32), |(a, b), l| (a.min(*l), b.max(*l)));
            assert!(most > 1.3 * least, "{least} to {most} mm");
        }
        assert!(lengths[0] != lengths[1] && lengths[1] != lengths[2]);
        // The field says the same as the factor.
        let d = gut.d(v(0.0, 0.0, 200.0) + v(30.0, 0.0, 0.0));
        assert!(d > 0.0 && gut.d(v(12.0, 0.0, 200.0)) < 0.0);
    }
}
