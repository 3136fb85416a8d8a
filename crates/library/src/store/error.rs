//! Why a library could not do something.

use std::io;
use std::path::PathBuf;

/// Why the library could not do something.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// There is no such file.
    #[error("{}: there is no such library", .0.display())]
    NotFound(PathBuf),
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
    #[error("library database: {0}")]
    Database(#[from] rusqlite::Error),
    /// A stored value is not of the form in which it was written.
    #[error("document {key} of the library is damaged: {reason}")]
    Damaged {
        /// Key of the document.
        key: i64,
        /// What is wrong.
        reason: String,
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
