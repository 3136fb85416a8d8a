//! What is under the cursor: a marker, else the body by a ray marched through the label volume (the body's single truth).

use std::time::Instant;

use anatomy::{Atlas, StructureIndex};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera::{CLICK_SLOP, OrbitCamera, PointerOwner, lps_from_world, world_from_lps};
use super::explode;
use crate::app::command::Command;
use crate::app::looking::{Looking, kept_stretch};
use crate::app::state::{
    Body, Chrome, Hover, LibraryView, Look, PanelTab, Selection, StageMenu, Tool,
};
use crate::app::ui::layout::StageArea;

/// A marker is hit within this many logical pixels of its centre.
const MARKER_REACH: f32 = 9.0;
/// The cursor may tremble this far (logical pixels) before a step deeper is forgotten.
const DEPTH_SLOP: f32 = 5.0;
/// Two clicks within this time on one structure isolate it, s.
const DOUBLE_CLICK_SECONDS: f32 = 0.35;

/// What a hover was found for: pointer, camera, revisions of body and library, depth.
type Looked = (Vec2, Transform, u64, u64, i32);

/// Follows the cursor with the name of what is under it.
#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
pub fn hover(
    window: Single<&Window, With<PrimaryWindow>>,
    area: Res<StageArea>,
    owner: Res<PointerOwner>,
    body: Res<Body>,
    library: Res<LibraryView>,
    looking: Res<Looking>,
    camera: Single<(&Camera, &GlobalTransform), With<OrbitCamera>>,
    mut selection: ResMut<Selection>,
    mut last: Local<Option<Looked>>,
    mut stepped_at: Local<Vec2>,
) {
    let (lens, global) = *camera;
    let dragging = matches!(*owner, PointerOwner::Stage { travelled } if travelled > CLICK_SLOP);
    let pointer = window
        .cursor_position()
        .filter(|p| area.pointer_over_stage && area.contains(*p) && !dragging);
    let Some(pointer) = pointer else {
        if last.take().is_some() {
            let selection = &mut *selection;
            selection.hover = None;
            if selection.hovered_on_stage {
                selection.hovered_document = None;
                selection.hovered_on_stage = false;
            }
        }
        return;
    };
    // A step deeper holds while the cursor rests.
    if selection.depth != 0 && pointer.distance(*stepped_at) > DEPTH_SLOP {
        selection.depth = 0;
    }
    if selection.depth == 0 {
        *stepped_at = pointer;
    }
    let now = (
        pointer,
        global.compute_transform(),
        body.revision,
        library.revision,
        selection.depth,
    );
    if *last == Some(now) && !looking.is_changed() {
        return;
    }
    *last = Some(now);
    let marker = nearest_marker(
        &area,
        &library,
        &looking,
        body.atlas.as_deref(),
        lens,
        global,
        pointer,
    );
    let found = body
        .atlas
        .as_ref()
        .zip(area.ray(lens, global, pointer))
        .and_then(|(atlas, ray)| {
            pick_seen(
                atlas,
                &body,
                &selection,
                &looking,
                lps_from_world(ray.origin),
                lps_from_world(*ray.direction),
            )
        });
    if selection.hover != found {
        selection.hover = found;
    }
    if marker.is_some() || selection.hovered_on_stage {
        if selection.hovered_document != marker {
            selection.hovered_document = marker;
        }
        selection.hovered_on_stage = marker.is_some();
    }
}

/// The look that is drawn: a selected structure is solid and what recedes behind a selection still answers to the cursor.
fn seen_look(body: &Body, selection: &Selection, structure: StructureIndex) -> Look {
    let look = body.look(structure);
    match selection.structure.zip(body.atlas.as_ref()) {
        Some((whole, _)) if structure == whole => Look::Shown,
        Some((whole, atlas))
            if atlas.catalogue().is_part_of(structure, whole) && look != Look::Hidden =>
        {
            Look::Shown
        }
        _ => look,
    }
}

/// What a ray (LPS mm) meets as the body is drawn now: cut open, taken apart, stepped into.
pub fn pick_seen(
    atlas: &Atlas,
    body: &Body,
    selection: &Selection,
    looking: &Looking,
    origin: [f32; 3],
    direction: [f32; 3],
) -> Option<Hover> {
    let look = |structure| seen_look(body, selection, structure);
    let met: Vec<(StructureIndex, f32)> = if looking.explode > 0.0 {
        let drawn: Vec<StructureIndex> = atlas
            .present()
            .iter()
            .copied()
            .filter(|structure| look(*structure) != Look::Hidden)
            .collect();
        explode::ray(atlas, &drawn, looking.explode, origin, direction)
    } else {
        let (from, to) = kept_stretch(looking.cuts(), origin, direction)?;
        // On the face of a cut everything that is drawn there is met as a solid.
        let face = atlas
            .ray(origin, direction)
            .find(|(_, enter, leave)| *enter < from && *leave > from)
            .map(|(structure, ..)| structure)
            .filter(|structure| on_cut_face(body, looking, *structure));
        if let Some(structure) = face {
            let layers = 1;
            let point_mm = std::array::from_fn(|a| origin[a] + direction[a] * (from + 0.25));
            return Some(Hover {
                structure,
                point_mm,
                through: Vec::new(),
                layers,
            });
        }
        atlas
            .ray(origin, direction)
            .filter(|(_, enter, leave)| *leave > from && *enter < to)
            .map(|(structure, enter, _)| (structure, enter.max(from)))
            .collect()
    };
    pick(
        atlas,
        &look,
        met.into_iter(),
        selection.depth,
        origin,
        direction,
    )
}

/// Whether a structure is drawn on the face of a cut.
pub fn on_cut_face(body: &Body, looking: &Looking, structure: StructureIndex) -> bool {
    match body.look(structure) {
        Look::Hidden => looking.fill_cut && !body.hidden_by_hand.contains(&structure),
        Look::Shown | Look::Ghost => true,
    }
}

/// Chooses among the structures met along a ray (structure, distance; nearest first): the first solid one, else the first ghost that
/// is not the skin, else the skin; then `depth` steps further along the ray.
fn pick(
    atlas: &Atlas,
    look: &dyn Fn(StructureIndex) -> Look,
    met: impl Iterator<Item = (StructureIndex, f32)>,
    depth: i32,
    origin: [f32; 3],
    direction: [f32; 3],
) -> Option<Hover> {
    let mut layers: Vec<(StructureIndex, f32)> = Vec::new();
    for (structure, enter) in met {
        if look(structure) != Look::Hidden && !layers.iter().any(|(known, _)| *known == structure) {
            layers.push((structure, enter));
        }
    }
    let skin = atlas.catalogue().index_of("skin");
    let first = layers
        .iter()
        .position(|(structure, _)| look(*structure) == Look::Shown)
        .or_else(|| layers.iter().position(|(ghost, _)| Some(*ghost) != skin))
        .unwrap_or(0);
    let last = layers.len().checked_sub(1)?;
    let chosen = (first as i32 + depth).clamp(0, last as i32) as usize;
    let (structure, enter) = layers[chosen];
    Some(Hover {
        structure,
        point_mm: std::array::from_fn(|axis| origin[axis] + direction[axis] * enter),
        through: layers[..chosen].iter().map(|(ghost, _)| *ghost).collect(),
        layers: layers.len(),
    })
}

/// The document whose marker is under the pointer.
pub fn nearest_marker(
    area: &StageArea,
    library: &LibraryView,
    looking: &Looking,
    atlas: Option<&Atlas>,
    lens: &Camera,
    global: &GlobalTransform,
    pointer: Vec2,
) -> Option<i64> {
    library
        .entries
        .iter()
        .filter(|entry| !looking.is_removed(entry.point_mm))
        .filter_map(|entry| {
            let shown = atlas.map_or(entry.point_mm, |atlas| {
                let home = atlas.catalogue().index_of(&entry.structure);
                explode::shown_mm(atlas, home, entry.point_mm, looking.explode)
            });
            let at = area.point(lens, global, world_from_lps(shown))?;
            let distance = at.distance(pointer);
            (distance <= MARKER_REACH).then_some((distance, entry.key))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, key)| key)
}

/// A click selects the marker or the structure under the cursor; a second click isolates the structure; a click beside the body
/// clears; a right click opens the menu. With the measuring tool a click sets an end of the distance.
#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
pub fn click(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window, With<PrimaryWindow>>,
    owner: Res<PointerOwner>,
    selection: Res<Selection>,
    body: Res<Body>,
    mut chrome: ResMut<Chrome>,
    mut commands: MessageWriter<Command>,
    mut last: Local<Option<(Instant, StructureIndex)>>,
) {
    let still = matches!(*owner, PointerOwner::Stage { travelled } if travelled <= CLICK_SLOP);
    if still && buttons.just_released(MouseButton::Right) {
        chrome.stage_menu = window.cursor_position().map(|at| StageMenu {
            at: at.to_array(),
            hover: selection.hover.clone(),
        });
        return;
    }
    if !still || !buttons.just_released(MouseButton::Left) {
        return;
    }
    if chrome.stage_menu.take().is_some() {
        return;
    }
    if let Tool::Measure { .. } = chrome.tool {
        if let Some(hover) = &selection.hover {
            commands.write(Command::MeasurePoint(hover.point_mm));
        }
        return;
    }
    if let Some(document) = selection
        .hovered_document
        .filter(|_| selection.hovered_on_stage)
    {
        commands.write(Command::SelectDocument(document));
        commands.write(Command::ShowTab(PanelTab::Document));
        return;
    }
    let Some((hover, atlas)) = selection.hover.as_ref().zip(body.atlas.as_ref()) else {
        commands.write(Command::ClearSelection);
        return;
    };
    let id = atlas.catalogue().get(hover.structure).id.clone();
    let again = last.is_some_and(|(at, structure)| {
        structure == hover.structure && at.elapsed().as_secs_f32() < DOUBLE_CLICK_SECONDS
    });
    *last = Some((Instant::now(), hover.structure));
    if again {
        commands.write(Command::Isolate(id));
    } else {
        commands.write(Command::SelectStructure {
            structure: id,
            point_mm: Some(hover.point_mm),
        });
        commands.write(Command::ShowTab(PanelTab::Results));
    }
}
