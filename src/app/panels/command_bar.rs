//! The bar above: back and forward, undo and redo, the box that asks, and the menus.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Ui};
use grounding::NameFinder;
use language::say;
use viewer::command::{
    AtlasCommand, Command, HistoryCommand, LibraryCommand, Menu, ViewCommand, WindowCommand, offers,
};
use viewer::{Language, PanelTab, Popover, View};

use super::ask_box::{self, AskBox};
use super::icons;
use super::{Layer, Pane, Sent, draw_in, not_presenting};
use crate::app::jobs::KnownNames;
use crate::app::theme;

/// From this width of the bar on the heads of the menus have icons; the box that asks needs the room before, points.
const WIDE: f32 = 1520.0;
/// Height of the buttons of the bar, points.
const HEIGHT: f32 = 24.0;
/// Width of the menus before they have been drawn, points.
const MENUS: f32 = 450.0;

pub fn plugin(app: &mut App) {
    app.init_resource::<AskBox>();
    draw_in(app, Layer::Bars, draw.run_if(not_presenting));
}

fn draw(mut pane: Pane, mut ask: ResMut<AskBox>, names: Res<KnownNames>) -> Result {
    pane.dock("command bar", |ui, view, sent| {
        show(ui, view, &mut ask, names.0.as_deref(), sent)
    })
}

fn show(ui: &mut Ui, view: &View, ask: &mut AskBox, names: Option<&NameFinder>, sent: &mut Sent) {
    let frame = egui::Frame::new()
        .fill(theme::panel())
        .inner_margin(egui::Margin::symmetric(12, 8));
    egui::Panel::top("command bar").frame(frame).show(ui, |ui| {
        let bar = egui::vec2(ui.available_width(), HEIGHT);
        let wide = bar.x >= WIDE;
        let across = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(bar, across, |ui| {
            let name = RichText::new("Corpus Atlas")
                .size(16.0)
                .family(theme::strong());
            ui.label(name.color(theme::text()));
            ui.add_space(4.0);
            steps(ui, view, sent);
            let hint = say!("bar-add-hint", formats = library::import_help());
            let only_read = view.documents.only_read();
            let add = LibraryCommand::OpenFiles.about().label();
            let add = egui::Button::new((icons::ADD, add));
            let add = ui.add_enabled(only_read.is_none(), add);
            if add
                .on_hover_text(hint)
                .on_disabled_hover_text(only_read.unwrap_or_default())
                .clicked()
            {
                sent.push(LibraryCommand::OpenFiles);
            }
            // As wide as in the frame before: from left to right, so that Tab goes from one to the next as they stand.
            let id = ui.id().with("menus");
            let width = ui.data(|data| data.get_temp(id)).unwrap_or(MENUS);
            let spare = ui.available_width() - width - 2.0 * ui.spacing().item_spacing.x;
            ask_box::show(ui, view, ask, names, spare.clamp(160.0, 560.0), sent);
            ui.add_space((ui.available_width() - width).max(0.0));
            let left = ui.cursor().left();
            menus(ui, view, wide, sent);
            let width = ui.min_rect().right() - left;
            ui.data_mut(|data| data.insert_temp(id, width));
        });
    });
}

/// The live text, and the menus.
fn menus(ui: &mut Ui, view: &View, wide: bool, sent: &mut Sent) {
    let place = WindowCommand::ShowTab(PanelTab::Text);
    let button = ui.button((icons::TEXT, place.about().label()));
    if button.on_hover_text(say!("bar-place-hint")).clicked() {
        sent.push(place);
    }
    for menu in Menu::ALL {
        menu_button(ui, view, menu, wide, sent);
    }
}

/// Back, forward, undo, redo.
fn steps(ui: &mut Ui, view: &View, sent: &mut Sent) {
    ui.spacing_mut().item_spacing.x = 3.0;
    let last = |steps: &[viewer::Step]| steps.last().map(|step| step.label.clone());
    let (done, undone) = (last(&view.history.done), last(&view.history.undone));
    let (back, forward) = (&view.navigation.back, &view.navigation.forward);
    for (command, step, there) in [
        (HistoryCommand::Back, None, !back.is_empty()),
        (HistoryCommand::Forward, None, !forward.is_empty()),
        (HistoryCommand::Undo, done.clone(), done.is_some()),
        (HistoryCommand::Redo, undone.clone(), undone.is_some()),
    ] {
        let about = command.about();
        let words = match step {
            None => about.label(),
            Some(step) => say!("bar-step", command = about.label(), step = step),
        };
        let hint = format!("{words} · {}", about.shortcut.unwrap_or_default());
        let button = egui::Button::new(icons::of(about.id)).frame_when_inactive(false);
        let button = ui.add_enabled(there, button);
        icons::name(&button, &about.label());
        if button
            .on_hover_text(hint.clone())
            .on_disabled_hover_text(hint)
            .clicked()
        {
            sent.push(command);
        }
    }
    let history = Popover::History.about();
    let button = egui::Button::new(icons::HISTORY).frame_when_inactive(false);
    let button = ui.add(button);
    icons::name(&button, &history.label());
    let hint = format!("{} · {}", history.label(), history.tooltip());
    if button.on_hover_text(hint).clicked() {
        sent.push(WindowCommand::TogglePopover(Popover::History));
    }
    ui.spacing_mut().item_spacing.x = 8.0;
}

/// A menu of the table's commands, in a `wide` bar with an icon; the atlases stand in theirs.
fn menu_button(ui: &mut Ui, view: &View, menu: Menu, wide: bool, sent: &mut Sent) {
    let mut head = egui::Atoms::new(menu.label());
    if wide {
        head.push_left(icons::of_menu(menu));
    }
    ui.menu_button(head, |ui| {
        if menu == Menu::View {
            languages(ui, view, sent);
            ui.separator();
        }
        if menu == Menu::Atlas {
            atlases(ui, view, sent);
            ui.separator();
        }
        for offer in offers() {
            let about = offer.about;
            let listed = matches!(offer.command, Command::Atlas(AtlasCommand::ShowAtlas(_)));
            if about.menu != Some(menu) || listed {
                continue;
            }
            let icon = icons::of(about.id).color(theme::dim());
            let button = egui::Button::new((icon, about.label()))
                .shortcut_text(about.shortcut.unwrap_or_default());
            let refused = view.documents.only_read().filter(|_| about.changes);
            let mut row = ui.add_enabled(refused.is_none(), button);
            if let Some(words) = refused {
                row = row.on_disabled_hover_text(words);
            }
            let tooltip = about.tooltip();
            if !tooltip.is_empty() {
                row = row.on_hover_text(tooltip);
            }
            if row.clicked() {
                sent.push(offer.command);
                ui.close();
            }
        }
    });
}

/// The language of the window; a word that everyone knows stands beside the own one, for who is lost in another.
fn languages(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let icon = icons::LANGUAGE.color(theme::dim());
    ui.menu_button((icon, say!("settings-language-menu")), |ui| {
        for (words, choice) in Language::choices() {
            if ui
                .selectable_label(view.language == choice, words)
                .clicked()
            {
                sent.push(ViewCommand::SetLanguage(choice));
                ui.close();
            }
        }
    });
}

fn atlases(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let shown = view.scene.atlas.as_deref();
    let home = view.atlases.name_of(None);
    if ui.selectable_label(shown.is_none(), home).clicked() {
        sent.push(AtlasCommand::ShowAtlas(None));
        ui.close();
    }
    for atlas in &view.atlases.installed {
        let slug = Some(atlas.slug.as_str());
        let label = ui
            .selectable_label(shown == slug, view.atlases.name_of(slug))
            .on_hover_text(say!("bar-licence", licence = &atlas.license));
        if label.clicked() {
            sent.push(AtlasCommand::ShowAtlas(Some(atlas.slug.clone())));
            ui.close();
        }
    }
}
