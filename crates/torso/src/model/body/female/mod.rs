//! What only the female body has: uterus, tubes, ovaries and their ligaments, vagina and vulva, breasts, and the vessels of
//! the pelvis and the breast.
//!
//! The reference woman (ICRP Publication 110 adult female at true size, adult, not pregnant): volumes are the catalogue's; places
//! are hers where the phantom has the organ, else those of the HRA Visible Human Female moved to her. Where the phantom's uterus
//! stands behind the bladder and its ovaries deep beside the rectum, the usual relations win: the uterus leans over the bladder,
//! the ovaries lie in their fossae. Form and winding are ours.

use std::sync::Arc;

use glam::Vec3;

use crate::model::body::middle::MID_HERS;
use crate::model::plain::smooth_step;
use crate::model::{BodyBuilder, Shape};

mod adnexa;
mod breast;
mod ligaments;
mod uterus;
mod vagina_vulva;
mod vessels;

/// Adds what only the female body has.
pub fn build(body: &mut BodyBuilder) {
    let womb = Arc::new(uterus::Womb::new());
    uterus::build(body, &womb);
    adnexa::build(body);
    vagina_vulva::build(body, &womb);
    ligaments::build(body, &womb);
    ligaments::pouches(body, &womb);
    vessels::build(body, &womb);
    breast::build(body);
}

/// Distance to the skin over what only she has on the outside of the body, breasts and vulva; the body's outline follows it.
pub fn outline(p: Vec3) -> f32 {
    breast::outline(p).min(vagina_vulva::outline(p))
}

/// How much nearer to the chest wall than elsewhere the body's own outline lies under the breasts and between them, mm.
pub(super) fn inset(p: Vec3) -> f32 {
    let front = smooth_step(34.0, -34.0, p.y);
    let level = smooth_step(88.0, 150.0, p.z) * smooth_step(254.0, 206.0, p.z);
    let across = smooth_step(150.0, 96.0, p.x.abs());
    (10.0 + 5.0 * smooth_step(18.0, 60.0, p.x.abs())) * front * level * across
}

/// Distance to the cleft between the greater lips, which the skin lines.
pub(super) fn cleft(p: Vec3) -> f32 {
    vagina_vulva::cleft(p)
}

/// Adds a left structure and its mirror image on the right.
fn both(body: &mut BodyBuilder, id: &str, priority: i32, left: &Shape) {
    body.add(&format!("left_{id}"), priority, left.clone());
    body.add(&format!("right_{id}"), priority, left.mirror_x(MID_HERS));
}
