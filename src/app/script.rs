//! Runs a list of steps in the real window: commands, waits, and reports of what the window shows. Tests drive the window with it, and with real clicks in between.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use serde::{Deserialize, Serialize};

use super::atlases::{Meaning, Names};
use super::command::Command;
use super::looking::Looking;
use super::scene::camera::{OrbitCamera, lps_from_world, world_from_lps};
use super::scene::stage_target::StageTarget;
use super::scene::{StructureEntity, marker_for_reports, picking_for_reports};
use super::state::{Body, Chrome, LibraryView, Live, Selection};
use super::ui::layout::StageArea;

/// One step.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    /// Until the body is drawn, the library open, the model open (or refused) and no import running.
    WaitReady,
    /// Until at least this many documents have landed.
    WaitDocuments(usize),
    /// Until so many documents are known to have been placed by another version of the model, and none is being placed anew.
    WaitOutdated(usize),
    /// Until the live text has an answer.
    WaitLive,
    /// Until no atlas is being opened or made.
    WaitAtlas,
    /// Until the words behind the open document's place have been weighed.
    WaitWhy,
    /// Until a file exists.
    WaitFile(PathBuf),
    /// Ask for no frame for some seconds.
    Sleep(f32),
    /// Draw some frames.
    Frames(u32),
    /// Carry out a command.
    Command(Command),
    /// Write what the window shows as JSON.
    Report(PathBuf),
}

#[derive(Resource)]
struct Script {
    steps: VecDeque<Step>,
    frames: u64,
    left: u32,
    sleep: Option<std::time::Instant>,
}

/// Adds a script's steps; a script that cannot be read is said and passed over.
pub fn install(app: &mut App, path: PathBuf) {
    let steps = std::fs::read(&path)
        .map_err(|error| error.to_string())
        .and_then(|text| serde_json::from_slice(&text).map_err(|error| error.to_string()));
    match steps {
        Ok(steps) => {
            app.insert_resource(Script {
                steps,
                frames: 0,
                left: 0,
                sleep: None,
            })
            .add_systems(First, advance);
        }
        Err(reason) => error!("script {}: {reason}", path.display()),
    }
}

/// What the window shows, for tests.
#[derive(Serialize)]
struct Report {
    frames: u64,
    stage: [f32; 4],
    /// Logical window pixel at which each visible structure can be clicked, near the middle of what is seen of it and beside
    /// every marker.
    visible: BTreeMap<String, [f32; 2]>,
    drawn_structures: usize,
    reduced: bool,
    documents: usize,
    /// Documents that another version of the model placed.
    outdated: usize,
    selected_structure: Option<String>,
    selected_document: Option<i64>,
    hovered_structure: Option<String>,
    heading: String,
    results: Vec<ReportedHit>,
    marker_pixels: BTreeMap<i64, [f32; 2]>,
    live: Option<([f32; 3], String)>,
    /// Why the open document lies where it does.
    why: Option<ReportedWhy>,
    problems: Vec<[String; 2]>,
    engine: Option<String>,
    renderer: String,
    /// Folder name of the atlas on the stage; none for the modelled torso.
    atlas: Option<String>,
    names: Option<ReportedNames>,
    camera: super::scene::camera::Pose,
    looking: Looking,
}

/// The panel of an atlas's names.
#[derive(Serialize)]
struct ReportedNames {
    atlas: String,
    unmatched: usize,
    unmatched_only: bool,
    changes: usize,
    /// By name: what it stands for, and by which rule.
    rows: BTreeMap<String, (Meaning, &'static str)>,
}

impl ReportedNames {
    fn of(names: &Names, chrome: &Chrome) -> Self {
        Self {
            atlas: names.slug.clone(),
            unmatched: names.unmatched(),
            unmatched_only: chrome.names.unmatched_only,
            changes: names.edits.len(),
            rows: names
                .rows
                .iter()
                .map(|row| (row.source.clone(), names.meaning(row)))
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct ReportedHit {
    key: i64,
    title: String,
    structure: String,
    distance_mm: Option<f32>,
}

/// The words that the document panel tints.
#[derive(Serialize)]
struct ReportedWhy {
    document: i64,
    structure: String,
    /// Each word with its weight, most first.
    words: Vec<(String, f32)>,
}

impl ReportedWhy {
    fn of(library: &LibraryView) -> Option<Self> {
        let (key, found) = library.why.found.as_ref()?;
        let stored = library
            .document
            .as_ref()
            .filter(|stored| stored.key == *key)?;
        let word = |word: &grounding::WordWeight| {
            let passage = if word.in_title {
                &stored.document.title
            } else {
                &stored.document.text
            };
            let text = passage.get(word.start..word.end).unwrap_or_default();
            (text.to_owned(), word.weight)
        };
        let mut words: Vec<(String, f32)> = found.words.iter().map(word).collect();
        words.sort_by(|a, b| b.1.total_cmp(&a.1));
        Some(Self {
            document: *key,
            structure: found.structure.clone(),
            words,
        })
    }
}

#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
fn advance(
    mut script: ResMut<Script>,
    body: Res<Body>,
    library: Res<LibraryView>,
    selection: Res<Selection>,
    live: Res<Live>,
    chrome: Res<Chrome>,
    looking: Res<Looking>,
    atlases: Res<super::atlases::Atlases>,
    area: Res<StageArea>,
    stage: Res<StageTarget>,
    camera: Query<(&Camera, &GlobalTransform, &OrbitCamera)>,
    structures: Query<&Visibility, With<StructureEntity>>,
    proxy: Res<EventLoopProxyWrapper>,
    mut commands: MessageWriter<Command>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    script.frames += 1;
    if script
        .sleep
        .is_some_and(|until| std::time::Instant::now() < until)
    {
        return;
    }
    let Ok((lens, global, orbit)) = camera.single() else {
        return;
    };
    let drawn = structures
        .iter()
        .filter(|visibility| **visibility != Visibility::Hidden)
        .count();
    while let Some(step) = script.steps.front() {
        let importing = library.import.as_ref().is_some_and(|import| !import.done);
        let done = match step {
            Step::WaitReady => {
                drawn > 0
                    && library.ready
                    && library.engine.is_some()
                    && !importing
                    && !orbit.in_flight()
                    && !stage.is_reduced()
                    && !library.results.pending
            }
            Step::WaitDocuments(count) => library.entries.len() >= *count && !importing,
            Step::WaitOutdated(count) => library.outdated == *count && library.replacing.is_none(),
            Step::WaitLive => live.debounce.is_none() && !live.pending && live.grounding.is_some(),
            Step::WaitAtlas => atlases.busy.is_none() && !orbit.in_flight(),
            Step::WaitWhy => !library.why.pending && library.why.found.is_some(),
            Step::WaitFile(path) => path.exists(),
            Step::Sleep(seconds) => {
                let pause = Duration::from_secs_f32(*seconds);
                script.sleep = Some(std::time::Instant::now() + pause);
                let proxy = (**proxy).clone();
                std::thread::spawn(move || {
                    std::thread::sleep(pause + Duration::from_millis(20));
                    let _ = proxy.send_event(WinitUserEvent::WakeUp);
                });
                script.steps.pop_front();
                return;
            }
            Step::Frames(count) => {
                if script.left == 0 {
                    script.left = *count + 1;
                }
                script.left -= 1;
                script.left == 0
            }
            Step::Command(command) => {
                commands.write(command.clone());
                script.steps.pop_front();
                redraw.write(RequestRedraw);
                return; // the next step sees its effect
            }
            Step::Report(path) => {
                let report = Report {
                    frames: script.frames,
                    stage: [area.min.x, area.min.y, area.size.x, area.size.y],
                    visible: visible(&body, &library, &selection, &looking, lens, global, &area),
                    drawn_structures: drawn,
                    reduced: stage.is_reduced(),
                    documents: library.entries.len(),
                    outdated: library.outdated,
                    selected_structure: selection
                        .structure
                        .zip(body.atlas.as_ref())
                        .map(|(index, atlas)| atlas.catalogue().get(index).id.clone()),
                    selected_document: selection.document,
                    hovered_structure: selection
                        .hover
                        .as_ref()
                        .zip(body.atlas.as_ref())
                        .map(|(hover, atlas)| atlas.catalogue().get(hover.structure).id.clone()),
                    heading: library.results.heading.clone(),
                    results: library
                        .results
                        .hits
                        .iter()
                        .map(|hit| ReportedHit {
                            key: hit.key,
                            title: hit.title.clone(),
                            structure: hit.structure.clone(),
                            distance_mm: hit.distance_mm,
                        })
                        .collect(),
                    marker_pixels: library
                        .entries
                        .iter()
                        .filter_map(|entry| {
                            Some((
                                entry.key,
                                area.point(lens, global, world_from_lps(entry.point_mm))?
                                    .to_array(),
                            ))
                        })
                        .collect(),
                    live: live
                        .grounding
                        .as_ref()
                        .map(|grounding| (grounding.point_mm, grounding.structure.clone())),
                    why: ReportedWhy::of(&library),
                    problems: library
                        .problems
                        .iter()
                        .map(|problem| [problem.place.clone(), problem.reason.clone()])
                        .collect(),
                    engine: library.engine.as_ref().map(|engine| {
                        engine
                            .as_ref()
                            .map_or_else(Clone::clone, |words| words.engine.clone())
                    }),
                    renderer: chrome.renderer.clone(),
                    atlas: atlases.shown.clone(),
                    names: atlases
                        .names
                        .as_ref()
                        .map(|names| ReportedNames::of(names, &chrome)),
                    camera: orbit.pose,
                    looking: looking.clone(),
                };
                // Written aside and renamed, so that a reader never sees half a report.
                let aside = path.with_extension("part");
                let written = serde_json::to_vec_pretty(&report)
                    .map_err(std::io::Error::from)
                    .and_then(|text| std::fs::write(&aside, text))
                    .and_then(|()| std::fs::rename(&aside, path));
                if let Err(error) = written {
                    error!("report {}: {error}", path.display());
                }
                true
            }
        };
        redraw.write(RequestRedraw);
        if !done {
            return;
        }
        script.steps.pop_front();
    }
}

/// Marches a ray every few pixels and keeps, per structure, the pixel nearest to the mean of those that show it, beside every
/// marker.
fn visible(
    body: &Body,
    library: &LibraryView,
    selection: &Selection,
    looking: &Looking,
    lens: &Camera,
    global: &GlobalTransform,
    area: &StageArea,
) -> BTreeMap<String, [f32; 2]> {
    const STRIDE: usize = 9;
    let Some(atlas) = body.atlas.as_ref() else {
        return BTreeMap::new();
    };
    let mut seen: BTreeMap<anatomy::StructureIndex, Vec<Vec2>> = BTreeMap::new();
    for y in (0..area.size.y as usize).step_by(STRIDE) {
        for x in (0..area.size.x as usize).step_by(STRIDE) {
            let pixel = area.min + Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let Some(ray) = area.ray(lens, global, pixel) else {
                continue;
            };
            if let Some(hover) = picking_for_reports(
                atlas,
                body,
                selection,
                looking,
                lps_from_world(ray.origin),
                lps_from_world(*ray.direction),
            ) {
                seen.entry(hover.structure).or_default().push(pixel);
            }
        }
    }
    seen.into_iter()
        .filter_map(|(structure, pixels)| {
            let mean = pixels.iter().sum::<Vec2>() / pixels.len() as f32;
            let free = |pixel: &Vec2| {
                let atlas = Some(atlas.as_ref());
                marker_for_reports(area, library, looking, atlas, lens, global, *pixel).is_none()
            };
            let nearest = pixels
                .into_iter()
                .filter(free)
                .min_by(|a, b| a.distance(mean).total_cmp(&b.distance(mean)))?;
            Some((
                atlas.catalogue().get(structure).id.clone(),
                nearest.to_array(),
            ))
        })
        .collect()
}
