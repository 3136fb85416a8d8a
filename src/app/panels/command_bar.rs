//! The bar above: back and forward, undo and redo, the box that asks, and the menus.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Ui};
use grounding::NameFinder;
use viewer::command::{
    AtlasCommand, Command, HistoryCommand, LibraryCommand, Menu, WindowCommand, offers,
};
use viewer::{PanelTab, Popover, View};

use super::ask_box::{self, AskBox};
use super::{Layer, Pane, Sent, draw_in, not_presenting};
use crate::app::jobs::KnownNames;
use crate::app::theme;

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
        ui.horizontal(|ui| {
            let name = RichText::new("Corpus Atlas").size(16.0).strong();
            ui.label(name.color(theme::text()));
            ui.add_space(4.0);
            steps(ui, view, sent);
            let hint = format!(
                "{} · Ctrl O, or drop files on the window",
                library::import_help()
            );
            let only_read = view.documents.only_read();
            let add = egui::Button::new("Add documents…");
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
            menus(ui, view, sent);
            let width = ui.min_rect().right() - left;
            ui.data_mut(|data| data.insert_temp(id, width));
        });
    });
}

/// The live text, and the menus.
fn menus(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let hint = "Type or paste a text and watch where it lands · T";
    if ui.button("Place a text").on_hover_text(hint).clicked() {
        sent.push(WindowCommand::ShowTab(PanelTab::Text));
    }
    for menu in Menu::ALL {
        menu_button(ui, view, menu, sent);
    }
}

/// Back, forward, undo, redo.
fn steps(ui: &mut Ui, view: &View, sent: &mut Sent) {
    ui.spacing_mut().item_spacing.x = 3.0;
    let last = |steps: &[viewer::Step]| steps.last().map(|step| step.label.clone());
    let (done, undone) = (last(&view.history.done), last(&view.history.undone));
    let (back, forward) = (&view.navigation.back, &view.navigation.forward);
    for (sign, command, step, there) in [
        ("◀", HistoryCommand::Back, None, !back.is_empty()),
        ("▶", HistoryCommand::Forward, None, !forward.is_empty()),
        ("Undo", HistoryCommand::Undo, done.clone(), done.is_some()),
        (
            "Redo",
            HistoryCommand::Redo,
            undone.clone(),
            undone.is_some(),
        ),
    ] {
        let about = command.about();
        let words = step.map_or_else(
            || about.label.to_owned(),
            |s| format!("{}: {s}", about.label),
        );
        let hint = format!("{words} · {}", about.shortcut.unwrap_or_default());
        let button = ui.add_enabled(there, egui::Button::new(sign));
        button.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Button, there, about.label)
        });
        if button
            .on_hover_text(hint.clone())
            .on_disabled_hover_text(hint)
            .clicked()
        {
            sent.push(command);
        }
    }
    if ui
        .small_button("History")
        .on_hover_text(
            WindowCommand::TogglePopover(Popover::History)
                .about()
                .tooltip,
        )
        .clicked()
    {
        sent.push(WindowCommand::TogglePopover(Popover::History));
    }
    ui.spacing_mut().item_spacing.x = 8.0;
}

/// A menu of the table's commands; the atlases stand in theirs.
fn menu_button(ui: &mut Ui, view: &View, menu: Menu, sent: &mut Sent) {
    ui.menu_button(menu.label(), |ui| {
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
            let button =
                egui::Button::new(about.label).shortcut_text(about.shortcut.unwrap_or_default());
            let refused = view.documents.only_read().filter(|_| about.changes);
            let mut row = ui.add_enabled(refused.is_none(), button);
            if let Some(words) = refused {
                row = row.on_disabled_hover_text(words);
            }
            if !about.tooltip.is_empty() {
                row = row.on_hover_text(about.tooltip);
            }
            if row.clicked() {
                sent.push(offer.command);
                ui.close();
            }
        }
    });
}

fn atlases(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let shown = view.scene.atlas.as_deref();
    if ui.selectable_label(shown.is_none(), "Male torso").clicked() {
        sent.push(AtlasCommand::ShowAtlas(None));
        ui.close();
    }
    for atlas in &view.atlases.installed {
        let label = ui
            .selectable_label(shown == Some(atlas.slug.as_str()), &atlas.name)
            .on_hover_text(format!("Licence: {}", atlas.license));
        if label.clicked() {
            sent.push(AtlasCommand::ShowAtlas(Some(atlas.slug.clone())));
            ui.close();
        }
    }
}
