//! The modelled torso: our own description of the body as signed distance fields, and what is made from it.
//!
//! A structure is written down as a solid in millimetres, in the torso frame, from a handful of landmarks: tubes along a
//! course ([`Tube`]), lofts over sections at a few levels ([`Loft`]), plates through a grid ([`sheet`]), simple solids,
//! and their unions, cuts and roughenings ([`Shape`]). [`BodyBuilder`] gathers them under the ids of the catalogue and
//! settles who wins where two would overlap; the label volume and the surface meshes are made from the same fields, so
//! every view of the body agrees.

mod builder;
mod combine;
mod crease;
mod crumbs;
mod cut;
mod field;
mod loft;
mod measure;
mod mesh;
mod operations;
mod parts;
mod plain;
mod primitive;
mod remembered;
mod sheet;
mod spline;
mod tube;
mod voxelise;
mod warped;

pub mod body;

pub use builder::{Body, BodyBuilder, ModelError, PartBuilder};
pub(crate) use field::solid;
pub use field::{Field, Shape};
pub use loft::{Loft, Section};
pub use measure::{Measured, measure};
pub use mesh::{MeshSettings, mesh_part, meshes};
pub use operations::{smooth_union_all, union_all};
pub use primitive::{Axis, capsule, ellipsoid, half_space, prism, rounded_box, sphere};
pub(crate) use remembered::remembered;
pub use sheet::sheet;
pub use tube::{Cap, Tube};
pub use voxelise::{Counted, count, voxelise};
pub use warped::warped;
