//! The atlas pack on disk: a folder of standard files.
//!
//! `labels.nii.gz` (values), `structures.json` (what each value means), `meshes.glb` (surfaces) and `LICENSE`.
//!
//! Version 1 of the format speaks of the built-in catalogue's structures alone. Version 2, which guests are written in,
//! adds structures that only this pack has, and where everything came from. Version 3 says whose body
//! it is; the modelled male torso, which was first, does without. All are read.

mod format;
mod read;
mod write;

pub use format::{LABELS, MESHES, PackInfo, PackSource, STRUCTURES};
pub(crate) use read::read_volume;
pub use read::{pack_in, read_pack_info};
pub use write::write_pack;
