//! Where the rows of a list stand that are not all as high: each as high as what it holds, those out of sight without being laid out.

use std::collections::HashMap;
use std::ops::Range;

use bevy_egui::egui::{FontId, Id, Rangef, TextStyle, Ui};
use library::Hit;

/// Titles of which it is kept whether they are long, at most; lists hold a few hundred.
const KEPT: usize = 4_000;
/// Share of the room that a line of a title fills at most: its letters are measured one by one, which is not quite as wide as they are drawn.
const FILLED: f32 = 0.98;

/// Where rows stand, points from the top of the first.
pub struct Places {
    /// Of each row, and where another one would stand.
    tops: Vec<f32>,
    gap: f32,
}

impl Places {
    /// Of rows as high as this, one below the other, with a gap between them.
    pub fn of(heights: &[f32], gap: f32) -> Self {
        let mut tops = vec![0.0];
        let mut next = 0.0;
        for height in heights {
            next += height + gap;
            tops.push(next);
        }
        Self { tops, gap }
    }

    /// How many rows there are.
    fn count(&self) -> usize {
        self.tops.len() - 1
    }

    /// What they take together.
    pub fn height(&self) -> f32 {
        (self.tops[self.count()] - self.gap).max(0.0)
    }

    /// Where this row begins and ends.
    pub fn row(&self, row: usize) -> Rangef {
        Rangef::new(self.tops[row], self.tops[row + 1] - self.gap)
    }

    /// The rows of which something lies between these two places.
    pub fn seen(&self, from: f32, to: f32) -> Range<usize> {
        let begun = self.tops.partition_point(|top| *top <= from.max(0.0));
        let before = self.tops.partition_point(|top| *top < to);
        let first = begun.saturating_sub(1).min(self.count());
        first..before.clamp(first, self.count())
    }
}

/// What is known of titles in this font and the room, points, that there was.
#[derive(Clone, Default)]
struct Known {
    font: FontId,
    room: f32,
    /// Whether a title takes more than a line.
    long: HashMap<String, bool>,
}

/// Which of the titles take more than a line of this width, points; each is measured once.
pub fn are_long(ui: &Ui, hits: &[&Hit], room: f32) -> Vec<bool> {
    let id = Id::new("titles that are long");
    let font = TextStyle::Body.resolve(ui.style());
    let known: Option<Known> = ui.data_mut(|data| data.remove_temp(id));
    let known =
        known.filter(|known| known.font == font && known.room == room && known.long.len() <= KEPT);
    let mut known = known.unwrap_or_else(|| Known {
        font: font.clone(),
        room,
        long: HashMap::new(),
    });
    let is_long = |hit: &&Hit| {
        if let Some(long) = known.long.get(&hit.title) {
            return *long;
        }
        let letters = hit.title.chars();
        let wide: f32 = ui
            .ctx()
            .fonts_mut(|fonts| letters.map(|sign| fonts.glyph_width(&font, sign)).sum());
        let long = hit.title.contains('\n') || wide > room * FILLED;
        known.long.insert(hit.title.clone(), long);
        long
    };
    let long: Vec<bool> = hits.iter().map(is_long).collect();
    ui.data_mut(|data| data.insert_temp(id, known));
    long
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_below_each_other_as_high_as_they_are() {
        let places = Places::of(&[40.0, 60.0, 20.0], 6.0);
        assert_eq!(places.height(), 40.0 + 6.0 + 60.0 + 6.0 + 20.0);
        assert_eq!(places.row(0), Rangef::new(0.0, 40.0));
        assert_eq!(places.row(1), Rangef::new(46.0, 106.0));
        assert_eq!(places.row(2), Rangef::new(112.0, 132.0));
        assert_eq!(Places::of(&[], 6.0).height(), 0.0);
    }

    #[test]
    fn only_the_rows_in_sight_are_seen() {
        let places = Places::of(&[40.0, 60.0, 20.0], 6.0);
        assert_eq!(places.seen(0.0, 300.0), 0..3);
        assert_eq!(places.seen(-20.0, 30.0), 0..1);
        assert_eq!(places.seen(50.0, 100.0), 1..2);
        assert_eq!(places.seen(90.0, 120.0), 1..3);
        assert_eq!(places.seen(120.0, 500.0), 2..3);
        assert!(Places::of(&[], 6.0).seen(0.0, 100.0).is_empty());
    }
}
