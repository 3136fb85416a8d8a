//! What happens to the file of an open library from outside: another program writes to it, it is removed, or damaged.

use std::fs::Metadata;
use std::io;
use std::path::Path;

use rusqlite::{ErrorCode, TransactionBehavior};
use serde::{Deserialize, Serialize};

use super::sums::{self, Change};
use super::{Library, LibraryError};

/// Most faults of a damaged file that are told.
const TOLD: usize = 3;

/// What became of the file of an open library from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// Nothing.
    Untouched,
    /// Another program has written to it.
    Written,
    /// It was removed or renamed, or another file was put in its place.
    Gone,
}

/// What a file is known again by. Where the system gives files no numbers, one that takes the place of another is not noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    #[cfg(unix)]
    numbers: [u64; 2],
}

impl Mark {
    /// Of the file that is there now.
    pub fn of(path: &Path) -> io::Result<Mark> {
        std::fs::metadata(path).map(|metadata| Mark::from(&metadata))
    }
}

impl From<&Metadata> for Mark {
    #[cfg(unix)]
    fn from(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Mark {
            numbers: [metadata.dev(), metadata.ino()],
        }
    }

    #[cfg(not(unix))]
    fn from(_: &Metadata) -> Self {
        Mark {}
    }
}

impl Library {
    /// What became of the file since it was opened; what others have written is told once.
    ///
    /// # Errors
    /// If the file cannot be looked at.
    pub fn outside(&mut self) -> Result<Outside, LibraryError> {
        if self.is_gone()? {
            return Ok(Outside::Gone);
        }
        if let Some(in_place) = &self.in_place
            && in_place.has_changed()?
        {
            return Ok(Outside::Gone);
        }
        let version = data_version(&self.connection)?;
        if version == self.version {
            return Ok(Outside::Untouched);
        }
        self.version = version;
        self.forget_indexes();
        Ok(Outside::Written)
    }

    /// Whether there is no longer a file of this name, or another one.
    pub(super) fn is_gone(&self) -> Result<bool, LibraryError> {
        let (Some(path), Some(mark)) = (&self.path, self.mark) else {
            return Ok(false);
        };
        match Mark::of(path) {
            Ok(there) => Ok(there != mark),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
            Err(error) => Err(LibraryError::Io {
                path: path.clone(),
                error,
            }),
        }
    }

    /// Refuses to write to a file that may only be read, and to one that nobody would find again.
    pub(super) fn ensure_changeable(&self) -> Result<(), LibraryError> {
        match (&self.path, self.read_only, self.is_gone()?) {
            (Some(path), _, true) => Err(LibraryError::Gone(path.clone())),
            (Some(path), Some(why), false) => Err(LibraryError::ReadOnly {
                path: path.clone(),
                why,
            }),
            _ => Ok(()),
        }
    }

    /// Begins to write; see [`Library::outside`] for what may be in the way.
    pub(super) fn begin(&mut self) -> Result<Change<'_>, LibraryError> {
        self.ensure_changeable()?;
        self.word_index.get_mut().changes();
        sums::watched(&self.connection)?;
        let immediate = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(immediate)?;
        Ok(Change::new(transaction))
    }

    /// Refuses a file whose structure is damaged, before anything is built on it: SQLite's quick check, which reads the whole
    /// file, once for each time that a library is opened.
    ///
    /// # Errors
    /// [`LibraryError::Corrupt`] with the first faults.
    pub fn ensure_sound(&self) -> Result<(), LibraryError> {
        let Some(path) = self.path.as_deref() else {
            return Ok(());
        };
        if self.sound.get().is_some() {
            return Ok(());
        }
        let corrupt = |found: String| LibraryError::Corrupt {
            path: path.to_owned(),
            found,
        };
        let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                corrupt(error.to_string())
            }
            _ => error.into(),
        };
        let mut check = self
            .connection
            .prepare(&format!("PRAGMA quick_check({TOLD})"))
            .map_err(failed)?;
        let found = check
            .query_map([], |row| row.get::<_, String>(0))
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(failed)?;
        if found != ["ok"] {
            let lines = found.iter().flat_map(|fault| fault.lines());
            let lines: Vec<&str> = lines.filter(|l| !l.starts_with("***")).take(TOLD).collect();
            return Err(corrupt(lines.join("; ")));
        }
        let _ = self.sound.set(());
        Ok(())
    }
}

/// A number that changes when another connection has written.
pub(super) fn data_version(connection: &rusqlite::Connection) -> Result<i64, LibraryError> {
    Ok(connection.pragma_query_value(None, "data_version", |row| row.get(0))?)
}

#[cfg(test)]
mod tests {
    use grounding::Grounding;

    use super::*;
    use crate::{Document, Ground, Observer, Progress, Refusal, ingest_from};

    struct Nowhere;

    impl Ground for Nowhere {
        fn ground(&self, documents: Vec<Document>) -> Vec<(Document, Result<Grounding, String>)> {
            let placed = documents
                .into_iter()
                .map(|document| (document, Ok(Grounding::default())));
            placed.collect()
        }
    }

    struct Nobody;

    impl Observer for Nobody {
        fn progress(&mut self, _: &Progress) {}
        fn refused(&mut self, _: Refusal) {}
        fn cancelled(&self) -> bool {
            false
        }
    }

    #[test]
    fn on_a_full_disk_what_was_told_as_stored_is_there_and_the_rest_can_follow() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.atlas");
        let mut library = Library::create(&path).expect("a library");
        let limit = |library: &Library, pages: i64| {
            let connection = &library.connection;
            let set = connection
                .pragma_update_and_check(None, "max_page_count", pages, |row| row.get::<_, i64>(0));
            assert_eq!(set.expect("set"), pages);
        };
        // SQLite says the same of a file that must not grow as of a disk that is full.
        limit(&library, 120);
        let import = |library: &mut Library| {
            let read = |_: &std::sync::atomic::AtomicBool, on_record: &mut crate::OnRecord<'_>| {
                for n in 0..400 {
                    on_record(Ok(Document {
                        id: format!("d{n}"),
                        title: format!("On stones, part {n}"),
                        pmid: Some((1000 + n).to_string()),
                        text: "A stone in the left kidney. ".repeat(40),
                        ..Document::default()
                    }));
                }
            };
            ingest_from(read, 10, &Nowhere, library, &mut Nobody)
        };
        let full = import(&mut library).expect_err("it does not fit");
        assert!(full.is_disk_full(), "{full}");
        let LibraryError::Interrupted { stored, .. } = full else {
            panic!("{full}");
        };
        assert!(stored >= 10 && stored.is_multiple_of(10), "{stored}");
        assert_eq!(library.len().expect("readable"), stored);
        let words = full.to_string();
        assert!(
            words.starts_with(&format!("{stored} are stored of "))
                && words.contains("disk is full"),
            "{words}"
        );
        library.ensure_sound().expect("whole");
        limit(&library, 1_000_000);
        let rest = import(&mut library).expect("there is room now");
        assert_eq!((rest.added, rest.duplicates), (400 - stored, stored));
    }
}
