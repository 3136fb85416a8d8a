//! The way of a text into a library, written once for the command line and for the window: it is read, recognised if it is there
//! already, placed in the body, and stored, batch by batch; and the way of those that are placed anew.
//!
//! Who places texts is a [`Ground`], where they go is a [`Store`], and who watches is an [`Observer`], so that the window can put
//! the threads that own the model and the library behind them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::time::{Duration, Instant};

use grounding::{Grounder, Grounding, PlacedIn, TextInput};

use crate::store::{AddReport, Completed, Library, LibraryError, Recognised, unusable};
use crate::{Document, Location, Note, PassedOver, ReadError, ReadOptions, read_paths_noting};

/// Records that are read ahead of the one in hand: enough that reading and placing go on side by side.
const READ_AHEAD: usize = 16;
/// For how long documents that have their places are gathered before they are stored.
const GATHERING: Duration = Duration::from_secs(1);
/// How often the observer is asked whether to go on while a file is being read.
const POLL: Duration = Duration::from_millis(50);

/// A document as the model reads it.
pub fn text_input(document: &Document) -> TextInput<'_> {
    TextInput {
        id: Some(&document.id),
        title: (!document.title.is_empty()).then_some(document.title.as_str()),
        text: &document.text,
    }
}

/// Places texts in the body.
pub trait Ground {
    /// For each document, in order, the document with its place or with why it has none.
    fn ground(&self, documents: Vec<Document>) -> Vec<(Document, Result<Grounding, String>)>;
}

impl Ground for Grounder {
    fn ground(&self, mut documents: Vec<Document>) -> Vec<(Document, Result<Grounding, String>)> {
        // What this very model has placed elsewhere is where it would place it here.
        let taken: Vec<Option<Grounding>> = documents
            .iter_mut()
            .map(|document| {
                let placed = document.placed.take()?;
                let elsewhere = |atlas: &PlacedIn| !atlas.is_of(self.placed_in());
                let here = !placed.atlas.as_ref().is_some_and(elsewhere);
                (placed.model == self.model().version && here).then_some(*placed)
            })
            .collect();
        let texts = documents.iter().zip(&taken);
        let texts = texts.filter(|(_, taken)| taken.is_none());
        let texts: Vec<TextInput> = texts.map(|(document, _)| text_input(document)).collect();
        let mut placed = self.ground_apart(&texts).into_iter();
        let mut place = |taken: Option<Grounding>| match taken {
            Some(grounding) => Ok(grounding),
            None => match placed.next() {
                Some(placed) => placed.map_err(|error| error.to_string()),
                None => Err("it was not placed".to_owned()),
            },
        };
        let placed: Vec<_> = taken.into_iter().map(&mut place).collect();
        documents.into_iter().zip(placed).collect()
    }
}

/// Where texts with their places go.
pub trait Store {
    /// For each document, in order, whether it is there already, so that it need not be placed. What the one that is there lacks, but for a text, it
    /// takes over.
    ///
    /// # Errors
    /// If the store cannot be read; the run ends.
    fn known(&mut self, documents: &[Document]) -> Result<Vec<bool>, LibraryError>;

    /// The same, and which documents of the store have taken over something. A store that knows none says of none.
    ///
    /// # Errors
    /// As [`Store::known`].
    fn recognise(&mut self, documents: &[Document]) -> Result<Recognised, LibraryError> {
        Ok(Recognised {
            known: self.known(documents)?,
            completed: Vec::new(),
        })
    }

    /// Adds documents with their groundings, all or none; see [`Library::add`].
    ///
    /// # Errors
    /// If the store cannot be written; the run ends.
    fn add(&mut self, grounded: &[(Document, Grounding)]) -> Result<AddReport, LibraryError>;
}

/// A store whose groundings can be replaced.
pub trait GroundingStore {
    /// The document with this key; `None` if it is no longer there.
    ///
    /// # Errors
    /// [`LibraryError::Damaged`] refuses this document; after any other error the run ends.
    fn document(&mut self, key: i64) -> Result<Option<Document>, LibraryError>;

    /// Replaces groundings, all or none; see [`Library::set_groundings`]. Returns how many were replaced.
    ///
    /// # Errors
    /// If the store cannot be written; the run ends.
    fn set_groundings(&mut self, placed: &[(i64, Grounding)]) -> Result<usize, LibraryError>;
}

impl Store for Library {
    fn known(&mut self, documents: &[Document]) -> Result<Vec<bool>, LibraryError> {
        Ok(Library::recognise(self, documents)?.known)
    }

    fn recognise(&mut self, documents: &[Document]) -> Result<Recognised, LibraryError> {
        Library::recognise(self, documents)
    }

    fn add(&mut self, grounded: &[(Document, Grounding)]) -> Result<AddReport, LibraryError> {
        let report = Library::add(self, grounded)?;
        if !report.newer.is_empty() {
            self.merge(&report.newer)?;
        }
        Ok(report)
    }
}

impl GroundingStore for Library {
    fn document(&mut self, key: i64) -> Result<Option<Document>, LibraryError> {
        self.ensure_sound()?;
        Ok(self.get_by_key(key)?.map(|stored| stored.document))
    }

    fn set_groundings(&mut self, placed: &[(i64, Grounding)]) -> Result<usize, LibraryError> {
        Library::set_groundings(self, placed)
    }
}

/// How far a run has come. When an import has ended and was not cancelled, `read` is the sum of the next three counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// Records met, good and bad.
    pub read: usize,
    /// Documents added, or placed anew.
    pub added: usize,
    /// Documents that are in the library already.
    pub duplicates: usize,
    /// Documents of the library that have taken over something from records of works that it has already. They are no further records.
    pub completed: usize,
    /// Records that could not be read, placed or stored; each was reported.
    pub refused: usize,
    /// Files of the folders and archives that were given whose kinds cannot be read; told at the end. They are no records.
    pub passed_over: usize,
    /// Number of records in all, where it is known beforehand.
    pub total: Option<usize>,
    /// Whether the observer stopped the run; what had been stored by then stays.
    pub cancelled: bool,
}

/// A record that could not be read, placed or stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Which one: file and place in it (`notes.ris, line 5`), and of a document its title (`notes.ris, line 5, “The liver”`), or
    /// the title alone if no file is known.
    pub place: String,
    /// Why.
    pub reason: String,
    /// The file, so that it can be tried again; empty if none is known.
    pub file: PathBuf,
}

impl Refusal {
    /// A document that was read but could not be placed or stored.
    pub fn of(document: &Document, reason: impl Into<String>) -> Self {
        Refusal {
            place: place_of(document),
            reason: reason.into(),
            file: document.source.path.clone(),
        }
    }
}

/// Where a document was read from, in the words in which the readers refuse a record, and what it is called.
fn place_of(document: &Document) -> String {
    let source = &document.source;
    if source.path.as_os_str().is_empty() {
        return document.called().to_owned();
    }
    let place = match source.line {
        None => Location::File,
        Some(line) if line == source.record => Location::Line(line),
        Some(line) => Location::Record {
            number: source.record,
            line,
        },
    };
    format!("{}, “{}”", place.within(&source.path), document.called())
}

impl Refusal {
    /// Files of a folder or an archive whose kinds cannot be read.
    pub fn of_passed_over(place: PathBuf, passed: &PassedOver) -> Self {
        Refusal {
            place: place.display().to_string(),
            reason: passed.in_full(),
            file: place,
        }
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        Refusal {
            place: error.within(),
            reason: error.reason.to_string(),
            file: error.file,
        }
    }
}

/// How many documents go through a step at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// Placed.
    pub placed: usize,
    /// Stored, at most: fewer where placing takes longer than a second, and at least what was placed at a time.
    pub stored: usize,
}

impl From<usize> for Batch {
    /// What was placed is stored before anything else is placed.
    fn from(placed: usize) -> Self {
        Self {
            placed,
            stored: placed,
        }
    }
}

/// Who watches a run, and may stop it.
pub trait Observer {
    /// Told at the beginning, after each batch, and at the end.
    fn progress(&mut self, progress: &Progress);
    /// Told of each record that is refused.
    fn refused(&mut self, refusal: Refusal);
    /// Told at the end of each folder or archive that holds files of kinds that cannot be read.
    fn passed_over(&mut self, passed: Refusal) {
        self.refused(passed);
    }
    /// Whether to stop; asked often, also in the middle of a file. A batch that has been begun is still stored.
    fn cancelled(&self) -> bool;
    /// Whether to wait, until it says otherwise or the run is cancelled; asked between batches and while files are being read.
    fn paused(&self) -> bool {
        false
    }
    /// How many records there will be, where that is known; asked once, at the beginning.
    fn total(&self) -> Option<usize> {
        None
    }
}

/// How fast a run is: `40 a second, 6 min left`. `done` records of `total` took `time` without pauses; empty while too little is known.
pub fn pace(done: usize, total: Option<usize>, time: Duration) -> String {
    /// Before that a rate jumps about.
    const LEAST: Duration = Duration::from_secs(3);
    if done == 0 || time < LEAST {
        return String::new();
    }
    let rate = done as f64 / time.as_secs_f64();
    let mut words = if rate >= 1.0 {
        format!("{rate:.0} a second")
    } else {
        format!("{:.0} a minute", (rate * 60.0).max(1.0))
    };
    let left = total.map(|total| total.saturating_sub(done) as f64 / rate);
    match left.map(f64::round) {
        None => {}
        Some(seconds) if seconds < 60.0 => words += &format!(", {seconds:.0} s left"),
        Some(seconds) if seconds < 5_400.0 => words += &format!(", {:.0} min left", seconds / 60.0),
        Some(seconds) => words += &format!(", {:.1} h left", seconds / 3_600.0),
    }
    words
}

/// Reads files and folders, and adds what is in them to a store, batch by batch.
///
/// A record that is refused holds back no other. Files are read on a thread of their own, a little ahead of what is placed.
///
/// # Errors
/// The first failure of the store ends the run; what was stored before stays.
pub fn ingest(
    paths: &[PathBuf],
    options: &ReadOptions,
    batch: impl Into<Batch>,
    ground: &dyn Ground,
    store: &mut dyn Store,
    observer: &mut dyn Observer,
) -> Result<Progress, LibraryError> {
    let (tell, told) = channel();
    let read = move |stop: &AtomicBool, on_record: &mut OnRecord<'_>| {
        let notes = |note: Note| {
            let noticed = match note {
                Note::PassedOver { place, passed } => Noticed::PassedOver(place, passed),
                Note::Unchanged { .. } => Noticed::Unchanged,
                _ => return,
            };
            // Who listens stays until all is read.
            let _ = tell.send(noticed);
        };
        read_paths_noting(paths, options, stop, on_record, &notes);
    };
    run_through(read, &told, batch.into(), ground, store, observer)
}

/// Whom records are given to as soon as they are read.
pub type OnRecord<'a> = dyn FnMut(Result<Document, ReadError>) + 'a;

/// [`ingest`] of records from anywhere: `read` gives them, on a thread of its own, and ends early when the flag is set.
///
/// # Errors
/// As [`ingest`].
pub fn ingest_from(
    read: impl FnOnce(&AtomicBool, &mut OnRecord<'_>) + Send,
    batch: impl Into<Batch>,
    ground: &dyn Ground,
    store: &mut dyn Store,
    observer: &mut dyn Observer,
) -> Result<Progress, LibraryError> {
    run_through(read, &channel().1, batch.into(), ground, store, observer)
}

/// What a run is told besides records.
enum Noticed {
    /// A folder or an archive has files of kinds that cannot be read.
    PassedOver(PathBuf, PassedOver),
    /// A file is a document that is in the library already, and has not changed.
    Unchanged,
}

/// [`ingest_from`], where files are passed over.
fn run_through(
    read: impl FnOnce(&AtomicBool, &mut OnRecord<'_>) + Send,
    noticed: &Receiver<Noticed>,
    batch: Batch,
    ground: &dyn Ground,
    store: &mut dyn Store,
    observer: &mut dyn Observer,
) -> Result<Progress, LibraryError> {
    let total = observer.total();
    let mut run = Run::new(ground, observer, total);
    let cancel = AtomicBool::new(false);
    let outcome = std::thread::scope(|scope| {
        let (sender, records) = sync_channel(READ_AHEAD);
        let stop = &cancel;
        scope.spawn(move || {
            read(stop, &mut |record| {
                if sender.send(record).is_err() {
                    stop.store(true, Ordering::Relaxed); // the run has ended early
                }
            });
        });
        let outcome = run.take(&records, noticed, batch, store);
        // The reader ends at its next record, which nobody takes, or in the middle of a PDF.
        cancel.store(true, Ordering::Relaxed);
        drop(records);
        outcome
    });
    run.hear(noticed);
    for (place, passed) in std::mem::take(&mut run.passed_over) {
        run.progress.passed_over += passed.files;
        let passed = Refusal::of_passed_over(place, &passed);
        run.observer.passed_over(passed);
    }
    run.ended(outcome)
}

/// Places the documents with these keys anew, `batch` at a time. Those that are no longer in the store are passed over.
///
/// # Errors
/// The first failure of the store ends the run; what was stored before stays.
pub fn reground(
    keys: &[i64],
    batch: usize,
    ground: &dyn Ground,
    store: &mut dyn GroundingStore,
    observer: &mut dyn Observer,
) -> Result<Progress, LibraryError> {
    let mut run = Run::new(ground, observer, Some(keys.len()));
    for keys in keys.chunks(batch.max(1)) {
        if run.stopped() {
            break;
        }
        let replaced = run.replace(keys, store);
        if replaced.is_err() {
            return run.ended(replaced);
        }
    }
    Ok(run.finish())
}

/// Documents with their places that are not stored yet.
#[derive(Default)]
struct Gathered {
    documents: Vec<(Document, Grounding)>,
    /// When the first of them began to be placed.
    since: Option<Instant>,
}

impl Gathered {
    /// Whether they are to be stored before more are placed.
    fn are_due(&self, batch: Batch) -> bool {
        let full = self.documents.len() + batch.placed > batch.stored;
        let long = |since: Instant| since.elapsed() >= GATHERING;
        !self.documents.is_empty() && (full || self.since.is_some_and(long))
    }
}

struct Run<'a> {
    ground: &'a dyn Ground,
    observer: &'a mut dyn Observer,
    progress: Progress,
    /// Keys of documents that have taken over something.
    completed: BTreeSet<i64>,
    /// What the observer was told last.
    told: Progress,
    /// Of what was passed over the observer is told at the end.
    passed_over: Vec<(PathBuf, PassedOver)>,
}

impl<'a> Run<'a> {
    fn new(ground: &'a dyn Ground, observer: &'a mut dyn Observer, total: Option<usize>) -> Self {
        let progress = Progress {
            total,
            ..Progress::default()
        };
        observer.progress(&progress);
        Run {
            ground,
            observer,
            told: progress.clone(),
            progress,
            completed: BTreeSet::new(),
            passed_over: Vec::new(),
        }
    }

    fn complete(&mut self, completed: &[Completed]) {
        let keys = completed.iter().map(|completed| completed.key);
        self.completed.extend(keys);
        self.progress.completed = self.completed.len();
    }

    fn tell(&mut self) {
        if self.told != self.progress {
            self.told = self.progress.clone();
            self.observer.progress(&self.progress);
        }
    }

    fn hear(&mut self, noticed: &Receiver<Noticed>) {
        for noticed in noticed.try_iter() {
            match noticed {
                Noticed::PassedOver(place, passed) => self.passed_over.push((place, passed)),
                Noticed::Unchanged => {
                    self.progress.read += 1;
                    self.progress.duplicates += 1;
                }
            }
        }
    }

    fn finish(mut self) -> Progress {
        self.tell();
        self.progress
    }

    /// The end of a run; of one that failed, how far it came.
    fn ended(self, outcome: Result<(), LibraryError>) -> Result<Progress, LibraryError> {
        let progress = self.finish();
        match outcome {
            Ok(()) => Ok(progress),
            // That nothing is stored needs no words, but on a full disk it is the first question.
            Err(error) if progress.added == 0 && !error.is_disk_full() => Err(error),
            Err(error) => Err(LibraryError::Interrupted {
                stored: progress.added,
                read: progress.read,
                total: progress.total,
                error: Box::new(error),
            }),
        }
    }

    /// Whether the run was cancelled; waits while it is paused.
    fn stopped(&mut self) -> bool {
        while self.observer.paused() && !self.observer.cancelled() {
            std::thread::sleep(POLL);
        }
        self.progress.cancelled |= self.observer.cancelled();
        self.progress.cancelled
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.progress.refused += 1;
        self.observer.refused(refusal);
    }

    /// Takes records as they come, until there are no more.
    fn take(
        &mut self,
        records: &Receiver<Result<Document, ReadError>>,
        noticed: &Receiver<Noticed>,
        batch: Batch,
        store: &mut dyn Store,
    ) -> Result<(), LibraryError> {
        let mut gathered = Gathered::default();
        let mut waiting = Vec::new();
        while !self.observer.cancelled() {
            self.hear(noticed);
            if self.observer.paused() || gathered.are_due(batch) {
                self.store(&mut gathered, store)?;
            }
            if self.stopped() {
                break;
            }
            match records.recv_timeout(POLL) {
                Ok(Ok(document)) => {
                    self.progress.read += 1;
                    waiting.push(document);
                    if waiting.len() >= batch.placed.max(1) {
                        self.gather(std::mem::take(&mut waiting), &mut gathered, store)?;
                    }
                }
                Ok(Err(error)) => {
                    self.progress.read += 1;
                    self.refuse(error.into());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    if !waiting.is_empty() {
                        self.gather(waiting, &mut gathered, store)?;
                    }
                    break;
                }
            }
        }
        self.progress.cancelled |= self.observer.cancelled();
        self.store(&mut gathered, store)
    }

    /// One batch: what is new of it is placed, to be stored.
    fn gather(
        &mut self,
        documents: Vec<Document>,
        gathered: &mut Gathered,
        store: &mut dyn Store,
    ) -> Result<(), LibraryError> {
        let began = Instant::now();
        let Recognised { known, completed } = store.recognise(&documents)?;
        self.complete(&completed);
        let read = documents.len();
        let new: Vec<Document> = documents
            .into_iter()
            .zip(known)
            .filter_map(|(document, known)| (!known).then_some(document))
            .collect();
        self.progress.duplicates += read - new.len();
        let placed = self.place(new).into_iter();
        let placed = placed.map(|(_, document, grounding)| (document, grounding));
        gathered.documents.extend(placed);
        if gathered.documents.is_empty() {
            self.tell();
        } else {
            gathered.since.get_or_insert(began);
        }
        Ok(())
    }

    /// Stores what has been gathered.
    fn store(
        &mut self,
        gathered: &mut Gathered,
        store: &mut dyn Store,
    ) -> Result<(), LibraryError> {
        let Gathered { documents, .. } = std::mem::take(gathered);
        if !documents.is_empty() {
            let report = store.add(&documents)?;
            self.progress.added += report.added;
            self.progress.duplicates += report.duplicates.len();
            self.complete(&report.completed);
            for refused in report.refused {
                let refusal = match documents.get(refused.index) {
                    Some((document, _)) => Refusal::of(document, refused.reason),
                    None => Refusal {
                        place: refused.id,
                        reason: refused.reason,
                        file: PathBuf::new(),
                    },
                };
                self.refuse(refusal);
            }
        }
        self.tell();
        Ok(())
    }

    /// One batch: what is there of it is placed and replaced.
    fn replace(
        &mut self,
        keys: &[i64],
        store: &mut dyn GroundingStore,
    ) -> Result<(), LibraryError> {
        let mut found = Vec::with_capacity(keys.len());
        let mut documents = Vec::with_capacity(keys.len());
        for &key in keys {
            match store.document(key) {
                Ok(Some(document)) => {
                    self.progress.read += 1;
                    found.push(key);
                    documents.push(document);
                }
                Ok(None) => {}
                Err(LibraryError::Damaged { key, reason }) => {
                    self.progress.read += 1;
                    self.refuse(Refusal {
                        place: format!("document {key} of the library"),
                        reason: format!("it is damaged: {reason}"),
                        file: PathBuf::new(),
                    });
                }
                Err(error) => return Err(error),
            }
        }
        let mut placed = Vec::with_capacity(found.len());
        for (index, document, grounding) in self.place(documents) {
            // The store takes all or none: one that cannot be kept must not hold back the others.
            match unusable(&grounding) {
                Some(reason) => self.refuse(Refusal::of(&document, reason)),
                None => placed.push((found[index], grounding)),
            }
        }
        if !placed.is_empty() {
            self.progress.added += store.set_groundings(&placed)?;
        }
        self.tell();
        Ok(())
    }

    /// Documents with their index and place; those that have none are refused.
    fn place(&mut self, documents: Vec<Document>) -> Vec<(usize, Document, Grounding)> {
        if documents.is_empty() {
            return Vec::new();
        }
        let places: Vec<(String, PathBuf)> = documents
            .iter()
            .map(|document| (place_of(document), document.source.path.clone()))
            .collect();
        let mut results = self.ground.ground(documents).into_iter();
        let mut placed = Vec::with_capacity(places.len());
        for (index, (place, file)) in places.into_iter().enumerate() {
            let reason = match results.next() {
                Some((document, Ok(grounding))) => {
                    placed.push((index, document, grounding));
                    continue;
                }
                Some((_, Err(reason))) => reason,
                None => "the model gave no answer".to_owned(),
            };
            self.refuse(Refusal {
                place,
                reason,
                file,
            });
        }
        placed
    }
}
