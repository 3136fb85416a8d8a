//! How distances are measured just now, for whoever draws that.

use bevy::prelude::*;

/// Whether one measures by keys, where the slices cross; else where the pointer is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct ByKeys(pub bool);
