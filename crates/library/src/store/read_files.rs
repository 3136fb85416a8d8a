//! Files that are a document each, as they were when they were read: what has not changed since need not be read again. A cache; without it, files are
//! read and found to be known.

use std::collections::HashMap;
use std::path::PathBuf;

use rusqlite::{Connection, params};

use super::{Library, LibraryError};
use crate::stamp::{FilesRead, Stamp};
use crate::{Document, Source};

/// Made with the first file that is noted: its whole path, and the path by which it was named.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS read_files (path TEXT PRIMARY KEY, source TEXT NOT NULL, size INTEGER NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID";

/// Notes the files of these documents, which are in the library now.
pub(super) fn note<'d>(
    connection: &Connection,
    documents: impl Iterator<Item = &'d Document>,
) -> rusqlite::Result<()> {
    let stamped = documents.filter_map(|document| {
        let Source { path, .. } = &document.source;
        let whole = std::path::absolute(path).ok()?;
        Some((whole.to_str()?.to_owned(), path.to_str()?, document.stamp?))
    });
    let mut is_there = false;
    for (path, source, Stamp { size, changed }) in stamped {
        if !std::mem::replace(&mut is_there, true) {
            connection.execute(TABLE, [])?;
        }
        connection
            .prepare_cached(
                "INSERT OR REPLACE INTO read_files (path, source, size, changed) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![path, source, size.cast_signed(), changed])?;
    }
    Ok(())
}

impl Library {
    /// The files that are a document each which is in the library (not in its trash), as they were when they were read.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn files_read(&self) -> Result<FilesRead, LibraryError> {
        let is_there: bool = self.connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'read_files')",
            [],
            |row| row.get(0),
        )?;
        if !is_there {
            return Ok(FilesRead::default());
        }
        let mut find = self.connection.prepare(
            "SELECT path, size, changed FROM read_files WHERE EXISTS (SELECT 1 FROM contents WHERE source_path = source)",
        )?;
        let rows = find.query_map([], |row| {
            let size: i64 = row.get(1)?;
            let stamp = Stamp {
                size: size.cast_unsigned(),
                changed: row.get(2)?,
            };
            Ok((PathBuf::from(row.get::<_, String>(0)?), stamp))
        })?;
        let found: HashMap<PathBuf, Stamp> = rows.collect::<Result<_, _>>()?;
        Ok(FilesRead(found))
    }

    /// Notes the files of documents that were found to be known. Where that fails they are read again.
    pub(super) fn note_known<'d>(&mut self, known: impl Iterator<Item = &'d Document>) {
        let mut known = known.filter(|document| document.stamp.is_some()).peekable();
        if known.peek().is_none() {
            return;
        }
        if let Ok(change) = self.begin() {
            let _ = note(&change, known).map(|()| change.commit());
        }
    }
}
