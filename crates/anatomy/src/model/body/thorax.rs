//! Lungs, heart, airways, oesophagus, thymus, pericardium and diaphragm.

use crate::model::BodyBuilder;

mod airways;
mod chest;
mod heart;
mod larynx;
mod lungs;
mod mediastinum;

/// Adds the structures of the thorax.
pub fn build(body: &mut BodyBuilder) {
    let heart = heart::build(body);
    lungs::build(body, &heart);
    chest::build(body);
    airways::build(body);
    mediastinum::build(body);
    larynx::build(body);
}
