//! The strip of the quiz, below the stage: the question, its answers, and the score at the end.

use anatomy::{Catalogue, StructureIndex};
use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::{self, Button, RichText, Ui};
use language::say;
use viewer::command::QuizCommand;
use viewer::{Quiz, QuizKind, QuizQuestion, View, latin_name, system_name};

use super::icons;
use super::{Layer, Pane, Sent, draw_in, heads};
use crate::app::core::Core;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    let quizzed = |core: Res<Core>| core.quiz.is_some();
    draw_in(app, Layer::Strip, draw.run_if(quizzed));
}

/// Height of the strip, points, and of one with a text: the same for every question, so that the stage stays as it is.
const HEIGHTS: [f32; 2] = [196.0, 356.0];
/// The strip's content is no wider than this, points.
const WIDEST: f32 = 760.0;

fn draw(mut pane: Pane) -> Result {
    pane.dock("quiz", show)
}

fn show(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let (Some(quiz), Some(atlas)) = (&view.quiz, view.atlas()) else {
        return;
    };
    let frame = egui::Frame::new()
        .fill(theme::panel())
        .inner_margin(egui::Margin::symmetric(20, 12));
    let of_text = quiz.order.kind == QuizKind::Text;
    egui::Panel::bottom("quiz")
        .frame(frame)
        .resizable(false)
        .exact_size(HEIGHTS[usize::from(of_text)])
        .show(ui, |ui| {
            let width = ui.available_width();
            let side = ((width - WIDEST) * 0.5).max(0.0);
            let room = ui
                .available_rect_before_wrap()
                .shrink2(egui::vec2(side, 0.0));
            ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
                match quiz.question() {
                    Some(question) => ask(ui, view, quiz, question, atlas.catalogue(), sent),
                    None => score(ui, view, quiz, atlas.catalogue(), sent),
                }
            });
        });
}

fn ask(
    ui: &mut Ui,
    view: &View,
    quiz: &Quiz,
    question: &QuizQuestion,
    catalogue: &Catalogue,
    sent: &mut Sent,
) {
    let answered = quiz.questions.iter().filter(|q| q.given.is_some()).count();
    let (at, of) = (quiz.at + 1, quiz.questions.len());
    let right = quiz.right(catalogue);
    let counted = match answered {
        0 => say!("quiz-question", at = at, of = of),
        _ => say!(
            "quiz-question-right",
            at = at,
            of = of,
            right = right,
            answered = answered
        ),
    };
    ui.label(RichText::new(counted).size(12.5).color(theme::dim()));
    let name = view.name(question.structure);
    let words = match quiz.order.kind {
        QuizKind::Name => say!("quiz-what-is-lit"),
        QuizKind::Find => say!("quiz-click-on", name = name),
        QuizKind::Text => say!("quiz-what-text"),
    };
    ui.label(RichText::new(words).size(21.0).family(theme::strong()));
    if let Some((title, text)) = &quiz.text {
        ui.label(RichText::new(title).size(15.0).family(theme::strong()));
        egui::ScrollArea::vertical()
            .max_height(118.0)
            .show(ui, |ui| ui.label(RichText::new(text).size(14.0)));
        ui.add_space(4.0);
    }
    match question.is_right(catalogue) {
        None => answers(ui, view, quiz.order.kind, question, sent),
        Some(right) => told(ui, view, question, right, catalogue, sent),
    }
}

/// What can be chosen, each with its key.
fn answers(ui: &mut Ui, view: &View, kind: QuizKind, question: &QuizQuestion, sent: &mut Sent) {
    ui.add_space(4.0);
    // Two by two.
    let width = (ui.available_width() - ui.spacing().item_spacing.x) * 0.5;
    for (row, pair) in question.choices.chunks(2).enumerate() {
        ui.horizontal(|ui| {
            for (column, choice) in pair.iter().enumerate() {
                let at = 2 * row + column;
                let words = format!("{}   {}", at + 1, view.name(*choice));
                let button = Button::new(RichText::new(words).size(15.5)).right_text("");
                if ui.add_sized([width, 34.0], button).clicked() {
                    sent.push(QuizCommand::ChooseAnswer(at));
                }
            }
        });
    }
    ui.add_space(4.0);
    let candidates = viewer::quiz_candidates(view);
    let lit = view.selection.structure;
    let lit = lit.and_then(|lit| candidates.iter().position(|leaf| *leaf == lit));
    let hint = match (kind, lit) {
        // What is lit is not named, or nothing would be left to find.
        (QuizKind::Find, Some(at)) => say!("quiz-lit", at = at + 1, of = candidates.len()),
        (QuizKind::Find, None) => {
            format!("{} · {}", say!("quiz-find-hint"), say!("quiz-find-keys"))
        }
        (QuizKind::Name | QuizKind::Text, _) => say!("quiz-keys"),
    };
    let hint = RichText::new(hint).color(theme::dim());
    // What to do is more than a few words: it has lines of its own.
    let is_long = kind == QuizKind::Find && lit.is_none();
    if is_long {
        ui.label(hint.clone());
        ui.add_space(2.0);
    }
    ui.horizontal(|ui| {
        let words = (icons::HELP, say!("quiz-do-not-know"));
        if ui.button(words).clicked() {
            sent.push(QuizCommand::GiveUp);
        }
        if !is_long {
            ui.label(hint);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            end(ui, sent);
        });
    });
}

/// Whether it was right, and what is worth knowing of it.
fn told(
    ui: &mut Ui,
    view: &View,
    question: &QuizQuestion,
    right: bool,
    catalogue: &Catalogue,
    sent: &mut Sent,
) {
    let name = view.name(question.structure);
    let within = view.name_within(question.structure);
    let (words, color) = match (right, question.given.flatten()) {
        (true, _) => (say!("quiz-right", name = within), theme::right()),
        (false, None) => (name.clone(), theme::text()),
        (false, Some(given)) => {
            let given = view.name_within(given);
            let words = say!("quiz-wrong", given = given, asked = within);
            (words, theme::error())
        }
    };
    ui.horizontal(|ui| {
        let icon = match (right, question.given.flatten()) {
            (true, _) => Some(icons::RIGHT),
            (false, Some(_)) => Some(icons::WRONG),
            (false, None) => None,
        };
        if let Some(icon) = icon {
            icon.beside(17.0).color(color).show(ui);
        }
        let words = RichText::new(words).size(17.0).family(theme::strong());
        ui.label(words.color(color));
    });
    let facts = facts(view, question.structure, catalogue);
    ui.label(RichText::new(facts).color(theme::dim()));
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let words = RichText::new(say!("quiz-next")).size(15.5);
        let next = Button::new((words, icons::LATER.beside(15.5)));
        let next = heads::primary(ui, true, next);
        if next.clicked() {
            sent.push(QuizCommand::NextQuestion);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            end(ui, sent);
        });
    });
}

/// Latin name, system, volume, documents.
fn facts(view: &View, structure: StructureIndex, catalogue: &Catalogue) -> String {
    let row = catalogue.get(structure);
    let mut facts = Vec::new();
    facts.extend(latin_name(row).map(str::to_owned));
    facts.push(system_name(row.system));
    if let Some(atlas) = view.atlas() {
        let ml = atlas.volume_ml(structure);
        let digits = if ml >= 10.0 { 0 } else { 1 };
        let ml = language::decimal(f64::from(ml), digits);
        facts.push(say!("quiz-volume", ml = ml));
    }
    facts.join("  ·  ")
}

fn score(ui: &mut Ui, view: &View, quiz: &Quiz, catalogue: &Catalogue, sent: &mut Sent) {
    let (right, of) = (quiz.right(catalogue), quiz.questions.len());
    let words = say!("quiz-score", right = right, of = of);
    ui.label(RichText::new(words).size(26.0).family(theme::strong()));
    let wrong: Vec<&QuizQuestion> = quiz
        .questions
        .iter()
        .filter(|question| question.is_right(catalogue) != Some(true))
        .collect();
    if wrong.is_empty() {
        ui.label(RichText::new(say!("quiz-nothing-missed")).color(theme::dim()));
    } else {
        ui.label(RichText::new(say!("quiz-look-again")).color(theme::dim()));
        egui::ScrollArea::vertical()
            .max_height(70.0)
            .show(ui, |ui| {
                for question in &wrong {
                    let asked = view.name(question.structure);
                    ui.label(match question.given.flatten() {
                        Some(given) => {
                            let given = view.name_within(given);
                            say!("quiz-not", asked = asked, given = given)
                        }
                        None => asked,
                    });
                }
            });
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let again = (icons::AGAIN, say!("quiz-ask-again"));
        if !wrong.is_empty() && ui.button(again).clicked() {
            sent.push(QuizCommand::AskAgain);
        }
        if ui.button((icons::QUIZ, say!("quiz-another"))).clicked() {
            let seed = quiz.order.seed.wrapping_add(1);
            sent.push(QuizCommand::StartQuiz(viewer::QuizOrder {
                seed,
                ..quiz.order
            }));
        }
        end(ui, sent);
    });
}

fn end(ui: &mut Ui, sent: &mut Sent) {
    if ui
        .button((icons::CLOSE, say!("quiz-end")))
        .on_hover_text(say!("quiz-end-hint"))
        .clicked()
    {
        sent.push(QuizCommand::EndQuiz);
    }
}
