//! Lofts: solids whose cross-sections are given at a few levels along an axis and joined smoothly.

use std::f32::consts::TAU;

use anatomy::Aabb;
use glam::{Vec2, Vec3};

use super::field::{Field, Shape};
use super::primitive::Axis;
use super::spline::monotone;

/// Number of directions in which a section's radius is tabulated.
const ANGLES: usize = 96;

/// One closed cross-section, star-shaped about its centre.
#[derive(Debug, Clone)]
pub struct Section {
    centre: Vec2,
    radii: [f32; ANGLES],
}

fn direction(n: usize) -> Vec2 {
    Vec2::from_angle(n as f32 * TAU / ANGLES as f32)
}

impl Section {
    /// A superellipse about `centre` with half widths `half` in the plane's two axes; `exponent` 2 is an ellipse, larger
    /// is boxier.
    pub fn superellipse(centre: [f32; 2], half: [f32; 2], exponent: f32) -> Section {
        let radii = std::array::from_fn(|n| {
            let d = direction(n);
            let x = (d.x / half[0].max(1e-3)).abs().powf(exponent);
            let y = (d.y / half[1].max(1e-3)).abs().powf(exponent);
            (x + y).powf(-1.0 / exponent)
        });
        Section {
            centre: Vec2::from_array(centre),
            radii,
        }
    }

    /// An ellipse about `centre`.
    pub fn ellipse(centre: [f32; 2], half: [f32; 2]) -> Section {
        Section::superellipse(centre, half, 2.0)
    }

    /// A smooth closed curve through a few points (in either turning sense), each visible from `centre`.
    pub fn contour(centre: [f32; 2], points: &[[f32; 2]]) -> Section {
        let centre = Vec2::from_array(centre);
        let mut polar: Vec<(f32, f32)> = points
            .iter()
            .map(|p| {
                let q = Vec2::from_array(*p) - centre;
                (q.y.atan2(q.x).rem_euclid(TAU), q.length())
            })
            .collect();
        polar.sort_by(|a, b| a.0.total_cmp(&b.0));
        let n = polar.len();
        // One full turn on either side makes the interpolation periodic.
        let turns =
            || (0..3 * n).map(|i| (polar[i % n].0 + TAU * (i / n) as f32 - TAU, polar[i % n].1));
        let (at, values): (Vec<f32>, Vec<f32>) = turns().unzip();
        let radii = std::array::from_fn(|k| {
            if n == 0 {
                1e-3
            } else {
                catmull(&at, &values, k as f32 * TAU / ANGLES as f32)
            }
        });
        Section { centre, radii }
    }

    /// Turned about its centre by `degrees`, from the plane's first axis to its second.
    pub fn turned(self, degrees: f32) -> Section {
        let shift = degrees.to_radians();
        let radii = std::array::from_fn(|n| self.radius(n as f32 * TAU / ANGLES as f32 - shift));
        Section { radii, ..self }
    }

    fn radius(&self, angle: f32) -> f32 {
        let x = angle.rem_euclid(TAU) / TAU * ANGLES as f32;
        let (n, t) = (x as usize % ANGLES, x.fract());
        self.radii[n] + (self.radii[(n + 1) % ANGLES] - self.radii[n]) * t
    }
}

/// Catmull-Rom interpolation over uneven places.
fn catmull(at: &[f32], values: &[f32], x: f32) -> f32 {
    let i = at.partition_point(|a| *a <= x).clamp(2, at.len() - 2) - 1;
    let h = (at[i + 1] - at[i]).max(1e-4);
    let slope = |j: usize| (values[j + 1] - values[j - 1]) / (at[j + 1] - at[j - 1]).max(1e-4);
    let t = (x - at[i]) / h;
    let (t2, t3) = (t * t, t * t * t);
    let v = values[i] * (2.0 * t3 - 3.0 * t2 + 1.0)
        + slope(i) * h * (t3 - 2.0 * t2 + t)
        + values[i + 1] * (3.0 * t2 - 2.0 * t3)
        + slope(i + 1) * h * (t3 - t2);
    v.max(0.05)
}

/// A loft being described: sections at ascending or descending levels along an axis, in the plane of the other two axes
/// (in the order x, y, z).
///
/// ```
/// use torso::model::{Axis, Field, Loft, Section};
/// let pear = Loft::along(Axis::Z)
///     .level(0.0, Section::ellipse([0.0, 0.0], [5.0, 4.0]))
///     .level(20.0, Section::ellipse([0.0, 2.0], [12.0, 10.0]))
///     .level(40.0, Section::ellipse([0.0, 0.0], [6.0, 6.0]))
///     .round(4.0)
///     .shape();
/// assert!(pear.distance(glam::vec3(0.0, 2.0, 20.0)) < -8.0);
/// ```
#[derive(Debug, Clone)]
pub struct Loft {
    axis: Axis,
    levels: Vec<(f32, Section)>,
    round: f32,
}

impl Loft {
    /// An empty loft along an axis.
    pub fn along(axis: Axis) -> Loft {
        Loft {
            axis,
            levels: Vec::new(),
            round: 0.0,
        }
    }

    /// Adds a section at a level (mm along the axis).
    pub fn level(mut self, at: f32, section: Section) -> Loft {
        self.levels.push((at, section));
        self
    }

    /// Rounds the two end faces off with this radius, mm.
    pub fn round(mut self, mm: f32) -> Loft {
        self.round = mm;
        self
    }

    /// Makes the solid, which reaches from the first to the last level. Needs two levels or more; fewer make no solid.
    pub fn shape(&self) -> Shape {
        let mut levels = self.levels.clone();
        levels.sort_by(|a, b| a.0.total_cmp(&b.0));
        if levels.len() < 2 {
            return Shape::new(Nothing);
        }
        let at: Vec<f32> = levels.iter().map(|l| l.0).collect();
        let (low, high) = (at[0], at[at.len() - 1]);
        // Tabulated at about every millimetre: evaluation is then one bilinear look-up.
        let rows = ((high - low).ceil() as usize).clamp(8, 2000) + 1;
        let column = |value: &dyn Fn(&Section) -> f32| -> Vec<f32> {
            let values: Vec<f32> = levels.iter().map(|l| value(&l.1)).collect();
            (0..rows)
                .map(|r| {
                    monotone(
                        &at,
                        &values,
                        low + (high - low) * r as f32 / (rows - 1) as f32,
                    )
                })
                .collect()
        };
        let cx = column(&|s| s.centre.x);
        let cy = column(&|s| s.centre.y);
        let mut radii = vec![0.0; rows * ANGLES];
        for n in 0..ANGLES {
            for (r, v) in column(&|s| s.radii[n]).into_iter().enumerate() {
                radii[r * ANGLES + n] = v;
            }
        }
        let bounds = Aabb::of((0..rows).flat_map(|r| {
            let along = low + (high - low) * r as f32 / (rows - 1) as f32;
            let (axis, centre, radii) = (self.axis, Vec2::new(cx[r], cy[r]), &radii);
            (0..ANGLES)
                .map(move |n| axis.join(centre + direction(n) * radii[r * ANGLES + n], along))
        }));
        Shape::new(LoftField {
            axis: self.axis,
            low,
            high,
            rows,
            cx,
            cy,
            radii,
            round: self.round,
            bounds,
        })
    }
}

struct Nothing;

impl Field for Nothing {
    fn distance(&self, _: Vec3) -> f32 {
        f32::INFINITY
    }
    fn bounds(&self) -> Aabb {
        Aabb::EMPTY
    }
}

struct LoftField {
    axis: Axis,
    low: f32,
    high: f32,
    rows: usize,
    cx: Vec<f32>,
    cy: Vec<f32>,
    radii: Vec<f32>,
    round: f32,
    bounds: Aabb,
}

impl LoftField {
    fn row(&self, along: f32) -> f32 {
        ((along - self.low) / (self.high - self.low)).clamp(0.0, 1.0) * (self.rows - 1) as f32
    }

    fn centre(&self, row: f32) -> Vec2 {
        let (r, t) = (
            (row as usize).min(self.rows - 2),
            row - (row as usize).min(self.rows - 2) as f32,
        );
        Vec2::new(
            self.cx[r] + (self.cx[r + 1] - self.cx[r]) * t,
            self.cy[r] + (self.cy[r + 1] - self.cy[r]) * t,
        )
    }

    /// Distance in the plane of a section, negative inside, before correction for slopes.
    fn radial(&self, q: Vec2, row: f32) -> f32 {
        let d = q - self.centre(row);
        let x = d.y.atan2(d.x).rem_euclid(TAU) / TAU * ANGLES as f32;
        let (n, u) = ((x as usize) % ANGLES, x.fract());
        let r = (row as usize).min(self.rows - 2);
        let t = row - r as f32;
        let next = (n + 1) % ANGLES;
        let along = |n: usize| {
            let v = self.radii[r * ANGLES + n];
            v + (self.radii[(r + 1) * ANGLES + n] - v) * t
        };
        let (a, b) = (along(n), along(next));
        d.length() - (a + (b - a) * u)
    }
}

impl Field for LoftField {
    fn distance(&self, p: Vec3) -> f32 {
        let outside = self.bounds.distance(p);
        if outside > 30.0 {
            return outside;
        }
        let (q, along) = self.axis.split(p);
        let row = self.row(along);
        let d = self.radial(q, row);
        // The radial form overshoots where the surface is oblique: divide by its slope, measured by differences.
        let h = 0.75;
        let step = h / (self.high - self.low) * (self.rows - 1) as f32;
        let (above, below) = (
            (row + step).min((self.rows - 1) as f32),
            (row - step).max(0.0),
        );
        let dz = (self.radial(q, above) - self.radial(q, below))
            / ((above - below) / step * h).max(1e-3);
        let dx = (self.radial(q + Vec2::new(h, 0.0), row)
            - self.radial(q - Vec2::new(h, 0.0), row))
            / (2.0 * h);
        let dy = (self.radial(q + Vec2::new(0.0, h), row)
            - self.radial(q - Vec2::new(0.0, h), row))
            / (2.0 * h);
        let side = d / (dx * dx + dy * dy + dz * dz).sqrt().max(1.0) + self.round;
        let end = (self.low - along).max(along - self.high) + self.round;
        Vec2::new(side.max(0.0), end.max(0.0)).length() + side.max(end).min(0.0) - self.round
    }
    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
