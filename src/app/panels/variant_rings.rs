//! The variants of the live text on the stage: a lettered ring at the place of each, and fine arrows from one to the next and to the live text.

use bevy_egui::egui::{
    self, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2,
};
use viewer::{PanelTab, StagedGrounding, View};

use super::frame::Project;
use crate::app::theme;

/// Radius of a ring, points; larger for a room that watches.
const RADIUS: [f32; 2] = [9.0, 13.0];
/// Variants so near to one another share a ring, radii.
const SHARED: f32 = 1.8;
/// How far an arrow bends to its right, as a share of its length, so that the way there and the way back are two.
const BEND: f32 = 0.1;
/// Points along an arrow.
const STEPS: usize = 96;
/// Radius of the live text's marker, as far as an arrow should stay off it, points.
const LIVE: f32 = 8.0;

/// A ring, with the letters of all variants that lie there.
#[derive(Clone, Debug, PartialEq)]
struct Ring {
    at: Pos2,
    letters: String,
    radius: f32,
}

impl Ring {
    /// Half its width and height: one of several letters is longer.
    fn half(&self) -> Vec2 {
        let more = self.letters.chars().count().saturating_sub(1);
        vec2(self.radius * (1.0 + more as f32 * 0.5), self.radius)
    }

    /// How far its edge is from its middle in a direction.
    fn reach(&self, direction: Vec2) -> f32 {
        let half = self.half();
        half.y + (half.x - half.y) * direction.x.abs()
    }
}

/// Draws them below the names on the stage, while the tab of the live text is shown or that has a place; returns where rings stand.
pub(super) fn draw(painter: &Painter, view: &View, project: Project) -> Vec<Pos2> {
    let live = &view.live;
    // A quiz would be given away, and a tour has texts of its own.
    let lent = view.quiz.is_some() || view.tours.touring.is_some();
    let seen = view.layout.is_shown(PanelTab::Text) || live.grounding.is_some();
    if lent || !seen || live.variants.is_empty() {
        return Vec::new();
    }
    let at = |grounding: &StagedGrounding| {
        project(grounding.place()?, view.index_of(&grounding.home.structure))
    };
    let places = live.variants.iter();
    let places = places.filter_map(|kept| Some((kept.letter, at(&kept.grounding)?)));
    let radius = RADIUS[usize::from(view.layout.presentation)];
    let (rings, way) = rings(places, radius);
    for step in way.windows(2) {
        let [from, to] = [&rings[step[0]], &rings[step[1]]];
        arrow(painter, from, (to.at, |d| to.reach(d)), false);
    }
    // What is typed now, unless that is a variant itself.
    let typed = live.grounding.as_ref().filter(|_| live.kept_as().is_none());
    let typed = typed.and_then(at);
    if let (Some(last), Some(to)) = (way.last(), typed) {
        arrow(painter, &rings[*last], (to, |_| LIVE), true);
    }
    for ring in &rings {
        write(painter, ring);
    }
    rings.into_iter().map(|ring| ring.at).collect()
}

/// The rings of these letters, and the way along them from letter to letter.
fn rings(places: impl Iterator<Item = (char, Pos2)>, radius: f32) -> (Vec<Ring>, Vec<usize>) {
    let mut rings: Vec<Ring> = Vec::new();
    let mut way = Vec::new();
    for (letter, at) in places {
        let near = rings
            .iter()
            .position(|ring| ring.at.distance(at) < SHARED * radius);
        let ring = near.unwrap_or(rings.len());
        match rings.get_mut(ring) {
            Some(ring) => ring.letters.push(letter),
            None => rings.push(Ring {
                at,
                letters: letter.to_string(),
                radius,
            }),
        }
        if way.last() != Some(&ring) {
            way.push(ring);
        }
    }
    (rings, way)
}

fn write(painter: &Painter, ring: &Ring) {
    let rect = Rect::from_center_size(ring.at, ring.half() * 2.0);
    let edge = Stroke::new(1.6, theme::accent_ui());
    // A dark edge around the bright one: the body below has every colour.
    let radius = ring.radius;
    painter.rect_filled(rect.expand(1.5), radius + 1.5, theme::veil(120));
    painter.rect(
        rect,
        radius,
        theme::ground_of_text(),
        edge,
        StrokeKind::Inside,
    );
    let font = FontId::new(radius * 1.28, theme::strong());
    let middle = egui::Align2::CENTER_CENTER;
    painter.text(ring.at, middle, &ring.letters, font, theme::text());
}

/// An arrow from the edge of a ring to what reaches so far from a point; dashed to what is not kept yet.
fn arrow(painter: &Painter, from: &Ring, (to, reach): (Pos2, impl Fn(Vec2) -> f32), dashed: bool) {
    let Some(line) = line((from.at, |d| from.reach(d)), (to, reach)) else {
        return;
    };
    let [.., before, tip] = line[..] else {
        return;
    };
    let color = theme::accent_ui();
    let along = (tip - before).normalized();
    let across = vec2(-along.y, along.x);
    let base = tip - along * 7.0;
    let head = vec![tip, base + across * 3.2, base - across * 3.2];
    painter.line(line.clone(), Stroke::new(3.2, theme::veil(130)));
    let stroke = Stroke::new(1.3, color);
    match dashed {
        true => painter.extend(Shape::dashed_line(&line, stroke, 5.0, 3.5)),
        false => {
            painter.line(line, stroke);
        }
    }
    let dark = Stroke::new(1.0, theme::veil(130));
    painter.add(Shape::convex_polygon(head, color, dark));
}

/// The points of a slightly bent line between the edges of two things; nothing where these touch.
fn line(
    (from, leaves): (Pos2, impl Fn(Vec2) -> f32),
    (to, reaches): (Pos2, impl Fn(Vec2) -> f32),
) -> Option<Vec<Pos2>> {
    let whole = to - from;
    let bend = vec2(-whole.y, whole.x) * BEND;
    // The middle of the curve lies half as far aside as the point that draws it there.
    let aside = from + whole * 0.5 + bend * 2.0;
    let curve = |t: f32| {
        let (a, b) = (from.lerp(aside, t), aside.lerp(to, t));
        pos2(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
    };
    let (start, end) = ((aside - from).normalized(), (to - aside).normalized());
    let (near, far) = (leaves(start) + 2.0, reaches(end) + 2.0);
    let kept = (0..=STEPS).map(|step| curve(step as f32 / STEPS as f32));
    let kept = kept.filter(|at| at.distance(from) >= near && at.distance(to) >= far);
    let kept: Vec<Pos2> = kept.collect();
    // Shorter than its head it would point nowhere.
    let length: f32 = kept.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    (length > 7.0).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_of_one_place_share_a_ring_and_the_way_goes_from_letter_to_letter() {
        let (left, right) = (pos2(100.0, 200.0), pos2(300.0, 200.0));
        let near = left + vec2(5.0, 5.0);
        let places = [('A', left), ('B', near), ('C', right), ('D', left)];
        let (rings, way) = rings(places.into_iter(), 9.0);
        let letters: Vec<&str> = rings.iter().map(|ring| ring.letters.as_str()).collect();
        assert_eq!(letters, ["ABD", "C"]);
        assert_eq!(way, [0, 1, 0], "none from a ring to itself");
        assert!(rings[0].half().x > rings[1].half().x);
        assert_eq!(rings[0].half().y, rings[1].half().y);
    }

    #[test]
    fn an_arrow_ends_at_the_edges_and_the_way_back_is_another_one() {
        let (from, to) = (pos2(100.0, 100.0), pos2(200.0, 100.0));
        let there = line((from, |_| 9.0), (to, |_| 9.0)).unwrap();
        let back = line((to, |_| 9.0), (from, |_| 9.0)).unwrap();
        let (first, last) = (there[0], there[there.len() - 1]);
        assert!((9.0..17.0).contains(&first.distance(from)), "{first:?}");
        assert!((9.0..17.0).contains(&last.distance(to)), "{last:?}");
        let middle = |line: &[Pos2]| line[line.len() / 2].y;
        assert!(middle(&there) > 105.0 && middle(&back) < 95.0);
        assert_eq!(
            line((from, |_| 9.0), (from + vec2(20.0, 0.0), |_| 9.0)),
            None
        );
    }
}
