//! A bar for each year: how many documents there are of it, and which years are shown. Clicked, drawn over with the pointer, or gone through by arrows.

use bevy_egui::egui::{self, Painter, Rect, Response, Sense, Ui, Vec2, pos2};
use language::say;
use viewer::command::OrganiseCommand;

use crate::app::theme;

/// Room for a year's number, points.
const LABEL: f32 = 44.0;
/// Width of a bar of a sketch at least, and at most, points.
const SKETCHED: [f32; 2] = [4.0, 9.0];

/// Documents by year.
pub struct YearBars<'a> {
    /// Every year and its documents, oldest first; one at least.
    pub counted: &'a [(i32, usize)],
    /// First and last of the years that are shown; nothing when all are.
    pub shown: Option<[i32; 2]>,
    /// Size of the words around them, points.
    pub size: f32,
    /// Where nothing has the keyboard, the arrows are theirs.
    pub has_arrows: bool,
}

impl YearBars<'_> {
    /// Draws them; what is asked for, if something is. A click shows one year, a drag several; with the keyboard the arrows move what is shown.
    /// `pressed` is the year at which the pointer went down, for the next frame.
    pub fn show(
        &self,
        ui: &mut Ui,
        extent: Vec2,
        pressed: &mut Option<i32>,
    ) -> Option<OrganiseCommand> {
        let (rect, response) = ui.allocate_exact_size(extent, Sense::click_and_drag());
        let (counted, shown, all) = (self.counted, self.shown, self.all());
        let width = rect.width() / counted.len() as f32;
        let year_at = |x: f32| {
            let n = ((x - rect.left()) / width).floor().max(0.0) as usize;
            counted[n.min(counted.len() - 1)].0
        };
        let pointer = response.interact_pointer_pos().or(response.hover_pos());
        let under = pointer.map(|at| year_at(at.x));
        if response.drag_started() || response.is_pointer_button_down_on() {
            let origin = ui.input(|input| input.pointer.press_origin());
            *pressed = origin.map(|at| year_at(at.x));
        }
        let dragged = pressed.zip(under).map(|(a, b)| [a.min(b), a.max(b)]);
        let mut asked = None;
        if response.clicked() || response.drag_stopped() {
            *pressed = None;
            let chosen = dragged.or(under.map(|year| [year, year]));
            // The same again: all years.
            let next = chosen.filter(|chosen| Some(*chosen) != shown && *chosen != all);
            asked = Some(OrganiseCommand::NarrowYears(next));
        }
        asked = self.by_arrows(ui, &response).or(asked);
        let seen = dragged.filter(|_| response.dragged()).or(shown);
        let under = under.filter(|_| response.hovered());
        self.paint(&ui.painter_at(rect), rect, (seen, under));
        if response.has_focus() {
            let stroke = egui::Stroke::new(1.5, theme::accent_ui());
            ui.painter()
                .rect_stroke(rect, 3, stroke, egui::StrokeKind::Outside);
        }
        self.tell(response, under);
        asked
    }

    /// The first year and the last one.
    pub fn all(&self) -> [i32; 2] {
        [self.counted[0].0, self.counted[self.counted.len() - 1].0]
    }

    /// What the arrows ask for.
    fn by_arrows(&self, ui: &Ui, response: &Response) -> Option<OrganiseCommand> {
        if response.has_focus() {
            // Elsewhere the arrows go from one control to the next.
            let held = egui::EventFilter {
                horizontal_arrows: true,
                ..Default::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, held));
        }
        let is_theirs = ui.memory(|memory| match memory.focused() {
            Some(id) => id == response.id,
            None => self.has_arrows,
        });
        let moved = moved(ui, self.shown, self.all()).filter(|_| is_theirs)?;
        Some(OrganiseCommand::NarrowYears(Some(moved)))
    }

    /// Says what they show, and how many documents the year under the pointer has.
    fn tell(&self, response: Response, under: Option<i32>) {
        response
            .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Slider, true, self.told()));
        if let Some(year) = under {
            let documents = self.counted.iter().find(|(of, _)| *of == year);
            let documents = documents.map_or(0, |(_, documents)| *documents);
            let words = say!("timeline-year", year = year.to_string(), count = documents);
            response.on_hover_text_at_pointer(words);
        }
    }

    /// What they show, in words.
    pub fn told(&self) -> String {
        let all = self.all();
        let [from, to] = self.shown.unwrap_or(all);
        say!(
            "timeline-described",
            first = all[0].to_string(),
            last = all[1].to_string(),
            from = from.to_string(),
            to = to.to_string()
        )
    }

    fn paint(&self, painter: &Painter, rect: Rect, (seen, under): (Option<[i32; 2]>, Option<i32>)) {
        let (counted, size) = (self.counted, self.size);
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
            let bar = Rect::from_min_max(
                pos2(left + gap, foot - height),
                pos2(left + width - gap, foot),
            );
            let inside = seen.is_none_or(|[from, to]| (from..=to).contains(year));
            let color = match (inside, under == Some(*year)) {
                (_, true) => theme::marker_ui(),
                (true, false) => theme::accent_ui(),
                (false, false) => theme::line_strong(),
            };
            painter.rect_filled(bar, 1, color);
            if year % every == 0 {
                let words = painter.layout_no_wrap(year.to_string(), font.clone(), theme::dim());
                // Those at the ends are whole, too.
                let half = words.size().x / 2.0;
                let middle = (left + width * 0.5).min(rect.right() - half);
                let start = middle.max(rect.left() + half) - half;
                let at = pos2(start, rect.bottom() - words.size().y);
                painter.galley(at, words, theme::dim());
            }
        }
        let line = egui::Stroke::new(1.0, theme::line());
        painter.hline(rect.x_range(), foot, line);
    }

    /// How much of a place of this width a sketch fills, points; 0 where it is too narrow for a bar.
    pub fn sketch_width(&self, width: f32) -> f32 {
        let [least, most] = SKETCHED;
        if width < least {
            return 0.0;
        }
        let bars = viewer::together(self.counted, (width / least) as usize);
        width.min(bars.len() as f32 * most)
    }

    /// Draws as many bars as fit into a small place, from its left, several years in one where they must.
    pub fn sketch(&self, painter: &Painter, rect: Rect) {
        let [least, most] = SKETCHED;
        let bars = viewer::together(self.counted, (rect.width() / least) as usize);
        let largest = bars.iter().map(|(_, documents)| *documents).max();
        let largest = largest.unwrap_or(1).max(1) as f32;
        let width = (rect.width() / bars.len().max(1) as f32).min(most);
        for (n, ([first, last], documents)) in bars.iter().enumerate() {
            let left = rect.left() + n as f32 * width;
            let height = rect.height() * *documents as f32 / largest;
            let height = if *documents > 0 { height.max(2.0) } else { 0.5 };
            let bar = Rect::from_min_max(
                pos2(left, rect.bottom() - height),
                pos2(left + width - 1.0, rect.bottom()),
            );
            let shown = self.shown;
            let inside = shown.is_none_or(|[from, to]| from <= *last && *first <= to);
            let color = match inside {
                true => theme::accent_ui(),
                false => theme::line_strong(),
            };
            painter.rect_filled(bar, 0, color);
        }
    }
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
