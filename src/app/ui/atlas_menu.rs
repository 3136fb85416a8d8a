//! The atlas on the stage: choose another, import one, get a public one.

use bevy_egui::egui::{self, RichText, Ui};

use super::{Commands, View, theme};
use crate::app::command::Command;

/// Draws the menu button.
pub fn show(ui: &mut Ui, view: &View, sent: &mut Commands) {
    ui.menu_button("Atlas", |ui| {
        let shown = view.atlases.shown.as_deref();
        if ui
            .selectable_label(shown.is_none(), "Modelled torso")
            .clicked()
        {
            sent.push(Command::ShowAtlas(None));
            ui.close();
        }
        for atlas in &view.atlases.installed {
            let label = ui
                .selectable_label(shown == Some(atlas.slug.as_str()), &atlas.name)
                .on_hover_text(format!("Licence: {}", atlas.license));
            if label.clicked() {
                sent.push(Command::ShowAtlas(Some(atlas.slug.clone())));
                ui.close();
            }
        }
        ui.separator();
        if ui
            .add_enabled(shown.is_some(), egui::Button::new("Names of this atlas…"))
            .on_hover_text("What each of its names was matched to; map them by hand")
            .on_disabled_hover_text("The modelled torso bears the catalogue's own names")
            .clicked()
        {
            sent.push(Command::ToggleNames);
            ui.close();
        }
        ui.separator();
        for (words, command) in [
            ("Import from files…", Command::ImportAtlasFiles),
            ("Import from a folder…", Command::ImportAtlasFolder),
            ("Get an atlas…", Command::ToggleGetAtlas),
        ] {
            if ui.button(words).clicked() {
                sent.push(command);
                ui.close();
            }
        }
    });
}

/// The list of public atlases: size, licence and source stand beside the button that fetches one.
pub fn get_window(ctx: &egui::Context, view: &View, sent: &mut Commands) {
    let mut open = true;
    egui::Window::new("Get an atlas")
        .order(egui::Order::Foreground)
        .open(&mut open)
        .collapsible(false)
        .default_width(520.0)
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(ctx, |ui| {
            ui.label(
                "Nothing is fetched until you press Fetch. What comes is checked and kept on this machine.",
            );
            for atlas in download::catalogue() {
                ui.separator();
                ui.label(RichText::new(&atlas.title).strong().size(14.5));
                ui.label(&atlas.description);
                egui::Grid::new(&atlas.id)
                    .num_columns(2)
                    .spacing([12.0, 3.0])
                    .show(ui, |ui| {
                        for (what, words) in [
                            (
                                "Size",
                                format!(
                                    "{:.1} MB in {} files",
                                    atlas.total_bytes() as f64 / 1e6,
                                    atlas.files.len()
                                ),
                            ),
                            ("Licence", atlas.license.clone()),
                            ("Source", atlas.source.clone()),
                            ("Cite", atlas.citation.clone()),
                        ] {
                            ui.label(RichText::new(what).small().color(theme::dim()));
                            ui.add(egui::Label::new(RichText::new(words).small()).wrap());
                            ui.end_row();
                        }
                    });
                if atlas.files.iter().any(|file| !file.verified) {
                    ui.label(
                        RichText::new("⚠ Some addresses were not seen to work; what comes is checked all the same.")
                            .small()
                            .color(theme::warning()),
                    );
                }
                let busy = view.atlases.busy.is_some();
                if ui.add_enabled(!busy, egui::Button::new("Fetch")).clicked() {
                    sent.push(Command::GetAtlas(atlas.id.clone()));
                }
            }
            if let Some(words) = &view.atlases.busy {
                ui.separator();
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(words);
                    if ui.small_button("Stop").clicked() {
                        sent.push(Command::CancelGetAtlas);
                    }
                });
            }
        });
    if !open {
        sent.push(Command::ToggleGetAtlas);
    }
}
