//! The planes of symmetry, x in mm: each source lies a little beside the middle of the box, and what is taken from it with it.

/// Of the skeleton that ribs, spine and chest are measured on.
pub(super) const MID_BONES: f32 = 2.0;
/// Of the skin, which muscles and wall follow.
pub(super) const MID_SKIN: f32 = 1.0;
/// Of her pelvis.
pub(super) const MID_HERS: f32 = 0.0;
