//! What a quiz is to be like.

use anatomy::System;
use bevy::prelude::{App, IntoScheduleConfigs, Result};
use bevy_egui::egui::{self, RichText, Ui};
use language::say;
use viewer::command::QuizCommand;
use viewer::{Popover, QuizKind, QuizLevel, QuizOrder, system_name};

use super::icons;
use super::{Layer, Pane, Sent, draw_in, heads, lent, popover, told};
use crate::app::theme;

/// How many questions can be asked for.
const QUESTIONS: [usize; 3] = [5, 10, 20];

pub fn plugin(app: &mut App) {
    let open = popover::is_open(Popover::Quiz);
    draw_in(app, Layer::Windows, draw.run_if(open));
}

fn draw(mut pane: Pane) -> Result {
    pane.over(|ctx, _, view, sent| show(ctx, view.layout.quiz_order, sent))
}

fn show(ctx: &egui::Context, order: QuizOrder, sent: &mut Sent) {
    let window = popover::centred(say!("quiz-title"), "Quiz");
    popover::show(ctx, Popover::Quiz, window, sent, |ui, sent| {
        ui.set_width(380.0);
        let mut chosen = order;
        choose(ui, &mut chosen);
        if chosen != order {
            sent.push(QuizCommand::OrderQuiz(chosen));
        }
        ui.add_space(10.0);
        let begin = RichText::new(say!("quiz-begin")).size(15.0);
        let begin = begin.family(theme::strong());
        let begin = egui::Button::new((icons::PLAY.beside(15.0), begin));
        let size = [ui.available_width(), 32.0];
        let begin = heads::primary(ui, true, |ui: &mut Ui| ui.add_sized(size, begin));
        lent::main(&begin);
        if begin.clicked() {
            // Other questions each time.
            let since = std::time::SystemTime::UNIX_EPOCH.elapsed();
            let seed = since.map_or(chosen.seed.wrapping_add(1), |since| since.as_nanos() as u64);
            sent.push(QuizCommand::StartQuiz(QuizOrder { seed, ..chosen }));
        }
        ui.add_space(2.0);
        let keys = RichText::new(say!("quiz-window-keys")).small();
        ui.label(keys.color(theme::dim()));
    });
}

fn choose(ui: &mut Ui, order: &mut QuizOrder) {
    for (kind, words, more) in [
        (
            QuizKind::Name,
            say!("quiz-name-it"),
            say!("quiz-name-it-about"),
        ),
        (
            QuizKind::Find,
            say!("quiz-find-it"),
            say!("quiz-find-it-about"),
        ),
        (
            QuizKind::Text,
            say!("quiz-about-what"),
            say!("quiz-about-what-about"),
        ),
    ] {
        ui.radio_value(&mut order.kind, kind, RichText::new(words).size(15.0));
        ui.indent(kind as usize, |ui| {
            ui.label(RichText::new(more).color(theme::dim()))
        });
    }
    ui.add_space(6.0);
    heads::row(ui, |ui| {
        ui.label(say!("quiz-system"));
        let all = say!("quiz-all-systems");
        let chosen = order.system.map_or_else(|| all.clone(), system_name);
        let systems = egui::ComboBox::from_id_salt("system of the quiz")
            .selected_text(chosen)
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut order.system, None, all);
                // The skin is no question.
                for system in System::ALL.into_iter().filter(|s| *s != System::Integument) {
                    ui.selectable_value(&mut order.system, Some(system), system_name(system));
                }
            });
        told::called(&systems.response, &say!("quiz-system"));
    });
    heads::rows(ui, |ui| {
        ui.label(say!("quiz-level"));
        for (level, words) in [
            (QuizLevel::Large, say!("quiz-large")),
            (QuizLevel::Medium, say!("quiz-parts")),
            (QuizLevel::All, say!("quiz-everything")),
        ] {
            ui.selectable_value(&mut order.level, level, words);
        }
    });
    heads::row(ui, |ui| {
        ui.label(say!("quiz-questions"));
        for number in QUESTIONS {
            ui.selectable_value(&mut order.questions, number, number.to_string());
        }
    });
}
