//! A folder for files that go when the window that made them closes. What a window that was killed left there is removed by the next one that is alone.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Held by every window that may have files there.
const HELD: &str = "held";

/// Such a folder; the system lets go of it when the program ends, however it does.
pub(super) struct Place {
    folder: PathBuf,
    /// Nothing where the file system has no locks.
    _held: Option<File>,
}

impl Place {
    /// Goes to the folder, and removes what windows left there that are no more.
    pub(super) fn at(folder: &Path) -> std::io::Result<Self> {
        fs::create_dir_all(folder)?;
        let held = hold(folder).inspect_err(|error| {
            tracing::warn!("{} is not locked: {error}", folder.display());
        });
        Ok(Self {
            folder: folder.to_owned(),
            _held: held.ok(),
        })
    }

    /// A new folder in it.
    pub(super) fn folder(&self) -> std::io::Result<TempDir> {
        tempfile::tempdir_in(&self.folder)
    }
}

/// Holds a folder together with other windows, and removes what lies in it where there are none.
fn hold(folder: &Path) -> std::io::Result<File> {
    // On network folders a shared lock wants a file that can be read, one that is not shared one that can be written.
    let held = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(folder.join(HELD))?;
    match held.try_lock() {
        Ok(()) => {
            remove_all(folder);
            held.unlock()?;
        }
        // Another window is there: what lies here may be its own.
        Err(TryLockError::WouldBlock) => {}
        Err(TryLockError::Error(error)) => return Err(error),
    }
    held.lock_shared()?;
    Ok(held)
}

/// Removes the folders in a folder; what cannot be removed stays.
fn remove_all(folder: &Path) {
    let told = |path: &Path, error: &std::io::Error| {
        tracing::warn!("{} is not removed: {error}", path.display());
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return told(folder, &error),
    };
    for entry in entries.flatten() {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && let Err(error) = fs::remove_dir_all(entry.path()) {
            told(&entry.path(), &error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_lock_files_are_made_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let (folder, left) = (dir.path().join("dragged"), dir.path().join("dragged/left"));
        fs::create_dir_all(&left).unwrap();
        fs::create_dir_all(folder.join(HELD)).unwrap();
        let place = Place::at(&folder).unwrap();
        assert!(place.folder().unwrap().path().is_dir());
        assert!(left.exists(), "it may be another window's");
    }
}
