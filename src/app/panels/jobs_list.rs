//! The Jobs list: what is being done beside the window, and what has just ended.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, Ui};
use language::say;
use viewer::command::WindowCommand;
use viewer::{Above, Ended, Job, Popover, View};

use super::icons;
use super::{Layer, Pane, Sent, draw_in, lent, popover};
use crate::app::theme;

pub fn plugin(app: &mut App) {
    draw_in(
        app,
        Layer::Windows,
        draw.run_if(popover::is_open(Popover::Jobs)),
    );
}

fn draw(mut pane: Pane) -> Result {
    pane.over(show)
}

fn show(ctx: &egui::Context, _free: egui::Rect, view: &View, sent: &mut Sent) {
    let window = popover::framed(say!("joblist-title"), "Jobs")
        .anchor(Align2::LEFT_BOTTOM, egui::vec2(270.0, -44.0))
        .default_width(380.0);
    popover::show(ctx, Popover::Jobs, window, sent, |ui, sent| {
        if view.jobs.list.is_empty() {
            let words = say!("joblist-none");
            ui.label(RichText::new(words).color(theme::dim()));
        }
        for job in view.jobs.list.iter().rev() {
            row(ui, job, sent);
            ui.separator();
        }
    });
}

/// A small button, which has the keyboard if it is the first one of the window that opens.
fn button(ui: &mut Ui, words: (icons::Icon, String)) -> bool {
    let button = ui.small_button(words);
    lent::first(&button, Above::Popover(Popover::Jobs));
    button.clicked()
}

fn row(ui: &mut Ui, job: &Job, sent: &mut Sent) {
    ui.set_width(360.0);
    ui.horizontal(|ui| {
        let (icon, color) = match &job.ended {
            None if job.paused => (icons::PAUSE, theme::accent_ui()),
            None => (icons::PLAY, theme::accent_ui()),
            Some(Ended::Done) => (icons::DONE, theme::dim()),
            Some(Ended::Cancelled) => (icons::ABSENT, theme::dim()),
            Some(Ended::Failed(_)) => (icons::WARNING, theme::warning()),
        };
        icon.color(color).show(ui);
        ui.add(egui::Label::new(&job.title).truncate());
    });
    let words = match &job.ended {
        Some(Ended::Failed(reason)) => reason.clone(),
        Some(Ended::Cancelled) if job.detail.is_empty() => say!("joblist-cancelled"),
        Some(Ended::Done) if job.detail.is_empty() => say!("joblist-done"),
        _ => job.detail.clone(),
    };
    if !words.is_empty() {
        ui.add(egui::Label::new(RichText::new(words).small().color(theme::dim())).wrap());
    }
    if job.ended.is_none() {
        ui.horizontal(|ui| {
            match job.progress {
                Some((done, Some(of))) if of > 0 => {
                    let share = done as f32 / of as f32;
                    ui.add(
                        egui::ProgressBar::new(share)
                            .desired_width(if job.can_pause() { 180.0 } else { 260.0 })
                            .desired_height(8.0),
                    );
                }
                _ => {
                    ui.spinner();
                }
            }
            if job.can_pause() {
                let words = match job.paused {
                    true => (icons::PLAY, say!("joblist-go-on")),
                    false => (icons::PAUSE, say!("joblist-pause")),
                };
                if button(ui, words) {
                    sent.push(WindowCommand::PauseJob(job.id));
                }
            }
            let cancel = (icons::CLOSE, say!("joblist-cancel"));
            if button(ui, cancel) {
                sent.push(WindowCommand::CancelJob(job.id));
            }
        });
    }
}
