//! The frame that the windows over the stage share: in front of everything, of one size, and closed by the cross in its corner as by Escape.

use bevy::prelude::Res;
use bevy_egui::egui::{self, Align2, Id, Order, Ui, Vec2, Window};
use viewer::Popover;
use viewer::command::WindowCommand;

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
