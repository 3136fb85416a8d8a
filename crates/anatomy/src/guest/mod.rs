//! Guests: atlases that users bring, made into packs like ours.
//!
//! Label volumes and surfaces of many formats are brought into LPS millimetres, their names matched to the catalogue,
//! surfaces filled, and everything composed to one label per 1 mm voxel. What matches nothing gets a row of its own, so
//! that it is seen. Trouble with one file or structure is reported and the rest goes on.

mod adopt;
mod build;
mod compose;
pub(crate) mod distance;
mod frame;
mod guess;
mod import;
mod imported;
mod input;
mod installed;
mod look;
mod matching;
mod meshes;
mod names;
mod number;
mod options;
mod progress;
mod recipe;
mod report;
mod solid;
mod source;
mod trimesh;
mod volumes;
mod voxels;
mod words;

pub(crate) use compose::{Grid, voxel_surface};
pub use frame::Frame;
pub use import::{import, import_with};
pub use imported::Import;
pub use installed::{Installed, install_slug, installed};
pub use look::{Contents, look};
pub use names::MatchedBy;
pub use options::{ImportOptions, parse_spacing, read_map};
pub use progress::Progress;
pub use recipe::Recipe;
pub use report::{FileReport, ImportReport, SourceStructure};
pub use volumes::ClassNames;
pub(crate) use voxels::Voxels;
