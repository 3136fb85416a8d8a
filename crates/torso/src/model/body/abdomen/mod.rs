//! The digestive organs of the abdomen, the spleen, and the fat and folds between them.
//!
//! Courses, levels and radii are measurements at a handful of places on the HRA Visible Human Male (liver, gallbladder, ducts,
//! duodenum, pancreas, spleen, large bowel) and Z-Anatomy (stomach), rounded and moved where two bodies would collide; calibres
//! are set so that volumes meet those of the reference man (ICRP Publication 110), since the source's colon is distended and
//! its gallbladder empty. All shapes are our own.

use anatomy::Sex;

use crate::model::BodyBuilder;

mod female;
mod folds;
mod intestine;
mod liver;
mod pancreas;
mod rank;
mod stomach;

pub(super) use female::hers;

/// Adds the organs of the abdomen. The loops of the small bowel are his only: hers grow in her own frame ([`hers`]).
pub(super) fn build(body: &mut BodyBuilder, sex: Sex) {
    liver::ducts(body);
    liver::liver(body);
    stomach::stomach(body);
    pancreas::pancreas_and_duodenum(body);
    pancreas::spleen(body);
    intestine::large_bowel(body);
    if sex == Sex::Male {
        intestine::small_bowel(body);
    }
    folds::folds_and_fat(body);
}
