//! How the body is looked at: cuts, taking apart, colours, saved views, measured distances.

use bevy_egui::egui::{self, RichText, Ui};

use anatomy::StructureIndex;
use language::say;
use viewer::command::{BodyCommand, HistoryCommand, SectionCommand, ViewCommand};
use viewer::{Language, MAX_SECTIONS, Palette, Quality, SectionPreset, Theme, View};

use super::Sent;
use crate::app::theme;

/// Draws the contents of the left panel's second tab.
pub fn show(ui: &mut Ui, view: &View, name: &mut String, sent: &mut Sent) {
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            sections(ui, view, sent);
            ui.separator();
            apart(ui, view, sent);
            ui.separator();
            colours(ui, view, sent);
            ui.separator();
            views(ui, view, name, sent);
            if !view.scene.measurements.is_empty() {
                ui.separator();
                measured(ui, view, sent);
            }
        });
}

fn heading(ui: &mut Ui, words: &str) {
    ui.label(RichText::new(words).small().strong().color(theme::dim()));
}

fn sections(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let sections = &view.scene.sections;
    ui.horizontal(|ui| {
        heading(ui, "CUTS");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if !sections.is_empty() && ui.small_button("Close all").clicked() {
                sent.push(SectionCommand::ClearSections);
            }
        });
    });
    ui.add_enabled_ui(sections.len() < MAX_SECTIONS, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (words, preset, hint) in [
                ("Axial", SectionPreset::Axial, "Takes the upper part away"),
                ("Coronal", SectionPreset::Coronal, "Takes the front away"),
                (
                    "Sagittal",
                    SectionPreset::Sagittal,
                    "Takes the patient's left away",
                ),
                (
                    "Facing",
                    SectionPreset::Facing,
                    "Takes away what lies between you and the middle of the view · X",
                ),
            ] {
                if ui.button(words).on_hover_text(hint).clicked() {
                    sent.push(SectionCommand::AddSection {
                        preset,
                        through: None,
                    });
                }
            }
        });
    });
    let half = view.atlas().map_or([300.0; 3], |atlas| {
        atlas.labels().dims().map(|n| n as f32 * 0.5)
    });
    for (at, plane) in sections.iter().enumerate() {
        ui.horizontal(|ui| {
            let mut changed = *plane;
            ui.checkbox(&mut changed.on, "")
                .on_hover_text("Cut, or rest");
            ui.add_sized(
                [52.0, 18.0],
                egui::Label::new(RichText::new(plane.orientation()).small()),
            );
            let reach = plane.reach_mm(half);
            ui.spacing_mut().slider_width = (ui.available_width() - 82.0).max(40.0);
            ui.spacing_mut().item_spacing.x = 4.0;
            let slider = ui
                .add(egui::Slider::new(&mut changed.offset_mm, -reach..=reach).show_value(false))
                .on_hover_text(format!("{:.0} mm from the middle", plane.offset_mm));
            if slider.drag_stopped() {
                sent.push(HistoryCommand::Settle);
            }
            if ui
                .small_button("Flip")
                .on_hover_text("Take the other side away")
                .clicked()
            {
                changed = changed.flipped();
            }
            if changed != *plane {
                sent.push(SectionCommand::SetSection(at, changed));
            }
            if ui
                .small_button("×")
                .on_hover_text("Take this cut away")
                .clicked()
            {
                sent.push(SectionCommand::RemoveSection(at));
            }
        });
    }
    if !sections.is_empty() {
        let mut fill = view.scene.fill_cut;
        if ui
            .checkbox(&mut fill, "All tissue on the cut face")
            .on_hover_text("Muscles, fat and skin are drawn on the face of the cut also where their surfaces are not shown")
            .changed()
        {
            sent.push(SectionCommand::FillCut(fill));
        }
        if view.scene.explode > 0.0 {
            ui.label(
                RichText::new("Cuts rest while the body is apart")
                    .small()
                    .color(theme::warning()),
            );
        }
    }
}

fn apart(ui: &mut Ui, view: &View, sent: &mut Sent) {
    heading(ui, "APART");
    let mut amount = view.scene.explode;
    ui.spacing_mut().slider_width = ui.available_width() - 4.0;
    let slider = egui::Slider::new(&mut amount, 0.0..=1.0).show_value(false);
    let slider = ui
        .add(slider)
        .on_hover_text("Moves the structures away from the middle of the body");
    if slider.changed() {
        sent.push(BodyCommand::Explode(amount));
    }
    if slider.drag_stopped() {
        sent.push(HistoryCommand::Settle);
    }
}

/// The language of the window.
fn languages(ui: &mut Ui, view: &View, sent: &mut Sent) {
    ui.horizontal_wrapped(|ui| {
        ui.label(
            RichText::new(say!("settings-language"))
                .small()
                .color(theme::dim()),
        );
        for (words, choice) in Language::choices() {
            if ui
                .selectable_label(view.language == choice, words)
                .clicked()
            {
                sent.push(ViewCommand::SetLanguage(choice));
            }
        }
    });
}

fn colours(ui: &mut Ui, view: &View, sent: &mut Sent) {
    heading(ui, "COLOURS");
    for palette in Palette::ALL {
        if ui
            .radio(view.scene.palette == palette, palette.label())
            .clicked()
        {
            sent.push(BodyCommand::SetPalette(palette));
        }
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new("Window").small().color(theme::dim()));
        for (choice, words) in [(Theme::Dark, "Dark"), (Theme::Light, "Light")] {
            if ui.selectable_label(view.theme == choice, words).clicked() {
                sent.push(ViewCommand::SetTheme(choice));
            }
        }
    });
    languages(ui, view, sent);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Drawing").small().color(theme::dim()));
        for choice in Quality::ALL {
            if ui
                .selectable_label(view.quality == choice, choice.label())
                .clicked()
            {
                sent.push(ViewCommand::SetQuality(choice));
            }
        }
    });
}

fn views(ui: &mut Ui, view: &View, name: &mut String, sent: &mut Sent) {
    heading(ui, "SAVED VIEWS");
    ui.horizontal(|ui| {
        let edit = ui.add(
            egui::TextEdit::singleline(name)
                .hint_text("Name of this view")
                .desired_width((ui.available_width() - 58.0).max(60.0)),
        );
        let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let named = !name.trim().is_empty();
        if (ui.add_enabled(named, egui::Button::new("Save")).clicked() || entered) && named {
            sent.push(ViewCommand::SaveView(std::mem::take(name)));
        }
    });
    for saved in &view.scene.views {
        ui.horizontal(|ui| {
            let go = egui::Button::selectable(false, &saved.name).truncate();
            if ui
                .add_sized([(ui.available_width() - 30.0).max(60.0), 20.0], go)
                .clicked()
            {
                sent.push(ViewCommand::GoToView(saved.name.clone()));
            }
            if ui
                .small_button("×")
                .on_hover_text("Forget this view")
                .clicked()
            {
                sent.push(ViewCommand::RemoveView(saved.name.clone()));
            }
        });
    }
}

fn measured(ui: &mut Ui, view: &View, sent: &mut Sent) {
    ui.horizontal(|ui| {
        heading(ui, "MEASURED");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.small_button("Forget all").clicked() {
                sent.push(ViewCommand::ClearMeasurements);
            }
        });
    });
    let name = |point: viewer::StagePoint, called: fn(&View, StructureIndex) -> String| {
        view.atlas()
            .and_then(|atlas| atlas.nearest_structure(point.mm()))
            .map_or_else(String::new, |(structure, _)| called(view, structure))
    };
    for measured in &view.scene.measurements {
        ui.label(format!(
            "{:.1} mm  {} to {}",
            measured.length_mm(),
            name(measured.from_mm, View::name),
            name(measured.to_mm, View::name_within)
        ));
    }
}
