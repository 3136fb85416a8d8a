//! Folders whose new and changed files are taken in while the window is open.

use std::path::{Path, PathBuf};

use library::{Gone, PassedOver, Watched};

use crate::JobId;

/// A folder that is watched, as the window sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedFolder {
    /// The folder, and when it was looked into.
    pub watched: Watched,
    /// Documents whose files are no longer there, in the order of their keys.
    pub gone: Vec<Gone>,
    /// Files in it of kinds that cannot be read, as they were told last.
    pub passed_over: PassedOver,
    /// The folder cannot be read now.
    pub missing: bool,
    /// It is being looked into.
    pub looking: bool,
    /// Something has happened in it that has not been looked at.
    pub again: bool,
    /// It is looked into once more only for what is gone: a file that was renamed was met under its new name.
    pub only_gone: bool,
}

impl WatchedFolder {
    /// Where the file of a document was, if it is gone.
    pub(crate) fn gone_file(&self, key: i64) -> Option<&Path> {
        let at = self.gone.binary_search_by_key(&key, |gone| gone.key);
        Some(&self.gone[at.ok()?].file)
    }

    /// One that nothing is known of yet.
    pub(crate) fn new(watched: Watched) -> Self {
        Self {
            watched,
            gone: Vec::new(),
            passed_over: PassedOver::default(),
            missing: false,
            looking: false,
            again: false,
            only_gone: false,
        }
    }
}

/// An import that takes in what is new in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taking {
    /// The import.
    pub job: JobId,
    /// The folder.
    pub folder: PathBuf,
    /// Those of its files that had changed.
    pub changed: Vec<PathBuf>,
    /// When it was looked into, seconds since 1970.
    pub at: u64,
}
