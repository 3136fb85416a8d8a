//! Tubes swept along splines: vessels, ducts, airways, gut, ribs, nerves.

use anatomy::{Aabb, Bvh};
use glam::Vec3;

use super::field::{Field, Shape};
use super::plain::ellipsoid_distance;
use super::spline::{Knot, centripetal};

/// How a tube ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// With a half ball.
    Round,
    /// Cut square to its course; what an open end needs when a lumen is taken out of it.
    Flat,
}

/// A tube being described; [`Tube::shape`] makes it.
///
/// ```
/// use torso::model::{Field, Tube};
/// let duct = Tube::new(&[[0.0, 0.0, 0.0, 3.0], [0.0, 5.0, 20.0, 2.0], [0.0, 5.0, 40.0, 2.5]]).shape();
/// assert!(duct.distance(glam::vec3(0.0, 5.0, 20.0)) < -1.9);
/// ```
#[derive(Debug, Clone)]
pub struct Tube {
    knots: Vec<Knot<2>>,
    side: Option<Vec3>,
    cap: Cap,
    step: f32,
}

impl Tube {
    /// A round tube through points `[x, y, z, radius]`.
    pub fn new(points: &[[f32; 4]]) -> Tube {
        let knots = points.iter().map(|&[x, y, z, r]| Knot {
            p: Vec3::new(x, y, z),
            extra: [r, r],
        });
        Tube {
            knots: knots.collect(),
            side: None,
            cap: Cap::Round,
            step: 3.0,
        }
    }

    /// A tube of one radius through points.
    pub fn uniform(points: &[[f32; 3]], radius: f32) -> Tube {
        Tube::new(
            &points
                .iter()
                .map(|&[x, y, z]| [x, y, z, radius])
                .collect::<Vec<_>>(),
        )
    }

    /// An oval tube through points `[x, y, z, a, b]`: half width `a` towards `side` (made square to the course
    /// everywhere), half width `b` square to that. A rib: `a` its half height, `side` up.
    pub fn oval(points: &[[f32; 5]], side: [f32; 3]) -> Tube {
        let knots = points.iter().map(|&[x, y, z, a, b]| Knot {
            p: Vec3::new(x, y, z),
            extra: [a, b],
        });
        let side = Some(Vec3::from_array(side));
        Tube {
            knots: knots.collect(),
            side,
            cap: Cap::Round,
            step: 3.0,
        }
    }

    /// How both ends look.
    pub fn cap(mut self, cap: Cap) -> Tube {
        self.cap = cap;
        self
    }

    /// Length of the chords the course is cut into, mm (3 unless told).
    pub fn step(mut self, mm: f32) -> Tube {
        self.step = mm.max(0.1);
        self
    }

    /// All radii multiplied: a lumen of the same course.
    pub fn widened(mut self, factor: f32) -> Tube {
        for k in &mut self.knots {
            k.extra = k.extra.map(|r| r * factor);
        }
        self
    }

    /// All radii changed by `mm` (not below 0.1 mm): the lumen inside a wall of a given thickness.
    pub fn thickened(mut self, mm: f32) -> Tube {
        for k in &mut self.knots {
            k.extra = k.extra.map(|r| (r + mm).max(0.1));
        }
        self
    }

    /// Length of the course, mm.
    pub fn length(&self) -> f32 {
        centripetal(&self.knots, self.step)
            .windows(2)
            .map(|w| w[0].p.distance(w[1].p))
            .sum()
    }

    /// The point of the course at this part (0..1) of its length; for hanging one tube on another.
    pub fn point_at(&self, part: f32) -> [f32; 3] {
        let course = centripetal(&self.knots, self.step);
        let mut rest = part.clamp(0.0, 1.0) * self.length();
        for w in course.windows(2) {
            let chord = w[0].p.distance(w[1].p);
            if rest <= chord && chord > 0.0 {
                return w[0].p.lerp(w[1].p, rest / chord).to_array();
            }
            rest -= chord;
        }
        course.last().map_or([0.0; 3], |k| k.p.to_array())
    }

    /// Makes the solid. No points make no solid; one point makes a ball.
    pub fn shape(&self) -> Shape {
        let mut course = centripetal(&self.knots, self.step);
        if let [only] = course[..] {
            course.push(only);
        }
        let mut segments = Vec::with_capacity(course.len());
        let mut side = Vec3::ZERO;
        for w in course.windows(2) {
            let chord = w[1].p - w[0].p;
            let length = chord.length();
            let tangent = chord.normalize_or(Vec3::Z);
            // A given side is projected at every chord; otherwise the first choice is carried along without twisting.
            let wish = self.side.unwrap_or(if side == Vec3::ZERO {
                tangent.any_orthonormal_vector()
            } else {
                side
            });
            side =
                (wish - tangent * wish.dot(tangent)).normalize_or(tangent.any_orthonormal_vector());
            segments.push(Segment {
                a: w[0].p,
                tangent,
                length,
                side,
                across: tangent.cross(side),
                from: w[0].extra,
                to: w[1].extra,
            });
        }
        let items: Vec<(Aabb, f32)> = segments
            .iter()
            .map(|s| {
                (
                    Aabb::of([s.a, s.a + s.tangent * s.length]),
                    s.from.into_iter().chain(s.to).fold(0.0, f32::max),
                )
            })
            .collect();
        let bounds = items
            .iter()
            .fold(Aabb::EMPTY, |b, (core, reach)| b.union(core.grown(*reach)));
        let round = self.side.is_none();
        Shape::new(Sweep {
            bvh: Bvh::new(&items),
            segments,
            bounds,
            cap: self.cap,
            round,
        })
    }
}

#[derive(Debug, Clone, Copy)]
struct Segment {
    a: Vec3,
    tangent: Vec3,
    length: f32,
    side: Vec3,
    across: Vec3,
    from: [f32; 2],
    to: [f32; 2],
}

struct Sweep {
    segments: Vec<Segment>,
    bvh: Bvh,
    bounds: Aabb,
    cap: Cap,
    round: bool,
}

impl Sweep {
    fn segment_distance(&self, n: usize, p: Vec3) -> f32 {
        let s = &self.segments[n];
        let to = p - s.a;
        let axial = to.dot(s.tangent);
        let t = if s.length > 0.0 {
            (axial / s.length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let ra = s.from[0] + (s.to[0] - s.from[0]) * t;
        let rb = s.from[1] + (s.to[1] - s.from[1]) * t;
        // Beyond an open end, measure the radial part alone and cut it square.
        let end = if n == 0 && axial < 0.0 {
            Some(-axial)
        } else if n + 1 == self.segments.len() && axial > s.length {
            Some(axial - s.length)
        } else {
            None
        };
        let mut q = to - s.tangent * (t * s.length);
        if self.cap == Cap::Flat && end.is_some() {
            q -= s.tangent * q.dot(s.tangent);
        }
        let radial = if self.round || ra == rb {
            q.length() - ra
        } else {
            let local = Vec3::new(q.dot(s.side), q.dot(s.across), q.dot(s.tangent));
            ellipsoid_distance(local, Vec3::new(ra, rb, ra.min(rb)).max(Vec3::splat(0.05)))
        };
        match (self.cap, end) {
            (Cap::Flat, Some(beyond)) => {
                if radial > 0.0 {
                    (radial * radial + beyond * beyond).sqrt()
                } else {
                    beyond
                }
            }
            _ => radial,
        }
    }
}

impl Field for Sweep {
    fn distance(&self, p: Vec3) -> f32 {
        let mut d = self
            .bvh
            .fold(p, 0.0, |n, best| best.min(self.segment_distance(n, p)));
        if let (Cap::Flat, Some(first), Some(last)) =
            (self.cap, self.segments.first(), self.segments.last())
        {
            // Inner chords end in half balls, which reach past a nearby end: cut there, and only there.
            if p.distance(first.a) < first.from[0].max(first.from[1]) * 1.5 {
                d = d.max(-(p - first.a).dot(first.tangent));
            }
            let tip = last.a + last.tangent * last.length;
            if p.distance(tip) < last.to[0].max(last.to[1]) * 1.5 {
                d = d.max((p - tip).dot(last.tangent));
            }
        }
        d
    }
    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
