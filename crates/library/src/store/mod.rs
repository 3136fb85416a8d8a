//! The library: documents and where they belong, in one SQLite file.
//!
//! SQLite gives what a library needs and a home-made format would have to earn: every change is a transaction (so there is no
//! "save", and nothing is lost when the power goes), one file that can be copied, and a format that other programs read. The
//! rollback journal is used rather than the write-ahead log, so that at rest there is no second file beside it.
//!
//! The table `documents` is narrow on purpose: the map of a large library needs a point, a title and a year of every document,
//! and texts only of the few that are looked at.

mod add;
mod schema;
mod search;

use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use grounding::{Grounding, SentenceGrounding};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use crate::{Document, Source};

pub(crate) use add::best_p;
pub use add::{AddReport, Duplicate, DuplicateBy, Refused};
pub use schema::SCHEMA_VERSION;
pub use search::{Answer, Match, Query, SentenceHit, SpatialIndex, StructureSpace};

/// Why the library could not do something.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// There is no such file.
    #[error("{}: there is no such library", .0.display())]
    NotFound(PathBuf),
    /// A new library was to be made where there is a file already.
    #[error("{}: there is a file of this name already", .0.display())]
    Exists(PathBuf),
    /// The file is something else.
    #[error("{}: this is not a Corpus Atlas library ({found})", path.display())]
    NotALibrary {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        found: String,
    },
    /// The library was written by a newer program.
    #[error("{}: written by a newer version of the program (format {found}; this one knows formats up to {known})", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format that is known.
        known: i64,
    },
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The database refuses: a full disk, a locked or damaged file.
    #[error("library database: {0}")]
    Database(#[from] rusqlite::Error),
    /// A stored value is not of the form in which it was written.
    #[error("document {key} of the library is damaged: {reason}")]
    Damaged {
        /// Key of the document.
        key: i64,
        /// What is wrong.
        reason: String,
    },
    /// The thread that owned the library has ended, or has opened another one.
    #[error("the library is no longer open")]
    Closed,
    /// An export could not be written.
    #[error("the export could not be written: {0}")]
    Export(#[source] io::Error),
}

/// A document of the library with its grounding.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// Key in this library; stays the same as long as the document is in it.
    pub key: i64,
    /// The document.
    pub document: Document,
    /// Where it belongs.
    pub grounding: Grounding,
}

/// What the map needs of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Key in this library.
    pub key: i64,
    /// Identifier of the document, unique in the library.
    pub id: String,
    /// Title.
    pub title: String,
    /// Year of publication.
    pub year: Option<i32>,
    /// Publication type.
    pub kind: Option<String>,
    /// Point, LPS mm.
    pub point_mm: [f32; 3],
    /// Structure with the best evidence.
    pub structure: String,
    /// That evidence, 0 to 1.
    pub p: f32,
    /// Probability that the text is about nothing in the torso, see `grounding::Grounding::outside_p`.
    pub outside_p: f32,
}

/// A document that a question found, with the ranks that put it where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Key in this library.
    pub key: i64,
    /// Identifier of the document.
    pub id: String,
    /// Title.
    pub title: String,
    /// Year of publication.
    pub year: Option<i32>,
    /// Publication type.
    pub kind: Option<String>,
    /// Point, LPS mm.
    pub point_mm: [f32; 3],
    /// Structure with the best evidence.
    pub structure: String,
    /// Evidence in mind: for the structures asked for, else for the best one.
    pub p: f32,
    /// Probability that the text is about nothing in the torso.
    pub outside_p: f32,
    /// Distance in mm from the document's point to the point asked for, else to the structure asked for (0 inside it).
    pub distance_mm: Option<f32>,
    /// Place among the documents that match the text, from 1.
    pub text_rank: Option<usize>,
    /// How the document belongs to the structures asked for.
    pub structure_match: Option<Match>,
}

/// A library: one SQLite file, or memory.
pub struct Library {
    connection: Connection,
    path: Option<PathBuf>,
    documents: OnceCell<SpatialIndex<i64>>,
    sentences: OnceCell<SpatialIndex<(i64, u32)>>,
}

const ENTRY_COLUMNS: &str = "key, id, title, year, kind, x, y, z, structure, p, outside_p";

impl Library {
    /// Opens a library that is there.
    ///
    /// # Errors
    /// [`LibraryError`] says whether it is missing, something else, or newer than this program.
    pub fn open(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        let path = path.as_ref();
        check_header(path)?;
        let connection = Connection::open_with_flags(
            path,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        Library::with(connection, Some(path.to_owned()), false)
    }

    /// Makes a new, empty library.
    ///
    /// # Errors
    /// [`LibraryError::Exists`] if there is a file of this name; an existing file is never touched.
    pub fn create(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        let path = path.as_ref();
        let io = |error| LibraryError::Io {
            path: path.to_owned(),
            error,
        };
        match File::create_new(path) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(LibraryError::Exists(path.to_owned()));
            }
            Err(error) => return Err(io(error)),
        }
        let made = Connection::open_with_flags(
            path,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )
        .map_err(LibraryError::from)
        .and_then(|connection| Library::with(connection, Some(path.to_owned()), true));
        if made.is_err() {
            // Only the empty file made above; if it cannot be removed, the error that matters is the first one.
            let _ = std::fs::remove_file(path);
        }
        made
    }

    /// Opens the library, or makes it if there is no file of this name.
    ///
    /// # Errors
    /// As [`Library::open`] and [`Library::create`].
    pub fn open_or_create(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        match Library::open(path.as_ref()) {
            Err(LibraryError::NotFound(path)) => Library::create(path),
            other => other,
        }
    }

    /// A library that is gone when it is dropped.
    ///
    /// # Errors
    /// Only if SQLite cannot work at all.
    pub fn in_memory() -> Result<Library, LibraryError> {
        Library::with(Connection::open_in_memory()?, None, true)
    }

    fn with(
        mut connection: Connection,
        path: Option<PathBuf>,
        new: bool,
    ) -> Result<Library, LibraryError> {
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.set_prepared_statement_cache_capacity(64);
        connection.pragma_update(None, "trusted_schema", false)?;
        let named = path.as_deref().unwrap_or(Path::new("memory"));
        schema::prepare(&mut connection, named, new)?;
        // 64 MiB: the indexes of a large library are written all over the file.
        connection.pragma_update(None, "cache_size", -65_536)?;
        Ok(Library {
            connection,
            path,
            documents: OnceCell::new(),
            sentences: OnceCell::new(),
        })
    }

    /// The file, unless the library is in memory.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Number of documents.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn len(&self) -> Result<usize, LibraryError> {
        let n: i64 = self
            .connection
            .query_row("SELECT count(*) FROM documents", [], |row| row.get(0))?;
        Ok(usize::try_from(n).unwrap_or_default())
    }

    /// Whether there is no document.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, LibraryError> {
        Ok(self.len()? == 0)
    }

    /// The document with this id.
    ///
    /// # Errors
    /// If the file cannot be read or the document is damaged.
    pub fn get(&self, id: &str) -> Result<Option<Stored>, LibraryError> {
        match self.key_of(id)? {
            Some(key) => self.get_by_key(key),
            None => Ok(None),
        }
    }

    /// The key of the document with this id.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn key_of(&self, id: &str) -> Result<Option<i64>, LibraryError> {
        let mut find = self
            .connection
            .prepare_cached("SELECT key FROM documents WHERE id = ?1")?;
        Ok(find.query_row([id], |row| row.get(0)).optional()?)
    }

    /// The document with this key.
    ///
    /// # Errors
    /// If the file cannot be read or the document is damaged.
    pub fn get_by_key(&self, key: i64) -> Result<Option<Stored>, LibraryError> {
        let mut find = self.connection.prepare_cached(
            "SELECT d.id, d.title, d.year, d.kind, d.doi, d.pmid, c.text, c.fields, c.source_path, c.source_record, c.source_line, \
             c.grounding, c.embedding FROM documents d JOIN contents c USING (key) WHERE key = ?1",
        )?;
        let row = find
            .query_row([key], |row| {
                let document = Document {
                    id: row.get(0)?,
                    title: row.get(1)?,
                    year: row.get(2)?,
                    kind: row.get(3)?,
                    doi: row.get(4)?,
                    pmid: row.get(5)?,
                    text: row.get(6)?,
                    source: Source {
                        path: row.get::<_, String>(8)?.into(),
                        record: row.get::<_, i64>(9)?.try_into().unwrap_or_default(),
                        line: row
                            .get::<_, Option<i64>>(10)?
                            .and_then(|line| line.try_into().ok()),
                    },
                    ..Document::default()
                };
                Ok((
                    document,
                    row.get::<_, String>(7)?,
                    row.get::<_, String>(11)?,
                    row.get::<_, Vec<u8>>(12)?,
                ))
            })
            .optional()
            .map_err(|error| damaged_row(key, error))?;
        let Some((mut document, fields, grounding, embedding)) = row else {
            return Ok(None);
        };
        let damaged = |error: serde_json::Error| LibraryError::Damaged {
            key,
            reason: error.to_string(),
        };
        serde_json::from_str::<Fields>(&fields)
            .map_err(damaged)?
            .put_into(&mut document);
        let mut grounding: Grounding = serde_json::from_str(&grounding).map_err(damaged)?;
        grounding.embedding = embedding
            .chunks_exact(4)
            .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect();
        grounding.sentences = self.sentences_of(key, &document.text)?;
        Ok(Some(Stored {
            key,
            document,
            grounding,
        }))
    }

    fn sentences_of(&self, key: i64, text: &str) -> Result<Vec<SentenceGrounding>, LibraryError> {
        let mut find = self
            .connection
            .prepare_cached("SELECT start, end, text, x, y, z, structure, p FROM sentences WHERE key = ?1 ORDER BY number")?;
        let rows = find.query_map([key], |row| {
            let start = usize::try_from(row.get::<_, i64>(0)?).unwrap_or_default();
            let end = usize::try_from(row.get::<_, i64>(1)?).unwrap_or_default();
            let own: Option<String> = row.get(2)?;
            Ok(SentenceGrounding {
                text: own.unwrap_or_else(|| text.get(start..end).unwrap_or_default().to_owned()),
                start,
                end,
                point_mm: [row.get(3)?, row.get(4)?, row.get(5)?],
                structure: row.get(6)?,
                p: row.get(7)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What the map needs of every document, in the order in which they were added.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>, LibraryError> {
        let mut all = self.connection.prepare_cached(&format!(
            "SELECT {ENTRY_COLUMNS} FROM documents ORDER BY key"
        ))?;
        let rows = all.query_map([], entry)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What the map needs of one document.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn entry(&self, key: i64) -> Result<Option<Entry>, LibraryError> {
        let mut find = self.connection.prepare_cached(&format!(
            "SELECT {ENTRY_COLUMNS} FROM documents WHERE key = ?1"
        ))?;
        Ok(find.query_row([key], entry).optional()?)
    }

    /// Keys of all documents, in the order in which they were added.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn keys(&self) -> Result<Vec<i64>, LibraryError> {
        let mut all = self
            .connection
            .prepare_cached("SELECT key FROM documents ORDER BY key")?;
        let rows = all.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The vectors of all documents that have one, with their keys, for a search by likeness.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn embeddings(&self) -> Result<Vec<(i64, Vec<f32>)>, LibraryError> {
        let mut all = self.connection.prepare_cached(
            "SELECT key, embedding FROM contents WHERE length(embedding) > 0 ORDER BY key",
        )?;
        let rows = all.query_map([], |row| {
            let bytes: Vec<u8> = row.get(1)?;
            Ok((
                row.get(0)?,
                bytes
                    .chunks_exact(4)
                    .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                    .collect(),
            ))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A setting that is kept with the library (not with the program).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn setting(&self, name: &str) -> Result<Option<String>, LibraryError> {
        let mut find = self
            .connection
            .prepare_cached("SELECT value FROM settings WHERE name = ?1")?;
        Ok(find.query_row([name], |row| row.get(0)).optional()?)
    }

    /// Keeps a setting; `None` forgets it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set_setting(&mut self, name: &str, value: Option<&str>) -> Result<(), LibraryError> {
        match value {
            Some(value) => self.connection.execute(
                "INSERT OR REPLACE INTO settings (name, value) VALUES (?1, ?2)",
                params![name, value],
            )?,
            None => self
                .connection
                .execute("DELETE FROM settings WHERE name = ?1", [name])?,
        };
        Ok(())
    }
}

/// A value of a document that is not of its type is that document's damage, and not the library's.
fn damaged_row(key: i64, error: rusqlite::Error) -> LibraryError {
    match error {
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::InvalidColumnType(..) => LibraryError::Damaged {
            key,
            reason: error.to_string(),
        },
        error => error.into(),
    }
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        key: row.get(0)?,
        id: row.get(1)?,
        title: row.get(2)?,
        year: row.get(3)?,
        kind: row.get(4)?,
        point_mm: [row.get(5)?, row.get(6)?, row.get(7)?],
        structure: row.get(8)?,
        p: row.get(9)?,
        outside_p: row.get(10)?,
    })
}

impl From<Entry> for Hit {
    fn from(entry: Entry) -> Hit {
        let Entry {
            key,
            id,
            title,
            year,
            kind,
            point_mm,
            structure,
            p,
            outside_p,
        } = entry;
        Hit {
            key,
            id,
            title,
            year,
            kind,
            point_mm,
            structure,
            p,
            outside_p,
            distance_mm: None,
            text_rank: None,
            structure_match: None,
        }
    }
}

/// The fields of a document that no question asks for, kept as JSON in one column.
#[derive(Serialize, Deserialize)]
struct Fields {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    authors: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    journal: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    mesh: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    labels: Option<serde_json::Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    collection: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<String>,
}

impl Fields {
    fn of(document: &Document) -> Fields {
        Fields {
            authors: document.authors.clone(),
            journal: document.journal.clone(),
            url: document.url.clone(),
            mesh: document.mesh.clone(),
            keywords: document.keywords.clone(),
            labels: document.labels.clone(),
            collection: document.collection.clone(),
            group: document.group.clone(),
        }
    }

    fn put_into(self, document: &mut Document) {
        document.authors = self.authors;
        document.journal = self.journal;
        document.url = self.url;
        document.mesh = self.mesh;
        document.keywords = self.keywords;
        document.labels = self.labels;
        document.collection = self.collection;
        document.group = self.group;
    }
}

/// Looks at the first bytes before SQLite does, for a message that helps.
fn check_header(path: &Path) -> Result<(), LibraryError> {
    let io = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => LibraryError::NotFound(path.to_owned()),
        _ => LibraryError::Io {
            path: path.to_owned(),
            error,
        },
    };
    if std::fs::metadata(path).map_err(io)?.is_dir() {
        return Err(LibraryError::NotALibrary {
            path: path.to_owned(),
            found: "a folder".to_owned(),
        });
    }
    let mut head = Vec::new();
    File::open(path)
        .and_then(|file| file.take(1024).read_to_end(&mut head))
        .map_err(io)?;
    if head.starts_with(b"SQLite format 3\0") {
        return Ok(());
    }
    Err(LibraryError::NotALibrary {
        path: path.to_owned(),
        found: crate::read::describe(&head).to_owned(),
    })
}
