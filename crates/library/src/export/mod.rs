//! A library, or a selection of it, as a file of another program: a table, references, a reading list, points.
//!
//! Each format is a file of this folder with an [`Exporter`], which is handed one document after the other; what a document is to
//! all of them is an [`Exported`].

mod bibtex;
mod citations;
mod csl;
pub(crate) mod csv;
mod file;
mod jsonl;
mod markdown;
mod nbib;
mod parquet_file;
mod points;
mod ris;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use grounding::Grounding;
use serde::Serialize;

use crate::Document;
use crate::format::ExportFormat;
use crate::store::{Label, Library, LibraryError, Stored};
use file::{Cancellable, resolved, write_whole};
pub(crate) use points::COORDINATES;

/// What became of an export.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ExportReport {
    /// Documents that were written.
    pub written: usize,
    /// Documents that were passed over because what is stored of them cannot be read, or is no longer what was stored.
    pub damaged: Vec<Damaged>,
}

/// A document of the library that is damaged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Damaged {
    /// Its key.
    pub key: i64,
    /// What is wrong.
    pub reason: String,
}

/// A document on its way out, with all that its user has put on it.
///
/// What a library keeps beside a document (tags, notes, stars, collections) enters here and nowhere else: tags go where a format has
/// keywords, notes where it has notes.
pub(crate) struct Exported<'a> {
    stored: &'a Stored,
    /// Words that the user has put on the document.
    tags: Vec<String>,
    /// What the user has written about it.
    notes: Vec<String>,
}

impl<'a> Exported<'a> {
    /// A document as the library keeps it.
    fn of(stored: &'a Stored) -> Exported<'a> {
        let marks = &stored.document.marks;
        Exported {
            stored,
            tags: marks.tags.clone(),
            notes: Some(marks.note.clone())
                .filter(|note| !note.is_empty())
                .into_iter()
                .collect(),
        }
    }

    fn document(&self) -> &Document {
        &self.stored.document
    }

    fn grounding(&self) -> &Grounding {
        &self.stored.grounding
    }

    /// MeSH headings, keywords and tags, each once, for formats that have one list of words.
    fn subjects(&self) -> Vec<String> {
        let document = self.document();
        let words = [&document.mesh, &document.keywords, &self.tags];
        let mut all: Vec<String> = Vec::new();
        for word in words.into_iter().flatten().map(|word| one_line(word)) {
            if !word.is_empty() && !all.contains(&word) {
                all.push(word);
            }
        }
        all
    }
}

/// What writes a format.
trait Exporter {
    /// What stands before the first document.
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// A document.
    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// What stands behind the last one.
    fn end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

impl ExportFormat {
    /// A new exporter of this format.
    fn exporter(self) -> Box<dyn Exporter> {
        match self {
            ExportFormat::Csv => Box::new(csv::Csv),
            ExportFormat::JsonLines => Box::new(jsonl::JsonLines),
            ExportFormat::Ris => Box::new(ris::Ris),
            ExportFormat::Nbib => Box::new(nbib::Nbib),
            ExportFormat::BibTex => Box::new(bibtex::BibTex::default()),
            ExportFormat::CslJson => Box::new(csl::CslJson::default()),
            ExportFormat::Markdown => Box::new(markdown::ReadingList::default()),
            ExportFormat::Points => Box::new(points::Points::default()),
            ExportFormat::Parquet => Box::new(parquet_file::Table::default()),
            ExportFormat::Citations(style) => Box::new(citations::Citations(style)),
        }
    }
}

impl Library {
    /// Writes documents, in the order of `keys` or, without them, all in the order in which they were added. One that is damaged
    /// is passed over, and told in the report; also one of which letters or numbers are no longer those that were stored.
    ///
    /// # Errors
    /// If the library cannot be read or `out` not written.
    pub fn export(
        &self,
        format: ExportFormat,
        keys: Option<&[i64]>,
        out: &mut dyn Write,
    ) -> Result<ExportReport, LibraryError> {
        self.write_each(format, keys, out, &|_, _| {})
    }

    /// [`Library::export`], which tells before each document how many are done, and how many there are.
    fn write_each(
        &self,
        format: ExportFormat,
        keys: Option<&[i64]>,
        out: &mut dyn Write,
        told: &dyn Fn(usize, usize),
    ) -> Result<ExportReport, LibraryError> {
        let all;
        let keys = match keys {
            Some(keys) => keys,
            None => {
                all = self.keys()?;
                &all
            }
        };
        let mut exporter = format.exporter();
        let mut report = ExportReport::default();
        exporter.begin(out).map_err(LibraryError::Export)?;
        for (done, &key) in keys.iter().enumerate() {
            told(done, keys.len());
            match self.get_as_stored(key) {
                Ok(Some(stored)) => {
                    let written = exporter.document(&Exported::of(&stored), out);
                    written.map_err(LibraryError::Export)?;
                    report.written += 1;
                }
                Ok(None) => {}
                Err(LibraryError::Damaged { key, reason }) => {
                    report.damaged.push(Damaged { key, reason });
                }
                Err(LibraryError::Database(error)) if is_corrupt(&error) => {
                    let reason = error.to_string();
                    report.damaged.push(Damaged { key, reason });
                }
                Err(error) => return Err(error),
            }
        }
        exporter.end(out).map_err(LibraryError::Export)?;
        out.flush().map_err(LibraryError::Export)?;
        Ok(report)
    }

    /// The document with this key, if it is what was stored.
    fn get_as_stored(&self, key: i64) -> Result<Option<Stored>, LibraryError> {
        let stored = self.get_by_key(key)?;
        match stored.is_some().then(|| self.changed(key)).transpose()? {
            Some(Some(reason)) => Err(LibraryError::Damaged {
                key,
                reason: reason.to_owned(),
            }),
            _ => Ok(stored),
        }
    }

    /// [`Library::export`] to a file. It is written beside its place and put there when it is whole, so that a failure leaves
    /// what was there before. A link is followed, and a device or a pipe written as it is. `cancelled` is asked all along.
    ///
    /// # Errors
    /// [`LibraryError::ExportCancelled`] once that was so; [`LibraryError::ExportOntoItself`] if the path leads to the library's own file, or to one that SQLite keeps beside it;
    /// else if the library cannot be read or the file, or its folder, not be written.
    pub fn export_to(
        &self,
        path: &Path,
        format: ExportFormat,
        keys: Option<&[i64]>,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<ExportReport, LibraryError> {
        self.export_telling(path, format, keys, cancelled, &|_, _| {})
    }

    /// [`Library::export_to`], which tells before each document how many are done, and how many there are.
    ///
    /// # Errors
    /// As [`Library::export_to`].
    pub fn export_telling(
        &self,
        path: &Path,
        format: ExportFormat,
        keys: Option<&[i64]>,
        cancelled: &dyn Fn() -> bool,
        told: &dyn Fn(usize, usize),
    ) -> Result<ExportReport, LibraryError> {
        let failed = |error| LibraryError::Io {
            path: path.to_owned(),
            error,
        };
        self.write_beside(path, |file| {
            let mut out = BufWriter::new(Cancellable {
                inner: file,
                cancelled,
            });
            let written = self.write_each(format, keys, &mut out, told);
            written.map_err(|error| match error {
                LibraryError::Export(_) if cancelled() => LibraryError::ExportCancelled,
                LibraryError::Export(error) => failed(error),
                error => error,
            })
        })
    }

    /// Writes what readers have corrected and rated (see [`Library::labels`]) to a file, as [`Library::export_to`] writes documents. Returns it.
    ///
    /// # Errors
    /// As those of [`Library::export_to`].
    pub fn export_labels_to(&self, path: &Path) -> Result<Vec<Label>, LibraryError> {
        let labels = self.labels()?;
        self.write_beside(path, |mut file| {
            let rows = labels.iter().map(|label| label.row() + "\n");
            let written = file.write_all(rows.collect::<String>().as_bytes());
            written.map_err(|error| LibraryError::Io {
                path: path.to_owned(),
                error,
            })
        })?;
        Ok(labels)
    }

    /// A file that is put in its place when it is whole, and never in that of the library.
    fn write_beside<T>(
        &self,
        path: &Path,
        write: impl FnOnce(&File) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let failed = |error| LibraryError::Io {
            path: path.to_owned(),
            error,
        };
        let target = resolved(path).map_err(failed)?;
        if self.is_own_file(&target) {
            return Err(LibraryError::ExportOntoItself(path.to_owned()));
        }
        write_whole(path, &target, failed, write)
    }

    /// Whether a path, as [`resolved`] gives it, is the library's file or one that SQLite keeps beside it.
    fn is_own_file(&self, target: &Path) -> bool {
        let Some(own) = self.path() else { return false };
        let own = resolved(own).unwrap_or_else(|_| own.to_owned());
        ["", "-journal", "-wal", "-shm"].iter().any(|ending| {
            let mut name = own.clone().into_os_string();
            name.push(ending);
            target.as_os_str() == name
        })
    }
}

/// Whether a page of the file that a document lies on is damaged: others may lie on good ones.
fn is_corrupt(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseCorrupt)
}

/// A text on one line, for formats in which a line is a field: single spaces, no control characters.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words = words.filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// What a document calls its kind, unless `written` says the same.
fn further_kind(document: &Document, written: &str) -> Option<String> {
    stated(document.kind.as_deref()).filter(|kind| kind != written)
}

/// A value on one line; nothing when it is empty.
fn stated(value: Option<&str>) -> Option<String> {
    value.map(one_line).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_has_put_on_a_document_is_in_every_reference_format() {
        let stored = Stored {
            key: 1,
            document: Document {
                id: "a".into(),
                title: "Liver".into(),
                mesh: vec!["Liver".into()],
                keywords: vec!["lobe".into(), "Liver".into()],
                marks: crate::Marks {
                    tags: vec!["to read".into()],
                    note: "Ask\nAnn".into(),
                    ..crate::Marks::default()
                },
                ..Document::default()
            },
            grounding: Grounding::default(),
            corrections: Vec::new(),
        };
        let exported = Exported::of(&stored);
        assert_eq!(exported.subjects(), ["Liver", "lobe", "to read"]);
        for (format, tag, note) in [
            (ExportFormat::Ris, "KW  - to read\n", "N1  - Ask Ann\n"),
            (ExportFormat::Nbib, "OT  - to read\n", "GN  - Ask Ann\n"),
            (
                ExportFormat::BibTex,
                "keywords = {Liver, lobe, to read},\n",
                "annote = {Ask Ann},\n",
            ),
            (
                ExportFormat::CslJson,
                "\"keyword\":\"Liver; lobe; to read\"",
                "\"note\":\"Ask\\nAnn\"",
            ),
            (
                ExportFormat::JsonLines,
                "\"tags\":[\"to read\"]",
                "\"note\":\"Ask\\nAnn\"",
            ),
        ] {
            let (mut exporter, mut out) = (format.exporter(), Vec::new());
            exporter.begin(&mut out).unwrap();
            exporter.document(&exported, &mut out).unwrap();
            exporter.end(&mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.contains(tag) && text.contains(note), "{text}");
        }
    }
}
