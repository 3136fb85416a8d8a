//! Why a file could not be fetched.

use std::path::PathBuf;

/// A file that could not be fetched. Nothing stands under its final name; what had come is kept as `NAME.part` where
/// going on later makes sense.
#[derive(Debug, thiserror::Error)]
#[error("{url} to {file}: {reason}", file = file.display())]
pub struct DownloadError {
    /// Where it was to come from.
    pub url: String,
    /// Where it was to go.
    pub file: PathBuf,
    /// What went wrong.
    pub reason: Reason,
}

/// What went wrong with a download.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// The caller asked to stop. What has come is kept.
    #[error("cancelled")]
    Cancelled,
    /// The address cannot be used, or a redirect leads to one that cannot.
    #[error("the address {0}")]
    Address(String),
    /// The file name is not a plain name.
    #[error("{0:?} is not a plain file name")]
    Name(String),
    /// The table asks for more than the caller allows.
    #[error("{bytes} bytes are more than the {limit} allowed")]
    TooLarge {
        /// Declared size.
        bytes: u64,
        /// [`Options::max_bytes`](crate::Options::max_bytes).
        limit: u64,
    },
    /// The server answered with this status.
    #[error("the server answered {0}")]
    Status(u16),
    /// The server sent one redirect after the other.
    #[error("more than {0} redirects")]
    Redirects(u32),
    /// The answer makes no sense.
    #[error("unexpected answer: {0}")]
    Protocol(String),
    /// The connection could not be made, was cut or stood still, again and again. What has come is kept.
    #[error("{message} (after {attempts} attempts)")]
    Network {
        /// The last trouble.
        message: String,
        /// How often it was tried.
        attempts: u32,
    },
    /// The server's file has another size than declared.
    #[error("{expected} bytes were expected and the server has {found}")]
    Size {
        /// Declared size.
        expected: u64,
        /// Size by the server's account.
        found: u64,
    },
    /// More came than was declared.
    #[error("it is longer than the {0} bytes expected")]
    Endless(u64),
    /// The bytes are not those that were expected.
    #[error("SHA-256 is {found} instead of {expected}")]
    Checksum {
        /// Declared SHA-256.
        expected: String,
        /// SHA-256 of what came.
        found: String,
    },
    /// Another download of the same file is running.
    #[error("another download of this file is running")]
    Busy,
    /// The file system refused.
    #[error("{0}")]
    Disk(#[from] std::io::Error),
}
