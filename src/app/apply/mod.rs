//! The one place that carries out commands.

mod anew;
mod dialogs;
mod events;
mod guests;
mod input;
mod looks;

use std::time::{Duration, Instant};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::window::RequestRedraw;

use self::dialogs::{ask_for_path, open_source};
use crate::app::atlases::Atlases;
use crate::app::command::Command;
use crate::app::jobs::{Ask, LibraryRequest, Question, Workers};
use crate::app::looking::Looking;
use crate::app::picture;
use crate::app::scene::camera::{OrbitCamera, Pose, world_from_lps};
use crate::app::state::{Body, Chrome, LibraryView, Live, PanelTab, Problem, Selection, Tool};

/// Pause after the last keystroke before the live text is placed, s.
const LIVE_DEBOUNCE: f32 = 0.18;
/// A notice stays this long.
const NOTICE_TIME: Duration = Duration::from_secs(4);

/// Commands and worker events.
pub struct ApplyPlugin;

impl Plugin for ApplyPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            PreUpdate,
            (
                events::take_events,
                input::shortcuts,
                input::dropped_files,
                input::debounce_live,
                input::age_notice,
            ),
        )
        .add_systems(
            PostUpdate,
            apply.before(crate::app::markers::RebuildMarkers),
        );
    }
}

/// The window's resources that commands change.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Parts<'w> {
    body: ResMut<'w, Body>,
    selection: ResMut<'w, Selection>,
    library: ResMut<'w, LibraryView>,
    live: ResMut<'w, Live>,
    chrome: ResMut<'w, Chrome>,
    looking: ResMut<'w, Looking>,
    atlases: ResMut<'w, Atlases>,
}

#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
fn apply(
    mut received: MessageReader<Command>,
    mut parts: Parts,
    workers: Option<Res<Workers>>,
    mut camera: Single<&mut OrbitCamera>,
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
    mut exit: MessageWriter<AppExit>,
    mut pictures: ResMut<picture::Pictures>,
    mut again: Local<Vec<Command>>,
) {
    let Some(workers) = workers else { return };
    let todo: Vec<Command> = again.drain(..).chain(received.read().cloned()).collect();
    if todo.is_empty() {
        return;
    }
    redraw.write(RequestRedraw);
    for command in todo {
        match command {
            Command::Quit => {
                exit.write(AppExit::Success);
            }
            Command::Screenshot(path) => {
                commands
                    .spawn(Screenshot::primary_window())
                    .observe(save_to_disk(path));
            }
            Command::SavePictureTo {
                path,
                size,
                transparent,
            } => pictures.0.push(picture::Wanted {
                path,
                size,
                transparent,
            }),
            command => parts.carry_out(command, &workers, &mut camera, &mut again),
        }
    }
}

impl Parts<'_> {
    fn carry_out(
        &mut self,
        command: Command,
        workers: &Workers,
        camera: &mut OrbitCamera,
        again: &mut Vec<Command>,
    ) {
        let still = self.chrome.reduced_motion;
        match command {
            Command::OpenFiles
            | Command::OpenFolder
            | Command::Export
            | Command::OpenLibrary
            | Command::SavePicture
            | Command::ImportAtlasFiles
            | Command::ImportAtlasFolder
            | Command::AskForClassNames
            | Command::AskForOriginals => ask_for_path(command, &self.library.path),
            Command::Import(files) => {
                if !workers.import(files) {
                    self.notice("An import is running; wait for it or cancel it first");
                }
            }
            Command::ShowAtlas(_)
            | Command::ImportAtlas(_)
            | Command::PrepareAtlas(_)
            | Command::ImportAtlasAs(_)
            | Command::ClassNamesFrom(_)
            | Command::ShowNames(_)
            | Command::ToggleNames
            | Command::MapName { .. }
            | Command::UndoNames
            | Command::ApplyNames
            | Command::OriginalsAt(_)
            | Command::ToggleGetAtlas
            | Command::GetAtlas(_)
            | Command::CancelGetAtlas => self.carry_out_guest(command, workers),
            Command::CancelImport => workers.cancel_import(),
            Command::PlaceAnew => self.place_anew(workers),
            Command::SelectStructure {
                structure,
                point_mm,
            } => self.with_structure(&structure, |parts, index| {
                parts.selection.structure = Some(index);
                parts.selection.point_mm = point_mm.or_else(|| {
                    parts
                        .body
                        .atlas
                        .as_ref()
                        .and_then(|atlas| atlas.centroid_mm(index))
                });
                if let Some(point) = parts.selection.point_mm {
                    parts.looking.crosshair_mm = point;
                }
                parts.selection.by_point = false;
                parts.selection.document = None;
                parts.rank(workers);
            }),
            Command::RankByPoint(by_point) => {
                self.selection.by_point = by_point;
                self.rank(workers);
            }
            Command::SearchText(words) => {
                self.selection.structure = None;
                self.selection.point_mm = None;
                self.chrome.tab = PanelTab::Results;
                self.ask(workers, Ask::Text(words));
            }
            Command::SelectDocument(key) => {
                self.selection.document = Some(key);
                workers.ask(LibraryRequest::Read(key));
                if let Some(entry) = self.library.entries.iter().find(|entry| entry.key == key) {
                    self.looking.crosshair_mm = entry.point_mm;
                    let pose = Pose {
                        target: world_from_lps(entry.point_mm),
                        distance: camera.pose.distance.min(1100.0),
                        ..camera.pose
                    };
                    camera.fly_to(pose, still);
                }
            }
            Command::HoverDocument(key) => {
                self.selection.hovered_document = key;
                self.selection.hovered_on_stage = false;
            }
            Command::ClearSelection if self.chrome.tool != Tool::Select => {
                self.chrome.tool = Tool::Select;
            }
            Command::ClearSelection => {
                self.chrome.stage_menu = None;
                *self.selection = Selection::default();
                self.chrome.help = false;
                self.ask(workers, Ask::All);
                self.library.results.heading.clear();
            }
            Command::View(view) => {
                let (yaw, pitch) = view.angles();
                camera.fly_to(
                    Pose {
                        yaw,
                        pitch,
                        ..camera.pose
                    },
                    still,
                );
            }
            Command::FlyTo {
                point_mm,
                distance_mm,
            } => {
                camera.fly_to(
                    Pose {
                        target: world_from_lps(point_mm),
                        distance: distance_mm,
                        ..camera.pose
                    },
                    still,
                );
            }
            Command::LiveText(text) => {
                self.live.generation += 1;
                self.live.debounce = Some(LIVE_DEBOUNCE);
                if text.trim().is_empty() {
                    self.live.grounding = None;
                    self.live.pending = false;
                    self.live.debounce = None;
                }
                self.live.text = text;
            }
            Command::ToggleWhy => {
                self.library.why.on = !self.library.why.on;
                self.ask_why(workers);
            }
            Command::ExplainStructure(structure) => {
                self.library.why.structure = Some(structure);
                self.ask_why(workers);
            }
            Command::ShowTab(tab) => {
                self.chrome.tab = tab;
                self.chrome.side_panel = true;
            }
            Command::ToggleBodyPanel => self.chrome.body_panel = !self.chrome.body_panel,
            Command::ToggleSidePanel => self.chrome.side_panel = !self.chrome.side_panel,
            Command::ToggleHelp => self.chrome.help = !self.chrome.help,
            Command::OpenSource(key) => {
                let opened = self
                    .library
                    .document
                    .as_ref()
                    .filter(|stored| stored.key == key)
                    .map(|stored| (stored.document.title.clone(), open_source(&stored.document)));
                match opened {
                    Some((place, Err(reason))) => {
                        self.library.problems.push(Problem { place, reason })
                    }
                    Some((_, Ok(()))) => {}
                    None => {
                        again.push(Command::SelectDocument(key));
                        self.notice("Open the document first, then its source");
                    }
                }
            }
            Command::RemoveDocument(key) => workers.ask(LibraryRequest::Remove(key)),
            Command::ExportTo(path) => workers.ask(LibraryRequest::Export(path)),
            Command::OpenLibraryAt(path) => {
                if workers.is_importing() {
                    self.notice("An import is running; wait for it or cancel it first");
                } else {
                    workers.ask(LibraryRequest::Open(path));
                }
            }
            Command::Quit | Command::Screenshot(_) | Command::SavePictureTo { .. } => {}
            command => self.carry_out_look(command, camera),
        }
    }

    fn with_structure(&mut self, id: &str, act: impl FnOnce(&mut Self, anatomy::StructureIndex)) {
        match self
            .body
            .atlas
            .as_ref()
            .and_then(|atlas| atlas.catalogue().index_of(id))
        {
            Some(index) => act(self, index),
            None => self.notice(&format!("This atlas has no structure “{id}”")),
        }
    }

    fn notice(&mut self, words: &str) {
        self.chrome.notice = Some((words.to_owned(), Instant::now() + NOTICE_TIME));
    }

    /// Places the documents in the atlas on the stage.
    fn restage(&mut self) {
        self.library.entries = self.body.staged_entries(&self.library.all);
        self.library.revision += 1;
    }

    /// What was selected on the stage, in the terms of the atlas that the documents are placed in.
    fn at_home(&self) -> (Option<anatomy::StructureIndex>, Option<[f32; 3]>) {
        let (structure, point_mm) = (self.selection.structure, self.selection.point_mm);
        match &self.body.transfer {
            None => (structure, point_mm),
            Some((_, back)) => (
                structure.and_then(|structure| back.counterpart(structure)),
                structure
                    .zip(point_mm)
                    .and_then(|(structure, point)| back.place(structure, point).point_mm()),
            ),
        }
    }

    fn rank(&mut self, workers: &Workers) {
        let (structure, point_mm) = self.at_home();
        if self.selection.structure.is_some() && structure.is_none() && point_mm.is_none() {
            let results = &mut self.library.results;
            results.hits.clear();
            results.everything = false;
            results.generation += 1;
            results.heading =
                "Documents are placed in the modelled torso, which does not have this structure"
                    .into();
            return;
        }
        let ask = match (self.selection.by_point, point_mm, structure) {
            (true, Some(point), _) | (false, Some(point), None) => Ask::Point(point),
            (_, _, Some(structure)) => Ask::Structure(structure),
            (true, None, None) | (false, None, None) => Ask::All,
        };
        self.ask(workers, ask);
    }

    /// Asks which words of the open document speak for its place, when that is wanted.
    fn ask_why(&mut self, workers: &Workers) {
        let library = &mut *self.library;
        let why = &mut library.why;
        why.generation += 1;
        why.pending = false;
        why.found = None;
        // Without a model there is no answer; the panel says why.
        let Some(stored) = library
            .document
            .as_ref()
            .filter(|_| why.on && !matches!(library.engine, Some(Err(_))))
        else {
            workers.stop_explaining();
            return;
        };
        why.pending = true;
        // On a guest atlas a place may have an id that the model does not know: it then asks for the place itself.
        let structure = why
            .structure
            .as_ref()
            .unwrap_or(&stored.grounding.structure);
        let known = anatomy::Catalogue::builtin().index_of(structure).is_some();
        workers.explain(Question {
            generation: why.generation,
            key: stored.key,
            document: stored.document.clone(),
            structure: known.then(|| structure.clone()),
        });
    }

    fn ask(&mut self, workers: &Workers, ask: Ask) {
        let results = &mut self.library.results;
        results.generation += 1;
        results.pending = true;
        results.everything = matches!(ask, Ask::All);
        workers.ask(LibraryRequest::Rank {
            generation: results.generation,
            ask,
        });
    }
}
