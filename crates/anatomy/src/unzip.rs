//! Zip archives, unpacked into a folder that goes when it is no longer needed.

use std::fs::{self, File};
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zip::ZipArchive;

use crate::AtlasError;

/// Files in an archive, and bytes of all of them, at most.
const MAX_FILES: usize = 20_000;
const MAX_BYTES: u64 = 8 << 30;

/// An archive's files.
pub struct Unpacked {
    /// Named as the archive, within one that goes.
    folder: PathBuf,
    _goes: TempDir,
}

impl Unpacked {
    /// The folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }
}

/// Whether a file is a zip archive, by its first bytes.
pub fn is_zip(path: &Path) -> bool {
    let mut head = [0u8; 4];
    let mut read = || File::open(path)?.read_exact(&mut head);
    path.is_file() && read().is_ok() && head == *b"PK\x03\x04"
}

/// Unpacks an archive. Hidden files and links in it are left out, and so are files whose names lead out of it.
///
/// # Errors
/// When the archive is damaged, encrypted or over the limits, or when the disk is full.
pub fn unzip(path: &Path) -> Result<Unpacked, AtlasError> {
    let file = File::open(path).map_err(AtlasError::io(path))?;
    let fault = |place: &str, reason: String| AtlasError::format(path, place, reason);
    let mut archive = ZipArchive::new(BufReader::new(file));
    let archive = archive
        .as_mut()
        .map_err(|e| fault("list of files", e.to_string()))?;
    if archive.len() > MAX_FILES {
        return Err(fault("list of files", format!("more than {MAX_FILES}")));
    }
    let goes = TempDir::with_prefix("corpus-atlas").map_err(AtlasError::io(path))?;
    let folder = goes.path().join(path.file_stem().unwrap_or_default());
    fs::create_dir_all(&folder).map_err(AtlasError::io(&folder))?;
    let mut left = MAX_BYTES;
    for n in 0..archive.len() {
        let entry = archive.by_index(n);
        let mut entry = entry.map_err(|e| fault(&format!("file {n}"), e.to_string()))?;
        let name = format!("file {n}");
        let Some(inside) = entry.enclosed_name().filter(|_| entry.is_file()) else {
            continue;
        };
        let is_hidden = |part: &std::ffi::OsStr| part.to_string_lossy().starts_with('.');
        if inside.iter().any(is_hidden) {
            continue;
        }
        let place = folder.join(inside);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent).map_err(AtlasError::io(&place))?;
        }
        let mut to = File::create(&place).map_err(AtlasError::io(&place))?;
        let copied = std::io::copy(&mut entry.by_ref().take(left + 1), &mut to);
        let copied = copied.map_err(|e| fault(&name, e.to_string()))?;
        left = left
            .checked_sub(copied)
            .ok_or_else(|| fault(&name, format!("more than {MAX_BYTES} bytes in all")))?;
    }
    Ok(Unpacked {
        folder,
        _goes: goes,
    })
}
