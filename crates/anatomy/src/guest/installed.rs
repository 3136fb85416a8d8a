//! Atlases that are installed: packs in folders of one place.

use std::path::{Path, PathBuf};

use serde::Serialize;

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

/// A name as an id: lower case letters, digits and underscores. An atlas of this name is installed in a folder of that name.
pub fn install_slug(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('_') && !out.is_empty() {
            out.push('_');
        }
    }
    let out = out.trim_end_matches('_');
    if out.is_empty() {
        "unnamed".into()
    } else {
        out.chars().take(80).collect()
    }
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
