//! The orbit camera: drag to orbit, right drag to pan, wheel to zoom towards the cursor, standard views, eased flights.
//!
//! Bevy's world is the torso frame turned upright: X = patient's left, Y = superior, Z = anterior, all in mm.

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::super::ui::layout::StageArea;

/// Vertical field of view, degrees: narrow, so that the body is drawn with little perspective.
pub const FIELD_OF_VIEW_DEGREES: f32 = 24.0;
/// Duration of an eased flight, s (DESIGN: 150-250 ms; a whole turn of the body reads better a little slower).
const FLIGHT_SECONDS: f32 = 0.35;
const DISTANCE_LIMITS_MM: (f32, f32) = (60.0, 6000.0);

/// LPS mm -> Bevy world (X left, Y superior, Z anterior).
pub fn world_from_lps(p: [f32; 3]) -> Vec3 {
    Vec3::new(p[0], p[2], -p[1])
}

/// Bevy world -> LPS mm.
pub fn lps_from_world(p: Vec3) -> [f32; 3] {
    [p.x, -p.z, p.y]
}

/// The six standard anatomical views, named by the side of the body that faces the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum StandardView {
    /// The patient faces the viewer: their left is on the right.
    Anterior,
    /// From behind.
    Posterior,
    /// From the patient's left.
    Left,
    /// From the patient's right.
    Right,
    /// From above, anterior side down.
    Superior,
    /// From below, anterior side up.
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
    pub fn label(self) -> &'static str {
        match self {
            Self::Anterior => "Anterior",
            Self::Posterior => "Posterior",
            Self::Left => "Left",
            Self::Right => "Right",
            Self::Superior => "Superior",
            Self::Inferior => "Inferior",
        }
    }

    /// (yaw, pitch) in radians.
    pub fn angles(self) -> (f32, f32) {
        use std::f32::consts::{FRAC_PI_2, PI};
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
    /// Centre of the orbit, Bevy world, mm.
    pub target: Vec3,
    /// Angle round the vertical axis, radians; 0 looks at the front of the body.
    pub yaw: f32,
    /// Angle above the horizontal plane, radians.
    pub pitch: f32,
    /// Distance from the target, mm.
    pub distance: f32,
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

    /// The camera's transform.
    pub fn transform(&self) -> Transform {
        let rotation = self.rotation();
        Transform::from_translation(self.target + rotation * Vec3::Z * self.distance)
            .with_rotation(rotation)
    }

    /// The camera's rotation.
    pub fn rotation(&self) -> Quat {
        Quat::from_rotation_y(self.yaw) * Quat::from_rotation_x(-self.pitch)
    }

    fn lerp(&self, to: &Pose, t: f32) -> Pose {
        let turn = (to.yaw - self.yaw + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU)
            - std::f32::consts::PI;
        Pose {
            target: self.target.lerp(to.target, t),
            yaw: self.yaw + turn * t,
            pitch: self.pitch + (to.pitch - self.pitch) * t,
            distance: (self.distance.ln() + (to.distance.ln() - self.distance.ln()) * t).exp(),
        }
    }
}

/// The orbit camera's state.
#[derive(Component, Debug)]
pub struct OrbitCamera {
    /// The pose drawn now.
    pub pose: Pose,
    flight: Option<(Pose, Pose, f32)>,
}

impl OrbitCamera {
    /// Starts at a pose.
    pub fn new(pose: Pose) -> Self {
        Self { pose, flight: None }
    }

    /// Eases to a pose; at once when `reduced_motion`.
    pub fn fly_to(&mut self, pose: Pose, reduced_motion: bool) {
        if reduced_motion {
            self.pose = pose;
            self.flight = None;
        } else {
            self.flight = Some((self.pose, pose, 0.0));
        }
    }

    /// Whether the camera is in an eased flight.
    pub fn in_flight(&self) -> bool {
        self.flight.is_some()
    }
}

/// The owner of the pointer: decided once per press, so that a drag begun on the stage stays with the camera and one begun on a panel never moves it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub enum PointerOwner {
    /// No button is down.
    #[default]
    Nobody,
    /// Pressed over the user interface.
    Interface,
    /// Pressed on the stage; the drag so far in logical pixels.
    Stage {
        /// Path length since the press.
        travelled: f32,
    },
}

/// A drag shorter than this (logical pixels) is a click.
pub const CLICK_SLOP: f32 = 4.0;

const BUTTONS: [MouseButton; 3] = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];

/// Gives the pointer to the stage or to the interface when a button goes down, and frees it after the last one came up.
pub fn own_pointer(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window, With<PrimaryWindow>>,
    area: Res<StageArea>,
    mut owner: ResMut<PointerOwner>,
) {
    if buttons.any_just_pressed(BUTTONS) {
        let over_stage =
            area.pointer_over_stage && window.cursor_position().is_some_and(|p| area.contains(p));
        *owner = if over_stage {
            PointerOwner::Stage { travelled: 0.0 }
        } else {
            PointerOwner::Interface
        };
    } else if !buttons.any_pressed(BUTTONS) && !buttons.any_just_released(BUTTONS) {
        *owner = PointerOwner::Nobody;
    }
}

/// Moves the camera: pointer, wheel and flights.
#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
pub fn drive_camera(
    time: Res<Time<bevy::time::Real>>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    window: Single<&Window, With<PrimaryWindow>>,
    area: Res<StageArea>,
    mut owner: ResMut<PointerOwner>,
    mut camera: Single<(&mut OrbitCamera, &mut Transform, &Camera, &GlobalTransform)>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (orbit, transform, lens, global) = &mut *camera;
    let pointer = window.cursor_position();
    let over_stage = area.pointer_over_stage && pointer.is_some_and(|p| area.contains(p));
    let mut pose = orbit.pose;
    let height = area.size.y.max(1.0);
    let mm_per_pixel =
        2.0 * pose.distance * (FIELD_OF_VIEW_DEGREES.to_radians() * 0.5).tan() / height;
    if let PointerOwner::Stage { travelled } = &mut *owner {
        // What moved before the press does not count; a whole click may fit into one slow frame.
        if !buttons.any_just_pressed(BUTTONS) {
            *travelled += motion.delta.length();
        }
        if *travelled > CLICK_SLOP && motion.delta != Vec2::ZERO {
            orbit.flight = None;
            let pans = buttons.pressed(MouseButton::Right)
                || buttons.pressed(MouseButton::Middle)
                || keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
            if pans {
                let rotation = pose.rotation();
                pose.target += (rotation * Vec3::NEG_X * motion.delta.x
                    + rotation * Vec3::Y * motion.delta.y)
                    * mm_per_pixel;
            } else {
                pose.yaw -= motion.delta.x * 0.006;
                pose.pitch = (pose.pitch + motion.delta.y * 0.006).clamp(-1.5697, 1.5697);
            }
        }
    }
    if over_stage && scroll.delta.y != 0.0 {
        orbit.flight = None;
        let steps = match scroll.unit {
            MouseScrollUnit::Line => scroll.delta.y,
            MouseScrollUnit::Pixel => scroll.delta.y / 60.0,
        };
        let next =
            (pose.distance * 0.88f32.powf(steps)).clamp(DISTANCE_LIMITS_MM.0, DISTANCE_LIMITS_MM.1);
        // The point under the cursor, in the plane through the target, stays under the cursor.
        if let Some(ray) = pointer.and_then(|p| area.ray(lens, global, p)) {
            let normal = pose.rotation() * Vec3::Z;
            let along = ray.direction.dot(normal);
            if along.abs() > 1e-4 {
                let hit =
                    ray.origin + *ray.direction * ((pose.target - ray.origin).dot(normal) / along);
                pose.target = hit + (pose.target - hit) * (next / pose.distance);
            }
        }
        pose.distance = next;
    }
    if let Some((from, to, t)) = orbit.flight {
        // A frame that came late (idle window) must not eat the flight.
        let t = t + time.delta_secs().min(0.1) / FLIGHT_SECONDS;
        if t >= 1.0 {
            pose = to;
            orbit.flight = None;
        } else {
            let eased = 1.0 - (1.0 - t).powi(3);
            pose = from.lerp(&to, eased);
            orbit.flight = Some((from, to, t));
        }
        redraw.write(RequestRedraw);
    }
    if pose != orbit.pose {
        orbit.pose = pose;
        **transform = pose.transform();
        redraw.write(RequestRedraw);
    } else if **transform != pose.transform() {
        **transform = pose.transform();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_keeps_its_handedness_and_faces_the_viewer() {
        let left = world_from_lps([1.0, 0.0, 0.0]);
        let posterior = world_from_lps([0.0, 1.0, 0.0]);
        let superior = world_from_lps([0.0, 0.0, 1.0]);
        assert_eq!(left.cross(posterior), superior);
        let anterior_eye = Pose::standard(StandardView::Anterior).transform();
        let offset = anterior_eye.translation - Vec3::new(0.0, 12.0, 0.0);
        assert!(
            offset.dot(posterior) < 0.0,
            "the anterior camera stands in front of the body"
        );
        assert!(
            (*anterior_eye.right() - left).length() < 1e-6,
            "the patient's left is on the right of the picture"
        );
        let left_eye = Pose::standard(StandardView::Left).transform();
        assert!(left_eye.translation.x > 1000.0);
    }

    #[test]
    fn world_and_lps_are_inverse() {
        let p = [12.0, -34.5, 56.0];
        assert_eq!(lps_from_world(world_from_lps(p)), p);
    }

    #[test]
    fn a_flight_takes_the_short_way_round() {
        let from = Pose {
            yaw: 3.0,
            ..Pose::standard(StandardView::Anterior)
        };
        let to = Pose { yaw: -3.0, ..from };
        let half = from.lerp(&to, 0.5);
        assert!(
            (half.yaw - std::f32::consts::PI).abs() < 1e-4,
            "{}",
            half.yaw
        );
    }
}
