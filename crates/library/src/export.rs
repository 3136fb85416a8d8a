//! A library, or a selection of it, as CSV for spreadsheets and as JSON lines for programs and for importing again.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use grounding::{Evidence, Grounding};
use serde::Serialize;
use serde_json::Value;

use crate::format::ExportFormat;
use crate::store::{Library, LibraryError, Stored, best_p};

/// Columns of the CSV export, in order.
pub const CSV_COLUMNS: [&str; 28] = [
    "id",
    "title",
    "authors",
    "year",
    "journal",
    "doi",
    "pmid",
    "url",
    "kind",
    "mesh",
    "keywords",
    "collection",
    "group",
    "labels",
    "source_path",
    "source_record",
    "x_mm",
    "y_mm",
    "z_mm",
    "structure",
    "distance_mm",
    "p",
    "outside_p",
    "structures",
    "elsewhere",
    "model",
    "engine",
    "text",
];

impl Library {
    /// Writes documents, in the order of `keys` or, without them, all in the order in which they were added. Returns how many.
    ///
    /// # Errors
    /// If the library cannot be read or `out` not written.
    pub fn export(
        &self,
        format: ExportFormat,
        keys: Option<&[i64]>,
        out: &mut dyn Write,
    ) -> Result<usize, LibraryError> {
        match format {
            ExportFormat::Csv => self.export_csv(keys, out),
            ExportFormat::JsonLines => self.export_jsonl(keys, out),
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
    ) -> Result<usize, LibraryError> {
        let failed = |error| LibraryError::Io {
            path: path.to_owned(),
            error,
        };
        let write = |file: &File| {
            let mut out = BufWriter::new(Cancellable {
                inner: file,
                cancelled,
            });
            let written = self.export(format, keys, &mut out);
            written.map_err(|error| match error {
                LibraryError::Export(_) if cancelled() => LibraryError::ExportCancelled,
                LibraryError::Export(error) => failed(error),
                error => error,
            })
        };
        let target = resolved(path).map_err(failed)?;
        if self.is_own_file(&target) {
            return Err(LibraryError::ExportOntoItself(path.to_owned()));
        }
        // Nothing is cut off by this; a file that may not be written is not replaced either.
        let there = match File::options().write(true).open(path) {
            Ok(file) => {
                let there = file.metadata().map_err(failed)?;
                if !there.is_file() {
                    return write(&file);
                }
                Some(there)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(error)),
        };
        let file = file_beside(&target).map_err(failed)?;
        let written = write(file.as_file())?;
        if let Some(there) = there {
            // Where files have no permissions to be set, there are none to be kept.
            let _ = file.as_file().set_permissions(there.permissions());
        }
        file.as_file().sync_all().map_err(failed)?;
        file.persist(&target).map_err(|error| failed(error.error))?;
        Ok(written)
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

    /// [`Library::export`] as CSV, with the columns of [`CSV_COLUMNS`].
    ///
    /// A text that a spreadsheet would take for a formula gets an apostrophe in front, so that opening an export runs nothing.
    ///
    /// # Errors
    /// If the library cannot be read or `out` not written.
    pub fn export_csv(
        &self,
        keys: Option<&[i64]>,
        out: &mut dyn Write,
    ) -> Result<usize, LibraryError> {
        let failed = |error: csv::Error| LibraryError::Export(error.into());
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(CSV_COLUMNS).map_err(failed)?;
        let written = self.each_stored(keys, |stored| {
            writer.write_record(csv_record(stored)).map_err(failed)
        })?;
        writer.flush().map_err(LibraryError::Export)?;
        Ok(written)
    }

    /// [`Library::export`] as JSON lines: the keys of corpus lines, the other fields of a document, and those of its grounding.
    /// The readers take such a file back.
    ///
    /// # Errors
    /// If the library cannot be read or `out` not written.
    pub fn export_jsonl(
        &self,
        keys: Option<&[i64]>,
        out: &mut dyn Write,
    ) -> Result<usize, LibraryError> {
        let written = self.each_stored(keys, |stored| {
            serde_json::to_writer(&mut *out, &json_record(stored))
                .map_err(|error| LibraryError::Export(error.into()))?;
            out.write_all(b"\n").map_err(LibraryError::Export)
        })?;
        out.flush().map_err(LibraryError::Export)?;
        Ok(written)
    }

    fn each_stored(
        &self,
        keys: Option<&[i64]>,
        mut write: impl FnMut(&Stored) -> Result<(), LibraryError>,
    ) -> Result<usize, LibraryError> {
        let all;
        let keys = match keys {
            Some(keys) => keys,
            None => {
                all = self.keys()?;
                &all
            }
        };
        let mut written = 0;
        for &key in keys {
            if let Some(stored) = self.get_by_key(key)? {
                write(&stored)?;
                written += 1;
            }
        }
        Ok(written)
    }
}

/// Fails to write once its reader has had enough.
struct Cancellable<'a, W> {
    inner: W,
    cancelled: &'a dyn Fn() -> bool,
}

impl<W: Write> Write for Cancellable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.cancelled)() {
            return Err(io::Error::other("it was cancelled"));
        }
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A path without links and detours; of a file that is not there yet, its folder's.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    match (path.canonicalize(), path.file_name()) {
        (Err(error), Some(name)) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
            Ok(folder.join(name))
        }
        (resolved, _) => resolved,
    }
}

/// A new file in the folder of another, which is gone when it is dropped.
fn file_beside(target: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".corpus-atlas-").suffix(".part");
    // As any new file: the user's mask takes away what others must not do. Left out, it would be the owner's alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(target.parent().unwrap_or(Path::new(".")))
}

/// A cell of text that no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let dangerous =
        text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    let text: String = text.chars().filter(|c| *c != '\0').collect();
    if dangerous { format!("'{text}") } else { text }
}

fn csv_record(stored: &Stored) -> Vec<String> {
    let (document, grounding) = (&stored.document, &stored.grounding);
    let optional = |value: &Option<String>| cell(value.as_deref().unwrap_or_default());
    let list = |values: &[String]| cell(&values.join("; "));
    let evidence = |evidence: &[Evidence]| -> String {
        let named = evidence.iter().map(|e| format!("{} {:.4}", e.id, e.p));
        list(&named.collect::<Vec<_>>())
    };
    let [x, y, z] = grounding.point_mm;
    vec![
        cell(&document.id),
        cell(&document.title),
        list(&document.authors),
        document
            .year
            .map(|year| year.to_string())
            .unwrap_or_default(),
        optional(&document.journal),
        optional(&document.doi),
        optional(&document.pmid),
        optional(&document.url),
        optional(&document.kind),
        list(&document.mesh),
        list(&document.keywords),
        optional(&document.collection),
        optional(&document.group),
        document
            .labels
            .as_ref()
            .map(|labels| cell(&labels.to_string()))
            .unwrap_or_default(),
        cell(&document.source.path.to_string_lossy()),
        document.source.record.to_string(),
        x.to_string(),
        y.to_string(),
        z.to_string(),
        cell(&grounding.structure),
        grounding.distance_mm.to_string(),
        best_p(grounding).to_string(),
        grounding.outside_p.to_string(),
        evidence(&grounding.structures),
        evidence(&grounding.elsewhere),
        cell(&grounding.model),
        cell(&grounding.engine),
        cell(&document.text),
    ]
}

/// A line of the JSON export: the document's fields and the grounding's in one object, without those that are empty. `source`
/// names the collection, as in corpus lines; where the document was read from is in `source_path`, `source_record`, `source_line`.
#[derive(Serialize)]
struct JsonRecord<'a> {
    id: &'a str,
    title: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    authors: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    year: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    journal: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doi: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pmid: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    mesh: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    keywords: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'a str>,
    source_path: Cow<'a, str>,
    source_record: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_line: Option<u64>,
    #[serde(flatten)]
    grounding: &'a Grounding,
    p: f32,
}

fn json_record(stored: &Stored) -> JsonRecord<'_> {
    let (document, grounding) = (&stored.document, &stored.grounding);
    JsonRecord {
        id: &document.id,
        title: &document.title,
        text: &document.text,
        authors: &document.authors,
        year: document.year,
        journal: document.journal.as_deref(),
        doi: document.doi.as_deref(),
        pmid: document.pmid.as_deref(),
        url: document.url.as_deref(),
        kind: document.kind.as_deref(),
        mesh: &document.mesh,
        keywords: &document.keywords,
        labels: document.labels.as_ref(),
        source: document.collection.as_deref(),
        group: document.group.as_deref(),
        source_path: document.source.path.to_string_lossy(),
        source_record: document.source.record,
        source_line: document.source.line,
        grounding,
        p: best_p(grounding),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_disarmed() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert!(cell(text).starts_with('\''), "{text:?}");
        }
        assert_eq!(cell("plain = text"), "plain = text");
        assert_eq!(cell("a\0b"), "ab");
    }
}
