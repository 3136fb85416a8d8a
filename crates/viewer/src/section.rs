//! Sections: planes that cut the body open.

use glam::Vec3;
use language::say;
use serde::{Deserialize, Serialize};

use crate::StagePoint;

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
    /// A plane through a point.
    pub fn through(normal: [f32; 3], point: StagePoint) -> Self {
        let length = dot(normal, normal).sqrt().max(1e-6);
        let normal = normal.map(|n| n / length);
        Self {
            normal,
            offset_mm: dot(normal, point.mm()),
            on: true,
        }
    }

    /// Whether a point is taken away.
    pub fn removes(&self, point: StagePoint) -> bool {
        self.on && dot(self.normal, point.mm()) > self.offset_mm
    }

    /// Whether all its figures are finite (a kept plane may come from a damaged file).
    pub fn is_sound(&self) -> bool {
        self.offset_mm.is_finite() && self.normal.iter().all(|n| n.is_finite())
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
    pub fn orientation(&self) -> String {
        let [x, y, z] = self.normal.map(f32::abs);
        if z > 0.999 {
            say!("cut-axial")
        } else if y > 0.999 {
            say!("cut-coronal")
        } else if x > 0.999 {
            say!("cut-sagittal")
        } else {
            say!("cut-oblique")
        }
    }
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    Vec3::from_array(a).dot(Vec3::from_array(b))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_removes_the_side_its_normal_points_to_and_a_flip_the_other() {
        let plane = SectionPlane::through([0.0, -2.0, 0.0], StagePoint([5.0, -30.0, 9.0]));
        assert_eq!(plane.orientation(), "Coronal");
        assert!(
            plane.removes(StagePoint([0.0, -31.0, 0.0]))
                && !plane.removes(StagePoint([0.0, -29.0, 0.0]))
        );
        assert!(!plane.flipped().removes(StagePoint([0.0, -31.0, 0.0])));
        assert!(plane.flipped().removes(StagePoint([0.0, -29.0, 0.0])));
        assert!(
            !SectionPlane { on: false, ..plane }.removes(StagePoint([0.0, -31.0, 0.0])),
            "a plane that is off cuts nothing"
        );
    }

    #[test]
    fn a_ray_keeps_what_lies_between_the_planes() {
        let front = SectionPlane::through([0.0, -1.0, 0.0], StagePoint([0.0, -20.0, 0.0]));
        let back = SectionPlane::through([0.0, 1.0, 0.0], StagePoint([0.0, 35.0, 0.0]));
        let ray = kept_stretch(&[front, back], [0.0, -1000.0, 0.0], [0.0, 1.0, 0.0]);
        assert_eq!(ray, Some((980.0, 1035.0)));
        assert_eq!(
            kept_stretch(&[front], [0.0, -50.0, 0.0], [1.0, 0.0, 0.0]),
            None,
            "a ray that runs in what was taken away meets nothing"
        );
    }
}
