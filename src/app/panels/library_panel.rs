//! How the documents are organised: searches by name, collections, tags, and counts by which lists and markers are narrowed.

use bevy_egui::egui::{self, RichText, Ui};
use language::say;
use library::{Counted, Facet};

use viewer::View;
use viewer::command::OrganiseCommand;

use super::{Sent, absent, facet_list, icons, row_menu, told, watched_list};
use crate::app::theme;

/// Values of a facet that are shown before the rest is asked for.
const FIRST: usize = 6;

/// Draws the contents of the left panel's second tab. `typed` is the name of a search or a collection.
pub fn show(ui: &mut Ui, view: &View, typed: &mut String, sent: &mut Sent) {
    let shelf = &view.documents.shelf;
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if let Some(words) = view.documents.only_read() {
                ui.label(RichText::new(words).small().color(theme::warning()));
                ui.add_space(4.0);
            }
            narrowed(ui, view, sent);
            searches(ui, view, typed, sent);
            for facet in Facet::ALL {
                let values = shelf.facets.values.get(&facet);
                let mut values = values.cloned().unwrap_or_default();
                if facet == Facet::Collection {
                    // Those without a document in the list are shown too: something may be put into them.
                    let missing = shelf.collections.iter().filter(|collection| {
                        !values.iter().any(|value| value.name == collection.name)
                    });
                    let missing: Vec<Counted> = missing
                        .map(|collection| Counted {
                            documents: 0,
                            ..collection.clone()
                        })
                        .collect();
                    values.extend(missing);
                    values.sort_by_key(|value| value.name.to_lowercase());
                }
                facet_list::values(ui, view, facet, (&values, FIRST), sent);
            }
            watched_list::show(ui, view, sent);
        });
}

/// What lists are narrowed to, or that a click narrows them, or why there is nothing to click.
fn narrowed(ui: &mut Ui, view: &View, sent: &mut Sent) {
    if view.documents.shelf.filter.is_empty() {
        if !absent::says_library(ui, view) {
            let words = say!("shelf-click-value");
            ui.label(RichText::new(words).small().color(theme::dim()));
        }
        return;
    }
    facet_list::chips(ui, view, sent);
}

fn searches(ui: &mut Ui, view: &View, typed: &mut String, sent: &mut Sent) {
    facet_list::heading(ui, icons::SEARCH, &say!("shelf-searches"));
    for (name, _) in &view.documents.shelf.searches {
        let row = ui
            .selectable_label(false, (icons::SEARCH.color(theme::dim()), name.as_str()))
            .on_hover_text(say!("shelf-search-hint"));
        if row.clicked() {
            sent.push(OrganiseCommand::RunSearch(name.clone()));
        }
        row_menu::of(&row, |ui| {
            let words = (icons::REMOVE, say!("shelf-forget-search"));
            if ui.button(words).clicked() {
                sent.push(OrganiseCommand::ForgetSearch(name.clone()));
                ui.close();
            }
        });
    }
    let may_change = view.documents.only_read().is_none();
    let named = !typed.trim().is_empty() && may_change;
    let hint = say!("shelf-name");
    let edit = egui::TextEdit::singleline(typed).hint_text(&hint);
    told::text_box(ui, edit.desired_width(f32::INFINITY), &hint);
    ui.horizontal_wrapped(|ui| {
        let words = RichText::new(say!("shelf-keep-search")).small();
        let keep = egui::Button::new((icons::SAVE.small(), words));
        if ui
            .add_enabled(named, keep)
            .on_hover_text(say!("shelf-keep-search-hint"))
            .clicked()
        {
            sent.push(OrganiseCommand::KeepSearch(std::mem::take(typed)));
        }
        let words = RichText::new(say!("shelf-new-collection")).small();
        let make = egui::Button::new((icons::COLLECTION_NEW.small(), words));
        if ui
            .add_enabled(named, make)
            .on_hover_text(say!("shelf-new-collection-hint"))
            .clicked()
        {
            sent.push(OrganiseCommand::MakeCollection(std::mem::take(typed)));
        }
    });
}
