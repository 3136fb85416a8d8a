//! What could not be read or done, and what can be done about it.

use std::path::Path;

use bevy_egui::egui::{
    self, Id, Label, Rect, RichText, ScrollArea, Sense, StrokeKind, Ui, UiBuilder, pos2, vec2,
};
use language::say;
use viewer::command::{ImportCommand, LibraryCommand, OrganiseCommand, WindowCommand};
use viewer::{Command, Problem, View, place_of_refusal, refusal_in_words};

use super::Sent;
use super::icons;
use crate::app::theme;

/// A place in a file with the last folder alone, so that the record and the line are seen in a narrow panel.
pub fn short_place(place: &str) -> String {
    let mut from_end = place.rmatch_indices(['/', '\\']).map(|(at, _)| at);
    match (from_end.next(), from_end.next()) {
        (Some(_), Some(at)) if at > 0 => format!("…{}", &place[at..]),
        _ => place.to_owned(),
    }
}

/// Where something went wrong, with what can be done about it.
fn problem_place(ui: &mut Ui, problem: &Problem, sent: &mut Sent) {
    let said = place_of_refusal(&problem.place);
    let place = RichText::new(short_place(&said)).color(theme::text());
    let icon = icons::WARNING.color(theme::warning());
    let listed = problem.file.as_ref();
    let listed = listed.filter(|_| library::Reason::is_of_identifiers(&problem.reason));
    let Some(file) = listed else {
        ui.horizontal(|ui| {
            icon.show(ui);
            ui.add(Label::new(place).selectable(false).truncate())
                .on_hover_text(&said);
        });
        return;
    };
    let from_right = egui::Layout::right_to_left(egui::Align::Center);
    let from_left = egui::Layout::left_to_right(egui::Align::Center);
    let row = |ui: &mut Ui| {
        if ui
            .small_button((icons::WEB, say!("side-problems-fetch")))
            .on_hover_text(say!("side-problems-fetch-hint"))
            .clicked()
        {
            sent.push(LibraryCommand::PubMedFor(vec![file.clone()]));
        }
        ui.with_layout(from_left, |ui| {
            icon.show(ui);
            ui.add(Label::new(place).selectable(false).truncate())
                .on_hover_text(&said)
        });
    };
    ui.horizontal(|ui| ui.with_layout(from_right, row));
}

/// Lists what went wrong.
pub fn show(ui: &mut Ui, view: &View, sent: &mut Sent) {
    ui.label(RichText::new(say!("side-tab-problems")).heading());
    if view.documents.problems.is_empty() {
        ui.label(RichText::new(say!("side-problems-none")).color(theme::dim()));
        return;
    }
    let words = say!("side-problems-about");
    ui.label(RichText::new(words).small().color(theme::dim()));
    ui.horizontal_wrapped(|ui| {
        let files = view.documents.problems.iter();
        if files.filter(|problem| problem.file.is_some()).count() > 0
            && ui
                .button(small(icons::AGAIN, say!("side-problems-again")))
                .on_hover_text(say!("side-problems-again-hint"))
                .clicked()
        {
            sent.push(OrganiseCommand::TryAgain);
        }
        let forget = small(icons::REMOVE, say!("side-problems-forget"));
        if ui.button(forget).clicked() {
            sent.push(WindowCommand::ClearProblems);
        }
    });
    list(ui, &view.documents.problems, sent);
}

/// What stands on a button above the list.
fn small(icon: icons::Icon, words: String) -> (icons::Icon, RichText) {
    (icon.small(), RichText::new(words).small())
}

/// Draws below the words of a place, not below the icon before them.
fn below_words(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let words = egui::TextStyle::Body.resolve(ui.style());
    let icon = words.size * icons::SCALE + ui.spacing().item_spacing.x;
    let inside = ui.available_rect_before_wrap();
    let inside = inside.with_min_x(inside.left() + icon);
    ui.scope_builder(UiBuilder::new().max_rect(inside), add);
}

/// Height of a row, points.
const ROW: f32 = 44.0;

/// The list, of which only the rows that are seen are made; the one that is chosen is opened and as high as its words.
fn list(ui: &mut Ui, problems: &[Problem], sent: &mut Sent) {
    let [chosen_id, height_id] = ["chosen problem", "its height"].map(Id::new);
    let chosen: Option<Problem> = ui.data(|data| data.get_temp(chosen_id));
    let chosen = chosen.and_then(|chosen| problems.iter().position(|known| *known == chosen));
    let height: f32 = ui.data(|data| data.get_temp(height_id)).unwrap_or(ROW);
    let further = chosen.map_or(0.0, |_| height - ROW);
    let top = |n: usize| {
        let opened_above = chosen.is_some_and(|chosen| n > chosen);
        n as f32 * ROW + if opened_above { further } else { 0.0 }
    };
    let scroll = ScrollArea::vertical().auto_shrink(false);
    scroll.show_viewport(ui, |ui, seen| {
        ui.set_height(top(problems.len()));
        let area = ui.max_rect();
        // One before and one behind what is seen, so that the keyboard goes on to them.
        let first = ((seen.top() - further).max(0.0) / ROW) as usize;
        let rows = (first.saturating_sub(1)..problems.len())
            .take_while(|n| top(n.saturating_sub(1)) < seen.bottom());
        for n in rows {
            let from = pos2(area.left(), area.top() + top(n));
            let is_chosen = chosen == Some(n);
            let high = if is_chosen { height } else { ROW };
            let rect = Rect::from_min_size(from, vec2(area.width(), high - 6.0));
            let clicked = row(ui, &problems[n], rect, is_chosen);
            let inside = UiBuilder::new().id_salt(n).max_rect(rect.shrink(2.0));
            let words = &mut ui.new_child(inside);
            problem_place(words, &problems[n], sent);
            if is_chosen {
                below_words(words, |ui| whole(ui, &problems[n], sent));
                let needed = words.min_rect().height() + 10.0;
                if (needed - height).abs() > 0.5 {
                    ui.data_mut(|data| data.insert_temp(height_id, needed));
                    ui.ctx().request_repaint();
                }
            } else {
                let said = refusal_in_words(&problems[n].reason);
                let reason = RichText::new(&said).small().color(theme::dim());
                let reason = Label::new(reason).selectable(false).truncate();
                below_words(words, |ui| {
                    ui.add(reason).on_hover_text(said);
                });
            }
            if clicked && is_chosen {
                ui.data_mut(|data| data.remove_temp::<Problem>(chosen_id));
            } else if clicked {
                ui.data_mut(|data| data.insert_temp(chosen_id, problems[n].clone()));
            }
        }
    });
}

/// A row as what can be clicked, or reached by Tab and opened by Enter. Returns whether it was.
fn row(ui: &Ui, problem: &Problem, rect: Rect, is_chosen: bool) -> bool {
    let id = Id::new(("problem", &problem.place, &problem.reason));
    let row = ui.interact(rect, id, Sense::click());
    let look = ui.style().interact_selectable(&row, is_chosen);
    if is_chosen {
        ui.painter().rect_filled(rect, 6, theme::sunken());
    } else if row.hovered() || row.has_focus() {
        ui.painter().rect_filled(rect, 6, look.weak_bg_fill);
    }
    if row.has_focus() {
        let line = egui::Stroke::new(1.0, theme::accent_ui());
        ui.painter().rect_stroke(rect, 6, line, StrokeKind::Inside);
    }
    if row.gained_focus() {
        row.scroll_to_me(None);
    }
    row.widget_info(|| {
        let place = place_of_refusal(&problem.place);
        let words = format!("{place}: {}", refusal_in_words(&problem.reason));
        egui::WidgetInfo::selected(egui::WidgetType::SelectableLabel, true, is_chosen, words)
    });
    ui.ctx()
        .accesskit_node_builder(id, |node| node.set_expanded(is_chosen));
    row.clicked()
}

/// All of what is said of a problem, and what can be done about this one.
fn whole(ui: &mut Ui, problem: &Problem, sent: &mut Sent) {
    let small = |words: &str| RichText::new(words).small();
    let (place, reason) = (
        place_of_refusal(&problem.place),
        refusal_in_words(&problem.reason),
    );
    if short_place(&place) != place {
        ui.add(Label::new(small(&place).color(theme::dim())).wrap());
    }
    ui.add(Label::new(small(&reason).color(theme::text())).wrap());
    let (kept, names) = library::passed_names(&problem.reason);
    if reason != kept {
        // As the library keeps it, and the command line and the log say it.
        ui.add(Label::new(small(kept).color(theme::dim())).wrap());
    }
    if !names.is_empty() {
        ui.add(Label::new(small(&names.join("\n")).color(theme::dim())).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(file) = &problem.file {
            for (icon, words, command) in about_file(file, problem.broke_off()) {
                if ui.small_button((icon, words)).clicked() {
                    sent.push(command);
                }
            }
        }
        let forget = (icons::REMOVE, say!("side-problem-forget"));
        if ui.small_button(forget).clicked() {
            sent.push(WindowCommand::ForgetProblem(problem.clone()));
        }
    });
}

/// What can be done with the file of a problem; `broke_off`: its import did, and goes on without a question.
fn about_file(file: &Path, broke_off: bool) -> Vec<(icons::Icon, String, Command)> {
    /// Tables whose columns can be chosen.
    const TABLES: [&str; 6] = ["csv", "tsv", "tab", "xlsx", "xlsm", "ods"];
    let this = || vec![file.to_owned()];
    let mut offers = vec![(
        icons::AGAIN,
        say!("side-problem-again"),
        match broke_off {
            true => ImportCommand::GoOn(this()).into(),
            false => ImportCommand::AddFiles(this()).into(),
        },
    )];
    let ending = file.extension().map(|ending| ending.to_string_lossy());
    if ending.is_some_and(|ending| TABLES.contains(&&*ending.to_lowercase())) {
        offers.push((
            icons::BESIDE,
            say!("side-problem-columns"),
            ImportCommand::LookAtFiles(this()).into(),
        ));
    }
    let open = |path: &Path| LibraryCommand::OpenPath(path.to_owned()).into();
    offers.push((icons::OPEN_SOURCE, say!("side-problem-open"), open(file)));
    if let Some(folder) = file.parent().filter(|folder| folder.is_absolute()) {
        let words = say!("side-problem-open-folder");
        offers.push((icons::COLLECTION, words, open(folder)));
    }
    offers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_keep_their_file_and_what_follows() {
        for (place, short) in [
            (
                "a/b/c/d.bib, record 4 (line 45)",
                "…/c/d.bib, record 4 (line 45)",
            ),
            ("/home/me/a.ris, line 3", "…/me/a.ris, line 3"),
            ("C:\\me\\papers\\a.ris", "…\\papers\\a.ris"),
            ("PubMed", "PubMed"),
            ("/a.ris", "/a.ris"),
        ] {
            assert_eq!(short_place(place), short);
        }
    }
}
