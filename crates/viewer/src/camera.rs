//! The camera's pose: an orbit around a target.
//!
//! The upright world in which it stands is the body's frame turned: X = patient's left, Y = superior, Z = anterior, all in mm.
//! [`world_from_lps`] is the only place where that is known.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::{Quat, Vec3};
use language::say;
use serde::{Deserialize, Serialize};

/// Vertical field of view, degrees: narrow, so that the body is drawn with little perspective.
pub const FIELD_OF_VIEW_DEGREES: f32 = 24.0;

/// LPS mm -> upright world (X left, Y superior, Z anterior).
pub fn world_from_lps(p: [f32; 3]) -> Vec3 {
    Vec3::new(p[0], p[2], -p[1])
}

/// Upright world -> LPS mm.
pub fn lps_from_world(p: Vec3) -> [f32; 3] {
    [p.x, -p.z, p.y]
}

/// The six standard anatomical views, named by the side of the body that faces the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StandardView {
    /// The patient faces the viewer: their left is on the right.
    #[serde(alias = "anterior")]
    Anterior,
    /// From behind.
    #[serde(alias = "posterior")]
    Posterior,
    /// From the patient's left.
    #[serde(alias = "left")]
    Left,
    /// From the patient's right.
    #[serde(alias = "right")]
    Right,
    /// From above, anterior side down.
    #[serde(alias = "superior")]
    Superior,
    /// From below, anterior side up.
    #[serde(alias = "inferior")]
    Inferior,
}

impl StandardView {
    /// All views in the order of their shortcuts 1 to 6.
    pub const ALL: [StandardView; 6] = [
        Self::Anterior,
        Self::Posterior,
        Self::Left,
        Self::Right,
        Self::Superior,
        Self::Inferior,
    ];

    /// The name shown.
    pub fn label(self) -> String {
        match self {
            Self::Anterior => say!("camera-anterior"),
            Self::Posterior => say!("camera-posterior"),
            Self::Left => say!("camera-left"),
            Self::Right => say!("camera-right"),
            Self::Superior => say!("camera-superior"),
            Self::Inferior => say!("camera-inferior"),
        }
    }

    /// Its letter, which pictures of the body bear in every language.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Anterior => "A",
            Self::Posterior => "P",
            Self::Left => "L",
            Self::Right => "R",
            Self::Superior => "S",
            Self::Inferior => "I",
        }
    }

    /// (yaw, pitch) in radians.
    pub fn angles(self) -> (f32, f32) {
        match self {
            Self::Anterior => (0.0, 0.0),
            Self::Posterior => (PI, 0.0),
            Self::Left => (FRAC_PI_2, 0.0),
            Self::Right => (-FRAC_PI_2, 0.0),
            Self::Superior => (0.0, FRAC_PI_2 - 1e-3),
            Self::Inferior => (0.0, -FRAC_PI_2 + 1e-3),
        }
    }
}

/// Where the camera is: an orbit around a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Centre of the orbit, upright world, mm.
    pub target: Vec3,
    /// Angle round the vertical axis, radians; 0 looks at the front of the body.
    pub yaw: f32,
    /// Angle above the horizontal plane, radians.
    pub pitch: f32,
    /// Distance from the target, mm.
    pub distance: f32,
}

impl Default for Pose {
    fn default() -> Self {
        Self::standard(StandardView::Anterior)
    }
}

impl Pose {
    /// A standard view of the whole torso (height 774 mm with a margin).
    pub fn standard(view: StandardView) -> Self {
        let (yaw, pitch) = view.angles();
        Self {
            target: Vec3::new(0.0, 12.0, 0.0),
            yaw,
            pitch,
            distance: 2040.0,
        }
    }

    /// Whether every figure is finite and the distance positive (a kept pose may come from a damaged file).
    pub fn is_sound(&self) -> bool {
        self.target.is_finite()
            && self.distance.is_finite()
            && self.distance > 0.0
            && self.yaw.is_finite()
            && self.pitch.is_finite()
    }

    /// The camera's rotation; its eye lies at `target + rotation * Z * distance`.
    pub fn rotation(&self) -> Quat {
        Quat::from_rotation_y(self.yaw) * Quat::from_rotation_x(-self.pitch)
    }

    /// The eye, upright world, mm.
    pub fn eye(&self) -> Vec3 {
        self.target + self.rotation() * Vec3::Z * self.distance
    }

    /// The pose between this one (0) and another (1), the short way round.
    pub fn lerp(&self, to: &Pose, t: f32) -> Pose {
        let turn = (to.yaw - self.yaw + PI).rem_euclid(TAU) - PI;
        Pose {
            target: self.target.lerp(to.target, t),
            yaw: self.yaw + turn * t,
            pitch: self.pitch + (to.pitch - self.pitch) * t,
            distance: (self.distance.ln() + (to.distance.ln() - self.distance.ln()) * t).exp(),
        }
    }

    /// Whether a box (corners in LPS mm) is seen well: most of it lies in the picture, on a stage that is at least as wide as high, and it is no speck.
    pub fn sees(&self, bounds_mm: ([f32; 3], [f32; 3])) -> bool {
        /// Of its half diagonal so much lies in the picture, and of the half height of the picture it has at least so much.
        const MOST: f32 = 0.5;
        const LEAST: f32 = 0.03;
        let (low, high) = (world_from_lps(bounds_mm.0), world_from_lps(bounds_mm.1));
        let (middle, radius) = ((low + high) * 0.5, (high - low).abs().length() * 0.5);
        let from_eye = self.rotation().inverse() * (middle - self.eye());
        let half = -from_eye.z * (FIELD_OF_VIEW_DEGREES * 0.5).to_radians().tan();
        let aside = from_eye.x.abs().max(from_eye.y.abs());
        half > 0.0 && aside + MOST * radius <= half && radius >= LEAST * half
    }

    /// Whether a point (LPS mm) lies in the picture, on a stage that is at least as wide as high.
    pub fn sees_point(&self, point_mm: [f32; 3]) -> bool {
        let from_eye = self.rotation().inverse() * (world_from_lps(point_mm) - self.eye());
        let half = -from_eye.z * (FIELD_OF_VIEW_DEGREES * 0.5).to_radians().tan();
        from_eye.x.abs().max(from_eye.y.abs()) <= half
    }

    /// The same side of a box (corners in LPS mm), near enough to fill the stage with it.
    pub fn framing(&self, bounds_mm: ([f32; 3], [f32; 3])) -> Pose {
        let (low, high) = (world_from_lps(bounds_mm.0), world_from_lps(bounds_mm.1));
        let size = (high - low).abs().length();
        Pose {
            target: (low + high) * 0.5,
            distance: (size * 3.4).clamp(420.0, 2040.0),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_framed_is_seen_and_what_lies_aside_is_not() {
        let organ = ([-60.0, -90.0, 40.0], [20.0, -30.0, 110.0]);
        for view in StandardView::ALL {
            let whole = Pose::standard(view);
            assert!(whole.sees(organ), "{view:?}");
            let near = whole.framing(organ);
            assert!(near.sees(organ) && near.sees_point([-20.0, -60.0, 75.0]));
            let beside = Pose {
                target: near.target + near.rotation() * Vec3::X * 300.0,
                ..near
            };
            assert!(!beside.sees(organ) && !beside.sees_point([-20.0, -60.0, 75.0]));
            let behind = Pose {
                target: near.target + near.rotation() * Vec3::Z * -2000.0,
                ..near
            };
            assert!(!behind.sees(organ), "it lies behind the eye");
            let within = Pose {
                distance: 60.0,
                ..near
            };
            assert!(!within.sees(organ), "too near to see it");
        }
        let speck = ([0.0; 3], [4.0; 3]);
        assert!(!Pose::default().sees(speck) && Pose::default().sees_point([0.0; 3]));
    }

    #[test]
    fn the_frame_keeps_its_handedness_and_faces_the_viewer() {
        let left = world_from_lps([1.0, 0.0, 0.0]);
        let posterior = world_from_lps([0.0, 1.0, 0.0]);
        let superior = world_from_lps([0.0, 0.0, 1.0]);
        assert_eq!(left.cross(posterior), superior);
        let pose = Pose::standard(StandardView::Anterior);
        assert!(
            (pose.eye() - pose.target).dot(posterior) < 0.0,
            "the anterior camera stands in front of the body"
        );
        assert!(
            (pose.rotation() * Vec3::X - left).length() < 1e-6,
            "the patient's left is on the right of the picture"
        );
        assert!(Pose::standard(StandardView::Left).eye().x > 1000.0);
        let p = [12.0, -34.5, 56.0];
        assert_eq!(lps_from_world(world_from_lps(p)), p);
    }

    #[test]
    fn a_flight_takes_the_short_way_round() {
        let from = Pose {
            yaw: 3.0,
            ..Pose::default()
        };
        let half = from.lerp(&Pose { yaw: -3.0, ..from }, 0.5);
        assert!((half.yaw - PI).abs() < 1e-4, "{}", half.yaw);
    }

    #[test]
    fn a_box_is_framed_within_limits_and_damaged_poses_are_known() {
        let pose = Pose::default();
        let small = pose.framing(([0.0; 3], [1.0; 3]));
        assert_eq!((small.distance, small.yaw), (420.0, pose.yaw));
        assert_eq!(small.target, Vec3::new(0.5, 0.5, -0.5));
        assert_eq!(pose.framing(([0.0; 3], [900.0; 3])).distance, 2040.0);
        assert!(pose.is_sound());
        for damaged in [
            Pose {
                distance: 0.0,
                ..pose
            },
            Pose {
                yaw: f32::NAN,
                ..pose
            },
            Pose {
                target: Vec3::INFINITY,
                ..pose
            },
        ] {
            assert!(!damaged.is_sound());
        }
    }
}
