//! The History list: every step that can be undone or redone; a click goes to it.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};
use language::say;
use viewer::command::HistoryCommand;
use viewer::{Above, Popover, View};

use super::{Layer, Pane, Sent, draw_in, lent, popover};
use crate::app::theme;

pub fn plugin(app: &mut App) {
    draw_in(
        app,
        Layer::Windows,
        draw.run_if(popover::is_open(Popover::History)),
    );
}

fn draw(mut pane: Pane) -> Result {
    pane.over(show)
}

fn show(ctx: &egui::Context, free: egui::Rect, view: &View, sent: &mut Sent) {
    let window = popover::framed(say!("steps-title"), "History")
        .fixed_pos(free.min + egui::vec2(12.0, 12.0))
        .default_width(280.0);
    popover::show(ctx, Popover::History, window, sent, |ui, sent| {
        let (done, undone) = (&view.history.done, &view.history.undone);
        if done.is_empty() && undone.is_empty() {
            let words = say!("steps-none");
            ui.label(RichText::new(words).color(theme::dim()));
            return;
        }
        let most = (free.height() - 120.0).max(120.0);
        egui::ScrollArea::vertical()
            .max_height(most)
            .stick_to_bottom(true)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                let steps = done.iter().chain(undone.iter().rev());
                let first = say!("steps-first");
                let labels = std::iter::once(first.as_str());
                let labels = labels.chain(steps.map(|s| s.label.as_str()));
                for (n, label) in labels.enumerate() {
                    let present = n == done.len();
                    let mut words = RichText::new(label);
                    if n > done.len() {
                        words = words.color(theme::dim()).italics();
                    }
                    let row = egui::Button::selectable(present, words)
                        .truncate()
                        .min_size(egui::vec2(260.0, 22.0))
                        .right_text("");
                    let row = ui.add(row);
                    // The one that changes nothing.
                    if present {
                        lent::first(&row, Above::Popover(Popover::History));
                    }
                    if row.clicked() {
                        sent.push(HistoryCommand::GoToStep(n));
                    }
                }
            });
    });
}
