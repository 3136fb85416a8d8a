//! The library: documents and where they belong, in one SQLite file.
//!
//! SQLite gives what a library needs and a home-made format would have to earn: every change is a transaction (so there is no
//! "save", and nothing is lost when the power goes), one file that can be copied, and a format that other programs read. The
//! rollback journal is used rather than the write-ahead log, so that at rest there is no second file beside it.
//!
//! The table `documents` is narrow on purpose: the map of a large library needs a point, a title and a year of every document,
//! and texts only of the few that are looked at.

mod add;
mod care;
mod correct;
mod corrections;
mod documents;
mod duplicates;
mod error;
mod identity;
mod merge;
mod organise;
mod outside;
mod problems;
mod removal;
mod schema;
mod search;
mod trash;

use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

pub use add::{AddReport, Duplicate, Known, Refused};
pub(crate) use add::{best_p, unusable};
pub use care::{CheckReport, Fault, SaveReport};
pub use correct::Label;
pub use corrections::{Correction, Says};
pub use documents::Stored;
pub use duplicates::{Copy, DuplicateGroup};
pub use error::LibraryError;
pub use identity::DuplicateBy;
pub use merge::Merge;
pub use organise::Counted;
pub use outside::Outside;
pub use schema::SCHEMA_VERSION;
pub use search::{
    Answer, Facet, Facets, Filter, Match, Query, SentenceHit, SpatialIndex, StructureSpace,
};
pub use trash::{Compacted, NotRestored, Removal, RestoreReport};

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
    /// What the file is known again by.
    mark: Option<outside::Mark>,
    /// The state of the file that was last seen, see [`outside::data_version`].
    version: i64,
    /// Set when the file has passed its check.
    sound: OnceCell<()>,
    documents: OnceCell<SpatialIndex<i64>>,
    sentences: OnceCell<SpatialIndex<(i64, u32)>>,
    facets: OnceCell<search::FacetTable>,
}

/// How long another program that writes is waited for.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

const ENTRY_COLUMNS: &str = "key, id, title, year, kind, x, y, z, structure, p, outside_p";

impl Library {
    /// Opens a library that is there.
    ///
    /// # Errors
    /// [`LibraryError`] says whether it is missing, something else, or newer than this program.
    pub fn open(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        Library::open_at(path.as_ref(), removal::now_unix_s())
    }

    /// [`Library::open`] at a time.
    fn open_at(path: &Path, now_unix_s: i64) -> Result<Library, LibraryError> {
        if let Err(error) = check_header(path) {
            // A program that was killed while it wrote left a journal beside the file; SQLite takes the file back by it.
            if !journal_of(path).is_file() || matches!(error, LibraryError::NotFound(_)) {
                return Err(error);
            }
            let taken_back = connect(path).and_then(|connection| {
                Ok(connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?)
            });
            if taken_back.is_err() {
                return Err(error);
            }
            check_header(path)?;
        }
        let connection = connect(path)?;
        let library = Library::with(connection, Some(path.to_owned()), false)?;
        trash::drop_old(&library.connection, now_unix_s)?;
        Ok(library)
    }

    /// Makes a new, empty library: under another name first, so that nothing half made is ever found under this one.
    ///
    /// # Errors
    /// [`LibraryError::Exists`] if there is a file of this name; an existing file is never touched.
    pub fn create(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        let path = path.as_ref();
        let io = |error| LibraryError::Io {
            path: path.to_owned(),
            error,
        };
        if path.symlink_metadata().is_ok() {
            return Err(LibraryError::Exists(path.to_owned()));
        }
        let making = file_beside(path).map_err(io)?;
        Library::with(connect(making.path())?, Some(path.to_owned()), true)?;
        making.as_file().sync_all().map_err(io)?;
        match making.persist_noclobber(path) {
            Ok(_) => Library::open(path),
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(LibraryError::Exists(path.to_owned()))
            }
            Err(failed) => Err(io(failed.error)),
        }
    }

    /// Opens the library, or makes it if there is no file of this name, or an empty one.
    ///
    /// # Errors
    /// As [`Library::open`] and [`Library::create`].
    pub fn open_or_create(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        let path = path.as_ref();
        match Library::open(path) {
            Err(LibraryError::NotFound(path)) => Library::create(path),
            // What an older version left that was killed while it made a library: nothing was stored in it.
            Err(LibraryError::NotALibrary { .. }) if is_empty_file(path) => {
                std::fs::remove_file(path).map_err(|error| LibraryError::Io {
                    path: path.to_owned(),
                    error,
                })?;
                Library::create(path)
            }
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
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.set_prepared_statement_cache_capacity(64);
        connection.pragma_update(None, "trusted_schema", false)?;
        let named = path.as_deref().unwrap_or(Path::new("memory"));
        schema::prepare(&mut connection, named, new)?;
        // 64 MiB: the indexes of a large library are written all over the file.
        connection.pragma_update(None, "cache_size", -65_536)?;
        let mark = path.as_deref().map(outside::Mark::of);
        Ok(Library {
            version: outside::data_version(&connection)?,
            connection,
            mark: mark.and_then(Result::ok),
            sound: OnceCell::new(),
            path,
            documents: OnceCell::new(),
            sentences: OnceCell::new(),
            facets: OnceCell::new(),
        })
    }

    /// Forgets the trees over points, so that the next question builds them anew.
    fn forget_indexes(&mut self) {
        self.documents.take();
        self.sentences.take();
        self.facets.take();
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
        self.ensure_there()?;
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

/// A new file in the folder of another, which is gone when it is dropped.
fn file_beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".making");
    #[cfg(unix)]
    {
        // As any new file; a temporary one is for its owner alone.
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}

/// Opens the file of this name, whatever the name is: SQLite itself takes `:memory:` for something else.
fn connect(path: &Path) -> Result<Connection, LibraryError> {
    let named = match path.is_absolute() {
        true => path.to_owned(),
        false => Path::new(".").join(path),
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Ok(Connection::open_with_flags(named, flags)?)
}

/// The journal that SQLite keeps while it writes.
fn journal_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    PathBuf::from(name)
}

/// Whether this is a file without a byte, and no journal beside it that would fill it.
fn is_empty_file(path: &Path) -> bool {
    let empty = path
        .metadata()
        .is_ok_and(|file| file.is_file() && file.len() == 0);
    empty && !journal_of(path).is_file()
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
    let metadata = std::fs::metadata(path).map_err(io)?;
    if !metadata.is_file() {
        // A pipe would be waited for without end.
        let found = if metadata.is_dir() {
            "a folder"
        } else {
            "a pipe or a device"
        };
        return Err(LibraryError::NotALibrary {
            path: path.to_owned(),
            found: found.to_owned(),
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
