//! What a reader keeps with the open document: stars, read or not, tags, collections, a note, whether its place is right.

use bevy_egui::egui::{self, RichText, Ui};
use language::say;
use library::{MarkChange, Marks, Placement};
use viewer::View;
use viewer::command::{LibraryCommand, OrganiseCommand};

use super::icons::{self, Icon};
use super::{Sent, told};
use crate::app::theme;

/// Width of the box for a new name, points: what it hints at has room in every language.
const NAMES: f32 = 240.0;

/// Draws what is kept with the document with this key.
pub fn show(ui: &mut Ui, view: &View, key: i64, sent: &mut Sent) {
    let marks = view.marks_of(key);
    let mut change = |change: MarkChange| {
        sent.push(OrganiseCommand::Mark {
            keys: vec![key],
            change,
        });
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        stars(ui, &marks, &mut change);
        ui.add_space(8.0);
        let mut read = marks.read;
        let words = RichText::new(say!("marks-read")).small();
        if ui.checkbox(&mut read, words).changed() {
            change(MarkChange::Read(read));
        }
        ui.add_space(8.0);
        for (placement, icon, words, hint) in [
            (
                Placement::Right,
                icons::DONE,
                say!("marks-right-place"),
                say!("marks-right-place-hint"),
            ),
            (
                Placement::Wrong,
                icons::CLOSE,
                say!("marks-wrong-place"),
                say!("marks-wrong-place-hint"),
            ),
        ] {
            let said = marks.placement == Some(placement);
            let words = (icon.small(), RichText::new(words).small());
            let label = ui.selectable_label(said, words);
            if label.on_hover_text(hint).clicked() {
                change(MarkChange::Placement((!said).then_some(placement)));
            }
        }
    });
    names(ui, view, &marks, &mut change);
    note(ui, key, &marks, &mut change);
}

/// A menu of what can be kept with several documents at once.
pub fn of_several(ui: &mut Ui, view: &View, keys: &[i64], sent: &mut Sent) {
    let menu = egui::containers::menu::MenuConfig::default()
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let title = say!("marks-several", count = keys.len());
    let title = (icons::TAG.small(), RichText::new(title).small());
    let button = egui::Button::new(title);
    let menu = egui::containers::menu::MenuButton::from_button(button).config(menu);
    menu.ui(ui, |ui| {
        let mut change = |change: MarkChange| {
            sent.push(OrganiseCommand::Mark {
                keys: keys.to_vec(),
                change,
            });
        };
        let none = Marks::default();
        names(ui, view, &none, &mut change);
        for (words, to) in [
            (say!("marks-mark-read"), true),
            (say!("marks-mark-unread"), false),
        ] {
            if ui.button(words).clicked() {
                change(MarkChange::Read(to));
                ui.close();
            }
        }
        ui.horizontal(|ui| stars(ui, &none, &mut change));
        if ui
            .button((icons::REMOVE, say!("marks-remove")))
            .on_hover_text(say!("marks-remove-hint"))
            .clicked()
        {
            sent.push(LibraryCommand::RemoveDocuments(keys.to_vec()));
            ui.close();
        }
    });
}

fn stars(ui: &mut Ui, marks: &Marks, change: &mut impl FnMut(MarkChange)) {
    for n in 1..=5 {
        let (mark, color) = if n <= marks.stars {
            ("★", theme::marker_ui())
        } else {
            ("☆", theme::dim())
        };
        let star = egui::Button::new(RichText::new(mark).color(color)).frame(false);
        let hint = if n == marks.stars {
            say!("marks-no-stars")
        } else {
            say!("marks-stars", count = n)
        };
        let star = ui.add(star);
        icons::name(&star, &hint);
        if star.on_hover_text(hint).clicked() {
            change(MarkChange::Stars(if n == marks.stars { 0 } else { n }));
        }
    }
}

/// Tags and collections as chips, and a menu that adds to them.
fn names(ui: &mut Ui, view: &View, marks: &Marks, change: &mut impl FnMut(MarkChange)) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for tag in &marks.tags {
            if chip(ui, icons::TAG, tag, &say!("marks-untag-hint")) {
                change(MarkChange::Untag(tag.clone()));
            }
        }
        for path in &marks.collections {
            let hint = say!("marks-uncollect-hint");
            if chip(ui, icons::COLLECTION, path, &hint) {
                change(MarkChange::Uncollect(path.clone()));
            }
        }
        let shelf = &view.documents.shelf;
        let known = |facet| {
            let values = shelf.facets.values.get(&facet);
            let names = values.into_iter().flatten();
            names.map(|value| value.name.clone()).collect::<Vec<_>>()
        };
        let tags = known(library::Facet::Tag);
        let title = say!("marks-add-tag");
        adding(ui, ("tag", icons::TAG, title), &tags, &marks.tags, |name| {
            change(MarkChange::Tag(name));
        });
        let collections: Vec<String> = shelf
            .collections
            .iter()
            .map(|collection| collection.name.clone())
            .collect();
        let title = say!("marks-add-collection");
        let title = ("collection", icons::COLLECTION_NEW, title);
        adding(ui, title, &collections, &marks.collections, |name| {
            change(MarkChange::Collect(name));
        });
    });
}

fn chip(ui: &mut Ui, icon: Icon, words: &str, hint: &str) -> bool {
    let [icon, cross] = [icon, icons::CLOSE].map(|icon| icon.small().color(theme::dim()));
    let words = RichText::new(words).small();
    let chip = egui::Button::new((icon, words, cross)).corner_radius(theme::CHIP);
    ui.add(chip.fill(theme::raised()))
        .on_hover_text(hint)
        .clicked()
}

/// A menu, of an id, an icon and a title, with a box for a new name and the names that are known.
fn adding(
    ui: &mut Ui,
    (id, icon, title): (&str, Icon, String),
    known: &[String],
    has: &[String],
    mut add: impl FnMut(String),
) {
    let id = ui.make_persistent_id(("adding", id));
    let menu = egui::containers::menu::MenuConfig::default()
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let title = (icon.small(), RichText::new(title).small());
    let button = egui::containers::menu::MenuButton::from_button(egui::Button::new(title));
    let button = button.config(menu);
    button.ui(ui, |ui| {
        ui.set_min_width(NAMES);
        let mut typed = ui
            .data(|data| data.get_temp::<String>(id))
            .unwrap_or_default();
        let hint = say!("marks-new-name");
        let edit = egui::TextEdit::singleline(&mut typed).hint_text(&hint);
        let edit = told::text_box(ui, edit.desired_width(NAMES), &hint);
        edit.request_focus();
        let entered = ui.input(|input| input.key_pressed(egui::Key::Enter));
        let wanted = typed.trim().to_lowercase();
        let offered = known
            .iter()
            .filter(|name| !has.contains(name) && name.to_lowercase().contains(&wanted));
        let mut chosen = (entered && !wanted.is_empty()).then(|| typed.trim().to_owned());
        for name in offered.take(10) {
            if ui.button(name).clicked() {
                chosen = Some(name.clone());
            }
        }
        if let Some(name) = chosen {
            add(name);
            typed.clear();
            ui.close();
        }
        ui.data_mut(|data| data.insert_temp(id, typed));
    });
}

/// The note; it is kept when the box is left.
fn note(ui: &mut Ui, key: i64, marks: &Marks, change: &mut impl FnMut(MarkChange)) {
    let id = ui.make_persistent_id(("note", key));
    let typing = ui.data(|data| data.get_temp::<String>(id));
    let mut text = typing.clone().unwrap_or_else(|| marks.note.clone());
    let rows = text.lines().count().clamp(1, 8);
    let hint = say!("marks-note");
    let edit = egui::TextEdit::multiline(&mut text)
        .hint_text(&hint)
        .desired_rows(rows)
        .desired_width(f32::INFINITY);
    let edit = told::text_box(ui, edit, &hint);
    if edit.changed() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
    }
    if typing.is_some() && edit.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        change(MarkChange::Note(text));
    }
}
