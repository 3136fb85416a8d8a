//! The ranked list.

use bevy_egui::egui::{self, RichText, Ui};
use language::say;
use library::Order;
use viewer::command::{LibraryCommand, OrganiseCommand, SelectCommand, WindowCommand};
use viewer::{Contrasts, Focus, Question, View};

use super::icons;
use super::{
    Sent, absent, comparison_card, document_panel, heads, marks_card, narrow_fold, results_list,
    within,
};
use crate::app::theme;

/// The list, with what is compared with it above.
pub fn show(ui: &mut Ui, view: &View, compared: &Contrasts, sent: &mut Sent) {
    comparison_card::show(ui, view, compared, sent);
    results(ui, view, sent);
    if view.layout.focus == Some(Focus::List) && view.listed_hits().is_empty() {
        // There is no row to take it.
        sent.push(WindowCommand::Focused);
    }
}

fn results(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let results = &view.documents.results;
    ui.label(
        RichText::new(if results.heading.is_empty() {
            say!("side-all-documents")
        } else {
            results.heading.clone()
        })
        .heading(),
    );
    latin(ui, view);
    let is_one = view.selection.structure.is_some() && view.selection.others.is_empty();
    if is_one && view.selection.point_mm.is_some() {
        ui.horizontal_wrapped(|ui| {
            if ui
                .selectable_label(!view.selection.by_point, say!("side-in-structure"))
                .clicked()
            {
                sent.push(SelectCommand::RankByPoint(false));
            }
            if ui
                .selectable_label(view.selection.by_point, say!("side-about-point"))
                .clicked()
            {
                sent.push(SelectCommand::RankByPoint(true));
            }
        });
    }
    weights(ui, view, sent);
    within::field(ui, view, sent);
    narrow_fold::show(ui, view, sent);
    let by_point = results.hits.first().and_then(|hit| hit.about.as_ref());
    if let Some(about) = by_point.filter(|_| view.order == Order::Relevance) {
        let words = match about.by_distance {
            true => say!("side-about-order-distance"),
            false => say!("side-about-order"),
        };
        ui.label(RichText::new(words).small().color(theme::dim()));
    }
    suggestion(ui, view, sent);
    let said = if results.pending {
        say!("side-searching")
    } else if results.hits.is_empty() {
        ui.add_space(10.0);
        // The way out stands above, with what the list is narrowed to.
        let words = if !view.documents.shelf.filter.is_empty() {
            say!("side-none-narrowed")
        } else if absent::says_library(ui, view) {
            return;
        } else if results.heading.is_empty() {
            say!("side-none-asked")
        } else if results
            .suggestion
            .as_ref()
            .is_some_and(|meant| meant.unknown)
        {
            // Said already.
            return;
        } else if results.question.words().is_some() {
            say!("side-none-words")
        } else {
            say!("side-none-here")
        };
        ui.label(RichText::new(words).color(theme::dim()));
        return;
    } else {
        let (listed, total) = (results.hits.len(), results.total);
        let words = if listed < total && total > 1 {
            say!("side-count-first", count = total, listed = listed)
        } else {
            say!("side-count", count = total)
        };
        match results.here {
            Some(here) if here < total => {
                format!("{words} · {}", say!("side-count-here", count = here))
            }
            _ => words,
        }
    };
    counted(ui, view, &said, sent);
    actions(ui, view, sent);
    ui.add_space(2.0);
    results_list::show(ui, view, sent);
}

/// The Latin name of the structure that is listed, below the other one.
fn latin(ui: &mut Ui, view: &View) {
    let (Question::Structure(row, _), Some(atlas)) =
        (&view.documents.results.question, view.atlas())
    else {
        return;
    };
    let structure = atlas.catalogue().structures().get(row.usize());
    if let Some(latin) = structure.and_then(viewer::latin_name) {
        ui.label(RichText::new(latin).italics().small().color(theme::dim()));
    }
}

/// Words that no document has, and those that were likely meant: a click asks for them.
fn suggestion(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let results = &view.documents.results;
    let Some(suggestion) = results.suggestion.as_ref().filter(|_| !results.pending) else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        let typed = suggestion.words.iter().map(|(typed, _)| typed.as_str());
        let typed: Vec<&str> = typed.collect();
        if suggestion.unknown {
            let words = say!("side-no-document-has", words = typed.join(", "));
            ui.label(RichText::new(words).color(theme::dim()));
        }
        let meant = say!("side-did-you-mean", words = suggestion.text.clone());
        let meant = RichText::new(meant).color(theme::accent_ui());
        if ui.add(egui::Button::new(meant)).clicked() {
            // Within a place where the misspelt words were.
            let text = suggestion.text.clone();
            sent.push(match results.question {
                Question::Within { .. } => SelectCommand::SearchWithin(text),
                _ => SelectCommand::SearchText(text),
            });
        }
    });
}

/// How much place counts in a list of what is like something: a slider that ranks anew while it is drawn.
fn weights(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let Question::Similar { near_place, .. } = &view.documents.results.question else {
        return;
    };
    let mut share = *near_place;
    ui.horizontal(|ui| {
        let end = |words: String| RichText::new(words).small().color(theme::dim());
        ui.label(end(say!("side-weight-words")));
        let slider = egui::Slider::new(&mut share, 0.0..=1.0).show_value(false);
        let slider = ui.add(slider);
        let led = end_by_key(&slider);
        let share = led.unwrap_or(share);
        slider.widget_info(|| {
            egui::WidgetInfo::slider(true, f64::from(share), say!("side-weight-name"))
        });
        let changed = slider.on_hover_text(say!("side-weight-hint")).changed();
        if changed || led.is_some() {
            sent.push(SelectCommand::NearPlace(share));
        }
        ui.label(end(say!("side-weight-place")));
    });
}

/// The end of a slider from 0 to 1 that Home or End leads to; arrows go in small steps.
fn end_by_key(slider: &egui::Response) -> Option<f32> {
    let is_pressed = |key| slider.ctx.input(|input| input.key_pressed(key));
    match slider.has_focus() {
        true if is_pressed(egui::Key::Home) => Some(0.0),
        true if is_pressed(egui::Key::End) => Some(1.0),
        _ => None,
    }
}

/// How many there are, and in which order, at the other end of the line where both have room in it.
fn counted(ui: &mut Ui, view: &View, said: &str, sent: &mut Sent) {
    let font = egui::TextStyle::Small.resolve(ui.style());
    let wide = ui
        .painter()
        .layout_no_wrap(said.to_owned(), font, theme::dim());
    let gap = ui.spacing().item_spacing.x;
    // As wide as with larger words: there is room to spare.
    let order_wide = heads::width_of_buttons(ui, &[order_words(view.order)], true);
    let has_room = wide.size().x + gap + order_wide < ui.available_width();
    let said = RichText::new(said).small().color(theme::dim());
    if has_room {
        heads::row(ui, |ui| {
            ui.label(said);
            let from_right = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(from_right, |ui| order(ui, view, sent));
        });
    } else {
        ui.horizontal_wrapped(|ui| {
            ui.label(said);
            order(ui, view, sent);
        });
    }
}

/// What an order is called.
fn order_words(order: Order) -> String {
    let sort: SelectCommand = SelectCommand::SortBy(order);
    sort.about().label()
}

/// In which order the list is: another one is chosen from a menu.
fn order(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let title = RichText::new(order_words(view.order)).small();
    ui.menu_button((icons::ORDER.small(), title), |ui| {
        for order in Order::ALL {
            let chosen = view.order == order;
            if ui.selectable_label(chosen, order_words(order)).clicked() {
                sent.push(SelectCommand::SortBy(order));
                ui.close();
            }
        }
    })
    .response
    .on_hover_text(say!("side-sort-hint"));
}

/// What can be done with all that the list holds.
fn actions(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let ticked = view.ticked();
    if !ticked.is_empty() {
        ui.horizontal(|ui| {
            let words = say!("side-ticked", count = ticked.len());
            let words = RichText::new(words).color(theme::accent_ui());
            ui.label(words.family(theme::strong()));
            if ticked.len() == 2 {
                let read: SelectCommand = SelectCommand::SideBySide;
                let label = RichText::new(read.about().label()).small();
                if ui.button((icons::BESIDE.small(), label)).clicked() {
                    sent.push(read);
                }
            }
            if icons::button(ui, icons::CLOSE, &say!("side-untick")).clicked() {
                sent.push(SelectCommand::UntickAll);
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        let keys: Vec<i64> = match ticked.is_empty() {
            true => view.listed_hits().iter().map(|hit| hit.key).collect(),
            false => ticked.clone(),
        };
        if !keys.is_empty() {
            marks_card::of_several(ui, view, &keys, sent);
        }
        let small = |icon: icons::Icon, words: String| {
            egui::Button::new((icon.small(), RichText::new(words).small()))
        };
        let export = small(icons::EXPORT, say!("side-export"));
        let hint = match ticked.is_empty() {
            true => say!("side-export-hint"),
            false => say!("side-export-ticked-hint"),
        };
        if ui.add(export).on_hover_text(hint).clicked() {
            sent.push(LibraryCommand::Export);
        }
        let compare = small(icons::COMPARE, say!("side-compare"));
        let hint = say!("side-compare-hint");
        // Whole lists are compared.
        let comparable = view.comparison.is_none() && ticked.is_empty();
        if comparable && ui.add(compare).on_hover_text(hint).clicked() {
            sent.push(OrganiseCommand::Compare);
        }
        let title = RichText::new(say!("document-cite")).small();
        let title = (icons::QUOTE.small(), title);
        document_panel::cite_menu(ui, title, view, LibraryCommand::CopyCitations, sent);
    });
}
