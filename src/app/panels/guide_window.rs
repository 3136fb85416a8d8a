//! The guide on one page, in the language of the window: what to do first, for each of three kinds of reader.

use bevy::prelude::*;
use bevy_egui::egui::{self, Label, RichText, Ui};
use language::say;
use viewer::command::WindowCommand;
use viewer::{Above, Popover, View};

use super::icons::{self, Icon};
use super::{Layer, Pane, Sent, draw_in, lent, popover};
use crate::app::theme;

/// Width of the text, points: some seventy letters a line.
const WIDTH: f32 = 480.0;

pub fn plugin(app: &mut App) {
    draw_in(
        app,
        Layer::Windows,
        draw.run_if(popover::is_open(Popover::Guide)),
    );
}

fn draw(mut pane: Pane) -> Result {
    pane.over(show)
}

fn show(ctx: &egui::Context, free: egui::Rect, view: &View, sent: &mut Sent) {
    let window = popover::page(say!("help-guide"), "Guide", free);
    popover::show(ctx, Popover::Guide, window, sent, |ui, sent| {
        ui.set_width(WIDTH.min(free.width() - 60.0));
        let keys = WindowCommand::TogglePopover(Popover::Help);
        let button = ui.button((icons::KEYS, keys.about().label()));
        lent::first(&button, Above::Popover(Popover::Guide));
        if button.clicked() {
            sent.push(keys);
        }
        ui.add_space(6.0);
        popover::read(ui, view, |ui| {
            words(ui, &say!("help-guide-first"));
            for (icon, head, steps) in sections() {
                section(ui, icon, &head, &steps);
            }
            ui.add_space(8.0);
            let aid = RichText::new(say!("help-guide-limits")).color(theme::dim());
            ui.add(Label::new(aid).wrap());
        });
    });
}

/// For whom, and what they do one after the other.
fn sections() -> [(Icon, String, Vec<String>); 3] {
    [
        (
            icons::PLACE,
            say!("help-guide-clinician"),
            vec![
                say!("help-guide-clinician-1"),
                say!("help-guide-clinician-2"),
                say!("help-guide-clinician-3"),
                say!("help-guide-clinician-4"),
            ],
        ),
        (
            icons::SCREEN,
            say!("help-guide-educator"),
            vec![
                say!("help-guide-educator-1"),
                say!("help-guide-educator-2"),
                say!("help-guide-educator-3"),
                say!("help-guide-educator-4"),
            ],
        ),
        (
            icons::COLLECTION,
            say!("help-guide-folder"),
            vec![
                say!("help-guide-folder-1"),
                say!("help-guide-folder-2"),
                say!("help-guide-folder-3"),
                say!("help-guide-folder-4"),
            ],
        ),
    ]
}

fn section(ui: &mut Ui, icon: Icon, head: &str, steps: &[String]) {
    ui.add_space(10.0);
    ui.horizontal(|ui| {
        icon.color(theme::accent_ui()).show(ui);
        let head = RichText::new(head).family(theme::strong()).size(15.0);
        ui.label(head.color(theme::text()));
    });
    for (step, number) in steps.iter().zip(1..) {
        ui.horizontal_top(|ui| {
            let number = RichText::new(format!("{number}")).color(theme::dim());
            ui.add_sized([18.0, 16.0], Label::new(number).selectable(false));
            words(ui, step);
        });
    }
}

fn words(ui: &mut Ui, words: &str) {
    ui.add(Label::new(RichText::new(words).color(theme::text())).wrap());
}
