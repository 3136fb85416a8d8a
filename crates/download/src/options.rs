//! Limits of a download.

use std::time::Duration;

/// Limits of a download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Bytes that may be fetched at all; an atlas or file declared larger is refused. 16 GiB.
    pub max_bytes: u64,
    /// How often a file is tried before giving up; each attempt goes on where the last one stopped. 6.
    pub attempts: u32,
    /// Pause before the second attempt, doubled before each further one. Half a second.
    pub pause: Duration,
    /// How long to wait for a connection, an answer or more data. A cancelled download ends within this time. 20 s.
    pub timeout: Duration,
    /// Redirects followed. 5.
    pub redirects: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_bytes: 16 << 30,
            attempts: 6,
            pause: Duration::from_millis(500),
            timeout: Duration::from_secs(20),
            redirects: 5,
        }
    }
}
