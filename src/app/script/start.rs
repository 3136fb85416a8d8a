//! When the window had what, since the program began: for `bench start`.

use std::collections::BTreeMap;
use std::time::Instant;

use bevy::prelude::*;

use super::Sight;

/// Milliseconds from the beginning of the program to the end of the first frame with each part.
#[derive(Resource)]
pub struct Milestones {
    began: Instant,
    /// What is there at the beginning of a frame, and so is seen when that frame has been drawn.
    coming: Vec<&'static str>,
    /// What has been seen.
    pub seen_ms: BTreeMap<&'static str, f64>,
}

impl Milestones {
    /// Of a program that began then.
    pub fn since(began: Instant) -> Self {
        Self {
            began,
            coming: vec!["window"],
            seen_ms: BTreeMap::new(),
        }
    }
}

/// Notes, when a frame is over, what it was the first to show.
pub fn note(mut start: ResMut<Milestones>, sight: Sight) {
    let now = start.began.elapsed().as_secs_f64() * 1000.0;
    let Milestones {
        coming, seen_ms, ..
    } = &mut *start;
    for name in coming.drain(..) {
        seen_ms.entry(name).or_insert(now);
    }
    let view = &sight.core;
    let parts = [
        ("atlas", view.atlas().is_some()),
        ("body", sight.drawn() > 0),
        ("library", view.documents.is_ready()),
        ("markers", !sight.crowds.drawn.is_empty()),
        ("model", view.documents.engine.is_some()),
    ];
    for (name, there) in parts {
        if there && !seen_ms.contains_key(name) {
            coming.push(name);
        }
    }
}
