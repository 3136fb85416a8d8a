//! The way between the frames of the two bodies.

/// Where a place of the male torso is in the female one, LPS mm of each.
pub fn to_female(point_mm: [f32; 3]) -> [f32; 3] {
    point_mm
}

/// Where a place of the female torso would be in the male one: the reverse of [`to_female`].
pub fn to_male(point_mm: [f32; 3]) -> [f32; 3] {
    point_mm
}
