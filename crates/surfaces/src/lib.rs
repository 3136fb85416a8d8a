//! Making surfaces: from sets of voxels, without folds and shared edges, with levels of detail and occlusion. What the modelled torso and
//! the atlases of others both need to become packs, and reading a pack does not.

mod contour;
mod distance;
mod levels;
mod manifold;
mod occlusion;
mod voxels;

pub use contour::{Grid, finish, voxel_surface};
pub use distance::distances;
pub use levels::build_levels;
pub use manifold::make_manifold;
pub use occlusion::{bake_occlusion, surrounds};
pub use voxels::Voxels;
