//! The body: structures, label volume, distances and the modelled torso.
//!
//! Everything here speaks one frame: LPS millimetres (x to the patient's left, y to posterior, z to superior) with the
//! origin at the centre of the 573 x 330 x 774 mm torso box.

mod atlas;
mod bodies;
mod bvh;
mod catalogue;
mod check;
mod compare;
mod error;
pub mod frame;
mod glb;
mod gltf;
pub mod guest;
mod labels;
mod mend;
pub mod model;
mod nifti;
mod occlusion;
mod pack;
mod plane;
mod relief;
mod report;
mod surface;
mod transfer;
mod unzip;

pub use atlas::Atlas;
pub use bodies::{to_female, to_male};
pub use catalogue::{
    Catalogue, CatalogueError, Confidence, Facts, MeshDescriptor, Sex, Side, Structure,
    StructureIndex, System, Tissue, Visibility,
};
pub use check::{AtlasCheck, Invariant, Limits, Remark, StructureCheck, Verdict};
pub use compare::{
    Agreement, ComparedStructure, Comparison, ComparisonMeans, StructurePair, compare,
};
pub use error::AtlasError;
pub use labels::{BRICK, LabelVolume};
pub use mend::mend_surfaces;
pub use occlusion::bake_occlusion;
pub use pack::{LABELS, MESHES, PackInfo, PackSource, STRUCTURES, read_pack_info, write_pack};
pub use plane::{PlaneGrid, rims};
pub use relief::{Grain, Relief};
pub use report::{AtlasInfo, StructureInfo};
pub use surface::StructureMesh;
pub use transfer::{Transfer, Transferred};
