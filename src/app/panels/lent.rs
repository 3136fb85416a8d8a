//! The keyboard, lent to what opens above the rest of the window and given back to who had it before.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Context, Id, Memory, Popup, Response};
use viewer::{Above, Popover};

use super::{Layer, draw_in, frame};
use crate::app::core::Core;

pub fn plugin(app: &mut App) {
    app.init_resource::<Lent>();
    draw_in(app, Layer::Begin, lend);
}

/// Who has the keyboard, and who had it.
#[derive(Resource, Default)]
struct Lent {
    /// What has it while it is open.
    to: Option<Above>,
    /// Who had it last that is neither a menu nor a box of text.
    last: Option<Id>,
    /// Who had it before.
    by: Option<Id>,
    /// Who had it a frame ago.
    had: Option<Id>,
    /// Frames for which it is waited that who had it is there again: a question hides the panels.
    wait: u8,
}

/// See [`Lent::wait`].
const WAIT: u8 = 8;

/// Takes the keyboard for what opens, and gives it back to who had it, unless a box is to have it now.
fn lend(
    core: Res<Core>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut lent: ResMut<Lent>,
    mut contexts: EguiContexts,
) -> Result {
    let above = core.above();
    let ctx = contexts.ctx_mut()?;
    let focused = ctx.memory(Memory::focused);
    let had = std::mem::replace(&mut lent.had, focused);
    if above == lent.to {
        if let Some(above) = above {
            // A control that is gone leaves it to the next one of its window.
            let gone = |id: Id| ctx.read_response(id).is_none();
            if focused.is_none() && had.is_some_and(gone) {
                offer(ctx, above);
            }
        } else {
            remember(ctx, &mut lent);
        }
        give_back(ctx, core.layout.focus.is_some(), &mut lent);
        return Ok(());
    }
    let before = std::mem::replace(&mut lent.to, above);
    ctx.request_repaint();
    let Some(above) = above else {
        lent.wait = WAIT;
        if ctx.text_edit_focused() {
            lent.by = None;
        }
        return Ok(());
    };
    if before.is_none() {
        lent.by = lent.last.take();
        lent.wait = 0;
    }
    // Nobody is disturbed in typing by what opens by itself.
    let by_itself = matches!(
        above,
        Above::Preview | Above::Popover(Popover::Welcome | Popover::Duplicates)
    );
    if by_itself && ctx.text_edit_focused() {
        return Ok(());
    }
    if let Some(id) = focused {
        ctx.memory_mut(|memory| memory.surrender_focus(id));
    }
    offer(ctx, above);
    let by_keys = keys.is_some_and(|keys| {
        keys.get_pressed().next().is_some() || keys.get_just_pressed().next().is_some()
    });
    if by_keys {
        frame::goes_by_keys(ctx);
    }
    Ok(())
}

/// Notes who has it. A click on a menu takes it away before a window is asked for.
fn remember(ctx: &Context, lent: &mut Lent) {
    if ctx.text_edit_focused() || Popup::is_any_open(ctx) {
        return;
    }
    let clicks = ctx.input(|input| input.pointer.any_down() || input.pointer.any_released());
    let focused = ctx.memory(Memory::focused);
    if focused.is_some() || !clicks {
        lent.last = focused;
    }
}

/// Gives the keyboard back once who had it has been drawn again. To what is gone it is not given: a screen reader would be told of a control that is not
/// there, and fail.
fn give_back(ctx: &Context, elsewhere: bool, lent: &mut Lent) {
    if lent.to.is_some() || lent.wait == 0 {
        return;
    }
    lent.wait -= 1;
    let by = lent.by.filter(|_| !elsewhere);
    let there = by.filter(|by| ctx.read_response(*by).is_some());
    if let Some(by) = there {
        ctx.memory_mut(|memory| memory.request_focus(by));
    }
    if by.is_none() || there.is_some() {
        lent.wait = 0;
    }
    if lent.wait == 0 {
        lent.by = None;
    } else {
        ctx.request_repaint();
    }
}

/// Where it stands which window's first control is to have the keyboard.
fn offered() -> Id {
    Id::new("keyboard offered to")
}

fn offer(ctx: &Context, above: Above) {
    ctx.data_mut(|data| data.insert_temp(offered(), above));
}

/// Gives a control the keyboard when its window has just opened: the first one that asks for it gets it.
pub(super) fn first(control: &Response, of: Above) {
    let ctx = &control.ctx;
    let to = ctx.data(|data| data.get_temp::<Above>(offered()));
    if control.enabled() && to == Some(of) {
        ctx.data_mut(|data| data.remove::<Above>(offered()));
        control.request_focus();
        ctx.request_repaint();
    }
}

/// Gives what a window is there for the keyboard while nobody has it: Enter does it, unless another control has been gone to.
pub(super) fn main(control: &Response) {
    let nobody = control.ctx.memory(|memory| memory.focused().is_none());
    if nobody && control.enabled() {
        control.request_focus();
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui;

    use super::*;

    /// Who has the keyboard after a frame with two buttons of a window, the first of which may be disabled.
    fn has_it(ctx: &Context, enabled: bool, of: Above) -> Option<&'static str> {
        let input = egui::RawInput {
            focused: true,
            ..Default::default()
        };
        let mut found = None;
        let mut frame = ctx.run_ui(input, |ui| {
            let one = ui.add_enabled(enabled, egui::Button::new("one"));
            first(&one, of);
            let two = ui.button("two");
            first(&two, of);
            let of_both = [(one, "one"), (two, "two")].into_iter();
            let focused = of_both.filter(|(button, _)| button.has_focus());
            found = focused.map(|(_, name)| name).next();
        });
        frame.textures_delta.clear();
        found
    }

    #[test]
    fn the_first_control_of_a_window_that_opens_has_the_keyboard_once() {
        let help = Above::Popover(Popover::Help);
        let ctx = Context::default();
        assert_eq!(has_it(&ctx, true, help), None, "nothing has opened");
        offer(&ctx, help);
        assert_eq!(has_it(&ctx, true, Above::GetAtlas), None, "another one has");
        assert_eq!(has_it(&ctx, true, help), Some("one"));
        let focused = ctx.memory(Memory::focused).unwrap();
        ctx.memory_mut(|memory| memory.surrender_focus(focused));
        assert_eq!(has_it(&ctx, true, help), None, "only when it opens");
        offer(&ctx, help);
        assert_eq!(has_it(&ctx, false, help), Some("two"));
    }
}
