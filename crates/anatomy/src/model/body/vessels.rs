//! Arteries and veins.

use crate::model::{BodyBuilder, Tube};

/// Adds the vessels.
pub fn build(body: &mut BodyBuilder) {
    // In front of the vertebral bodies from the hiatus (T12) to the bifurcation (L4).
    let abdominal_aorta = Tube::new(&[
        [9.0, 2.0, 100.0, 10.5],
        [13.0, -8.0, 60.0, 10.0],
        [14.0, -16.0, 0.0, 9.5],
        [10.0, -20.0, -90.0, 8.5],
    ]);
    body.add("abdominal_aorta", 70, abdominal_aorta.shape());
}
