//! The menu of a row: at the pointer by the right button of the mouse; by Shift F10, or the key for menus, below the row that has the keyboard,
//! which then goes through the menu and comes back.

use bevy_egui::egui::{FocusDirection, Id, Key, Modifiers, Popup, Response, SetOpenCommand, Ui};

/// How far a menu that was opened by keys has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ByKeys {
    /// It was not.
    #[default]
    No,
    /// Its first entry is to take the keyboard.
    Opens,
    /// Its entries have it.
    Open,
    /// It is gone: the row has the keyboard again, unless something else took it.
    Gone,
}

/// Offers the menu of a row.
pub(super) fn of(row: &Response, entries: impl FnOnce(&mut Ui)) {
    let ctx = &row.ctx;
    let kept: Id = Popup::default_response_id(row).with("by keys");
    let before = ctx.data(|data| data.get_temp::<ByKeys>(kept));
    let before = before.unwrap_or_default();
    let asks =
        row.has_focus() && ctx.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::F10));
    let mut now = match (asks, row.secondary_clicked()) {
        (true, _) => ByKeys::Opens,
        (false, true) => ByKeys::No,
        (false, false) => before,
    };
    let mut menu = Popup::context_menu(row);
    if now != ByKeys::No {
        menu = menu.anchor(row.rect.left_bottom());
    }
    if asks {
        menu = menu.open_memory(SetOpenCommand::Bool(true));
    }
    let shown = menu.show(|ui| {
        // Before it has been measured nothing in it can take the keyboard.
        let takes = now == ByKeys::Opens && !ui.is_sizing_pass();
        if takes {
            row.surrender_focus();
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::Next));
        }
        entries(ui);
        if takes {
            // Without an entry it is not handed on to what follows the row.
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            now = ByKeys::Open;
        }
    });
    if shown.is_none() {
        now = match now {
            ByKeys::Opens | ByKeys::Open => ByKeys::Gone,
            ByKeys::Gone | ByKeys::No => ByKeys::No,
        };
        if before == ByKeys::Gone && ctx.memory(|memory| memory.focused()).is_none() {
            row.request_focus();
        }
    }
    if now != before {
        ctx.data_mut(|data| data.insert_temp(kept, now));
    }
    if matches!(now, ByKeys::Opens | ByKeys::Gone) {
        ctx.request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{Context, Event, RawInput};

    /// A frame of two rows with a menu of two entries each, in which these keys are pressed; what was chosen.
    fn frame(ctx: &Context, keys: &[(Key, Modifiers)]) -> Option<String> {
        let key = |(key, modifiers): &(Key, Modifiers)| Event::Key {
            key: *key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: *modifiers,
        };
        let input = RawInput {
            events: keys.iter().map(key).collect(),
            ..Default::default()
        };
        let mut chosen = None;
        let mut frame = ctx.run_ui(input, |ui| {
            for row in ["first", "second"] {
                let button = ui.button(row);
                of(&button, |ui| {
                    for entry in ["open", "remove"] {
                        if ui.button(entry).clicked() {
                            chosen = Some(format!("{entry} {row}"));
                            ui.close();
                        }
                    }
                });
            }
        });
        frame.textures_delta.clear();
        chosen
    }

    const F10: (Key, Modifiers) = (Key::F10, Modifiers::SHIFT);
    const TAB: (Key, Modifiers) = (Key::Tab, Modifiers::NONE);
    const ENTER: (Key, Modifiers) = (Key::Enter, Modifiers::NONE);
    const ESCAPE: (Key, Modifiers) = (Key::Escape, Modifiers::NONE);

    fn rests(ctx: &Context) {
        for _ in 0..4 {
            assert_eq!(frame(ctx, &[]), None);
        }
    }

    #[test]
    fn the_row_that_has_the_keyboard_opens_its_menu_by_keys_and_gets_the_keyboard_back() {
        let ctx = Context::default();
        rests(&ctx);
        frame(&ctx, &[F10]);
        rests(&ctx);
        assert_eq!(frame(&ctx, &[ENTER]), None, "no row has the keyboard");

        frame(&ctx, &[TAB]);
        frame(&ctx, &[TAB]);
        rests(&ctx);
        let row = ctx.memory(|memory| memory.focused());
        for (leads, chosen) in [(vec![], "open second"), (vec![TAB], "remove second")] {
            frame(&ctx, &[F10]);
            rests(&ctx);
            let entry = ctx.memory(|memory| memory.focused());
            assert!(entry.is_some() && entry != row, "an entry has it");
            for key in leads {
                frame(&ctx, &[key]);
            }
            assert_eq!(frame(&ctx, &[ENTER]).as_deref(), Some(chosen));
            rests(&ctx);
            assert_eq!(ctx.memory(|memory| memory.focused()), row, "it is back");
        }
        frame(&ctx, &[F10]);
        rests(&ctx);
        frame(&ctx, &[ESCAPE]);
        rests(&ctx);
        assert!(!Popup::is_any_open(&ctx));
        assert_eq!(ctx.memory(|memory| memory.focused()), row);
    }
}
