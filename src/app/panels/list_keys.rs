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

impl Rows<'_> {
    /// The row that has the keyboard.
    pub fn held(&self, ui: &Ui) -> Option<usize> {
        let focused = ui.memory(|memory| memory.focused())?;
        self.ids.iter().position(|id| *id == focused)
    }

    /// Goes where the keys of this frame lead, which takes the keyboard along; returns the row, if that is another one.
    pub fn go(&self, ui: &Ui) -> Option<usize> {
        let held = self.held(ui)?;
        // Elsewhere the arrows go from one control to the next.
        let filter = EventFilter {
            vertical_arrows: true,
            ..Default::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(self.ids[held], filter));
        let pressed: Vec<Key> = ui.input(|input| input.events.iter().filter_map(plain).collect());
        let mut at = held;
        for key in pressed {
            at = self.led_to(at, key).unwrap_or(at);
        }
        if at == held {
            return None;
        }
        ui.memory_mut(|memory| {
            memory.request_focus(self.ids[at]);
            // Nor does it go on from the row that has just got it.
            memory.move_focus(FocusDirection::None);
        });
        Some(at)
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

/// The key of an event that presses it, without others.
fn plain(event: &Event) -> Option<Key> {
    match event {
        Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } if modifiers.is_none() => Some(*key),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{Context, Modifiers, RawInput, Sense};

    /// A frame with a button, a list of ten rows and another button, in which these keys are pressed; returns the row that was gone to.
    fn frame(ctx: &Context, keys: &[Key]) -> Option<usize> {
        let key = |key: &Key| Event::Key {
            key: *key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        let input = RawInput {
            events: keys.iter().map(key).collect(),
            ..Default::default()
        };
        let mut went = None;
        let mut frame = ctx.run_ui(input, |ui| {
            let _ = ui.button("before");
            let ids: Vec<Id> = (0..10).map(|row| Id::new(("row", row))).collect();
            let rows = Rows {
                ids: &ids,
                stop: 2,
                page: 4,
            };
            went = rows.go(ui);
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
        went
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
            assert_eq!(frame(&ctx, &[key]), Some(to), "{key:?}");
            assert_eq!(held(&ctx), Some(to), "{key:?}");
        }
        assert_eq!(frame(&ctx, &[Key::ArrowUp]), None, "the first");
        assert_eq!(frame(&ctx, &[Key::PageUp]), None);
        assert_eq!(held(&ctx), Some(0));
        // Several in one.
        let both = [Key::ArrowDown, Key::ArrowDown];
        assert_eq!(frame(&ctx, &both), Some(2));
        frame(&ctx, &[Key::Tab]);
        assert_eq!(held(&ctx), None, "the button after");
        assert!(ctx.memory(|memory| memory.focused()).is_some());
        assert_eq!(frame(&ctx, &[Key::ArrowDown]), None);
    }
}
