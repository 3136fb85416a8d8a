//! Bones, cartilages, intervertebral discs and the spinal cord.

mod cage;
mod canal;
mod girdles;
mod hip;
mod spine;

use anatomy::Sex;

use crate::model::BodyBuilder;

pub(super) use canal::fat as canal_fat;

/// Adds the skeleton.
pub fn build(body: &mut BodyBuilder, sex: Sex) {
    spine::build(body);
    canal::build(body);
    cage::build(body);
    girdles::build(body, sex);
}
