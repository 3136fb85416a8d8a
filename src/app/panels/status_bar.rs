//! The bar below: library, model, engine and renderer in plain words.

use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::{self, RichText, Ui};

use viewer::command::{LibraryCommand, WindowCommand};
use viewer::{LibraryState, PanelTab, Popover, View};

use super::{Layer, Pane, Sent, draw_in, not_presenting};
use crate::app::stage::target::Renderer;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    draw_in(app, Layer::Bars, draw.run_if(not_presenting));
}

fn draw(mut pane: Pane, renderer: Res<Renderer>) -> Result {
    pane.dock("status bar", |ui, view, sent| {
        show(ui, view, &renderer.words, sent)
    })
}

fn show(ui: &mut Ui, view: &View, renderer: &str, sent: &mut Sent) {
    egui::Panel::bottom("status bar")
        .frame(
            egui::Frame::new()
                .fill(theme::panel())
                .inner_margin(egui::Margin::symmetric(12, 5)),
        )
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                let small = |words: String| RichText::new(words).small().color(theme::dim());
                let library = &view.documents;
                jobs(ui, view, sent);
                if library.outdated > 0 && view.jobs.placing().is_none() {
                    ui.label(small(format!(
                        "Placed by an older model: {}",
                        library.outdated
                    )));
                    if ui
                        .small_button("Place anew")
                        .on_hover_text("Their markers move to where the present model puts them")
                        .clicked()
                    {
                        sent.push(LibraryCommand::PlaceAnew);
                    }
                    ui.separator();
                }
                let name = library
                    .path
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned())
                    .unwrap_or_default();
                let count =
                    library.entries.len() - view.scene.removed.len().min(library.entries.len());
                let gone = library.state == LibraryState::Ready && library.gone;
                let state = small(match library.state {
                    LibraryState::Ready if gone => {
                        format!("⚠ {name} was removed or replaced: nothing more is saved")
                    }
                    LibraryState::Ready => {
                        let documents = if count == 1 { "document" } else { "documents" };
                        format!("{count} {documents} · {name} saved")
                    }
                    LibraryState::Opening => "Opening the library…".to_owned(),
                    LibraryState::Refused => "No library is open".to_owned(),
                });
                let state = if gone {
                    state.color(theme::warning())
                } else {
                    state
                };
                ui.label(state)
                    .on_hover_text(library.path.display().to_string());
                if gone && ui.small_button("Save a copy…").clicked() {
                    sent.push(LibraryCommand::SaveCopy);
                }
                ui.separator();
                ui.label(small(
                    view.atlases.name_of(view.scene.atlas.as_deref()).to_owned(),
                ))
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
                ui.label(small(format!("renderer: {}", renderer)));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if !library.problems.is_empty()
                        && ui
                            .link(
                                RichText::new(match library.problems.len() {
                                    1 => "⚠ 1 problem".to_owned(),
                                    n => format!("⚠ {n} problems"),
                                })
                                .small()
                                .color(theme::warning()),
                            )
                            .clicked()
                    {
                        sent.push(WindowCommand::ShowTab(PanelTab::Problems));
                    }
                    ui.label(small("A reading aid, not a medical device".to_owned()));
                });
            });
        });
}

/// The job that the user waits for: an import before all, else the one that began last. A click lists all of them.
fn jobs(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let Some(job) = view.jobs.placing().or_else(|| view.jobs.running().last()) else {
        return;
    };
    ui.spinner();
    let words = if job.detail.is_empty() {
        &job.title
    } else {
        &job.detail
    };
    let link = ui
        .link(RichText::new(words).small())
        .on_hover_text("All jobs");
    if link.clicked() {
        sent.push(WindowCommand::TogglePopover(Popover::Jobs));
    }
    if ui.small_button("Cancel").clicked() {
        sent.push(WindowCommand::CancelJob(job.id));
    }
    ui.separator();
}
