//! The menu that a right click on the stage opens: what can be done with what is under the cursor.

use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::{self, RichText};
use language::say;

use viewer::command::{BodyCommand, SectionCommand, SelectCommand, ViewCommand, WindowCommand};
use viewer::{Command, Hover, PanelTab, SectionPreset, View, Visibility, place_in_words};

use super::icons::{self, Icon};
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
    let mut chosen = None;
    let area = egui::Area::new(egui::Id::new("stage menu"))
        .order(egui::Order::Foreground)
        .fixed_pos(egui::pos2(menu.at[0], menu.at[1]))
        .show(ctx, |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_min_width(226.0);
                ui.spacing_mut().item_spacing.y = 2.0;
                if let Some(hover) = &menu.hover {
                    ui.label(RichText::new(view.name(hover.structure)).family(theme::strong()));
                }
                for group in entries(view, menu.hover.as_ref()) {
                    for (icon, words, commands) in group {
                        let icon = icon.color(theme::dim());
                        let button = egui::Button::new((icon, words))
                            .frame(false)
                            .min_size(egui::vec2(218.0, 22.0))
                            .right_text("");
                        if ui.add(button).clicked() {
                            chosen = Some(commands);
                        }
                    }
                    ui.separator();
                }
                if let Some(hover) = &menu.hover {
                    ui.label(
                        RichText::new(place_in_words(hover.point_mm.mm()))
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
    if chosen.is_some() || pressed_elsewhere {
        sent.extend(chosen.into_iter().flatten());
        sent.push(WindowCommand::OpenStageMenu(None));
    }
}

/// An entry's icon and words, and what it does.
type Entry = (Icon, String, Vec<Command>);

/// The groups of entries: what can be done with what is under the cursor, cuts there, and what concerns the whole body.
fn entries(view: &View, hover: Option<&Hover>) -> Vec<Vec<Entry>> {
    let mut groups: Vec<Vec<Entry>> = Vec::new();
    if let Some(hover) = hover {
        let (structure, point_mm) = (hover.structure, hover.point_mm);
        let set = |to| vec![BodyCommand::SetVisibility(structure, to).into()];
        let select = SelectCommand::SelectStructure {
            structure,
            point_mm: Some(point_mm),
        };
        let fly = ViewCommand::FlyTo {
            point_mm,
            distance_mm: 600.0,
        };
        groups.push(vec![
            (
                icons::LIST,
                say!("stage-menu-documents"),
                vec![
                    select.into(),
                    WindowCommand::ShowTab(PanelTab::Results).into(),
                ],
            ),
            (
                icons::ISOLATE,
                say!("stage-menu-isolate"),
                vec![BodyCommand::Isolate(structure).into()],
            ),
            (
                icons::GHOST,
                say!("stage-menu-ghost"),
                set(Visibility::Ghost),
            ),
            (
                icons::HIDDEN,
                say!("stage-menu-hide"),
                set(Visibility::Hidden),
            ),
            (icons::PLACE, say!("stage-menu-look"), vec![fly.into()]),
        ]);
        let cut = |(words, preset): (String, SectionPreset)| {
            let add = SectionCommand::AddSection {
                preset,
                through: Some(point_mm),
            };
            let commands = vec![ViewCommand::Crosshair(point_mm).into(), add.into()];
            (icons::CUT, words, commands)
        };
        let cuts = [
            (say!("stage-menu-cut-axial"), SectionPreset::Axial),
            (say!("stage-menu-cut-coronal"), SectionPreset::Coronal),
            (say!("stage-menu-cut-sagittal"), SectionPreset::Sagittal),
            (say!("stage-menu-cut-facing"), SectionPreset::Facing),
        ];
        groups.push(cuts.map(cut).into());
    }
    let mut whole: Vec<Entry> = Vec::new();
    let hidden = view.scene.hidden_by_hand.len();
    if hidden > 0 {
        let words = say!("stage-menu-restore", count = hidden);
        whole.push((icons::LOOK, words, vec![BodyCommand::RestoreHidden.into()]));
    }
    if !view.scene.sections.is_empty() {
        let clear = SectionCommand::ClearSections;
        let words = say!("stage-menu-close-cuts");
        whole.push((icons::CLOSE, words, vec![clear.into()]));
    }
    let labels = match view.scene.labels {
        true => say!("stage-menu-hide-labels"),
        false => say!("stage-menu-label"),
    };
    whole.push((
        icons::LABELS,
        labels,
        vec![BodyCommand::ToggleLabels.into()],
    ));
    let measure = ViewCommand::ToggleMeasure;
    let words = say!("stage-menu-measure");
    whole.push((icons::DISTANCE, words, vec![measure.into()]));
    for draw in [ViewCommand::ToggleDrawAround, ViewCommand::ToggleDrawBox] {
        let about = draw.about();
        whole.push((icons::of(about.id), about.label(), vec![draw.into()]));
    }
    groups.push(whole);
    groups
}
