//! What can be wrong with a file, said so that the person who dropped it can act on it.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::bytes::Bytes;

/// A file or a record that could not be read: which file, where in it, and why. The batch goes on after it.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", self.within())]
pub struct ReadError {
    /// The file, as it was named by the caller or found in a folder.
    pub file: PathBuf,
    /// Where in the file.
    pub place: Location,
    /// What is wrong there.
    pub reason: Reason,
}

/// Where in a file something is wrong. All numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
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
}

impl ReadError {
    /// File and place in words: `notes.ris, line 5`, or the file alone.
    pub fn within(&self) -> String {
        self.place.within(&self.file)
    }
}

impl Location {
    /// File and place in words: `notes.ris, line 5`, or the file alone.
    pub(crate) fn within(self, file: &Path) -> String {
        match self {
            Location::File => file.display().to_string(),
            place => format!("{}, {place}", file.display()),
        }
    }
}

/// `line 5`; nothing for the file as a whole.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File => Ok(()),
            Location::Line(line) => write!(f, "line {line}"),
            Location::Record { number, line } => write!(f, "record {number} (line {line})"),
        }
    }
}

/// How it is said that a file lists articles without having them.
const ARTICLES_ALONE: &str = "identifiers of articles and no article";

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
    /// Something was written to the file while it was read.
    #[error("the file has grown since it was opened; its first {} were read, read it again when it is complete", Bytes(*read))]
    Grew {
        /// Its size when it was opened, in bytes.
        read: u64,
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
    #[error("{found} cannot be read (readable: {readable})")]
    Unsupported {
        /// What the file is.
        found: String,
        /// Endings of what can be read.
        readable: String,
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
    /// An XML record or part that is not well-formed.
    #[error("not well-formed XML: {0}")]
    Xml(String),
    /// A BibTeX entry that is malformed.
    #[error("a malformed entry: {0}")]
    BibTex(String),
    /// A table without the columns that are needed: its first row.
    #[error(
        "a table that cannot be read: no column is called title, text or abstract; its first row is: {0}"
    )]
    NoColumns(String),
    /// A malformed table, or one without rows.
    #[error("a table that cannot be read: {0}")]
    Table(String),
    /// An archive, or a file made of parts, that is damaged or not what it should be.
    #[error("a damaged or foreign archive: {0}")]
    Archive(String),
    /// A book or a text whose words only who has its key can read.
    #[error("its text is encrypted, and cannot be read without the key")]
    Encrypted,
    /// A database that cannot be read.
    #[error("a database that cannot be read: {0}")]
    Database(String),
    /// An attachment of a Zotero library that belongs to no entry, and is no PDF.
    #[error(
        "it stands in Zotero without an entry; of such files only PDFs are read from there, add the file itself"
    )]
    WithoutEntry,
    /// An attachment of a Zotero library that belongs to no entry, by its path below a folder that only Zotero's settings name.
    #[error("{0} lies relative to Zotero's base folder, which is not known; add the file itself")]
    WithoutBase(String),
    /// A record without a title.
    #[error("no title ({tags})")]
    NoTitle {
        /// The fields in which a title was looked for.
        tags: &'static str,
    },
    /// A list of what articles are called, without the articles.
    #[error("{0} {alone}; `corpus-atlas pubmed --ids` fetches them", alone = ARTICLES_ALONE)]
    Identifiers(u64),
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

impl Reason {
    /// Whether a refusal, in the words in which it was kept, is that of a list of articles, which PubMed can fetch.
    pub fn is_of_identifiers(words: &str) -> bool {
        words.contains(ARTICLES_ALONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_articles_is_known_by_the_words_of_its_refusal() {
        let words = Reason::Identifiers(118).to_string();
        assert!(words.starts_with("118 identifiers of articles"), "{words}");
        assert!(Reason::is_of_identifiers(&words));
        assert!(!Reason::is_of_identifiers(&Reason::NoText.to_string()));
    }

    #[test]
    fn a_place_reads_well_with_and_without_its_file() {
        let error = |place| ReadError {
            file: "notes.ris".into(),
            place,
            reason: Reason::NoText,
        };
        let record = Location::Record { number: 2, line: 7 };
        for (place, alone, within) in [
            (Location::File, "", "notes.ris"),
            (Location::Line(5), "line 5", "notes.ris, line 5"),
            (record, "record 2 (line 7)", "notes.ris, record 2 (line 7)"),
        ] {
            assert_eq!(place.to_string(), alone);
            assert_eq!(error(place).within(), within);
            assert_eq!(
                error(place).to_string(),
                format!("{within}: neither title nor text")
            );
        }
    }
}
