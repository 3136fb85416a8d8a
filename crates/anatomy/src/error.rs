//! Why an atlas could not be read or written.

use std::path::{Path, PathBuf};

/// Why an atlas could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// The file system refused.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file does not hold what it should.
    #[error("{path}, {place}: {reason}", path = path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Where in the file.
        place: String,
        /// What is wrong there.
        reason: String,
    },
}

impl AtlasError {
    /// What the system said of a file or folder, for `map_err`.
    pub fn io(path: &Path) -> impl FnOnce(std::io::Error) -> AtlasError + '_ {
        |source| AtlasError::Io {
            path: path.to_owned(),
            source,
        }
    }

    /// What is wrong with a file, and where in it.
    pub fn format(path: &Path, place: impl Into<String>, reason: impl Into<String>) -> AtlasError {
        AtlasError::Format {
            path: path.to_owned(),
            place: place.into(),
            reason: reason.into(),
        }
    }
}
