//! The one way to work beside the frame. Three threads own what is slow (the atlas files, the model, the library); everything else
//! is a job of `runner.rs`. All answer by [`Answer`]s, each of which wakes an idle window.

pub mod asking;
mod atlases;
mod beside;
mod came;
mod dialogs;
mod drag_out;
mod duplicates;
mod export;
mod grounder;
mod ingest;
mod librarian;
pub mod mesh;
mod opening;
mod pace;
pub mod pages;
mod place;
mod preview;
mod runner;
mod similar;
mod staged;
mod texts;
mod tours;
mod watch;
mod weighing;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anatomy::Atlas;
use bevy::prelude::Resource;
use grounding::{Grounding, NameFinder};
use language::say;
use library::{CitationStyle, Filter, Order};
use viewer::{Chosen, Command, Effect, JobId, Message, Question, Staging};

pub use self::atlases::is_atlas_file;
pub use self::beside::Beside;
use self::grounder::GroundQueue;
use self::librarian::LibraryRequest;
pub use self::runner::{JobContext, spawn};
use self::runner::{Runner, later};
use crate::paths::{Paths, clipboard_folder};
use mesh::Surfaces;

/// Jobs have this long to end when the window closes.
const CLEARING_UP: Duration = Duration::from_millis(800);

/// What comes back from a worker.
pub enum Answer {
    /// A message for the core.
    Tell(Box<Message>),
    /// A command that follows from an answer of the user's (a path that was chosen).
    Do(Box<Command>),
    /// The surfaces of the home atlas as it is first read.
    Meshes(Vec<Surfaces>),
    /// Finds structures by names that nobody listed.
    Names(Arc<NameFinder>),
    /// An atlas with its surfaces, so that both come in one frame.
    Stage {
        /// The job that brings it.
        job: JobId,
        /// The message for the core.
        shown: Box<Message>,
        /// Its surfaces.
        meshes: Vec<Surfaces>,
    },
}

/// Meshes read from an atlas and not spawned yet.
#[derive(Resource, Default)]
pub struct LoadedMeshes {
    /// Surfaces per structure.
    pub structures: Vec<Surfaces>,
    /// They replace what is on the stage.
    pub anew: bool,
}

/// Sends answers and wakes the window.
#[derive(Clone)]
pub struct Reporter {
    answers: Sender<Answer>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Reporter {
    /// One whose answers a test hears.
    #[cfg(test)]
    pub fn heard() -> (Self, Receiver<Answer>) {
        let (answers, received) = channel();
        let wake = Arc::new(|| {});
        (Self { answers, wake }, received)
    }

    /// Sends an answer; a window that has closed no longer listens, which is not an error.
    pub fn send(&self, answer: Answer) {
        let _ = self.answers.send(answer);
        (self.wake)();
    }

    /// Lets an idle window run a frame.
    pub fn wake(&self) {
        (self.wake)();
    }

    /// Sends a message to the core.
    pub fn tell(&self, message: Message) {
        self.send(Answer::Tell(Box::new(message)));
    }

    /// Sends a problem.
    pub fn problem(&self, place: impl Into<String>, reason: impl ToString) {
        self.tell(Message::problem(place, reason));
    }
}

/// Finds structures by names that nobody listed, once the model is read.
#[derive(Resource, Default)]
pub struct KnownNames(pub Option<Arc<NameFinder>>);

/// The workers' ends that the window holds.
#[derive(Resource)]
pub struct Workers {
    answers: Mutex<Receiver<Answer>>,
    report: Reporter,
    librarian: Sender<LibraryRequest>,
    /// The number of the list that was asked for last.
    newest: Arc<AtomicU64>,
    ground: Arc<GroundQueue>,
    runner: Runner,
    library: Mutex<Option<std::thread::JoinHandle<()>>>,
    watch: Mutex<Option<watch::Watch>>,
    /// Ends the search for a page that was begun last.
    finding: Mutex<Arc<AtomicBool>>,
    dragging: drag_out::Dragging,
    filming: tours::Filming,
}

impl Workers {
    /// Starts the workers. `wake` must make an idle window run a frame; `library` is opened, when new filled with the `sample`.
    pub fn start(
        paths: Arc<Paths>,
        library: PathBuf,
        sample: bool,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> Self {
        let (answers, received) = channel();
        let report = Reporter { answers, wake };
        let (librarian, requests) = channel();
        let ground = Arc::new(GroundQueue::default());
        let (atlas_to_grounder, atlas_for_grounder) = channel();
        let (atlas_to_librarian, atlas_for_librarian) = channel();

        let (tell, dir) = (report.clone(), paths.atlas());
        spawn("atlas", &report, move || match Atlas::open(&dir) {
            Ok(atlas) => {
                let atlas = Arc::new(atlas);
                // Whoever waits has ended with the window when it no longer listens.
                let _ = atlas_to_librarian.send(atlas.clone());
                tell.tell(Message::HomeAtlas(atlas.clone()));
                match atlas.read_meshes() {
                    Ok(meshes) => {
                        tell.send(Answer::Meshes(Surfaces::of_all(&atlas, &meshes)));
                    }
                    Err(error) => tell.problem(say!("worker-place-meshes"), error),
                }
                // After the surfaces: to open the model takes a core for longer than the body does.
                let _ = atlas_to_grounder.send(atlas);
            }
            Err(error) => {
                tell.tell(Message::NoHomeAtlas(error.to_string()));
                tell.problem(dir.display().to_string(), error);
            }
        });
        let (tell, queue, model) = (report.clone(), ground.clone(), paths.model());
        let female = paths.female_atlas();
        spawn("grounder", &report, move || {
            grounder::run((&model, &female), &atlas_for_grounder, &queue, &tell);
        });
        let (tell, first) = (report.clone(), (library, sample.then(|| paths.sample())));
        let newest = Arc::new(AtomicU64::new(0));
        let wanted = newest.clone();
        let library = spawn("librarian", &report, move || {
            librarian::run(first, &atlas_for_librarian, &requests, &wanted, &tell);
        });
        let dragging = drag_out::Dragging::default();
        dragging.clear_old(&report);
        Self {
            answers: Mutex::new(received),
            runner: Runner::new(report.clone()),
            report,
            librarian,
            newest,
            ground,
            library: Mutex::new(library),
            watch: Mutex::default(),
            finding: Mutex::default(),
            dragging,
            filming: tours::Filming::default(),
        }
    }

    /// The answers that have come in since the last call.
    pub fn take_answers(&self) -> Vec<Answer> {
        self.answers
            .lock()
            .map(|answers| answers.try_iter().collect())
            .unwrap_or_default()
    }

    /// For work elsewhere that reports to the window too.
    pub fn reporter(&self) -> Reporter {
        self.report.clone()
    }

    /// Does what the core asks for, as far as it is work beside the frame: questions to the threads that own what is slow, and jobs.
    pub fn carry_out(&self, effect: Effect) {
        match effect {
            Effect::Ask(dialog) => dialogs::ask(dialog, &self.report),
            Effect::OpenSource(document) => self.open_source(document),
            Effect::OpenPath(path) => self.open_path(path),
            Effect::OpenLibrary(path) => self.ask(LibraryRequest::Open(path)),
            Effect::SaveCopy(path) => self.ask(LibraryRequest::SaveCopy(path)),
            Effect::Compare { both, atlas } => self.ask(LibraryRequest::Compare(both, atlas)),
            Effect::FindPage {
                generation,
                path,
                words,
            } => self.find_page(generation, path, words),
            Effect::ReadTitle(key) => self.ask(LibraryRequest::Title(key)),
            Effect::Remove(keys) => self.ask(LibraryRequest::Remove(keys)),
            Effect::Correct(key, corrections) => {
                self.ask(LibraryRequest::Correct(key, corrections));
            }
            Effect::TakeBack { numbers, again } => {
                self.ask(LibraryRequest::TakeBack(numbers, again));
            }
            Effect::Merge(merges) => self.ask(LibraryRequest::Merge(merges)),
            Effect::Mark(marks) => self.ask(LibraryRequest::Mark(marks)),
            Effect::MakeCollection(path) => self.ask(LibraryRequest::MakeCollection(path)),
            Effect::DropCollection(path) => self.ask(LibraryRequest::DropCollection(path)),
            Effect::KeepSearch(name, query) => self.ask(LibraryRequest::KeepSearch(name, query)),
            Effect::ForgetProblems(files) => self.ask(LibraryRequest::ForgetProblems(files)),
            Effect::PutAside { problems, back } => {
                let known = problems
                    .into_iter()
                    .map(|known| (known.place, known.reason));
                self.ask(LibraryRequest::PutAside(known.collect(), back));
            }
            Effect::KeepWatched(folder, on) => self.ask(LibraryRequest::KeepWatched(folder, on)),
            Effect::KeepLooked(folder, at) => self.ask(LibraryRequest::KeepLooked(folder, at)),
            Effect::FindSuperseded(files) => self.ask(LibraryRequest::FindSuperseded(files)),
            Effect::WatchFolders { library, folders } => {
                if let Ok(mut watch) = self.watch.lock() {
                    *watch = watch::follow(&library, &folders, &self.report);
                }
            }
            Effect::LookInto { library, watched } => {
                watch::look_into(library, watched, &self.report);
            }
            Effect::Restore(keys) => self.ask(LibraryRequest::Restore(keys)),
            Effect::Compact => self.ask(LibraryRequest::Compact),
            Effect::CountOutdated(now) => self.ask(LibraryRequest::CountOutdated(now)),
            Effect::SaveSession(session) => self.ask(LibraryRequest::SaveSession(session)),
            Effect::Rank {
                generation,
                question,
                filter,
                order,
                staging,
            } => self.rank(generation, question, (filter, order), staging),
            Effect::Read { key, staging } => self.ask(LibraryRequest::Read { key, staging }),
            of_text @ (Effect::Ground { .. }
            | Effect::Explain { .. }
            | Effect::StopExplaining
            | Effect::FindLandmark { .. }
            | Effect::ExplainText { .. }
            | Effect::StopExplainingText
            | Effect::PlaceVariants { .. }) => self.read_text(of_text),
            Effect::ListAtlases => atlases::list(&self.report),
            Effect::ReadIdentifiers(files) => ingest::count_identifiers(files, &self.report),
            Effect::ReadNames(atlas) => atlases::read_names(&self.report, *atlas),
            Effect::EndDragOut => self.dragging.end(),
            Effect::CancelJob(job) => self.runner.cancel(job),
            Effect::PauseJob(job, paused) => self.runner.pause(job, paused),
            Effect::TimeStop(number, seconds) => tours::time(number, seconds, &self.report),
            Effect::ReadTour(path) => tours::read(path, &self.report),
            Effect::WriteTour(path, tour) => tours::write(path, tour, &self.report),
            Effect::DropPictures(film) => tours::drop_pictures(film, &self.report),
            Effect::AgeNotice(number, seconds) => {
                let gone = viewer::command::WindowCommand::DismissNotice(number);
                later("notice", seconds, gone.into(), &self.report);
            }
            job @ (Effect::Import(..)
            | Effect::Preview { .. }
            | Effect::FindDuplicates(..)
            | Effect::PubMed(..)
            | Effect::Reground(..)
            | Effect::CopyLibrary { .. }
            | Effect::Export { .. }
            | Effect::Cite { .. }
            | Effect::Film(..)
            | Effect::Stage { .. }
            | Effect::ShowAtlas { .. }
            | Effect::ImportAtlas(..)
            | Effect::RebuildAtlas(..)
            | Effect::FetchAtlas(..)) => self.run(job),
            Effect::Fly(_)
            | Effect::Jump(_)
            | Effect::SavePicture(_)
            | Effect::Screenshot(_)
            | Effect::CopyText(_)
            | Effect::DragOut { .. }
            | Effect::ReadClipboard
            | Effect::Quit => tracing::error!("{effect:?} is not work beside the frame"),
        }
    }

    /// Looks whether the program is there that makes videos, and goes to where their pictures are made.
    pub fn find_ffmpeg(&self) {
        self.filming.look(&self.report);
    }

    /// Looks for words on the pages of a PDF; no longer for those that were looked for before.
    fn find_page(&self, generation: u64, path: PathBuf, words: String) {
        let cancel = Arc::new(AtomicBool::new(false));
        if let Ok(mut finding) = self.finding.lock() {
            finding.store(true, Ordering::Relaxed);
            *finding = cancel.clone();
        }
        pages::find(generation, (path, words), cancel, &self.report);
    }

    /// Has the system open the file or page that a document came from.
    fn open_source(&self, document: Box<library::Document>) {
        let report = self.report.clone();
        spawn("source", &self.report, move || {
            if let Err(reason) = dialogs::open_source(&document) {
                report.problem(document.title.clone(), reason);
            }
        });
    }

    /// Has the system open a file or a folder.
    fn open_path(&self, path: PathBuf) {
        let report = self.report.clone();
        spawn("path", &self.report, move || {
            if let Err(reason) = dialogs::open_path(&path) {
                report.problem(path.display().to_string(), reason);
            }
        });
    }

    /// Lets documents be carried out of this window.
    pub fn drag_out(
        &self,
        what: (Chosen, CitationStyle),
        from: (Option<&bevy::window::RawHandleWrapper>, Option<[i16; 2]>),
    ) {
        self.dragging.begin(what, from, &self.report);
    }

    /// Keeps the text of the clipboard as a file, and has it added.
    pub fn add_clipboard(&self, text: Option<String>) {
        let folder = clipboard_folder().map_err(|error| error.to_string());
        preview::add_clipboard(text, folder, &self.report);
    }

    /// Runs what is followed as a job.
    fn run(&self, effect: Effect) {
        let (ground, librarian) = (self.ground.clone(), self.librarian.clone());
        let run = &self.runner;
        match effect {
            Effect::Import(job, order) => run.run(job, move |job| {
                ingest::import(job, &order, &ground, &librarian)
            }),
            Effect::Preview {
                job,
                library,
                order,
            } => run.run(job, move |job| preview::look(job, &library, &order)),
            Effect::PubMed(job, search) => run.run(job, move |job| {
                ingest::pubmed(job, &search, &ground, &librarian)
            }),
            Effect::FindDuplicates(job, library) => {
                run.run(job, move |job| duplicates::find(job, &library));
            }
            Effect::Reground(job, now) => run.run(job, move |job| {
                ingest::reground(job, &now, &ground, &librarian)
            }),
            Effect::CopyLibrary { job, library, to } => {
                run.run(job, move |job| export::copy(job, &library, &to));
            }
            Effect::Export { job, chosen, to } => {
                run.run(job, move |job| export::export(job, &chosen, &to));
            }
            Effect::Cite { job, chosen, style } => {
                run.run(job, move |job| export::cite(job, &chosen, style));
            }
            Effect::Film(job, film) => run.run(job, move |job| tours::film(job, &film)),
            Effect::Stage {
                job,
                slug,
                entries,
                staging,
            } => run.run(job, move |job| {
                staged::stage(job, &slug, &entries, &staging);
                Ok(String::new())
            }),
            Effect::ShowAtlas { job, atlas, home } => {
                run.run(job, move |job| atlases::show(job, atlas.as_ref(), &home));
            }
            Effect::ImportAtlas(job, form, home) => {
                run.run(job, move |job| atlases::import(job, &form, home.as_ref()));
            }
            Effect::RebuildAtlas(job, names, home) => {
                run.run(job, move |job| atlases::rebuild(job, &names, home.as_ref()));
            }
            Effect::FetchAtlas(job, id, home) => {
                run.run(job, move |job| atlases::fetch(job, &id, home.as_ref()));
            }
            other => tracing::error!("{other:?} is no job"),
        }
    }

    /// Asks for a list; of words or of what is like a text, when the model has read it. Where the model is at something else, words are answered at once by
    /// themselves, and once more when they have been read.
    fn rank(
        &self,
        generation: u64,
        question: Question,
        (filter, order): (Filter, Order),
        staging: Option<Arc<Staging>>,
    ) {
        let to_read = asking::to_read(&question);
        self.newest.store(generation, Ordering::Release);
        let librarian = self.librarian.clone();
        let has_words = question.words().is_some();
        let ask = move |read: Option<Arc<Grounding>>| {
            let _ = librarian.send(LibraryRequest::Rank {
                generation,
                question: question.clone(),
                filter: filter.clone(),
                order,
                staging: staging.clone(),
                read,
            });
        };
        match to_read {
            Some(text) => self.ground.push_reading(text, has_words, ask),
            None => ask(None),
        }
    }

    /// Asks the librarian; a librarian that has stopped has said why already.
    fn ask(&self, request: LibraryRequest) {
        let _ = self.librarian.send(request);
    }

    /// Keeps the window's state, lets the librarian finish what it was asked, and closes the file.
    /// With `only_read` nothing is lost by leaving it at what it does, and it may wait for a server for long.
    pub fn close(&self, session: Option<viewer::Session>, only_read: bool) {
        self.runner.end_all(CLEARING_UP);
        self.dragging.close();
        self.filming.close();
        if let Some(session) = session {
            self.ask(LibraryRequest::SaveSession(Box::new(session)));
        }
        self.ask(LibraryRequest::Close);
        let handle = self.library.lock().ok().and_then(|mut held| held.take());
        if let Some(handle) = handle {
            let asked = Instant::now();
            while only_read && !handle.is_finished() {
                if asked.elapsed() > CLEARING_UP {
                    return;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            let _ = handle.join();
        }
    }
}
