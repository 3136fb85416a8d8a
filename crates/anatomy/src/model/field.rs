//! Signed distance fields: the notion, the box that bounds one, and [`Shape`], the handle modellers pass around.

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::combine::{Combine, Displaced, Mapped, Mapping, Offset, Op, Shell, UnionAll};

/// An axis-aligned box in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aabb {
    /// Lower corner.
    pub min: Vec3,
    /// Upper corner.
    pub max: Vec3,
}

impl Aabb {
    /// The box that holds nothing.
    pub const EMPTY: Aabb = Aabb {
        min: Vec3::splat(f32::INFINITY),
        max: Vec3::splat(f32::NEG_INFINITY),
    };
    /// The box that holds everything.
    pub const EVERYTHING: Aabb = Aabb {
        min: Vec3::splat(f32::NEG_INFINITY),
        max: Vec3::splat(f32::INFINITY),
    };

    /// The box of centre and half size.
    pub fn around(centre: Vec3, half: Vec3) -> Aabb {
        Aabb {
            min: centre - half,
            max: centre + half,
        }
    }

    /// The smallest box that holds all points.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Aabb {
        points.into_iter().fold(Aabb::EMPTY, |b, p| Aabb {
            min: b.min.min(p),
            max: b.max.max(p),
        })
    }

    /// The smallest box that holds both.
    pub fn union(self, other: Aabb) -> Aabb {
        Aabb {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// What both boxes hold; possibly empty.
    pub fn intersection(self, other: Aabb) -> Aabb {
        Aabb {
            min: self.min.max(other.min),
            max: self.max.min(other.max),
        }
    }

    /// The box grown by `mm` on every side.
    pub fn grown(self, mm: f32) -> Aabb {
        Aabb {
            min: self.min - Vec3::splat(mm),
            max: self.max + Vec3::splat(mm),
        }
    }

    /// Whether the box holds nothing.
    pub fn is_empty(self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// Whether the boxes share a point.
    pub fn meets(self, other: Aabb) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Euclidean distance from a point to the box; 0 inside.
    pub fn distance(self, p: Vec3) -> f32 {
        (self.min - p).max(p - self.max).max(Vec3::ZERO).length()
    }

    /// Centre of the box.
    pub fn centre(self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Edge lengths.
    pub fn size(self) -> Vec3 {
        self.max - self.min
    }

    fn corners(self) -> impl Iterator<Item = Vec3> {
        (0..8).map(move |n| {
            let pick = |bit: usize, lo: f32, hi: f32| if n >> bit & 1 == 0 { lo } else { hi };
            Vec3::new(
                pick(0, self.min.x, self.max.x),
                pick(1, self.min.y, self.max.y),
                pick(2, self.min.z, self.max.z),
            )
        })
    }

    /// The box of this box's image under a map of points.
    pub fn mapped(self, map: impl Fn(Vec3) -> Vec3) -> Aabb {
        if !self.min.is_finite() || !self.max.is_finite() {
            self
        } else {
            Aabb::of(self.corners().map(map))
        }
    }
}

/// A solid given by its signed distance in millimetres: negative inside, zero on the surface, positive outside.
///
/// A distance may be smaller in size than the true one but hardly larger (a slope of at most about 1.1): voxelising
/// and meshing skip whatever lies further from the surface than a block's half-diagonal. The solid lies within `bounds`.
pub trait Field: Send + Sync {
    /// Signed distance at a point, mm.
    fn distance(&self, p: Vec3) -> f32;
    /// A box that holds the solid.
    fn bounds(&self) -> Aabb;
}

/// A shared, immutable [`Field`] with the operations of the modelling language. Cloning is cheap.
#[derive(Clone)]
pub struct Shape(Arc<dyn Field>);

impl Field for Shape {
    fn distance(&self, p: Vec3) -> f32 {
        self.0.distance(p)
    }
    fn bounds(&self) -> Aabb {
        self.0.bounds()
    }
}

impl Shape {
    /// Wraps a field.
    pub fn new(field: impl Field + 'static) -> Shape {
        Shape(Arc::new(field))
    }

    fn combine(&self, other: &Shape, op: Op, blend: f32) -> Shape {
        Shape::new(Combine::new(self.clone(), other.clone(), op, blend))
    }

    /// Both solids together.
    pub fn union(&self, other: &Shape) -> Shape {
        self.combine(other, Op::Union, 0.0)
    }

    /// Both solids together, the seam filled with a fillet about `blend` mm wide.
    pub fn smooth_union(&self, other: &Shape, blend: f32) -> Shape {
        self.combine(other, Op::Union, blend)
    }

    /// This solid without the other.
    pub fn subtract(&self, other: &Shape) -> Shape {
        self.combine(other, Op::Subtract, 0.0)
    }

    /// This solid without the other, the edge rounded over about `blend` mm.
    pub fn smooth_subtract(&self, other: &Shape, blend: f32) -> Shape {
        self.combine(other, Op::Subtract, blend)
    }

    /// What both solids hold.
    pub fn intersect(&self, other: &Shape) -> Shape {
        self.combine(other, Op::Intersect, 0.0)
    }

    /// What both solids hold, the edge rounded over about `blend` mm.
    pub fn smooth_intersect(&self, other: &Shape, blend: f32) -> Shape {
        self.combine(other, Op::Intersect, blend)
    }

    /// Grown (positive) or shrunk (negative) by `mm` on every side.
    pub fn offset(&self, mm: f32) -> Shape {
        Shape::new(Offset {
            inner: self.clone(),
            mm,
        })
    }

    /// The wall of this solid: its outermost `thickness` mm.
    pub fn shell(&self, thickness: f32) -> Shape {
        Shape::new(Shell {
            inner: self.clone(),
            thickness,
        })
    }

    /// Moved by `by`.
    pub fn translate(&self, by: Vec3) -> Shape {
        Shape::new(Mapped::new(self.clone(), Mapping::Translate(by)))
    }

    /// Turned by `angle` degrees about the line through `pivot` along `axis` (right-hand rule).
    pub fn rotate(&self, axis: Vec3, angle: f32, pivot: Vec3) -> Shape {
        let turn = Quat::from_axis_angle(axis.normalize_or(Vec3::Z), angle.to_radians());
        Shape::new(Mapped::new(
            self.clone(),
            Mapping::Rotate {
                inverse: turn.inverse(),
                turn,
                pivot,
            },
        ))
    }

    /// Stretched per axis about `pivot`. The distance is kept from overshooting by the smallest factor.
    pub fn scale(&self, factors: Vec3, pivot: Vec3) -> Shape {
        Shape::new(Mapped::new(self.clone(), Mapping::Scale { factors, pivot }))
    }

    /// The mirror image in the plane x = `at` (a left structure becomes a right one).
    pub fn mirror_x(&self, at: f32) -> Shape {
        Shape::new(Mapped::new(self.clone(), Mapping::MirrorX(at)))
    }

    /// The surface roughened by smooth noise: bumps of about `wavelength` mm, at most `amplitude` mm high. The same
    /// seed gives the same bumps everywhere. Keep amplitude below a sixth of the wavelength.
    pub fn roughen(&self, amplitude: f32, wavelength: f32, seed: u32) -> Shape {
        Shape::new(Displaced {
            inner: self.clone(),
            amplitude,
            wavelength,
            seed,
        })
    }

    /// The half of the solid on the side of the plane through `point` to which `normal` does *not* point.
    pub fn cut(&self, point: Vec3, normal: Vec3) -> Shape {
        self.intersect(&super::primitive::half_space(point, normal))
    }
}

/// All solids together; far parts cost little however many there are.
pub fn union_all(shapes: impl IntoIterator<Item = Shape>) -> Shape {
    smooth_union_all(shapes, 0.0)
}

/// All solids together, seams filled with fillets about `blend` mm wide.
pub fn smooth_union_all(shapes: impl IntoIterator<Item = Shape>, blend: f32) -> Shape {
    Shape::new(UnionAll::new(shapes.into_iter().collect(), blend))
}
