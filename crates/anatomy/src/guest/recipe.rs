//! What a guest was made of and how, kept with its pack, so that it can be made again with other names.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::options::ImportOptions;
use crate::AtlasError;
use crate::files::{read_json, write_json};

/// Name of the recipe within a guest's pack.
pub const RECIPE: &str = "recipe.json";
/// Bytes of a recipe at most.
const MAX_JSON: u64 = 64 << 20;

/// What a guest was made of and how: `recipe.json` in its pack.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// The files and folders that were imported, from the root of the file system.
    pub paths: Vec<PathBuf>,
    /// How they were, with the name that the atlas got.
    pub options: ImportOptions,
}

impl Recipe {
    /// The recipe of an import of these paths, under the name that the atlas got.
    pub fn new(paths: &[PathBuf], options: &ImportOptions, name: &str) -> Recipe {
        let whole = |path: &PathBuf| {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            // JSON holds no path that is not Unicode; such a one is looked for in vain later, and that is said then.
            PathBuf::from(path.to_string_lossy().into_owned())
        };
        Recipe {
            paths: paths.iter().map(whole).collect(),
            options: ImportOptions {
                name: name.to_owned(),
                ..options.clone()
            },
        }
    }

    /// Reads the recipe of a pack.
    ///
    /// # Errors
    /// When the file is missing (an atlas imported before recipes were kept has none), malformed or over the limits.
    pub fn read(dir: &Path) -> Result<Recipe, AtlasError> {
        read_json(&dir.join(RECIPE), MAX_JSON)
    }

    /// Writes the recipe into the folder of a pack.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), AtlasError> {
        write_json(&dir.join(RECIPE), self)
    }

    /// The files and folders that are no longer where they were.
    pub fn missing(&self) -> Vec<&Path> {
        let paths = self.paths.iter().map(PathBuf::as_path);
        paths.filter(|path| !path.exists()).collect()
    }
}
