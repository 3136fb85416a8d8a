//! Names with leader lines: what is seen of the body, named at the stage's borders without a line crossing another label.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anatomy::{Atlas, StructureIndex};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Align2, Color32, FontId, Galley, Pos2, Rect, Stroke};
use viewer::{
    Display, FIELD_OF_VIEW_DEGREES, Heat, Pose, Scene, StagePoint, View, latin_name, lps_from_world,
};

use super::frame::Project;
use super::{Layer, Pane, Projector, draw_in};
use crate::app::core::{Core, Follow, Shown};
use crate::app::jobs::{Beside, Workers};
use crate::app::stage::area::StageArea;
use crate::app::stage::camera::OrbitCamera;
use crate::app::theme;

/// A ray is sent through every so many points of the stage.
const STRIDE: f32 = 13.0;
/// Labels at most, both sides together.
const CAPACITY: usize = 30;
/// The size of a Latin name, in sizes of the name above it.
const LATIN: f32 = 0.82;
/// Rays that must meet a structure before it is named.
const LEAST_RAYS: usize = 2;

pub fn plugin(app: &mut App) {
    // Names are what a quiz asks for.
    let wanted = |core: Res<Core>| core.scene.labels && core.quiz.is_none();
    app.init_resource::<LabelAnchors>()
        .add_systems(PostUpdate, find_anchors.after(Follow).run_if(wanted));
    draw_in(app, Layer::Over, draw.run_if(wanted));
}

fn draw(
    mut pane: Pane,
    anchors: Res<LabelAnchors>,
    shown: Res<Shown>,
    projector: Projector,
) -> Result {
    let heat = shown.0.as_ref().map(|display| display.heat.clone());
    let heat = heat.unwrap_or_default();
    pane.over(|ctx, free, view, _| show(ctx, free, view, &anchors, &heat, &projector))
}

/// A structure that is seen, and the point of it that its line leads to.
pub(super) type Anchor = (StructureIndex, StagePoint);

/// The structures seen.
#[derive(Resource, Default)]
struct LabelAnchors {
    anchors: Vec<Anchor>,
    seen: Option<Seen>,
    search: Beside<Seen, Vec<Anchor>>,
}

impl LabelAnchors {
    fn are_of(&self, atlas: &Atlas) -> bool {
        let seen = self.seen.as_ref();
        seen.is_some_and(|seen| std::ptr::eq(&*seen.display.atlas, atlas))
    }
}

/// What the anchors were found for.
#[derive(Clone, PartialEq)]
struct Seen {
    pose: Pose,
    size: Vec2,
    display: Display,
}

/// Searches anew, beside the frame, when the view has come to rest on something else.
fn find_anchors(
    shown: Res<Shown>,
    area: Res<StageArea>,
    camera: Single<&OrbitCamera>,
    workers: Option<Res<Workers>>,
    mut anchors: ResMut<LabelAnchors>,
    mut rested: Local<Option<Pose>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (Some(display), Some(workers)) = (&shown.0, workers) else {
        return;
    };
    if let Some((seen, found)) = anchors.bypass_change_detection().search.take() {
        anchors.anchors = found;
        anchors.seen = Some(seen);
        redraw.write(RequestRedraw);
    }
    let still = rested.replace(camera.pose) == Some(camera.pose) && !camera.in_flight();
    // Colours, saved views and measured distances leave what is seen as it is.
    let display = Display {
        scene: Scene {
            views: Vec::new(),
            measurements: Vec::new(),
            palette: Default::default(),
            removed: Default::default(),
            ..display.scene.clone()
        },
        heat: Heat::default(),
        ..display.clone()
    };
    let now = Seen {
        pose: camera.pose,
        size: area.size,
        display,
    };
    if anchors.seen.as_ref() == Some(&now) || !anchors.search.is_free_for(&now) {
        return;
    }
    if !still {
        redraw.write(RequestRedraw);
        return;
    }
    let asked = now.clone();
    let look = move || search(&asked.display, asked.pose, asked.size);
    let search = &mut anchors.bypass_change_detection().search;
    search.begin(now, "labels", &workers.reporter(), look);
}

/// What is seen from a pose: sends rays through the stage and keeps, per structure, the point nearest to the middle of what is seen.
pub(super) fn search(display: &Display, pose: Pose, size: Vec2) -> Vec<Anchor> {
    let atlas = &display.atlas;
    let rotation = pose.rotation();
    let origin = lps_from_world(pose.eye());
    let tangent = (FIELD_OF_VIEW_DEGREES.to_radians() * 0.5).tan();
    let steps = (size / STRIDE).as_uvec2();
    let mut seen: BTreeMap<StructureIndex, Vec<(Vec2, StagePoint)>> = BTreeMap::new();
    for j in 0..steps.y {
        for i in 0..steps.x {
            let pixel = Vec2::new(i as f32 + 0.5, j as f32 + 0.5) * STRIDE;
            let ndc = (pixel / size * 2.0 - 1.0) * Vec2::new(size.x / size.y, -1.0) * tangent;
            let direction = rotation * ndc.extend(-1.0).normalize();
            let Some(hover) = display.pick(origin, lps_from_world(direction), 0) else {
                continue;
            };
            let wanted = !(display.scene.recede && display.of(hover.structure).behind);
            // The skin is everywhere in front of everything: its name would only be in the way.
            let skin = atlas.catalogue().get(hover.structure).id == "skin";
            if wanted && !skin {
                seen.entry(hover.structure)
                    .or_default()
                    .push((pixel, hover.point_mm));
            }
        }
    }
    merge(atlas, &mut seen);
    seen.into_iter()
        .filter(|(_, points)| points.len() >= LEAST_RAYS)
        .filter_map(|(structure, points)| {
            let mean = points.iter().map(|(pixel, _)| *pixel).sum::<Vec2>() / points.len() as f32;
            let nearest = points
                .into_iter()
                .min_by(|a, b| a.0.distance(mean).total_cmp(&b.0.distance(mean)))?;
            Some((structure, nearest.1))
        })
        .collect()
}

/// Where there are more structures than labels, the parts of one whole share its label: the whole with most parts first.
fn merge(atlas: &Atlas, seen: &mut BTreeMap<StructureIndex, Vec<(Vec2, StagePoint)>>) {
    let catalogue = atlas.catalogue();
    while seen
        .values()
        .filter(|points| points.len() >= LEAST_RAYS)
        .count()
        > CAPACITY
    {
        let mut parts: HashMap<StructureIndex, usize> = HashMap::new();
        for structure in seen.keys() {
            if let Some(parent) = catalogue.get(*structure).parent {
                *parts.entry(parent).or_default() += 1;
            }
        }
        let Some((whole, _)) = parts.into_iter().max_by_key(|(index, n)| (*n, index.0)) else {
            break;
        };
        let merged: Vec<StructureIndex> = seen
            .keys()
            .copied()
            .filter(|part| catalogue.get(*part).parent == Some(whole))
            .collect();
        let points: Vec<_> = merged
            .iter()
            .filter_map(|part| seen.remove(part))
            .flatten()
            .collect();
        seen.entry(whole).or_default().extend(points);
    }
    // Still too many: the smallest stay unnamed.
    let mut sizes: Vec<usize> = seen.values().map(Vec::len).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    if let Some(least) = sizes.get(CAPACITY) {
        let least = *least;
        seen.retain(|_, points| points.len() > least);
    }
}

/// Draws the labels between what lies above and below on the stage.
fn show(
    ctx: &egui::Context,
    free: Rect,
    view: &View,
    anchors: &LabelAnchors,
    heat: &Heat,
    projector: &Projector,
) {
    let Some(atlas) = view.atlas() else { return };
    // What was found on another atlas names rows of that one.
    if !anchors.are_of(atlas) {
        return;
    }
    let layer = egui::LayerId::new(egui::Order::Middle, egui::Id::new("stage labels"));
    let painter = ctx.layer_painter(layer).with_clip_rect(free);
    let room = Rect::from_min_max(
        free.min + egui::vec2(0.0, 22.0),
        free.max - egui::vec2(0.0, 120.0),
    );
    let project = |point, structure| projector.at(point, structure);
    write(&painter, room, view, &anchors.anchors, heat, &project);
}

/// The part of a picture that names stand in: beside what they name, where the picture is wider than that.
pub(super) fn beside_body(whole: Rect, anchors: &[Anchor], project: Project) -> Rect {
    /// Room for a name and its line, points.
    const ROOM: f32 = 300.0;
    let room = whole.shrink2(egui::vec2(0.0, 22.0));
    let ends = anchors
        .iter()
        .filter_map(|(s, point)| project(*point, Some(*s)));
    let ends = ends.filter(|end| whole.contains(*end)).map(|end| end.x);
    let (least, most) = ends.fold((f32::MAX, f32::MIN), |(least, most), x| {
        (least.min(x), most.max(x))
    });
    if least > most {
        return room;
    }
    let left = room.min.x.max(least - ROOM);
    let right = room.max.x.min(most + ROOM);
    Rect::from_x_y_ranges(left..=right, room.y_range())
}

/// Writes the names: each on the side of its structure, in the order of their ends, so that no two lines cross.
pub(super) fn write(
    painter: &egui::Painter,
    room: Rect,
    view: &View,
    anchors: &[Anchor],
    heat: &Heat,
    project: Project,
) {
    let Some(atlas) = view.atlas() else { return };
    let catalogue = atlas.catalogue();
    let large = view.layout.presentation;
    let (size, step) = if large { (19.0, 30.0) } else { (13.5, 22.0) };
    let mut sides: [Vec<(Pos2, StructureIndex)>; 2] = Default::default();
    for (structure, point) in anchors {
        let end = project(*point, Some(*structure));
        if let Some(end) = end.filter(|end| painter.clip_rect().contains(*end)) {
            sides[usize::from(end.x > room.center().x)].push((end, *structure));
        }
    }
    let (top, bottom) = (room.min.y, room.max.y);
    let rows_of = |step: f32| ((bottom - top) / step).max(1.0) as usize;
    // Latin names stand below the others where that leaves all of these their room.
    let below = (size * LATIN).round();
    let named: usize = sides.iter().map(Vec::len).sum();
    let has_latin = view.labels_have_latin() && named <= 2 * rows_of(step + below);
    let step = if has_latin { step + below } else { step };
    let rows = rows_of(step);
    balance(&mut sides, rows);
    for (side, ends) in sides.iter_mut().enumerate() {
        let heights = spread(
            &ends.iter().map(|(end, _)| end.y).collect::<Vec<f32>>(),
            top,
            bottom,
            step,
        );
        ends.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
        for ((end, structure), y) in ends.iter().zip(heights) {
            let color = theme::swatch(theme::body_color(
                catalogue.get(*structure),
                view.scene.palette,
                heat.at(*structure),
            ));
            let (x, align, toward) = if side == 0 {
                (room.min.x + 16.0, Align2::LEFT_CENTER, 1.0)
            } else {
                (room.max.x - 16.0, Align2::RIGHT_CENTER, -1.0)
            };
            let line = |words: String, size: f32, color: Color32| {
                painter.layout_no_wrap(words, FontId::proportional(size), color)
            };
            let name = line(view.name(*structure), size, theme::text());
            let latin = latin_name(catalogue.get(*structure)).filter(|_| has_latin);
            let latin = latin.map(|latin| line(latin.to_owned(), size * LATIN, theme::dim()));
            let of_latin = latin
                .as_ref()
                .map_or(egui::Vec2::ZERO, |latin| latin.size());
            let height = name.size().y + of_latin.y;
            let whole = egui::vec2(name.size().x.max(of_latin.x), height);
            let rect = align.anchor_size(Pos2::new(x, y), whole);
            let elbow = Pos2::new(
                if side == 0 { rect.max.x } else { rect.min.x } + toward * 6.0,
                y,
            );
            let bend = elbow + egui::vec2(toward * 14.0, 0.0);
            let stroke = Stroke::new(
                if large { 1.6 } else { 1.0 },
                theme::dim().gamma_multiply(0.8),
            );
            painter.line_segment([elbow, bend], stroke);
            painter.line_segment([bend, *end], stroke);
            painter.circle_filled(*end, 3.2, theme::veil(255));
            painter.circle_filled(*end, 2.2, color);
            let ground = match latin {
                Some(_) => theme::ground_of_dim(),
                None => theme::ground_of_text(),
            };
            painter.rect_filled(rect.expand2(egui::vec2(5.0, 1.0)), 4.0, ground);
            let edge = if side == 0 { rect.min.x } else { rect.max.x };
            let (first, second) = (rect.min.y, rect.min.y + name.size().y);
            let put = |galley: Arc<Galley>, top: f32| {
                let left = edge - if side == 0 { 0.0 } else { galley.size().x };
                painter.galley(Pos2::new(left, top), galley, theme::text());
            };
            put(name, first);
            latin.into_iter().for_each(|latin| put(latin, second));
        }
    }
}

/// Moves the ends nearest to the middle to the other side where a side has more than its rows.
fn balance(sides: &mut [Vec<(Pos2, StructureIndex)>; 2], rows: usize) {
    for side in 0..2 {
        let nearest_last = |a: &(Pos2, StructureIndex), b: &(Pos2, StructureIndex)| {
            if side == 0 {
                a.0.x.total_cmp(&b.0.x)
            } else {
                b.0.x.total_cmp(&a.0.x)
            }
        };
        sides[side].sort_by(nearest_last);
        while sides[side].len() > rows && sides[1 - side].len() < rows {
            if let Some(moved) = sides[side].pop() {
                sides[1 - side].push(moved);
            }
        }
        sides[side].truncate(rows);
    }
}

/// Heights for labels of these wishes: in their order, at least `step` apart, within the borders, as near to the wishes as that allows.
fn spread(wishes: &[f32], top: f32, bottom: f32, step: f32) -> Vec<f32> {
    let mut heights = wishes.to_vec();
    heights.sort_by(f32::total_cmp);
    let mut floor = top;
    for height in &mut heights {
        *height = height.max(floor);
        floor = *height + step;
    }
    let mut ceiling = bottom;
    for height in heights.iter_mut().rev() {
        *height = height.min(ceiling);
        ceiling = *height - step;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_order_and_their_distance() {
        let heights = spread(&[300.0, 10.0, 305.0, 302.0, 900.0], 20.0, 600.0, 22.0);
        assert!(
            heights
                .windows(2)
                .all(|pair| pair[1] - pair[0] >= 22.0 - 1e-3),
            "{heights:?}"
        );
        assert_eq!(heights[0], 20.0);
        assert_eq!(heights[4], 600.0);
        assert_eq!(heights[1], 300.0, "a wish that disturbs nobody is granted");
    }

    #[test]
    fn a_full_side_gives_to_the_other() {
        let end = |x: f32| (Pos2::new(x, 0.0), StructureIndex(x as u16));
        let mut sides = [vec![end(10.0), end(90.0), end(50.0)], vec![end(200.0)]];
        balance(&mut sides, 2);
        assert_eq!(sides[0].len(), 2);
        assert!(
            sides[1].iter().any(|(p, _)| p.x == 90.0),
            "the one nearest to the middle moves"
        );
    }
}
