//! How the documents are organised: searches by name, collections, tags, and counts by which lists and markers are narrowed.

use bevy_egui::egui::{self, RichText, Ui};
use language::say;
use library::{Counted, Facet, NO_YEAR};

use viewer::command::{OrganiseCommand, SelectCommand};
use viewer::{View, facet_name};

use super::icons::{self, Icon};
use super::{Sent, heads, row_menu, watched_list};
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
                facet_values(ui, view, facet, &values, sent);
            }
            watched_list::show(ui, view, sent);
        });
}

/// What lists are narrowed to, each with a way out.
fn narrowed(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let filter = &view.documents.shelf.filter;
    if filter.is_empty() {
        let words = say!("shelf-click-value");
        ui.label(RichText::new(words).small().color(theme::dim()));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        years_chip(ui, view, sent);
        for (facet, values) in &filter.wanted {
            let joined = *facet == Facet::Year && view.several_years().is_some();
            for value in values.iter().filter(|value| !joined || *value == NO_YEAR) {
                let words = RichText::new(view.value_name(*facet, value)).small();
                let words = (words, icons::CLOSE.small());
                let chip = egui::Button::new(words).fill(theme::selected());
                let hint = say!("shelf-narrow-no-longer", facet = facet_name(*facet));
                if ui.add(chip).on_hover_text(hint).clicked() {
                    sent.push(OrganiseCommand::Narrow {
                        facet: *facet,
                        value: value.clone(),
                    });
                }
            }
        }
        if ui.small_button(say!("shelf-show-all")).clicked() {
            sent.push(OrganiseCommand::Widen);
        }
    });
}

/// Several years are one thing to take away.
fn years_chip(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let Some(words) = view.several_years() else {
        return;
    };
    let words = (RichText::new(words).small(), icons::CLOSE.small());
    let chip = egui::Button::new(words).fill(theme::selected());
    let hint = say!("shelf-years-hint");
    if ui.add(chip).on_hover_text(hint).clicked() {
        sent.push(OrganiseCommand::NarrowYears(None));
    }
}

fn heading(ui: &mut Ui, icon: Icon, words: &str) {
    ui.add_space(10.0);
    heads::head(ui, icon, words);
}

fn searches(ui: &mut Ui, view: &View, typed: &mut String, sent: &mut Sent) {
    heading(ui, icons::SEARCH, &say!("shelf-searches"));
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
    ui.add(
        egui::TextEdit::singleline(typed)
            .hint_text(say!("shelf-name"))
            .desired_width(f32::INFINITY),
    );
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

fn facet_values(ui: &mut Ui, view: &View, facet: Facet, values: &[Counted], sent: &mut Sent) {
    if values.is_empty() {
        return;
    }
    heading(ui, icons::of_facet(facet), &facet_name(facet));
    let filter = &view.documents.shelf.filter;
    let id = ui.make_persistent_id(("facet", facet.label()));
    let mut all = ui
        .data(|data| data.get_temp::<bool>(id))
        .unwrap_or_default();
    let largest = values.iter().map(|value| value.documents).max();
    let largest = largest.unwrap_or(1).max(1);
    for (n, value) in values.iter().enumerate() {
        let wanted = filter.wants(facet, &value.name);
        if n >= FIRST && !all && !wanted {
            continue;
        }
        let row = facet_row(ui, view, facet, value, wanted, largest);
        if row.clicked() {
            sent.push(OrganiseCommand::Narrow {
                facet,
                value: value.name.clone(),
            });
        }
        row_menu::of(&row, |ui| menu_of(ui, view, facet, &value.name, sent));
    }
    if values.len() > FIRST {
        let (icon, words) = if all {
            (icons::UP, say!("shelf-fewer"))
        } else {
            let words = say!("shelf-more", count = values.len() - FIRST);
            (icons::DOWN, words)
        };
        if ui
            .add(egui::Button::new((icon.small(), RichText::new(words).small())).frame(false))
            .clicked()
        {
            all = !all;
            ui.data_mut(|data| data.insert_temp(id, all));
        }
    }
}

/// One value with its count and a bar behind it.
fn facet_row(
    ui: &mut Ui,
    view: &View,
    facet: Facet,
    value: &Counted,
    wanted: bool,
    largest: usize,
) -> egui::Response {
    let (rect, response) =
        ui.allocate_exact_size(egui::vec2(ui.available_width(), 20.0), egui::Sense::click());
    let painter = ui.painter_at(rect);
    if wanted {
        painter.rect_filled(rect, 4, theme::selected());
    } else if response.hovered() {
        painter.rect_filled(rect, 4, theme::raised_hover());
    }
    let mut bar = rect.shrink2(egui::vec2(0.0, 1.0));
    bar.set_top(bar.bottom() - 2.0);
    bar.set_width(rect.width() * value.documents as f32 / largest as f32);
    painter.rect_filled(bar, 1, theme::accent_ui().gamma_multiply(0.55));
    let font = egui::TextStyle::Body.resolve(ui.style());
    let small = egui::TextStyle::Small.resolve(ui.style());
    let middle = rect.center().y;
    let count = painter.text(
        egui::pos2(rect.right() - 4.0, middle),
        egui::Align2::RIGHT_CENTER,
        language::number(value.documents),
        small,
        theme::dim(),
    );
    let mut name = view.value_name(facet, &value.name);
    let mut left = rect.left() + 6.0;
    if facet == Facet::Collection {
        // One that lies in another stands below it.
        let (depth, own) = match value.name.rsplit_once('/') {
            Some((above, own)) => (above.matches('/').count() + 1, own.to_owned()),
            None => (0, name),
        };
        left += 12.0 * depth as f32;
        name = own;
    }
    let mut job = egui::text::LayoutJob::simple_singleline(name.clone(), font, theme::text());
    job.wrap.max_width = (count.left() - left - 8.0).max(20.0);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    let galley = painter.layout_job(job);
    let cut = galley.elided;
    painter.galley(
        egui::pos2(left, middle - galley.size().y / 2.0),
        galley,
        theme::text(),
    );
    response.widget_info(|| {
        let words = say!("shelf-value", name = &name, count = value.documents);
        egui::WidgetInfo::selected(egui::WidgetType::SelectableLabel, true, wanted, words)
    });
    if cut {
        return response.on_hover_text(name);
    }
    response
}

/// What can be done with a value beside narrowing to it.
fn menu_of(ui: &mut Ui, view: &View, facet: Facet, value: &str, sent: &mut Sent) {
    if facet == Facet::Structure
        && let Some(structure) = view.index_of(value)
        && ui
            .button((icons::PLACE, say!("shelf-select-structure")))
            .clicked()
    {
        sent.push(SelectCommand::SelectStructure {
            structure,
            point_mm: None,
        });
        ui.close();
    }
    if facet == Facet::Collection {
        if ui
            .button((icons::REMOVE, say!("shelf-drop-collection")))
            .on_hover_text(say!("shelf-drop-collection-hint"))
            .clicked()
        {
            sent.push(OrganiseCommand::DropCollection(value.to_owned()));
            ui.close();
        }
    } else {
        let words = say!("shelf-click-again");
        ui.label(RichText::new(words).small().color(theme::dim()));
    }
}
