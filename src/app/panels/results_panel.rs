//! The ranked list.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{self, Label, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};
use language::say;
use library::Hit;
use viewer::command::{LibraryCommand, OrganiseCommand, SelectCommand, WindowCommand};
use viewer::{
    Contrasts, LibraryState, PanelTab, Question, View, about_in_words, hit_parts, is_doubtful,
};

use super::icons;
use super::{Sent, beside_panel, comparison_card, document_panel, marks_card, within};
use crate::app::theme;

/// The list, with what is compared with it above.
pub fn show(ui: &mut Ui, view: &View, compared: &Contrasts, sent: &mut Sent) {
    comparison_card::show(ui, view, compared, sent);
    results(ui, view, sent);
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
    if view.selection.structure.is_some() && view.selection.point_mm.is_some() {
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
    if let Some(about) = results.hits.first().and_then(|hit| hit.about.as_ref()) {
        let words = match about.by_distance {
            true => say!("side-about-order-distance"),
            false => say!("side-about-order"),
        };
        ui.label(RichText::new(words).small().color(theme::dim()));
    }
    suggestion(ui, view, sent);
    if results.pending {
        ui.label(RichText::new(say!("side-searching")).color(theme::dim()));
    } else if results.hits.is_empty() {
        ui.add_space(10.0);
        let narrowed = !view.documents.shelf.filter.is_empty();
        if narrowed && ui.button((icons::CLOSE, say!("side-widen"))).clicked() {
            sent.push(OrganiseCommand::Widen);
        }
        let words = if narrowed {
            say!("side-none-narrowed")
        } else if view.documents.state == LibraryState::Opening {
            say!("side-none-opening")
        } else if view.documents.state == LibraryState::Refused {
            say!("side-none-refused")
        } else if view.documents.entries.is_empty() && view.documents.only_read().is_some() {
            say!("side-none-empty")
        } else if view.documents.entries.is_empty() {
            say!("side-none-yet")
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
        let words = match results.here {
            Some(here) if here < total => {
                format!("{words} · {}", say!("side-count-here", count = here))
            }
            _ => words,
        };
        ui.label(RichText::new(words).small().color(theme::dim()));
    }
    actions(ui, view, sent);
    ui.add_space(2.0);
    list(ui, view, sent);
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
        slider.widget_info(|| {
            egui::WidgetInfo::slider(true, f64::from(share), say!("side-weight-name"))
        });
        if slider.on_hover_text(say!("side-weight-hint")).changed() {
            sent.push(SelectCommand::NearPlace(share));
        }
        ui.label(end(say!("side-weight-place")));
    });
}

/// The documents that answer.
fn list(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let (results, removed) = (&view.documents.results, &view.scene.removed);
    let hits = results.hits.iter();
    let hits: Vec<&Hit> = hits.filter(|hit| !removed.contains(&hit.key)).collect();
    let (selection, mut hovered) = (&view.selection, None);
    // Of a structure, those that lie elsewhere are a group of their own, under a row that says so.
    let elsewhere = |hit: &&Hit| hit.structure_match.is_some_and(|how| !how.is_here());
    let parted = results.here.and_then(|_| hits.iter().position(elsewhere));
    let parting = usize::from(parted.is_some());
    let row_of = |at: usize| at + usize::from(parted.is_some_and(|parted| at >= parted));
    // Only the rows in sight are laid out.
    let area = ScrollArea::vertical().id_salt(("list", &results.heading));
    let height = row_height(view);
    area.auto_shrink(false)
        .show_rows(ui, height, hits.len() + parting, |ui, rows| {
            let top = ui.cursor().top();
            let step = height + ui.spacing().item_spacing.y;
            if let Some(lit) = selection
                .hovered_document
                .filter(|_| selection.hovered_on_stage)
                && let Some(at) = hits.iter().position(|hit| hit.key == lit)
            {
                let y = top + (row_of(at) as f32 - rows.start as f32) * step;
                let row = Rect::from_min_size(pos2(ui.min_rect().left(), y), vec2(1.0, height));
                ui.scroll_to_rect(row, None);
            }
            for row in rows {
                if Some(row) == parted {
                    let of_whole = hits[row..]
                        .iter()
                        .any(|hit| hit.structure_match == Some(library::Match::Whole));
                    parting_row(
                        ui,
                        of_whole,
                        results
                            .total
                            .saturating_sub(results.here.unwrap_or_default()),
                    );
                    continue;
                }
                let at = row - usize::from(parted.is_some_and(|parted| row > parted));
                if result_row(ui, view, at + 1, hits[at], sent) {
                    hovered = Some(hits[at].key);
                }
            }
        });
    let known = selection
        .hovered_document
        .filter(|_| !selection.hovered_on_stage);
    if hovered != known && (hovered.is_some() || known.is_some()) {
        sent.push(SelectCommand::HoverDocument(hovered));
    }
}

/// What the list is narrowed to, and what can be done with all that it holds.
fn actions(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let values = view.narrowed_to();
    ui.horizontal_wrapped(|ui| {
        let removed = &view.scene.removed;
        let hits = view.documents.results.hits.iter().map(|hit| hit.key);
        let keys: Vec<i64> = hits.filter(|key| !removed.contains(key)).collect();
        if !keys.is_empty() {
            marks_card::of_several(ui, view, &keys, sent);
        }
        let small = |icon: icons::Icon, words: String| {
            egui::Button::new((icon.small(), RichText::new(words).small()))
        };
        let export = small(icons::EXPORT, say!("side-export"));
        let hint = say!("side-export-hint");
        if ui.add(export).on_hover_text(hint).clicked() {
            sent.push(LibraryCommand::Export);
        }
        let compare = small(icons::COMPARE, say!("side-compare"));
        let hint = say!("side-compare-hint");
        if view.comparison.is_none() && ui.add(compare).on_hover_text(hint).clicked() {
            sent.push(OrganiseCommand::Compare);
        }
        let title = RichText::new(say!("document-cite")).small();
        let title = (icons::QUOTE.small(), title);
        document_panel::cite_menu(ui, title, view, LibraryCommand::CopyCitations, sent);
    });
    if values.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        let words = say!("side-narrowed", values = values.join(", "));
        let words = RichText::new(words).small().color(theme::accent_ui());
        if icons::button(ui, icons::CLOSE, &say!("side-widen")).clicked() {
            sent.push(OrganiseCommand::Widen);
        }
        ui.add(Label::new(words).truncate());
    });
}

/// Height of a row: two lines of title, one of details, and a margin, points. One height for all of a list, so that rows out of sight cost nothing.
const ROW_HEIGHT: f32 = 60.0;
/// Height of the line that says what put a document into a list of similar ones, or of those about a point, points.
const PARTS_HEIGHT: f32 = 16.0;

/// Whether what put a document into the list has a line of its own.
fn has_reasons(view: &View) -> bool {
    matches!(
        view.documents.results.question.place(),
        Question::Similar { .. } | Question::Point(..)
    )
}

fn row_height(view: &View) -> f32 {
    match has_reasons(view) {
        true => ROW_HEIGHT + PARTS_HEIGHT,
        false => ROW_HEIGHT,
    }
}

/// The row before so many documents that lie elsewhere; `of_whole`: some of them in what the structure is part of.
fn parting_row(ui: &mut Ui, of_whole: bool, count: usize) {
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    let (_, rect) = ui.allocate_space(size);
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    let y = rect.top() + 18.0;
    ui.painter().hline(rect.x_range(), y, line);
    let words = match of_whole {
        true => say!("side-elsewhere-whole", count = count),
        false => say!("side-elsewhere", count = count),
    };
    let below = Rect::from_min_max(pos2(rect.left() + 8.0, y + 6.0), rect.max);
    // A child, not a scope, which would move where the next row begins.
    let words = Label::new(RichText::new(words).small().color(theme::dim())).selectable(false);
    ui.new_child(UiBuilder::new().max_rect(below)).add(words);
}

/// One row; returns whether the pointer is on it.
fn result_row(ui: &mut Ui, view: &View, rank: usize, hit: &Hit, sent: &mut Sent) -> bool {
    let selection = &view.selection;
    let selected = [selection.document, selection.second].contains(&Some(hit.key));
    let lit = view.selection.hovered_document == Some(hit.key);
    let size = vec2(ui.available_width(), row_height(view));
    let (_, rect) = ui.allocate_space(size);
    let id = ui.make_persistent_id(("hit", hit.key));
    let response = ui.interact(rect, id, Sense::click());
    if selected || lit {
        let fill = if selected {
            ui.visuals().selection.bg_fill
        } else {
            ui.visuals().widgets.hovered.bg_fill
        };
        ui.painter().rect_filled(rect, 6, fill);
    }
    let inside = rect.shrink2(vec2(8.0, 5.0));
    let row = UiBuilder::new().max_rect(inside);
    // A child, not a scope, which would move where the next row begins.
    ui.new_child(row).horizontal_top(|ui| {
        let number = Label::new(RichText::new(rank.to_string()).small().color(theme::dim()));
        ui.add_sized([22.0, 16.0], number.selectable(false));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let font = egui::TextStyle::Body.resolve(ui.style());
            let width = ui.available_width();
            let mut title = LayoutJob::simple(hit.title.clone(), font, theme::text(), width);
            title.wrap.max_rows = 2;
            ui.add(Label::new(title).selectable(false));
            details(ui, view, hit);
            let about = hit.about.as_ref().map(|about| about_in_words(view, about));
            if let Some(parts) = about.or(hit_parts(hit)).filter(|_| has_reasons(view)) {
                let parts = RichText::new(parts).small().color(theme::dim());
                ui.add(Label::new(parts).selectable(false).truncate());
            }
        });
    });
    response.widget_info(|| {
        egui::WidgetInfo::selected(
            egui::WidgetType::SelectableLabel,
            true,
            selected,
            &hit.title,
        )
    });
    let adds = ui.input(|input| input.modifiers.command);
    if response.clicked() && adds {
        sent.push(match selection.document {
            Some(_) => SelectCommand::SelectSecond(Some(hit.key)),
            None => SelectCommand::SelectDocument(hit.key),
        });
    } else if response.clicked() {
        sent.push(SelectCommand::SelectDocument(hit.key));
        sent.push(WindowCommand::ShowTab(PanelTab::Document));
    }
    response.context_menu(|ui| {
        if ui.button((icons::PLACE, say!("side-fly"))).clicked() {
            sent.push(SelectCommand::SelectDocument(hit.key));
            ui.close();
        }
        beside_panel::offer(ui, view, hit.key, sent);
        let similar = SelectCommand::FindSimilar(Some(hit.key));
        let words = (icons::SIMILAR, similar.about().label());
        if ui.button(words).clicked() {
            sent.push(similar);
            ui.close();
        }
        for command in [
            LibraryCommand::OpenSource(hit.key),
            LibraryCommand::CopyCitation(hit.key),
            LibraryCommand::ExportDocument(hit.key),
            LibraryCommand::RemoveDocument(hit.key),
        ] {
            let about = command.about();
            if ui.button((icons::of(about.id), about.label())).clicked() {
                sent.push(command);
                ui.close();
            }
        }
    });
    response.hovered()
}

/// Where a document lies, how far away, its year, and why it stands where it does.
fn details(ui: &mut Ui, view: &View, hit: &Hit) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let place = if is_doubtful(hit.outside_p) {
            RichText::new(say!("side-outside")).color(theme::warning())
        } else {
            RichText::new(view.name_of(&hit.structure)).color(theme::marker_ui())
        };
        if is_doubtful(hit.outside_p) {
            icons::WARNING.small().color(theme::warning()).show(ui);
        }
        ui.add(Label::new(place.small()).selectable(false));
        // Of what is like something, it is one of the parts.
        let distance = hit.distance_mm.filter(|_| hit.place_rank.is_none());
        let distance = distance.map(|distance| far(view, distance));
        let year = hit.year.map(|year| year.to_string());
        let parts = hit_parts(hit).filter(|_| !has_reasons(view));
        let marks = view.marks_of(hit.key);
        let stars = (marks.stars > 0).then(|| "★".repeat(usize::from(marks.stars)));
        let tags = marks.tags.iter().map(|tag| format!("# {tag}"));
        if !marks.note.is_empty() {
            icons::NOTE.small().color(theme::dim()).show(ui);
        }
        let more = stars.into_iter().chain(tags.take(3));
        for words in distance.into_iter().chain(year).chain(parts).chain(more) {
            let words = RichText::new(words).small().color(theme::dim());
            ui.add(Label::new(words).selectable(false));
        }
    });
}

/// How far a document lies from what was asked about, in words: from the point, or outside of the structure.
fn far(view: &View, distance_mm: f32) -> String {
    let mm = language::decimal(f64::from(distance_mm), 0);
    let of_point = match view.documents.results.question.place() {
        Question::Point(..) => true,
        Question::Structure(..) => false,
        _ => return format!("{mm} mm"),
    };
    match (of_point, distance_mm < 0.5) {
        (true, true) => say!("side-at-point"),
        (true, false) => say!("side-from-point", mm = mm),
        (false, true) => say!("side-inside"),
        (false, false) => say!("side-outside-by", mm = mm),
    }
}
