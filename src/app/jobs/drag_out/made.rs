//! The files that are made for drags. Who was given one may read it after the drag has ended, so they stay as long as the window. What a window
//! that was killed left behind is removed by the next one that is alone.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use tempfile::TempDir;

use crate::paths::dragged_folder;

/// Held by every window that may have files there.
const HELD: &str = "held";

/// The files of one window, each in a folder of its own.
#[derive(Default)]
pub(super) struct Made {
    place: OnceLock<Place>,
    finding: Mutex<()>,
    files: Mutex<Vec<TempDir>>,
}

impl Made {
    /// Goes to where the files are made, and removes what windows left there that are no more. Whoever makes one meanwhile waits.
    pub(super) fn place(&self) -> Result<&Place, String> {
        let _finding = self.finding.lock();
        if let Some(place) = self.place.get() {
            return Ok(place);
        }
        let folder = dragged_folder().map_err(|error| error.to_string())?;
        // The next drag tries again.
        let found = Place::at(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(self.place.get_or_init(|| found))
    }

    /// Keeps a folder until the window closes, unless it is unwanted by then: whoever says so clears up afterwards, and would not find it.
    pub(super) fn keep(&self, folder: TempDir, unwanted: impl FnOnce() -> bool) {
        if let Ok(mut files) = self.files.lock()
            && !unwanted()
        {
            files.push(folder);
        }
    }

    /// Removes all.
    pub(super) fn clear(&self) {
        if let Ok(mut files) = self.files.lock() {
            files.clear();
        }
    }

    /// Where a test wants them.
    #[cfg(test)]
    pub(super) fn within(folder: &Path) -> Self {
        Self {
            place: OnceLock::from(Place::at(folder).unwrap()),
            ..Self::default()
        }
    }

    /// How many folders are kept.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.files.lock().unwrap().len()
    }
}

/// Where files are made for drags; the system lets go of it when the program ends, however it does.
pub(super) struct Place {
    folder: PathBuf,
    /// Nothing where the file system has no locks.
    _held: Option<File>,
}

impl Place {
    fn at(folder: &Path) -> std::io::Result<Self> {
        fs::create_dir_all(folder)?;
        let held = hold(folder).inspect_err(|error| {
            tracing::warn!("{} is not locked: {error}", folder.display());
        });
        Ok(Self {
            folder: folder.to_owned(),
            _held: held.ok(),
        })
    }

    /// A new folder for a file.
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

/// Removes the folders of files that were made; what cannot be removed stays.
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
    fn what_a_killed_window_left_goes_and_what_another_has_stays() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("dragged");
        let left = folder.join("left");
        fs::create_dir_all(&left).unwrap();
        fs::write(left.join("paper.ris"), "TY  - JOUR").unwrap();

        let first = Made::within(&folder);
        assert!(!left.exists(), "nobody has it");
        let own = first.place().unwrap().folder().unwrap();
        let path = own.path().join("own.ris");
        fs::write(&path, "TY  - JOUR").unwrap();
        first.keep(own, || false);

        let second = Made::within(&folder);
        assert!(path.is_file(), "the first window has it");
        second.clear();
        assert!(path.is_file());
        first.clear();
        assert!(!path.exists());

        let late = first.place().unwrap().folder().unwrap();
        let path = late.path().to_owned();
        first.keep(late, || true);
        assert!(!path.exists(), "nobody wants it any more");
    }

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
