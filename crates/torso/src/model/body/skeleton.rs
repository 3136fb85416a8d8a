//! Bones, cartilages, intervertebral discs and the spinal cord.

mod cage;
mod girdles;
mod spine;

use crate::model::BodyBuilder;

/// Adds the skeleton.
pub fn build(body: &mut BodyBuilder) {
    spine::build(body);
    cage::build(body);
    girdles::build(body);
}
