//! What could not be read or done, and what can be done about it.

use bevy_egui::egui::{self, Label, RichText, ScrollArea, Ui};
use language::say;
use viewer::command::{LibraryCommand, OrganiseCommand, WindowCommand};
use viewer::{Problem, View};

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
    let place = RichText::new(short_place(&problem.place)).color(theme::warning());
    let icon = icons::WARNING.color(theme::warning());
    let listed = problem.file.as_ref();
    let listed = listed.filter(|_| library::Reason::is_of_identifiers(&problem.reason));
    let Some(file) = listed else {
        ui.horizontal(|ui| {
            icon.show(ui);
            ui.add(Label::new(place).truncate())
                .on_hover_text(&problem.place);
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
            ui.add(Label::new(place).truncate())
                .on_hover_text(&problem.place)
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
    ui.horizontal_wrapped(|ui| {
        let words = say!("side-problems-about");
        ui.label(RichText::new(words).small().color(theme::dim()));
        let files = view.documents.problems.iter();
        if files.filter(|problem| problem.file.is_some()).count() > 0
            && ui
                .small_button((icons::AGAIN, say!("side-problems-again")))
                .on_hover_text(say!("side-problems-again-hint"))
                .clicked()
        {
            sent.push(OrganiseCommand::TryAgain);
        }
        let forget = (icons::REMOVE, say!("side-problems-forget"));
        if ui.small_button(forget).clicked() {
            sent.push(WindowCommand::ClearProblems);
        }
    });
    ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        44.0,
        view.documents.problems.len(),
        |ui, rows| {
            for problem in &view.documents.problems[rows] {
                ui.vertical(|ui| {
                    ui.set_min_height(38.0);
                    problem_place(ui, problem, sent);
                    ui.add(
                        Label::new(RichText::new(&problem.reason).small().color(theme::text()))
                            .truncate(),
                    )
                    .on_hover_text(&problem.reason);
                });
            }
        },
    );
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
