//! The shortcuts, made from the table of commands, and what the program is.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Ui};
use language::say;
use viewer::command::{WindowCommand, key_help};
use viewer::{Above, Popover, View};

use super::{Layer, Pane, Sent, draw_in, icons, lent, popover};
use crate::app::theme;

pub fn plugin(app: &mut App) {
    draw_in(
        app,
        Layer::Windows,
        draw.run_if(popover::is_open(Popover::Help)),
    );
}

fn draw(mut pane: Pane) -> Result {
    pane.over(show)
}

fn show(ctx: &egui::Context, free: egui::Rect, view: &View, sent: &mut Sent) {
    let window = popover::page(say!("help-title"), "Keyboard and about", free);
    popover::show(ctx, Popover::Help, window, sent, |ui, sent| {
        ui.label(say!("help-about"));
        ui.label(RichText::new(say!("help-private")).color(theme::dim()));
        if let Some(Ok(engine)) = &view.documents.engine {
            let words = say!("help-model", model = &engine.model, engine = &engine.engine);
            ui.label(RichText::new(words).small().color(theme::dim()))
                .on_hover_text(&engine.reason);
        }
        let guide = WindowCommand::TogglePopover(Popover::Guide);
        let words = (icons::LIST, guide.about().label());
        let button = ui.button(words);
        lent::first(&button, Above::Popover(Popover::Help));
        if button.clicked() {
            sent.push(guide);
        }
        ui.add_space(6.0);
        popover::read(ui, view, keys);
    });
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
