//! The digestive organs of the abdomen, the spleen, and the fat and folds between them.
//!
//! Courses, levels and radii are measurements at a handful of places on the HRA Visible Human Male (liver, gallbladder, ducts,
//! duodenum, pancreas, spleen, large bowel) and Z-Anatomy (stomach), rounded and moved where two bodies would collide; calibres
//! are set so that volumes meet those of the reference man (ICRP Publication 110), since the source's colon is distended and
//! its gallbladder empty. All shapes are our own.

use super::soft::Course;
use crate::model::{BodyBuilder, Shape};

mod folds;
mod intestine;
mod liver;
mod pancreas;
mod stomach;

/// Priorities: ducts run through organs; parts of an organ win over its rest; hollow organs press into solid ones.
const SOLID: i32 = 50;
const GUT: i32 = 60;
const DUCT: i32 = 70;

/// Adds the organs of the abdomen.
pub fn build(body: &mut BodyBuilder) {
    liver::ducts(body);
    liver::liver(body);
    stomach::stomach(body);
    pancreas::pancreas_and_duodenum(body);
    pancreas::spleen(body);
    intestine::large_bowel(body);
    intestine::small_bowel(body);
    folds::folds_and_fat(body);
}

fn course(control: &[[f32; 4]]) -> Shape {
    Course::new(control, 1.5).shape()
}
