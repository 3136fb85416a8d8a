//! The menu that a right click on the stage opens: what can be done with what is under the cursor.

use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::{self, RichText};

use viewer::command::{BodyCommand, SectionCommand, SelectCommand, ViewCommand, WindowCommand};
use viewer::{Command, PanelTab, SectionPreset, View, Visibility};

use super::{Layer, Pane, Sent, draw_in};
use crate::app::core::Core;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    let open = |core: Res<Core>| core.layout.stage_menu.is_some();
    draw_in(app, Layer::Windows, draw.run_if(open));
}

fn draw(mut pane: Pane) -> Result {
    pane.over(|ctx, _, view, sent| show(ctx, view, sent))
}

fn show(ctx: &egui::Context, view: &View, sent: &mut Sent) {
    let Some(menu) = &view.layout.stage_menu else {
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
                let structure = menu
                    .hover
                    .as_ref()
                    .map(|hover| (hover.structure, hover.point_mm));
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
                if let Some((index, point_mm)) = structure {
                    ui.label(RichText::new(view.name(index)).strong());
                    entry(
                        ui,
                        "Documents here",
                        vec![
                            SelectCommand::SelectStructure {
                                structure: index,
                                point_mm: Some(point_mm),
                            }
                            .into(),
                            WindowCommand::ShowTab(PanelTab::Results).into(),
                        ],
                    );
                    entry(ui, "Isolate", vec![BodyCommand::Isolate(index).into()]);
                    entry(
                        ui,
                        "Ghost",
                        vec![BodyCommand::SetVisibility(index, Visibility::Ghost).into()],
                    );
                    entry(
                        ui,
                        "Hide",
                        vec![BodyCommand::SetVisibility(index, Visibility::Hidden).into()],
                    );
                    entry(
                        ui,
                        "Look here",
                        vec![
                            ViewCommand::FlyTo {
                                point_mm,
                                distance_mm: 600.0,
                            }
                            .into(),
                        ],
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
                                ViewCommand::Crosshair(point_mm).into(),
                                SectionCommand::AddSection {
                                    preset,
                                    through: Some(point_mm),
                                }
                                .into(),
                            ],
                        );
                    }
                    ui.separator();
                }
                let hidden = view.scene.hidden_by_hand.len();
                if hidden > 0 {
                    entry(
                        ui,
                        &format!("Restore hidden ({hidden})"),
                        vec![BodyCommand::RestoreHidden.into()],
                    );
                }
                if !view.scene.sections.is_empty() {
                    entry(
                        ui,
                        "Close the cuts",
                        vec![SectionCommand::ClearSections.into()],
                    );
                }
                let labels = if view.scene.labels {
                    "Hide the labels"
                } else {
                    "Label what is seen"
                };
                entry(ui, labels, vec![BodyCommand::ToggleLabels.into()]);
                entry(
                    ui,
                    "Measure a distance",
                    vec![ViewCommand::ToggleMeasure.into()],
                );
                if let Some((_, point_mm)) = structure {
                    let [x, y, z] = point_mm.mm();
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
        sent.push(WindowCommand::OpenStageMenu(None));
    }
}
