//! Two documents side by side: what they have in common and what differs, then both texts, each with its place.

use anatomy::Catalogue;
use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::vec2;
use bevy_egui::egui::{self, Color32, FontId, Label, RichText, ScrollArea, Sense, Ui};
use language::say;
use viewer::command::{LibraryCommand, SelectCommand, ViewCommand, WindowCommand};
use viewer::{Common, Named, Opened, PanelTab, View, capitalised};

use super::icons;
use super::tagged_text::Weighed;
use super::{
    Layer, Pane, Sent, docked, document_panel, draw_in, heads, long_text, not_presenting,
    sentence_bars, tagged_text,
};
use crate::app::core::Core;
use crate::app::theme;

/// The panel's share of the window, and its width at least, points.
const SHARE: f32 = 0.6;
const LEAST_WIDTH: f32 = 660.0;
/// Between the two texts, points.
const GAP: f32 = 20.0;
/// Letters of a title within a sentence at most.
const MOST_OF_TITLE: usize = 56;
/// Structures named in a row at most; the others are counted.
const MOST_NAMED: usize = 9;
/// The letters of the two, here and on the body.
pub(super) const LETTERS: [&str; 2] = ["A", "B"];

pub fn plugin(app: &mut App) {
    let open = |core: Res<Core>| core.reads_side_by_side();
    draw_in(app, Layer::Sides, draw.run_if(not_presenting).run_if(open));
}

fn draw(mut pane: Pane) -> Result {
    pane.dock("side by side", show)
}

fn show(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let Some(both) = view.pair() else { return };
    let window = ui.ctx().viewport_rect().width();
    let frame = egui::Frame::new()
        .fill(theme::panel())
        .inner_margin(egui::Margin::symmetric(14, 8));
    docked(view, "side by side", true)
        .frame(frame)
        .default_size((window * SHARE).max(LEAST_WIDTH))
        .size_range(LEAST_WIDTH..=(window - 280.0).max(LEAST_WIDTH))
        .show(ui, |ui| {
            head(ui, sent);
            let beside = view.documents.beside.as_ref();
            match beside.and_then(|beside| beside.common.as_deref()) {
                Some(common) => summary(ui, view, both, common, sent),
                None => {
                    let words = RichText::new(say!("beside-comparing"));
                    ui.label(words.color(theme::dim()));
                }
            }
            ui.add_space(6.0);
            ui.spacing_mut().item_spacing.x = GAP;
            ui.columns(2, |columns| {
                for ui in columns.iter_mut() {
                    ui.spacing_mut().item_spacing.x = 8.0;
                }
                in_both(columns, |ui, n| title(ui, both[n], n));
                in_both(columns, |ui, n| facts(ui, both[n]));
                in_both(columns, |ui, n| place_line(ui, view, both[n], n));
                in_both(columns, |ui, n| actions(ui, view, both[n], sent));
                for (opened, ui) in both.into_iter().zip(columns) {
                    whole_text(ui, view, opened, sent);
                }
            });
        });
}

/// The way back, and to another document.
fn head(ui: &mut Ui, sent: &mut Sent) {
    ui.horizontal(|ui| {
        let back = ui.small_button((icons::BACK, say!("beside-another")));
        if back.on_hover_text(say!("beside-another-hint")).clicked() {
            sent.push(WindowCommand::ShowTab(PanelTab::Results));
        }
        let words = say!("beside-heading");
        ui.label(RichText::new(words).small().color(theme::dim()));
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            let end = ui.small_button((icons::CLOSE, say!("beside-end")));
            if end.on_hover_text(say!("beside-end-hint")).clicked() {
                sent.push(SelectCommand::SideBySide);
            }
        });
    });
    ui.add_space(2.0);
}

/// What they have in common and what differs, in plain words.
fn summary(ui: &mut Ui, view: &View, both: [&Opened; 2], common: &Common, sent: &mut Sent) {
    let frame = egui::Frame::new()
        .fill(theme::raised())
        .corner_radius(6)
        .inner_margin(egui::Margin::symmetric(12, 9));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        let words = RichText::new(distance_in_words(view, both, common));
        ui.add(Label::new(words.size(15.0).color(theme::text())).wrap());
        let times = common
            .years
            .map(|years| say!("beside-years", count = years as usize));
        let journal = common.same_journal.then(|| say!("beside-same-journal"));
        let more: Vec<String> = times.into_iter().chain(journal).collect();
        if !more.is_empty() {
            let words = RichText::new(more.join(" · "));
            ui.label(words.small().color(theme::dim()));
        }
        let none = say!("beside-none-shared");
        named(
            ui,
            view,
            &say!("beside-both-name"),
            &common.both,
            Some(&none),
            sent,
        );
        for (letter, only) in LETTERS.into_iter().zip(&common.only) {
            let words = say!("beside-only-names", letter = letter);
            named(ui, view, &words, only, None, sent);
        }
        if !common.terms.is_empty() {
            row(ui, &say!("beside-terms"), |ui| {
                let words = RichText::new(common.terms.join(" · "));
                ui.add(Label::new(words.small().color(theme::text())).wrap());
            });
        }
    });
}

/// "Both lie in the pancreas, 42 mm apart."
fn distance_in_words(view: &View, both: [&Opened; 2], common: &Common) -> String {
    let Some(mm) = common.apart_mm else {
        let lost = both.map(|one| one.staged.point.is_none() || one.staged.home.is_outside());
        return match lost {
            [true, true] => say!("beside-no-places"),
            [first, _] => say!("beside-no-place", letter = LETTERS[usize::from(!first)]),
        };
    };
    let mm = language::decimal(f64::from(mm), 0);
    let [first, second] = both.map(|one| &one.staged.home.structure);
    if first == second {
        return say!("beside-same-structure", name = view.name_of(first), mm = mm);
    }
    let catalogue = Catalogue::builtin();
    let rows = [first, second].map(|id| catalogue.index_of(id));
    let shared = match rows {
        [Some(first), Some(second)] => {
            let mut wholes = std::iter::once(first).chain(catalogue.ancestors(first));
            wholes.find(|whole| catalogue.is_part_of(second, *whole))
        }
        _ => None,
    };
    let [one, other] = [first, second].map(|id| view.name_of(id));
    match shared {
        Some(shared) => say!(
            "beside-same-whole",
            mm = mm,
            first = one,
            second = other,
            whole = view.name_of(&catalogue.get(shared).id)
        ),
        None => say!("beside-apart", mm = mm, first = one, second = other),
    }
}

/// A line of the summary: what it says, then what.
fn row(ui: &mut Ui, words: &str, add: impl FnOnce(&mut Ui)) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.label(RichText::new(words).small().color(theme::dim()));
        add(ui);
    });
}

/// Structures that are named; a click selects one on the body.
fn named(
    ui: &mut Ui,
    view: &View,
    words: &str,
    structures: &[Named],
    none: Option<&str>,
    sent: &mut Sent,
) {
    if structures.is_empty() && none.is_none() {
        return;
    }
    row(ui, words, |ui| {
        if let Some(none) = none.filter(|_| structures.is_empty()) {
            ui.label(RichText::new(none).small().color(theme::dim()));
        }
        for named in structures.iter().take(MOST_NAMED) {
            let name = RichText::new(view.name_of(&named.id)).small();
            let structure = view.index_of(&named.id);
            dot(ui, sentence_bars::color_of(view, &named.id));
            if named.excluded {
                let hint = say!("beside-excluded");
                ui.label(name.color(theme::dim()).strikethrough())
                    .on_hover_text(hint);
            } else if ui.link(name).clicked()
                && let Some(structure) = structure
            {
                sent.push(SelectCommand::SelectStructure {
                    structure,
                    point_mm: None,
                });
            }
        }
        let more = structures.len().saturating_sub(MOST_NAMED);
        if more > 0 {
            let others = &structures[MOST_NAMED..];
            let names: Vec<String> = others.iter().map(|n| view.name_of(&n.id)).collect();
            let words = RichText::new(format!("+ {more}")).small();
            ui.label(words.color(theme::dim()))
                .on_hover_text(names.join(", "));
        }
    });
}

fn dot(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(9.0, 12.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.0, color);
    let ring = egui::Stroke::new(1.0, theme::line_strong());
    ui.painter().circle_stroke(rect.center(), 4.0, ring);
    ui.add_space(-4.0);
}

/// The same of both, each in its column; what follows begins at one height.
fn in_both(columns: &mut [Ui], mut add: impl FnMut(&mut Ui, usize)) {
    for (n, ui) in columns.iter_mut().enumerate() {
        add(ui, n);
    }
    let ends = columns.iter().map(|ui| ui.cursor().top());
    let end = ends.fold(f32::NEG_INFINITY, f32::max);
    for ui in columns {
        let missing = end - ui.cursor().top();
        if missing > 0.0 {
            ui.add_space(missing);
        }
    }
}

/// The letter and the title of one.
fn title(ui: &mut Ui, opened: &Opened, n: usize) {
    ui.horizontal_top(|ui| {
        badge(ui, n);
        let title = RichText::new(&opened.stored.document.title).heading();
        ui.add(Label::new(title).wrap().selectable(true));
    });
}

/// By whom it is and when it was published, where that is known.
fn facts(ui: &mut Ui, opened: &Opened) {
    let document = &opened.stored.document;
    let mut facts: Vec<String> = Vec::new();
    facts.extend(document_panel::by_whom(document));
    facts.extend(document.published());
    if !facts.is_empty() {
        let facts = RichText::new(facts.join(" · ")).small();
        ui.add(Label::new(facts.color(theme::dim())).wrap());
    }
}

/// What can be done with one.
fn actions(ui: &mut Ui, view: &View, opened: &Opened, sent: &mut Sent) {
    let stored = &opened.stored;
    ui.horizontal_wrapped(|ui| {
        let at = opened.staged.point;
        let fly = ui.add_enabled(at.is_some(), small(say!("document-fly")));
        if let Some(point_mm) = at.filter(|_| fly.clicked()) {
            sent.push(ViewCommand::FlyTo {
                point_mm,
                distance_mm: 600.0,
            });
        }
        let alone = ui.add(small(say!("beside-alone")));
        if alone.on_hover_text(say!("beside-alone-hint")).clicked() {
            sent.push(SelectCommand::SideBySide);
            sent.push(SelectCommand::SelectDocument(stored.key));
        }
        let title = RichText::new(say!("document-cite")).small();
        let copy = LibraryCommand::CopyCitation(stored.key);
        document_panel::cite_menu(ui, title, view, copy, sent);
    });
    ui.add_space(4.0);
}

/// The text of one, which scrolls.
fn whole_text(ui: &mut Ui, view: &View, opened: &Opened, sent: &mut Sent) {
    let area = ScrollArea::vertical().id_salt(("text", opened.stored.key));
    area.auto_shrink(false).show(ui, |ui| {
        ui.add_space(2.0);
        text(ui, view, opened, sent);
    });
}

fn small(words: String) -> egui::Button<'static> {
    egui::Button::new(RichText::new(words).small())
}

/// The letter of a document, in its colour.
fn badge(ui: &mut Ui, n: usize) {
    let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::hover());
    paint_badge(ui.painter(), rect.center(), n);
}

/// The same anywhere.
pub(super) fn paint_badge(painter: &egui::Painter, at: egui::Pos2, n: usize) {
    painter.circle_filled(at, 9.5, theme::difference()[n]);
    let (font, ink) = (FontId::proportional(13.0), theme::on_difference());
    painter.text(at, egui::Align2::CENTER_CENTER, LETTERS[n], font, ink);
}

/// "Tail of pancreas · spleen 3 mm away"; a doubt is said.
fn place_line(ui: &mut Ui, view: &View, opened: &Opened, n: usize) {
    let grounding = &opened.staged.home;
    let name = view.name_of(&grounding.structure);
    if grounding.is_outside() {
        heads::warning(ui, RichText::new(say!("side-outside")));
        return;
    }
    let place = match (&grounding.region, grounding.side) {
        (Some(region), _) if !region.eq_ignore_ascii_case(&name) => capitalised(region),
        (_, Some(side)) if side.is_open() => say!("grounding-side-open", name = name),
        _ => name,
    };
    let beside = view.documents.beside.as_ref();
    let common = beside.and_then(|beside| beside.common.as_deref());
    let near = common.and_then(|common| common.near[n]);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(
            RichText::new(place)
                .family(theme::strong())
                .color(theme::marker_ui()),
        );
        if let Some((structure, mm)) = near {
            let near = view.name_within(structure);
            let mm = language::decimal(f64::from(mm), 0);
            let words = RichText::new(say!("beside-near", name = near, mm = mm));
            ui.label(words.small().color(theme::dim()));
        }
        if opened.staged.point.is_none() {
            let words = RichText::new(say!("grounding-not-here")).small();
            ui.label(words.color(theme::dim()));
        }
    });
}

/// The sentences, each with the colour of the structure that it is about; a click looks at its place.
fn text(ui: &mut Ui, view: &View, opened: &Opened, sent: &mut Sent) {
    let stored = &opened.stored;
    let sentences = &stored.grounding.sentences;
    if sentences.is_empty() {
        let text = &stored.document.text;
        let words = tagged_text::words(true);
        long_text::plain(ui, stored.key, text, Weighed::default(), &words);
        return;
    }
    let count = sentences.len().min(opened.staged.sentences.len());
    long_text::rows(ui, stored.key, count, |ui, n| {
        let sentence = &sentences[n];
        let job = tagged_text::sentence(view, sentence, Weighed::default());
        let row = sentence_bars::beside(ui, view, sentence, |ui| {
            ui.add(Label::new(job).wrap().sense(Sense::click()))
        });
        tagged_text::follow_focus(&row);
        let row = row.on_hover_text(say!("beside-sentence-hint"));
        let at = opened.staged.sentences[n];
        if let Some(point_mm) = at.filter(|_| row.clicked()) {
            sent.push(ViewCommand::FlyTo {
                point_mm,
                distance_mm: 600.0,
            });
        }
    });
}

/// What is waited for while a document stands aside, or two are selected.
pub(super) fn waiting(ui: &mut Ui, view: &View, sent: &mut Sent) {
    // Of those that are ticked, the list says it.
    let chosen = view.selection.second.is_some() && view.ticked().is_empty();
    let words = match (view.waits_beside(), chosen) {
        (Some(key), _) => {
            let title = view.documents.title(key).unwrap_or_default();
            say!("beside-choose", title = short(title))
        }
        (None, true) => say!("beside-selected"),
        (None, false) => return,
    };
    let frame = egui::Frame::new()
        .fill(theme::selected())
        .corner_radius(6)
        .inner_margin(8);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Label::new(RichText::new(words).color(theme::text())).wrap());
        ui.horizontal(|ui| {
            if view.waits_beside().is_some() {
                let end = (icons::CLOSE, say!("beside-end"));
                if ui.small_button(end).clicked() {
                    sent.push(SelectCommand::SideBySide);
                }
                return;
            }
            let read: SelectCommand = SelectCommand::SideBySide;
            let words = (icons::BESIDE, read.about().label());
            if ui.small_button(words).clicked() {
                sent.push(read);
            }
            let leave = say!("beside-leave");
            if icons::button(ui, icons::CLOSE, &leave).clicked() {
                sent.push(SelectCommand::SelectSecond(None));
            }
        });
    });
    ui.add_space(4.0);
}

/// A title within a sentence.
fn short(title: &str) -> String {
    viewer::short(title.trim_end_matches('.'), MOST_OF_TITLE)
}

/// What the menu of a row offers.
pub(super) fn offer(ui: &mut Ui, view: &View, key: i64, sent: &mut Sent) {
    let aside = view.documents.beside.as_ref().map(|beside| beside.key);
    let selected = view.selection.document;
    let first = aside.or(selected).filter(|first| *first != key);
    let words = match first.and_then(|first| view.documents.title(first)) {
        Some(title) => say!("beside-read-with", title = short(title)),
        None => say!("beside-put"),
    };
    if ui.button((icons::BESIDE, words)).clicked() {
        sent.push(SelectCommand::ReadBeside(key));
        ui.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_a_row_begins_at_one_height() {
        let mut tops = Vec::new();
        let ctx = egui::Context::default();
        let mut frame = ctx.run_ui(egui::RawInput::default(), |ui| {
            ui.columns(2, |columns| {
                let begins = columns[0].cursor().top();
                in_both(columns, |ui, n| ui.add_space([10.0, 50.0][n]));
                tops = columns
                    .iter()
                    .map(|ui| ui.cursor().top() - begins)
                    .collect();
            });
        });
        frame.textures_delta.clear();
        assert_eq!(tops.len(), 2);
        assert!(tops.iter().all(|top| (top - 50.0).abs() < 0.1), "{tops:?}");
    }
}
