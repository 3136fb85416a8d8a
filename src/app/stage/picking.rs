//! What is under the cursor, and what a click there asks for. Reads what is drawn, sends commands, changes nothing.

use std::time::{Duration, Instant};

use anatomy::StructureIndex;
use bevy::diagnostic::FrameCount;
use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, egui};
use viewer::command::{
    BodyCommand, Pointed, QuizCommand, SelectCommand, ViewCommand, WindowCommand,
};
use viewer::{Display, Hover, PanelTab, StageMenu, StagePoint, Tool, lps_from_world};

use super::area::StageArea;
use super::camera::{OrbitCamera, PointerOwner};
use super::crowds::{Crowds, Met};
use super::probed::Probe;
use crate::app::core::{Act, Core, Marks, Shown};

/// The cursor may tremble this far (logical pixels) before a step deeper is forgotten.
const DEPTH_SLOP: f32 = 5.0;
/// Two clicks within this time and so near to each other are a double click.
const DOUBLE_CLICK: (Duration, f32) = (Duration::from_millis(350), 6.0);
/// On a slow renderer they may be further apart in time, but not in frames.
const DOUBLE_CLICK_FRAMES: u32 = 3;

/// From where and through what a hover was found: pointer, camera, depth.
type Looked = (Vec2, Transform, i32);

/// What is under the pointer in this frame; the core knows it a moment later. On a slow renderer the pointer arrives and clicks
/// within one frame.
#[derive(Resource, Default)]
pub struct UnderPointer {
    /// The structure under it, and where it is met.
    pub hover: Option<Hover>,
    /// The marker under it.
    pub met: Option<Met>,
}

/// Follows the cursor with the name of what is under it.
pub fn hover(
    window: Single<&Window, With<PrimaryWindow>>,
    area: Res<StageArea>,
    owner: Res<PointerOwner>,
    (core, shown, marks, crowds): (Res<Core>, Res<Shown>, Res<Marks>, Res<Crowds>),
    camera: Single<(&Camera, &GlobalTransform), With<OrbitCamera>>,
    (mut last, mut under): (Local<(Option<Looked>, Vec2)>, ResMut<UnderPointer>),
    mut act: Act,
) {
    let (lens, global) = *camera;
    let selection = &core.selection;
    let (last, stepped_at) = &mut *last;
    let pointer = window
        .cursor_position()
        .filter(|p| area.pointer_over_stage && area.contains(*p) && !owner.drags());
    let Some(pointer) = pointer else {
        *under = UnderPointer::default();
        if last.take().is_some() && (selection.hover.is_some() || selection.hovered_on_stage) {
            act.send(SelectCommand::PointAt(Pointed::default()));
        }
        return;
    };
    // A step deeper holds while the cursor rests.
    let moved = selection.depth != 0 && pointer.distance(*stepped_at) > DEPTH_SLOP;
    let depth = if moved { 0 } else { selection.depth };
    if depth == 0 {
        *stepped_at = pointer;
    }
    let now = (pointer, global.compute_transform(), depth);
    if *last == Some(now) && !shown.is_changed() && !marks.is_changed() && !crowds.is_changed() {
        return;
    }
    *last = Some(now);
    let Some(display) = &shown.0 else { return };
    let met = crowds.at(&area, pointer);
    let document = match met {
        Some(Met::Document(key)) => Some(key),
        _ => None,
    };
    let ray = area.ray(lens, global, pointer);
    let hover = ray.and_then(|ray| pick(display, ray, depth));
    *under = UnderPointer {
        hover: hover.clone(),
        met,
    };
    let known = selection
        .hovered_document
        .filter(|_| selection.hovered_on_stage);
    if moved || selection.hover != hover || known != document {
        act.send(SelectCommand::PointAt(Pointed {
            hover,
            document,
            moved,
        }));
    }
}

/// What a ray (upright world) meets.
pub fn pick(display: &Display, ray: Ray3d, depth: i32) -> Option<Hover> {
    let origin = lps_from_world(ray.origin);
    display.pick(origin, lps_from_world(*ray.direction), depth)
}

/// Documents that are drawn as one: lists them as the nearest to their middle, and comes near, so that they part.
fn open_gathered(marks: &Marks, shown: &Shown, key: i64, at: Vec3, act: &mut Act) {
    let Some((entry, point)) = marks.find(key) else {
        return;
    };
    let display = shown.0.as_ref();
    // Taken apart, the body has their middle elsewhere than they are drawn: one of them stands for it.
    let apart = display.is_some_and(|display| display.scene.explode > 0.0);
    let middle = if apart {
        point
    } else {
        StagePoint(lps_from_world(at))
    };
    if let Some(structure) = display.and_then(|d| d.atlas.catalogue().index_of(&entry.structure)) {
        act.send(SelectCommand::SelectStructure {
            structure,
            point_mm: Some(middle),
        });
        act.send(SelectCommand::RankByPoint(true));
    }
    act.send(WindowCommand::ShowTab(PanelTab::Results));
    act.send(ViewCommand::FlyTo {
        point_mm: middle,
        distance_mm: NEAR_MM,
    });
}

/// How near one comes to documents that are drawn as one, mm: cells of 8 mm part.
const NEAR_MM: f32 = 600.0;

/// What was clicked last, where and when.
#[derive(Clone, Copy)]
pub struct Clicked {
    at: Vec2,
    when: Instant,
    frame: u32,
    structure: Option<StructureIndex>,
}

/// What is seen at a click.
type Seen<'w> = (
    Res<'w, Core>,
    Res<'w, UnderPointer>,
    Res<'w, Probe>,
    Res<'w, Marks>,
    Res<'w, Shown>,
);

/// A click selects the marker or the structure under the cursor; a second click isolates the structure; a click beside the body
/// clears; a right click opens the menu. With the measuring tool a click sets an end of the distance.
pub fn click(
    mut presses: MessageReader<MouseButtonInput>,
    frame: Res<FrameCount>,
    (window, mut contexts): (Single<&Window, With<PrimaryWindow>>, EguiContexts),
    owner: Res<PointerOwner>,
    (core, under, probe, marks, shown): Seen,
    mut last: Local<Option<Clicked>>,
    mut act: Act,
) {
    // Both clicks of a double click may fall within one frame.
    let released = |press: &&MouseButtonInput| press.state == ButtonState::Released;
    let (mut left, mut right) = (0, 0);
    for press in presses.read().filter(released) {
        left += u32::from(press.button == MouseButton::Left);
        right += u32::from(press.button == MouseButton::Right);
    }
    let Some(pointer) = window.cursor_position().filter(|_| owner.clicks()) else {
        return;
    };
    let hover = under.hover.as_ref();
    if core.quiz.is_some() {
        if let Some(hover) = hover.filter(|_| left > 0) {
            act.send(QuizCommand::ShowStructure(hover.structure));
        }
        return;
    }
    if right > 0 {
        act.send(WindowCommand::OpenStageMenu(Some(StageMenu {
            at: pointer.to_array(),
            hover: hover.cloned(),
        })));
        return;
    }
    if left == 0 {
        return;
    }
    if core.layout.stage_menu.is_some() {
        act.send(WindowCommand::OpenStageMenu(None));
        return;
    }
    // A click draws around nothing.
    if core.layout.tool.draws() {
        return;
    }
    if core.layout.tool == Tool::Probe {
        if let Some((point_mm, _)) = probe.middle.filter(|_| probe.by_pointer) {
            act.send(SelectCommand::ListAround {
                point_mm,
                radius_mm: core.layout.probe_mm,
            });
        }
        return;
    }
    if let Tool::Measure { .. } = core.layout.tool {
        if let Some(hover) = hover {
            act.send(ViewCommand::MeasurePoint(hover.point_mm));
        }
        return;
    }
    if core.layout.tool == Tool::Several {
        // Documents lie before it and are no structures.
        if let Some(hover) = hover {
            act.send(SelectCommand::AddStructure(hover.structure));
        }
        return;
    }
    // As it was at the click, also where that is over within a frame.
    let held = |ctx: &mut egui::Context| ctx.input(|input| input.modifiers.command);
    if let Some(hover) = hover.filter(|_| under.met.is_none())
        && contexts.ctx_mut().is_ok_and(held)
    {
        act.send(SelectCommand::AddStructure(hover.structure));
        return;
    }
    // The first click may have sent the camera on its way: the second means what the first one met, not what has come under the
    // cursor since.
    let again = last.take().filter(|clicked| {
        let soon = clicked.when.elapsed() < DOUBLE_CLICK.0
            || frame.0.wrapping_sub(clicked.frame) <= DOUBLE_CLICK_FRAMES;
        soon && clicked.at.distance(pointer) < DOUBLE_CLICK.1
    });
    if let Some(clicked) = again {
        if let Some(structure) = clicked.structure {
            act.send(BodyCommand::Isolate(structure));
        }
        return;
    }
    let marker = under.met;
    let structure = hover.map(|h| h.structure).filter(|_| marker.is_none());
    *last = (left == 1).then(|| Clicked {
        at: pointer,
        when: Instant::now(),
        frame: frame.0,
        structure,
    });
    match (marker, hover) {
        (Some(Met::Document(document)), _) => {
            act.send(SelectCommand::SelectDocument(document));
            act.send(WindowCommand::ShowTab(PanelTab::Document));
        }
        (Some(Met::Several { key, at, .. }), _) => open_gathered(&marks, &shown, key, at, &mut act),
        (None, Some(hover)) => {
            act.send(SelectCommand::SelectStructure {
                structure: hover.structure,
                point_mm: Some(hover.point_mm),
            });
            act.send(WindowCommand::ShowTab(PanelTab::Results));
        }
        (None, None) => act.send(SelectCommand::ClearSelection),
    }
    if let Some(structure) = structure.filter(|_| left > 1) {
        act.send(BodyCommand::Isolate(structure));
    }
}
