//! Guests: atlases that users bring, made into packs like ours. How they are asked for and what is told of them is in `anatomy::guest`.
//!
//! Label volumes and surfaces of many formats are brought into LPS millimetres, their names matched to the catalogue,
//! surfaces filled, and everything composed to one label per 1 mm voxel. What matches nothing gets a row of its own, so
//! that it is seen. Trouble with one file or structure is reported and the rest goes on.

mod adopt;
mod build;
mod compose;
mod guess;
mod import;
mod imported;
mod input;
mod look;
mod matching;
mod meshes;
mod names;
mod number;
mod progress;
mod solid;
mod source;
mod trimesh;
mod volumes;
mod words;

pub use import::{import, import_with};
pub use imported::Import;
pub use look::{Contents, look};
pub use progress::Progress;
