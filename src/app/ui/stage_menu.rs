//! The menu that a right click on the stage opens: what can be done with what is under the cursor.

use bevy_egui::egui::{self, RichText};

use super::{Commands, View, theme};
use crate::app::command::Command;
use crate::app::looking::SectionPreset;
use crate::app::state::{Chrome, Look, PanelTab};

/// Draws the menu when it is open.
pub fn show(ctx: &egui::Context, view: &View, chrome: &mut Chrome, sent: &mut Commands) {
    let Some(menu) = chrome.stage_menu.clone() else {
        return;
    };
    let mut close = false;
    let area = egui::Area::new(egui::Id::new("stage menu"))
        .order(egui::Order::Foreground)
        .fixed_pos(egui::pos2(menu.at[0], menu.at[1]))
        .show(ctx, |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(226.0);
                ui.spacing_mut().item_spacing.y = 2.0;
                let structure = menu.hover.as_ref().zip(view.atlas()).map(|(hover, atlas)| {
                    (
                        hover.structure,
                        hover.point_mm,
                        atlas.catalogue().get(hover.structure),
                    )
                });
                let mut entry = |ui: &mut egui::Ui, words: &str, commands: Vec<Command>| {
                    let button = egui::Button::new(words)
                        .frame(false)
                        .min_size(egui::vec2(218.0, 22.0))
                        .right_text("");
                    if ui.add(button).clicked() {
                        sent.extend(commands);
                        close = true;
                    }
                };
                if let Some((index, point_mm, structure)) = structure {
                    let id = || structure.id.clone();
                    ui.label(RichText::new(view.name(index)).strong());
                    entry(
                        ui,
                        "Documents here",
                        vec![
                            Command::SelectStructure {
                                structure: id(),
                                point_mm: Some(point_mm),
                            },
                            Command::ShowTab(PanelTab::Results),
                        ],
                    );
                    entry(ui, "Isolate", vec![Command::Isolate(id())]);
                    entry(ui, "Ghost", vec![Command::SetLook(id(), Look::Ghost)]);
                    entry(ui, "Hide", vec![Command::SetLook(id(), Look::Hidden)]);
                    entry(
                        ui,
                        "Look here",
                        vec![Command::FlyTo {
                            point_mm,
                            distance_mm: 600.0,
                        }],
                    );
                    ui.separator();
                    for (words, preset) in [
                        ("Cut here, axial", SectionPreset::Axial),
                        ("Cut here, coronal", SectionPreset::Coronal),
                        ("Cut here, sagittal", SectionPreset::Sagittal),
                        ("Cut here, facing you", SectionPreset::Facing),
                    ] {
                        entry(
                            ui,
                            words,
                            vec![
                                Command::Crosshair(point_mm),
                                Command::AddSection {
                                    preset,
                                    at_crosshair: true,
                                },
                            ],
                        );
                    }
                    ui.separator();
                }
                let hidden = view.body.hidden_by_hand.len();
                if hidden > 0 {
                    entry(
                        ui,
                        &format!("Restore hidden ({hidden})"),
                        vec![Command::RestoreHidden],
                    );
                }
                if !view.looking.sections.is_empty() {
                    entry(ui, "Close the cuts", vec![Command::ClearSections]);
                }
                let labels = if view.looking.labels {
                    "Hide the labels"
                } else {
                    "Label what is seen"
                };
                entry(ui, labels, vec![Command::ToggleLabels]);
                entry(ui, "Measure a distance", vec![Command::ToggleMeasure]);
                if let Some((_, point_mm, _)) = structure {
                    let [x, y, z] = point_mm;
                    ui.label(
                        RichText::new(format!("{x:.0}, {y:.0}, {z:.0} mm (LPS)"))
                            .small()
                            .color(theme::dim()),
                    );
                }
            });
        });
    let pressed_elsewhere = ctx.input(|input| {
        input.pointer.any_pressed()
            && input
                .pointer
                .interact_pos()
                .is_some_and(|p| !area.response.rect.contains(p))
    });
    if close || pressed_elsewhere {
        chrome.stage_menu = None;
    }
}
