//! The strip of the tour that is shown, below the stage: the words of its stop, and the way on.

use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::{self, Align, Button, Layout, RichText, Ui};
use language::say;
use viewer::View;
use viewer::command::{TourCommand, WindowCommand};

use super::icons::{self, Icon};
use super::{Layer, Pane, Sent, draw_in};
use crate::app::core::Core;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    let touring = |core: Res<Core>| core.tours.touring.is_some();
    draw_in(app, Layer::Strip, draw.run_if(touring));
}

/// Height of the strip in the window and on the whole screen, points: the same for every stop, so that the stage stays as it is.
const HEIGHTS: [f32; 2] = [128.0, 232.0];
/// Words are no wider than this, points: longer lines are hard to read.
const WIDEST: [f32; 2] = [760.0, 1180.0];

fn draw(mut pane: Pane) -> Result {
    pane.dock("tour", show)
}

fn show(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let large = view.layout.presentation;
    let frame = egui::Frame::new()
        .fill(theme::panel())
        .inner_margin(egui::Margin::symmetric(if large { 32 } else { 18 }, 10));
    egui::Panel::bottom("tour")
        .frame(frame)
        .resizable(false)
        .exact_size(HEIGHTS[usize::from(large)])
        .show(ui, |ui| {
            let spare = ui.available_width() - WIDEST[usize::from(large)];
            let side = if large { (spare * 0.5).max(0.0) } else { 0.0 };
            let room = ui
                .available_rect_before_wrap()
                .shrink2(egui::vec2(side, 0.0));
            let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(room));
            let ui = &mut ui;
            let height = ui.available_height();
            let steps_height = if large { 34.0 } else { 28.0 };
            egui::ScrollArea::vertical()
                .max_height(height - steps_height - 6.0)
                .min_scrolled_height(height - steps_height - 6.0)
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    ui.set_max_width(WIDEST[usize::from(large)]);
                    words(ui, view, large);
                });
            steps(ui, view, large, sent);
        });
}

fn words(ui: &mut Ui, view: &View, large: bool) {
    let Some(touring) = &view.tours.touring else {
        return;
    };
    let Some(stop) = touring.tour.stops.get(touring.at) else {
        return;
    };
    let (heading, caption) = if large { (28.0, 20.0) } else { (18.0, 14.5) };
    ui.label(
        RichText::new(&stop.heading)
            .size(heading)
            .family(theme::strong())
            .color(theme::text()),
    );
    let text = view.live.text.trim();
    if large && !text.is_empty() {
        // The panel that shows it is put away.
        let words = RichText::new(say!("tour-quoted", text = text))
            .size(caption)
            .italics();
        ui.label(words.color(theme::accent_ui()));
    }
    if !stop.caption.is_empty() {
        ui.add_space(2.0);
        let words = RichText::new(&stop.caption).size(caption);
        ui.label(words.color(theme::text()));
    }
}

fn steps(ui: &mut Ui, view: &View, large: bool, sent: &mut Sent) {
    let Some(touring) = &view.tours.touring else {
        return;
    };
    let (at, stops) = (touring.at, touring.tour.stops.len());
    let size = if large { 16.0 } else { 13.5 };
    ui.horizontal(|ui| {
        let back = (Some(icons::EARLIER), say!("tour-back"), None);
        button(ui, size, at > 0, back, TourCommand::PreviousStop, sent);
        let on = if at + 1 < stops {
            (None, say!("tour-next"), Some(icons::LATER))
        } else {
            (Some(icons::DONE), say!("tour-finish"), None)
        };
        button(ui, size, true, on, TourCommand::NextStop, sent);
        if touring.tour.stops.iter().any(|stop| stop.seconds.is_some()) {
            let words = if touring.playing {
                (Some(icons::PAUSE), say!("tour-pause"), None)
            } else {
                (Some(icons::PLAY), say!("tour-play"), None)
            };
            button(ui, size, true, words, TourCommand::PlayOrPause, sent);
        }
        let title = &touring.tour.title;
        let words = say!("tour-at", at = at + 1, stops = stops, title = title);
        ui.label(RichText::new(words).size(size).color(theme::dim()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let end = (Some(icons::CLOSE), say!("tour-end"), None);
            button(ui, size, true, end, TourCommand::EndTour, sent);
            let (icon, words) = if large {
                (icons::ISOLATE, say!("tour-window"))
            } else {
                (icons::SCREEN, say!("tour-full-screen"))
            };
            let about = WindowCommand::TogglePresentation.about();
            let words = RichText::new(words).size(size);
            let present = ui.button((icon.beside(size), words));
            let hint = format!("{} · {}", about.label(), about.keys().unwrap_or_default());
            if present.on_hover_text(hint).clicked() {
                sent.push(WindowCommand::TogglePresentation);
            }
        });
    });
}

/// Words with an icon before or behind them.
type Signed = (Option<Icon>, String, Option<Icon>);

fn button(
    ui: &mut Ui,
    size: f32,
    there: bool,
    (before, words, behind): Signed,
    command: TourCommand,
    sent: &mut Sent,
) {
    let about = command.about();
    let keys = about.keys().map(|keys| format!(" · {keys}"));
    let hint = format!("{}{}", about.label(), keys.unwrap_or_default());
    let mut atoms = egui::Atoms::new(RichText::new(words).size(size));
    if let Some(icon) = before {
        atoms.push_left(icon.beside(size));
    }
    if let Some(icon) = behind {
        atoms.push_right(icon.beside(size));
    }
    let row = ui.add_enabled(there, Button::new(atoms));
    icons::name(&row, &about.label());
    if row.on_hover_text(hint).clicked() {
        sent.push(command);
    }
}
