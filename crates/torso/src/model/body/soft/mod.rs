//! Shapes of soft organs: envelopes of balls along a curve, ellipsoids, bodies of changing cross-section, and their blends.
//!
//! A hollow or curved organ is the envelope of balls whose centre runs along a smooth curve and whose radius changes along
//! it ([`Course`]), possibly squashed in one direction; it also tells where along the organ a point lies, so that one tube
//! can be cut into its named parts without a seam. The trunk is a symmetric body of changing cross-section ([`Trunk`]).
//! Here a field is a plain function of a point (millimetres, negative inside, growing no faster than the distance): organs
//! blend, carve and squash such functions freely, and `solid` wraps the result for the modelling language.

mod course;
mod trunk;

pub(in crate::model::body) use course::{Course, REACH, along, chance};
pub(in crate::model::body) use trunk::Trunk;
