//! The digestive organs of the abdomen, the spleen, and the fat and folds between them.

use glam::vec3;

use crate::model::{BodyBuilder, ellipsoid};

/// Adds the organs of the abdomen.
pub fn build(body: &mut BodyBuilder) {
    // Along the tenth rib, 120 x 70 x 40 mm.
    let spleen = ellipsoid(vec3(95.0, 46.0, 92.0), vec3(22.0, 36.0, 52.0))
        .rotate(vec3(1.0, 0.0, 0.0), 25.0, vec3(95.0, 46.0, 92.0))
        .roughen(1.0, 18.0, 1);
    body.add("spleen", 50, spleen);
}
