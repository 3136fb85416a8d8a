//! The body, one file per region or system; every file adds its structures to the builder.
//!
//! The recipes are written in the frame of the male body. The female body is made from the same recipes without the male
//! organs: one smooth warp of space carries them to her places, a table of small changes brings each to its volume, and
//! what only she has is added in her own frame.

use anatomy::{Catalogue, Sex, female_warp};

use super::{Body, BodyBuilder, ModelError, warped};

pub mod abdomen;
pub mod female;
pub mod skeleton;
pub mod thorax;
pub mod urogenital;
pub mod vessels;
pub mod wall;

mod bowel;
mod ease;
mod fit;
mod growth;
mod middle;
mod muscles;
mod outline;
mod soft;

pub use fit::{Fit, Fitted};
pub use wall::FEMALE_TOP_MM;

/// The whole modelled torso of a man or a woman.
///
/// # Errors
/// When a region names a structure the catalogue does not know or adds one twice.
pub fn torso(catalogue: &Catalogue, sex: Sex) -> Result<Body, ModelError> {
    match sex {
        Sex::Male => shared(sex).finish(catalogue),
        Sex::Female => fitted(catalogue, &Fit::female()),
    }
}

/// The female torso with a fit of one's own.
///
/// # Errors
/// As [`torso`].
pub fn fitted(catalogue: &Catalogue, fit: &Fit) -> Result<Body, ModelError> {
    let mut body = shared(Sex::Female);
    let warp = female_warp();
    body.reshape(|_, shape| warped(warp, &shape));
    wall::female(&mut body, warp);
    fit.apply(&mut body, catalogue);
    female::build(&mut body);
    abdomen::hers(&mut body, warp);
    body.finish(catalogue)
}

/// What both bodies have, in the frame of the male one; his small bowel with it.
fn shared(sex: Sex) -> BodyBuilder {
    let mut body = BodyBuilder::new();
    // The wall first: it lays down the outline that contains everything.
    wall::build(&mut body, sex);
    skeleton::build(&mut body);
    thorax::build(&mut body);
    abdomen::build(&mut body, sex);
    urogenital::build(&mut body, sex);
    vessels::build(&mut body);
    thorax::enclose(&mut body);
    body
}
