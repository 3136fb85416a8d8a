//! A document is opened, and its place looked at.

use super::{documents, fly};
use crate::{Display, Effect, Pose, View, world_from_lps};

/// The camera comes at least this near to a document that is selected, mm.
const DOCUMENT_DISTANCE_MM: f32 = 1100.0;
/// How far the camera stands from two places, times their distance; and at least and at most, mm.
const STAND_BACK: f32 = 3.4;
const NEAREST_MM: f32 = 520.0;
const FARTHEST_MM: f32 = 1600.0;

/// Opens a document and looks at its place; beside another one, at both.
pub(super) fn select_document(view: &mut View, key: i64) -> Vec<Effect> {
    view.selection.document = Some(key);
    view.selection.second = None;
    view.selection.sentence = None;
    let mut effects = documents::read(view, key);
    let found = view.documents.find(key);
    let Some((id, point)) = found.map(|(entry, at)| (entry.structure.clone(), at)) else {
        return effects;
    };
    view.crosshair_mm = point;
    if let Some(looks) = both(view, key) {
        effects.extend(looks);
        return effects;
    }
    let structure = view.index_of(&id);
    let display = view.display();
    let at = display.map_or(point.mm(), |d: Display| d.shown(point, structure).mm());
    let pose = Pose {
        target: world_from_lps(at),
        distance: view.camera.distance.min(DOCUMENT_DISTANCE_MM),
        ..view.camera
    };
    effects.extend(fly(view, pose));
    effects
}

/// Looks at the place of a document and that of the one that stands aside.
pub(super) fn both(view: &mut View, key: i64) -> Option<Vec<Effect>> {
    let aside = view.documents.beside.as_ref()?.key;
    let place = |key: i64| {
        let (entry, at) = view.documents.find(key)?;
        let structure = view.index_of(&entry.structure);
        let display = view.display();
        let at = display.map_or(at.mm(), |display| display.shown(at, structure).mm());
        Some(world_from_lps(at))
    };
    let (first, second) = (place(aside)?, place(key)?);
    let distance = (first.distance(second) * STAND_BACK).clamp(NEAREST_MM, FARTHEST_MM);
    let pose = Pose {
        target: first.lerp(second, 0.5),
        distance,
        ..view.camera
    };
    Some(fly(view, pose))
}
