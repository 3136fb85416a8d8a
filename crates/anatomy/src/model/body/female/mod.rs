//! What only the female body has.

use glam::Vec3;

use crate::model::BodyBuilder;

/// Adds the structures that only the female body has, in the frame of her body.
pub fn build(_body: &mut BodyBuilder) {}

/// Distance to what she has on top of the warped outline, mm: breasts, vulva. The skin and the fat under it follow.
pub fn outline(_p: Vec3) -> f32 {
    1000.0
}
