//! How many records an import will meet, counted beside it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::{ReadOptions, count};

/// How often it is looked whether the counting has ended.
const POLL: Duration = Duration::from_millis(10);

/// Counts records on a thread of its own, until it is dropped.
pub struct Counting {
    /// What was counted; nothing of what could not be.
    found: Arc<OnceLock<Option<usize>>>,
    stop: Arc<AtomicBool>,
}

impl Counting {
    /// Begins to count the records of files and folders, as [`count`] does.
    pub fn of(paths: Vec<PathBuf>, options: ReadOptions) -> Counting {
        let counting = Counting {
            found: Arc::default(),
            stop: Arc::default(),
        };
        let (found, stop) = (Arc::clone(&counting.found), Arc::clone(&counting.stop));
        let thread = std::thread::Builder::new().name("counting".to_owned());
        let begun = thread.spawn(move || {
            let counted = count(&paths, &options, Duration::MAX, &stop);
            found.get_or_init(|| counted);
        });
        if begun.is_err() {
            // Without a thread to spare the total stays unknown.
            counting.found.get_or_init(|| None);
        }
        counting
    }

    /// Waits for the end, at most so long, or until `stopped` says so; then what [`Counting::total`] says.
    pub fn wait(&self, most: Duration, stopped: &dyn Fn() -> bool) -> Option<usize> {
        let begun = Instant::now();
        while self.found.get().is_none() && begun.elapsed() < most && !stopped() {
            std::thread::sleep(POLL);
        }
        self.total()
    }

    /// How many records there are, once that is known.
    pub fn total(&self) -> Option<usize> {
        self.found.get().copied().flatten()
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
