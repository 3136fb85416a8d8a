//! Files of a source: found, told apart and opened.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anatomy::AtlasError;
use flate2::bufread::MultiGzDecoder;

/// Files of a folder looked at, at most.
const MAX_FILES: usize = 20_000;

/// A file's name without its extensions: "liver" for "liver.nii.gz" and "liver.seg.nrrd".
pub(crate) fn stem(path: &Path) -> String {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut stem = name.as_str();
    for ending in [
        ".gz", ".nii", ".nrrd", ".nhdr", ".seg", ".mha", ".mhd", ".dcm", ".glb", ".gltf", ".obj",
        ".stl", ".ply", ".off", ".vtk", ".vtp", ".zip",
    ] {
        if stem.len() > ending.len()
            && stem.is_char_boundary(stem.len() - ending.len())
            && stem[stem.len() - ending.len()..].eq_ignore_ascii_case(ending)
        {
            stem = &stem[..stem.len() - ending.len()];
        }
    }
    stem.to_owned()
}

/// A file to be read from its start, decompressed when it is gzip.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, AtlasError> {
    let file = File::open(path).map_err(AtlasError::io(path))?;
    let mut file = BufReader::with_capacity(1 << 18, file);
    let compressed = std::io::BufRead::fill_buf(&mut file)
        .map_err(AtlasError::io(path))?
        .starts_with(&[0x1F, 0x8B]);
    Ok(if compressed {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    })
}

/// All files below the given paths, in order of their names, hidden ones left out; links are not followed.
pub(crate) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, AtlasError> {
    let mut out = Vec::new();
    let mut folders: Vec<PathBuf> = Vec::new();
    for path in paths {
        let kind = std::fs::metadata(path).map_err(AtlasError::io(path))?;
        if kind.is_dir() {
            folders.push(path.clone());
        } else if kind.is_file() {
            out.push(path.clone());
        } else {
            // It would be waited for, or read, without end.
            let reason = "a pipe or a device, not a file";
            return Err(AtlasError::format(path, "start", reason));
        }
    }
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(AtlasError::io(&folder))?;
        for entry in entries {
            let entry = entry.map_err(AtlasError::io(&folder))?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let kind = entry.file_type().map_err(AtlasError::io(&folder))?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                out.push(entry.path());
            }
            if out.len() + folders.len() > MAX_FILES {
                return Err(AtlasError::format(
                    &folder,
                    "folder",
                    format!("more than {MAX_FILES} files"),
                ));
            }
        }
    }
    out.sort();
    out.dedup();
    Ok(out)
}

/// A path's last component.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}
