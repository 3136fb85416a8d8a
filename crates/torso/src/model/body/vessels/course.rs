//! How the course of a vessel is written down.

/// Points of the centre line with the radius there: `[x, y, z, radius]`, mm.
pub(super) type Course = &'static [[f32; 4]];
