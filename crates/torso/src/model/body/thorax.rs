//! Lungs, heart, airways, oesophagus, thymus, pericardium and diaphragm.

use crate::model::BodyBuilder;

mod airways;
mod chest;
mod coronary;
mod heart;
mod larynx;
mod lungs;
mod mediastinum;

pub(super) use chest::{rib_cage, within_ribs};
pub(super) use coronary::{CORONARY, lay_again as lay_coronary_again};
pub(super) use heart::{chambers as heart_chambers, whole as whole_heart};

/// Adds heart, airways and what lies between the lungs.
pub fn build(body: &mut BodyBuilder) {
    heart::build(body);
    let vessels = coronary::build(body);
    heart::wrap(body, vessels);
    airways::build(body);
    mediastinum::build(body);
    larynx::build(body);
}

/// Adds diaphragm and lungs, which take their shape from what they lie against: after the organs of the abdomen and the
/// vessels.
pub fn enclose(body: &mut BodyBuilder) {
    let Some(heart) = heart::whole(body) else {
        return;
    };
    let under = chest::under_diaphragm(body, &heart);
    chest::build(body, &under);
    airways::build_tree(body, &under);
    lungs::build(body, &heart, &under);
}
