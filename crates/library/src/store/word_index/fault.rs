//! Why an index of words does not answer, or cannot be made. FTS5 answers then.

use std::io;

/// Why.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The library cannot be read.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
    /// The file is not what was written, or none of this version.
    #[error("{0}")]
    Damaged(&'static str),
    /// A word is not in it.
    #[error("a word that nearly all documents have is left to the library's own index")]
    LeftOut,
    /// The library was changed meanwhile.
    #[error("the library was changed meanwhile")]
    Changed,
    /// It was to end.
    #[error("it was stopped")]
    Stopped,
}

impl Fault {
    /// Whether another program writes, so that it may be tried again.
    pub fn is_busy(&self) -> bool {
        let busy = [
            rusqlite::ErrorCode::DatabaseBusy,
            rusqlite::ErrorCode::DatabaseLocked,
        ];
        matches!(self, Self::Database(error) if error.sqlite_error_code().is_some_and(|code| busy.contains(&code)))
    }
}
