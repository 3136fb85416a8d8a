//! The shortcuts, made from the table of commands, and what the program is.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Ui};
use language::say;
use viewer::command::{WindowCommand, key_help, pointer_help};
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

/// Keys, then what the pointer does: that is told in words, and would push aside what stands beside the keys.
fn keys(ui: &mut Ui) {
    let all = key_help();
    let (keys, pointer) = all.split_at(all.len() - pointer_help().len());
    table(ui, "shortcuts", keys);
    ui.add_space(8.0);
    table(ui, "pointer", pointer);
}

fn table(ui: &mut Ui, id: &str, rows: &[(String, String)]) {
    egui::Grid::new(id)
        .num_columns(2)
        .spacing([24.0, 4.0])
        .show(ui, |ui| {
            for (keys, words) in rows {
                ui.label(RichText::new(keys).monospace().color(theme::accent_ui()));
                ui.label(words);
                ui.end_row();
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keys_do_stands_beside_the_widest_of_them() {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        theme::apply(&ctx, true);
        let mut painted = Vec::new();
        // A table knows its columns a frame later.
        for _ in 0..3 {
            let mut frame = ctx.run_ui(egui::RawInput::default(), keys);
            frame.textures_delta.clear();
            let shapes = frame.shapes.into_iter();
            let words = shapes.filter_map(|clipped| match clipped.shape {
                egui::Shape::Text(words) => Some(words),
                _ => None,
            });
            painted = words.collect();
        }
        let mut rows = key_help();
        rows.truncate(rows.len() - pointer_help().len());
        let (mut keys_end, mut words_begin) = (0.0_f32, f32::INFINITY);
        for one in &painted {
            let (words, place) = (one.galley.text(), one.visual_bounding_rect());
            if rows.iter().any(|(keys, _)| keys == words) {
                keys_end = keys_end.max(place.right());
            } else if rows.iter().any(|(_, does)| does == words) {
                words_begin = words_begin.min(place.left());
            }
        }
        let between = words_begin - keys_end;
        assert!((10.0..30.0).contains(&between), "{between}");
    }
}
