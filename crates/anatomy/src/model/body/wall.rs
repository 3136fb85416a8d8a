//! Skin, subcutaneous fat and what lies under it; all follow the outline of the body (see `outline`).

use std::sync::Arc;

use glam::Vec3;

use super::muscles;
use super::outline::{MIDDLE, Outline};
use super::soft::{smooth_step, solid, v};
use crate::model::{BodyBuilder, Shape};

/// Thickness of the skin, mm (a little more than the 1.2 mm that its mass over the trunk gives, so that voxels hold it).
const SKIN_MM: f32 = 1.4;

/// Adds the wall of the trunk.
pub fn build(body: &mut BodyBuilder) {
    let outline = Arc::new(Outline::new());
    let skin = outline_shape(&outline, 0.0);
    body.envelope(skin.clone());
    body.add("skin", 0, skin).outer_surface();
    body.add("subcutaneous_fat", 10, outline_shape(&outline, SKIN_MM))
        .outer_surface();
    // What lies under the fat and is no structure of its own: muscles of the limbs, deep muscles of the back and between the
    // ribs, fasciae. Everything that has a shape takes its place.
    let deep = outline.clone();
    let core = solid(
        v(-288.0, -168.0, -390.0),
        v(288.0, 168.0, 390.0),
        move |p| deep.d(p) + fat_depth(p),
    );
    body.add("other_muscles", 11, core).outer_surface();
    muscles::build(body, &outline);
}

fn outline_shape(outline: &Arc<Outline>, inset: f32) -> Shape {
    let outline = outline.clone();
    solid(
        v(-288.0, -168.0, -390.0),
        v(288.0, 168.0, 390.0),
        move |p| outline.d(p) + inset,
    )
}

/// Depth at which the subcutaneous fat ends, mm: 20 at the abdomen, 15-25 at flank and buttock, 8-10 on chest and back, thin
/// on the limbs (usual thicknesses of an adult man).
fn fat_depth(p: Vec3) -> f32 {
    let x = (p.x - MIDDLE).abs();
    let belly = smooth_step(-240.0, -150.0, p.z) * smooth_step(130.0, 30.0, p.z);
    let front = smooth_step(10.0, -60.0, p.y);
    let hip = smooth_step(-330.0, -260.0, p.z) * smooth_step(-120.0, -200.0, p.z);
    let limb = smooth_step(176.0, 200.0, x) * smooth_step(-60.0, -10.0, p.z);
    let trunk = 11.0 + belly * (5.0 + 3.0 * front) + 4.0 * hip;
    trunk + (9.0 - trunk) * limb
}
