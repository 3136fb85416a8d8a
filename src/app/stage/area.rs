//! The part of the window that the panels leave to the stage.

use bevy::prelude::*;

/// The part of the window that the panels leave to the stage, in logical pixels.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct StageArea {
    /// Upper left corner.
    pub min: Vec2,
    /// Extent.
    pub size: Vec2,
    /// Pixels of the texture that the stage is drawn into.
    pub pixels: Vec2,
    /// The pointer is over the stage and no panel, menu or dialog covers it.
    pub pointer_over_stage: bool,
}

impl Default for StageArea {
    fn default() -> Self {
        Self {
            min: Vec2::ZERO,
            size: Vec2::new(1280.0, 800.0),
            pixels: Vec2::new(1280.0, 800.0),
            pointer_over_stage: false,
        }
    }
}

impl StageArea {
    /// Whether a point of the window (logical pixels) lies on the stage.
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmplt(self.min + self.size).all()
    }

    /// The ray (upright world, mm) through a point of the window.
    pub fn ray(&self, lens: &Camera, global: &GlobalTransform, point: Vec2) -> Option<Ray3d> {
        let pixel = (point - self.min) / self.size * lens.logical_viewport_size()?;
        lens.viewport_to_world(global, pixel).ok()
    }

    /// The point of the window at which a place (upright world, mm) is drawn.
    pub fn point(&self, lens: &Camera, global: &GlobalTransform, place: Vec3) -> Option<Vec2> {
        let pixel = lens.world_to_viewport(global, place).ok()?;
        Some(self.min + pixel / lens.logical_viewport_size()? * self.size)
    }
}
