//! Kidneys, adrenals, ureters, bladder, male organs, and the thyroid.

use glam::vec3;

use crate::model::{BodyBuilder, ellipsoid};

/// Adds the urogenital organs and the glands.
pub fn build(body: &mut BodyBuilder) {
    let centre = vec3(74.0, 29.0, 27.0);
    let sinus = ellipsoid(centre + vec3(-22.0, -4.0, 0.0), vec3(18.0, 9.0, 17.0));
    let kidney = ellipsoid(centre, vec3(28.0, 21.0, 54.0))
        .smooth_subtract(&sinus, 6.0)
        .rotate(vec3(0.0, 1.0, 0.0), -12.0, centre);
    body.add("left_kidney", 50, kidney);
}
