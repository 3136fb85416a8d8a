//! What a quiz is to be like.

use anatomy::System;
use bevy::prelude::{App, IntoScheduleConfigs, Local, Res, Result};
use bevy_egui::egui::{self, Align2, RichText, Ui};
use language::say;
use viewer::command::{QuizCommand, WindowCommand};
use viewer::{Popover, QuizKind, QuizLevel, QuizOrder, system_name};

use super::icons;
use super::{Layer, Pane, Sent, draw_in, told};
use crate::app::core::Core;
use crate::app::theme;

/// How many questions can be asked for.
const QUESTIONS: [usize; 3] = [5, 10, 20];

pub fn plugin(app: &mut App) {
    let open = |core: Res<Core>| core.layout.popover == Some(Popover::Quiz);
    draw_in(app, Layer::Windows, draw.run_if(open));
}

fn draw(mut pane: Pane, mut order: Local<Option<QuizOrder>>) -> Result {
    let order = order.get_or_insert_with(|| QuizOrder {
        questions: QUESTIONS[1],
        ..QuizOrder::default()
    });
    pane.over(|ctx, _, _, sent| show(ctx, order, sent))
}

fn show(ctx: &egui::Context, order: &mut QuizOrder, sent: &mut Sent) {
    let mut open = true;
    egui::Window::new(say!("quiz-title"))
        .id(egui::Id::new("Quiz"))
        .order(egui::Order::Foreground)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(ctx, |ui| {
            ui.set_width(380.0);
            choose(ui, order);
            ui.add_space(10.0);
            let begin = RichText::new(say!("quiz-begin")).size(15.0);
            let begin = begin.family(theme::strong());
            let begin = egui::Button::new((icons::PLAY.beside(15.0), begin));
            if ui.add_sized([ui.available_width(), 32.0], begin).clicked() {
                // Other questions each time.
                order.seed = std::time::SystemTime::UNIX_EPOCH
                    .elapsed()
                    .map_or(order.seed.wrapping_add(1), |since| since.as_nanos() as u64);
                sent.push(QuizCommand::StartQuiz(*order));
            }
        });
    if !open {
        sent.push(WindowCommand::TogglePopover(Popover::Quiz));
    }
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
    ui.horizontal(|ui| {
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
    ui.horizontal_wrapped(|ui| {
        ui.label(say!("quiz-level"));
        for (level, words) in [
            (QuizLevel::Large, say!("quiz-large")),
            (QuizLevel::Medium, say!("quiz-parts")),
            (QuizLevel::All, say!("quiz-everything")),
        ] {
            ui.selectable_value(&mut order.level, level, words);
        }
    });
    ui.horizontal(|ui| {
        ui.label(say!("quiz-questions"));
        for number in QUESTIONS {
            ui.selectable_value(&mut order.questions, number, number.to_string());
        }
    });
}
