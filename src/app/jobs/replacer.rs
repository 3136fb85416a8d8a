//! Places anew what another version of the model placed, batch by batch; the markers move as it goes.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use library::Document;

use super::grounder::{Batch, GroundQueue};
use super::librarian::LibraryRequest;
use super::{Event, Reporter};
use crate::app::state::Replacing;

/// Documents placed at a time: few, so that the live text never waits long.
const BATCH: usize = 8;

/// Runs to the end, or to `cancel`; what has been placed stays.
pub fn run(
    version: String,
    cancel: &AtomicBool,
    ground: &GroundQueue,
    librarian: &Sender<LibraryRequest>,
    report: &Reporter,
) {
    let keys = ask(librarian, |reply| LibraryRequest::Outdated {
        version: version.clone(),
        reply,
    });
    let (library, keys) = keys.unwrap_or_default();
    let mut progress = Replacing {
        done: 0,
        of: keys.len(),
        running: true,
    };
    report.send(Event::Replacing(progress));
    for keys in keys.chunks(BATCH) {
        if cancel.load(Ordering::Acquire) {
            break;
        }
        match place(&library, keys, ground, librarian) {
            Some(Ok(placed)) => progress.done += placed,
            Some(Err((titles, reason))) => {
                for title in titles {
                    report.problem(title, &reason);
                }
            }
            None => break,
        }
        report.send(Event::Replacing(progress));
    }
    progress.running = false;
    report.send(Event::Replacing(progress));
    let _ = librarian.send(LibraryRequest::CountOutdated(version));
}

/// Places some documents anew; their number, or the titles of those that could not be placed and why. Nothing when their library
/// is no longer open.
fn place(
    library: &Path,
    keys: &[i64],
    ground: &GroundQueue,
    librarian: &Sender<LibraryRequest>,
) -> Option<Result<usize, (Vec<String>, String)>> {
    let documents = ask(librarian, |reply| LibraryRequest::Documents {
        of: library.to_owned(),
        keys: keys.to_vec(),
        reply,
    });
    let (keys, documents): (Vec<i64>, Vec<Document>) = documents?.into_iter().unzip();
    let titles = documents.iter().map(|d| d.title.clone()).collect();
    let (reply, answer) = channel();
    ground.push_batch(Batch { documents, reply });
    let grounded = match answer.recv().ok()? {
        Ok(grounded) => grounded,
        Err(reason) => return Some(Err((titles, reason))),
    };
    let groundings = grounded.into_iter().map(|(_, grounding)| grounding);
    let placed = keys.into_iter().zip(groundings).collect();
    let replaced = ask(librarian, |reply| LibraryRequest::Replace {
        of: library.to_owned(),
        placed,
        reply,
    });
    replaced.map(Ok)
}

fn ask<T>(
    librarian: &Sender<LibraryRequest>,
    request: impl FnOnce(Sender<T>) -> LibraryRequest,
) -> Option<T> {
    let (reply, answer) = channel();
    librarian.send(request(reply)).ok()?;
    answer.recv().ok()
}
