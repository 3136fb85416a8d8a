//! The probe: a sphere in the middle of what is pointed at. What lies inside is known while it moves, and listed with a click or Enter.

use std::collections::HashSet;
use std::sync::Arc;

use anatomy::StructureIndex;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use library::Spot;
use viewer::command::SelectCommand;
use viewer::{Display, Hover, Keys, Scene, StagePoint, Tool, lps_from_world};

use super::camera::OrbitCamera;
use super::crowds::Met;
use super::picking::UnderPointer;
use super::probed::Probe;
use crate::app::core::{Act, Core, Marks, Shown};

/// Of so many documents inside, the nearest, the titles are told.
const TOLD: usize = 4;
/// So many of them are ringed.
const RINGED: usize = 400;

/// Places of all documents that are drawn, one behind the other.
#[derive(Default)]
pub struct Places {
    at: Vec<[f32; 3]>,
    keys: Vec<i64>,
}

/// What decides which documents are drawn, and where.
pub struct Source {
    entries: Arc<Vec<Spot>>,
    staged: Option<Arc<Vec<Option<StagePoint>>>>,
    passing: Option<Arc<HashSet<i64>>>,
    removed: Keys,
    scene: Option<Scene>,
}

impl Source {
    fn of(core: &Core, marks: &Marks, display: &Display) -> Self {
        Self {
            entries: Arc::clone(&marks.entries),
            staged: marks.staged.clone(),
            passing: marks.passing.clone(),
            removed: core.scene.removed.clone(),
            scene: display.takes_any_away().then(|| display.scene.clone()),
        }
    }

    /// Lists are the same when they are the very same one: they are never changed where they lie.
    fn is_still(&self, core: &Core, marks: &Marks, display: &Display) -> bool {
        let scene = display.takes_any_away().then_some(&display.scene);
        Arc::ptr_eq(&self.entries, &marks.entries)
            && self.staged.as_ref().map(Arc::as_ptr) == marks.staged.as_ref().map(Arc::as_ptr)
            && self.passing.as_ref().map(Arc::as_ptr) == marks.passing.as_ref().map(Arc::as_ptr)
            && self.removed == core.scene.removed
            && self.scene.as_ref() == scene
    }
}

impl Places {
    fn of(core: &Core, marks: &Marks, display: &Display) -> Self {
        let (any_away, catalogue) = (display.takes_any_away(), display.atlas.catalogue());
        let removed = &core.scene.removed;
        let drawn = marks.placed().filter(|(entry, at)| {
            let is_away = || display.takes_away(*at, catalogue.index_of(&entry.structure));
            !(removed.contains(&entry.key) || any_away && is_away())
        });
        let (at, keys) = drawn.map(|(entry, at)| (at.mm(), entry.key)).unzip();
        Self { at, keys }
    }

    /// What lies within a radius, with the squares of the distances, mm², in any order.
    fn within(&self, middle: [f32; 3], radius_mm: f32) -> Vec<(f32, usize)> {
        let most = radius_mm * radius_mm;
        let squares = self.at.iter().map(|at| {
            let [x, y, z] = [at[0] - middle[0], at[1] - middle[1], at[2] - middle[2]];
            x * x + y * y + z * z
        });
        let inside = squares.enumerate().filter(|(_, square)| *square <= most);
        inside.map(|(row, square)| (square, row)).collect()
    }
}

/// What is pointed at lies at most so deep, mm.
const DEEPEST_MM: f32 = 240.0;
/// One looks on through what is no wider than this, mm: a vessel within the organ.
const GAP_MM: f32 = 12.0;
const STEP_MM: f32 = 2.0;

/// The middle of what is pointed at, along the way that one looks: documents lie within organs, not on them.
fn middle_of(display: &Display, hover: &Hover, eye: Vec3) -> StagePoint {
    let structure = hover.structure;
    let from = Vec3::from(hover.point_mm.mm());
    let shown = Vec3::from(display.shown(hover.point_mm, Some(structure)).mm());
    let on = (shown - Vec3::from(lps_from_world(eye))).normalize_or_zero();
    let atlas = &display.atlas;
    let catalogue = atlas.catalogue();
    let is_it = |deep: f32| {
        let there = atlas.structure_at((from + on * deep).to_array());
        there.is_some_and(|there| catalogue.is_part_of(there, structure))
    };
    let steps = 1..=(DEEPEST_MM / STEP_MM) as usize;
    let mut last = 0.0;
    for deep in steps.map(|step| step as f32 * STEP_MM) {
        if is_it(deep) {
            last = deep;
        } else if deep - last > GAP_MM {
            break;
        }
    }
    StagePoint((from + on * (last * 0.5)).to_array())
}

/// Where the probe is held, in which structure, and whether that is pointed at: a marker that is pointed at is meant itself, then what lies behind the
/// pointer, then the crosshair.
fn middle(
    core: &Core,
    marks: &Marks,
    display: &Display,
    (under, camera): (&UnderPointer, &OrbitCamera),
) -> (StagePoint, Option<StructureIndex>, bool) {
    if let Some(Met::Document(key)) = under.met
        && let Some((entry, at)) = marks.find(key)
    {
        let structure = display.atlas.catalogue().index_of(&entry.structure);
        return (at, structure, true);
    }
    match &under.hover {
        Some(hover) => {
            let at = middle_of(display, hover, camera.pose.eye());
            (at, Some(hover.structure), true)
        }
        None => {
            let at = core.crosshair_mm;
            (at, display.atlas.structure_at(at.mm()), false)
        }
    }
}

/// Follows the pointer while the probe is taken up, and finds what lies inside; Enter lists it, a click is `picking`'s.
pub fn feel(
    (core, marks, shown, under): (Res<Core>, Res<Marks>, Res<Shown>, Res<UnderPointer>),
    mut pressed: MessageReader<KeyboardInput>,
    mut contexts: EguiContexts,
    camera: Single<&OrbitCamera>,
    (mut probe, mut places): (ResMut<Probe>, Local<Option<(Source, Places)>>),
    mut act: Act,
) {
    let enter = |input: &KeyboardInput| {
        input.state == ButtonState::Pressed && input.logical_key == Key::Enter
    };
    let enter = pressed.read().filter(|input| enter(input)).count() > 0;
    if core.layout.tool != Tool::Probe || core.quiz.is_some() {
        if probe.middle.is_some() {
            *probe = Probe::default();
        }
        *places = None;
        return;
    }
    let Some(display) = &shown.0 else { return };
    let (point, structure, by_pointer) = middle(&core, &marks, display, (&under, &camera));
    let radius_mm = core.layout.probe_mm;
    let is_still = |(source, _): &(Source, Places)| source.is_still(&core, &marks, display);
    let known = places.take().filter(is_still);
    let stale = known.is_none();
    let (_, all) = places.insert(known.unwrap_or_else(|| {
        let source = Source::of(&core, &marks, display);
        (source, Places::of(&core, &marks, display))
    }));
    let now = (point, radius_mm);
    let middle = Some((point, structure));
    if probe.felt != Some(now) || probe.middle != middle || stale {
        let mut inside = all.within(point.mm(), radius_mm);
        let count = inside.len();
        // Only those that are told or ringed are put in order.
        if count > RINGED {
            inside.select_nth_unstable_by(RINGED, |a, b| a.0.total_cmp(&b.0));
            inside.truncate(RINGED);
        }
        inside.sort_by(|a, b| a.0.total_cmp(&b.0));
        let keys = inside.iter().map(|(_, row)| all.keys[*row]);
        let nearest: Vec<i64> = keys.clone().take(TOLD).collect();
        if nearest != probe.nearest {
            act.send(SelectCommand::ReadTitles(nearest.clone()));
        }
        let marked = keys.filter_map(|key| {
            let (entry, at) = marks.find(key)?;
            Some((at, display.atlas.catalogue().index_of(&entry.structure)))
        });
        *probe = Probe {
            middle,
            by_pointer,
            inside: count,
            nearest,
            marked: marked.collect(),
            felt: Some(now),
        };
        act.redraw();
    }
    let typing = |ctx: &mut bevy_egui::egui::Context| ctx.egui_wants_keyboard_input();
    if enter && !contexts.ctx_mut().is_ok_and(typing) {
        act.send(SelectCommand::ListAround {
            point_mm: point,
            radius_mm,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn what_lies_within_the_radius_is_found_fast_among_100_000() {
        // Made up: xorshift.
        let mut state = 0x9E37_79B9_u32;
        let mut random = || {
            for shift in [13, -17, 5_i32] {
                state ^= match shift > 0 {
                    true => state << shift,
                    false => state >> -shift,
                };
            }
            (state as f32 / u32::MAX as f32 - 0.5) * 600.0
        };
        let at: Vec<[f32; 3]> = (0..100_000)
            .map(|_| [random(), random(), random()])
            .collect();
        let keys = (0..100_000).collect();
        let places = Places { at, keys };
        let (middle, radius) = ([10.0, -20.0, 30.0], 40.0);
        let begun = Instant::now();
        let found = places.within(middle, radius);
        // A scan that allocates or sorts them all takes much longer.
        assert!(begun.elapsed() < Duration::from_millis(30));
        let distance = |row: usize| {
            let of = Vec3::from(places.at[row]) - Vec3::from(middle);
            of.length()
        };
        assert!(found.iter().all(|(square, row)| {
            let far = distance(*row);
            far <= radius + 1e-3 && (far * far - square).abs() < 0.1
        }));
        let expected = (0..100_000).filter(|row| distance(*row) <= radius).count();
        assert!(expected > 50 && found.len().abs_diff(expected) <= 1);
    }
}
