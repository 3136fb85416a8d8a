//! The one way in for documents, with the threads that own the model and the library behind it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use download::pubmed::PubMed;
use grounding::Grounding;
use language::say;
use library::{
    AddReport, Batch, Counting, Document, FullTextStore, GroundingStore, Library, LibraryError,
    Observer, PlacedBy, Progress, ReadOptions, Recognised, Refusal, Store,
};

use viewer::{Identified, ImportOrder, Message, Problem, PubMedSearch};

use super::grounder::GroundQueue;
use super::librarian::LibraryRequest;
use super::pace::pace;
use super::{JobContext, Reporter, spawn};
use crate::full_text;
use crate::pubmed::{self, Articles, Way};

/// Documents placed at a time: few, so that the first ones land soon and the live text never waits long.
const BATCH: usize = 8;
/// Documents stored at a time where many a second are placed: questions are answered in between.
const STORED: usize = 128;

/// Time in which records are counted before an import; what takes longer is counted beside it.
const COUNTING: Duration = Duration::from_secs(5);

/// Reads files and folders into the library that was open when it began; the last words about it.
pub fn import(
    job: &JobContext,
    order: &ImportOrder,
    ground: &Arc<GroundQueue>,
    librarian: &Sender<LibraryRequest>,
) -> Result<String, String> {
    let mut store = Librarian::of(librarian)?;
    let files = &order.files;
    // Beside the one who owns the library; what cannot be told is read again.
    let before = Library::open(&store.library).and_then(|library| library.files_read());
    let options = ReadOptions {
        columns: order.columns.clone(),
        read_before: before.ok().map(Arc::new),
        ..ReadOptions::for_this_program()
    };
    let counting = order.total.is_none().then(|| {
        job.progress(say!("worker-counting"), None);
        let counting = Counting::of(files.clone(), options.clone());
        counting.wait(COUNTING, &|| job.is_cancelled());
        counting
    });
    let total = order.total.or_else(|| counting.as_ref()?.total());
    let number = store
        .ask(|reply| LibraryRequest::BeginImport {
            of: store.library.clone(),
            files: files.clone(),
            reply,
        })
        .map_err(|error| error.to_string())?;
    let mut watch = Watch::new(job, Doing::Adding, total, Some(librarian));
    watch.counting = counting;
    let batch = Batch {
        placed: BATCH,
        stored: STORED,
    };
    let done = library::ingest(files, &options, batch, &**ground, &mut store, &mut watch)
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
    let key = Some(search.key.0.trim().to_owned()).filter(|key| !key.is_empty());
    let mut client = pubmed::client(email, key).map_err(|error| error.to_string())?;
    client.on_wait(job.says());
    job.progress(say!("worker-asking", host = client.host()), None);
    let cancel = job.cancel_flag();
    let order = if search.files.is_empty() {
        pubmed::search(&mut client, &search.query, search.most as usize, cancel)
            .map_err(anyhow::Error::from)
    } else {
        let listed = pubmed::listed(&search.files, cancel);
        for refusal in &listed.refused {
            job.problem(&refusal.place, &refusal.reason);
        }
        if listed.is_empty() {
            let files = search.named_files();
            return Err(say!("worker-no-identifier", files = files));
        }
        let all_dois = search.full_text;
        pubmed::look_up(&mut client, listed, &mut store, all_dois, cancel)
    };
    let order = order.map_err(|error| error.to_string())?;
    for warning in &order.warnings {
        job.problem("PubMed", warning);
    }
    let (count, asked) = (order.count, order.asked);
    job.progress(
        say!("worker-pubmed-has", count = count, asked = asked),
        Some((0, Some(asked as u64))),
    );
    let mut way = Way {
        batch: BATCH,
        ground: &**ground,
        store: &mut store,
        observer: &mut Watch::new(job, Doing::Adding, Some(asked), Some(librarian)),
        cancel,
        full_text: search.full_text,
    };
    let mut added = pubmed::add(&mut client, order, &mut way).map_err(|error| error.to_string())?;
    if added.missed > 0 {
        job.problem("PubMed", say!("worker-pubmed-missed", count = added.missed));
    }
    match added.failed {
        Some(error) => Err(say!(
            "worker-pubmed-failed",
            error = error.to_string(),
            count = added.progress.added
        )),
        None => {
            let mut words = last_words(job, &added.progress);
            if search.full_text && !added.progress.cancelled {
                let articles = std::mem::take(&mut added.articles);
                let found =
                    full_texts(job, &mut client, articles, &mut store, (ground, librarian))?;
                words = say!("worker-with-full-texts", words = words, full_texts = found);
            }
            Ok(say!("worker-pubmed-done", count = count, words = words))
        }
    }
}

/// Adds the full texts of articles that are open access; the last words about that.
fn full_texts(
    job: &JobContext,
    client: &mut PubMed,
    articles: Articles,
    store: &mut Librarian<'_>,
    (ground, librarian): (&Arc<GroundQueue>, &Sender<LibraryRequest>),
) -> Result<String, String> {
    let mut europe_pmc = full_text::client().map_err(|error| error.to_string())?;
    europe_pmc.on_wait(job.says());
    job.progress(say!("worker-looking-for-full-texts"), None);
    let mut way = Way {
        batch: BATCH,
        ground: &**ground,
        store,
        observer: &mut Watch::new(job, Doing::FullTexts, None, Some(librarian)),
        cancel: job.cancel_flag(),
        full_text: true,
    };
    let wanted = full_text::wanted(client, articles, &mut way).map_err(|e| e.to_string())?;
    job.progress(say!("worker-asking", host = europe_pmc.host()), None);
    let done = full_text::add(&mut europe_pmc, &wanted, &mut way).map_err(|e| e.to_string())?;
    let mut facts = vec![say!("worker-full-texts", count = done.added)];
    if done.closed > 0 {
        facts.push(say!("worker-not-open-access", count = done.closed));
    }
    if done.refused > 0 {
        facts.push(say!("worker-refused-see", count = done.refused));
    }
    let words = ended(job, &facts, done.cancelled);
    match done.failed {
        Some(error) => Err(say!(
            "worker-full-texts-failed",
            error = error.to_string(),
            words = words
        )),
        None => Ok(words),
    }
}

/// Counts the identifiers that files hold, and tells.
pub fn count_identifiers(files: Vec<PathBuf>, report: &Reporter) {
    let tell = report.clone();
    spawn("identifiers", report, move || {
        let listed = pubmed::listed(&files, &AtomicBool::new(false));
        let identified = Identified {
            pmids: listed.pmids.len(),
            dois: listed.dois.len(),
            refused: listed.refused.len(),
        };
        tell.tell(Message::Identified(files, identified));
    });
}

/// What became of an import.
fn last_words(job: &JobContext, done: &Progress) -> String {
    let mut facts = vec![say!("worker-landed", count = done.added)];
    if done.duplicates > 0 {
        facts.push(say!("worker-known", count = done.duplicates));
    }
    if done.completed > 0 {
        facts.push(say!("worker-completed", count = done.completed));
    }
    if done.refused > 0 {
        facts.push(say!("worker-refused-see", count = done.refused));
    }
    if done.passed_over > 0 {
        facts.push(say!("worker-passed-over", count = done.passed_over));
    }
    ended(job, &facts, done.cancelled)
}

/// Facts about what was done, and whether it was cancelled.
fn ended(job: &JobContext, facts: &[String], cancelled: bool) -> String {
    let words = facts.join(", ");
    if cancelled {
        job.mark_stopped();
        return say!("worker-stopped", words = words);
    }
    words
}

/// Places anew what another model placed, or what was placed in another atlas; the last words about it.
pub fn reground(
    job: &JobContext,
    now: &PlacedBy,
    ground: &Arc<GroundQueue>,
    librarian: &Sender<LibraryRequest>,
) -> Result<String, String> {
    let mut store = Librarian::of(librarian)?;
    let keys = store
        .ask(|reply| LibraryRequest::Outdated {
            now: now.clone(),
            reply,
        })
        .map_err(|error| error.to_string())?;
    let done = library::reground(
        &keys,
        BATCH,
        &**ground,
        &mut store,
        &mut Watch::new(job, Doing::PlacingAnew, None, None),
    )
    .map_err(|error| error.to_string())?;
    if done.cancelled {
        job.mark_stopped();
    }
    Ok(say!("worker-placed-anew", count = done.added))
}

/// What happens to documents.
#[derive(Clone, Copy)]
enum Doing {
    Adding,
    PlacingAnew,
    FullTexts,
}

impl Doing {
    /// How many are done, of all where that is known, else of those that were read.
    fn done(self, progress: &Progress) -> String {
        let (count, read) = (progress.added, progress.read);
        match (self, progress.total) {
            (Self::Adding, Some(total)) => say!("worker-landed-of", count = count, total = total),
            (Self::Adding, None) => say!("worker-landed-of-read", count = count, read = read),
            (Self::PlacingAnew, Some(total)) => {
                say!("worker-placed-of", count = count, total = total)
            }
            (Self::PlacingAnew, None) => say!("worker-placed-of-read", count = count, read = read),
            (Self::FullTexts, Some(total)) => {
                say!("worker-full-texts-of", count = count, total = total)
            }
            (Self::FullTexts, None) => {
                say!("worker-full-texts-of-read", count = count, read = read)
            }
        }
    }
}

/// The job as the one who watches the run.
struct Watch<'a> {
    job: &'a JobContext,
    doing: Doing,
    /// Records that were counted before.
    total: Option<usize>,
    /// Who counts them beside the run.
    counting: Option<Counting>,
    begun: Instant,
    /// Who keeps the records that are refused.
    librarian: Option<&'a Sender<LibraryRequest>>,
}

impl<'a> Watch<'a> {
    fn new(
        job: &'a JobContext,
        doing: Doing,
        total: Option<usize>,
        librarian: Option<&'a Sender<LibraryRequest>>,
    ) -> Self {
        Self {
            job,
            doing,
            total,
            counting: None,
            begun: Instant::now(),
            librarian,
        }
    }
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress) {
        let counted = || self.counting.as_ref().and_then(Counting::total);
        let progress = &Progress {
            total: progress.total.or_else(counted),
            ..progress.clone()
        };
        let mut facts = vec![self.doing.done(progress)];
        if progress.duplicates > 0 {
            facts.push(say!("worker-known", count = progress.duplicates));
        }
        if progress.refused > 0 {
            facts.push(say!("worker-refused", count = progress.refused));
        }
        let done = match progress.total {
            Some(_) => progress.added + progress.duplicates + progress.refused,
            None => progress.read,
        };
        let time = self.begun.elapsed().saturating_sub(self.job.waited());
        facts.extend(pace(done, progress.total, time));
        let total = progress.total.map(|total| total as u64);
        self.job
            .progress(facts.join(", "), Some((done as u64, total)));
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

    fn paused(&self) -> bool {
        self.job.is_paused()
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
        let closed = || say!("worker-no-library");
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
        Ok(self.recognise(documents)?.known)
    }

    fn recognise(&mut self, documents: &[Document]) -> Result<Recognised, LibraryError> {
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

impl FullTextStore for Librarian<'_> {
    fn without_full_text(&mut self, pmids: &[String]) -> Result<Vec<(String, i64)>, LibraryError> {
        self.ask(|reply| LibraryRequest::WithoutFullText {
            of: self.library.clone(),
            pmids: pmids.to_vec(),
            reply,
        })
    }

    fn set_full_text(
        &mut self,
        key: i64,
        document: &Document,
        grounding: &Grounding,
    ) -> Result<bool, LibraryError> {
        self.ask(|reply| LibraryRequest::SetFullText {
            of: self.library.clone(),
            key,
            placed: Box::new((document.clone(), grounding.clone())),
            reply,
        })
    }
}
