//! Places anew what another version of the model placed, batch by batch; the markers move as it goes.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use library::Document;

use super::grounder::{Batch, GroundQueue, called};
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
        let Some(placed) = place(&library, keys, ground, librarian, report) else {
            break;
        };
        progress.done += placed;
        report.send(Event::Replacing(progress));
    }
    progress.running = false;
    report.send(Event::Replacing(progress));
    let _ = librarian.send(LibraryRequest::CountOutdated(version));
}

/// Places some documents anew and reports those that cannot be placed; how many were. Nothing when their library is no longer
/// open.
fn place(
    library: &Path,
    keys: &[i64],
    ground: &GroundQueue,
    librarian: &Sender<LibraryRequest>,
    report: &Reporter,
) -> Option<usize> {
    let documents = ask(librarian, |reply| LibraryRequest::Documents {
        of: library.to_owned(),
        keys: keys.to_vec(),
        reply,
    });
    let (keys, documents): (Vec<i64>, Vec<Document>) = documents?.into_iter().unzip();
    let (reply, answer) = channel();
    ground.push_batch(Batch { documents, reply });
    let mut placed = Vec::with_capacity(keys.len());
    for (key, (document, grounding)) in keys.into_iter().zip(answer.recv().ok()?) {
        match grounding {
            Ok(grounding) => placed.push((key, grounding)),
            Err(reason) => report.problem(called(&document), reason),
        }
    }
    ask(librarian, |reply| LibraryRequest::Replace {
        of: library.to_owned(),
        placed,
        reply,
    })
}

fn ask<T>(
    librarian: &Sender<LibraryRequest>,
    request: impl FnOnce(Sender<T>) -> LibraryRequest,
) -> Option<T> {
    let (reply, answer) = channel();
    librarian.send(request(reply)).ok()?;
    answer.recv().ok()
}
