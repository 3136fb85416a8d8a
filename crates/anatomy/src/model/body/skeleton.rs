//! Bones, cartilages, intervertebral discs and the spinal cord.

use crate::model::{BodyBuilder, Tube};

/// Adds the skeleton.
pub fn build(body: &mut BodyBuilder) {
    // Half height 7 mm, half thickness 4 mm, from the head at T7 round the side to the costal cartilage.
    let rib = Tube::oval(
        &[
            [18.0, 82.0, 212.0, 5.0, 4.5],
            [60.0, 112.0, 205.0, 7.0, 4.0],
            [115.0, 90.0, 165.0, 7.0, 3.8],
            [143.0, 20.0, 120.0, 7.0, 3.5],
            [125.0, -60.0, 90.0, 7.0, 3.5],
            [100.0, -98.0, 85.0, 7.0, 4.0],
        ],
        [0.0, 0.0, 1.0],
    );
    body.add("left_rib_7", 80, rib.shape());
    body.add("right_rib_7", 80, rib.shape().mirror_x(2.0));
}
