//! The strip of years below the stage: how many documents there are of each, those that are shown, and a player that goes through them.

use bevy::prelude::{App, IntoScheduleConfigs, Local, Res, Result};
use bevy_egui::egui::{self, Align, Layout, RichText, Ui};
use language::say;
use library::{Facet, NO_YEAR};
use viewer::command::{OrganiseCommand, WindowCommand};
use viewer::{LibraryState, View, next_years, shown_years, years};

use super::icons;
use super::year_bars::YearBars;
use super::{Layer, Pane, Sent, absent, draw_in};
use crate::app::core::Core;
use crate::app::theme;

/// Height of the strip in the window and on the whole screen, points.
const HEIGHTS: [f32; 2] = [112.0, 168.0];
/// The player shows each step for so long, seconds: time to see where the markers are.
const STEP_SECONDS: f64 = 1.4;

pub fn plugin(app: &mut App) {
    let open = |core: Res<Core>| core.layout.timeline && core.quiz.is_none();
    draw_in(app, Layer::Strip, draw.run_if(open));
}

/// What the strip remembers from frame to frame.
#[derive(Default)]
struct Strip {
    /// When the years that are shown came, while they are played, seconds of the window's clock.
    playing: Option<f64>,
    /// The year at which the pointer went down.
    pressed: Option<i32>,
}

fn draw(mut pane: Pane, mut strip: Local<Strip>) -> Result {
    pane.dock("timeline", |ui, view, sent| {
        show(ui, view, &mut strip, sent);
    })
}

fn show(ui: &mut Ui, view: &View, strip: &mut Strip, sent: &mut Sent) {
    let large = view.layout.presentation;
    let frame = egui::Frame::new()
        .fill(theme::panel())
        .inner_margin(egui::Margin::symmetric(if large { 32 } else { 18 }, 8));
    egui::Panel::bottom("timeline")
        .frame(frame)
        .resizable(false)
        .exact_size(HEIGHTS[usize::from(large)])
        .show(ui, |ui| {
            let shelf = &view.documents.shelf;
            let values = shelf.facets.values.get(&Facet::Year);
            let counted = years(values.map_or(&[], Vec::as_slice));
            let without = values.into_iter().flatten();
            let without = without.filter(|value| value.name == NO_YEAR);
            let without = without.map(|value| value.documents).sum();
            let size = if large { 18.0 } else { 13.5 };
            if counted.is_empty() {
                strip.playing = None;
                let words = absent::library(view).unwrap_or_else(|| say!("timeline-no-years"));
                head(ui, size, &words, sent);
                return;
            }
            let shown = shown_years(&shelf.filter);
            play(ui, view, strip, (&counted, shown), sent);
            controls(ui, strip, size, ((&counted, shown), without), sent);
            let bars = YearBars {
                counted: &counted,
                shown,
                size,
                // What is measured by keys is led by them.
                has_arrows: !view.layout.tool.measures(),
            };
            let extent = ui.available_size();
            if let Some(command) = bars.show(ui, extent, &mut strip.pressed) {
                strip.playing = None;
                sent.push(command);
            }
        });
}

/// Goes on to the next years when these have been seen.
fn play(ui: &Ui, view: &View, strip: &mut Strip, (counted, shown): Years, sent: &mut Sent) {
    let Some(since) = strip.playing else { return };
    let now = ui.input(|input| input.time);
    let left = since + STEP_SECONDS - now;
    let busy = view.documents.results.pending || view.documents.state != LibraryState::Ready;
    if left <= 0.0 && !busy {
        match next_years(counted, shown) {
            // What was widened meanwhile does not begin again by itself.
            Some(next) if shown.is_some() => {
                strip.playing = Some(now);
                sent.push(OrganiseCommand::NarrowYears(Some(next)));
            }
            _ => strip.playing = None,
        }
    }
    let wait = left.max(0.05);
    ui.ctx()
        .request_repaint_after(std::time::Duration::from_secs_f64(wait));
}

/// The words at the left and the button that closes the strip.
fn head(ui: &mut Ui, size: f32, words: &str, sent: &mut Sent) {
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        close_button(ui, size, sent);
        // On a narrow stage they take two lines.
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ui.label(RichText::new(words).size(size).color(theme::dim()));
        });
    });
}

fn close(ui: &mut Ui, size: f32, sent: &mut Sent) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        close_button(ui, size, sent);
    });
}

fn close_button(ui: &mut Ui, size: f32, sent: &mut Sent) {
    let words = RichText::new(say!("timeline-close")).size(size);
    let button = ui.button((icons::CLOSE.beside(size), words));
    if button.on_hover_text(say!("timeline-close-hint")).clicked() {
        sent.push(WindowCommand::ToggleTimeline);
    }
}

type Years<'a> = (&'a [(i32, usize)], Option<[i32; 2]>);

fn controls(
    ui: &mut Ui,
    strip: &mut Strip,
    size: f32,
    ((counted, shown), without): (Years, usize),
    sent: &mut Sent,
) {
    let all = [counted[0].0, counted[counted.len() - 1].0];
    ui.horizontal(|ui| {
        let playing = strip.playing.is_some();
        let (icon, words) = if playing {
            (icons::PAUSE, say!("timeline-pause"))
        } else {
            (icons::PLAY, say!("timeline-play"))
        };
        let words = RichText::new(words).size(size);
        let button = egui::Button::new((icon.beside(size), words));
        let hint = say!("timeline-play-hint");
        if ui
            .add_enabled(all[0] < all[1], button)
            .on_hover_text(hint)
            .clicked()
        {
            let now = ui.input(|input| input.time);
            strip.playing = (!playing).then_some(now);
            if !playing {
                // At the end it begins again.
                let next = next_years(counted, shown).or_else(|| next_years(counted, None));
                sent.extend(next.map(|next| OrganiseCommand::NarrowYears(Some(next))));
            }
        }
        let words = RichText::new(say!("timeline-all-years")).size(size);
        let button = egui::Button::new((icons::YEARS.beside(size), words));
        if ui.add_enabled(shown.is_some(), button).clicked() {
            strip.playing = None;
            sent.push(OrganiseCommand::NarrowYears(None));
        }
        let [from, to] = shown.unwrap_or(all);
        let inside = counted
            .iter()
            .filter(|(year, _)| (from..=to).contains(year));
        let documents: usize = inside.map(|(_, documents)| documents).sum();
        let span = if from == to {
            from.to_string()
        } else {
            say!(
                "timeline-span",
                from = from.to_string(),
                to = to.to_string()
            )
        };
        ui.label(
            RichText::new(span)
                .size(size * 1.15)
                .family(theme::strong()),
        );
        let documents = say!("timeline-documents", count = documents);
        ui.label(RichText::new(documents).size(size).color(theme::dim()));
        // What the strip cannot show is told.
        let words = match (without, shown) {
            (0, _) => None,
            (_, None) => Some(say!("timeline-without", count = without)),
            (_, Some(_)) => Some(say!("timeline-without-hidden", count = without)),
        };
        if let Some(words) = words {
            ui.label(RichText::new(words).size(size).color(theme::dim()));
        }
        close(ui, size, sent);
    });
}
