//! How the window is dressed: as was chosen in it, and as the system wants windows to be where that was left to it.

use bevy::prelude::Resource;
use viewer::{Quality, Theme, View};

/// Nothing is to move by itself, whatever the library says: a test, or whoever starts the window, asks for it.
const REDUCED_MOTION: &str = "CORPUS_ATLAS_REDUCED_MOTION";

/// How the window is dressed.
#[derive(Resource, Default, PartialEq)]
pub struct Dress {
    /// Its colours; never those of the system, but what they are.
    pub theme: Theme,
    /// How much the renderer is asked for.
    pub quality: Quality,
    /// Nothing moves by itself.
    pub still: bool,
}

/// How the system wants windows to be.
#[derive(Resource, Debug, Default, PartialEq)]
pub struct System {
    /// Whether its own are light; nothing where it does not say.
    pub is_light: Option<bool>,
    /// Whether nothing is to move by itself; nothing where it does not say.
    pub is_still: Option<bool>,
    /// Whether it asks for more contrast than usual; nothing where it does not say.
    pub has_contrast: Option<bool>,
}

impl System {
    /// It wants nothing to move by itself.
    pub fn wants_still(&self) -> bool {
        self.is_still == Some(true)
    }
}

impl Dress {
    /// What follows from both.
    pub fn of(view: &View, system: &System) -> Self {
        let is_asked = std::env::var_os(REDUCED_MOTION).is_some();
        Self {
            theme: view
                .theme
                .worn(system.is_light, system.has_contrast == Some(true)),
            quality: view.quality,
            still: view.less_motion || system.wants_still() || is_asked,
        }
    }
}
