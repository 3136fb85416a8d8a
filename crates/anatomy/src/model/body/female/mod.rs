//! What only the female body has.

use crate::model::BodyBuilder;

/// Adds the structures that only the female body has, in the frame of her body.
pub fn build(_body: &mut BodyBuilder) {}
