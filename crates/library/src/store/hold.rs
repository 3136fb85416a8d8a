//! Which window may change a library: the first one that has it open. Others read it until that one is closed.
//!
//! What is held is an advisory lock on an empty file beside the library (`papers.atlas.lock`). The system lets go of it with the process,
//! however that ends, so a file that a kill left behind, or that came along with a copy, keeps nobody out. The library itself is not locked:
//! on network folders that lock and SQLite's own would be one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::outside::Mark;
use super::{Library, LibraryError, ReadOnly};

/// The lock of the window that may change a library; dropped, it is open to the next one.
pub(super) struct Hold {
    file: File,
    path: PathBuf,
}

/// What came of an attempt to hold a library.
pub(super) enum Taken {
    /// It is held; without a lock where the file system has none, as then SQLite's own may be all that there is.
    Here(Option<Hold>),
    /// Another window holds it.
    Elsewhere,
    /// Nothing can be written in its folder.
    Folder,
}

/// Attempts at a lock whose file is taken away meanwhile.
const ATTEMPTS: usize = 16;

impl Hold {
    /// Tries to hold a library.
    pub fn take(library: &Path) -> Taken {
        // One library has one lock, whatever links lead to it.
        let library = library
            .canonicalize()
            .unwrap_or_else(|_| library.to_owned());
        let path = lock_of(&library);
        for _ in 0..ATTEMPTS {
            let file = match open(&path) {
                Ok(file) => file,
                Err(error) if cannot_be_written(&error) => return Taken::Folder,
                // A full disk, or too many open files: no reason to keep a reader from what is his.
                Err(_) => return Taken::Here(None),
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Taken::Elsewhere,
                Err(TryLockError::Error(_)) => {
                    drop(Hold { file, path });
                    return Taken::Here(None);
                }
            }
            let hold = Hold {
                file,
                path: path.clone(),
            };
            if hold.is_in_place() {
                return Taken::Here(Some(hold));
            }
            // Whoever held it has just taken the file away: its lock is worth nothing any more.
        }
        Taken::Elsewhere
    }

    /// Whether the file is still the one of its name.
    fn is_in_place(&self) -> bool {
        let own = self.file.metadata().map(|own| Mark::from(&own));
        matches!((own, Mark::of(&self.path)), (Ok(own), Ok(there)) if own == there)
    }
}

impl Drop for Hold {
    /// Takes the file away while it is still locked; who has opened it meanwhile sees that it is gone. Where files have no numbers to see
    /// that by, and where it is not the empty file that it should be, it stays.
    fn drop(&mut self) {
        let empty = self.file.metadata().is_ok_and(|own| own.len() == 0);
        if cfg!(unix) && empty && self.is_in_place() {
            // One that cannot be taken away keeps nobody out.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Opens the file to be locked. That of another user can perhaps only be read, and locked all the same.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let opened = options.write(true).create(true).truncate(false).open(path);
    match opened {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            File::open(path).map_err(|_| error)
        }
        other => other,
    }
}

fn cannot_be_written(error: &io::Error) -> bool {
    let kinds = [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem];
    kinds.contains(&error.kind())
}

/// The file that is locked for a library.
fn lock_of(library: &Path) -> PathBuf {
    let mut name = library.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

impl Library {
    /// Why the library can be read and not changed; nothing when it can be changed.
    pub fn read_only(&self) -> Option<ReadOnly> {
        self.read_only
    }

    /// Whether a window has a library open that it may change.
    pub fn is_in_a_window(path: &Path) -> bool {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let lock = File::open(lock_of(&path));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Makes this the window that may change the library, if it could not because another one did, and that one is gone. What was changed
    /// meanwhile is told by [`Library::outside`]. Returns whether it may be changed from now on and could not before.
    ///
    /// # Errors
    /// If the file cannot be looked at.
    pub fn take_over(&mut self) -> Result<bool, LibraryError> {
        let Some(path) = self.path.as_deref() else {
            return Ok(false);
        };
        if self.read_only != Some(ReadOnly::Elsewhere) || self.is_gone()? {
            return Ok(false);
        }
        let Taken::Here(hold) = Hold::take(path) else {
            return Ok(false);
        };
        self.connection.pragma_update(None, "query_only", false)?;
        self.hold = hold;
        self.read_only = None;
        self.word_index.get_mut().make_from_now_on();
        Ok(true)
    }

    /// Leaves the library to the next window; here it can be read, until [`Library::take_over`].
    ///
    /// # Errors
    /// If SQLite fails; then nothing is changed.
    pub fn let_go(&mut self) -> Result<(), LibraryError> {
        if self.read_only.is_none() {
            self.connection.pragma_update(None, "query_only", true)?;
            self.read_only = Some(ReadOnly::Elsewhere);
            self.hold = None;
        }
        Ok(())
    }

    /// Whether this is the library of that file, whatever links lead to it.
    pub fn is_at(&self, path: &Path) -> bool {
        let own = self.path.as_deref().map(Path::canonicalize);
        matches!((own, path.canonicalize()), (Some(Ok(own)), Ok(other)) if own == other)
    }
}
