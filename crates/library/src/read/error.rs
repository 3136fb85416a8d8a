//! What can be wrong with a file, said so that the person who dropped it can act on it.

use std::fmt;
use std::path::PathBuf;

/// A file or a record that could not be read: which file, where in it, and why. The batch goes on after it.
#[derive(Debug, thiserror::Error)]
#[error("{}{place}: {reason}", file.display())]
pub struct ReadError {
    /// The file, as it was named by the caller or found in a folder.
    pub file: PathBuf,
    /// Where in the file.
    pub place: Place,
    /// What is wrong there.
    pub reason: Reason,
}

/// Where in a file something is wrong. All numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line.
    Line(u64),
    /// A record and the line on which it starts.
    Record {
        /// Number of the record in the file.
        number: u64,
        /// Line on which it starts.
        line: u64,
    },
    /// A page.
    Page(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File => Ok(()),
            Place::Line(line) => write!(f, ", line {line}"),
            Place::Record { number, line } => write!(f, ", record {number} (line {line})"),
            Place::Page(page) => write!(f, ", page {page}"),
        }
    }
}

/// Why a file or a record was refused.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// The operating system would not give the file, or stopped giving it.
    #[error("cannot be read: {0}")]
    Io(#[source] std::io::Error),
    /// Nothing is in it.
    #[error("the file is empty")]
    Empty,
    /// Larger than the limit for this kind of file.
    #[error("too large: {what} of more than {}", Bytes(*limit))]
    TooLarge {
        /// What is too large (`text file`, `line`, `record` …).
        what: &'static str,
        /// The limit, in bytes.
        limit: u64,
    },
    /// A compressed file that unpacks to far more than a text does.
    #[error("unpacks to more than {ratio} times its size, as no text does; not read further")]
    SuspiciousCompression {
        /// The limit on unpacked bytes per packed byte.
        ratio: u64,
    },
    /// More records, files or folder levels than the limit.
    #[error("more than {limit} {what}; the rest is not read")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// The content is something else than the file's name says.
    #[error("named as {named}, but its content is {found}; rename the file or choose another")]
    WrongExtension {
        /// What the name says.
        named: &'static str,
        /// What the content looks like.
        found: &'static str,
    },
    /// A kind of file that cannot be read.
    #[error(
        "{found} cannot be read (readable: .txt .md .pdf .ris .nbib .jsonl, each but PDF also as .gz)"
    )]
    Unsupported {
        /// What the file is.
        found: String,
    },
    /// Bytes that are no text in any encoding.
    #[error("binary data, not text")]
    Binary,
    /// A compressed file that is damaged or cut off.
    #[error("damaged or incomplete gzip data: {0}")]
    Gzip(String),
    /// A line that is not a JSON object of the expected shape.
    #[error("not a valid record: {0}")]
    Json(String),
    /// A record without a title.
    #[error("no title ({tags})")]
    NoTitle {
        /// The fields in which a title was looked for.
        tags: &'static str,
    },
    /// A record with neither title nor text.
    #[error("neither title nor text")]
    NoText,
    /// A reference file in which no record begins.
    #[error("no {format} record found: no line begins with \"{start}\"")]
    NoRecords {
        /// Name of the format.
        format: &'static str,
        /// How a record begins.
        start: &'static str,
    },
    /// Lines outside of any record, with what they begin with.
    #[error("text outside of any record, beginning with \"{0}\"")]
    StrayText(String),
    /// What the PDF reader said.
    #[error(transparent)]
    Pdf(#[from] crate::pdf::PdfError),
}

/// A number of bytes as people read it.
pub(crate) struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const KIB: u64 = 1 << 10;
        const MIB: u64 = 1 << 20;
        const GIB: u64 = 1 << 30;
        match self.0 {
            n if n >= GIB => write!(f, "{} GiB", trimmed(n, GIB)),
            n if n >= MIB => write!(f, "{} MiB", trimmed(n, MIB)),
            n if n >= KIB => write!(f, "{} KiB", trimmed(n, KIB)),
            n => write!(f, "{n} bytes"),
        }
    }
}

fn trimmed(n: u64, unit: u64) -> String {
    if n.is_multiple_of(unit) {
        (n / unit).to_string()
    } else {
        format!("{:.1}", n as f64 / unit as f64)
    }
}
