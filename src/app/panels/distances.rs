//! Distances over the stage: those that were measured, and the one that is being measured.

use bevy_egui::egui::{self, FontId, Pos2, Rect};
use language::say;
use viewer::{Display, Tool, View};

use super::frame::Project;
use super::tags::Tags;
use crate::app::theme;

/// Measured distances.
pub(super) fn measured(painter: &egui::Painter, view: &View, project: Project, tags: &mut Tags) {
    let stroke = egui::Stroke::new(1.8, theme::measure());
    for measured in &view.scene.measurements {
        let [of_from, of_to] = measured.structures;
        let ends = (
            project(measured.from_mm, of_from),
            project(measured.to_mm, of_to),
        );
        let (Some(from), Some(to)) = ends else {
            continue;
        };
        painter.line_segment([from, to], stroke);
        for end in [from, to] {
            painter.circle_filled(end, 3.0, theme::measure());
        }
        let mm = language::decimal(measured.length_mm().into(), 0);
        let words = if view.scene.explode > 0.0 {
            say!("stage-distance-together", mm = mm)
        } else {
            say!("stage-distance", mm = mm)
        };
        let middle = from.lerp(to, 0.5);
        tags.add(middle, egui::vec2(8.0, 6.0), &words, None, theme::measure());
    }
}

/// Whether the next end of a distance is where the slices cross: one measures by keys, or points at nothing.
pub(super) fn is_crossing_meant(view: &View, by_keys: bool) -> bool {
    view.layout.tool.measures() && (by_keys || view.selection.hover.is_none())
}

/// The distance that is being measured.
pub(super) fn measuring(
    (painter, free): (&egui::Painter, Rect),
    view: &View,
    display: Option<&Display>,
    project: Project,
    by_keys: bool,
) {
    let Tool::Measure { from } = view.layout.tool else {
        return;
    };
    let stroke = egui::Stroke::new(1.8, theme::measure());
    let words = match from {
        None => say!("stage-measure-first"),
        Some(_) => say!("stage-measure-second"),
    };
    // Below the tools.
    let at = Pos2::new(free.center().x, free.min.y + 62.0);
    let size = if view.layout.presentation { 17.0 } else { 13.5 };
    // On a narrow stage it takes two lines.
    let wide = (free.width() - 40.0).max(0.0);
    let galley = painter.layout(words, FontId::proportional(size), theme::text(), wide);
    let rect = Rect::from_center_size(at, galley.size() + egui::vec2(24.0, 12.0));
    painter.rect(
        rect,
        8.0,
        theme::raised(),
        egui::Stroke::new(1.0, theme::measure()),
        egui::StrokeKind::Outside,
    );
    painter.galley(rect.min + egui::vec2(12.0, 6.0), galley, theme::text());
    if let Some(from) = from.and_then(|(point, structure)| project(point, structure)) {
        painter.circle_filled(from, 3.5, theme::measure());
        let end = match &view.selection.hover {
            Some(hover) if !by_keys => project(hover.point_mm, Some(hover.structure)),
            _ => {
                let crossing = view.crosshair_mm;
                let structure = display.and_then(|d| d.atlas.structure_at(crossing.mm()));
                project(crossing, structure)
            }
        };
        if let Some(to) = end {
            painter.line_segment([from, to], stroke);
        }
    }
}
