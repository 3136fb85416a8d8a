//! Which organ of the abdomen wins where two would overlap, and the plain tubes among them.

use super::super::soft::Course;
use crate::model::Shape;

/// Priorities: the mesentery gives way to the omentum, both to organs; ducts run through organs; parts of an organ win over its rest; hollow organs press into solid ones.
pub(super) const MESENTERY: i32 = 34;
pub(super) const OMENTUM: i32 = 35;
pub(super) const SOLID: i32 = 50;
pub(super) const GUT: i32 = 60;
pub(super) const DUCT: i32 = 70;

/// A tube along a course.
pub(super) fn course(control: &[[f32; 4]]) -> Shape {
    Course::new(control, 1.5).shape()
}
