//! Where a torso ends that goes on in life: neck, thighs and arms fade there instead of ending in a flat cut.

use anatomy::{Structure, System, Visibility};
use bevy::prelude::*;
use viewer::{Display, Drawn};

use crate::app::jobs::mesh::Ends;

/// Over how many mm the body fades towards the ends of neck, thighs and arms while its skin is seen.
const FADE_MM: Vec3 = Vec3::new(48.0, 80.0, 104.0);
/// The share of it without the skin: what is left is cut short, not out of sight.
const BARE: f32 = 0.3;

/// Where the body on the stage ends, if it is a torso.
#[derive(Resource, Default)]
pub struct BodyEnds(pub Option<Ends>);

impl BodyEnds {
    /// As the shaders take them.
    pub fn shader(&self) -> Vec4 {
        Ends::shader(self.0.as_ref())
    }

    /// Whether a structure in this box (LPS mm) fades, over so many mm.
    pub fn reach(&self, bounds: Option<([f32; 3], [f32; 3])>, fade: Vec3) -> bool {
        let ends = self.0.as_ref().zip(bounds);
        fade != Vec3::ZERO && ends.is_some_and(|(ends, bounds)| ends.are_reached(bounds, fade))
    }
}

/// Over how many mm the body fades towards the ends of neck, thighs and arms.
pub fn fade_mm(display: &Display) -> Vec3 {
    let skin = display.atlas.catalogue().index_of("skin");
    match skin.is_some_and(|skin| display.of(skin).surface != Visibility::Hidden) {
        true => FADE_MM,
        false => FADE_MM * BARE,
    }
}

/// The same for one structure: what is selected is seen whole, and so are the genitals, which end where the thighs are cut.
pub fn fade_of_mm(structure: &Structure, drawn: &Drawn, body: Vec3) -> Vec3 {
    if drawn.selected || structure.system == System::Reproductive {
        Vec3::ZERO
    } else {
        body
    }
}
