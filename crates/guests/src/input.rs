//! What was read from the files of an import, before it is matched to the catalogue.

use std::path::Path;

use anatomy::guest::ImportOptions;

use super::meshes::MeshPart;
use super::source::file_name;
use super::{source, volumes};

/// A surface with what is known about it.
pub(super) struct Surface {
    pub(super) file: String,
    pub(super) part: MeshPart,
}

/// A label volume with the names of its segments.
pub(super) struct Volume {
    pub(super) file: String,
    pub(super) image: volumes::LabelImage,
    pub(super) names: Vec<String>,
    /// Whether the values had no names.
    pub(super) nameless: bool,
}

impl Volume {
    pub(super) fn new(path: &Path, image: volumes::LabelImage, options: &ImportOptions) -> Volume {
        let stem = source::stem(path);
        let single = image.segments.len() == 1;
        let mut nameless = false;
        let names = image
            .segments
            .iter()
            .map(|s| {
                let given = options.names.as_ref().and_then(|n| n.get(s.value));
                match (given, &s.name) {
                    (Some(name), _) => name.to_owned(),
                    (None, Some(name)) => name.clone(),
                    // One structure per file, named by the file.
                    (None, None) if single => stem.clone(),
                    (None, None) => {
                        nameless = true;
                        format!("label {}", s.value)
                    }
                }
            })
            .collect();
        Volume {
            file: file_name(path),
            image,
            names,
            nameless,
        }
    }
}
