//! The operations of the modelling language: what a [`Shape`] can be made into.

use glam::{Quat, Vec3};

use super::combine::{Combine, Displaced, Mapped, Mapping, Offset, Op, Shell, UnionAll};
use super::field::Shape;
use super::primitive::half_space;

impl Shape {
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
        self.intersect(&half_space(point, normal))
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
