//! The shortcuts, made from the table of commands, and what the program is.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, Ui};
use language::say;
use viewer::command::{WindowCommand, key_help};
use viewer::{Popover, View};

use super::{Layer, Pane, Sent, draw_in, icons};
use crate::app::core::Core;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    let open = |core: Res<Core>| core.layout.popover == Some(Popover::Help);
    draw_in(app, Layer::Windows, draw.run_if(open));
}

fn draw(mut pane: Pane) -> Result {
    pane.over(show)
}

fn show(ctx: &egui::Context, free: egui::Rect, view: &View, sent: &mut Sent) {
    let mut open = true;
    egui::Window::new(say!("help-title"))
        .id(egui::Id::new("Keyboard and about"))
        .order(egui::Order::Foreground)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .max_height((free.height() - 60.0).max(200.0))
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(ctx, |ui: &mut Ui| {
            ui.label(say!("help-about"));
            ui.label(RichText::new(say!("help-private")).color(theme::dim()));
            if let Some(Ok(engine)) = &view.documents.engine {
                let words = say!(
                    "help-model",
                    model = &engine.model,
                    engine = &engine.engine,
                    reason = &engine.reason
                );
                ui.label(RichText::new(words).small().color(theme::dim()));
            }
            let guide = WindowCommand::TogglePopover(Popover::Guide);
            let words = (icons::LIST, guide.about().label());
            if ui.button(words).clicked() {
                sent.push(guide);
            }
            ui.add_space(6.0);
            egui::ScrollArea::vertical().show(ui, keys);
        });
    if !open {
        sent.push(WindowCommand::TogglePopover(Popover::Help));
    }
}

fn keys(ui: &mut Ui) {
    egui::Grid::new("shortcuts")
        .num_columns(2)
        .spacing([24.0, 4.0])
        .show(ui, |ui| {
            for (keys, words) in key_help() {
                ui.label(RichText::new(keys).monospace().color(theme::accent_ui()));
                ui.label(words);
                ui.end_row();
            }
        });
}
