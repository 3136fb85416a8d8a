//! The orbit camera: drag to orbit, right drag or Shift drag to pan, wheel to zoom towards the cursor, eased flights. Where it is
//! moved by hand it tells the core; where the core sends it, it flies.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy_egui::EguiContexts;
use viewer::command::ViewCommand;
use viewer::{Above, FIELD_OF_VIEW_DEGREES, Pose, Tool};

use super::area::StageArea;
use crate::app::core::{Act, Core, Dress, Fly};

/// Duration of an eased flight, s (DESIGN: 150-250 ms; a whole turn of the body reads better a little slower).
const FLIGHT_SECONDS: f32 = 0.35;
const DISTANCE_LIMITS_MM: (f32, f32) = (60.0, 6000.0);
/// Turn per pixel of a drag, radians.
const TURN: f32 = 0.006;
/// Turn by a press of an arrow, radians.
const KEY_TURN: f32 = 0.13;
/// What a step of the wheel, or a press of +, makes of the distance.
const STEP: f32 = 0.88;
/// What a step of the wheel, or a press of +, makes of the radius of the probe.
const WIDER: f32 = 1.15;
const CONTROL: [KeyCode; 2] = [KeyCode::ControlLeft, KeyCode::ControlRight];
/// Largest pitch, radians: a little less than straight from above.
const MOST_PITCH: f32 = 1.5697;

/// A pose as Bevy places a camera.
pub fn transform(pose: &Pose) -> Transform {
    Transform::from_translation(pose.eye()).with_rotation(pose.rotation())
}

/// The orbit camera's state.
#[derive(Component, Debug)]
pub struct OrbitCamera {
    /// The pose drawn now.
    pub pose: Pose,
    flight: Option<Flight>,
}

#[derive(Clone, Copy, Debug)]
struct Flight {
    from: Pose,
    to: Pose,
    /// 0 at the start, 1 at the end.
    progress: f32,
}

impl OrbitCamera {
    /// Starts at a pose.
    pub fn new(pose: Pose) -> Self {
        Self { pose, flight: None }
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
    /// Pressed on the stage.
    Stage {
        /// Path length since the press, logical pixels.
        travelled: f32,
        /// Where the pointer was last, logical pixels.
        last: Vec2,
    },
}

impl PointerOwner {
    /// Whether the stage is being dragged.
    pub fn drags(&self) -> bool {
        matches!(self, Self::Stage { travelled, .. } if *travelled > CLICK_SLOP)
    }

    /// Whether the stage was pressed and not dragged since.
    pub fn clicks(&self) -> bool {
        matches!(self, Self::Stage { travelled, .. } if *travelled <= CLICK_SLOP)
    }
}

/// A drag shorter than this (logical pixels) is a click.
const CLICK_SLOP: f32 = 4.0;

const BUTTONS: [MouseButton; 3] = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];

/// Gives the pointer to the stage or to the interface when a button goes down, and frees it after the last one came up.
pub fn own_pointer(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window, With<PrimaryWindow>>,
    area: Res<StageArea>,
    mut owner: ResMut<PointerOwner>,
) {
    if buttons.any_just_pressed(BUTTONS) {
        let pointer = window.cursor_position();
        let on_stage = pointer.filter(|p| area.pointer_over_stage && area.contains(*p));
        *owner = on_stage.map_or(PointerOwner::Interface, |last| PointerOwner::Stage {
            travelled: 0.0,
            last,
        });
    } else if !buttons.any_pressed(BUTTONS) && !buttons.any_just_released(BUTTONS) {
        owner.set_if_neq(PointerOwner::Nobody);
    }
}

/// Orbits and pans with the pointer. Positions of the pointer are compared rather than motions of the mouse: tablets, virtual
/// machines and remote desktops have only those.
pub fn drag(
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    window: Single<&Window, With<PrimaryWindow>>,
    (area, core): (Res<StageArea>, Res<Core>),
    mut owner: ResMut<PointerOwner>,
    mut camera: Single<&mut OrbitCamera>,
    mut act: Act,
) {
    let Some(pointer) = window.cursor_position() else {
        return;
    };
    let PointerOwner::Stage { travelled, last } = owner.bypass_change_detection() else {
        return;
    };
    let moved = pointer - std::mem::replace(last, pointer);
    *travelled += moved.length();
    if *travelled <= CLICK_SLOP || moved == Vec2::ZERO {
        return;
    }
    let mut pose = camera.pose;
    // On a slow renderer the last movement and the end of the press arrive in one frame.
    let held = |button| buttons.pressed(button) || buttons.just_released(button);
    let pans = held(MouseButton::Right)
        || held(MouseButton::Middle)
        || keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    // The tool draws.
    if !pans && core.layout.tool.draws() {
        return;
    }
    if pans {
        let half = (FIELD_OF_VIEW_DEGREES.to_radians() * 0.5).tan();
        let mm_per_pixel = 2.0 * pose.distance * half / area.size.y.max(1.0);
        let rotation = pose.rotation();
        pose.target +=
            (rotation * Vec3::NEG_X * moved.x + rotation * Vec3::Y * moved.y) * mm_per_pixel;
    } else {
        pose.yaw -= moved.x * TURN;
        pose.pitch = (pose.pitch + moved.y * TURN).clamp(-MOST_PITCH, MOST_PITCH);
    }
    camera.flight = None;
    camera.pose = pose;
    act.send(ViewCommand::MoveCamera(pose));
}

/// Zooms with the wheel; the point under the cursor, in the plane through the target, stays under the cursor.
pub fn zoom(
    scroll: Res<AccumulatedMouseScroll>,
    (core, held): (Res<Core>, Res<ButtonInput<KeyCode>>),
    window: Single<&Window, With<PrimaryWindow>>,
    area: Res<StageArea>,
    mut camera: Single<(&mut OrbitCamera, &Camera, &GlobalTransform)>,
    mut act: Act,
) {
    let pointer = window.cursor_position();
    let on_stage = pointer.filter(|p| area.pointer_over_stage && area.contains(*p));
    let Some(pointer) = on_stage.filter(|_| scroll.delta.y != 0.0) else {
        return;
    };
    let (orbit, lens, global) = &mut *camera;
    let mut pose = orbit.pose;
    let steps = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 60.0,
    };
    // The probe grows by the wheel; with Ctrl one comes nearer all the same.
    if core.layout.tool == Tool::Probe && core.quiz.is_none() && !held.any_pressed(CONTROL) {
        let radius = core.layout.probe_mm * WIDER.powf(steps);
        act.send(ViewCommand::SetProbeRadius(radius));
        return;
    }
    let (least, most) = DISTANCE_LIMITS_MM;
    let next = (pose.distance * STEP.powf(steps)).clamp(least, most);
    if let Some(ray) = area.ray(lens, global, pointer) {
        let normal = pose.rotation() * Vec3::Z;
        let along = ray.direction.dot(normal);
        if along.abs() > 1e-4 {
            let reach = (pose.target - ray.origin).dot(normal) / along;
            let hit = ray.origin + *ray.direction * reach;
            pose.target = hit + (pose.target - hit) * (next / pose.distance);
        }
    }
    pose.distance = next;
    orbit.flight = None;
    orbit.pose = pose;
    act.send(ViewCommand::MoveCamera(pose));
}

/// Turns with the arrows and zooms with + and -, while no control has the keyboard. The strip of years takes the arrows to left and right
/// while it is open, and all of them lead what is measured by keys.
pub fn keys(
    mut pressed: MessageReader<KeyboardInput>,
    held: Res<ButtonInput<KeyCode>>,
    mut contexts: EguiContexts,
    core: Res<Core>,
    mut camera: Single<&mut OrbitCamera>,
    mut act: Act,
) {
    let typing = contexts
        .ctx_mut()
        .is_ok_and(|ctx| ctx.egui_wants_keyboard_input());
    // A page that is read scrolls by them.
    let reads = core.above().is_some_and(Above::is_page);
    let chord = held.any_pressed(
        CONTROL
            .into_iter()
            .chain([KeyCode::AltLeft, KeyCode::AltRight]),
    );
    let before = camera.pose;
    let probes = core.layout.tool == Tool::Probe && core.quiz.is_none();
    let measures = core.layout.tool.measures() && core.quiz.is_none();
    let mut radius = core.layout.probe_mm;
    for input in pressed.read() {
        if input.state == ButtonState::Pressed && !typing && !reads && !chord {
            if let Some(steps) = zoom_steps(&input.logical_key).filter(|_| probes) {
                radius *= WIDER.powf(steps);
                act.send(ViewCommand::SetProbeRadius(radius));
                continue;
            }
            if measures && is_arrow(&input.logical_key) {
                continue;
            }
            let pose = camera.pose;
            camera.pose = stepped(pose, &input.logical_key, !core.layout.timeline);
        }
    }
    if camera.pose != before {
        camera.flight = None;
        act.send(ViewCommand::MoveCamera(camera.pose));
    }
}

fn is_arrow(key: &Key) -> bool {
    matches!(
        key,
        Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown
    )
}

/// How many steps nearer a key leads, if it is one for that.
fn zoom_steps(key: &Key) -> Option<f32> {
    match key {
        Key::Character(sign) if sign == "+" || sign == "=" => Some(1.0),
        Key::Character(sign) if sign == "-" => Some(-1.0),
        _ => None,
    }
}

/// Where a key leads from a pose; `sideways`: the arrows to left and right are the camera's.
fn stepped(mut pose: Pose, key: &Key, sideways: bool) -> Pose {
    let (least, most) = DISTANCE_LIMITS_MM;
    let (turn, zoom) = match key {
        Key::ArrowLeft if sideways => ([1.0, 0.0], 0.0),
        Key::ArrowRight if sideways => ([-1.0, 0.0], 0.0),
        Key::ArrowUp => ([0.0, 1.0], 0.0),
        Key::ArrowDown => ([0.0, -1.0], 0.0),
        key => match zoom_steps(key) {
            Some(steps) => ([0.0; 2], steps),
            None => return pose,
        },
    };
    pose.yaw += turn[0] * KEY_TURN;
    pose.pitch = (pose.pitch + turn[1] * KEY_TURN).clamp(-MOST_PITCH, MOST_PITCH);
    pose.distance = (pose.distance * STEP.powf(zoom)).clamp(least, most);
    pose
}

/// Begins flights, and carries the one on that is under way.
pub fn fly(
    time: Res<Time<bevy::time::Real>>,
    dress: Res<Dress>,
    mut orders: MessageReader<Fly>,
    mut camera: Single<(&mut OrbitCamera, &mut Transform)>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (orbit, placed) = &mut *camera;
    for order in orders.read() {
        if order.jump || dress.still {
            orbit.pose = order.pose;
            orbit.flight = None;
        } else {
            orbit.flight = Some(Flight {
                from: orbit.pose,
                to: order.pose,
                progress: 0.0,
            });
        }
        redraw.write(RequestRedraw);
    }
    if let Some(flight) = orbit.flight {
        // A frame that came late (idle window) must not eat the flight.
        let progress = flight.progress + time.delta_secs().min(0.1) / FLIGHT_SECONDS;
        if progress >= 1.0 {
            orbit.pose = flight.to;
            orbit.flight = None;
        } else {
            let eased = 1.0 - (1.0 - progress).powi(3);
            orbit.pose = flight.from.lerp(&flight.to, eased);
            orbit.flight = Some(Flight { progress, ..flight });
        }
        redraw.write(RequestRedraw);
    }
    let wanted = transform(&orbit.pose);
    if **placed != wanted {
        **placed = wanted;
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_turn_and_zoom_and_leave_the_years_their_arrows() {
        let front = Pose::default();
        let press = |key: Key, sideways| stepped(front, &key, sideways);
        let left = press(Key::ArrowLeft, true);
        assert!(left.yaw > front.yaw && left.pitch == front.pitch);
        assert_eq!(stepped(left, &Key::ArrowRight, true), front);
        assert_eq!(press(Key::ArrowLeft, false), front);
        assert!(press(Key::ArrowUp, false).pitch > front.pitch);
        assert!(press(Key::Character("+".into()), true).distance < front.distance);
        assert!(press(Key::Character("-".into()), true).distance > front.distance);
        assert_eq!(press(Key::Character("k".into()), true), front);
        let above = (0..99).fold(front, |pose, _| stepped(pose, &Key::ArrowUp, true));
        assert_eq!(above.pitch, MOST_PITCH);
    }
}
