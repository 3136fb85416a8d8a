//! What is drawn over the picture of a slice: documents, the crossing, the letters of the borders, and a name.

use std::collections::BTreeSet;

use bevy_egui::egui::{self, Align2, FontId, Rect};

use viewer::{Display, View, structure_title};

use super::plane::{Across, Frame};
use crate::app::theme;

/// A document is marked on a slice that passes it within this distance, mm.
const NEAR_MM: f32 = 4.0;
/// Radius of its mark, and of that of one that is lit, points.
const RADIUS: f32 = 2.6;
const LIT_RADIUS: f32 = 5.0;
/// Size of letters and names, points.
const FONT: f32 = 11.5;

/// The documents that are lit wherever they are seen: the selected one and the one beside it, those that are ticked, and the one that is pointed at.
fn lit(view: &View) -> BTreeSet<i64> {
    let selection = &view.selection;
    let beside = view.documents.beside.as_ref();
    let lit = [
        selection.document,
        selection.second,
        beside.map(|beside| beside.key),
        selection.hovered_document,
    ];
    lit.into_iter().flatten().chain(view.ticked()).collect()
}

/// The documents near a slice, the lines in which the others cross it, and the letters of its borders.
pub fn marks(painter: &egui::Painter, view: &View, across: Across, frame: &Frame) {
    let (rect, axis, cross) = (frame.rect, across.axis(), view.crosshair_mm.mm());
    let (all_lit, mut lit_here) = (lit(view), Vec::new());
    for (entry, point) in view.documents.placed() {
        let gone = view.scene.removed.contains(&entry.key);
        if !gone && (point.mm()[axis] - cross[axis]).abs() <= NEAR_MM {
            let at = frame.to_screen(point.mm());
            if all_lit.contains(&entry.key) {
                lit_here.push(at);
            } else {
                painter.circle_filled(at, RADIUS, theme::marker_ui());
            }
        }
    }
    // Over all others.
    for at in lit_here {
        painter.circle_filled(at, LIT_RADIUS, theme::marker_ui());
    }
    let at = frame.to_screen(cross);
    let line = egui::Stroke::new(1.0, theme::accent_ui().gamma_multiply(0.75));
    painter.hline(rect.x_range(), at.y, line);
    painter.vline(at.x, rect.y_range(), line);
    let [l, r, t, b] = across.letters();
    for (at, align, letter) in [
        (
            rect.left_center() + egui::vec2(5.0, 0.0),
            Align2::LEFT_CENTER,
            l,
        ),
        (
            rect.right_center() - egui::vec2(5.0, 0.0),
            Align2::RIGHT_CENTER,
            r,
        ),
        (
            rect.center_top() + egui::vec2(0.0, 3.0),
            Align2::CENTER_TOP,
            t,
        ),
        (
            rect.center_bottom() - egui::vec2(0.0, 3.0),
            Align2::CENTER_BOTTOM,
            b,
        ),
    ] {
        painter.text(at, align, letter, FontId::proportional(FONT), theme::dim());
    }
}

/// The name of the structure under the pointer.
pub fn name_below(painter: &egui::Painter, rect: Rect, display: &Display, here: [f32; 3]) {
    let Some(structure) = display.atlas.structure_at(here) else {
        return;
    };
    let words = structure_title(display.atlas.catalogue().get(structure));
    let galley = painter.layout_no_wrap(words, FontId::proportional(FONT), theme::text());
    let place = Rect::from_min_size(
        rect.left_bottom() + egui::vec2(6.0, -22.0),
        galley.size() + egui::vec2(10.0, 4.0),
    );
    painter.rect_filled(place, 4.0, theme::ground_of_text());
    painter.galley(place.min + egui::vec2(5.0, 2.0), galley, theme::text());
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use bevy_egui::egui::Pos2;
    use viewer::StagePoint;

    use super::*;
    use crate::app::panels::small_body;

    /// How large the mark of each document is in the axial slice, by the place on the picture's right, mm.
    fn radii(view: &View) -> BTreeMap<i32, f32> {
        let (across, ctx) = (Across::Z, egui::Context::default());
        let frame = Frame {
            rect: Rect::from_min_size(Pos2::ZERO, egui::vec2(240.0, 240.0)),
            axes: across.picture_axes(),
            scale: 10.0,
            middle: [0.0; 2],
        };
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            marks(ui.painter(), view, across, &frame);
        });
        output.textures_delta.clear();
        let circles = output.shapes.into_iter().filter_map(|one| match one.shape {
            egui::Shape::Circle(circle) => {
                let [right, _] = frame.to_picture(circle.center);
                Some((right.round() as i32, circle.radius))
            }
            _ => None,
        });
        circles.collect()
    }

    #[test]
    fn what_is_selected_anywhere_is_lit_in_the_slices() {
        let mut view = small_body::view();
        view.crosshair_mm = StagePoint([0.0; 3]);
        // Six side by side in the slice, and one that it does not pass.
        let places = (1..=6i8).map(|key| (i64::from(key), [f32::from(key), 0.0, 1.0]));
        let all = places.chain([(7, [7.0, 0.0, 9.0])]);
        let spots = all.map(|(key, place)| small_body::spot(key, place));
        view.documents.entries = Arc::new(spots.collect());
        view.documents.results.hits = vec![small_body::hit(5, [5.0, 0.0, 1.0])];
        let none = radii(&view);
        assert_eq!(none.len(), 6, "{none:?}");
        assert!(none.values().all(|radius| *radius == RADIUS));

        view.selection.document = Some(1);
        view.selection.second = Some(2);
        view.documents.beside = Some(viewer::Beside {
            key: 3,
            opened: None,
            common: None,
        });
        view.selection.hovered_document = Some(4);
        view.selection.ticked = BTreeSet::from([5, 7]);
        let lit = radii(&view);
        let is_lit = lit.iter().filter(|(_, radius)| **radius == LIT_RADIUS);
        let is_lit: Vec<i32> = is_lit.map(|(at, _)| *at).collect();
        assert_eq!(is_lit, [1, 2, 3, 4, 5]);
        assert_eq!(lit[&6], RADIUS);
    }
}
