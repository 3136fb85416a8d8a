//! Readers: files and folders in, [`Document`]s and [`ReadError`]s out.
//!
//! A file is looked at before its name is believed, read as a stream under [`Limits`], and handed over record by record, so that
//! neither a wrong name, nor a hostile file, nor one of a million records costs more than its own record. Nothing here panics on
//! any input, and a batch never stops at a bad record.

mod abbreviations;
mod archive;
mod attached;
pub(crate) mod bib;
mod bib_fields;
pub(crate) mod clean;
pub(crate) mod content;
pub(crate) mod csl;
pub(crate) mod delimited;
pub(crate) mod epub;
mod error;
mod extra;
mod family;
mod headings;
pub(crate) mod html;
pub(crate) mod input;
pub(crate) mod jats;
pub(crate) mod jsonl;
mod mapping;
pub(crate) mod markup;
mod notes;
pub(crate) mod office;
pub(crate) mod options;
mod package;
pub(crate) mod parquet_file;
mod passed;
pub(crate) mod pdf_file;
mod reading;
mod rows;
pub(crate) mod rtf;
mod rtf_encodings;
pub(crate) mod sheet;
pub(crate) mod sink;
mod split;
pub(crate) mod table;
pub(crate) mod tagged;
mod tagged_fields;
mod tags;
mod tex;
pub(crate) mod text;
mod walk;
pub(crate) mod xml;
pub(crate) mod zotero;
mod zotero_fields;
pub(crate) mod zotero_open;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

pub(crate) use archive::{Archive, begins_tar};
pub use error::{Location, ReadError, Reason};
pub use jats::{FullArticle, full_article};
pub use mapping::{ColumnChoice, ColumnMap, Field};
pub use notes::{Note, Table};
pub use options::{Limits, ReadOptions, ReadSummary};
pub use passed::{PassedKind, PassedOver};

use crate::Document;
use reading::Reading;
pub(crate) use walk::looked_through;

/// Reads files and folders (recursively, lists of references first, in the order of their names) with [`ReadOptions::for_this_program`].
///
/// `on_record` is called for each record as soon as it is read, in the order of the files and of the records in them, with the
/// document or with what is wrong; entries of BibTeX that take fields from others come behind those. `cancel` is looked at before each record.
pub fn read_paths(
    paths: &[PathBuf],
    cancel: &AtomicBool,
    on_record: &mut dyn FnMut(Result<Document, ReadError>),
) -> ReadSummary {
    read_paths_with(paths, &ReadOptions::for_this_program(), cancel, on_record)
}

/// [`read_paths`] with options.
pub fn read_paths_with(
    paths: &[PathBuf],
    options: &ReadOptions,
    cancel: &AtomicBool,
    on_record: &mut dyn FnMut(Result<Document, ReadError>),
) -> ReadSummary {
    read_paths_noting(paths, options, cancel, on_record, &|_| {})
}

/// [`read_paths_with`], which also tells `notes` what it notices besides records.
pub fn read_paths_noting(
    paths: &[PathBuf],
    options: &ReadOptions,
    cancel: &AtomicBool,
    on_record: &mut dyn FnMut(Result<Document, ReadError>),
    notes: &dyn Fn(Note),
) -> ReadSummary {
    let mut reading = Reading::new(options, cancel, on_record, notes);
    let mut archives: Vec<&Path> = Vec::new();
    for path in paths {
        match archive_of(path) {
            None => reading.given(path),
            Some(archive) if archives.contains(&archive) => {}
            Some(archive) => {
                archives.push(archive);
                reading.given(archive);
            }
        }
    }
    reading.summary
}

/// The archive in which a file lies whose path, as refusals name it, leads through one: that is what can be read again.
fn archive_of(path: &Path) -> Option<&Path> {
    if path.exists() {
        return None;
    }
    path.ancestors().skip(1).find(|place| place.is_file())
}

/// Reads one stream that has no file, such as standard input; `name` stands for the file in messages, and its extension, if it
/// has one, says what is expected.
pub fn read_from(
    name: &Path,
    reader: impl Read,
    options: &ReadOptions,
    cancel: &AtomicBool,
    on_record: &mut dyn FnMut(Result<Document, ReadError>),
) -> ReadSummary {
    let mut reading = Reading::new(options, cancel, on_record, &|_| {});
    reading.summary.files = 1;
    let mut reader = reader;
    reading.stream(&reading::Given::stream(name), &mut reader);
    reading.summary
}

/// What the first bytes of a file look like, in words.
pub(crate) fn describe(head: &[u8]) -> &'static str {
    content::sniff(head).name()
}
