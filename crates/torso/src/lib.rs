//! The modelled torso: the language that it is described in, the two bodies, and what holds an atlas to what is known of
//! the body: checks, and comparison with another atlas.

mod check;
mod compare;
mod mend;
pub mod model;
mod roughness;

pub use check::{AtlasCheck, Invariant, Limits, Remark, StructureCheck, Verdict, check};
pub use compare::{
    Agreement, ComparedStructure, Comparison, ComparisonMeans, StructurePair, compare,
};
pub use mend::mend_surfaces;
