//! What is under the cursor: a marker, else the body by a ray marched through the label volume (the body's single truth).

use std::time::Instant;

use anatomy::{Atlas, StructureIndex};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera::{CLICK_SLOP, OrbitCamera, PointerOwner, lps_from_world, world_from_lps};
use crate::app::command::Command;
use crate::app::state::{Body, Hover, LibraryView, Look, PanelTab, Selection};
use crate::app::ui::layout::StageArea;

/// A marker is hit within this many logical pixels of its centre.
const MARKER_REACH: f32 = 9.0;
/// Two clicks within this time on one structure isolate it, s.
const DOUBLE_CLICK_SECONDS: f32 = 0.35;

/// Follows the cursor with the name of what is under it.
#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
pub fn hover(
    window: Single<&Window, With<PrimaryWindow>>,
    area: Res<StageArea>,
    owner: Res<PointerOwner>,
    body: Res<Body>,
    library: Res<LibraryView>,
    camera: Single<(&Camera, &GlobalTransform), With<OrbitCamera>>,
    mut selection: ResMut<Selection>,
    mut last: Local<Option<(Vec2, Transform, u64, u64)>>,
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
    let now = (
        pointer,
        global.compute_transform(),
        body.revision,
        library.revision,
    );
    if *last == Some(now) {
        return;
    }
    *last = Some(now);
    let marker = nearest_marker(&library, lens, global, pointer);
    let found = body
        .atlas
        .as_ref()
        .zip(lens.viewport_to_world(global, pointer).ok())
        .and_then(|(atlas, ray)| {
            pick_seen(
                atlas,
                &body,
                &selection,
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

/// What a ray (LPS mm) meets as the body is drawn now.
pub fn pick_seen(
    atlas: &Atlas,
    body: &Body,
    selection: &Selection,
    origin: [f32; 3],
    direction: [f32; 3],
) -> Option<Hover> {
    pick(
        atlas,
        &|structure| seen_look(body, selection, structure),
        origin,
        direction,
    )
}

/// The first solid structure along a ray (LPS mm), else the first ghost that is not the skin, else the skin.
pub fn pick(
    atlas: &Atlas,
    look: &dyn Fn(StructureIndex) -> Look,
    origin: [f32; 3],
    direction: [f32; 3],
) -> Option<Hover> {
    let mut ghosts: Vec<(StructureIndex, f32)> = Vec::new();
    let at = |t: f32| std::array::from_fn(|axis| origin[axis] + direction[axis] * t);
    for (structure, enter, _exit) in atlas.ray(origin, direction) {
        match look(structure) {
            Look::Shown => {
                return Some(Hover {
                    structure,
                    point_mm: at(enter),
                    through: ghosts.into_iter().map(|(ghost, _)| ghost).collect(),
                });
            }
            Look::Ghost if !ghosts.iter().any(|(ghost, _)| *ghost == structure) => {
                ghosts.push((structure, enter))
            }
            _ => {}
        }
    }
    let skin = atlas.catalogue().index_of("skin");
    let chosen = ghosts
        .iter()
        .position(|(ghost, _)| Some(*ghost) != skin)
        .unwrap_or(0);
    let (structure, enter) = *ghosts.get(chosen)?;
    Some(Hover {
        structure,
        point_mm: at(enter),
        through: ghosts
            .into_iter()
            .map(|(ghost, _)| ghost)
            .filter(|ghost| *ghost != structure)
            .collect(),
    })
}

fn nearest_marker(
    library: &LibraryView,
    lens: &Camera,
    global: &GlobalTransform,
    pointer: Vec2,
) -> Option<i64> {
    library
        .entries
        .iter()
        .filter_map(|entry| {
            let at = lens
                .world_to_viewport(global, world_from_lps(entry.point_mm))
                .ok()?;
            let distance = at.distance(pointer);
            (distance <= MARKER_REACH).then_some((distance, entry.key))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, key)| key)
}

/// A click selects the marker or the structure under the cursor; a second click isolates the structure; a click beside the body clears.
pub fn click(
    buttons: Res<ButtonInput<MouseButton>>,
    owner: Res<PointerOwner>,
    selection: Res<Selection>,
    body: Res<Body>,
    mut commands: MessageWriter<Command>,
    mut last: Local<Option<(Instant, StructureIndex)>>,
) {
    let clicked = buttons.just_released(MouseButton::Left)
        && matches!(*owner, PointerOwner::Stage { travelled } if travelled <= CLICK_SLOP);
    if !clicked {
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
