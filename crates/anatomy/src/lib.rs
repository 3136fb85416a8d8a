//! The body: structures, label volume, distances and the modelled torso.
//!
//! Everything here speaks one frame: LPS millimetres (x to the patient's left, y to posterior, z to superior) with the
//! origin at the centre of the 573 x 330 x 774 mm torso box.

mod catalogue;
pub mod frame;
mod labels;
pub mod model;
mod surface;

pub use catalogue::{
    Catalogue, CatalogueError, Confidence, Facts, MeshDescriptor, Side, Structure, StructureIndex,
    System, Tissue,
};
pub use labels::{BRICK, LabelVolume};
pub use surface::StructureMesh;
