//! The frame that the windows over the stage share: in front of everything, of one size, and closed by the cross in its corner as by Escape.

use bevy::prelude::Res;
use bevy_egui::egui::{self, Align2, Event, EventFilter, Id, Key, Order, Ui, Vec2, Window, vec2};
use viewer::command::WindowCommand;
use viewer::{Above, Popover, View};

use super::Sent;
use crate::app::core::Core;

/// Run condition: it is open.
pub(super) fn is_open(popover: Popover) -> impl Fn(Res<Core>) -> bool + Clone {
    move |core: Res<Core>| core.layout.popover == Some(popover)
}

/// A window with a title that neither folds nor is made larger; where it stands is said by whoever opens it.
pub(super) fn framed(title: String, id: &str) -> Window<'static> {
    Window::new(title)
        .id(Id::new(id))
        .order(Order::Foreground)
        .collapsible(false)
        .resizable(false)
}

/// The same, in the middle.
pub(super) fn centred(title: String, id: &str) -> Window<'static> {
    framed(title, id).anchor(Align2::CENTER_CENTER, Vec2::ZERO)
}

/// The same, for a page that is read: as high as the stage has room, at most.
pub(super) fn page(title: String, id: &str, free: egui::Rect) -> Window<'static> {
    centred(title, id).max_height((free.height() - 60.0).max(200.0))
}

/// Draws a window until its cross is clicked, which closes what is open.
pub(super) fn show(
    ctx: &egui::Context,
    popover: Popover,
    window: Window<'_>,
    sent: &mut Sent,
    add: impl FnOnce(&mut Ui, &mut Sent),
) {
    let mut open = true;
    window.open(&mut open).show(ctx, |ui| add(ui, sent));
    if !open {
        sent.push(WindowCommand::TogglePopover(popover));
    }
}

/// How far an arrow scrolls, points; a page goes on by this share of what is seen.
const STEP: f32 = 40.0;
const PAGE: f32 = 0.9;
/// Farther than any page is long, points.
const TO_THE_END: f32 = 1e6;

/// What is read in a window, scrolled by the keys for that while the window lies above the rest.
pub(super) fn read(ui: &mut Ui, view: &View, add: impl FnOnce(&mut Ui)) {
    let is_above = view.above().is_some_and(Above::is_page);
    egui::ScrollArea::vertical().show(ui, |ui| {
        if is_above {
            scroll(ui);
        }
        add(ui);
    });
}

fn scroll(ui: &Ui) {
    let ctx = ui.ctx();
    if ctx.text_edit_focused() || egui::Popup::is_any_open(ctx) {
        return;
    }
    // The arrows lead to no other control.
    let held = EventFilter {
        vertical_arrows: true,
        ..Default::default()
    };
    ui.memory_mut(|memory| {
        if let Some(id) = memory.focused() {
            memory.set_focus_lock_filter(id, held);
        }
    });
    let page = ui.clip_rect().height() * PAGE;
    let down = |event: &Event| match event {
        Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } if modifiers.is_none() => match key {
            Key::ArrowDown => Some(STEP),
            Key::ArrowUp => Some(-STEP),
            Key::PageDown => Some(page),
            Key::PageUp => Some(-page),
            Key::End => Some(TO_THE_END),
            Key::Home => Some(-TO_THE_END),
            _ => None,
        },
        _ => None,
    };
    let by: Vec<f32> = ui.input(|input| input.events.iter().filter_map(down).collect());
    for by in by {
        ui.scroll_with_delta(vec2(0.0, -by));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the first line of a page stands in a window, half a second after a key.
    fn first_line(ctx: &egui::Context, view: &View, key: Option<Key>, now: &mut f64) -> f32 {
        let mut at = 0.0;
        for frame in 0..6 {
            *now += 0.1;
            let press = key.filter(|_| frame == 0).map(|key| Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: egui::Modifiers::NONE,
            });
            let input = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(
                    egui::Pos2::ZERO,
                    vec2(300.0, 200.0),
                )),
                time: Some(*now),
                events: press.into_iter().collect(),
                focused: true,
                ..Default::default()
            };
            let mut drawn = ctx.run_ui(input, |ui| {
                read(ui, view, |ui| {
                    at = ui.label("first").rect.top();
                    for line in 0..99 {
                        ui.label(line.to_string());
                    }
                });
            });
            drawn.textures_delta.clear();
        }
        at
    }

    #[test]
    fn a_page_is_scrolled_by_keys() {
        let ctx = egui::Context::default();
        let mut view = View::default();
        let mut now = 0.0;
        let top = first_line(&ctx, &view, None, &mut now);
        let end = first_line(&ctx, &view, Some(Key::End), &mut now);
        assert_eq!(end, top, "another window has the keys");

        view.layout.popover = Some(Popover::Help);
        let mut after = |key| first_line(&ctx, &view, Some(key), &mut now);
        let step = top - after(Key::ArrowDown);
        assert!((step - STEP).abs() < 2.0, "{step}");
        let page = top - after(Key::PageDown) - step;
        assert!(page > 3.0 * STEP, "{page}");
        let end = after(Key::End);
        assert!(end < top - 1000.0, "{end}");
        assert!(after(Key::ArrowUp) > end);
        assert!((after(Key::Home) - top).abs() < 2.0);
    }
}
