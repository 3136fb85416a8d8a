//! What is drawn around what is chosen on the stage: how far the selected document's place is spread, lines to its other subjects, the crossing of
//! the slices, and a ring around the pointer for a room that watches.

use bevy_egui::egui::{self, Painter, Pos2, Rect, Shape, Stroke};
use viewer::{Display, Lens, Opened, StagePoint, View, world_from_lps};

use super::frame::Project;
use crate::app::theme;

/// Points of an outline.
const STEPS: usize = 72;
/// The arms of the crossing begin and end so far from it: shares of the way from the eye to what it looks at.
const ARMS: [f32; 2] = [0.006, 0.02];

/// The selected document once it is read, unless it was put away or another one is read beside it.
fn alone<'a>(view: &'a View, display: &Display) -> Option<&'a Opened> {
    let opened = view.documents.opened.as_deref()?;
    let is_selected = view.selection.document == Some(opened.stored.key);
    let structure = view.index_of(&opened.staged.home.structure);
    let put_away = structure.is_some_and(|structure| display.is_put_away(structure));
    let alone = is_selected && !put_away && view.quiz.is_none() && view.pair().is_none();
    alone.then_some(opened)
}

/// The ellipse in which nine of ten of the places lie that the selected document may mean.
pub(super) fn spread(painter: &Painter, view: &View, display: &Display, lens: &Lens, min: Pos2) {
    let Some(opened) = alone(view, display) else {
        return;
    };
    let home = &opened.staged.home;
    let Some(point) = opened.staged.point.filter(|_| !home.is_outside()) else {
        return;
    };
    let shown = display.shown(point, view.index_of(&home.structure));
    let middle = world_from_lps(shown.mm());
    let Some(outline) = lens.outline(middle, home.covariance_mm2) else {
        return;
    };
    let turn = std::f32::consts::TAU / STEPS as f32;
    let ends = (0..=STEPS).map(|step| {
        let at = outline.at(step as f32 * turn);
        min + egui::vec2(at.x, at.y)
    });
    let ends: Vec<Pos2> = ends.collect();
    let color = theme::marker_ui();
    let fill = color.gamma_multiply(0.07);
    // Where it reaches beyond the stage a fill would only dull the body.
    let free = painter.clip_rect();
    if ends.iter().all(|end| free.contains(*end)) {
        let inner = ends[..STEPS].to_vec();
        painter.add(Shape::convex_polygon(inner, fill, Stroke::NONE));
    }
    painter.line(ends.clone(), Stroke::new(3.0, theme::veil(90)));
    let stroke = Stroke::new(1.2, color);
    painter.extend(Shape::dashed_line(&ends, stroke, 5.0, 4.0));
}

/// Fine lines from the selected document's place to those of its other subjects.
pub(super) fn subjects(painter: &Painter, view: &View, display: &Display, project: Project) {
    let Some(opened) = alone(view, display) else {
        return;
    };
    let (home, staged) = (&opened.staged.home, &opened.staged);
    let at = |point: Option<StagePoint>, structure: &str| {
        let structure = view.index_of(structure);
        let there = !structure.is_some_and(|structure| display.is_put_away(structure));
        project(point.filter(|_| there)?, structure)
    };
    let Some(from) = at(staged.point, &home.structure) else {
        return;
    };
    for (subject, point) in home.places.iter().zip(&staged.places).skip(1) {
        if let Some(to) = at(*point, &subject.structure) {
            painter.line_segment([from, to], Stroke::new(2.6, theme::veil(130)));
            painter.line_segment([from, to], Stroke::new(1.1, theme::marker_ui()));
        }
    }
}

/// Where the slices cross: three short lines along the axes of the body, open in the middle.
pub(super) fn crossing(
    painter: &Painter,
    view: &View,
    display: &Display,
    project: Project,
    far_mm: f32,
) {
    let crossing = view.crosshair_mm.mm();
    // Taken apart, the crossing moves with the structure that it lies in.
    let structure = display.atlas.structure_at(crossing);
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let ends = ARMS.map(|share| {
                let mut end = crossing;
                end[axis] += side * share * far_mm;
                project(StagePoint(end), structure)
            });
            if let [Some(from), Some(to)] = ends {
                painter.line_segment([from, to], Stroke::new(3.4, theme::veil(150)));
                painter.line_segment([from, to], Stroke::new(1.4, theme::accent_ui()));
            }
        }
    }
}

/// A ring around the pointer, over everything that lies on the stage.
pub(super) fn pointer_ring(ctx: &egui::Context, free: Rect) {
    let Some(pointer) = ctx.pointer_hover_pos().filter(|at| free.contains(*at)) else {
        return;
    };
    let id = egui::Id::new("pointer ring");
    let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Tooltip, id));
    let painter = painter.with_clip_rect(free);
    painter.circle_stroke(pointer, 24.0, Stroke::new(5.0, theme::veil(120)));
    painter.circle_stroke(pointer, 24.0, Stroke::new(3.0, theme::accent_ui()));
}

#[cfg(test)]
mod tests {
    use anatomy::StructureIndex;
    use grounding::{Grounding, PlaceShare};
    use library::{Document, Stored};
    use viewer::command::BodyCommand;
    use viewer::{Message, StagedGrounding};

    use super::super::small_body;
    use super::*;

    /// From the left of the body, a little from above.
    fn project(point: StagePoint, _: Option<StructureIndex>) -> Option<Pos2> {
        let [x, y, z] = point.mm();
        Some(Pos2::new(200.0 + 10.0 * x + 5.0 * y, 200.0 - 10.0 * z))
    }

    /// The straight lines that are painted.
    fn lines(paint: impl Fn(&Painter)) -> Vec<[Pos2; 2]> {
        let ctx = egui::Context::default();
        let mut frame = ctx.run_ui(egui::RawInput::default(), |ui| paint(ui.painter()));
        frame.textures_delta.clear();
        let lines = frame.shapes.into_iter().filter_map(|one| match one.shape {
            Shape::LineSegment { points, .. } => Some(points),
            _ => None,
        });
        lines.collect()
    }

    /// Where a document's subjects lie, the first one of which it is placed in.
    const SUBJECTS: [(&str, [f32; 3]); 3] = [
        ("liver", [-6.0, 0.0, 0.0]),
        ("spleen", [6.0, 0.0, 0.0]),
        ("liver", [-6.0, 5.0, 5.0]),
    ];

    /// A view in which that document is read.
    fn reading() -> View {
        let mut view = small_body::view();
        let places = SUBJECTS.map(|(structure, point_mm)| PlaceShare {
            structure: structure.to_owned(),
            point_mm,
            weight: 1.0 / 3.0,
        });
        let grounding = Grounding {
            point_mm: places[0].point_mm,
            structure: places[0].structure.clone(),
            places: places.to_vec(),
            ..Grounding::default()
        };
        let staged = StagedGrounding::new(grounding.clone(), None);
        let stored = Stored {
            key: 1,
            document: Document::default(),
            grounding,
            corrections: Vec::new(),
        };
        view.selection.document = Some(1);
        let read = Message::Document(Box::new(stored), Box::new(staged));
        viewer::apply(&mut view, read);
        view
    }

    #[test]
    fn lines_lead_to_the_further_subjects_unless_they_were_put_away() {
        let mut view = reading();
        let painted = |view: &View| {
            let display = view.display().expect("a body");
            lines(|painter| subjects(painter, view, &display, &project))
        };
        let [home, spleen, liver] =
            SUBJECTS.map(|(_, at)| project(StagePoint(at), None).expect("a place"));
        // Each on its shadow.
        let both = [[home, spleen], [home, spleen], [home, liver], [home, liver]];
        assert_eq!(painted(&view), both);
        viewer::apply(&mut view, BodyCommand::Isolate(small_body::row("liver")));
        assert_eq!(painted(&view), both[2..]);
        viewer::apply(&mut view, BodyCommand::Isolate(small_body::row("spleen")));
        assert!(painted(&view).is_empty(), "its own place was put away");
        viewer::apply(&mut view, BodyCommand::ResetVisibility);
        assert_eq!(painted(&view), both);
        view.selection.document = Some(2);
        assert!(painted(&view).is_empty(), "another one is selected");
    }

    #[test]
    fn the_crossing_is_drawn_where_the_slices_cross_and_is_open_in_the_middle() {
        let mut view = small_body::view();
        for at in [[-6.0, 0.0, 2.0], [5.0, -3.0, 1.0]] {
            view.crosshair_mm = StagePoint(at);
            let display = view.display().expect("a body");
            let painted = lines(|painter| crossing(painter, &view, &display, &project, 100.0));
            assert_eq!(painted.len(), 12, "each of the six arms on its shadow");
            let middle = project(view.crosshair_mm, None).expect("a place");
            for [from, to] in painted {
                let ends = [from.distance(middle), to.distance(middle)];
                assert!(ends[0] > 1.0 && ends[0] < ends[1], "{ends:?}");
                assert!(ends[1] < 25.0, "{ends:?}");
            }
        }
    }

    /// The circles that a frame paints with the pointer there, and the edge that they are cut at.
    fn rings(free: Rect, pointer: Pos2) -> Vec<(egui::epaint::CircleShape, Rect)> {
        let ctx = egui::Context::default();
        let input = egui::RawInput {
            events: vec![egui::Event::PointerMoved(pointer)],
            ..Default::default()
        };
        let mut frame = ctx.run_ui(input, |ui| pointer_ring(ui.ctx(), free));
        frame.textures_delta.clear();
        let circles = frame.shapes.into_iter().filter_map(|one| match one.shape {
            Shape::Circle(circle) => Some((circle, one.clip_rect)),
            _ => None,
        });
        circles.collect()
    }

    #[test]
    fn a_ring_follows_the_pointer_on_the_stage_and_nowhere_else() {
        let free = Rect::from_min_max(Pos2::new(200.0, 40.0), Pos2::new(900.0, 600.0));
        let pointer = Pos2::new(210.0, 300.0);
        let painted = rings(free, pointer);
        assert_eq!(painted.len(), 2, "{painted:?}");
        for (ring, clip) in painted {
            assert_eq!(ring.center, pointer);
            assert!(free.contains_rect(clip), "{clip:?}");
        }
        assert!(rings(free, Pos2::new(190.0, 300.0)).is_empty());
    }
}
