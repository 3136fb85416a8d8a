//! The orientation cube: which side of the body faces the viewer; a click turns to that side.

use bevy::math::{Quat, Vec3};
use bevy::prelude::{App, Result, Single};
use bevy_egui::egui::{self, Align2, FontId, Pos2, Rect, Shape, Stroke};

use language::say;
use viewer::command::ViewCommand;
use viewer::{StandardView, world_from_lps};

use super::{Layer, Pane, Sent, draw_in, told};
use crate::app::stage::camera::OrbitCamera;
use crate::app::theme;

/// Half an edge, points.
const HALF: f32 = 21.0;

pub fn plugin(app: &mut App) {
    draw_in(app, Layer::Over, draw);
}

fn draw(mut pane: Pane, camera: Single<&OrbitCamera>) -> Result {
    let rotation = camera.pose.rotation();
    pane.over(|ctx, free, _, sent| show(ctx, free, rotation, sent))
}

/// Draws the cube into the lower right corner of the stage and answers clicks on it.
fn show(ctx: &egui::Context, free: Rect, rotation: Quat, sent: &mut Sent) {
    let centre = free.right_bottom() - egui::vec2(52.0, 52.0);
    let reach = HALF * 1.8;
    egui::Area::new(egui::Id::new("orientation cube"))
        .order(egui::Order::Foreground)
        // No stop of the keyboard itself.
        .sense(egui::Sense::drag())
        .fixed_pos(centre - egui::vec2(reach, reach))
        .constrain(false)
        .show(ctx, |ui| {
            let (_, response) =
                ui.allocate_exact_size(egui::Vec2::splat(reach * 2.0), egui::Sense::click());
            let pointer = response.hover_pos();
            // The cube turns as the body does; a parallel projection keeps its faces readable.
            let to_view = rotation.inverse();
            let at = |p: Vec3| {
                let seen = to_view * p * HALF;
                Pos2::new(centre.x + seen.x, centre.y - seen.y)
            };
            // The side that faces the viewer is told, and a key turns to the next one.
            let facing = facing(to_view);
            let side = StandardView::ALL[facing].label();
            told::called(&response, &say!("stage-cube", side = side));
            let by_key = response.clicked() && pointer.is_none();
            let next = StandardView::ALL[(facing + 1) % StandardView::ALL.len()];
            let mut clicked = by_key.then_some(next);
            for view in StandardView::ALL {
                let (normal, up) = axes(view);
                let facing = (to_view * normal).z;
                if facing <= 0.05 {
                    continue;
                }
                let side = up.cross(normal);
                let corners: Vec<Pos2> = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
                    .into_iter()
                    .map(|(x, y)| at(normal + side * x + up * y))
                    .collect();
                let hovered = pointer.is_some_and(|p| inside(&corners, p));
                if hovered && response.clicked() {
                    clicked = Some(view);
                }
                let fill = if hovered {
                    theme::raised_active()
                } else {
                    theme::raised()
                };
                let painter = ui.painter();
                painter.add(Shape::convex_polygon(
                    corners,
                    fill.gamma_multiply(0.92),
                    Stroke::new(1.0, theme::line_strong()),
                ));
                if facing > 0.35 {
                    let color = if hovered {
                        theme::accent_ui()
                    } else {
                        theme::text()
                    };
                    painter.text(
                        at(normal),
                        Align2::CENTER_CENTER,
                        view.letter(),
                        FontId::proportional(15.0),
                        color.gamma_multiply(facing.min(1.0)),
                    );
                }
                if hovered {
                    painter.text(
                        centre + egui::vec2(0.0, reach + 2.0),
                        Align2::CENTER_CENTER,
                        view.label(),
                        FontId::proportional(12.0),
                        theme::dim(),
                    );
                }
            }
            if let Some(view) = clicked {
                sent.push(ViewCommand::View(view));
            }
        });
}

/// Outward normal and upward direction of a side, Bevy world.
fn axes(view: StandardView) -> (Vec3, Vec3) {
    let (normal, up) = match view {
        StandardView::Anterior => ([0.0, -1.0, 0.0], [0.0, 0.0, 1.0]),
        StandardView::Posterior => ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]),
        StandardView::Left => ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
        StandardView::Right => ([-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
        StandardView::Superior => ([0.0, 0.0, 1.0], [0.0, 1.0, 0.0]),
        StandardView::Inferior => ([0.0, 0.0, -1.0], [0.0, -1.0, 0.0]),
    };
    (world_from_lps(normal), world_from_lps(up))
}

/// Which of the standard views faces the viewer most.
fn facing(to_view: Quat) -> usize {
    let towards = |n: &usize| (to_view * axes(StandardView::ALL[*n]).0).z;
    let all = 0..StandardView::ALL.len();
    all.max_by(|a, b| towards(a).total_cmp(&towards(b)))
        .unwrap_or(0)
}

/// Whether a point lies in a convex polygon.
fn inside(corners: &[Pos2], p: Pos2) -> bool {
    let turns = |n: usize| {
        let (a, b) = (corners[n], corners[(n + 1) % corners.len()]);
        (b - a).x * (p - a).y - (b - a).y * (p - a).x
    };
    let first = turns(0) > 0.0;
    (1..corners.len()).all(|n| (turns(n) > 0.0) == first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use viewer::Pose;

    #[test]
    fn every_standard_view_faces_its_side_of_the_cube() {
        for view in StandardView::ALL {
            let to_view = Pose::standard(view).rotation().inverse();
            assert_eq!(StandardView::ALL[facing(to_view)], view);
        }
    }

    #[test]
    fn a_point_is_inside_a_face_whichever_way_it_winds() {
        let square = [
            Pos2::new(0.0, 0.0),
            Pos2::new(4.0, 0.0),
            Pos2::new(4.0, 4.0),
            Pos2::new(0.0, 4.0),
        ];
        let mut backwards = square;
        backwards.reverse();
        for corners in [square, backwards] {
            assert!(inside(&corners, Pos2::new(1.0, 3.0)));
            assert!(!inside(&corners, Pos2::new(5.0, 3.0)));
        }
    }
}
