//! Atlases that are installed: packs in folders of one place.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::matching::slug;
use crate::pack::STRUCTURES;
use crate::{AtlasError, read_pack_info};

/// An installed atlas.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Installed {
    /// Name of its folder, which stands for it in settings and commands.
    pub slug: String,
    /// Its folder.
    pub folder: PathBuf,
    /// Name as shown to users.
    pub name: String,
    /// Licence.
    pub license: String,
    /// Files it was imported from.
    pub files: Vec<String>,
    /// Whether it lies in the torso frame.
    pub torso_frame: bool,
}

/// The folder name under which an atlas of this name is installed: lower case letters, digits and underscores.
pub fn install_slug(name: &str) -> String {
    slug(name)
}

/// The atlases in a folder of packs, by name, and the packs that could not be read. A folder that is not there holds
/// none.
pub fn installed(folder: &Path) -> (Vec<Installed>, Vec<AtlasError>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return (found, errors),
        Err(e) => return (found, vec![AtlasError::io(folder)(e)]),
    };
    for entry in entries.flatten() {
        let folder = entry.path();
        if !folder.join(STRUCTURES).is_file() {
            continue;
        }
        match read_pack_info(&folder) {
            Ok(info) => {
                let source = info.source.unwrap_or_default();
                found.push(Installed {
                    slug: entry.file_name().to_string_lossy().into_owned(),
                    folder,
                    name: info.name,
                    license: info.license,
                    files: source.files,
                    torso_frame: source.torso_frame,
                });
            }
            Err(e) => errors.push(e),
        }
    }
    found.sort_by(|a, b| (&a.name, &a.slug).cmp(&(&b.name, &b.slug)));
    (found, errors)
}
