//! The strip of the quiz, below the stage: the question, its answers, and the score at the end.

use anatomy::{Catalogue, StructureIndex};
use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::{self, Button, RichText, Ui};
use viewer::command::QuizCommand;
use viewer::{Quiz, QuizKind, QuizQuestion, View, latin_name, system_name};

use super::{Layer, Pane, Sent, draw_in};
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
    let mut counted = format!("Question {} of {}", quiz.at + 1, quiz.questions.len());
    if answered > 0 {
        counted += &format!("  ·  {} of {answered} right", quiz.right(catalogue));
    }
    ui.label(RichText::new(counted).size(12.5).color(theme::dim()));
    let name = view.name(question.structure);
    let words = match quiz.order.kind {
        QuizKind::Name => "What is lit?".to_owned(),
        QuizKind::Find => format!("Click on: {name}"),
        QuizKind::Text => "What is this text about?".to_owned(),
    };
    ui.label(RichText::new(words).size(21.0).strong());
    if let Some((title, text)) = &quiz.text {
        ui.label(RichText::new(title).size(15.0).strong());
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
    ui.horizontal(|ui| {
        if ui.button("I do not know").clicked() {
            sent.push(QuizCommand::GiveUp);
        }
        let hint = match kind {
            QuizKind::Find => "Turn the body; step behind what is in front with the full stop key",
            QuizKind::Name | QuizKind::Text => "Keys 1 to 4",
        };
        ui.label(RichText::new(hint).color(theme::dim()));
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
        (true, _) => (format!("✔  Right: {within}"), theme::right()),
        (false, None) => (name.clone(), theme::text()),
        (false, Some(given)) => {
            let given = view.name_within(given);
            let words = format!("×  No, that is the {given}. Lit is the {within}.");
            (words, theme::error())
        }
    };
    ui.label(RichText::new(words).size(17.0).strong().color(color));
    let facts = facts(view, question.structure, catalogue);
    ui.label(RichText::new(facts).color(theme::dim()));
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let next = ui.button(RichText::new("Next  ⏎").size(15.5));
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
        let volume = atlas.volume_ml(structure);
        facts.push(match volume {
            ml if ml >= 10.0 => format!("{ml:.0} mL in this body"),
            ml => format!("{ml:.1} mL in this body"),
        });
    }
    facts.join("  ·  ")
}

fn score(ui: &mut Ui, view: &View, quiz: &Quiz, catalogue: &Catalogue, sent: &mut Sent) {
    let (right, of) = (quiz.right(catalogue), quiz.questions.len());
    let words = format!("{right} of {of} right");
    ui.label(RichText::new(words).size(26.0).strong());
    let wrong: Vec<&QuizQuestion> = quiz
        .questions
        .iter()
        .filter(|question| question.is_right(catalogue) != Some(true))
        .collect();
    if wrong.is_empty() {
        ui.label(RichText::new("Nothing was missed.").color(theme::dim()));
    } else {
        ui.label(RichText::new("To look at again").color(theme::dim()));
        egui::ScrollArea::vertical()
            .max_height(70.0)
            .show(ui, |ui| {
                for question in &wrong {
                    let mut line = view.name(question.structure);
                    if let Some(given) = question.given.flatten() {
                        line += &format!(" (not the {})", view.name_within(given));
                    }
                    ui.label(line);
                }
            });
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if !wrong.is_empty() && ui.button("Ask these again").clicked() {
            sent.push(QuizCommand::AskAgain);
        }
        if ui.button("Another quiz").clicked() {
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
        .button("End")
        .on_hover_text("Back to what you saw before · Esc")
        .clicked()
    {
        sent.push(QuizCommand::EndQuiz);
    }
}
