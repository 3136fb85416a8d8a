//! The torso frame and the grid laid over it.
//!
//! LPS millimetres: x to the patient's left, y to posterior, z to superior; the origin is the centre of the box. Voxel
//! (i, j, k) of the 1 mm grid has its centre at (i - 286, j - 164.5, k - 386.5) mm.

/// Voxels of the atlas grid along x, y, z.
pub const TORSO_DIMS: [usize; 3] = [573, 330, 774];

/// Half the size of the torso box along x, y, z.
pub const HALF_SIZE_MM: [f32; 3] = [286.5, 165.0, 387.0];
