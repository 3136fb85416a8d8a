//! Documents that another version of the model placed.

use library::Entry;

use super::Parts;
use crate::app::jobs::{LibraryRequest, Workers};
use crate::app::state::Replacing;

impl Parts<'_> {
    /// Asks how many documents another version of the model placed, once the model and the library are open.
    pub(super) fn count_outdated(&self, workers: &Workers) {
        if let Some(Ok(words)) = &self.library.engine
            && self.library.ready
        {
            workers.ask(LibraryRequest::CountOutdated(words.version.clone()));
        }
    }

    /// Starts placing them anew.
    pub(super) fn place_anew(&mut self, workers: &Workers) {
        let Some(Ok(words)) = &self.library.engine else {
            self.notice("There is no model to place documents with");
            return;
        };
        if self.library.outdated == 0 {
            self.notice("The present model has placed every document of this library");
        } else if !workers.replace(words.version.clone()) {
            self.notice("An import is running; wait for it or cancel it first");
        }
    }

    /// Follows the progress.
    pub(super) fn take_replacing(&mut self, progress: Replacing, workers: &Workers) {
        if !progress.running {
            self.notice(&format!("Placed anew: {}", progress.done));
            self.rank(workers);
        }
        self.library.replacing = progress.running.then_some(progress);
    }

    /// Moves the markers of documents that were placed anew.
    pub(super) fn take_replaced(&mut self, entries: &[Entry], workers: &Workers) {
        let staged = self.body.staged_entries(entries);
        let is_new = |key: i64| entries.iter().any(|entry| entry.key == key);
        let library = &mut *self.library;
        for (list, anew) in [
            (&mut library.all, entries),
            (&mut library.entries, staged.as_slice()),
        ] {
            // In the order in which they were added, as before.
            list.retain(|entry| !is_new(entry.key));
            list.extend_from_slice(anew);
            list.sort_by_key(|entry| entry.key);
        }
        library.revision += 1;
        if let Some(key) = self.selection.document.filter(|key| is_new(*key)) {
            workers.ask(LibraryRequest::Read(key));
        }
    }
}
