//! The one way in for documents, with the threads that own the model and the library behind it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use grounding::Grounding;
use library::{
    AddReport, Document, GroundingStore, LibraryError, Observer, OnRecord, Progress, ReadOptions,
    Refusal, Store,
};

use viewer::{Message, Problem, PubMedSearch};

use super::JobContext;
use super::grounder::GroundQueue;
use super::librarian::LibraryRequest;
use crate::pubmed;

/// Documents placed at a time: few, so that the first ones land soon and the live text never waits long.
const BATCH: usize = 8;

/// Time in which records are counted before an import; of what takes longer the total is not known.
const COUNTING: Duration = Duration::from_secs(5);

/// Reads files and folders into the library that was open when it began; the last words about it.
pub fn import(
    job: &JobContext,
    files: &[PathBuf],
    ground: &Arc<GroundQueue>,
    librarian: &Sender<LibraryRequest>,
) -> Result<String, String> {
    let mut store = Librarian::of(librarian)?;
    let options = ReadOptions::for_this_program();
    job.progress("Counting", None);
    let total = library::count(files, &options, COUNTING, job.cancel_flag());
    let number = store
        .ask(|reply| LibraryRequest::BeginImport {
            of: store.library.clone(),
            files: files.to_vec(),
            reply,
        })
        .map_err(|error| error.to_string())?;
    let mut watch = Watch::new(job, "landed", total, Some(librarian));
    let done = library::ingest(files, &options, BATCH, &**ground, &mut store, &mut watch)
        .map_err(|error| error.to_string());
    // A thread that has ended has said why.
    let _ = librarian.send(LibraryRequest::EndImport(number));
    Ok(last_words(job, &done?))
}

/// Asks PubMed, and adds what it finds to the library that was open when it began; the last words about it.
pub fn pubmed(
    job: &JobContext,
    search: &PubMedSearch,
    ground: &Arc<GroundQueue>,
    librarian: &Sender<LibraryRequest>,
) -> Result<String, String> {
    let mut store = Librarian::of(librarian)?;
    let email = Some(search.email.trim().to_owned()).filter(|email| !email.is_empty());
    let mut client = pubmed::client(email, None).map_err(|error| error.to_string())?;
    job.progress(format!("Asking {}", client.host()), None);
    let cancelled = AtomicBool::new(false);
    let found = client
        .search(&search.query, search.most as usize, &cancelled)
        .map_err(|error| error.to_string())?;
    for warning in &found.warnings {
        job.problem("PubMed", warning);
    }
    let new = pubmed::new_of(&mut store, &found.pmids).map_err(|error| error.to_string())?;
    let known = found.pmids.len() - new.len();
    let mut outcome = Ok(());
    let mut watch = Watch::new(job, "landed", Some(new.len()), Some(librarian));
    let read = |stop: &AtomicBool, on_record: &mut OnRecord<'_>| {
        outcome = pubmed::fetch(&mut client, &new, stop, on_record);
    };
    let mut done = library::ingest_from(read, BATCH, &**ground, &mut store, &mut watch)
        .map_err(|error| error.to_string())?;
    done.duplicates += known;
    match outcome {
        Err(error) if !done.cancelled => Err(format!(
            "{error}; {} landed, asking again goes on from there",
            done.added
        )),
        _ => Ok(format!(
            "PubMed has {} articles; {}",
            found.count,
            last_words(job, &done)
        )),
    }
}

/// What became of an import.
fn last_words(job: &JobContext, done: &Progress) -> String {
    let mut words = format!("{} landed", done.added);
    if done.duplicates > 0 {
        words += &format!(", {} known already", done.duplicates);
    }
    if done.refused > 0 {
        words += &format!(", {} refused (see Problems)", done.refused);
    }
    if done.cancelled {
        job.mark_stopped();
        words += "; cancelled";
    }
    words
}

/// Places anew what another version of the model than this one placed; the last words about it.
pub fn reground(
    job: &JobContext,
    version: &str,
    ground: &Arc<GroundQueue>,
    librarian: &Sender<LibraryRequest>,
) -> Result<String, String> {
    let mut store = Librarian::of(librarian)?;
    let keys = store
        .ask(|reply| LibraryRequest::Outdated {
            version: version.to_owned(),
            reply,
        })
        .map_err(|error| error.to_string())?;
    let done = library::reground(
        &keys,
        BATCH,
        &**ground,
        &mut store,
        &mut Watch::new(job, "placed anew", None, None),
    )
    .map_err(|error| error.to_string())?;
    if done.cancelled {
        job.mark_stopped();
    }
    Ok(format!("Placed anew: {}", done.added))
}

/// The job as the one who watches the run.
struct Watch<'a> {
    job: &'a JobContext,
    /// What happens to documents, in the past.
    done: &'static str,
    /// Records that were counted before.
    total: Option<usize>,
    begun: Instant,
    /// Who keeps the records that are refused.
    librarian: Option<&'a Sender<LibraryRequest>>,
}

impl<'a> Watch<'a> {
    fn new(
        job: &'a JobContext,
        done: &'static str,
        total: Option<usize>,
        librarian: Option<&'a Sender<LibraryRequest>>,
    ) -> Self {
        Self {
            job,
            done,
            total,
            begun: Instant::now(),
            librarian,
        }
    }
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress) {
        let mut words = match progress.total {
            Some(total) => format!("{} of {total} {}", progress.added, self.done),
            None => format!("{} {} of {} read", progress.added, self.done, progress.read),
        };
        if progress.duplicates > 0 {
            words += &format!(", {} known already", progress.duplicates);
        }
        if progress.refused > 0 {
            words += &format!(", {} refused", progress.refused);
        }
        let done = match progress.total {
            Some(_) => progress.added + progress.duplicates + progress.refused,
            None => progress.read,
        };
        let pace = library::pace(done, progress.total, self.begun.elapsed());
        if !pace.is_empty() {
            words += &format!(", {pace}");
        }
        let total = progress.total.map(|total| total as u64);
        self.job.progress(words, Some((done as u64, total)));
    }

    fn refused(&mut self, refusal: Refusal) {
        let file = Some(&refusal.file).filter(|file| !file.as_os_str().is_empty());
        self.job.tell(Message::Problem(Problem {
            place: refusal.place.clone(),
            reason: refusal.reason.clone(),
            file: file.cloned(),
        }));
        if let Some(librarian) = self.librarian {
            let _ = librarian.send(LibraryRequest::KeepProblems(vec![refusal]));
        }
    }

    fn cancelled(&self) -> bool {
        self.job.is_cancelled()
    }

    fn total(&self) -> Option<usize> {
        self.total
    }
}

/// The library that was open when the run began, on the thread that owns it.
struct Librarian<'a> {
    requests: &'a Sender<LibraryRequest>,
    library: PathBuf,
}

impl<'a> Librarian<'a> {
    fn of(requests: &'a Sender<LibraryRequest>) -> Result<Self, String> {
        let (reply, answer) = channel();
        let closed = || "no library is open".to_owned();
        requests
            .send(LibraryRequest::Which(reply))
            .map_err(|_| closed())?;
        let library = answer.recv().map_err(|_| closed())?;
        Ok(Self { requests, library })
    }

    fn ask<T>(
        &self,
        request: impl FnOnce(Sender<Result<T, LibraryError>>) -> LibraryRequest,
    ) -> Result<T, LibraryError> {
        let gone = || LibraryError::NotFound(self.library.clone());
        let (reply, answer) = channel();
        self.requests.send(request(reply)).map_err(|_| gone())?;
        // No answer comes when another library has been opened meanwhile.
        answer.recv().map_err(|_| gone())?
    }
}

impl Store for Librarian<'_> {
    fn known(&mut self, documents: &[Document]) -> Result<Vec<bool>, LibraryError> {
        self.ask(|reply| LibraryRequest::Known {
            of: self.library.clone(),
            documents: documents.to_vec(),
            reply,
        })
    }

    fn add(&mut self, grounded: &[(Document, Grounding)]) -> Result<AddReport, LibraryError> {
        self.ask(|reply| LibraryRequest::Add {
            of: self.library.clone(),
            grounded: grounded.to_vec(),
            reply,
        })
    }
}

impl GroundingStore for Librarian<'_> {
    fn document(&mut self, key: i64) -> Result<Option<Document>, LibraryError> {
        self.ask(|reply| LibraryRequest::Document {
            of: self.library.clone(),
            key,
            reply,
        })
    }

    fn set_groundings(&mut self, placed: &[(i64, Grounding)]) -> Result<usize, LibraryError> {
        self.ask(|reply| LibraryRequest::Replace {
            of: self.library.clone(),
            placed: placed.to_vec(),
            reply,
        })
    }
}
