//! Files that are a document each, and PDFs that gave records their texts, as they were when they were read: what has not changed since need not be read
//! again. A cache; without it, files are read and found to be known.

use std::path::PathBuf;

use rusqlite::{Connection, Row, params};

use super::{Library, LibraryError};
use crate::stamp::{FilesRead, Stamp, TextOf};
use crate::{Document, Source};

/// Made with the first file that is noted: its whole path, and the path by which it was named.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS read_files (path TEXT PRIMARY KEY, source TEXT NOT NULL, size INTEGER NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID";
/// Made with the first PDF that gave a record its text: the document that has it now, how long that is, and a sum of the record.
const OF_RECORDS: &str = "CREATE TABLE IF NOT EXISTS texts_read (path TEXT PRIMARY KEY, key INTEGER NOT NULL, letters INTEGER NOT NULL, record INTEGER NOT NULL, size INTEGER NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID";

/// Notes the PDFs of documents that were added or found to be there, by the keys that these have in the library.
pub(super) fn note_of_records<'d>(
    connection: &Connection,
    documents: impl Iterator<Item = (i64, &'d Document)>,
) -> rusqlite::Result<()> {
    let mut is_there = false;
    for (key, document) in documents {
        let Some(TextOf {
            file,
            stamp,
            record,
        }) = document.text_of.as_deref()
        else {
            continue;
        };
        let Some(path) = file.to_str() else { continue };
        if !std::mem::replace(&mut is_there, true) {
            connection.execute(OF_RECORDS, [])?;
        }
        connection
            .prepare_cached(
                "INSERT OR REPLACE INTO texts_read (path, key, letters, record, size, changed) \
                 SELECT ?1, key, length(text), ?3, ?4, ?5 FROM contents WHERE key = ?2",
            )?
            .execute(params![
                path,
                key,
                record,
                stamp.size.cast_signed(),
                stamp.changed
            ])?;
    }
    Ok(())
}

/// Forgets which file gave a document its text: it is to be read again.
pub(super) fn forget_of(connection: &Connection, key: i64) -> rusqlite::Result<()> {
    if has_table(connection, "texts_read")? {
        connection
            .prepare_cached("DELETE FROM texts_read WHERE key = ?1")?
            .execute([key])?;
    }
    Ok(())
}

fn has_table(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)",
        [name],
        |row| row.get(0),
    )
}

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
    /// The files that are a document each which is in the library (not in its trash), and the PDFs that gave such documents their texts, as they were when
    /// they were read.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn files_read(&self) -> Result<FilesRead, LibraryError> {
        let stamp = |row: &Row<'_>, first: usize| -> rusqlite::Result<Stamp> {
            let size: i64 = row.get(first)?;
            Ok(Stamp {
                size: size.cast_unsigned(),
                changed: row.get(first + 1)?,
            })
        };
        let mut read = FilesRead::default();
        if has_table(&self.connection, "read_files")? {
            let mut find = self.connection.prepare(
                "SELECT path, size, changed FROM read_files WHERE EXISTS (SELECT 1 FROM contents WHERE source_path = source)",
            )?;
            let rows = find.query_map([], |row| {
                Ok((PathBuf::from(row.get::<_, String>(0)?), stamp(row, 1)?))
            })?;
            read.documents = rows.collect::<Result<_, _>>()?;
        }
        if has_table(&self.connection, "texts_read")? {
            // One that has lost its text since is to have it again.
            let mut find = self.connection.prepare(
                "SELECT r.path, r.size, r.changed, r.record FROM texts_read r JOIN contents c USING (key) WHERE length(c.text) >= r.letters",
            )?;
            let rows = find.query_map([], |row| {
                let path = PathBuf::from(row.get::<_, String>(0)?);
                Ok((path, (stamp(row, 1)?, row.get(3)?)))
            })?;
            read.of_records = rows.collect::<Result<_, _>>()?;
        }
        Ok(read)
    }

    /// Notes the files of documents that were found to be known, by the keys that these have in the library. Where that fails they are read again.
    pub(super) fn note_known<'d>(&mut self, known: impl Iterator<Item = (i64, &'d Document)>) {
        let is_noted = |(_, document): &(i64, &Document)| {
            document.stamp.is_some() || document.text_of.is_some()
        };
        let known: Vec<_> = known.filter(is_noted).collect();
        if known.is_empty() {
            return;
        }
        if let Ok(change) = self.begin() {
            let noted = note(&change, known.iter().map(|(_, document)| *document))
                .and_then(|()| note_of_records(&change, known.into_iter()));
            let _ = noted.map(|()| change.commit());
        }
    }
}
