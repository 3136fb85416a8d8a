//! The menu that a right click on the stage opens, or Shift F10 for what is selected: what can be done with what is under the cursor.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::{App, IntoScheduleConfigs, MessageReader, Res, ResMut, Resource, Result};
use bevy_egui::egui::{self, RichText};
use language::say;

use viewer::command::{BodyCommand, SectionCommand, SelectCommand, ViewCommand, WindowCommand};
use viewer::{
    Command, Hover, PanelTab, SectionPreset, StageMenu, StagePoint, View, Visibility,
    place_in_words,
};

use super::icons::{self, Icon};
use super::{Layer, Pane, Projector, Sent, draw_in};
use crate::app::core::Core;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    let open = |core: Res<Core>| core.layout.stage_menu.is_some();
    app.init_resource::<ByKey>();
    draw_in(
        app,
        Layer::Windows,
        (draw.run_if(open), open_by_key).chain(),
    );
}

/// The menu that opens next was asked for by a key: its first entry gets the keyboard.
#[derive(Resource, Default)]
struct ByKey(bool);

/// Opens the menu of what is selected, beside it: by Shift F10 or the key of menus, while no control has the keyboard.
fn open_by_key(
    mut pane: Pane,
    mut pressed: MessageReader<KeyboardInput>,
    projector: Projector,
    mut by_key: ResMut<ByKey>,
) -> Result {
    let menu_key = |input: &KeyboardInput| {
        input.state == ButtonState::Pressed && input.logical_key == Key::ContextMenu
    };
    let menu_key = pressed.read().any(menu_key);
    pane.over(|ctx, free, view, sent| {
        let asked = menu_key || ctx.input(is_asked);
        let is_busy = ctx.egui_wants_keyboard_input() || egui::Popup::is_any_open(ctx);
        if !asked || is_busy || view.quiz.is_some() || view.layout.stage_menu.is_some() {
            return;
        }
        let hover = of_selection(view);
        let place = hover.as_ref();
        let place = place.and_then(|hover| projector.at(hover.point_mm, Some(hover.structure)));
        let at = place.filter(|at| free.contains(*at));
        let at = at.unwrap_or(free.center());
        by_key.0 = true;
        let menu = StageMenu {
            at: [at.x, at.y],
            hover,
        };
        sent.push(WindowCommand::OpenStageMenu(Some(menu)));
    })
}

/// Whether Shift F10 was pressed.
fn is_asked(input: &egui::InputState) -> bool {
    let is_it = |event: &egui::Event| match event {
        egui::Event::Key {
            key: egui::Key::F10,
            pressed: true,
            modifiers,
            ..
        } => modifiers.shift_only(),
        _ => false,
    };
    input.events.iter().any(is_it)
}

/// What is selected, as if the pointer were on it: the selected point, else the middle of the structure.
fn of_selection(view: &View) -> Option<Hover> {
    let (selection, atlas) = (&view.selection, view.atlas()?);
    let structure = selection.structure?;
    let middle = || Some(StagePoint(atlas.centroid_mm(structure)?));
    Some(Hover {
        structure,
        point_mm: selection.point_mm.or_else(middle)?,
        through: Vec::new(),
        layers: 1,
    })
}

fn draw(mut pane: Pane, mut by_key: ResMut<ByKey>) -> Result {
    let by_key = std::mem::take(&mut by_key.0);
    pane.over(|ctx, _, view, sent| show(ctx, view, by_key, sent))
}

fn show(ctx: &egui::Context, view: &View, by_key: bool, sent: &mut Sent) {
    let Some(menu) = &view.layout.stage_menu else {
        return;
    };
    let mut chosen = None;
    let mut first = by_key;
    let area = egui::Area::new(egui::Id::new("stage menu"))
        .order(egui::Order::Foreground)
        // No stop of the keyboard itself.
        .sense(egui::Sense::drag())
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
                        let entry = ui.add(button);
                        if std::mem::take(&mut first) {
                            entry.request_focus();
                        }
                        if entry.clicked() {
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
    let draws = [
        ViewCommand::ToggleDrawAround,
        ViewCommand::ToggleDrawBox,
        ViewCommand::ToggleProbe,
        ViewCommand::ToggleSeveral,
    ];
    for draw in draws {
        let about = draw.about();
        whole.push((icons::of(about.id), about.label(), vec![draw.into()]));
    }
    groups.push(whole);
    groups
}
