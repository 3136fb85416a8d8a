//! How the body is looked at, beyond which structures are shown: sections, explosion, palette, labels, slices, measurements, saved views.

use bevy::prelude::Resource;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::scene::camera::Pose;
use super::state::KeptLooks;

/// Section planes at most (the shader's array has this length).
pub const MAX_SECTIONS: usize = 6;

/// A plane that cuts the body open: what lies beyond it, on the side its normal points to, is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SectionPlane {
    /// Unit normal, LPS; points to the side that is taken away.
    pub normal: [f32; 3],
    /// Distance of the plane from the atlas' centre along the normal, mm.
    pub offset_mm: f32,
    /// Whether it cuts.
    pub on: bool,
}

impl SectionPlane {
    /// A plane through a point (LPS mm).
    pub fn through(normal: [f32; 3], point_mm: [f32; 3]) -> Self {
        let length = dot(normal, normal).sqrt().max(1e-6);
        let normal = normal.map(|n| n / length);
        Self {
            normal,
            offset_mm: dot(normal, point_mm),
            on: true,
        }
    }

    /// Whether a point (LPS mm) is taken away.
    pub fn removes(&self, point_mm: [f32; 3]) -> bool {
        self.on && dot(self.normal, point_mm) > self.offset_mm
    }

    /// The same plane that takes the other side away.
    pub fn flipped(self) -> Self {
        Self {
            normal: self.normal.map(|n| -n),
            offset_mm: -self.offset_mm,
            on: self.on,
        }
    }

    /// Largest useful offset for a box of this half size (mm).
    pub fn reach_mm(&self, half_size_mm: [f32; 3]) -> f32 {
        dot(self.normal.map(f32::abs), half_size_mm)
    }

    /// The anatomical name of the plane's orientation.
    pub fn orientation(&self) -> &'static str {
        let [x, y, z] = self.normal.map(f32::abs);
        if z > 0.999 {
            "Axial"
        } else if y > 0.999 {
            "Coronal"
        } else if x > 0.999 {
            "Sagittal"
        } else {
            "Oblique"
        }
    }
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The stretch of a ray (LPS, mm along a unit direction) that the sections leave.
pub fn kept_stretch(
    sections: &[SectionPlane],
    origin: [f32; 3],
    direction: [f32; 3],
) -> Option<(f32, f32)> {
    let (mut enter, mut leave) = (f32::NEG_INFINITY, f32::INFINITY);
    for plane in sections.iter().filter(|plane| plane.on) {
        let (beyond, slope) = (
            dot(plane.normal, origin) - plane.offset_mm,
            dot(plane.normal, direction),
        );
        if slope.abs() < 1e-7 {
            if beyond > 0.0 {
                return None;
            }
        } else if slope > 0.0 {
            leave = leave.min(-beyond / slope);
        } else {
            enter = enter.max(-beyond / slope);
        }
    }
    (enter < leave).then_some((enter, leave))
}

/// Ready-made section planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionPreset {
    /// Takes the upper part away.
    Axial,
    /// Takes the front away.
    Coronal,
    /// Takes the patient's left away.
    Sagittal,
    /// Takes away what lies between the viewer and the middle of the view.
    Facing,
}

/// Which colours the body wears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Palette {
    /// What anatomists expect of each tissue.
    #[default]
    Anatomical,
    /// One hue per body system, lighter and darker within it.
    System,
    /// One hue per body system that stays distinct in all common kinds of colour blindness (Okabe and Ito 2008).
    ColorBlind,
}

impl Palette {
    /// All, in the order they are offered.
    pub const ALL: [Palette; 3] = [Self::Anatomical, Self::System, Self::ColorBlind];

    /// The name shown.
    pub fn label(self) -> &'static str {
        match self {
            Self::Anatomical => "Anatomical colours",
            Self::System => "By system",
            Self::ColorBlind => "Colour-blind safe",
        }
    }
}

/// Dark or light chrome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeChoice {
    /// For dim rooms and for the markers' glow.
    #[default]
    Dark,
    /// For bright rooms and print.
    Light,
}

/// How much the renderer is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QualityChoice {
    /// Fine on a GPU, swift on the processor.
    #[default]
    Auto,
    /// Full resolution and the finest surfaces, always.
    Fine,
    /// Full resolution at rest; fewer triangles while the camera moves.
    Balanced,
    /// Fewer triangles and fewer pixels while the camera moves.
    Swift,
}

impl QualityChoice {
    /// All, in the order they are offered.
    pub const ALL: [QualityChoice; 4] = [Self::Auto, Self::Fine, Self::Balanced, Self::Swift];

    /// The name shown.
    pub fn label(self) -> &'static str {
        match self {
            Self::Auto => "Automatic",
            Self::Fine => "Fine",
            Self::Balanced => "Balanced",
            Self::Swift => "Swift",
        }
    }

    /// The tier this choice means on a renderer: never [`QualityChoice::Auto`].
    pub fn tier(self, software_renderer: bool) -> QualityChoice {
        match (self, software_renderer) {
            (Self::Auto, true) => Self::Swift,
            (Self::Auto, false) => Self::Fine,
            (tier, _) => tier,
        }
    }
}

/// A distance between two points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// Start, LPS mm.
    pub from_mm: [f32; 3],
    /// End, LPS mm.
    pub to_mm: [f32; 3],
}

impl Measurement {
    /// The distance, mm.
    pub fn length_mm(&self) -> f32 {
        let d: [f32; 3] = std::array::from_fn(|a| self.to_mm[a] - self.from_mm[a]);
        dot(d, d).sqrt()
    }
}

/// A view to come back to: the camera, the looks and the cuts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedView {
    /// Given by the user; one view per name.
    pub name: String,
    /// The camera.
    pub pose: Pose,
    /// Which structures are shown, and how.
    pub looks: KeptLooks,
    /// The cuts.
    pub sections: Vec<SectionPlane>,
    /// 0 together .. 1 apart.
    pub explode: f32,
}

/// How the body is looked at. Kept with the library.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Looking {
    /// At most [`MAX_SECTIONS`].
    pub sections: Vec<SectionPlane>,
    /// The cut face shows muscles, fat and skin too, also when their surfaces are not drawn.
    pub fill_cut: bool,
    /// 0 together .. 1 apart. Sections rest while the body is apart.
    pub explode: f32,
    /// Which colours the body wears.
    pub palette: Palette,
    /// Names with leader lines.
    pub labels: bool,
    /// The three linked slices.
    pub slices: bool,
    /// Where the slices cross, LPS mm.
    pub crosshair_mm: [f32; 3],
    /// Distances measured.
    pub measurements: Vec<Measurement>,
    /// Saved views.
    pub views: Vec<SavedView>,
    /// Dark or light.
    pub theme: ThemeChoice,
    /// How much the renderer is asked for.
    pub quality: QualityChoice,
}

impl Default for Looking {
    fn default() -> Self {
        Self {
            sections: Vec::new(),
            fill_cut: true,
            explode: 0.0,
            palette: Palette::Anatomical,
            labels: false,
            slices: false,
            crosshair_mm: [0.0; 3],
            measurements: Vec::new(),
            views: Vec::new(),
            theme: ThemeChoice::Dark,
            quality: QualityChoice::Auto,
        }
    }
}

impl Looking {
    /// The same without figures that are not finite (a kept state may come from a damaged file).
    pub fn sound(mut self) -> Self {
        let finite = |p: &[f32; 3]| p.iter().all(|v| v.is_finite());
        self.sections
            .retain(|plane| finite(&plane.normal) && plane.offset_mm.is_finite());
        self.sections.truncate(MAX_SECTIONS);
        self.explode = if self.explode.is_finite() {
            self.explode.clamp(0.0, 1.0)
        } else {
            0.0
        };
        if !finite(&self.crosshair_mm) {
            self.crosshair_mm = [0.0; 3];
        }
        self.measurements
            .retain(|measured| finite(&measured.from_mm) && finite(&measured.to_mm));
        self.views.retain(|view| view.pose.is_sound());
        self
    }

    /// The planes that cut now.
    pub fn cuts(&self) -> &[SectionPlane] {
        if self.explode > 0.0 {
            &[]
        } else {
            &self.sections
        }
    }

    /// Whether a point (LPS mm) is taken away by a section.
    pub fn is_removed(&self, point_mm: [f32; 3]) -> bool {
        self.cuts().iter().any(|plane| plane.removes(point_mm))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_removes_the_side_its_normal_points_to_and_a_flip_the_other() {
        let plane = SectionPlane::through([0.0, -2.0, 0.0], [5.0, -30.0, 9.0]);
        assert_eq!(plane.orientation(), "Coronal");
        assert!(plane.removes([0.0, -31.0, 0.0]) && !plane.removes([0.0, -29.0, 0.0]));
        assert!(!plane.flipped().removes([0.0, -31.0, 0.0]));
        assert!(plane.flipped().removes([0.0, -29.0, 0.0]));
        assert!(
            !SectionPlane { on: false, ..plane }.removes([0.0, -31.0, 0.0]),
            "a plane that is off cuts nothing"
        );
    }

    #[test]
    fn a_ray_keeps_what_lies_between_the_planes() {
        let front = SectionPlane::through([0.0, -1.0, 0.0], [0.0, -20.0, 0.0]);
        let back = SectionPlane::through([0.0, 1.0, 0.0], [0.0, 35.0, 0.0]);
        let ray = kept_stretch(&[front, back], [0.0, -1000.0, 0.0], [0.0, 1.0, 0.0]);
        assert_eq!(ray, Some((980.0, 1035.0)));
        assert_eq!(
            kept_stretch(&[front], [0.0, -50.0, 0.0], [1.0, 0.0, 0.0]),
            None,
            "a ray that runs in what was taken away meets nothing"
        );
    }
}
