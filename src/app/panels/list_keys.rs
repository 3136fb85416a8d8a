//! A list by keys: one of its rows has the keyboard, arrows lead to the others, and Tab goes past them.

use bevy_egui::egui::{Event, EventFilter, FocusDirection, Id, Key, Ui};

/// A list of rows, one below the other.
pub struct Rows<'a> {
    /// What each row is called by egui.
    pub ids: &'a [Id],
    /// The row that Tab leads to while none of them has the keyboard.
    pub stop: usize,
    /// How many rows are seen at once.
    pub page: usize,
}

/// What keys do in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// Open this row.
    Open(usize),
    /// Tick this row, or no longer.
    Tick(usize),
    /// Tick the rows up to this one.
    TickThrough(usize),
    /// Tick none.
    Untick,
}

impl Rows<'_> {
    /// The row that has the keyboard.
    pub fn held(&self, ui: &Ui) -> Option<usize> {
        let focused = ui.memory(|memory| memory.focused())?;
        self.ids.iter().position(|id| *id == focused)
    }

    /// What the keys of this frame do, in their order; the keyboard goes along. With `escapes`, Escape is the list's.
    pub fn go(&self, ui: &Ui, escapes: bool) -> Vec<Does> {
        let Some(held) = self.held(ui) else {
            return Vec::new();
        };
        // Elsewhere the arrows go from one control to the next.
        let filter = EventFilter {
            vertical_arrows: true,
            escape: escapes,
            ..Default::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(self.ids[held], filter));
        let (mut at, mut does) = (held, Vec::new());
        let mut by_arrows = false;
        ui.input_mut(|input| {
            input.events.retain(|event| {
                let Some((key, with_shift)) = pressed(event) else {
                    return true;
                };
                by_arrows |= matches!(key, Key::ArrowUp | Key::ArrowDown);
                let to = self.led_to(at, key).filter(|to| *to != at);
                if let Some(to) = to {
                    at = to;
                    does.push(match with_shift {
                        true => Does::TickThrough(to),
                        false => Does::Open(to),
                    });
                }
                match key {
                    Key::Space if !with_shift => does.push(Does::Tick(at)),
                    Key::Space => does.push(Does::TickThrough(at)),
                    Key::Escape if escapes => does.push(Does::Untick),
                    _ => return true,
                }
                // A button would be pressed by it.
                false
            });
        });
        ui.memory_mut(|memory| {
            if at != held {
                memory.request_focus(self.ids[at]);
            }
            // What has just got the keyboard does not hold the arrows yet.
            if by_arrows {
                memory.move_focus(FocusDirection::None);
            }
        });
        does
    }

    /// Where a key leads from a row.
    fn led_to(&self, from: usize, key: Key) -> Option<usize> {
        let last = self.ids.len().checked_sub(1)?;
        // A row of before stays in sight.
        let page = self.page.saturating_sub(1).max(1);
        let to = match key {
            Key::ArrowDown => from + 1,
            Key::ArrowUp => from.saturating_sub(1),
            Key::PageDown => from + page,
            Key::PageUp => from.saturating_sub(page),
            Key::Home => 0,
            Key::End => last,
            _ => return None,
        };
        Some(to.min(last))
    }
}

/// The key of an event that presses it, alone or with Shift.
pub(super) fn pressed(event: &Event) -> Option<(Key, bool)> {
    match event {
        Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } if modifiers.is_none() || modifiers.shift_only() => Some((*key, modifiers.shift)),
        _ => None,
    }
}

/// A frame in which these keys are pressed.
#[cfg(test)]
pub fn pressing(keys: &[Key], modifiers: bevy_egui::egui::Modifiers) -> bevy_egui::egui::RawInput {
    let key = |key: &Key| Event::Key {
        key: *key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    };
    bevy_egui::egui::RawInput {
        events: keys.iter().map(key).collect(),
        focused: true,
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{Context, Modifiers, Sense};

    /// A frame with a button, a list of ten rows and another button, in which these keys are pressed; returns what they did.
    fn frame(ctx: &Context, keys: &[Key]) -> Vec<Does> {
        with(ctx, keys, Modifiers::NONE)
    }

    /// The same with other keys held.
    fn with(ctx: &Context, keys: &[Key], modifiers: Modifiers) -> Vec<Does> {
        let input = pressing(keys, modifiers);
        let mut did = Vec::new();
        let mut frame = ctx.run_ui(input, |ui| {
            let _ = ui.button("before");
            let ids: Vec<Id> = (0..10).map(|row| Id::new(("row", row))).collect();
            let rows = Rows {
                ids: &ids,
                stop: 2,
                page: 4,
            };
            did = rows.go(ui, true);
            let stop = rows.held(ui).unwrap_or(rows.stop);
            for (row, id) in ids.iter().enumerate() {
                let (_, rect) = ui.allocate_space([40.0, 10.0].into());
                let sense = match row == stop {
                    true => Sense::click(),
                    false => Sense::CLICK,
                };
                ui.interact(rect, *id, sense);
            }
            let _ = ui.button("after");
        });
        frame.textures_delta.clear();
        did
    }

    fn held(ctx: &Context) -> Option<usize> {
        let focused = ctx.memory(|memory| memory.focused())?;
        (0..10).find(|row| Id::new(("row", *row)) == focused)
    }

    #[test]
    fn tab_enters_once_and_leaves_once_and_the_other_keys_lead_through_it() {
        let ctx = Context::default();
        frame(&ctx, &[]);
        frame(&ctx, &[Key::Tab]);
        assert_eq!(held(&ctx), None, "the button before");
        frame(&ctx, &[Key::Tab]);
        assert_eq!(held(&ctx), Some(2));
        // One key in each frame, also in the frame after the keyboard has come.
        for (key, to) in [
            (Key::ArrowDown, 3),
            (Key::ArrowDown, 4),
            (Key::ArrowUp, 3),
            (Key::PageDown, 6),
            (Key::PageUp, 3),
            (Key::End, 9),
            (Key::Home, 0),
        ] {
            assert_eq!(frame(&ctx, &[key]), [Does::Open(to)], "{key:?}");
            assert_eq!(held(&ctx), Some(to), "{key:?}");
        }
        assert_eq!(frame(&ctx, &[Key::ArrowUp]), [], "the first");
        assert_eq!(frame(&ctx, &[Key::PageUp]), []);
        assert_eq!(held(&ctx), Some(0));
        // Several in one.
        let both = [Key::ArrowDown, Key::ArrowDown];
        assert_eq!(frame(&ctx, &both), [Does::Open(1), Does::Open(2)]);
        // Ticking takes the keyboard along, and Escape leaves it where it is.
        assert_eq!(frame(&ctx, &[Key::Space]), [Does::Tick(2)]);
        let shift = with(&ctx, &[Key::ArrowDown], Modifiers::SHIFT);
        assert_eq!(shift, [Does::TickThrough(3)]);
        assert_eq!(frame(&ctx, &[]), []);
        assert_eq!(frame(&ctx, &[Key::Escape]), [Does::Untick]);
        assert_eq!(held(&ctx), Some(3));
        frame(&ctx, &[Key::Tab]);
        assert_eq!(held(&ctx), None, "the button after");
        assert!(ctx.memory(|memory| memory.focused()).is_some());
        assert_eq!(frame(&ctx, &[Key::ArrowDown]), []);
    }
}
