//! Skin, subcutaneous fat and the muscles of the trunk; lays down the outline of the body.

use crate::model::{Axis, BodyBuilder, Loft, Section};

/// Half width, front and back of the trunk at a level, mm.
const OUTLINE: [(f32, f32, f32, f32); 8] = [
    (-387.0, 200.0, -110.0, 122.0),
    (-260.0, 198.0, -127.0, 156.0),
    (-180.0, 173.0, -146.0, 136.0),
    (-60.0, 162.0, -154.0, 105.0),
    (60.0, 174.0, -146.0, 126.0),
    (180.0, 180.0, -132.0, 150.0),
    (300.0, 190.0, -74.0, 125.0),
    (387.0, 85.0, -66.0, 94.0),
];

/// Adds the wall of the trunk.
pub fn build(body: &mut BodyBuilder) {
    let mut trunk = Loft::along(Axis::Z);
    for (z, half, front, back) in OUTLINE {
        trunk = trunk.level(
            z,
            Section::superellipse(
                [1.0, (front + back) / 2.0],
                [half, (back - front) / 2.0],
                2.6,
            ),
        );
    }
    let trunk = trunk.shape();
    body.envelope(trunk.clone());
    body.add("skin", 0, trunk.clone()).outer_surface();
    body.add("subcutaneous_fat", 10, trunk.offset(-2.0))
        .outer_surface();
}
