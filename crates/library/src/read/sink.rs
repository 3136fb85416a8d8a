//! Where the records of one file go: each gets its identifiers, its source and the warnings about it, and is handed over.

use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::attached::{self, Attached};
use super::error::{Location, ReadError, Reason};
use super::input;
use super::mapping::ColumnMap;
use super::notes::Note;
use super::options::{Limits, ReadSummary};
use crate::pdf::{PdfError, PdfExtractor};
use crate::stamp::{FilesRead, Stamp, TextOf};
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
    /// Takes the text out of a PDF that a record names.
    pub(crate) pdf: Option<&'a PdfExtractor>,
    /// What the library has already.
    pub(crate) read_before: Option<&'a FilesRead>,
    /// PDFs that records have named so far, of whatever file.
    pub(crate) attached: &'a mut Attached,
    /// Limits of this call.
    pub(crate) limits: &'a Limits,
    /// Size of the file in bytes, unless it is a stream.
    pub(crate) size: Option<u64>,
    /// What the file is like, where it lies on the disk by itself.
    pub(crate) stamp: Option<Stamp>,
    /// Warnings about the file, for its first document.
    pub(crate) pending: Vec<String>,
    /// Documents of this file so far.
    pub(crate) documents: u64,
}

impl Sink<'_> {
    pub(crate) fn error(&mut self, place: Location, reason: Reason) {
        self.error_of(self.file, place, reason);
    }

    /// The same of a file that this one names.
    pub(super) fn error_of(&mut self, file: &Path, place: Location, reason: Reason) {
        self.summary.errors += 1;
        (self.on_record)(Err(ReadError {
            file: file.to_owned(),
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
        if !self.attach(&mut document) {
            return;
        }
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
        document.stamp = self.stamp;
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
        document.warnings = mem::take(&mut self.pending);
        if foreign > 0 {
            document.warnings.push(input::encoding_warning(foreign));
        }
        self.documents += 1;
        self.summary.documents += 1;
        (self.on_record)(Ok(document));
    }

    /// Gives the files that a record names their whole paths, and a record without a text that of the first of its PDFs that has one. `false` when the
    /// reading was stopped meanwhile.
    fn attach(&mut self, document: &mut Document) -> bool {
        // In an archive, and unpacked, nothing lies beside the list.
        let beside = self.disk.filter(|disk| *disk == self.file);
        let Some(folder) = beside.and_then(Path::parent) else {
            return true;
        };
        let folder = std::path::absolute(folder.join(".")).unwrap_or_default();
        let mut wanted = document.text.trim().is_empty();
        let record = attached::record_of(document);
        for file in &mut document.details.files {
            let named = PathBuf::from(file.as_str());
            let Some((shown, place)) = attached::within(&folder, file) else {
                if wanted && attached::is_pdf(&named) && self.pdf.is_some() {
                    // What leads out of the folder is not even looked for.
                    let is_below = attached::is_below(&folder, file);
                    let why = match is_below && !folder.join(&named).exists() {
                        false => "lies outside of the folder of its list and is not read",
                        true => "is not there",
                    };
                    self.pending.push(format!("{file} {why}"));
                }
                continue;
            };
            if named.is_relative() {
                *file = shown.display().to_string();
            }
            if !attached::is_pdf(&named) {
                continue;
            }
            let is_first = self.attached.take(&place);
            let Some(extract) = self.pdf.filter(|_| wanted) else {
                continue;
            };
            if self.attached.is_alone(&place) {
                let why = "was read by itself before and is not read again";
                self.pending.push(format!("{file} {why}"));
                continue;
            }
            if !is_first {
                let why = "belongs to an earlier record and is not read again";
                self.pending.push(format!("{file} {why}"));
                continue;
            }
            let text_of = attached::text_of(record, &place);
            if self.is_read(text_of.as_ref()) {
                wanted = false;
                continue;
            }
            match extract(&place, self.cancel) {
                Ok(text) => {
                    document.text = text.joined();
                    wanted = document.text.trim().is_empty();
                    document.text_of = text_of.filter(|_| !wanted).map(Box::new);
                }
                Err(PdfError::Cancelled) => {
                    self.summary.cancelled = true;
                    return false;
                }
                Err(error) => self.error_of(&shown, Location::File, Reason::Pdf(error)),
            }
        }
        true
    }

    /// Whether the library has this record with the text of this PDF: both are as they were, and the record is recognised without it.
    pub(super) fn is_read(&self, text_of: Option<&TextOf>) -> bool {
        let known = self.read_before.zip(text_of);
        known.is_some_and(|(before, text_of)| before.has_of_record(text_of))
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
