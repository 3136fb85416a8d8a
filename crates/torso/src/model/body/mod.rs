//! The body, one file per region or system; every file adds its structures to the builder.
//!
//! The recipes are written in the frame of the male body. The female body is made from the same recipes without the male
//! organs: one smooth warp of space carries them to her places, a table of small changes brings each to its volume, and
//! what only she has is added in her own frame.
//!
//! Any further body (a child, a tall man) is one of these two, carried by a map of space of its own: a table of landmarks, which
//! `build-atlas --landmarks` reads.

use std::sync::Arc;

use anatomy::{Catalogue, Sex, Warp, female_warp};
use glam::Vec3;

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
    described(catalogue, sex).finish(catalogue)
}

/// A man or a woman of another build: their torso carried by a map from its frame to the new body's. What comes to lie outside the
/// torso box is cut off.
///
/// # Errors
/// As [`torso`].
pub fn carried(catalogue: &Catalogue, sex: Sex, warp: &Arc<Warp>) -> Result<Body, ModelError> {
    let mut body = described(catalogue, sex);
    body.reshape(|_, shape| warped(warp, &shape));
    if let Some(skin) = body.shape("skin") {
        body.envelope(skin);
    }
    body.finish(catalogue)
}

/// The female torso with a fit of one's own.
///
/// # Errors
/// As [`torso`].
pub fn fitted(catalogue: &Catalogue, fit: &Fit) -> Result<Body, ModelError> {
    hers(catalogue, fit).finish(catalogue)
}

fn described(catalogue: &Catalogue, sex: Sex) -> BodyBuilder {
    match sex {
        Sex::Male => shared(sex),
        Sex::Female => hers(catalogue, &Fit::female()),
    }
}

fn hers(catalogue: &Catalogue, fit: &Fit) -> BodyBuilder {
    let mut body = shared(Sex::Female);
    let warp = female_warp();
    body.reshape(|_, shape| warped(warp, &shape));
    wall::female(&mut body, warp);
    let heart = thorax::heart_chambers(&body).unwrap_or_default();
    fit.apply(&mut body, catalogue);
    let moved = fit.row("heart");
    let moved = (Vec3::from_array(moved.shift), moved.grow);
    thorax::lay_coronary_again(&mut body, &heart, moved, |p| warp.target(p));
    female::build(&mut body);
    abdomen::hers(&mut body, warp);
    body
}

/// What both bodies have, in the frame of the male one; his small bowel with it.
fn shared(sex: Sex) -> BodyBuilder {
    let mut body = BodyBuilder::new();
    // The wall first: it lays down the outline that contains everything.
    wall::build(&mut body, sex);
    skeleton::build(&mut body, sex);
    thorax::build(&mut body);
    abdomen::build(&mut body, sex);
    urogenital::build(&mut body, sex);
    vessels::build(&mut body);
    thorax::enclose(&mut body);
    body
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use anatomy::{Aabb, Atlas, frame, landmarks};

    use super::*;

    /// All that there is to a tall man: broader by 3 %, deeper by 2 %, longer by 4 % from the neck down.
    const TALL: &str = "name,from_mm,to_mm,slack_mm\n\
        middle,0 0 0,0 0 -15.2,0\n\
        left,100 0 0,103 0 -15.2,0\n\
        back,0 100 0,0 102 -15.2,0\n\
        above,0 0 100,0 0 88.8,0\n\
        corner,-90 -50 -70,-92.7 -51 -88,0\n";

    /// A third body is its landmarks and no code: everything comes with them, whole and within the skin.
    #[test]
    fn a_tall_man_is_a_table() {
        let catalogue = Catalogue::builtin();
        let warp = Arc::new(Warp::through(&landmarks(TALL).unwrap()));
        let tall = carried(catalogue, Sex::Male, &warp).unwrap();
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/atlas");
        let him = Atlas::open(&dir).unwrap();

        let skin = catalogue.index_of("skin").unwrap();
        let skin = tall.solids.iter().find(|s| s.structure == skin);
        let skin = skin.unwrap().bounds;
        for solid in &tall.solids {
            let (id, bounds) = (&catalogue.get(solid.structure).id, solid.bounds);
            assert!(!bounds.is_empty() && bounds.size().is_finite(), "{id}");
            assert_eq!(bounds.intersection(skin), bounds, "{id}");
        }
        let there: BTreeSet<_> = tall.structures().collect();
        for s in him.present() {
            assert!(there.contains(s), "{}", catalogue.get(*s).id);
        }

        // Wherever he has something, the tall man has it where the map says.
        let torso = Aabb::around(Vec3::ZERO, Vec3::from_array(frame::HALF_SIZE_MM));
        let axis = |half: i32| (-half..=half).step_by(20).map(|v| v as f32);
        let labels = him.labels();
        let (mut asked, mut other) = (0, 0);
        for p in axis(380)
            .flat_map(move |z| axis(160).flat_map(move |y| axis(280).map(move |x| [x, y, z])))
        {
            let Some(voxel) = labels.voxel_at(p) else {
                continue;
            };
            let to = warp.target(Vec3::from_array(labels.centre_mm(voxel)));
            let structure = labels.structure(voxel);
            if structure.is_none() || torso.distance(to) > 0.0 {
                continue;
            }
            asked += 1;
            other += usize::from(tall.structure_at(to.to_array()) != structure);
        }
        assert!(asked > 3000 && other * 100 <= asked, "{other} of {asked}");
    }
}
