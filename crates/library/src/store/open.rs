//! Opening and making libraries.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::connection::{connect, set_up, with};
use super::hold::{Hold, Taken};
use super::word_index::WordIndex;
use super::{Library, LibraryError, ReadOnly, file_beside, in_place, removal, schema, trash};
use crate::data_set;

/// What a library is opened for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To be read, and changed in single steps.
    Change,
    /// To be read.
    Read,
    /// To be shown, and changed while it is shown.
    Window,
}

impl Library {
    /// Opens a library that is there.
    ///
    /// A data set (a Parquet file whose rows have places, or a folder of them) is opened in place: an index of it is made where the system keeps
    /// caches, once, and the documents are read from it when they are asked for. It can be read and not changed.
    ///
    /// # Errors
    /// [`LibraryError`] says whether it is missing, something else, or newer than this program.
    pub fn open(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        open_for(path.as_ref(), Purpose::Change, removal::now_unix_s())
    }

    /// Opens a library to read it: nothing in it is changed, and everything that would is refused.
    ///
    /// # Errors
    /// As [`Library::open`]; [`LibraryError::Older`] for one that would have to be changed first.
    pub fn open_to_read(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        open_for(path.as_ref(), Purpose::Read, removal::now_unix_s())
    }

    /// Opens a library for a window. The first one that has it open may change it until it is dropped. For the next ones, and where it
    /// cannot be written, [`Library::read_only`] says why it can only be read; [`Library::take_over`] tries again. Programs that open it
    /// otherwise are not kept from writing: each of their changes stands for itself, and [`Library::outside`] tells of it.
    ///
    /// # Errors
    /// As [`Library::open`]; [`LibraryError::Older`] for one that would have to be changed first and cannot be.
    pub fn open_in_window(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        open_for(path.as_ref(), Purpose::Window, removal::now_unix_s())
    }

    /// [`Library::open`] at a time.
    #[cfg(test)]
    pub(super) fn open_at(path: &Path, now_unix_s: i64) -> Result<Library, LibraryError> {
        open_for(path, Purpose::Change, now_unix_s)
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
        ensure_names_file(path)?;
        if path.symlink_metadata().is_ok() {
            return Err(LibraryError::Exists(path.to_owned()));
        }
        let making = file_beside(path).map_err(io)?;
        let mut connection = connect(making.path())?;
        set_up(&connection)?;
        schema::make(&mut connection)?;
        drop(connection);
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
        let mut connection = Connection::open_in_memory()?;
        set_up(&connection)?;
        schema::make(&mut connection)?;
        with(connection, None, None, None)
    }
}

fn open_for(path: &Path, purpose: Purpose, now_unix_s: i64) -> Result<Library, LibraryError> {
    if Library::is_address(path) || data_set::looks_like_one(path) {
        let indexes = in_place::default_indexes(path)?;
        return in_place::open(path, &indexes, purpose == Purpose::Window);
    }
    ensure_names_file(path)?;
    look_at(path)?;
    let explain = |error| explained(path, error);
    let mut connection = connect(path).map_err(explain)?;
    set_up(&connection)?;
    schema::recognise(&connection, path).map_err(explain)?;
    let (mut hold, mut read_only) = match purpose {
        Purpose::Change => (None, None),
        Purpose::Read => (None, Some(ReadOnly::Asked)),
        Purpose::Window => match Hold::take(path) {
            Taken::Here(hold) => (hold, None),
            Taken::Elsewhere => (None, Some(ReadOnly::Elsewhere)),
            Taken::Folder => (None, Some(ReadOnly::Folder)),
        },
    };
    if purpose != Purpose::Read && connection.is_readonly(rusqlite::MAIN_DB)? {
        (hold, read_only) = (None, Some(ReadOnly::File));
    }
    if read_only.is_some() {
        // Rather than a connection that cannot write: this one can take back what a program that was killed has left half done, without
        // which the file could not be read.
        connection.pragma_update(None, "query_only", true)?;
    }
    // A window of an older version would go on in the way of the older format.
    let elsewhere = purpose == Purpose::Change && Library::is_in_a_window(path);
    schema::prepare(&mut connection, path, read_only.is_some() || elsewhere)?;
    let mut library = with(connection, Some(path.to_owned()), hold, read_only)?;
    library.word_index = WordIndex::of_file(purpose == Purpose::Window, read_only).into();
    if read_only.is_none() {
        trash::drop_old(&library.connection, now_unix_s)?;
    }
    Ok(library)
}

/// Refuses names that mean something else to SQLite, and by which nobody means a file: `:memory:`, `file:papers.atlas`.
fn ensure_names_file(path: &Path) -> Result<(), LibraryError> {
    let name = path.to_string_lossy();
    match name == ":memory:" || name.starts_with("file:") {
        true => Err(LibraryError::NoFile(path.to_owned())),
        false => Ok(()),
    }
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

/// Looks at what is there, without opening it: closing a file takes the locks away that SQLite has on it anywhere else in this process.
fn look_at(path: &Path) -> Result<(), LibraryError> {
    let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => LibraryError::NotFound(path.to_owned()),
        _ => LibraryError::Io {
            path: path.to_owned(),
            error,
        },
    })?;
    let found = if metadata.is_dir() {
        "a folder"
    } else if !metadata.is_file() {
        // A pipe would be waited for without end.
        "a pipe or a device"
    } else if is_empty_file(path) {
        crate::read::describe(&[])
    } else {
        return Ok(());
    };
    Err(LibraryError::NotALibrary {
        path: path.to_owned(),
        found: found.to_owned(),
    })
}

/// Looks at the first bytes of what SQLite does not take for a library, for a message that helps.
fn explained(path: &Path, error: LibraryError) -> LibraryError {
    if !matches!(
        error,
        LibraryError::NotALibrary { .. } | LibraryError::Database(_)
    ) || error.is_busy()
    {
        return error;
    }
    let mut head = Vec::new();
    match File::open(path).and_then(|file| file.take(1024).read_to_end(&mut head)) {
        Err(error) => LibraryError::Io {
            path: path.to_owned(),
            error,
        },
        Ok(_) if head.starts_with(b"SQLite format 3\0") => error,
        Ok(_) => LibraryError::NotALibrary {
            path: path.to_owned(),
            found: crate::read::describe(&head).to_owned(),
        },
    }
}
