//! Opens the database of a Zotero that may be running: as it lies where it rests, and as a copy of one's own while it is being written.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

/// What is said of a database that is written all the time that it is copied, or is too large to be copied.
pub(crate) const BEING_WRITTEN: &str = "Zotero is writing to its database, which was read as it lies; close Zotero and read it again to be sure of what was changed last";

/// The endings of a database and of its journals. What is changed in the database has stood in a journal before, so that comes behind.
const PARTS: [&str; 3] = ["", "-journal", "-wal"];
/// How often a copy is made that was written to meanwhile.
const TRIES: usize = 3;
/// What the copy is called.
const NAME: &str = "zotero.sqlite";

/// A database that is open.
pub(super) struct Opened {
    pub(super) connection: Connection,
    /// Whether it is being written and was opened as it lies.
    pub(super) is_being_written: bool,
    /// Goes away behind the connection.
    _copy: Option<TempDir>,
}

/// Opens a database; `limit`: bytes of what is copied, at most.
pub(super) fn open(path: &Path, limit: u64) -> rusqlite::Result<Opened> {
    let is_written = size_and_time(path)[1..]
        .iter()
        .flatten()
        .any(|part| part.0 > 0);
    let copy = if is_written {
        copied(path, limit)
    } else {
        None
    };
    let connection = match &copy {
        // What the journal has to be done or undone is done in the copy.
        Some(folder) => Connection::open_with_flags(
            folder.path().join(NAME),
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?,
        None => as_it_lies(path)?,
    };
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(Opened {
        connection,
        is_being_written: is_written && copy.is_none(),
        _copy: copy,
    })
}

/// Opens a database without a look at its locks and journals: those of a running Zotero would be waited for.
fn as_it_lies(path: &Path) -> rusqlite::Result<Connection> {
    let address = path
        .to_string_lossy()
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(format!("file:{address}?immutable=1"), flags)
}

fn part(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Bytes and time of the database and of each journal that is there.
fn size_and_time(path: &Path) -> [Option<(u64, Option<SystemTime>)>; 3] {
    PARTS.map(|ending| {
        let found = fs::metadata(part(path, ending)).ok();
        let file = found.filter(fs::Metadata::is_file)?;
        Some((file.len(), file.modified().ok()))
    })
}

/// A copy of a database and its journals to which nothing was written meanwhile; nothing where there is no such.
fn copied(path: &Path, limit: u64) -> Option<TempDir> {
    for _ in 0..TRIES {
        let before = size_and_time(path);
        let bytes: u64 = before.iter().flatten().map(|part| part.0).sum();
        if bytes > limit {
            return None;
        }
        let folder = tempfile::tempdir().ok()?;
        let mut parts = PARTS.iter().zip(&before);
        let is_whole = parts.all(|(ending, known)| {
            let Some((bytes, _)) = known else { return true };
            let to = folder.path().join(format!("{NAME}{ending}"));
            copy_bytes(&part(path, ending), &to, *bytes).is_ok()
        });
        if is_whole && size_and_time(path) == before {
            return Some(folder);
        }
    }
    None
}

/// Copies the first `bytes` of a file, without its permissions.
fn copy_bytes(from: &Path, to: &Path, bytes: u64) -> io::Result<u64> {
    io::copy(&mut File::open(from)?.take(bytes), &mut File::create(to)?)
}
