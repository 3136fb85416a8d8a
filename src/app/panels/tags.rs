//! Small labels that stay on the stage, beside what they name and off the documents around it.

use bevy_egui::egui::{self, Color32, FontId, Painter, Pos2, Rect, Stroke, Vec2};

use crate::app::theme;

/// What it costs to cover the point that is named, or any of another label, whose words could not be read then; a marker tells its own price.
const OWN: f32 = 8.0;

/// Labels on one part of the window.
pub(super) struct Tags<'a> {
    painter: &'a Painter,
    free: Rect,
    /// For a room full of people.
    large: bool,
    /// Markers, and how much each should stay to be seen.
    marks: Vec<(Pos2, f32)>,
    /// Labels that stand already.
    taken: Vec<Rect>,
    /// Lines of words at the lower edge that no label may cover.
    kept: Vec<Rect>,
}

impl<'a> Tags<'a> {
    /// Labels within `free`; large ones for a presentation.
    pub(super) fn new(painter: &'a Painter, free: Rect, large: bool) -> Self {
        Self {
            painter,
            free,
            large,
            marks: Vec::new(),
            taken: Vec::new(),
            kept: Vec::new(),
        }
    }

    /// Markers to stay off, and how much each should stay to be seen.
    pub(super) fn avoid(&mut self, marks: impl IntoIterator<Item = (Pos2, f32)>) {
        self.marks.extend(marks);
    }

    /// A line of words at the lower edge that no label may cover.
    pub(super) fn keep_off(&mut self, line: Rect) {
        self.kept.push(line);
    }

    /// Names what lies at a point: `beside` it if nothing is covered there, else at the corner where least is.
    pub(super) fn add(
        &mut self,
        at: Pos2,
        beside: Vec2,
        title: &str,
        detail: Option<&str>,
        accent: Color32,
    ) {
        let (large, small) = if self.large {
            (18.0, 16.0)
        } else {
            (14.0, 11.5)
        };
        let painter = self.painter;
        let write = |words: &str, size: f32, color: Color32| {
            painter.layout_no_wrap(words.to_owned(), FontId::proportional(size), color)
        };
        let title = write(title, large, theme::text());
        let detail = detail.map(|words| write(words, small, theme::dim()));
        let of_detail = detail.as_ref().map_or(Vec2::ZERO, |galley| galley.size());
        let width = title.size().x.max(of_detail.x);
        let height = title.size().y + detail.as_ref().map_or(0.0, |_| of_detail.y + 1.0);
        let size = egui::vec2(width + 22.0, height + 10.0);
        let rect = place((at, beside), size, self.free, &self.marks, &self.taken);
        let rect = above(rect, &self.kept);
        self.taken.push(rect);
        painter.rect(
            rect,
            6.0,
            theme::ground_of_dim(),
            Stroke::new(1.0, theme::line()),
            egui::StrokeKind::Outside,
        );
        let bar = egui::vec2(3.0, height - 4.0);
        let bar = Rect::from_min_size(rect.min + egui::vec2(6.0, 7.0), bar);
        painter.rect_filled(bar, 1.5, accent);
        let title_height = title.size().y;
        painter.galley(rect.min + egui::vec2(15.0, 5.0), title, theme::text());
        if let Some(detail) = detail {
            let below = egui::vec2(15.0, 6.0 + title_height);
            painter.galley(rect.min + below, detail, theme::dim());
        }
    }
}

/// A label moved up over the lines that it lies on; one whose point lies outside of the picture stands at its edge, where they are.
fn above(mut rect: Rect, kept: &[Rect]) -> Rect {
    for line in kept {
        if rect.intersects(line.expand(2.0)) {
            rect = rect.translate(egui::vec2(0.0, line.min.y - 6.0 - rect.max.y));
        }
    }
    rect
}

/// Where a label of a size stands: of its wish and the four corners around the point, the one that covers least; the first of equals.
fn place(
    (at, beside): (Pos2, Vec2),
    size: Vec2,
    free: Rect,
    marks: &[(Pos2, f32)],
    taken: &[Rect],
) -> Rect {
    let (x, y) = (beside.x.abs(), beside.y.abs());
    let (left, up) = (-x - size.x, -y - size.y);
    let wishes = [
        beside,
        egui::vec2(x, up),
        egui::vec2(x, y),
        egui::vec2(left, up),
        egui::vec2(left, y),
    ];
    let within = |wish: Vec2| {
        let corner = at + wish;
        let corner = Pos2::new(
            corner
                .x
                .min(free.max.x - size.x - 4.0)
                .max(free.min.x + 4.0),
            corner
                .y
                .min(free.max.y - size.y - 4.0)
                .max(free.min.y + 4.0),
        );
        Rect::from_min_size(corner, size)
    };
    let cost = |rect: &Rect| {
        let around = rect.expand(4.0);
        let covered = marks.iter().filter(|(mark, _)| around.contains(*mark));
        let covered: f32 = covered.map(|(_, weight)| weight).sum();
        let lies_on = |other: &&Rect| rect.intersects(other.expand(2.0));
        let hides = taken.iter().filter(lies_on).count() + usize::from(rect.contains(at));
        covered + hides as f32 * OWN
    };
    let mut best = within(wishes[0]);
    let mut least = cost(&best);
    for wish in &wishes[1..] {
        let rect = within(*wish);
        let costs = cost(&rect);
        if costs < least {
            (best, least) = (rect, costs);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Rect = Rect {
        min: Pos2::ZERO,
        max: Pos2::new(800.0, 600.0),
    };
    const SIZE: Vec2 = Vec2::new(120.0, 24.0);
    const BESIDE: Vec2 = Vec2::new(14.0, -10.0);

    fn at(point: Pos2, marks: &[Pos2], taken: &[Rect]) -> Rect {
        let marks: Vec<(Pos2, f32)> = marks.iter().map(|mark| (*mark, 1.0)).collect();
        place((point, BESIDE), SIZE, FREE, &marks, taken)
    }

    #[test]
    fn a_label_stands_where_it_is_wished_while_it_covers_nothing() {
        let point = Pos2::new(400.0, 300.0);
        assert_eq!(at(point, &[], &[]).min, point + BESIDE);
        assert_eq!(
            at(point, &[Pos2::new(300.0, 300.0)], &[]).min,
            point + BESIDE
        );
    }

    #[test]
    fn a_label_goes_to_the_corner_that_covers_least() {
        let point = Pos2::new(400.0, 300.0);
        // To the right and above, and one to the left below.
        let marks = [
            Pos2::new(430.0, 300.0),
            Pos2::new(440.0, 280.0),
            Pos2::new(450.0, 325.0),
            Pos2::new(460.0, 325.0),
            Pos2::new(350.0, 325.0),
        ];
        let found = at(point, &marks, &[]);
        assert!(found.max.x < point.x && found.max.y < point.y, "{found:?}");
        // Where every corner covers something: the one that covers least.
        let more = [marks.as_slice(), &[Pos2::new(350.0, 280.0); 3]].concat();
        let found = at(point, &more, &[]);
        let covered = more.iter().filter(|mark| found.contains(**mark)).count();
        assert_eq!(covered, 1, "{found:?}");
    }

    #[test]
    fn a_label_at_the_edge_stands_above_the_line_of_words_there() {
        let line = Rect::from_min_max(Pos2::new(10.0, 575.0), Pos2::new(500.0, 592.0));
        for outside in [Pos2::new(-300.0, 900.0), Pos2::new(250.0, 2_000.0)] {
            let found = at(outside, &[], &[]);
            assert!(found.intersects(line), "{found:?}");
            let moved = above(found, &[line]);
            assert!(!moved.intersects(line.expand(2.0)) && FREE.contains_rect(moved));
            assert_eq!(moved.min.x, found.min.x);
        }
        let free = at(Pos2::new(400.0, 300.0), &[], &[]);
        assert_eq!(above(free, &[line]), free);
    }

    #[test]
    fn a_label_stays_off_its_own_point_at_the_border_and_off_another_label() {
        let point = Pos2::new(790.0, 300.0);
        let found = at(point, &[], &[]);
        assert!(
            FREE.contains_rect(found) && !found.contains(point),
            "{found:?}"
        );
        let point = Pos2::new(400.0, 300.0);
        let other = Rect::from_min_size(point + BESIDE, SIZE);
        assert!(!at(point, &[], &[other]).intersects(other));
    }
}
