//! Texts of which only what is in sight is laid out, however long they are.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Id, Label, TextFormat, Ui, vec2};

use super::tagged_text::{self, Weighed};

/// How far beyond what is in sight rows are laid out, points: who reads by keys goes on to them.
const BEYOND: f32 = 300.0;

/// The heights of the rows of a text, points; not a number before a row has been laid out once.
#[derive(Clone)]
struct Heights {
    key: i64,
    width: f32,
    of: Vec<f32>,
}

/// Draws the rows of a document's text, those out of sight as empty space.
pub fn rows(ui: &mut Ui, key: i64, count: usize, mut row: impl FnMut(&mut Ui, usize)) {
    let id: Id = ui.id().with("heights of rows");
    let width = ui.available_width();
    let kept = ui.data(|data| data.get_temp::<Heights>(id));
    let fits = |kept: &Heights| (kept.key, kept.width, kept.of.len()) == (key, width, count);
    let of = match kept.filter(fits) {
        Some(kept) => kept.of,
        None => vec![f32::NAN; count],
    };
    let mut heights = Heights { key, width, of };
    let sight = ui.clip_rect().expand2(vec2(0.0, BEYOND)).y_range();
    for (n, height) in heights.of.iter_mut().enumerate() {
        let top = ui.cursor().top();
        if top + *height < sight.min || top > sight.max && height.is_finite() {
            ui.add_space(*height);
            // What follows keeps its identity.
            ui.skip_ahead_auto_ids(1);
            continue;
        }
        ui.scope(|ui| row(ui, n));
        *height = ui.cursor().top() - top;
    }
    ui.data_mut(|data| data.insert_temp(id, heights));
}

/// A text that was not read sentence by sentence, line by line.
pub fn plain(ui: &mut Ui, key: i64, text: &str, weighed: Weighed, format: &TextFormat) {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        lines.push((start, line.trim_end_matches(['\r', '\n'])));
        start += line.len();
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    rows(ui, key, lines.len(), |ui, n| {
        let (start, line) = lines[n];
        let mut job = LayoutJob::default();
        tagged_text::tinted(
            &mut job,
            line,
            start,
            weighed.of_text(),
            weighed.largest,
            format,
        );
        ui.add(Label::new(job).wrap().selectable(true));
    });
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bevy_egui::egui::{self, ScrollArea};

    use super::*;

    /// Draws a text of rows of 20 points in a window of 200, scrolled so far; the rows that were laid out, and the height of all.
    fn drawn(ctx: &egui::Context, key: i64, offset: f32) -> (BTreeSet<usize>, f32) {
        let mut seen = BTreeSet::new();
        let mut height = 0.0;
        let size = vec2(300.0, 200.0);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
            ..Default::default()
        };
        let mut output = ctx.run_ui(input, |ui| {
            let area = ScrollArea::vertical().vertical_scroll_offset(offset);
            let out = area.show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                rows(ui, key, 500, |ui, n| {
                    seen.insert(n);
                    ui.allocate_space(vec2(100.0, 20.0));
                });
            });
            height = out.content_size.y;
        });
        output.textures_delta.clear();
        (seen, height)
    }

    #[test]
    fn only_what_is_in_sight_is_laid_out_and_the_text_stays_as_long() {
        let ctx = egui::Context::default();
        let (all, height) = drawn(&ctx, 1, 0.0);
        assert_eq!((all.len(), height), (500, 10_000.0), "once, to be measured");
        for offset in [0.0, 4_000.0, 9_700.0] {
            let (seen, height) = drawn(&ctx, 1, offset);
            assert_eq!(height, 10_000.0);
            let first = (offset / 20.0) as usize;
            assert!(
                (first..first + 5).all(|row| seen.contains(&row)),
                "{seen:?}"
            );
            assert!(seen.len() < 50, "{} at {offset}", seen.len());
        }
        let (another, _) = drawn(&ctx, 2, 0.0);
        assert_eq!(another.len(), 500, "another text has other rows");
    }
}
