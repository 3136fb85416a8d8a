//! The tables, their version, and the way from an older version to this one.

use std::path::Path;

use rusqlite::{Connection, ErrorCode, OptionalExtension as _, TransactionBehavior};

use super::{LibraryError, bring_over, care, sums};

/// Marks an SQLite file as a library: "CAtl" (`PRAGMA application_id`).
const APPLICATION_ID: i64 = 0x4341_746C;

/// Version of the tables that this program writes (`PRAGMA user_version`).
pub const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;

/// Step `n` leads from version `n` to `n + 1`. Steps that have been released are never changed; new ones are appended. A step that
/// changes `documents`, `contents`, `sentences` or `evidence` must change their copies in the trash (see `trash.rs`), if there are any.
const MIGRATIONS: &[&str] = &["
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO about VALUES ('format', 'Corpus Atlas library'), ('created', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- What the map and the lists need; points in LPS mm. title_key: letters and digits only, for finding duplicates.
CREATE TABLE documents (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    year INTEGER,
    kind TEXT,
    doi TEXT,
    pmid TEXT,
    title_key TEXT NOT NULL,
    x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
    structure TEXT NOT NULL,
    p REAL NOT NULL,
    outside_p REAL NOT NULL
);
CREATE INDEX documents_doi ON documents (doi) WHERE doi IS NOT NULL;
CREATE INDEX documents_pmid ON documents (pmid) WHERE pmid IS NOT NULL;
CREATE INDEX documents_title ON documents (title_key);
CREATE INDEX documents_structure ON documents (structure);

-- fields: authors, journal, url, mesh, keywords, labels, collection, group as JSON. grounding: JSON without its sentences.
-- embedding: little-endian 32-bit floats, empty if there is none.
CREATE TABLE contents (
    key INTEGER PRIMARY KEY REFERENCES documents (key) ON DELETE CASCADE,
    text TEXT NOT NULL,
    fields TEXT NOT NULL,
    source_path TEXT NOT NULL,
    source_record INTEGER NOT NULL,
    source_line INTEGER,
    grounding TEXT NOT NULL,
    embedding BLOB NOT NULL
);

-- text is NULL where it is bytes start..end of the document's text.
CREATE TABLE sentences (
    key INTEGER NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    text TEXT,
    x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
    structure TEXT NOT NULL,
    p REAL NOT NULL,
    PRIMARY KEY (key, number)
) WITHOUT ROWID;

-- Evidence worth asking for, by structure; the whole list is in the grounding.
CREATE TABLE evidence (
    structure TEXT NOT NULL,
    key INTEGER NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
    p REAL NOT NULL,
    PRIMARY KEY (structure, key)
) WITHOUT ROWID;
CREATE INDEX evidence_key ON evidence (key);

CREATE VIRTUAL TABLE text_index USING fts5 (
    title, text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
", "
-- What a reader keeps with documents. Rows stay while their document is in the trash.
CREATE TABLE marks (
    key INTEGER PRIMARY KEY,
    stars INTEGER NOT NULL,
    read INTEGER NOT NULL,
    note TEXT NOT NULL,
    placement TEXT
);
CREATE TABLE tags (tag TEXT NOT NULL COLLATE NOCASE, key INTEGER NOT NULL, PRIMARY KEY (tag, key)) WITHOUT ROWID;
CREATE INDEX tags_key ON tags (key);
CREATE TABLE collected (collection TEXT NOT NULL COLLATE NOCASE, key INTEGER NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID;
CREATE INDEX collected_key ON collected (key);
-- Collections by their paths, also those without a document.
CREATE TABLE collections (name TEXT PRIMARY KEY COLLATE NOCASE) WITHOUT ROWID;
CREATE TABLE searches (name TEXT PRIMARY KEY COLLATE NOCASE, query TEXT NOT NULL) WITHOUT ROWID;

-- Records that were refused, until they are forgotten; file is empty where none is known.
CREATE TABLE problems (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    place TEXT NOT NULL,
    reason TEXT NOT NULL,
    file TEXT NOT NULL,
    UNIQUE (place, reason)
);
-- Imports that have begun and not ended: paths as a JSON list.
CREATE TABLE imports (id INTEGER PRIMARY KEY AUTOINCREMENT, paths TEXT NOT NULL, begun TEXT NOT NULL);

-- Counts by journal and by source are answered from these alone, without the texts.
CREATE INDEX contents_journal ON contents (CASE WHEN json_valid(fields) THEN json_extract(fields, '$.journal') END);
CREATE INDEX contents_source ON contents (source_path);
", "
-- Sums of what is stored of a document, and of what is kept with it, by which damage is noticed (see `sums.rs`). Rows stay while their document is in the trash.
CREATE TABLE sums (key INTEGER PRIMARY KEY, body INTEGER, marks INTEGER);
", bring_over::TABLES, "
-- What readers have said of places; made with the first correction before. Both stay while a document is in the trash. start and end are bytes of the
-- document's text; originals has what the model had said of a corrected document, as JSON.
CREATE TABLE IF NOT EXISTS corrections (
    key INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    says TEXT NOT NULL,
    structure TEXT NOT NULL,
    x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (key, start, end)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS originals (key INTEGER PRIMARY KEY, grounding TEXT NOT NULL);
-- What a kept document was before a merge, by the keys of the others; made with the first merge before.
CREATE TABLE IF NOT EXISTS merges (
    id INTEGER PRIMARY KEY AUTOINCREMENT, keep INTEGER NOT NULL, others TEXT NOT NULL, before TEXT NOT NULL
);
-- Sums of what is kept besides the documents, row by row: settings, searches and the like (see `sums.rs`).
CREATE TABLE IF NOT EXISTS row_sums (list TEXT NOT NULL, id NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (list, id)) WITHOUT ROWID;
"];

/// An index that the steps make and nobody needs: what lies in a structure is asked of columns in memory (`search/columns.rs`), and to keep it took a
/// sixth of the time of storing. Libraries that have it already keep it until they are compacted or brought up to date.
const UNUSED: &str = "DROP INDEX IF EXISTS documents_structure";

/// The index of words, as the steps make it.
pub(super) const TEXT_INDEX: &str = "
CREATE VIRTUAL TABLE text_index USING fts5 (
    title, text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
";

/// The version from which on there are sums.
const SUMS: i64 = 3;
/// The version from which on groundings are packed.
const PACKED: i64 = 4;
/// The version from which on what is kept besides the documents has sums.
const LISTS: i64 = 5;

/// Keeps a copy of a library that has documents before its tables are changed; one that is there already is left as it is.
fn keep_copy(connection: &Connection, path: &Path, version: i64) -> Result<(), LibraryError> {
    let documents: bool =
        connection.query_row("SELECT EXISTS (SELECT 1 FROM documents)", [], |row| {
            row.get(0)
        })?;
    let copy = care::beside(path, &format!("format {}", version + 1));
    if !documents || copy.symlink_metadata().is_ok() {
        return Ok(());
    }
    match care::copy_to(connection, &copy) {
        // Another program that opens the library was quicker.
        Err(_) if copy.symlink_metadata().is_ok() => Ok(()),
        copied => copied,
    }
}

/// Checks that the file is a library of a version that is known.
pub(super) fn recognise(connection: &Connection, path: &Path) -> Result<(), LibraryError> {
    let not_a_library = |found: &str| LibraryError::NotALibrary {
        path: path.to_owned(),
        found: found.to_owned(),
    };
    let damaged = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            not_a_library("a damaged SQLite file")
        }
        _ => error.into(),
    };
    if number(connection, "application_id").map_err(damaged)? != APPLICATION_ID {
        return Err(not_a_library("an SQLite file of another program"));
    }
    let version = number(connection, "user_version").map_err(damaged)?;
    if version > SCHEMA_VERSION {
        return Err(LibraryError::Newer {
            path: path.to_owned(),
            found: version,
            known: SCHEMA_VERSION,
        });
    }
    // A view or a trigger of somebody else's would run what it likes, for as long as it likes, when a table is asked for.
    let strange: Option<String> = connection
        .query_row(
            "SELECT type || ' ' || name FROM sqlite_schema WHERE type IN ('view', 'trigger')",
            [],
            |row| row.get(0),
        )
        .optional()
        .map_err(damaged)?;
    if let Some(strange) = strange {
        return Err(not_a_library(&format!(
            "an SQLite file with the {strange}, which no library has"
        )));
    }
    Ok(())
}

/// Brings an old library up to date, after a copy of it has been made; `read_only` refuses one instead.
pub(super) fn prepare(
    connection: &mut Connection,
    path: &Path,
    read_only: bool,
) -> Result<(), LibraryError> {
    let version = version_of(connection)?;
    if version >= SCHEMA_VERSION {
        return Ok(());
    }
    if read_only {
        return Err(LibraryError::Older {
            path: path.to_owned(),
            found: version,
            known: SCHEMA_VERSION,
        });
    }
    keep_copy(connection, path, version)
        .and_then(|()| bring_up(connection))
        .map_err(|error| match is_damage(&error) {
            true => LibraryError::DamagedOlder {
                path: path.to_owned(),
                found: version,
                reason: match error {
                    LibraryError::NotALibrary { found, .. } => found.replace('\n', " "),
                    error => error.to_string(),
                },
            },
            false => error,
        })
}

/// Whether something is the matter with what is in a file, rather than with the disk or with who else uses it.
fn is_damage(error: &LibraryError) -> bool {
    match error {
        LibraryError::NotALibrary { .. } | LibraryError::Damaged { .. } => true,
        LibraryError::Database(error) => match error.sqlite_error_code() {
            Some(code) => matches!(
                code,
                ErrorCode::DatabaseCorrupt
                    | ErrorCode::NotADatabase
                    | ErrorCode::ConstraintViolation
                    | ErrorCode::TypeMismatch
            ),
            // A value that is not of its type.
            None => true,
        },
        _ => false,
    }
}

/// Makes empty tables as this version has them, and those that it makes only when they are needed. Foreign keys are not looked after.
pub(super) fn make_as(connection: &Connection, version: i64) -> Result<(), LibraryError> {
    connection.pragma_update(None, "foreign_keys", false)?;
    let steps = usize::try_from(version).unwrap_or_default();
    for step in MIGRATIONS.iter().take(steps) {
        connection.execute_batch(step)?;
    }
    // Before this version they were made when there was something to put into them.
    connection.execute_batch(MIGRATIONS[LISTS as usize - 1])?;
    // The step to `PACKED` wants it there.
    if version >= PACKED {
        drop_unused(connection)?;
    }
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", version)?;
    Ok(())
}

/// Drops what is not needed any more.
pub(super) fn drop_unused(connection: &Connection) -> Result<(), LibraryError> {
    Ok(connection.execute_batch(UNUSED)?)
}

/// The version of a library.
pub(super) fn version_of(connection: &Connection) -> Result<i64, LibraryError> {
    Ok(number(connection, "user_version")?)
}

/// Makes the tables of a new library.
pub(super) fn make(connection: &mut Connection) -> Result<(), LibraryError> {
    bring_up(connection)
}

/// Takes the steps that lead to the present version, all in one transaction.
pub(super) fn bring_up(connection: &mut Connection) -> Result<(), LibraryError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Asked again: another program may have taken them while this one waited.
    let from = number(&transaction, "user_version")?;
    let steps = MIGRATIONS.iter();
    for step in steps.skip(usize::try_from(from).unwrap_or_default()) {
        transaction.execute_batch(step)?;
    }
    drop_unused(&transaction)?;
    if from < PACKED {
        bring_over::rows(&transaction)?;
    }
    if from < SUMS {
        sums::keep_all(&transaction)?;
    }
    if from < LISTS {
        sums::keep_lists(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    transaction.commit()?;
    Ok(())
}

fn number(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}
