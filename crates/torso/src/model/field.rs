//! Signed distance fields: the notion, and [`Shape`], the handle modellers pass around.

use std::sync::Arc;

use anatomy::Aabb;
use glam::Vec3;

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
}

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

/// A plain function of a point as a shape; the solid must lie within the box from `low` to `high`.
pub(crate) fn solid(
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
