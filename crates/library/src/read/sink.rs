//! Where the records of one file go: each gets its identifiers, its source and the warnings about it, and is handed over.

use std::mem;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::{Location, ReadError, Reason};
use super::input;
use super::mapping::ColumnMap;
use super::notes::Note;
use super::options::{Limits, ReadSummary};
use crate::{Document, Identifier, Source};

/// Where the records of one file go.
pub(crate) struct Sink<'a> {
    pub(crate) file: &'a Path,
    /// Where it lies on the disk, unless it is a stream or part of an archive that was not unpacked.
    pub(crate) disk: Option<&'a Path>,
    /// Set when the user stops the reading.
    pub(crate) cancel: &'a AtomicBool,
    pub(crate) on_record: &'a mut (dyn FnMut(Result<Document, ReadError>) + 'a),
    pub(crate) summary: &'a mut ReadSummary,
    /// Whom to tell what is noticed besides records.
    pub(crate) notes: &'a dyn Fn(Note),
    /// What was chosen for the columns of tables.
    pub(crate) columns: &'a ColumnMap,
    /// Limits of this call.
    pub(crate) limits: &'a Limits,
    /// Size of the file in bytes, unless it is a stream.
    pub(crate) size: Option<u64>,
    /// Warnings about the file, for its first document.
    pub(crate) pending: Vec<String>,
    /// Documents of this file so far.
    pub(crate) documents: u64,
}

impl Sink<'_> {
    pub(crate) fn error(&mut self, place: Location, reason: Reason) {
        self.summary.errors += 1;
        (self.on_record)(Err(ReadError {
            file: self.file.to_owned(),
            place,
            reason,
        }));
    }

    pub(crate) fn cancelled(&mut self) -> bool {
        self.summary.cancelled |= self.cancel.load(Ordering::Relaxed);
        self.summary.cancelled
    }

    /// Whether the file has given as many records as it may; says so once.
    pub(crate) fn full(&mut self) -> bool {
        let limit = self.limits.records;
        let full = self.documents >= limit;
        if full {
            self.error(
                Location::File,
                Reason::TooMany {
                    what: "records",
                    limit,
                },
            );
        }
        full
    }

    /// Hands over record `number`, of which `foreign` bytes were not UTF-8.
    pub(crate) fn document(
        &mut self,
        mut document: Document,
        number: u64,
        line: Option<u64>,
        foreign: usize,
    ) {
        let stem = self.stem();
        document.complete(&format!("{stem}#{number}"));
        self.hand_over(document, number, line, foreign);
    }

    /// Hands over a row of a table or the like, unless it has neither title nor text.
    pub(crate) fn row(
        &mut self,
        document: Document,
        number: u64,
        line: Option<u64>,
        foreign: usize,
    ) {
        if document.title.is_empty() && document.text.is_empty() {
            let line = line.unwrap_or(number);
            return self.error(Location::Record { number, line }, Reason::NoText);
        }
        self.document(document, number, line, foreign);
    }

    /// Hands over the document that is the whole file, unless it has neither title nor text.
    pub(crate) fn whole_file(&mut self, mut document: Document, foreign: usize) {
        if document.title.is_empty() && document.text.is_empty() {
            return self.error(Location::File, Reason::NoText);
        }
        document.complete(&self.stem());
        self.hand_over(document, 1, None, foreign);
    }

    /// Tells of the identifiers that are all of the file; there is no document in it.
    pub(crate) fn identifiers(&mut self, list: Vec<Identifier>) {
        let count = list.len() as u64;
        for identifier in list {
            let file = self.file.to_owned();
            (self.notes)(Note::Identifier { file, identifier });
        }
        self.error(Location::File, Reason::Identifiers(count));
    }

    fn hand_over(
        &mut self,
        mut document: Document,
        record: u64,
        line: Option<u64>,
        foreign: usize,
    ) {
        document.source = Source {
            path: self.file.to_owned(),
            record,
            line,
        };
        if let Some(folder) = self.disk.and_then(Path::parent) {
            for file in &mut document.details.files {
                resolve(folder, file);
            }
        }
        document.warnings = mem::take(&mut self.pending);
        if foreign > 0 {
            document.warnings.push(input::encoding_warning(foreign));
        }
        self.documents += 1;
        self.summary.documents += 1;
        (self.on_record)(Ok(document));
    }

    /// The file's name without folder and endings.
    pub(crate) fn stem(&self) -> String {
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        if stem.is_empty() {
            "document".to_owned()
        } else {
            stem.to_owned()
        }
    }
}

/// A file that a record names and that lies beside the file of the record: its whole path, by which it can be opened.
fn resolve(folder: &Path, file: &mut String) {
    let path = folder.join(&*file);
    if Path::new(file).is_relative() && path.is_absolute() && path.is_file() {
        *file = path.display().to_string();
    }
}
