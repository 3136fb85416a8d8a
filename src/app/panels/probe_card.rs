//! The probe on the stage: a sphere around what is pointed at, what lies inside ringed, counted and told.

use bevy::prelude::{App, IntoScheduleConfigs, Res, Result, Single};
use bevy_egui::egui::{self, Align2, Painter, Pos2, Rect, RichText, Shape, Stroke};
use language::say;
use viewer::{StagePoint, Tool, View};

use super::frame::Project;
use super::{Layer, Pane, Projector, draw_in, stage_tools};
use crate::app::core::Core;
use crate::app::stage::camera::OrbitCamera;
use crate::app::stage::probed::Probe;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    let probes = |core: Res<Core>| core.layout.tool == Tool::Probe && core.quiz.is_none();
    draw_in(app, Layer::Over, draw.run_if(probes));
}

/// Points of an outline.
const STEPS: usize = 64;
/// Width of the card beside it, points.
const CARD: f32 = 250.0;

fn draw(
    mut pane: Pane,
    probe: Res<Probe>,
    projector: Projector,
    camera: Single<&OrbitCamera>,
) -> Result {
    let project = |point, structure| projector.at(point, structure);
    let turn = camera.pose.rotation();
    let right = viewer::lps_from_world(turn * bevy::math::Vec3::X);
    let up = viewer::lps_from_world(turn * bevy::math::Vec3::Y);
    pane.over(|ctx, free, view, _| {
        let layer = egui::LayerId::new(egui::Order::Middle, egui::Id::new("probe"));
        let painter = ctx.layer_painter(layer).with_clip_rect(free);
        // Below the tools and what is in view.
        let at = Pos2::new(free.center().x, free.min.y + 92.0);
        let hint = say!("stage-probe-hint");
        stage_tools::words(&painter, at, Align2::CENTER_CENTER, hint, free);
        let Some((middle, structure)) = probe.middle else {
            return;
        };
        let around = |along: [f32; 3], beside: [f32; 3]| {
            circle(&project, &probe, view.layout.probe_mm, along, beside)
        };
        let outline = around(right, up);
        let equator = around([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        sphere(&painter, &outline, &equator);
        for (point, of) in &probe.marked {
            if let Some(at) = project(*point, *of) {
                painter.circle_stroke(at, 7.0, Stroke::new(3.0, theme::veil(110)));
                painter.circle_stroke(at, 7.0, Stroke::new(1.4, theme::accent_ui()));
            }
        }
        if let Some(at) = project(middle, structure) {
            painter.circle_filled(at, 2.0, theme::accent_ui());
            let bounds = match outline.as_slice() {
                [] => Rect::from_pos(at),
                around => Rect::from_points(around),
            };
            card(ctx, free, bounds, view, &probe);
        }
    })
}

/// A circle around the middle of the probe in the plane of two directions, as it is drawn.
fn circle(
    project: Project,
    probe: &Probe,
    radius_mm: f32,
    along: [f32; 3],
    beside: [f32; 3],
) -> Vec<Pos2> {
    let Some((middle, structure)) = probe.middle else {
        return Vec::new();
    };
    let point = |step: usize| {
        let (sin, cos) = (step as f32 / STEPS as f32 * std::f32::consts::TAU).sin_cos();
        let shift = |axis: usize| radius_mm * (along[axis] * cos + beside[axis] * sin);
        let at = std::array::from_fn(|axis| middle.mm()[axis] + shift(axis));
        project(StagePoint(at), structure)
    };
    // Where part of it lies behind the eye there is nothing to be drawn.
    let all: Option<Vec<Pos2>> = (0..=STEPS).map(point).collect();
    all.unwrap_or_default()
}

/// The sphere as a disc of glass: its outline, and its equator, which says how it lies.
fn sphere(painter: &Painter, outline: &[Pos2], equator: &[Pos2]) {
    let color = theme::accent_ui();
    let free = painter.clip_rect();
    if outline.len() > STEPS && outline.iter().all(|at| free.contains(*at)) {
        let fill = color.gamma_multiply(0.08);
        let inner = outline[..STEPS].to_vec();
        painter.add(Shape::convex_polygon(inner, fill, Stroke::NONE));
    }
    painter.line(
        equator.to_vec(),
        Stroke::new(1.0, color.gamma_multiply(0.45)),
    );
    painter.line(outline.to_vec(), Stroke::new(4.0, theme::veil(130)));
    painter.line(outline.to_vec(), Stroke::new(1.8, color));
}

/// How wide it is and around what, how many documents lie inside, and the titles of the nearest.
fn card(ctx: &egui::Context, free: Rect, sphere: Rect, view: &View, probe: &Probe) {
    let large = view.layout.presentation;
    let wide = if large { CARD * 1.4 } else { CARD };
    // To the right of it, or to the left where there is no room.
    let (beside, pivot) = match sphere.max.x + wide + 40.0 < free.max.x {
        true => (sphere.max.x + 14.0, Align2::LEFT_CENTER),
        false => (sphere.min.x - 14.0, Align2::RIGHT_CENTER),
    };
    let beside = beside.clamp(free.min.x + 8.0, free.max.x - 8.0);
    let down = sphere.center().y;
    let frame = egui::Frame::new()
        .fill(theme::raised())
        .stroke(Stroke::new(1.0, theme::line()))
        .corner_radius(8)
        .inner_margin(egui::Margin::symmetric(12, 9));
    egui::Area::new(egui::Id::new("probe card"))
        .order(egui::Order::Middle)
        .interactable(false)
        .pivot(pivot)
        .fixed_pos(Pos2::new(beside, down))
        .constrain_to(free.shrink(6.0))
        .show(ctx, |ui| {
            frame.show(ui, |ui| told(ui, wide, large, view, probe));
        });
}

fn told(ui: &mut egui::Ui, wide: f32, large: bool, view: &View, probe: &Probe) {
    let size = if large { 19.0 } else { 14.0 };
    ui.set_width(wide);
    ui.spacing_mut().item_spacing.y = 3.0;
    let line = |ui: &mut egui::Ui, words: RichText| {
        let label = egui::Label::new(words).truncate().selectable(false);
        ui.add(label)
    };
    let count = say!("stage-draw-inside", count = probe.inside);
    let count = RichText::new(count).family(theme::strong()).size(size);
    let count = line(ui, count.color(theme::text()));
    ui.ctx().accesskit_node_builder(count.id, |node| {
        node.set_live(egui::accesskit::Live::Polite);
    });
    let mm = language::decimal(f64::from(view.layout.probe_mm), 0);
    let structure = probe.middle.and_then(|(_, structure)| structure);
    let place = match structure {
        Some(structure) => say!("stage-probe-here", mm = mm, name = view.name(structure)),
        None => say!("stage-probe-radius", mm = mm),
    };
    let place = RichText::new(place).size(size - 1.5);
    line(ui, place.color(theme::accent_ui()));
    let titles = probe.nearest.iter();
    let titles = titles.filter_map(|key| view.documents.title(*key));
    for title in titles {
        let title = viewer::short(title, 90);
        line(
            ui,
            RichText::new(title).size(size - 1.5).color(theme::dim()),
        );
    }
}
