//! The bar above: ask for a place, a document or a command in one box; menus for the rest.

use bevy_egui::egui::{self, Key, RichText, Ui};

use super::{Commands, View, atlas_menu, capitalised, theme};
use crate::app::command::{Command, offers};
use crate::app::scene::camera::StandardView;
use crate::app::state::Chrome;

/// Rows offered below the box.
const OFFERED: usize = 9;

/// Draws the bar.
pub fn show(ui: &mut Ui, view: &View, chrome: &mut Chrome, sent: &mut Commands) {
    egui::Panel::top("command bar")
        .frame(egui::Frame::new().fill(theme::panel()).inner_margin(egui::Margin::symmetric(12, 8)))
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new("Corpus Atlas").size(16.0).strong().color(theme::text()));
                ui.add_space(8.0);
                if ui.button("Add documents…").on_hover_text("Text, Markdown, PDF, RIS, NBIB, JSON lines · Ctrl O, or drop files on the window").clicked() {
                    sent.push(Command::OpenFiles);
                }
                let spare = ui.available_width() - 400.0;
                ask_box(ui, view, chrome, spare.clamp(180.0, 560.0), sent);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    more_menu(ui, sent);
                    view_menu(ui, sent);
                    atlas_menu::show(ui, view, sent);
                    if ui.button("Place a text").on_hover_text("Type or paste a text and watch where it lands · T").clicked() {
                        sent.push(Command::ShowTab(crate::app::state::PanelTab::Text));
                    }
                });
            });
        });
}

fn view_menu(ui: &mut Ui, sent: &mut Commands) {
    ui.menu_button("View", |ui| {
        for (view, key) in StandardView::ALL.into_iter().zip(1..) {
            if ui
                .add(egui::Button::new(view.label()).shortcut_text(key.to_string()))
                .clicked()
            {
                sent.push(Command::View(view));
            }
        }
    });
}

fn more_menu(ui: &mut Ui, sent: &mut Commands) {
    ui.menu_button("☰", |ui| {
        for offer in offers() {
            if !matches!(offer.command, Command::View(_))
                && ui
                    .add(egui::Button::new(offer.label).shortcut_text(offer.keys))
                    .clicked()
            {
                sent.push(offer.command);
            }
        }
    })
    .response
    .on_hover_text("All commands");
}

fn ask_box(ui: &mut Ui, view: &View, chrome: &mut Chrome, width: f32, sent: &mut Commands) {
    let id = ui.make_persistent_id("ask");
    let focus_asked = ui.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, Key::K));
    let edit = ui.add(
        egui::TextEdit::singleline(&mut chrome.ask)
            .id(id)
            .desired_width(width)
            .hint_text("Name a place, search the documents, or find a command…  (Ctrl K)"),
    );
    if focus_asked {
        edit.request_focus();
    }
    let query = chrome.ask.trim().to_lowercase();
    if query.is_empty() {
        return;
    }
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let rows = suggestions(view, &query);
    let mut chosen = None;
    if edit.has_focus() || egui::Popup::is_id_open(ui.ctx(), id.with("offers")) {
        egui::Area::new(id.with("offers area"))
            .order(egui::Order::Foreground)
            .fixed_pos(edit.rect.left_bottom() + egui::vec2(0.0, 4.0))
            .show(ui.ctx(), |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    ui.set_width(edit.rect.width());
                    for (words, kind, command) in &rows {
                        let row = ui.add(
                            egui::Button::new(words)
                                .shortcut_text(*kind)
                                .frame(false)
                                .min_size(egui::vec2(edit.rect.width() - 8.0, 22.0)),
                        );
                        if row.clicked() || row.is_pointer_button_down_on() {
                            chosen = Some(command.clone());
                        }
                    }
                });
            });
    }
    if entered {
        chosen = rows.into_iter().next().map(|(_, _, command)| command);
    }
    if let Some(command) = chosen {
        sent.push(command);
        chrome.ask.clear();
    }
}

/// Structures first (by name, synonym, Latin or id), then the search in the documents, then commands.
fn suggestions(view: &View, query: &str) -> Vec<(String, &'static str, Command)> {
    let mut rows = Vec::new();
    if let Some(atlas) = view.atlas() {
        let catalogue = atlas.catalogue();
        let places = super::find_structures(catalogue, query);
        rows.extend(
            places
                .into_iter()
                .filter(|index| atlas.centroid_mm(*index).is_some())
                .take(OFFERED - 3)
                .map(|index| {
                    let structure = catalogue.get(index);
                    let select = Command::SelectStructure {
                        structure: structure.id.clone(),
                        point_mm: None,
                    };
                    (capitalised(&structure.name), "place", select)
                }),
        );
    }
    let search = (
        format!("Search the documents for “{query}”"),
        "search",
        Command::SearchText(query.to_owned()),
    );
    let exact = rows.iter().any(|(name, ..)| name.to_lowercase() == query);
    rows.insert(
        if rows.is_empty() || (!exact && query.contains(' ')) {
            0
        } else {
            rows.len()
        },
        search,
    );
    rows.extend(
        offers()
            .into_iter()
            .filter(|offer| offer.label.to_lowercase().contains(query))
            .take(2)
            .map(|offer| (offer.label.to_owned(), "command", offer.command)),
    );
    rows
}
