//! The switch that tints the words of a text by how much they speak for a place, and what the tints mean.

use bevy_egui::egui::{RichText, Ui};
use grounding::Attribution;
use language::say;
use viewer::View;
use viewer::command::TextCommand;

use super::{Sent, icons};
use crate::app::theme;

/// The line above the words; `pending`: they are being weighed.
pub(super) fn show(
    ui: &mut Ui,
    view: &View,
    pending: bool,
    found: Option<&Attribution>,
    sent: &mut Sent,
) {
    let on = view.documents.why.on;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if ui
            .selectable_label(on, (icons::WHY, say!("document-why")))
            .on_hover_text(say!("document-why-hint"))
            .clicked()
        {
            sent.push(TextCommand::ToggleWhy);
        }
        if !on {
            return;
        }
        if let Some(Err(reason)) = &view.documents.engine {
            let words = say!("document-why-not", reason = reason);
            ui.label(RichText::new(words).small().color(theme::error()));
        } else if pending {
            ui.spinner();
        } else if let Some(found) = found {
            let swatch = |ui: &mut Ui, share: f32, words: &str| {
                let words = RichText::new(format!(" {words} ")).small();
                let words = words.color(theme::text());
                let words = if share < 0.0 {
                    words.underline()
                } else {
                    words
                };
                ui.label(words.background_color(theme::word_tint(share)));
            };
            let name = view.name_of(&found.structure);
            swatch(ui, 1.0, &say!("document-why-for", name = name));
            swatch(ui, -1.0, &say!("document-why-against"));
            let rest = say!("document-why-stronger");
            ui.label(RichText::new(rest).small().color(theme::dim()));
        }
    });
    ui.add_space(2.0);
}
