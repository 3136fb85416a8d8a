//! The watched folders: what is missing of them, and the way out.

use std::path::Path;

use bevy_egui::egui::{self, Label, RichText, Ui};
use language::say;
use viewer::command::{ImportCommand, SelectCommand};
use viewer::{View, WatchedFolder};

use super::icons;
use super::{Sent, heads};
use crate::app::theme;

/// Documents that are listed whose files are gone.
const LISTED: usize = 50;

/// The mark of a document whose file is gone, which says where it was.
pub fn gone_mark(ui: &mut Ui, file: &Path) {
    let mark = icons::GONE.small().color(theme::warning());
    mark.tell(ui, &gone_in_words(file));
}

/// That the file of a document is gone, and where it was.
pub fn gone_in_words(file: &Path) -> String {
    say!("watched-file-gone", path = file.display().to_string())
}

/// Draws the section of the Library tab.
pub fn show(ui: &mut Ui, view: &View, sent: &mut Sent) {
    ui.add_space(8.0);
    heads::head(ui, icons::WATCHED, &say!("watched-heading"));
    for folder in &view.documents.watched {
        row(ui, folder, sent);
    }
    let button = ui.small_button((icons::ADD, say!("watched-add")));
    let hint = say!("watched-add-hint");
    if button.on_hover_text(hint).clicked() {
        sent.push(ImportCommand::WatchFolder);
    }
}

fn row(ui: &mut Ui, folder: &WatchedFolder, sent: &mut Sent) {
    let path = &folder.watched.folder;
    ui.horizontal(|ui| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let hint = say!("watched-remove-hint");
            if icons::button(ui, icons::CLOSE, &hint).clicked() {
                sent.push(ImportCommand::Unwatch(path.clone()));
            }
            if folder.missing {
                let words = RichText::new(say!("watched-missing"));
                ui.label(words.small().color(theme::warning()));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(Label::new(name.to_string_lossy()).truncate())
                    .on_hover_text(path.display().to_string());
            });
        });
    });
    if folder.gone.is_empty() {
        return;
    }
    let words = say!("watched-gone", count = folder.gone.len());
    let words = RichText::new(words).small().color(theme::warning());
    egui::CollapsingHeader::new(words)
        .id_salt(path)
        .show(ui, |ui| {
            for gone in folder.gone.iter().take(LISTED) {
                ui.horizontal(|ui| {
                    gone_mark(ui, &gone.file);
                    let title = Label::new(RichText::new(&gone.title).small());
                    let title = title.truncate().sense(egui::Sense::click());
                    if ui.add(title).clicked() {
                        sent.push(SelectCommand::SelectDocument(gone.key));
                    }
                });
            }
            if folder.gone.len() > LISTED {
                let more = folder.gone.len() - LISTED;
                let words = say!("watched-more", count = more);
                ui.label(RichText::new(words).small().color(theme::dim()));
            }
        });
}
