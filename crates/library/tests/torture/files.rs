//! Libraries with the journal that may lie beside them.

use std::fs;
use std::path::{Path, PathBuf};

pub fn journal_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    name.into()
}

/// Whether a change was broken off that has to be taken back: SQLite has begun to write the file itself, and the journal holds what stood
/// there. A journal that is not yet written to the disk, or not any more, begins with nothing.
pub fn is_half_written(path: &Path) -> bool {
    fs::read(journal_of(path)).is_ok_and(|bytes| bytes.iter().take(8).any(|byte| *byte != 0))
}

/// Copies a library as a person would who copies both files.
pub fn carry(from: &Path, to: &Path) {
    fs::copy(from, to).expect("copied");
    if journal_of(from).exists() {
        fs::copy(journal_of(from), journal_of(to)).expect("copied");
    }
}

/// Names of all files in a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
