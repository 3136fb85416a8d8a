//! The documents of the ranked list, a row each: clicked, or gone through by keys.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    self, Id, Label, Rect, Response, RichText, ScrollArea, Sense, Ui, UiBuilder,
    style::ScrollAnimation, vec2,
};
use language::say;
use library::Hit;
use viewer::command::{LibraryCommand, SelectCommand, WindowCommand};
use viewer::{
    Command, Focus, PanelTab, Question, View, about_in_words, hit_parts, is_doubtful, parts_line,
};

use super::list_keys::{Does, Rows};
use super::row_places::{self, Places};
use super::{Sent, beside_panel, frame, icons, lit_line, pull, row_menu, watched_list};
use crate::app::theme;

/// The documents that answer.
pub fn show(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let (results, selection) = (&view.documents.results, &view.selection);
    let hits = view.listed_hits();
    if hits.is_empty() {
        return;
    }
    // Of a structure, those that lie elsewhere are a group of their own, under a row that says so.
    let elsewhere = |hit: &&Hit| hit.structure_match.is_some_and(|how| !how.is_here());
    let parted = results.here.and_then(|_| hits.iter().position(elsewhere));
    let parting = parted.map(|at| (at, parting_words(view, &hits[at..])));
    let row_of = |at: usize| at + usize::from(parted.is_some_and(|parted| at >= parted));
    let ids: Vec<Id> = hits.iter().map(|hit| Id::new(("hit", hit.key))).collect();
    let mut hovered = None;
    // Only the rows in sight are laid out.
    let area = ScrollArea::vertical().id_salt(("list", &results.heading));
    area.auto_shrink(false).show_viewport(ui, |ui, sight| {
        let places = places(ui, view, &hits, parting.as_ref());
        ui.set_height(places.height());
        let (area, rows) = (ui.max_rect(), places.seen(sight.top(), sight.bottom()));
        let of_row = |row: usize| {
            let at = places.row(row);
            let down = area.top() + at.min..=area.top() + at.max;
            Rect::from_x_y_ranges(area.x_range(), down)
        };
        let place = |at: usize| of_row(row_of(at));
        if let Some(lit) = selection
            .hovered_document
            .filter(|_| selection.hovered_on_stage)
            && let Some(at) = hits.iter().position(|hit| hit.key == lit)
        {
            ui.scroll_to_rect(place(at), None);
        }
        let keys = Rows {
            ids: &ids,
            stop: stop(view, &hits),
            // The last may be seen in part.
            page: rows.len().saturating_sub(1),
        };
        let stop = by_keys(ui, view, &hits, &keys, sent);
        let mut drawn = |ui: &mut Ui, at: usize| {
            let row = Row {
                view,
                hit: hits[at],
                at: [at, hits.len()],
                id: ids[at],
                takes_keys: at == stop,
            };
            let response = row.show(ui, place(at), sent);
            // Whoever goes on by keys looks at once where that leads.
            if response.gained_focus() {
                let at_once = ScrollAnimation::none();
                ui.scroll_to_rect_animation(place(at), None, at_once);
            }
            if response.hovered() {
                hovered = Some(hits[at].key);
            }
        };
        let mut seen = false;
        for row in rows {
            if let Some((_, words)) = parting.as_ref().filter(|(at, _)| *at == row) {
                parting_row(ui, of_row(row), words);
                continue;
            }
            let at = row - usize::from(parted.is_some_and(|parted| row > parted));
            seen |= at == stop;
            drawn(ui, at);
        }
        // Out of sight it can still have the keyboard, and Tab leads back to it.
        if !seen {
            drawn(ui, stop);
        }
    });
    let known = selection
        .hovered_document
        .filter(|_| !selection.hovered_on_stage);
    if hovered != known && (hovered.is_some() || known.is_some()) {
        sent.push(SelectCommand::HoverDocument(hovered));
    }
}

/// The row that Tab leads to: that of the open document, else the first.
fn stop(view: &View, hits: &[&Hit]) -> usize {
    let open = view.selection.document;
    let open = open.and_then(|open| hits.iter().position(|hit| hit.key == open));
    open.unwrap_or_default()
}

/// Goes through the list by keys, and opens where that leads; returns the row that has the keyboard, or that Tab leads to.
fn by_keys(ui: &Ui, view: &View, hits: &[&Hit], keys: &Rows, sent: &mut Sent) -> usize {
    if view.layout.focus == Some(Focus::List) {
        let id = keys.ids[keys.stop];
        ui.memory_mut(|memory| memory.request_focus(id));
        frame::goes_by_keys(ui.ctx());
        sent.push(WindowCommand::Focused);
    }
    let does = keys.go(ui, !view.selection.ticked.is_empty());
    for does in does {
        frame::goes_by_keys(ui.ctx());
        match does {
            Does::Open(at) => open(view, hits[at].key, sent),
            Does::Tick(at) => sent.push(SelectCommand::TickDocument(hits[at].key)),
            Does::TickThrough(at) => sent.push(SelectCommand::TickThrough(hits[at].key)),
            Does::Untick => sent.push(SelectCommand::UntickAll),
        }
    }
    keys.held(ui).unwrap_or(keys.stop)
}

/// Height of a row: a line of title, one of details, and a margin, points.
const ROW_HEIGHT: f32 = 46.0;
/// Height of the second line of a title that is long, points.
const TITLE_HEIGHT: f32 = 16.0;
/// Height of the line that says what put a document into a list of similar ones, or of those about a point, points.
const PARTS_HEIGHT: f32 = 16.0;
/// Height of the line with the sentence that answers words, or with what the paper is about, points.
const LINE_HEIGHT: f32 = 16.0;
/// Room around what a row says, points.
const MARGIN: egui::Vec2 = vec2(8.0, 5.0);
/// Width of the rank before a title, points.
const RANK: f32 = 22.0;
/// From the top of the row that parts a list to its line, and from there to its words, points.
const PARTING: [f32; 2] = [8.0, 6.0];

/// Whether what put a document into the list has a line of its own.
fn has_reasons(view: &View) -> bool {
    matches!(
        view.documents.results.question.place(),
        Question::Similar { .. } | Question::Point(..)
    )
}

/// Where the rows stand, with the one that parts them: each is as high as what it says.
fn places(ui: &Ui, view: &View, hits: &[&Hit], parting: Option<&(usize, String)>) -> Places {
    let (width, gaps) = (ui.available_width(), ui.spacing().item_spacing);
    let room = width - 2.0 * MARGIN.x - RANK - gaps.x;
    let reasons = if has_reasons(view) { PARTS_HEIGHT } else { 0.0 };
    let long = row_places::are_long(ui, hits, room);
    let heights = hits.iter().zip(long).map(|(hit, long)| {
        let title = if long { TITLE_HEIGHT } else { 0.0 };
        let about = hit.subject.as_ref();
        let says = hit.sentence.is_some() || about.is_some_and(viewer::has_subject_line);
        let line = if says { LINE_HEIGHT } else { 0.0 };
        ROW_HEIGHT + title + reasons + line
    });
    let mut heights: Vec<f32> = heights.collect();
    if let Some((at, words)) = parting {
        let font = egui::TextStyle::Small.resolve(ui.style());
        let room = width - 2.0 * MARGIN.x;
        let words = ui.painter().layout(words.clone(), font, theme::dim(), room);
        let above: f32 = PARTING.iter().sum();
        heights.insert(*at, above + words.size().y + 2.0);
    }
    Places::of(&heights, gaps.y)
}

/// What is said before these documents, which lie elsewhere.
fn parting_words(view: &View, hits: &[&Hit]) -> String {
    let results = &view.documents.results;
    let count = results
        .total
        .saturating_sub(results.here.unwrap_or_default());
    let whole = Some(library::Match::Whole);
    // Some of them lie in what the structure is part of.
    match hits.iter().any(|hit| hit.structure_match == whole) {
        true => say!("side-elsewhere-whole", count = count),
        false => say!("side-elsewhere", count = count),
    }
}

/// The row before the documents that lie elsewhere.
fn parting_row(ui: &mut Ui, rect: Rect, words: &str) {
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    let [above, below] = PARTING;
    let y = rect.top() + above;
    ui.painter().hline(rect.x_range(), y, line);
    let below = rect.with_min_y(y + below).shrink2(vec2(MARGIN.x, 0.0));
    // A child, not a scope, which would move where the next row begins.
    let words = Label::new(RichText::new(words).small().color(theme::dim())).selectable(false);
    ui.new_child(UiBuilder::new().max_rect(below)).add(words);
}

/// Opens a document that was gone to by keys.
fn open(view: &View, key: i64, sent: &mut Sent) {
    sent.push(SelectCommand::SelectDocument(key));
    let docks = &view.layout.docks;
    let [list, document] = [PanelTab::Results, PanelTab::Document];
    // Not in front of the list, which is being gone through.
    if docks.of(document.into()) != docks.of(list.into()) && !view.layout.is_shown(document) {
        sent.push(WindowCommand::ShowTab(document));
    }
}

/// One row.
struct Row<'a> {
    view: &'a View,
    hit: &'a Hit,
    /// Which one, from 0, of how many.
    at: [usize; 2],
    id: Id,
    /// It is the one of the list that can have the keyboard.
    takes_keys: bool,
}

impl Row<'_> {
    fn show(&self, ui: &mut Ui, rect: Rect, sent: &mut Sent) -> Response {
        let (view, hit) = (self.view, self.hit);
        let selection = &view.selection;
        let open = [selection.document, selection.second].contains(&Some(hit.key));
        let ticked = selection.ticked.contains(&hit.key);
        let lit = selection.hovered_document == Some(hit.key);
        let sense = match self.takes_keys {
            true => Sense::click(),
            false => Sense::CLICK,
        };
        let response = ui.interact(rect, self.id, pull::sense(ui, sense));
        let fill = match (open, ticked || lit) {
            (true, _) => Some(ui.visuals().selection.bg_fill),
            (false, true) => Some(ui.visuals().widgets.hovered.bg_fill),
            (false, false) => None,
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, 6, fill);
        }
        if ticked {
            let edge = rect.with_max_x(rect.left() + 3.0).shrink2(vec2(0.0, 6.0));
            ui.painter().rect_filled(edge, 1, theme::accent_ui());
        }
        self.words(ui, rect.shrink2(MARGIN), ticked);
        // Of several, those that are ticked are the selected ones.
        let selected = match selection.ticked.is_empty() {
            true => open,
            false => ticked,
        };
        response.widget_info(|| {
            let role = egui::WidgetType::SelectableLabel;
            egui::WidgetInfo::selected(role, true, selected, &hit.title)
        });
        ui.ctx().accesskit_node_builder(self.id, |node| {
            let [at, of] = self.at;
            node.set_position_in_set(at);
            node.set_size_of_set(of);
            let gone = view.documents.gone_file(hit.key);
            let gone = gone.map(watched_list::gone_in_words);
            if let Some(more) = lit_line::described(gone, hit) {
                node.set_description(more);
            }
        });
        if response.clicked() {
            clicked(ui, &response, hit.key, sent);
        }
        // What is done with one of several that are ticked is done with all of them.
        let several = || {
            let several = view.ticked();
            (several.len() > 1 && several.contains(&hit.key)).then_some(several)
        };
        let pulled = || several().unwrap_or_else(|| vec![hit.key]);
        pull::beyond(&response, ui.clip_rect(), pulled, sent);
        row_menu::of(&response, |ui| match several() {
            Some(several) => menu_of_several(ui, several, sent),
            None => menu(ui, view, hit.key, sent),
        });
        response
    }

    /// Its rank or tick, title, details, and the sentence that answers, or what it is about.
    fn words(&self, ui: &mut Ui, inside: Rect, ticked: bool) {
        let (view, hit) = (self.view, self.hit);
        // A child, not a scope, which would move where the next row begins.
        let row = UiBuilder::new().max_rect(inside);
        ui.new_child(row).horizontal_top(|ui| {
            let rank = RichText::new((self.at[0] + 1).to_string());
            let number = Label::new(rank.small().color(theme::dim()));
            match ticked {
                true => ui.add_sized([RANK, 16.0], Tick),
                false => ui.add_sized([RANK, 16.0], number.selectable(false)),
            };
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                let font = egui::TextStyle::Body.resolve(ui.style());
                let width = ui.available_width();
                let mut title = LayoutJob::simple(hit.title.clone(), font, theme::text(), width);
                title.wrap.max_rows = 2;
                ui.add(Label::new(title).selectable(false));
                details(ui, view, hit);
                if let Some(line) = parts_line(view, hit).filter(|_| has_reasons(view)) {
                    let why = hit.about.as_ref().map(|about| about_in_words(view, about));
                    let why = why.filter(|why| *why != line);
                    let line = RichText::new(line).small().color(theme::dim());
                    let line = ui.add(Label::new(line).selectable(false).truncate());
                    // Beside words there is no room for the evidence.
                    if let Some(why) = why {
                        line.on_hover_text(why);
                    }
                }
                let about = lit_line::about_of(hit);
                match (&hit.sentence, about) {
                    (Some(sentence), about) => lit_line::show(ui, sentence, about.as_deref()),
                    (None, Some(about)) => {
                        let about = RichText::new(about).small().color(theme::dim());
                        ui.add(Label::new(about).selectable(false).truncate());
                    }
                    (None, None) => {}
                }
            });
        });
    }
}

/// The tick of a row, in place of its rank.
struct Tick;

impl egui::Widget for Tick {
    fn ui(self, ui: &mut Ui) -> Response {
        let (rect, response) = ui.allocate_exact_size(vec2(RANK, 16.0), Sense::hover());
        let place = UiBuilder::new().max_rect(rect.translate(vec2(4.0, 0.0)));
        icons::DONE
            .color(theme::accent_ui())
            .show(&mut ui.new_child(place));
        response
    }
}

/// A row was clicked: it is opened, with Ctrl ticked, with Shift up to there; then the list has the keyboard.
fn clicked(ui: &Ui, row: &Response, key: i64, sent: &mut Sent) {
    let held = ui.input(|input| input.modifiers);
    if held.command || held.shift {
        row.request_focus();
        sent.push(match held.shift {
            true => SelectCommand::TickThrough(key),
            false => SelectCommand::TickDocument(key),
        });
        return;
    }
    sent.push(SelectCommand::SelectDocument(key));
    sent.push(WindowCommand::ShowTab(PanelTab::Document));
}

/// What can be done with the document of a row.
fn menu(ui: &mut Ui, view: &View, key: i64, sent: &mut Sent) {
    if ui.button((icons::PLACE, say!("side-fly"))).clicked() {
        sent.push(SelectCommand::SelectDocument(key));
        ui.close();
    }
    beside_panel::offer(ui, view, key, sent);
    let similar = SelectCommand::FindSimilar(Some(key));
    let words = (icons::SIMILAR, similar.about().label());
    if ui.button(words).clicked() {
        sent.push(similar);
        ui.close();
    }
    if matches!(view.documents.results.question, Question::Similar { .. }) {
        let unlike: SelectCommand = SelectCommand::NotLike(key);
        let about = unlike.about();
        let button = ui.button((icons::of(about.id), about.label()));
        if button.on_hover_text(about.tooltip()).clicked() {
            sent.push(unlike);
            ui.close();
        }
    }
    for command in [
        LibraryCommand::OpenSource(key),
        LibraryCommand::CopyCitation(key),
        LibraryCommand::ExportDocument(key),
        LibraryCommand::RemoveDocument(key),
    ] {
        let about = command.about();
        if ui.button((icons::of(about.id), about.label())).clicked() {
            sent.push(command);
            ui.close();
        }
    }
}

/// What can be done with all documents that are ticked.
fn menu_of_several(ui: &mut Ui, keys: Vec<i64>, sent: &mut Sent) {
    let count = keys.len();
    let mut entry = |icon: icons::Icon, words: String, command: Command| {
        if ui.button((icon, words)).clicked() {
            sent.push(command);
            ui.close();
        }
    };
    if count == 2 {
        let read: SelectCommand = SelectCommand::SideBySide;
        entry(icons::BESIDE, read.about().label(), read.into());
    }
    let like: SelectCommand = SelectCommand::MoreLikeThese(keys.clone());
    entry(icons::SIMILAR, like.about().label(), like.into());
    // What is done with the list is done with those of it that are ticked.
    let cite = LibraryCommand::CopyCitations;
    let words = say!("side-several-cite", count = count);
    entry(icons::QUOTE, words, cite.into());
    let words = say!("side-several-export", count = count);
    entry(icons::EXPORT, words, LibraryCommand::Export.into());
    let words = say!("side-several-remove", count = count);
    let remove = LibraryCommand::RemoveDocuments(keys);
    entry(icons::REMOVE, words, remove.into());
    let words = say!("side-untick");
    let untick: SelectCommand = SelectCommand::UntickAll;
    entry(icons::CLOSE, words, untick.into());
}

/// Where a document lies, how far away, its year, and why it stands where it does.
fn details(ui: &mut Ui, view: &View, hit: &Hit) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if let Some(file) = view.documents.gone_file(hit.key) {
            watched_list::gone_mark(ui, file);
        }
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
        Question::Structure(..) | Question::Structures(_) => false,
        _ => return format!("{mm} mm"),
    };
    match (of_point, distance_mm < 0.5) {
        (true, true) => say!("side-at-point"),
        (true, false) => say!("side-from-point", mm = mm),
        (false, true) => say!("side-inside"),
        (false, false) => say!("side-outside-by", mm = mm),
    }
}
