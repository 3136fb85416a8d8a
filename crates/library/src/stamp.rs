//! By what it is told that a file is still the one that was read.

use std::collections::HashMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Size and time of a file: another file, or one that was written since, has another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// Its size, bytes.
    pub size: u64,
    /// When it came to be as it is, nanoseconds since 1970: it was written, or (where the system tells) put where it is.
    pub changed: i64,
}

impl Stamp {
    pub(crate) fn of(file: &Metadata) -> Stamp {
        let since = |time: std::time::SystemTime| time.duration_since(UNIX_EPOCH).ok();
        let written = file.modified().ok().and_then(since).unwrap_or_default();
        let written = i64::try_from(written.as_nanos()).unwrap_or(i64::MAX);
        #[cfg(unix)]
        let written = {
            use std::os::unix::fs::MetadataExt as _;
            let moved = file.ctime().saturating_mul(1_000_000_000);
            written.max(moved.saturating_add(file.ctime_nsec()))
        };
        Stamp {
            size: file.len(),
            changed: written,
        }
    }
}

/// The PDF that was looked at for the text of a record, and that record as it was then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextOf {
    /// Its path, with all links followed.
    pub file: PathBuf,
    /// What it was like.
    pub stamp: Stamp,
    /// A sum of what the record is recognised by.
    pub record: i64,
}

/// Files that a library has already, as they were when they were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilesRead {
    /// Those that are a document each, by their whole paths.
    pub(crate) documents: HashMap<PathBuf, Stamp>,
    /// PDFs that have given a record its text, with the sum of that record.
    pub(crate) of_records: HashMap<PathBuf, (Stamp, i64)>,
}

impl FilesRead {
    /// Whether this file is there, and still as it was.
    pub(crate) fn has(&self, file: &Path, stamp: Stamp) -> bool {
        let whole = std::path::absolute(file).ok();
        whole.is_some_and(|whole| self.documents.get(&whole) == Some(&stamp))
    }

    /// Whether this record has the text of this PDF already, and both are still as they were.
    pub(crate) fn has_of_record(&self, of: &TextOf) -> bool {
        self.of_records.get(&of.file) == Some(&(of.stamp, of.record))
    }
}
