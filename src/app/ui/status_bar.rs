//! The bar below: library, model, engine and renderer in plain words.

use bevy_egui::egui::{self, RichText, Ui};

use super::{Commands, View, theme};
use crate::app::command::Command;
use crate::app::state::{Chrome, PanelTab};

/// Draws the bar.
pub fn show(ui: &mut Ui, view: &View, chrome: &mut Chrome, sent: &mut Commands) {
    egui::Panel::bottom("status bar")
        .frame(
            egui::Frame::new()
                .fill(theme::panel())
                .inner_margin(egui::Margin::symmetric(12, 5)),
        )
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                let small = |words: String| RichText::new(words).small().color(theme::dim());
                let library = view.library;
                if let Some(import) = library.import.as_ref().filter(|import| !import.done) {
                    ui.spinner();
                    ui.label(small(format!(
                        "{} landed of {} read",
                        import.added, import.read
                    )));
                    if import.duplicates + import.refused > 0 {
                        ui.label(small(format!(
                            "{} known already, {} refused",
                            import.duplicates, import.refused
                        )));
                    }
                    if ui.small_button("Cancel").clicked() {
                        sent.push(Command::CancelImport);
                    }
                    ui.separator();
                }
                if let Some(replacing) = library.replacing {
                    ui.spinner();
                    ui.label(small(format!(
                        "{} of {} placed anew",
                        replacing.done, replacing.of
                    )));
                    if ui.small_button("Cancel").clicked() {
                        sent.push(Command::CancelImport);
                    }
                    ui.separator();
                } else if library.outdated > 0 {
                    ui.label(small(format!(
                        "Placed by an older model: {}",
                        library.outdated
                    )));
                    if ui
                        .small_button("Place anew")
                        .on_hover_text("Their markers move to where the present model puts them")
                        .clicked()
                    {
                        sent.push(Command::PlaceAnew);
                    }
                    ui.separator();
                }
                let name = library
                    .path
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned())
                    .unwrap_or_default();
                if let Some(words) = &view.atlases.busy {
                    ui.spinner();
                    ui.label(small(words.clone()));
                    ui.separator();
                }
                let count = library.all.len();
                ui.label(small(if library.ready {
                    format!("{count} documents · {name} saved")
                } else {
                    "Opening the library…".to_owned()
                }))
                .on_hover_text(library.path.display().to_string());
                ui.separator();
                ui.label(small(view.atlases.shown_name().to_owned()))
                    .on_hover_text("The atlas on the stage");
                ui.separator();
                match &library.engine {
                    Some(Ok(words)) => {
                        ui.label(small(format!("model {} on {}", words.model, words.engine)))
                            .on_hover_text(&words.reason);
                    }
                    Some(Err(reason)) => {
                        ui.label(
                            RichText::new("⚠ no model: texts cannot be placed")
                                .small()
                                .color(theme::warning()),
                        )
                        .on_hover_text(reason);
                    }
                    None => {
                        ui.label(small("opening the model…".to_owned()));
                    }
                }
                ui.separator();
                ui.label(small(format!("renderer: {}", chrome.renderer)));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if !library.problems.is_empty()
                        && ui
                            .link(
                                RichText::new(format!("⚠ {} problems", library.problems.len()))
                                    .small()
                                    .color(theme::warning()),
                            )
                            .clicked()
                    {
                        sent.push(Command::ShowTab(PanelTab::Problems));
                    }
                    ui.label(small("A reading aid, not a medical device".to_owned()));
                });
            });
        });
}
