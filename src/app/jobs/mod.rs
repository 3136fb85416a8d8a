//! Background work. The frame never waits: three threads own what is slow (the atlas files, the model, the library) and answer by events,
//! each event waking an idle window.

mod grounder;
mod importer;
mod librarian;
mod replacer;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use anatomy::guest::Installed;
use anatomy::{Atlas, StructureIndex};
use bevy::prelude::{Mesh, Resource};
use grounding::{Attribution, Grounding};
use library::{Entry, Hit, Stored};

pub use self::grounder::{GroundQueue, Question};
pub use self::librarian::{Ask, LibraryRequest};
use super::atlases::Names;
use super::scene::bevy_meshes;
use super::state::{EngineWords, ImportProgress, Problem, Replacing};
use crate::paths::Paths;

/// What a worker tells the window.
pub enum Event {
    /// The label volume is in memory.
    Atlas(Arc<Atlas>),
    /// Meshes, ready to be drawn.
    Meshes(Vec<(StructureIndex, Vec<Mesh>)>),
    /// The model is open, or why not.
    Engine(Result<EngineWords, String>),
    /// A library is open: its file, its documents, and the window's saved state.
    Opened {
        /// The file.
        path: PathBuf,
        /// Every document.
        entries: Vec<Entry>,
        /// What `LibraryRequest::SaveSession` stored last.
        session: Option<String>,
        /// It has just been created.
        created: bool,
    },
    /// Documents were added.
    Added(Vec<Entry>),
    /// Documents were placed anew.
    Replaced(Vec<Entry>),
    /// Number of documents that another version of the model placed.
    Outdated(usize),
    /// How far placing them anew is.
    Replacing(Replacing),
    /// A document was removed.
    Removed(i64),
    /// A ranked list.
    Ranked {
        /// The request's number.
        generation: u64,
        /// In words.
        heading: String,
        /// Ranked.
        hits: Vec<Hit>,
    },
    /// A document in full.
    Document(Box<Stored>),
    /// Where the live text lands.
    Live {
        /// The text's number.
        generation: u64,
        /// Where; absent when it could not be placed.
        grounding: Option<Box<Grounding>>,
    },
    /// Which words speak for a place.
    Why {
        /// The question's number.
        generation: u64,
        /// The document's key and its words; absent when they could not be weighed.
        found: Option<(i64, Attribution)>,
    },
    /// How far an import is.
    Import(ImportProgress),
    /// Another atlas, ready for the stage.
    ShownAtlas {
        /// Its folder name; nothing for the modelled torso.
        slug: Option<String>,
        /// The label volume.
        atlas: Arc<Atlas>,
        /// Its surfaces.
        meshes: Vec<(StructureIndex, Vec<Mesh>)>,
    },
    /// The installed atlases.
    Installed(Vec<Installed>),
    /// The names of an installed atlas.
    Names(Box<Names>),
    /// What is being done about atlases; nothing when it is over.
    AtlasWork(Option<String>),
    /// Something went wrong.
    Problem(Problem),
    /// Something went right and deserves a line.
    Notice(String),
}

/// Sends events and wakes the window.
#[derive(Clone)]
pub struct Reporter {
    events: Sender<Event>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Reporter {
    /// Sends an event; a window that has closed no longer listens, which is not an error.
    pub fn send(&self, event: Event) {
        let _ = self.events.send(event);
        (self.wake)();
    }

    /// Sends a problem.
    pub fn problem(&self, place: impl Into<String>, reason: impl ToString) {
        self.send(Event::Problem(Problem {
            place: place.into(),
            reason: reason.to_string(),
        }));
    }
}

/// The workers' ends that the window holds.
#[derive(Resource)]
pub struct Workers {
    events: Mutex<Receiver<Event>>,
    reporter: Reporter,
    librarian: Sender<LibraryRequest>,
    ground: Arc<GroundQueue>,
    cancel: Arc<AtomicBool>,
    importing: Arc<AtomicBool>,
    finished: Mutex<Vec<std::thread::JoinHandle<()>>>,
}

impl Workers {
    /// Starts the workers. `wake` must make an idle window run a frame; `library` is opened, and filled with the sample when `sample` and new.
    pub fn start(
        paths: Arc<Paths>,
        library: PathBuf,
        sample: bool,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> Self {
        let (events, received) = channel();
        let reporter = Reporter { events, wake };
        let (librarian, requests) = channel();
        let ground = Arc::new(GroundQueue::default());
        let (atlas_to_grounder, atlas_for_grounder) = channel();
        let (atlas_to_librarian, atlas_for_librarian) = channel();

        let (report, dir) = (reporter.clone(), paths.atlas());
        spawn("atlas", move || match Atlas::open(&dir) {
            Ok(atlas) => {
                let atlas = Arc::new(atlas);
                let _ = atlas_to_grounder.send(atlas.clone());
                let _ = atlas_to_librarian.send(atlas.clone());
                report.send(Event::Atlas(atlas.clone()));
                match atlas.read_meshes() {
                    Ok(meshes) => report.send(Event::Meshes(
                        meshes
                            .iter()
                            .map(|mesh| (mesh.structure, bevy_meshes(mesh)))
                            .collect(),
                    )),
                    Err(error) => report.problem("the atlas's meshes", error),
                }
            }
            Err(error) => report.problem(dir.display().to_string(), error),
        });
        let (report, queue, model) = (reporter.clone(), ground.clone(), paths.model());
        spawn("grounder", move || {
            grounder::run(&model, &atlas_for_grounder, &queue, &report)
        });
        let report = reporter.clone();
        let first = (library, sample);
        let handle = spawn("librarian", move || {
            librarian::run(first, &atlas_for_librarian, &requests, &report)
        });
        Self {
            events: Mutex::new(received),
            reporter,
            librarian,
            ground,
            cancel: Arc::default(),
            importing: Arc::default(),
            finished: Mutex::new(handle.into_iter().collect()),
        }
    }

    /// The events that have come in since the last call.
    pub fn take_events(&self) -> Vec<Event> {
        self.events
            .lock()
            .map(|events| events.try_iter().collect())
            .unwrap_or_default()
    }

    /// For work outside the workers that reports to the window too.
    pub fn reporter(&self) -> Reporter {
        self.reporter.clone()
    }

    /// Asks the librarian; a librarian that has stopped has said why already.
    pub fn ask(&self, request: LibraryRequest) {
        let _ = self.librarian.send(request);
    }

    /// Sends the live text to the model; an older one that still waits is dropped.
    pub fn ground_live(&self, generation: u64, text: String) {
        self.ground.push_live(generation, text);
    }

    /// Asks which words speak for a place; an older question is dropped, also one that is being answered.
    pub fn explain(&self, question: Question) {
        self.ground.push_question(question);
    }

    /// Drops the question that waits or is being answered.
    pub fn stop_explaining(&self) {
        self.ground.drop_question();
    }

    /// Starts an import unless one is running; returns whether it was started.
    pub fn import(&self, files: Vec<PathBuf>) -> bool {
        self.start_batches("importer", move |cancel, ground, librarian, report| {
            importer::run(&files, cancel, ground, librarian, report);
        })
    }

    /// Starts placing anew what another version of the model placed, unless that or an import is running; returns whether it was
    /// started.
    pub fn replace(&self, version: String) -> bool {
        self.start_batches("replacer", move |cancel, ground, librarian, report| {
            replacer::run(version, cancel, ground, librarian, report);
        })
    }

    /// Starts a thread that grounds documents by batches, unless one is running; returns whether it was started.
    fn start_batches(
        &self,
        name: &str,
        work: impl FnOnce(&AtomicBool, &GroundQueue, &Sender<LibraryRequest>, &Reporter)
        + Send
        + 'static,
    ) -> bool {
        if self.importing.swap(true, Ordering::AcqRel) {
            return false;
        }
        self.cancel.store(false, Ordering::Release);
        let (cancel, importing) = (self.cancel.clone(), self.importing.clone());
        let (ground, librarian, report) = (
            self.ground.clone(),
            self.librarian.clone(),
            self.reporter.clone(),
        );
        spawn(name, move || {
            work(&cancel, &ground, &librarian, &report);
            importing.store(false, Ordering::Release);
        });
        true
    }

    /// Stops the import or the placing anew after the batch in hand.
    pub fn cancel_import(&self) {
        self.cancel.store(true, Ordering::Release);
    }

    /// Whether an import or a placing anew is running.
    pub fn is_importing(&self) -> bool {
        self.importing.load(Ordering::Acquire)
    }

    /// Lets the librarian finish what it was asked and close the file.
    pub fn close(&self) {
        self.cancel_import();
        let _ = self.librarian.send(LibraryRequest::Close);
        if let Ok(mut handles) = self.finished.lock() {
            for handle in handles.drain(..) {
                let _ = handle.join();
            }
        }
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Option<std::thread::JoinHandle<()>> {
    match std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(work)
    {
        Ok(handle) => Some(handle),
        Err(error) => {
            tracing::error!("the {name} thread could not be started: {error}");
            None
        }
    }
}
