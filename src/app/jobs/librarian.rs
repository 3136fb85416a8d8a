//! The thread that owns the library file: opens, adds, ranks, removes, brings back.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use anatomy::Atlas;
use grounding::Grounding;
use language::say;
use library::{
    AddReport, Answer, Completed, Correction, Document, Filter, Library, LibraryError, Marks,
    Merge, Order, PlacedBy, Recognised, Refusal,
};
use viewer::{Common, KeptSearch, Message, Opened, Question, StagedGrounding, Staging};

use super::opening::{SESSION_KEY, look, open, open_instead, tried};
use super::{Reporter, asking, came};

/// How often it is looked at what others do to the file.
const LOOK: Duration = Duration::from_secs(2);

type Reply<T> = Sender<Result<T, LibraryError>>;

/// What the librarian can be asked. Requests of a run name the library that it began with, and are not answered when another one is
/// open.
pub enum LibraryRequest {
    /// Open or create a library file.
    Open(PathBuf),
    /// Which library is open; no answer when there is none.
    Which(Sender<PathBuf>),
    /// Which documents are there already; what those lack they take over.
    Known {
        /// The library's file.
        of: PathBuf,
        /// The documents.
        documents: Vec<Document>,
        /// Receives the answer, in their order.
        reply: Reply<Recognised>,
    },
    /// Add grounded documents.
    Add {
        /// The library's file.
        of: PathBuf,
        /// The documents.
        grounded: Vec<(Document, Grounding)>,
        /// Receives what became of them.
        reply: Reply<AddReport>,
    },
    /// The keys of the documents that another model placed, or that were placed in another atlas.
    Outdated {
        /// The present ones.
        now: PlacedBy,
        /// Receives them.
        reply: Reply<Vec<i64>>,
    },
    /// A document's text.
    Document {
        /// The library's file.
        of: PathBuf,
        /// Its key.
        key: i64,
        /// Receives it; nothing when it is gone.
        reply: Reply<Option<Document>>,
    },
    /// Replace groundings.
    Replace {
        /// The library's file.
        of: PathBuf,
        /// By key.
        placed: Vec<(i64, Grounding)>,
        /// Receives how many were replaced.
        reply: Reply<usize>,
    },
    /// Which of these articles are there without their full text.
    WithoutFullText {
        /// The library's file.
        of: PathBuf,
        /// PubMed identifiers.
        pmids: Vec<String>,
        /// Receives identifiers and keys.
        reply: Reply<Vec<(String, i64)>>,
    },
    /// Give a document its full text.
    SetFullText {
        /// The library's file.
        of: PathBuf,
        /// Its key.
        key: i64,
        /// The document with the text, and where that belongs.
        placed: Box<(Document, Grounding)>,
        /// Receives whether it has it now.
        reply: Reply<bool>,
    },
    /// Rank documents.
    Rank {
        /// Comes back with the answer.
        generation: u64,
        /// What to rank by.
        question: Question,
        /// What to narrow the answer to.
        filter: Filter,
        /// In which order to list it.
        order: Order,
        /// The way between the home atlas and the stage.
        staging: Option<Arc<Staging>>,
        /// What the model reads in a text that is searched for, where that is known.
        read: Option<Arc<Grounding>>,
    },
    /// Read a document in full.
    Read {
        /// Its key.
        key: i64,
        /// The way between the home atlas and the stage.
        staging: Option<Arc<Staging>>,
    },
    /// Compare two documents on the stage of this atlas.
    Compare([Arc<Opened>; 2], Option<Arc<Atlas>>),
    /// Read the title of a document.
    Title(i64),
    /// Take documents out.
    Remove(Vec<i64>),
    /// Keep what a reader says of a document.
    Correct(i64, Vec<Correction>),
    /// Bring them back.
    Restore(Vec<i64>),
    /// Take back what documents have taken over, by number, or (true) have them take it over again.
    TakeBack(Vec<i64>, bool),
    /// Make groups of copies one document each.
    Merge(Vec<Merge>),
    /// Keep these marks with documents.
    Mark(Vec<(i64, Marks)>),
    /// Make an empty collection.
    MakeCollection(String),
    /// Take a collection away.
    DropCollection(String),
    /// Keep a search under a name, or forget it.
    KeepSearch(String, Option<Box<KeptSearch>>),
    /// Keep records that were refused.
    KeepProblems(Vec<Refusal>),
    /// Forget the problems of these files.
    ForgetProblems(Vec<PathBuf>),
    /// Forget problems, by place and reason, so that they can come back; or (true) bring them back.
    PutAside(Vec<(String, String)>, bool),
    /// An import of these files begins.
    BeginImport {
        /// The library's file.
        of: PathBuf,
        /// The files.
        files: Vec<PathBuf>,
        /// Receives its number.
        reply: Reply<i64>,
    },
    /// An import has ended.
    EndImport(i64),
    /// Keep that a folder is watched, or no longer.
    KeepWatched(PathBuf, bool),
    /// Keep when a folder was looked into, seconds since 1970.
    KeepLooked(PathBuf, u64),
    /// Find older versions of the texts of these files.
    FindSuperseded(Vec<PathBuf>),
    /// Forget what was taken out.
    Compact,
    /// Write the whole library to another file.
    SaveCopy(PathBuf),
    /// Count the documents that another model placed, or that were placed in another atlas.
    CountOutdated(PlacedBy),
    /// Keep the window's state with the library.
    SaveSession(Box<viewer::Session>),
    /// Close the file and end.
    Close,
}

/// Serves requests until closed. `first` is the library to open, with the sample texts for a new one; `newest` is the number of the list that was asked
/// for last.
pub fn run(
    first: (PathBuf, Option<PathBuf>),
    atlas: &Receiver<Arc<Atlas>>,
    requests: &Receiver<LibraryRequest>,
    newest: &AtomicU64,
    report: &Reporter,
) {
    let mut library = open(&first.0, first.1, report);
    let mut body: Option<Arc<Atlas>> = None;
    let (mut looked, mut pause, mut gone) = (Instant::now(), LOOK, false);
    let mut left = Left::Nothing;
    // What the next questions would have to wait for is made while none is asked.
    let mut to_prepare = true;
    loop {
        let patience = match to_prepare {
            true => Duration::ZERO,
            false => pause.saturating_sub(looked.elapsed()),
        };
        let request = requests.recv_timeout(patience);
        if looked.elapsed() >= pause {
            let begun = Instant::now();
            if let Some(library) = library.as_mut() {
                look(library, &mut gone, report);
            }
            looked = Instant::now();
            // A server that does not answer is not to take all the time.
            pause = LOOK.max(5 * begun.elapsed());
            if let Left::All(question) = left {
                left = ranked(library.as_ref(), body.as_deref(), question, report);
            }
        }
        let request = match request {
            Ok(request) => request,
            Err(RecvTimeoutError::Timeout) => {
                // Where that fails, the question that needs it says why.
                let more = library
                    .as_ref()
                    .filter(|_| to_prepare)
                    .map(Library::make_ready);
                to_prepare = more.is_some_and(|more| more.unwrap_or(false));
                if let Left::Meaning(question) = left {
                    let known = library.as_ref().is_some_and(Library::knows_meanings);
                    left = match known {
                        true => ranked(library.as_ref(), body.as_deref(), question, report),
                        false => Left::Meaning(question),
                    };
                }
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        match request {
            LibraryRequest::Close => break,
            LibraryRequest::Open(path) => {
                let other = open_instead(library.as_mut(), &path, report);
                gone &= other.is_none();
                if other.is_some() {
                    left = Left::Nothing;
                }
                library = other.or(library);
                to_prepare = true;
            }
            // A sentence takes its time to be understood, and a slider asks in every frame: what was asked before is awaited no more.
            LibraryRequest::Rank { generation, .. }
                if generation < newest.load(Ordering::Acquire) => {}
            request @ LibraryRequest::Rank { .. } => {
                if body.is_none() {
                    body = atlas.recv().ok();
                }
                left = ranked(library.as_ref(), body.as_deref(), request, report);
                to_prepare = true;
            }
            request => {
                // Each of many replacements would throw away what is made ready; the question at their end asks for it.
                to_prepare = !matches!(
                    request,
                    LibraryRequest::Document { .. }
                        | LibraryRequest::Replace { .. }
                        | LibraryRequest::SetFullText { .. }
                );
                if let Some(library) = library.as_mut() {
                    serve(library, request, report);
                }
            }
        }
    }
}

/// What is left to do of the last question.
enum Left {
    Nothing,
    /// It cannot be answered yet.
    All(LibraryRequest),
    /// It was answered by words alone: what the documents mean has not been read yet.
    Meaning(LibraryRequest),
}

/// Answers a question.
fn ranked(
    library: Option<&Library>,
    body: Option<&Atlas>,
    request: LibraryRequest,
    report: &Reporter,
) -> Left {
    let LibraryRequest::Rank {
        generation,
        question,
        filter,
        order,
        staging,
        read,
    } = &request
    else {
        return Left::Nothing;
    };
    let (Some(library), Some(body)) = (library, body) else {
        return Left::Nothing;
    };
    let asked = (question, (filter.clone(), *order), read.as_deref());
    let staging = staging.as_deref();
    let by_meaning = read.is_some() || matches!(question, Question::Similar { .. });
    if !rank(library, body, *generation, asked, staging, report) {
        Left::All(request)
    } else if by_meaning && !library.knows_meanings() {
        Left::Meaning(request)
    } else {
        Left::Nothing
    }
}

/// Tells what came with documents that were added, and the collections that there are.
fn tell_marks(library: &Library, keys: &[i64], report: &Reporter) {
    let marked: Result<Vec<(i64, Marks)>, LibraryError> = keys
        .iter()
        .map(|key| Ok((*key, library.marks(*key)?)))
        .collect();
    match marked.and_then(|marked| Ok((marked, library.collections()?))) {
        Ok((mut marked, collections)) => {
            marked.retain(|(_, marks)| !marks.is_empty());
            report.tell(Message::Marked(marked, collections));
        }
        Err(error) => report.problem(say!("worker-place-marks"), error),
    }
}

/// Tells which documents have taken over something, and what they are now.
fn tell_completed(library: &Library, completed: &[Completed], report: &Reporter) {
    if !completed.is_empty() {
        let keys: Vec<i64> = completed.iter().map(|completed| completed.key).collect();
        report.tell(Message::Completed(completed.to_vec()));
        tell_marks(library, &[], report);
        report.tell(Message::Replaced(entries(library, &keys, report)));
    }
}

/// Takes back what documents have taken over, or has them take it over again.
fn take_back(library: &mut Library, numbers: Vec<i64>, again: bool, report: &Reporter) {
    match library.take_back(&numbers, again) {
        Ok(keys) if keys.is_empty() => {}
        Ok(keys) => report.tell(Message::Replaced(entries(library, &keys, report))),
        Err(error) => {
            report.problem(say!("worker-place-restored"), error);
            // What cannot be read was taken back if it was to be taken over again.
            let back = library.taken_back(&numbers);
            let back = back.unwrap_or_else(|_| if again { numbers.clone() } else { Vec::new() });
            report.tell(Message::NotTakenBack(numbers, back));
        }
    }
}

/// Serves a request for an open library.
#[expect(clippy::too_many_lines, reason = "one arm for each request")]
fn serve(library: &mut Library, request: LibraryRequest, report: &Reporter) {
    match request {
        LibraryRequest::Which(reply) => {
            let _ = reply.send(library.path().unwrap_or(Path::new("")).to_owned());
        }
        LibraryRequest::Known { of, .. }
        | LibraryRequest::Add { of, .. }
        | LibraryRequest::BeginImport { of, .. }
        | LibraryRequest::Document { of, .. }
        | LibraryRequest::Replace { of, .. }
        | LibraryRequest::WithoutFullText { of, .. }
        | LibraryRequest::SetFullText { of, .. }
            if library.path() != Some(&of) => {}
        LibraryRequest::Known {
            documents, reply, ..
        } => {
            let recognised = library.recognise(&documents);
            if let Ok(recognised) = &recognised {
                tell_completed(library, &recognised.completed, report);
            }
            let _ = reply.send(recognised);
        }
        LibraryRequest::Add {
            grounded, reply, ..
        } => {
            let added = library.add(&grounded);
            if let Ok(added) = &added {
                if grounded
                    .iter()
                    .any(|(document, _)| !document.marks.is_empty())
                {
                    tell_marks(library, &added.keys, report);
                }
                report.tell(Message::Added(entries(library, &added.keys, report)));
                report.tell(came::from(&grounded, added));
                tell_completed(library, &added.completed, report);
                if !added.newer.is_empty() {
                    report.tell(Message::Superseded(added.newer.clone()));
                }
            }
            let _ = reply.send(added);
        }
        LibraryRequest::Outdated { now, reply } => {
            let _ = reply.send(library.outdated(&now));
        }
        LibraryRequest::Document { key, reply, .. } => {
            let found = library.get_by_key(key);
            let _ = reply.send(found.map(|stored| stored.map(|stored| stored.document)));
        }
        LibraryRequest::Replace { placed, reply, .. } => {
            let replaced = library.set_groundings(&placed);
            if replaced.is_ok() {
                let keys: Vec<i64> = placed.iter().map(|(key, _)| *key).collect();
                report.tell(Message::Replaced(entries(library, &keys, report)));
            }
            let _ = reply.send(replaced);
        }
        LibraryRequest::WithoutFullText { pmids, reply, .. } => {
            let _ = reply.send(library.without_full_text(&pmids));
        }
        LibraryRequest::SetFullText {
            key, placed, reply, ..
        } => {
            let done = library.complete_text(key, &placed.0, &placed.1);
            if let Ok(Some(completed)) = &done {
                tell_completed(library, std::slice::from_ref(completed), report);
            }
            let _ = reply.send(done.map(|done| done.is_some()));
        }
        LibraryRequest::Read { key, staging } => match library.get_by_key(key) {
            Ok(Some(stored)) => {
                let staged = StagedGrounding::new(stored.grounding.clone(), staging.as_deref());
                report.tell(Message::Document(Box::new(stored), Box::new(staged)));
            }
            Ok(None) => report.problem(say!("worker-place-document"), say!("worker-gone")),
            Err(error) => report.problem(say!("worker-place-document"), error),
        },
        LibraryRequest::Compare(both, atlas) => {
            let common = Common::of(atlas.as_deref(), [&both[0], &both[1]]);
            let common = Box::new(common);
            report.tell(Message::Compared { both, common });
        }
        LibraryRequest::Title(key) => match library.entry(key) {
            Ok(Some(entry)) => report.tell(Message::Title(key, entry.title)),
            // One that is gone has none any more.
            Ok(None) => {}
            Err(error) => {
                report.problem(say!("worker-place-document"), error);
                report.tell(Message::Title(key, String::new()));
            }
        },
        LibraryRequest::Remove(keys) => {
            if let Err(error) = library.remove(&keys) {
                report.problem(say!("worker-place-removal"), error);
                report.tell(Message::NotRemoved(keys));
            }
        }
        LibraryRequest::Correct(key, corrections) => match library.correct(key, &corrections) {
            Ok(true) => report.tell(Message::Replaced(entries(library, &[key], report))),
            Ok(false) => report.problem(
                say!("worker-place-correction"),
                say!("worker-corrected-gone"),
            ),
            Err(error) => report.problem(say!("worker-place-correction"), error),
        },
        LibraryRequest::Restore(keys) => restore(library, keys, report),
        LibraryRequest::TakeBack(numbers, again) => take_back(library, numbers, again, report),
        request @ (LibraryRequest::KeepWatched(..)
        | LibraryRequest::KeepLooked(..)
        | LibraryRequest::FindSuperseded(_)) => watched(library, request, report),
        LibraryRequest::Compact => match library.compact() {
            Ok(compacted) => {
                report.tell(Message::Compacted(compacted.forgotten));
                if let Some(reason) = compacted.vacuum_error {
                    report.problem(say!("worker-place-compacted"), reason);
                }
            }
            Err(error) => report.problem(say!("worker-place-library"), error),
        },
        LibraryRequest::SaveCopy(to) => save_copy(library, &to, report),
        LibraryRequest::CountOutdated(now) => match library.outdated(&now) {
            Ok(keys) => report.tell(Message::Outdated(keys.len())),
            Err(error) => report.problem(say!("worker-place-library"), error),
        },
        LibraryRequest::SaveSession(session) => {
            let kept = serde_json::to_string(&*session).map_err(|error| error.to_string());
            let kept = kept.and_then(|text| {
                let written = library.set_setting(SESSION_KEY, Some(&text));
                written.map_err(|error| error.to_string())
            });
            if let Err(reason) = kept {
                report.problem(say!("worker-place-session"), reason);
            }
        }
        request => organise(library, request, report),
    }
}

/// Makes copies one document each, and tells what those that are kept are now.
fn merge(library: &mut Library, merges: &[Merge], report: &Reporter) {
    let kept: Vec<i64> = merges.iter().map(|merge| merge.keep).collect();
    match library.merge(merges) {
        Ok(_) => report.tell(Message::Replaced(entries(library, &kept, report))),
        Err(error) => {
            report.problem(say!("worker-place-merge"), error);
            let others = merges.iter().flat_map(|merge| merge.others.clone());
            report.tell(Message::NotRemoved(others.collect()));
        }
    }
}

/// Serves a request about what is kept beside the documents.
fn organise(library: &mut Library, request: LibraryRequest, report: &Reporter) {
    match request {
        LibraryRequest::Merge(merges) => merge(library, &merges, report),
        LibraryRequest::Mark(marks) => {
            tried(report, say!("worker-place-tags"), library.set_marks(&marks));
            tell_marks(library, &[], report);
        }
        LibraryRequest::MakeCollection(path) => {
            let made = library.make_collection(&path);
            tried(report, say!("worker-place-collection"), made);
            tell_marks(library, &[], report);
        }
        LibraryRequest::DropCollection(path) => {
            let dropped = library.drop_collection(&path).map(|_| ());
            tried(report, say!("worker-place-collection"), dropped);
            tell_marks(library, &[], report);
        }
        LibraryRequest::KeepSearch(name, query) => {
            // Plain data is always written.
            let query = query.and_then(|query| serde_json::to_string(&query).ok());
            let kept = library.keep_search(&name, query.as_deref());
            tried(report, say!("worker-place-search"), kept);
        }
        LibraryRequest::KeepProblems(refused) => {
            let kept = library.keep_problems(&refused);
            tried(report, say!("worker-place-problems"), kept);
        }
        LibraryRequest::ForgetProblems(files) => {
            let forgotten = library.forget_problems(Some(&files));
            tried(report, say!("worker-place-problems"), forgotten);
        }
        LibraryRequest::PutAside(problems, back) => {
            let done = match back {
                false => library.put_problems_aside(&problems),
                true => library.put_problems_back(&problems),
            };
            tried(report, say!("worker-place-problems"), done);
        }
        LibraryRequest::BeginImport { files, reply, .. } => {
            let _ = reply.send(library.begin_import(&files));
        }
        LibraryRequest::EndImport(number) => {
            tried(
                report,
                say!("worker-place-import"),
                library.end_import(number),
            );
        }
        // The others are served elsewhere.
        _ => {}
    }
}

/// Writes the whole library to another file.
fn save_copy(library: &Library, to: &Path, report: &Reporter) {
    let place = to.display().to_string();
    match library.backup_to(to) {
        Ok(()) => report.tell(Message::Notice(say!("worker-copy-is-in", to = place))),
        Err(error) => report.problem(place, error),
    }
}

fn entries(library: &Library, keys: &[i64], report: &Reporter) -> Vec<library::Spot> {
    library.spots_of(keys).unwrap_or_else(|error| {
        report.problem(say!("worker-place-map"), error);
        Vec::new()
    })
}

fn restore(library: &mut Library, keys: Vec<i64>, report: &Reporter) {
    match library.restore(&keys) {
        Ok(restored) => {
            report.tell(Message::Added(entries(library, &restored.restored, report)));
            if !restored.taken_back.is_empty() {
                report.tell(Message::Replaced(entries(
                    library,
                    &restored.taken_back,
                    report,
                )));
            }
            for refused in &restored.refused {
                report.problem(&refused.title, &refused.reason);
            }
            let refused: Vec<i64> = restored.refused.iter().map(|r| r.key).collect();
            if !refused.is_empty() {
                report.tell(Message::NotRestored(refused));
            }
        }
        Err(error) => {
            report.problem(say!("worker-place-restored"), error);
            report.tell(Message::NotRestored(keys));
        }
    }
}

/// Answers a question. Returns whether that could be done: not while the words are being indexed.
fn rank(
    library: &Library,
    atlas: &Atlas,
    generation: u64,
    (question, (filter, order), read): (&Question, (Filter, Order), Option<&Grounding>),
    staging: Option<&Staging>,
    report: &Reporter,
) -> bool {
    let answer = |heading: String, answer: Answer| {
        let answering = match question {
            Question::All => None,
            Question::Structure(..)
            | Question::Structures(_)
            | Question::Point(..)
            | Question::DrawnAround(_)
            | Question::Around(_)
            | Question::Text(_)
            | Question::Within { .. }
            | Question::Similar { .. } => Some(answer.keys.into_vec()),
        };
        report.tell(Message::Ranked {
            generation,
            heading,
            hits: answer.hits,
            total: answer.total,
            here: answer.here,
            answering: answering.map(Arc::new),
            facets: answer.facets,
            passing: answer.passing.map(Arc::new),
            suggestion: suggestion(library, question, report),
        });
    };
    let narrowed = (filter, order);
    let asked = asking::asked(library, (question, read), narrowed, (atlas, staging));
    let (heading, query) = match asked {
        Ok(Some(asked)) => asked,
        Ok(None) => {
            answer(say!("worker-not-in-torso"), Answer::default());
            return true;
        }
        Err(error) => {
            report.problem(say!("worker-place-search"), error);
            answer(say!("worker-search-failed"), Answer::default());
            return true;
        }
    };
    match library.search(&query, atlas) {
        Ok(mut found) => {
            library.find_sentences(&query, &mut found.hits);
            library.find_subjects(&mut found.hits);
            answer(noted(heading, question), found);
        }
        Err(LibraryError::WordsNotYet { percent }) => {
            let words = say!("worker-words-not-yet", percent = percent);
            answer(words, Answer::default());
            return false;
        }
        Err(error) => {
            report.problem(say!("worker-place-search"), error);
            answer(say!("worker-search-failed"), Answer::default());
        }
    }
    true
}

/// The question that was likely meant, where no document has a word of it.
fn suggestion(
    library: &Library,
    question: &Question,
    report: &Reporter,
) -> Option<library::Suggestion> {
    let words = question.words()?;
    match library.did_you_mean(words, &crate::common_words::is_common) {
        Ok(suggestion) => suggestion,
        // The list says so.
        Err(LibraryError::WordsNotYet { .. }) => None,
        Err(error) => {
            report.problem(say!("worker-place-search"), error);
            None
        }
    }
}

/// The heading of an answer; where a question could not be read, with how it was taken instead and why.
fn noted(heading: String, question: &Question) -> String {
    match question.words().and_then(library::misread) {
        Some(wrong) => say!(
            "worker-misread",
            heading = heading,
            at = wrong.at,
            reason = wrong.reason
        ),
        None => heading,
    }
}

/// Serves what is asked for watched folders.
fn watched(library: &mut Library, request: LibraryRequest, report: &Reporter) {
    let kept = match request {
        LibraryRequest::KeepWatched(folder, true) => library.watch(&folder),
        LibraryRequest::KeepWatched(folder, false) => library.unwatch(&folder),
        LibraryRequest::KeepLooked(folder, at) => library.set_looked(&folder, at),
        LibraryRequest::FindSuperseded(files) => library
            .superseded(&files)
            .map(|merges| report.tell(Message::Superseded(merges))),
        _ => Ok(()),
    };
    tried(report, say!("worker-place-watched"), kept);
}
