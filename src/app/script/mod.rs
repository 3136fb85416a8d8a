//! Runs a list of steps in the real window: commands, waits, and reports of what the window shows. Tests drive the window with it, and with real clicks in between.
//!
//! Longer than 500 lines by what a report tells: it reads the same parts of the window as the steps that wait for them.

pub mod controls;
mod rest;
mod start;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::renderer::RenderDevice;
use bevy_egui::EguiOutput;
use serde::{Deserialize, Serialize};

use viewer::command::{SelectCommand, UnknownStructure};
use viewer::{Command, Documents, JobKind, Meaning, Names, View, world_from_lps};

use self::controls::Control;
use self::start::Milestones;
use super::core::{Act, Core, Marks, Shown};
#[cfg(feature = "frame-times")]
use super::frame_times;
use super::jobs::{Workers, spawn};
use super::session::loss::Loss;
use super::stage::area::StageArea;
use super::stage::camera::OrbitCamera;
use super::stage::crowds::Crowds;
use super::stage::picking::pick;
use super::stage::section::Cuts;
use super::stage::surfaces::StructureEntity;
use super::stage::target::{Renderer, StageTarget};

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
    /// Until a tour's file has been read.
    WaitTour,
    /// Until all that was asked for is shown: text placed, list there, document read, two compared, camera at rest.
    WaitStill,
    /// Until nothing is being done beside the window.
    WaitJobs,
    /// Until the words behind the open document's place have been weighed.
    WaitWhy,
    /// Until the selected document, if there is one, has been read.
    WaitOpened,
    /// Until a file exists.
    WaitFile(PathBuf),
    /// Ask for no frame for some seconds.
    Sleep(f32),
    /// Draw some frames.
    Frames(u32),
    /// Carry out a command; structures are named by their ids.
    Command(Box<Command<String>>),
    /// Write what the window shows as JSON.
    Report(PathBuf),
    /// Write when the window had what, since the program began.
    ReportStart(PathBuf),
    /// Until it is left, write what the window shows as `shown.json` in this folder whenever a file `ask` appears there, and take that away;
    /// where structures can be clicked, which takes longest, only if `visible` stands in it. Between, no frame is drawn but those that
    /// people would see.
    Answer(PathBuf),
    /// Select these structures one after another, and write two lists of times (ms): from each command to the end of the frame that drew its list,
    /// and of a further frame after it. As in use, no frame is drawn while the answer is awaited.
    TimeLists(Vec<String>, PathBuf),
    /// Count the frames and the processor time of so many seconds, once it has been calm for some, and write them. Steps that follow go on meanwhile, and
    /// are counted.
    Rest(f32, PathBuf),
    /// Lose the graphics device; the window that begins anew does the steps of this file.
    LoseDevice(PathBuf),
    /// The same in the midst of a frame, which breaks off.
    BreakDevice(PathBuf),
}

/// The measurement of a [`Step::TimeLists`].
#[derive(Default)]
struct Times {
    asked: usize,
    began: Option<std::time::Instant>,
    lists: Vec<f64>,
    frames: Vec<f64>,
}

#[derive(Resource)]
struct Script {
    steps: VecDeque<Step>,
    frames: u64,
    /// The same, for whoever counts beside them.
    counted: Arc<AtomicU64>,
    left: u32,
    sleep: Option<std::time::Instant>,
    times: Times,
    /// Somebody looks for questions.
    listens: bool,
}

/// Adds a script's steps; a script that cannot be read is said and passed over.
pub fn install(app: &mut App, path: PathBuf, began: std::time::Instant) {
    let steps = std::fs::read(&path)
        .map_err(|error| error.to_string())
        .and_then(|text| serde_json::from_slice(&text).map_err(|error| error.to_string()));
    match steps {
        Ok(steps) => {
            app.insert_resource(Script {
                steps,
                frames: 0,
                counted: Arc::default(),
                left: 0,
                sleep: None,
                times: Times::default(),
                listens: false,
            })
            .insert_resource(Milestones::since(began))
            .add_systems(First, advance)
            .add_systems(Last, start::note);
        }
        Err(reason) => error!("script {}: {reason}", path.display()),
    }
}

/// What the window shows, for tests.
#[derive(Serialize)]
struct Report<'a> {
    frames: u64,
    /// What every system took in the frames since the last report.
    #[cfg(feature = "frame-times")]
    systems_ms: BTreeMap<String, frame_times::SystemTimes>,
    stage: [f32; 4],
    /// Logical window pixel at which each visible structure can be clicked, near the middle of what is seen of it and beside
    /// every marker.
    visible: BTreeMap<String, [f32; 2]>,
    drawn_structures: usize,
    reduced: bool,
    documents: usize,
    /// Why the library can only be read.
    only_read: Option<String>,
    /// Documents that another version of the model placed.
    outdated: usize,
    selected_structure: Option<&'a str>,
    /// Those that are chosen together with it.
    other_structures: Vec<&'a str>,
    selected_document: Option<i64>,
    /// The documents of the list that are ticked.
    ticked: Vec<i64>,
    opened_document: Option<i64>,
    /// The one that is put aside, to be read beside another one.
    document_beside: Option<i64>,
    hovered_structure: Option<&'a str>,
    heading: &'a str,
    total: usize,
    results: Vec<ReportedHit<'a>>,
    marker_pixels: BTreeMap<i64, [f32; 2]>,
    /// Those of them that are drawn, alone or among others.
    drawn_documents: BTreeSet<i64>,
    live: Option<([f32; 3], &'a str)>,
    live_text: &'a str,
    live_pending: bool,
    /// Which words of it speak for its place.
    live_why: Option<ReportedWords<'a>>,
    variants: Vec<ReportedVariant<'a>>,
    /// Why the open document lies where it does.
    why: Option<ReportedWhy<'a>>,
    problems: Vec<[&'a str; 2]>,
    engine: Option<&'a str>,
    renderer: &'a str,
    /// Folder name of the atlas on the stage; none for the modelled torso.
    atlas: Option<&'a str>,
    names: Option<ReportedNames<'a>>,
    camera: viewer::Pose,
    scene: &'a viewer::Scene,
    layout: &'a viewer::Layout,
    slices: bool,
    /// Where they cross, LPS mm.
    crosshair_mm: [f32; 3],
    /// The steps that can be undone, oldest first, and those that can be redone, next first.
    history: [Vec<&'a str>; 2],
    jobs: &'a [viewer::Job],
    /// What can be read and pressed in the frame before.
    controls: Vec<Control>,
    /// Of these, what has no name.
    unnamed: Vec<String>,
}

/// The panel of an atlas's names.
#[derive(Serialize)]
struct ReportedNames<'a> {
    atlas: &'a str,
    unmatched: usize,
    unmatched_only: bool,
    changes: usize,
    /// By name: what it stands for, and by which rule.
    rows: BTreeMap<&'a str, (Meaning, String)>,
}

impl<'a> ReportedNames<'a> {
    fn of(names: &'a Names, unmatched_only: bool) -> Self {
        let rows = names.rows.iter();
        Self {
            atlas: &names.slug,
            unmatched: names.unmatched(),
            unmatched_only,
            changes: names.edits.len(),
            rows: rows
                .map(|row| (row.source.as_str(), names.meaning(row)))
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct ReportedHit<'a> {
    key: i64,
    title: &'a str,
    structure: &'a str,
    distance_mm: Option<f32>,
    parts: Option<String>,
}

/// The words that the document panel tints.
#[derive(Serialize)]
struct ReportedWhy<'a> {
    document: i64,
    structure: &'a str,
    /// Each word with its weight, most first.
    words: Vec<(&'a str, f32)>,
}

impl<'a> ReportedWhy<'a> {
    fn of(documents: &'a Documents) -> Option<Self> {
        let why = &documents.why;
        let (key, found) = why.found.as_ref().filter(|_| why.on)?;
        let opened = documents.opened.as_ref();
        let stored = &opened.filter(|opened| opened.stored.key == *key)?.stored;
        let document = &stored.document;
        Some(Self {
            document: *key,
            structure: &found.structure,
            words: weighed(found, [&document.title, &document.text]),
        })
    }
}

/// The words that the tab of the live text tints.
#[derive(Serialize)]
struct ReportedWords<'a> {
    structure: &'a str,
    /// Each word with its weight, most first.
    words: Vec<(&'a str, f32)>,
}

/// Words of a title and a text with their weights, most first.
fn weighed<'a>(found: &grounding::Attribution, [title, text]: [&'a str; 2]) -> Vec<(&'a str, f32)> {
    let word = |word: &grounding::WordWeight| {
        let passage = if word.in_title { title } else { text };
        let text = passage.get(word.start..word.end).unwrap_or_default();
        (text, word.weight)
    };
    let mut words: Vec<(&str, f32)> = found.words.iter().map(word).collect();
    words.sort_by(|a, b| b.1.total_cmp(&a.1));
    words
}

/// A variant of the live text.
#[derive(Serialize)]
struct ReportedVariant<'a> {
    letter: char,
    text: &'a str,
    structure: &'a str,
    from_first_mm: Option<f32>,
}

impl<'a> ReportedVariant<'a> {
    fn all(live: &'a viewer::LiveText) -> Vec<Self> {
        let variants = live.variants.iter().enumerate();
        let reported = variants.map(|(n, kept)| Self {
            letter: kept.letter,
            text: &kept.text,
            structure: &kept.grounding.home.structure,
            from_first_mm: live.from_first_mm(n),
        });
        reported.collect()
    }
}

/// What is on the stage, as far as steps wait for it or report it.
#[derive(bevy::ecs::system::SystemParam)]
struct Sight<'w, 's> {
    core: Res<'w, Core>,
    shown: Res<'w, Shown>,
    marks: Res<'w, Marks>,
    crowds: Res<'w, Crowds>,
    area: Res<'w, StageArea>,
    target: Res<'w, StageTarget>,
    cuts: Res<'w, Cuts>,
    workers: Option<Res<'w, Workers>>,
    renderer: Res<'w, Renderer>,
    camera: Single<
        'w,
        's,
        (
            &'static Camera,
            &'static GlobalTransform,
            &'static OrbitCamera,
        ),
    >,
    surfaces: Query<'w, 's, &'static Visibility, With<StructureEntity>>,
    frame: Query<'w, 's, &'static EguiOutput>,
}

fn advance(
    mut script: ResMut<Script>,
    sight: Sight,
    (device, start, loss): (Res<RenderDevice>, Res<Milestones>, Res<Loss>),
    mut act: Act,
) {
    script.frames += 1;
    script.counted.store(script.frames, Ordering::Relaxed);
    let now = std::time::Instant::now();
    if script.sleep.is_some_and(|until| now < until) {
        return;
    }
    while let Some(step) = script.steps.front().cloned() {
        let done = match step {
            Step::Sleep(seconds) => {
                let pause = Duration::from_secs_f32(seconds);
                script.sleep = Some(now + pause);
                if let Some(report) = sight.workers.as_ref().map(|workers| workers.reporter()) {
                    let wake = report.clone();
                    spawn("script", &report, move || {
                        std::thread::sleep(pause + Duration::from_millis(20));
                        wake.wake();
                    });
                }
                script.steps.pop_front();
                return;
            }
            // A frame in which a cut still waits for its face does not show what was asked for.
            Step::Frames(_) if sight.cuts.are_waiting() => false,
            Step::Frames(count) => {
                if script.left == 0 {
                    script.left = count + 1;
                }
                script.left -= 1;
                script.left == 0
            }
            Step::Command(command) => {
                match resolve(&sight.core, *command) {
                    Ok(command) => act.send(command),
                    Err(UnknownStructure(id)) => {
                        error!("script: this atlas has no structure “{id}”");
                    }
                }
                script.steps.pop_front();
                act.redraw();
                return; // the next step sees its effect
            }
            Step::Answer(folder) => {
                if !script.listens {
                    script.listens = listen(&sight, folder);
                } else if let Ok(asked) = std::fs::read_to_string(folder.join("ask")) {
                    let all = asked == "visible";
                    report(&sight, script.frames, all, &folder.join("shown.json"));
                    // Where it cannot be taken away, the next frame answers again.
                    let _ = std::fs::remove_file(folder.join("ask"));
                }
                return;
            }
            Step::Report(path) => {
                report(&sight, script.frames, true, &path);
                true
            }
            Step::BreakDevice(next) => {
                lose(&device, &loss, next);
                script.steps.clear();
                act.redraw();
                return;
            }
            Step::ReportStart(path) => {
                write_aside(&path, &start.seen_ms);
                true
            }
            Step::TimeLists(structures, to) => {
                if !script.times.go_on(&sight.core, &structures, &mut act) {
                    return;
                }
                write_aside(&to, &[&script.times.lists, &script.times.frames]);
                script.times = Times::default();
                true
            }
            Step::Rest(seconds, to) => {
                count_rest(&sight, &script.counted, seconds, to);
                true
            }
            Step::LoseDevice(next) => {
                lose(&device, &loss, next);
                // That is noticed before anything else is asked of it.
                let _ = device.poll(wgpu::PollType::wait_indefinitely());
                script.steps.clear();
                act.redraw();
                return;
            }
            wait => sight.has_come(&wait),
        };
        act.redraw();
        if !done {
            return;
        }
        script.steps.pop_front();
    }
}

/// Takes the graphics device away; the window that begins anew does the steps of a file.
fn lose(device: &RenderDevice, loss: &Loss, next: PathBuf) {
    loss.go_on_with(next);
    device.wgpu_device().destroy();
}

impl Times {
    /// Goes on, at the beginning of a frame, when the one before has been drawn. Returns whether all is measured.
    fn go_on(&mut self, view: &View, structures: &[String], act: &mut Act) -> bool {
        if view.documents.results.pending {
            return false;
        }
        if let Some(began) = self.began.take() {
            let ms = began.elapsed().as_secs_f64() * 1000.0;
            if self.lists.len() == self.frames.len() {
                self.lists.push(ms);
                self.began = Some(std::time::Instant::now());
                act.redraw();
                return false;
            }
            self.frames.push(ms);
        }
        while let Some(id) = structures.get(self.asked) {
            self.asked += 1;
            let select = Command::Select(SelectCommand::SelectStructure {
                structure: id.clone(),
                point_mm: None,
            });
            let Ok(command) = resolve(view, select) else {
                error!("script: this atlas has no structure “{id}”");
                continue;
            };
            self.began = Some(std::time::Instant::now());
            act.send(command);
            return false;
        }
        true
    }
}

/// A command with its structures as the atlas on the stage numbers them; before one has been read, as the catalogue does.
fn resolve(view: &View, command: Command<String>) -> Result<Command, UnknownStructure> {
    let built_in = anatomy::Catalogue::builtin();
    command.resolve(view.atlas().map_or(built_in, |atlas| atlas.catalogue()))
}

impl Sight<'_, '_> {
    /// Whether what a step waits for has come.
    fn has_come(&self, step: &Step) -> bool {
        let view: &View = &self.core;
        let documents = &view.documents;
        let (.., orbit) = *self.camera;
        // Files that are looked at are added at once, unless the user is asked.
        let looked_at = documents.prospect.as_ref().is_some_and(|p| !p.asked);
        let importing = view.jobs.of(JobKind::Import).is_some() || looked_at;
        match step {
            Step::WaitReady => {
                self.drawn() > 0
                    && documents.is_ready()
                    && documents.engine.is_some()
                    && !importing
                    && !orbit.in_flight()
                    && !self.target.is_reduced()
                    && !documents.results.pending
            }
            Step::WaitDocuments(count) => self.marks.placed().count() >= *count && !importing,
            Step::WaitOutdated(count) => {
                documents.outdated == *count && view.jobs.of(JobKind::Reground).is_none()
            }
            Step::WaitLive => !view.live.pending && view.live.grounding.is_some(),
            Step::WaitAtlas => view.jobs.of(JobKind::Atlas).is_none() && !orbit.in_flight(),
            Step::WaitTour => view.tours.draft.is_some(),
            Step::WaitStill => view.is_settled() && !orbit.in_flight(),
            Step::WaitJobs => view.jobs.running().next().is_none(),
            Step::WaitWhy => {
                let about = documents.why.found.as_ref().map(|(key, _)| *key);
                let is_meant = view.selection.document.is_none_or(|key| about == Some(key));
                !documents.why.pending && about.is_some() && is_meant
            }
            Step::WaitOpened => {
                let opened = documents.opened.as_ref().map(|opened| opened.stored.key);
                view.selection
                    .document
                    .is_none_or(|key| opened == Some(key))
            }
            Step::WaitFile(path) => path.exists(),
            Step::Sleep(_)
            | Step::Frames(_)
            | Step::Command(_)
            | Step::Report(_)
            | Step::ReportStart(_)
            | Step::Answer(_)
            | Step::TimeLists(..)
            | Step::Rest(..)
            | Step::LoseDevice(_)
            | Step::BreakDevice(_) => true,
        }
    }

    fn drawn(&self) -> usize {
        let drawn = |visibility: &&Visibility| **visibility != Visibility::Hidden;
        self.surfaces.iter().filter(drawn).count()
    }
}

/// What can be read and pressed; nothing where no screen reader could be told.
fn controls_of(frame: &EguiOutput) -> Vec<Control> {
    let update = frame.platform_output.accesskit_update.as_ref();
    update.map(controls::of).unwrap_or_default()
}

/// What of it has no name.
fn unnamed_of(frame: &EguiOutput) -> Vec<String> {
    let update = frame.platform_output.accesskit_update.as_ref();
    let nodes = update.into_iter().flat_map(|update| &update.nodes);
    controls::unnamed(nodes.map(|(_, node)| node))
}

fn report(sight: &Sight, frames: u64, all: bool, path: &Path) {
    let view: &View = &sight.core;
    let (documents, selection) = (&view.documents, &view.selection);
    let (lens, global, orbit) = *sight.camera;
    let area = &sight.area;
    let id = |structure: Option<anatomy::StructureIndex>| view.id_of(structure?);
    let live = view.live.grounding.as_ref();
    let hits = documents.results.hits.iter();
    let marker = |(entry, at): (&library::Spot, viewer::StagePoint)| {
        let point = area.point(lens, global, world_from_lps(at.mm()))?;
        Some((entry.key, point.to_array()))
    };
    let labels = |step: &'_ viewer::Step| step.label.clone();
    let (done, undone): (Vec<String>, Vec<String>) = (
        view.history.done.iter().map(labels).collect(),
        view.history.undone.iter().rev().map(labels).collect(),
    );
    let shown = Report {
        frames,
        #[cfg(feature = "frame-times")]
        systems_ms: frame_times::take(),
        stage: [area.min.x, area.min.y, area.size.x, area.size.y],
        visible: if all { visible(sight) } else { BTreeMap::new() },
        drawn_structures: sight.drawn(),
        reduced: sight.target.is_reduced(),
        documents: sight
            .marks
            .placed()
            .filter(|(entry, _)| !view.scene.removed.contains(&entry.key))
            .count(),
        only_read: documents.only_read(),
        outdated: documents.outdated,
        selected_structure: id(selection.structure),
        other_structures: selection
            .others
            .iter()
            .filter_map(|row| view.id_of(*row))
            .collect(),
        selected_document: selection.document,
        ticked: view.ticked(),
        opened_document: documents.opened.as_ref().map(|opened| opened.stored.key),
        document_beside: documents.beside.as_ref().map(|beside| beside.key),
        hovered_structure: id(selection.hover.as_ref().map(|hover| hover.structure)),
        heading: &documents.results.heading,
        total: documents.results.total,
        results: hits
            .map(|hit| ReportedHit {
                key: hit.key,
                title: &hit.title,
                structure: &hit.structure,
                distance_mm: hit.distance_mm,
                parts: hit.parts(),
            })
            .collect(),
        marker_pixels: sight.marks.placed().filter_map(marker).collect(),
        drawn_documents: sight.crowds.keys_drawn(),
        live: live.and_then(|live| Some((live.point?.mm(), live.home.structure.as_str()))),
        live_text: &view.live.text,
        live_pending: view.live.pending,
        live_why: view.live.why.found.as_ref().map(|found| ReportedWords {
            structure: &found.structure,
            words: weighed(found, ["", &view.live.text]),
        }),
        variants: ReportedVariant::all(&view.live),
        why: ReportedWhy::of(documents),
        problems: documents
            .problems
            .iter()
            .map(|problem| [problem.place.as_str(), problem.reason.as_str()])
            .collect(),
        engine: documents.engine.as_ref().map(|engine| match engine {
            Ok(engine) => engine.engine.as_str(),
            Err(reason) => reason.as_str(),
        }),
        renderer: &sight.renderer.words,
        atlas: view.scene.atlas.as_deref(),
        names: view
            .atlases
            .names
            .as_ref()
            .map(|names| ReportedNames::of(names, view.atlases.unmatched_only)),
        camera: orbit.pose,
        scene: &view.scene,
        layout: &view.layout,
        slices: view.slices,
        crosshair_mm: view.crosshair_mm.mm(),
        history: [
            done.iter().map(String::as_str).collect(),
            undone.iter().map(String::as_str).collect(),
        ],
        jobs: &view.jobs.list,
        controls: sight.frame.iter().flat_map(controls_of).collect(),
        unnamed: sight.frame.iter().flat_map(unnamed_of).collect(),
    };
    write_aside(path, &shown);
}

/// Wakes the window for every question; returns whether it does.
fn listen(sight: &Sight, folder: PathBuf) -> bool {
    let Some(report) = sight.workers.as_ref().map(|workers| workers.reporter()) else {
        return false;
    };
    let wake = report.clone();
    spawn("script", &report, move || {
        loop {
            std::thread::sleep(Duration::from_millis(15));
            if folder.join("ask").exists() {
                wake.wake();
            }
        }
    });
    true
}

/// Counts what a rest costs, and writes it.
fn count_rest(sight: &Sight, frames: &Arc<AtomicU64>, seconds: f32, to: PathBuf) {
    let Some(workers) = &sight.workers else {
        error!("script: without workers nothing is counted");
        return;
    };
    let frames = frames.clone();
    spawn("script", &workers.reporter(), move || {
        let rested = rest::count(&frames, seconds, std::thread::sleep);
        write_aside(&to, &rested);
    });
}

/// Written aside and renamed, so that a reader never sees half a report.
fn write_aside(path: &Path, shown: &impl Serialize) {
    let aside = path.with_extension("part");
    let written = serde_json::to_vec_pretty(shown)
        .map_err(std::io::Error::from)
        .and_then(|text| std::fs::write(&aside, text))
        .and_then(|()| std::fs::rename(&aside, path));
    if let Err(error) = written {
        error!("report {}: {error}", path.display());
    }
}

/// Marches a ray every few pixels and keeps, per structure, the pixel nearest to the mean of those that show it, beside every
/// marker.
fn visible(sight: &Sight) -> BTreeMap<String, [f32; 2]> {
    const STRIDE: usize = 9;
    let Some(display) = &sight.shown.0 else {
        return BTreeMap::new();
    };
    let (lens, global, _) = *sight.camera;
    let area = &*sight.area;
    let mut seen: BTreeMap<anatomy::StructureIndex, Vec<Vec2>> = BTreeMap::new();
    for y in (0..area.size.y as usize).step_by(STRIDE) {
        for x in (0..area.size.x as usize).step_by(STRIDE) {
            let pixel = area.min + Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let ray = area.ray(lens, global, pixel);
            if let Some(hover) = ray.and_then(|ray| pick(display, ray, 0)) {
                seen.entry(hover.structure).or_default().push(pixel);
            }
        }
    }
    let free = |pixel: &Vec2| sight.crowds.at(area, *pixel).is_none();
    seen.into_iter()
        .filter_map(|(structure, pixels)| {
            let mean = pixels.iter().sum::<Vec2>() / pixels.len() as f32;
            let nearest = pixels
                .into_iter()
                .filter(free)
                .min_by(|a, b| a.distance(mean).total_cmp(&b.distance(mean)))?;
            let id = display.atlas.catalogue().get(structure).id.clone();
            Some((id, nearest.to_array()))
        })
        .collect()
}
