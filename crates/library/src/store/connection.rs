//! The connection to the file of a library.

use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::hold::Hold;
use super::{Library, LibraryError, ReadOnly, outside};

/// How long another program that writes is waited for.
pub(in crate::store) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens the file of this name, whatever the name is: SQLite itself takes `:memory:` for something else.
pub(in crate::store) fn connect(path: &Path) -> Result<Connection, LibraryError> {
    let named = match path.is_absolute() {
        true => path.to_owned(),
        false => Path::new(".").join(path),
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Ok(Connection::open_with_flags(named, flags)?)
}

/// What every connection has.
pub(in crate::store) fn set_up(connection: &Connection) -> Result<(), LibraryError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // A statement keeps its plan. Otherwise SQLite makes the plan of each that looks for a column's value anew for every value: a tenth of the time
    // of storing, for plans that are all the same.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

pub(in crate::store) fn with(
    connection: Connection,
    path: Option<PathBuf>,
    hold: Option<Hold>,
    read_only: Option<ReadOnly>,
) -> Result<Library, LibraryError> {
    // 64 MiB: the indexes of a large library are written all over the file.
    connection.pragma_update(None, "cache_size", -65_536)?;
    let mark = path.as_deref().map(outside::Mark::of);
    Ok(Library {
        version: outside::data_version(&connection)?,
        connection,
        hold,
        read_only,
        mark: mark.and_then(Result::ok),
        sound: OnceCell::new(),
        path,
        documents: OnceCell::new(),
        sentences: OnceCell::new(),
        facets: OnceCell::new(),
        facets_begun: RefCell::default(),
        columns: OnceCell::new(),
        points: OnceCell::new(),
        clearly: RefCell::default(),
        structure_sets: OnceCell::new(),
        vectors: OnceCell::new(),
        vectors_begun: RefCell::default(),
        in_place: None,
        word_index: RefCell::default(),
    })
}
