//! The body, one file per region or system; every file adds its structures to the builder.

use super::{Body, BodyBuilder, ModelError};
use crate::Catalogue;

pub mod abdomen;
pub mod female;
pub mod skeleton;
pub mod thorax;
pub mod urogenital;
pub mod vessels;
pub mod wall;

mod bowel;
mod muscles;
mod outline;
mod soft;

/// The whole modelled torso.
///
/// # Errors
/// When a region names a structure the catalogue does not know or adds one twice.
pub fn torso(catalogue: &Catalogue) -> Result<Body, ModelError> {
    let mut body = BodyBuilder::new();
    // The wall first: it lays down the outline that contains everything.
    wall::build(&mut body);
    skeleton::build(&mut body);
    thorax::build(&mut body);
    abdomen::build(&mut body);
    urogenital::build(&mut body);
    vessels::build(&mut body);
    thorax::enclose(&mut body);
    body.finish(catalogue)
}
