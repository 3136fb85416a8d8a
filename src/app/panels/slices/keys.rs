//! The crossing of the slices by keys: arrows move it in the slice that has the keyboard, Page Up and Page Down go through the slices.

use bevy_egui::egui::{EventFilter, FocusDirection, Key, Response};
use viewer::{StagePoint, View};

use super::super::list_keys::pressed;
use super::plane::Across;

/// How far a press leads, and one with Shift, mm.
const STEPS_MM: [f32; 2] = [1.0, 10.0];

/// Where the keys of this frame lead the crossing, if this slice has the keyboard and they do.
pub fn led(response: &Response, view: &View, across: Across) -> Option<StagePoint> {
    if !response.has_focus() {
        return None;
    }
    let ctx = &response.ctx;
    let steps: Vec<[f32; 3]> = ctx.input(|input| {
        let pressed = input.events.iter().filter_map(pressed);
        pressed
            .filter_map(|(key, with_shift)| step(key, with_shift, across))
            .collect()
    });
    // Elsewhere the arrows go from one control to the next.
    let filter = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        ..Default::default()
    };
    ctx.memory_mut(|memory| {
        memory.set_focus_lock_filter(response.id, filter);
        // What has just got the keyboard does not hold the arrows yet.
        if !steps.is_empty() {
            memory.move_focus(FocusDirection::None);
        }
    });
    let all = steps.iter();
    let to = all.fold(view.crosshair_mm, |at, step| view.crossing_after(at, *step));
    (!steps.is_empty()).then_some(to)
}

/// How far a key leads, mm along the axes of the body; nothing where it is none for that.
fn step(key: Key, with_shift: bool, across: Across) -> Option<[f32; 3]> {
    let ((right, to_right), (down, downwards)) = across.picture_axes();
    let (axis, sign) = match key {
        Key::ArrowRight => (right, to_right),
        Key::ArrowLeft => (right, -to_right),
        Key::ArrowDown => (down, downwards),
        Key::ArrowUp => (down, -downwards),
        // As the wheel does.
        Key::PageUp => (across.axis(), 1.0),
        Key::PageDown => (across.axis(), -1.0),
        _ => return None,
    };
    let mut step = [0.0; 3];
    step[axis] = sign * STEPS_MM[usize::from(with_shift)];
    Some(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::panels::list_keys::pressing;
    use bevy_egui::egui::{Context, Modifiers, Sense, Ui, vec2};

    /// A frame with a picture between two buttons and these keys; what has the keyboard in the end, of the three, and where they led the crossing.
    fn frame(
        ctx: &Context,
        keys: &[Key],
        modifiers: Modifiers,
    ) -> (Option<usize>, Option<StagePoint>) {
        let view = View::default();
        let input = pressing(keys, modifiers);
        let (mut to, mut all) = (None, Vec::new());
        let mut frame = ctx.run_ui(input, |ui: &mut Ui| {
            let above = ui.button("above").id;
            let (_, picture) = ui.allocate_exact_size(vec2(90.0, 60.0), Sense::click_and_drag());
            to = led(&picture, &view, Across::Z);
            let below = ui.button("below").id;
            all = vec![above, picture.id, below];
        });
        frame.textures_delta.clear();
        let focused = ctx.memory(|memory| memory.focused());
        let held = all.iter().position(|id| Some(*id) == focused);
        (held, to)
    }

    #[test]
    fn every_key_leads_where_it_points_and_with_shift_ten_times_as_far() {
        for (across, key, to) in [
            (Across::Z, Key::ArrowRight, [1.0, 0.0, 0.0]),
            (Across::Z, Key::ArrowLeft, [-1.0, 0.0, 0.0]),
            (Across::Z, Key::ArrowUp, [0.0, -1.0, 0.0]),
            (Across::Z, Key::ArrowDown, [0.0, 1.0, 0.0]),
            (Across::Z, Key::PageUp, [0.0, 0.0, 1.0]),
            (Across::Z, Key::PageDown, [0.0, 0.0, -1.0]),
            (Across::X, Key::ArrowRight, [0.0, 1.0, 0.0]),
            (Across::X, Key::ArrowUp, [0.0, 0.0, 1.0]),
            (Across::X, Key::PageUp, [1.0, 0.0, 0.0]),
        ] {
            assert_eq!(step(key, false, across), Some(to), "{key:?}");
            let far = to.map(|mm| mm * 10.0);
            assert_eq!(step(key, true, across), Some(far), "{key:?} with Shift");
        }
        assert_eq!(step(Key::Home, false, Across::Z), None);
    }

    #[test]
    fn arrows_stay_in_the_slice_that_has_the_keyboard_and_tab_leaves_it() {
        let ctx = Context::default();
        let none = Modifiers::NONE;
        frame(&ctx, &[], none);
        assert_eq!(frame(&ctx, &[Key::Tab], none), (Some(0), None));
        assert_eq!(frame(&ctx, &[Key::PageUp], none), (Some(0), None));
        assert_eq!(frame(&ctx, &[Key::Tab], none).0, Some(1));
        // Also in the frame after the keyboard has come, and several in one.
        let down = Some(StagePoint([0.0, 1.0, 0.0]));
        assert_eq!(frame(&ctx, &[Key::ArrowDown], none), (Some(1), down));
        let both = [Key::ArrowDown, Key::ArrowDown, Key::ArrowRight];
        let there = Some(StagePoint([1.0, 2.0, 0.0]));
        assert_eq!(frame(&ctx, &both, none), (Some(1), there));
        let up = Some(StagePoint([0.0, -10.0, 0.0]));
        assert_eq!(
            frame(&ctx, &[Key::ArrowUp], Modifiers::SHIFT),
            (Some(1), up)
        );
        assert_eq!(frame(&ctx, &[Key::ArrowUp], Modifiers::CTRL).1, None);
        assert_eq!(frame(&ctx, &[Key::Tab], none).0, Some(2));
        assert_eq!(frame(&ctx, &[Key::ArrowDown], none).1, None);
    }
}
