//! Carries out commands and takes in what the workers report.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::window::{FileDragAndDrop, RequestRedraw};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use bevy_egui::EguiContexts;

use super::Start;
use super::command::{Command, offers};
use super::jobs::{Ask, Event, LibraryRequest, Workers};
use super::scene::camera::{OrbitCamera, Pose, world_from_lps};
use super::scene::{PendingMeshes, pose_for_bounds};
use super::session::WindowState;
use super::state::{Body, Chrome, LibraryView, Live, PanelTab, Problem, Selection};

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
                take_events,
                shortcuts,
                dropped_files,
                debounce_live,
                age_notice,
            ),
        )
        .add_systems(PostUpdate, apply.before(super::markers::RebuildMarkers));
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
            Command::OpenFiles | Command::OpenFolder | Command::Export | Command::OpenLibrary => {
                ask_for_path(command, &self.library.path)
            }
            Command::Import(files) => {
                if !workers.import(files) {
                    self.notice("An import is running; wait for it or cancel it first");
                }
            }
            Command::CancelImport => workers.cancel_import(),
            Command::SetLook(id, look) => {
                self.with_structure(&id, |parts, index| parts.body.set_look(index, look))
            }
            Command::Isolate(id) => self.with_structure(&id, |parts, index| {
                parts.body.isolate(index);
                if let Some(bounds) = parts
                    .body
                    .atlas
                    .as_ref()
                    .and_then(|atlas| atlas.bounds_mm(index))
                {
                    camera.fly_to(pose_for_bounds(&camera.pose, bounds), still);
                }
            }),
            Command::RestoreHidden => self.body.restore_hidden(),
            Command::ResetLooks => {
                self.body.reset_looks();
                camera.fly_to(
                    Pose {
                        yaw: camera.pose.yaw,
                        pitch: camera.pose.pitch,
                        ..super::scene::first_pose()
                    },
                    still,
                );
            }
            Command::ToggleFocus => self.body.focus = !self.body.focus,
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
            Command::ClearSelection => {
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
            Command::Quit | Command::Screenshot(_) => {}
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

    fn rank(&mut self, workers: &Workers) {
        let ask = match (
            self.selection.by_point,
            self.selection.point_mm,
            self.selection.structure,
        ) {
            (true, Some(point), _) | (false, Some(point), None) => Ask::Point(point),
            (_, _, Some(structure)) => Ask::Structure(structure),
            (true, None, None) | (false, None, None) => Ask::All,
        };
        self.ask(workers, ask);
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

/// Dialogs run on a thread of their own: the window stays alive behind them. Their answer comes back as a command.
fn ask_for_path(command: Command, library: &std::path::Path) {
    let folder = library.parent().map(PathBuf::from);
    let answers = DIALOG_ANSWERS.0.clone();
    let name = "dialog".to_owned();
    let spawned = std::thread::Builder::new().name(name).spawn(move || {
        let dialog = rfd::FileDialog::new();
        let answer = match command {
            Command::OpenFiles => dialog
                .set_title("Add documents")
                .add_filter(
                    "Documents",
                    &["txt", "md", "pdf", "ris", "nbib", "jsonl", "gz"],
                )
                .pick_files()
                .map(Command::Import),
            Command::OpenFolder => dialog
                .set_title("Add a folder")
                .pick_folder()
                .map(|folder| Command::Import(vec![folder])),
            Command::Export => dialog
                .set_title("Export documents")
                .add_filter("CSV", &["csv"])
                .add_filter("JSON lines", &["jsonl"])
                .set_file_name("documents.csv")
                .save_file()
                .map(Command::ExportTo),
            _ => {
                let dialog = folder.map_or_else(rfd::FileDialog::new, |folder| {
                    rfd::FileDialog::new().set_directory(folder)
                });
                dialog
                    .set_title("Open a library")
                    .add_filter("Corpus Atlas library", &["atlas", "sqlite", "db"])
                    .pick_file()
                    .map(Command::OpenLibraryAt)
            }
        };
        if let (Some(answer), Ok(answers)) = (answer, answers.lock()) {
            let _ = answers.send(answer);
        }
    });
    if let Err(error) = spawned {
        error!("the dialog could not be opened: {error}");
    }
}

type DialogChannel = (
    std::sync::Arc<std::sync::Mutex<std::sync::mpsc::Sender<Command>>>,
    std::sync::Mutex<std::sync::mpsc::Receiver<Command>>,
);
static DIALOG_ANSWERS: std::sync::LazyLock<DialogChannel> = std::sync::LazyLock::new(|| {
    let (sender, receiver) = std::sync::mpsc::channel();
    (
        std::sync::Arc::new(std::sync::Mutex::new(sender)),
        std::sync::Mutex::new(receiver),
    )
});

/// Opens a document's file or web address with the system's own program.
fn open_source(document: &library::Document) -> Result<(), String> {
    let target = document
        .url
        .clone()
        .filter(|url| url.starts_with("https://") || url.starts_with("http://"))
        .or_else(|| {
            document
                .source
                .path
                .exists()
                .then(|| document.source.path.display().to_string())
        })
        .or_else(|| {
            document
                .doi
                .as_ref()
                .map(|doi| format!("https://doi.org/{doi}"))
        })
        .ok_or_else(|| {
            "neither a file on this machine nor a web address is known for it".to_owned()
        })?;
    open::that_detached(&target).map_err(|error| format!("{target} could not be opened: {error}"))
}

#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
fn take_events(
    workers: Option<Res<Workers>>,
    start: Res<Start>,
    mut parts: Parts,
    mut meshes: ResMut<PendingMeshes>,
    mut camera: Query<&mut OrbitCamera>,
    mut commands: MessageWriter<Command>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if let Ok(answers) = DIALOG_ANSWERS.1.lock() {
        commands.write_batch(answers.try_iter());
    }
    let Some(workers) = workers else { return };
    let events = workers.take_events();
    if events.is_empty() {
        return;
    }
    redraw.write(RequestRedraw);
    for event in events {
        match event {
            Event::Atlas(atlas) => parts.body.set_atlas(atlas),
            Event::Meshes(read) => meshes.0.extend(read),
            Event::Engine(words) => parts.library.engine = Some(words),
            Event::Opened {
                path,
                entries,
                session,
                created,
            } => {
                let library = &mut *parts.library;
                library.path = path;
                library.entries = entries;
                library.ready = true;
                library.document = None;
                library.revision += 1;
                library.results = Default::default();
                *parts.selection = Selection::default();
                if let Some(state) =
                    session.and_then(|text| serde_json::from_str::<WindowState>(&text).ok())
                    && let Ok(mut camera) = camera.single_mut()
                {
                    state.restore(&mut parts.body, &mut parts.chrome, &mut camera);
                }
                parts.ask(&workers, Ask::All);
                if created {
                    workers.import(vec![start.paths.sample()]);
                }
            }
            Event::Added(entries) => {
                parts.library.entries.extend(entries);
                parts.library.revision += 1;
            }
            Event::Removed(key) => {
                parts.library.entries.retain(|entry| entry.key != key);
                parts.library.results.hits.retain(|hit| hit.key != key);
                parts.library.document.take_if(|stored| stored.key == key);
                parts
                    .selection
                    .document
                    .take_if(|selected| *selected == key);
                parts.library.revision += 1;
                parts.notice("Removed from the library; the file itself is untouched");
            }
            Event::Ranked {
                generation,
                heading,
                hits,
            } => {
                let results = &mut parts.library.results;
                if results.generation == generation {
                    results.pending = false;
                    results.heading = heading;
                    results.hits = hits;
                    results.generation += 1;
                }
            }
            Event::Document(stored) => {
                if parts.selection.document == Some(stored.key) {
                    parts.library.document = Some(stored);
                }
            }
            Event::Live {
                generation,
                grounding,
            } => {
                if parts.live.generation == generation {
                    parts.live.pending = false;
                    parts.live.grounding = grounding.map(|grounding| *grounding);
                }
            }
            Event::Import(progress) => {
                if progress.done {
                    let words = format!(
                        "{} landed{}{}{}",
                        progress.added,
                        if progress.duplicates > 0 {
                            format!(", {} known already", progress.duplicates)
                        } else {
                            String::new()
                        },
                        if progress.refused > 0 {
                            format!(", {} refused (see Problems)", progress.refused)
                        } else {
                            String::new()
                        },
                        if progress.cancelled {
                            "; cancelled"
                        } else {
                            ""
                        },
                    );
                    parts.notice(&words);
                    parts.rank(&workers);
                }
                parts.library.import = Some(progress);
            }
            Event::Problem(problem) => {
                warn!("{}: {}", problem.place, problem.reason);
                parts.library.problems.push(problem);
            }
            Event::Notice(words) => parts.notice(&words),
        }
    }
}

/// Keyboard shortcuts; a text box that has the keyboard keeps it.
fn shortcuts(
    keys: Res<ButtonInput<KeyCode>>,
    mut contexts: EguiContexts,
    mut commands: MessageWriter<Command>,
) {
    let Ok(ctx) = contexts.ctx_mut() else { return };
    let typing = ctx.egui_wants_keyboard_input();
    // On a slow renderer a whole chord can begin and end within one frame.
    let control_keys = [
        KeyCode::ControlLeft,
        KeyCode::ControlRight,
        KeyCode::SuperLeft,
    ];
    let control = keys.any_pressed(control_keys) || keys.any_just_released(control_keys);
    for offer in offers() {
        if let Some((key, with_control)) = offer.shortcut
            && keys.just_pressed(key)
            && control == with_control
            && (with_control || !typing)
        {
            commands.write(offer.command);
        }
    }
}

/// Files dropped on the window: one import for all that came in a frame.
fn dropped_files(
    mut drops: MessageReader<FileDragAndDrop>,
    mut chrome: ResMut<Chrome>,
    mut commands: MessageWriter<Command>,
) {
    let mut files = Vec::new();
    for drop in drops.read() {
        match drop {
            FileDragAndDrop::DroppedFile { path_buf, .. } => {
                files.push(path_buf.clone());
                chrome.drop_hover = 0;
            }
            FileDragAndDrop::HoveredFile { .. } => chrome.drop_hover += 1,
            FileDragAndDrop::HoveredFileCanceled { .. } => chrome.drop_hover = 0,
        }
    }
    if !files.is_empty() {
        commands.write(Command::Import(files));
    }
}

fn debounce_live(
    time: Res<Time<bevy::time::Real>>,
    mut live: ResMut<Live>,
    workers: Option<Res<Workers>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(left) = live.debounce else { return };
    let left = left - time.delta_secs();
    redraw.write(RequestRedraw);
    if left > 0.0 {
        live.debounce = Some(left);
        return;
    }
    live.debounce = None;
    live.pending = true;
    if let Some(workers) = workers {
        workers.ground_live(live.generation, live.text.clone());
    }
}

/// Takes a notice away when its time is over. The window sleeps meanwhile; a timer wakes it once.
fn age_notice(
    mut chrome: ResMut<Chrome>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut timed: Local<Option<Instant>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(until) = chrome.notice.as_ref().map(|(_, until)| *until) else {
        return;
    };
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        chrome.notice = None;
        redraw.write(RequestRedraw);
    } else if *timed != Some(until)
        && let Some(proxy) = proxy
    {
        *timed = Some(until);
        let proxy = (**proxy).clone();
        std::thread::spawn(move || {
            std::thread::sleep(left + Duration::from_millis(10));
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        });
    }
}
