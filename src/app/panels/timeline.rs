//! The strip of years below the stage: how many documents there are of each, those that are shown, and a player that goes through them.

use bevy::prelude::{App, IntoScheduleConfigs, Local, Res, Result};
use bevy_egui::egui::{self, Align, Layout, RichText, Sense, Ui};
use language::say;
use library::{Facet, NO_YEAR};
use viewer::command::{OrganiseCommand, WindowCommand};
use viewer::{LibraryState, View, next_years, shown_years, years};

use super::icons;
use super::{Layer, Pane, Sent, draw_in};
use crate::app::core::Core;
use crate::app::theme;

/// Height of the strip in the window and on the whole screen, points.
const HEIGHTS: [f32; 2] = [112.0, 168.0];
/// The player shows each step for so long, seconds: time to see where the markers are.
const STEP_SECONDS: f64 = 1.4;
/// Room for a year's number, points.
const LABEL: f32 = 44.0;

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
                head(ui, size, &say!("timeline-no-years"), sent);
                return;
            }
            let shown = shown_years(&shelf.filter);
            play(ui, view, strip, (&counted, shown), sent);
            controls(ui, strip, size, ((&counted, shown), without), sent);
            bars(ui, strip, size, (&counted, shown), sent);
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
    ui.horizontal(|ui| {
        ui.label(RichText::new(words).size(size).color(theme::dim()));
        close(ui, size, sent);
    });
}

fn close(ui: &mut Ui, size: f32, sent: &mut Sent) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let words = RichText::new(say!("timeline-close")).size(size);
        let button = ui.button((icons::CLOSE.beside(size), words));
        if button.on_hover_text(say!("timeline-close-hint")).clicked() {
            sent.push(WindowCommand::ToggleTimeline);
        }
    });
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

/// The years to which the arrows lead: they move what is shown, with Shift they make it longer on their side. The first press shows the
/// first year, or the last.
fn moved(ui: &Ui, shown: Option<[i32; 2]>, all: [i32; 2]) -> Option<[i32; 2]> {
    let press = |event: &egui::Event| match event {
        egui::Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } => match key {
            egui::Key::ArrowLeft => Some((-1, modifiers.shift)),
            egui::Key::ArrowRight => Some((1, modifiers.shift)),
            _ => None,
        },
        _ => None,
    };
    let presses: Vec<(i32, bool)> = ui.input(|input| {
        let plain = input.events.iter().filter_map(press);
        plain.collect()
    });
    let last = presses.into_iter().fold(shown, |years, (by, longer)| {
        Some(next(years, all, by, longer))
    });
    last.filter(|_| last != shown)
}

/// The years to which one press leads, to the right (1) or to the left (-1).
fn next(shown: Option<[i32; 2]>, all: [i32; 2], by: i32, longer: bool) -> [i32; 2] {
    match shown {
        None if by > 0 => [all[0]; 2],
        None => [all[1]; 2],
        Some([from, to]) if longer && by > 0 => [from, (to + 1).min(all[1])],
        Some([from, to]) if longer => [(from - 1).max(all[0]), to],
        Some([from, to]) if from + by >= all[0] && to + by <= all[1] => [from + by, to + by],
        Some(end) => end,
    }
}

/// A bar for each year. A click shows one year, a drag several; with the keyboard the arrows move what is shown.
fn bars(ui: &mut Ui, strip: &mut Strip, size: f32, (counted, shown): Years, sent: &mut Sent) {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    let all = [counted[0].0, counted[counted.len() - 1].0];
    let width = rect.width() / counted.len() as f32;
    let year_at = |x: f32| {
        let n = ((x - rect.left()) / width).floor().max(0.0) as usize;
        counted[n.min(counted.len() - 1)].0
    };
    let pointer = response.interact_pointer_pos().or(response.hover_pos());
    let under = pointer.map(|at| year_at(at.x));
    if response.drag_started() || response.is_pointer_button_down_on() {
        let origin = ui.input(|input| input.pointer.press_origin());
        strip.pressed = origin.map(|at| year_at(at.x));
    }
    let dragged = strip.pressed.zip(under).map(|(a, b)| [a.min(b), a.max(b)]);
    if response.clicked() || response.drag_stopped() {
        strip.playing = None;
        strip.pressed = None;
        let chosen = dragged.or(under.map(|year| [year, year]));
        // The same again: all years.
        let next = chosen.filter(|chosen| Some(*chosen) != shown && *chosen != all);
        sent.push(OrganiseCommand::NarrowYears(next));
    }
    if response.has_focus() {
        // Elsewhere the arrows go from one control to the next.
        let held = egui::EventFilter {
            horizontal_arrows: true,
            ..Default::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, held));
    }
    // Where nothing else has the keyboard, the arrows are the strip's.
    if ui.memory(|memory| memory.focused().is_none_or(|id| id == response.id))
        && let Some(moved) = moved(ui, shown, all)
    {
        strip.playing = None;
        sent.push(OrganiseCommand::NarrowYears(Some(moved)));
    }
    let seen = dragged.filter(|_| response.dragged()).or(shown);
    paint(
        ui,
        rect,
        size,
        (counted, seen),
        under.filter(|_| response.hovered()),
    );
    if response.has_focus() {
        let stroke = egui::Stroke::new(1.5, theme::accent_ui());
        ui.painter()
            .rect_stroke(rect, 3, stroke, egui::StrokeKind::Outside);
    }
    response.widget_info(|| {
        let [from, to] = shown.unwrap_or(all);
        let words = say!(
            "timeline-described",
            first = all[0].to_string(),
            last = all[1].to_string(),
            from = from.to_string(),
            to = to.to_string()
        );
        egui::WidgetInfo::labeled(egui::WidgetType::Slider, true, words)
    });
    if let Some(year) = under.filter(|_| response.hovered()) {
        let documents = counted.iter().find(|(of, _)| *of == year);
        let documents = documents.map_or(0, |(_, documents)| *documents);
        let words = say!("timeline-year", year = year.to_string(), count = documents);
        response.on_hover_text_at_pointer(words);
    }
}

fn paint(ui: &Ui, rect: egui::Rect, size: f32, (counted, seen): Years, under: Option<i32>) {
    let painter = ui.painter_at(rect);
    let font = egui::FontId::proportional(size * 0.85);
    let foot = rect.bottom() - size * 1.3;
    let width = rect.width() / counted.len() as f32;
    let largest = counted.iter().map(|(_, documents)| *documents).max();
    let largest = largest.unwrap_or(1).max(1) as f32;
    let every = [1, 2, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|years| *years as f32 * width >= LABEL * size / 13.5)
        .unwrap_or(100);
    for (n, (year, documents)) in counted.iter().enumerate() {
        let left = rect.left() + n as f32 * width;
        let gap = (width * 0.15).min(2.0);
        let height = (foot - rect.top() - 2.0) * *documents as f32 / largest;
        // One document is seen, too.
        let height = if *documents > 0 { height.max(2.0) } else { 0.0 };
        let bar = egui::Rect::from_min_max(
            egui::pos2(left + gap, foot - height),
            egui::pos2(left + width - gap, foot),
        );
        let inside = seen.is_none_or(|[from, to]| (from..=to).contains(year));
        let color = match (inside, under == Some(*year)) {
            (_, true) => theme::marker_ui(),
            (true, false) => theme::accent_ui(),
            (false, false) => theme::line_strong(),
        };
        painter.rect_filled(bar, 1, color);
        if year % every == 0 {
            let at = egui::pos2(left + width * 0.5, rect.bottom());
            let align = egui::Align2::CENTER_BOTTOM;
            painter.text(at, align, year.to_string(), font.clone(), theme::dim());
        }
    }
    let line = egui::Stroke::new(1.0, theme::line());
    painter.hline(rect.x_range(), foot, line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_move_the_years_and_with_shift_make_them_longer() {
        let all = [1998, 2024];
        assert_eq!(next(None, all, 1, false), [1998, 1998]);
        assert_eq!(next(None, all, -1, false), [2024, 2024]);
        let last = Some([2024, 2024]);
        assert_eq!(
            next(last, all, 1, false),
            [2024, 2024],
            "there are no later ones"
        );
        assert_eq!(next(last, all, -1, true), [2023, 2024]);
        assert_eq!(next(Some([2015, 2024]), all, -1, false), [2014, 2023]);
        assert_eq!(next(Some([1998, 2000]), all, -1, true), [1998, 2000]);
        assert_eq!(next(Some([1998, 2000]), all, 1, true), [1998, 2001]);
    }
}
