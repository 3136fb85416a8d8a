//! The simplest solids.

use anatomy::Aabb;
use glam::{Vec2, Vec3};

use super::field::{Field, Shape};
use super::plain::ellipsoid_distance;

struct Sphere {
    centre: Vec3,
    radius: f32,
}

impl Field for Sphere {
    fn distance(&self, p: Vec3) -> f32 {
        p.distance(self.centre) - self.radius
    }
    fn bounds(&self) -> Aabb {
        Aabb::around(self.centre, Vec3::splat(self.radius))
    }
}

/// A ball.
pub fn sphere(centre: Vec3, radius: f32) -> Shape {
    Shape::new(Sphere { centre, radius })
}

struct Ellipsoid {
    centre: Vec3,
    radii: Vec3,
}

impl Field for Ellipsoid {
    fn distance(&self, p: Vec3) -> f32 {
        ellipsoid_distance(p - self.centre, self.radii)
    }
    fn bounds(&self) -> Aabb {
        Aabb::around(self.centre, self.radii)
    }
}

/// An ellipsoid with semi-axes along x, y, z; turn it with [`Shape::rotate`].
pub fn ellipsoid(centre: Vec3, radii: Vec3) -> Shape {
    Shape::new(Ellipsoid { centre, radii })
}

struct Capsule {
    a: Vec3,
    b: Vec3,
    ra: f32,
    rb: f32,
}

impl Field for Capsule {
    fn distance(&self, p: Vec3) -> f32 {
        let ab = self.b - self.a;
        let t = ((p - self.a).dot(ab) / ab.length_squared().max(1e-12)).clamp(0.0, 1.0);
        p.distance(self.a + ab * t) - (self.ra + (self.rb - self.ra) * t)
    }
    fn bounds(&self) -> Aabb {
        Aabb::around(self.a, Vec3::splat(self.ra)).union(Aabb::around(self.b, Vec3::splat(self.rb)))
    }
}

/// A rod with round ends from `a` to `b`, radius `ra` going over to `rb`.
pub fn capsule(a: Vec3, b: Vec3, ra: f32, rb: f32) -> Shape {
    Shape::new(Capsule { a, b, ra, rb })
}

struct RoundedBox {
    centre: Vec3,
    half: Vec3,
    round: f32,
}

impl Field for RoundedBox {
    fn distance(&self, p: Vec3) -> f32 {
        let q = (p - self.centre).abs() - (self.half - Vec3::splat(self.round));
        q.max(Vec3::ZERO).length() + q.max_element().min(0.0) - self.round
    }
    fn bounds(&self) -> Aabb {
        Aabb::around(self.centre, self.half)
    }
}

/// A box of half size `half`, its edges rounded with radius `round` (at most the smallest half size).
pub fn rounded_box(centre: Vec3, half: Vec3, round: f32) -> Shape {
    Shape::new(RoundedBox {
        centre,
        half,
        round: round.min(half.min_element()),
    })
}

struct HalfSpace {
    point: Vec3,
    normal: Vec3,
}

impl Field for HalfSpace {
    fn distance(&self, p: Vec3) -> f32 {
        (p - self.point).dot(self.normal)
    }
    fn bounds(&self) -> Aabb {
        Aabb::EVERYTHING
    }
}

/// Everything behind the plane through `point` (the side to which `normal` does not point).
pub fn half_space(point: Vec3, normal: Vec3) -> Shape {
    Shape::new(HalfSpace {
        point,
        normal: normal.normalize_or(Vec3::Z),
    })
}

/// An axis of the torso frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// To the patient's left.
    X,
    /// To posterior.
    Y,
    /// To superior.
    Z,
}

impl Axis {
    /// Splits a point into its plane coordinates (the other two axes in the order x, y, z) and the coordinate along.
    pub fn split(self, p: Vec3) -> (Vec2, f32) {
        match self {
            Axis::X => (Vec2::new(p.y, p.z), p.x),
            Axis::Y => (Vec2::new(p.x, p.z), p.y),
            Axis::Z => (Vec2::new(p.x, p.y), p.z),
        }
    }

    /// The reverse of [`Axis::split`].
    pub fn join(self, plane: Vec2, along: f32) -> Vec3 {
        match self {
            Axis::X => Vec3::new(along, plane.x, plane.y),
            Axis::Y => Vec3::new(plane.x, along, plane.y),
            Axis::Z => Vec3::new(plane.x, plane.y, along),
        }
    }
}

struct Prism {
    axis: Axis,
    outline: Vec<Vec2>,
    low: f32,
    high: f32,
    round: f32,
    bounds: Aabb,
}

impl Field for Prism {
    fn distance(&self, p: Vec3) -> f32 {
        let (q, along) = self.axis.split(p);
        let side = polygon_distance(&self.outline, q) + self.round;
        let end = (self.low - along).max(along - self.high) + self.round;
        Vec2::new(side.max(0.0), end.max(0.0)).length() + side.max(end).min(0.0) - self.round
    }
    fn bounds(&self) -> Aabb {
        self.bounds
    }
}

/// A polygon (corners in the plane of the other two axes) pulled from `low` to `high` along `axis`, edges rounded.
pub fn prism(axis: Axis, outline: &[[f32; 2]], low: f32, high: f32, round: f32) -> Shape {
    let outline: Vec<Vec2> = outline.iter().map(|c| Vec2::from_array(*c)).collect();
    let bounds = Aabb::of(
        outline
            .iter()
            .flat_map(|c| [axis.join(*c, low), axis.join(*c, high)]),
    );
    Shape::new(Prism {
        axis,
        outline,
        low,
        high,
        round,
        bounds,
    })
}

/// Exact signed distance to a simple polygon.
pub(super) fn polygon_distance(outline: &[Vec2], p: Vec2) -> f32 {
    let mut least = f32::INFINITY;
    let mut inside = false;
    let mut previous = outline[outline.len() - 1];
    for &corner in outline {
        let edge = previous - corner;
        let to = p - corner;
        let t = (to.dot(edge) / edge.length_squared().max(1e-12)).clamp(0.0, 1.0);
        least = least.min((to - edge * t).length_squared());
        if (corner.y > p.y) != (previous.y > p.y)
            && p.x < corner.x + (p.y - corner.y) * edge.x / edge.y
        {
            inside = !inside;
        }
        previous = corner;
    }
    if inside { -least.sqrt() } else { least.sqrt() }
}
