//! What of a folder is read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::content::Name;
use super::options::Limits;
use super::passed::{PassedOver, is_auxiliary};

/// Endings of lists of references whose records may name files.
const LISTS: [&str; 12] = [
    "bib", "bibtex", "csv", "enw", "json", "jsonl", "ndjson", "ris", "tsv", "txt", "xlsx", "xml",
];

/// What lies in a folder, lists of references first, in the order of the names, without what is hidden or left there by programs: which PDFs belong to the
/// records of a list is known before they are met. Of a Zotero library its database alone: the files beside it
/// are asked for by that.
pub(super) fn children(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    if let Some(database) = paths.iter().find(|path| path.ends_with("zotero.sqlite")) {
        return Ok(vec![database.clone()]);
    }
    let is_persons = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // A folder may be called as it likes, but for a dot at the beginning.
        !name.starts_with('.') && (!is_auxiliary(&name) || path.is_dir())
    };
    paths.retain(is_persons);
    paths.sort_by_cached_key(|path| (!is_list(path), path.clone()));
    Ok(paths)
}

/// Whether a file is called as a list of references that may name files beside it.
fn is_list(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    LISTS.iter().any(|list| ending == **list)
}

/// The files that are read when the folder is, as far as it can be looked into, and those that are passed over.
///
/// # Errors
/// If the folder itself cannot be read.
pub(crate) fn looked_through(
    folder: &Path,
    limits: &Limits,
) -> io::Result<(Vec<PathBuf>, PassedOver)> {
    let (mut found, mut passed) = (Vec::new(), PassedOver::default());
    let mut open: Vec<(PathBuf, u64)> = children(folder)?.into_iter().map(|p| (p, 1)).collect();
    open.reverse();
    while let Some((path, depth)) = open.pop() {
        if found.len() as u64 >= limits.files {
            break;
        }
        let Ok(metadata) = fs::metadata(&path) else {
            continue;
        };
        if metadata.is_dir() {
            if depth < limits.folder_depth && !path.is_symlink() {
                let within = children(&path).unwrap_or_default();
                open.extend(within.into_iter().rev().map(|p| (p, depth + 1)));
            }
        } else if metadata.is_file() {
            match Name::of(&path).is_wanted() {
                true => found.push(path),
                false => passed.take(folder, &path),
            }
        }
    }
    Ok((found, passed))
}
