//! The atlas: structures, label volume, distances, rays, surfaces, packs, and places carried between bodies. What makes atlases is elsewhere: the
//! modelled torso in `torso`, those of others in `guests`.
//!
//! Everything here speaks one frame: LPS millimetres (x to the patient's left, y to posterior, z to superior) with the
//! origin at the centre of the 573 x 330 x 774 mm torso box.

mod aabb;
mod atlas;
mod bodies;
mod bvh;
mod calm;
mod catalogue;
mod error;
pub mod files;
pub mod frame;
mod glb;
pub mod gltf;
pub mod guest;
mod labels;
pub mod nifti;
mod pack;
mod plane;
mod relief;
mod report;
mod surface;
mod transfer;
mod unzip;
mod warp;

pub use aabb::Aabb;
pub use atlas::Atlas;
pub use bodies::{female_warp, to_female, to_male};
pub use bvh::Bvh;
pub use catalogue::{
    Catalogue, CatalogueError, Confidence, Facts, MeshDescriptor, Region, Sex, Side, Structure,
    StructureIndex, System, Tissue, Visibility,
};
pub use error::AtlasError;
pub use labels::{BRICK, LabelVolume};
pub use pack::{
    LABELS, MESHES, PackInfo, PackSource, STRUCTURES, pack_in, read_pack_info, write_pack,
};
pub use plane::{PlaneGrid, rims};
pub use relief::{Grain, Relief, with_vasa};
pub use report::{AtlasInfo, StructureInfo};
pub use surface::{StructureMesh, enclosed_mm3};
pub use transfer::{Transfer, Transferred};
pub use unzip::{Unpacked, is_zip, unzip};
pub use warp::{Landmark, Warp, landmarks};
