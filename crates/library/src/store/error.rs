//! Why a library could not do something.

use std::io;
use std::path::PathBuf;

use rusqlite::{ErrorCode, ffi};

use super::ReadOnly;

/// Why the library could not do something.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// There is no such file.
    #[error("{}: there is no such library", .0.display())]
    NotFound(PathBuf),
    /// SQLite would take the name for something else than that of a file.
    #[error("{path}: this is no file, but what SQLite calls a database in memory or an address of one; name a file, such as papers.atlas (or ./{path})", path = .0.display())]
    NoFile(PathBuf),
    /// A new library was to be made where there is a file already.
    #[error("{}: there is a file of this name already", .0.display())]
    Exists(PathBuf),
    /// The file is something else.
    #[error("{}: this is not a Corpus Atlas library ({found})", path.display())]
    NotALibrary {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        found: String,
    },
    /// The library was written by a newer program.
    #[error("{}: written by a newer version of the program (format {found}; this one knows formats up to {known})", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format that is known.
        known: i64,
    },
    /// The library was written by an older program, and cannot be brought up to date where it is.
    #[error("{}: written by an older version of the program (format {found}; this one writes format {known}), and here it can only be read; close the window that has it open, if there is one, or copy it to where it can be changed, and open that", path.display())]
    Older {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The format that it would be brought to.
        known: i64,
    },
    /// The library was written by an older program, and is too damaged to be brought up to date.
    #[error("{path}: written by an older version of the program (format {found}), and damaged, so that it cannot be brought up to date ({reason}); `corpus-atlas check {path} --save-into NEW` makes a sound library of what can be read", path = path.display())]
    DamagedOlder {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// What is wrong with it.
        reason: String,
    },
    /// The library can be read and not changed.
    #[error("{}: the library {}; here it can be read, not changed", path.display(), why.words())]
    ReadOnly {
        /// The file.
        path: PathBuf,
        /// Why.
        why: ReadOnly,
    },
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The database refuses: a full disk, a locked or damaged file.
    #[error("{}", refusal(.0))]
    Database(#[from] rusqlite::Error),
    /// The file was removed, or another one put in its place, while the library was open.
    #[error("{}: the library was removed or replaced while it was open; nothing more is written to it", .0.display())]
    Gone(PathBuf),
    /// The file does not pass its check; nothing was written to it.
    #[error("{}: the library file is damaged, and nothing was written to it ({found}); `corpus-atlas check --save-into NEW` saves what can be read, a copy that `corpus-atlas backup` made can be opened in its place", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        found: String,
    },
    /// A run ended before its end; what was stored by then stays.
    #[error("{}; {error}", far(*stored, *read, *total))]
    Interrupted {
        /// Documents that it has stored or placed anew.
        stored: usize,
        /// Records that it has read.
        read: usize,
        /// Records in all, where that is known.
        total: Option<usize>,
        /// Why it ended.
        #[source]
        error: Box<LibraryError>,
    },
    /// A stored value is not of the form in which it was written.
    #[error("document {key} of the library is damaged: {reason}")]
    Damaged {
        /// Key of the document.
        key: i64,
        /// What is wrong.
        reason: String,
    },
    /// A server refuses, or cannot be reached.
    #[error("{}: {reason}", address.display())]
    Server {
        /// Its address, without a password.
        address: PathBuf,
        /// Why.
        reason: String,
    },
    /// The index of the words of a data set is still being made.
    #[error("its words are being indexed, and can be searched when that is done ({percent} %)")]
    WordsNotYet {
        /// How far it is.
        percent: u8,
    },
    /// The index of words beside a library cannot be made.
    #[error("{}: no index of its words can be made ({reason})", path.display())]
    WordsIndex {
        /// The library.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// It cannot be done with a data set or a library on a server.
    #[error("{}: {what} cannot be done where the documents lie elsewhere; import it into a library first", path.display())]
    InPlace {
        /// The data set.
        path: PathBuf,
        /// What.
        what: &'static str,
    },
    /// The thread that owned the library has ended, or has opened another one.
    #[error("the library is no longer open")]
    Closed,
    /// An export would have overwritten the library that it is made of.
    #[error("{}: this is the open library itself; choose another file for the export", .0.display())]
    ExportOntoItself(PathBuf),
    /// An export was ended by whoever asked for it; what was at its place is still there.
    #[error("the export was cancelled")]
    ExportCancelled,
    /// An export could not be written.
    #[error("the export could not be written: {0}")]
    Export(#[source] io::Error),
}

impl LibraryError {
    /// Whether another program writes, so that it may be tried again.
    pub fn is_busy(&self) -> bool {
        let busy = [ErrorCode::DatabaseBusy, ErrorCode::DatabaseLocked];
        matches!(self, Self::Database(error) if error.sqlite_error_code().is_some_and(|code| busy.contains(&code)))
    }

    /// Whether the disk is full.
    pub fn is_disk_full(&self) -> bool {
        match self {
            Self::Database(error) => error.sqlite_error_code() == Some(ErrorCode::DiskFull),
            Self::Io { error, .. } | Self::Export(error) => {
                error.kind() == io::ErrorKind::StorageFull
            }
            Self::Interrupted { error, .. } => error.is_disk_full(),
            _ => false,
        }
    }
}

/// Why the database refuses, in words that say what to do.
fn refusal(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full: make room and do it again".to_owned(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program is writing to the library; wait for it and do it again".to_owned()
        }
        Some(ErrorCode::ReadOnly) if extended(error) == Some(ffi::SQLITE_READONLY_DIRECTORY) => {
            "nothing can be written in the library's folder".to_owned()
        }
        Some(ErrorCode::ReadOnly) if extended(error) == Some(ffi::SQLITE_READONLY_ROLLBACK) => {
            "a change of the library was broken off and has to be taken back first, and here it can only be read; copy the file, together \
             with the one beside it that ends in “-journal”, to where it can be changed, and open that"
                .to_owned()
        }
        Some(ErrorCode::ReadOnly) => "the library file may only be read".to_owned(),
        Some(ErrorCode::CannotOpen) => {
            "the library file, or its journal in the same folder, cannot be opened".to_owned()
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            format!("the library file is damaged ({error})")
        }
        _ => format!("library database: {error}"),
    }
}

fn extended(error: &rusqlite::Error) -> Option<i32> {
    error.sqlite_error().map(|error| error.extended_code)
}

/// How far a run came.
fn far(stored: usize, read: usize, total: Option<usize>) -> String {
    let are = if stored == 1 { "is" } else { "are" };
    match total {
        Some(total) => format!("{} of {} {are} stored", thousands(stored), thousands(total)),
        None => format!(
            "{} {are} stored of {} read so far",
            thousands(stored),
            thousands(read)
        ),
    }
}

/// A number with its thousands apart: "1,200".
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_says_what_is_stored() {
        let full = rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(13), None);
        let error = LibraryError::Interrupted {
            stored: 1_200,
            read: 1_328,
            total: Some(3_000),
            error: Box::new(full.into()),
        };
        assert!(error.is_disk_full());
        assert_eq!(
            error.to_string(),
            "1,200 of 3,000 are stored; the disk is full: make room and do it again"
        );
        assert_eq!(far(1, 128, None), "1 is stored of 128 read so far");
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(1_000_000), "1,000,000");
        let system = LibraryError::Export(io::ErrorKind::StorageFull.into());
        assert!(system.is_disk_full() && !LibraryError::Closed.is_disk_full());
    }
}
