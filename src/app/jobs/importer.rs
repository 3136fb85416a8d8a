//! An import: files -> documents -> groundings -> library, batch by batch, so that documents land while the rest is still being read.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use library::{Document, read_paths};

use super::grounder::{Batch, GroundQueue, called};
use super::librarian::LibraryRequest;
use super::{Event, Reporter};
use crate::app::state::ImportProgress;

/// Documents grounded at a time: small, so that the first ones land soon and the live text never waits long.
const BATCH: usize = 8;

/// Runs to the end, or to `cancel`.
pub fn run(
    files: &[PathBuf],
    cancel: &AtomicBool,
    ground: &GroundQueue,
    librarian: &Sender<LibraryRequest>,
    report: &Reporter,
) {
    let mut import = Import {
        progress: ImportProgress::default(),
        batch: Vec::with_capacity(BATCH),
        cancel,
        ground,
        librarian,
        report,
    };
    report.send(Event::Import(import.progress.clone()));
    read_paths(files, cancel, &mut |record| match record {
        Ok(document) => {
            import.progress.read += 1;
            import.batch.push(document);
            if import.batch.len() >= BATCH {
                import.flush();
            }
        }
        Err(error) => {
            import.progress.read += 1;
            import.progress.refused += 1;
            report.problem(
                format!("{}, {}", error.file.display(), error.place),
                error.reason,
            );
        }
    });
    import.flush();
    import.progress.done = true;
    import.progress.cancelled = cancel.load(Ordering::Acquire);
    report.send(Event::Import(import.progress));
}

struct Import<'a> {
    progress: ImportProgress,
    batch: Vec<Document>,
    cancel: &'a AtomicBool,
    ground: &'a GroundQueue,
    librarian: &'a Sender<LibraryRequest>,
    report: &'a Reporter,
}

impl Import<'_> {
    fn flush(&mut self) {
        if self.batch.is_empty() || self.cancel.load(Ordering::Acquire) {
            return;
        }
        let documents = std::mem::take(&mut self.batch);
        let count = documents.len();
        let (reply, answer) = channel();
        self.ground.push_batch(Batch { documents, reply });
        match answer.recv() {
            Ok(placed) => {
                let grounded = placed.into_iter().filter_map(|(document, grounding)| {
                    let refuse = |reason| {
                        self.progress.refused += 1;
                        self.report.problem(called(&document), reason);
                    };
                    let grounding = grounding.map_err(refuse).ok()?;
                    Some((document, grounding))
                });
                let grounded = grounded.collect();
                let (reply, report) = channel();
                let _ = self.librarian.send(LibraryRequest::Add { grounded, reply });
                if let Ok((added, duplicates)) = report.recv() {
                    self.progress.added += added;
                    self.progress.duplicates += duplicates;
                }
            }
            Err(_) => self.progress.refused += count,
        }
        self.report.send(Event::Import(self.progress.clone()));
    }
}
