//! Measuring by keys: arrows move the crossing of the slices in the plane that one looks at, Page Up and Page Down away from the eye and towards it, Enter sets
//! an end of the distance there.

use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::input::ModifierKeysState;
use viewer::command::ViewCommand;
use viewer::lps_from_world;

use super::camera::OrbitCamera;
use super::measured::ByKeys;
use crate::app::core::held::follow;
use crate::app::core::{Act, Core};

/// How far a press leads, and one with Shift, mm.
const STEPS_MM: [f32; 2] = [1.0, 10.0];

/// What came in: keys, and whether the pointer has moved since.
type Came<'w, 's> = (
    MessageReader<'w, 's, KeyboardInput>,
    MessageReader<'w, 's, KeyboardFocusLost>,
    MessageReader<'w, 's, CursorMoved>,
);

/// Measures while no control has the keyboard. Keys are taken in their order, each with Shift as it was then: on a slow renderer a whole chord falls
/// within a frame.
pub fn by_keys(
    (mut keys, mut lost, mut moved): Came,
    mut held: Local<ModifierKeysState>,
    mut contexts: EguiContexts,
    core: Res<Core>,
    camera: Single<&OrbitCamera>,
    mut shown: ResMut<ByKeys>,
    mut act: Act,
) {
    if lost.read().next().is_some() {
        *held = ModifierKeysState::default();
    }
    let measures = core.layout.tool.measures() && core.quiz.is_none();
    if moved.read().next().is_some() || !measures {
        shown.set_if_neq(ByKeys(false));
    }
    let typing = contexts
        .ctx_mut()
        .is_ok_and(|ctx| ctx.egui_wants_keyboard_input());
    let elsewhere = typing || core.layout.focus.is_some() || core.above().is_some();
    let turn = camera.pose.rotation();
    let mut at = core.crosshair_mm;
    for input in keys.read() {
        follow(&mut held, input);
        let chord = held.ctrl || held.alt || held.win;
        if !input.state.is_pressed() || !measures || elsewhere || chord {
            continue;
        }
        if input.logical_key == Key::Enter {
            act.send(ViewCommand::MeasurePoint(at));
        } else if let Some(step) = step(&input.logical_key, held.shift, turn) {
            at = core.crossing_after(at, step);
            act.send(ViewCommand::Crosshair(at));
        } else {
            continue;
        }
        shown.set_if_neq(ByKeys(true));
    }
}

/// How far a key leads as one looks, mm along the axes of the body (LPS); nothing where it is none for that.
fn step(key: &Key, with_shift: bool, turn: Quat) -> Option<[f32; 3]> {
    let on_screen = match key {
        Key::ArrowLeft => Vec3::NEG_X,
        Key::ArrowRight => Vec3::X,
        Key::ArrowUp => Vec3::Y,
        Key::ArrowDown => Vec3::NEG_Y,
        Key::PageUp => Vec3::NEG_Z,
        Key::PageDown => Vec3::Z,
        _ => return None,
    };
    let far = STEPS_MM[usize::from(with_shift)];
    Some(lps_from_world(turn * on_screen * far))
}

#[cfg(test)]
mod tests {
    use viewer::{Pose, StagePoint, StandardView};

    use super::*;

    #[test]
    fn arrows_lead_where_they_point_from_whichever_side_one_looks() {
        let from = |side: StandardView| {
            let (yaw, pitch) = side.angles();
            let pose = Pose {
                yaw,
                pitch,
                ..Pose::default()
            };
            pose.rotation()
        };
        let near = |step: Option<[f32; 3]>, to: [f32; 3]| {
            let step = StagePoint(step.unwrap());
            step.distance_mm(StagePoint(to)) < 0.05
        };
        let front = from(StandardView::Anterior);
        // The patient faces the viewer: their left, which is x, is on the right, and posterior, which is y, is away from the eye.
        for (key, to) in [
            (Key::ArrowRight, [1.0, 0.0, 0.0]),
            (Key::ArrowLeft, [-1.0, 0.0, 0.0]),
            (Key::ArrowUp, [0.0, 0.0, 1.0]),
            (Key::ArrowDown, [0.0, 0.0, -1.0]),
            (Key::PageUp, [0.0, 1.0, 0.0]),
            (Key::PageDown, [0.0, -1.0, 0.0]),
        ] {
            assert!(near(step(&key, false, front), to), "{key:?}");
            let far = to.map(|mm| mm * 10.0);
            assert!(near(step(&key, true, front), far), "{key:?} with Shift");
        }
        let back = from(StandardView::Posterior);
        assert!(near(step(&Key::ArrowRight, false, back), [-1.0, 0.0, 0.0]));
        let above = from(StandardView::Superior);
        assert!(near(step(&Key::PageUp, true, above), [0.0, 0.0, -10.0]));
        assert_eq!(step(&Key::Home, false, front), None);
    }
}
