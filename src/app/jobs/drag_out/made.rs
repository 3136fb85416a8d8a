//! The files that are made for drags. Who was given one may read it after the drag has ended, so they stay as long as the window. What a window
//! that was killed left behind is removed by the next one that is alone.

use std::sync::{Mutex, OnceLock};

use tempfile::TempDir;

use super::super::place::Place;
use crate::paths::dragged_folder;

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
    pub(super) fn within(folder: &std::path::Path) -> Self {
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

#[cfg(test)]
mod tests {
    use std::fs;

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
}
