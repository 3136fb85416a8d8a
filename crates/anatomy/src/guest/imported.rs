//! What an import makes, and writing it as a pack.

use std::path::Path;

use super::recipe::Recipe;
use super::report::{ImportReport, REPORT};
use super::source;
use crate::{Atlas, AtlasError, StructureMesh, write_pack};

/// Folder within a pack's folder in which a pack is made before it takes the place of an older one.
const ASIDE: &str = ".part";

/// An imported atlas, ready to be shown or written.
pub struct Import {
    /// The atlas, with its account of where it came from.
    pub atlas: Atlas,
    /// Surfaces, in the atlas's frame.
    pub meshes: Vec<StructureMesh>,
    /// What was done.
    pub report: ImportReport,
    /// What it was made of and how.
    pub recipe: Recipe,
}

impl Import {
    /// Writes the pack and, beside it, `import.json` (the report) and `recipe.json` (what is needed to make it again). All
    /// is written aside first, so that an older pack of this folder stays until the new one is whole.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), AtlasError> {
        let aside = dir.join(ASIDE);
        write_pack(&aside, &self.atlas, &self.meshes)?;
        source::write_json(&aside.join(REPORT), &self.report)?;
        self.recipe.write(&aside)?;
        for file in std::fs::read_dir(&aside).map_err(AtlasError::io(&aside))? {
            let file = file.map_err(AtlasError::io(&aside))?;
            let place = dir.join(file.file_name());
            std::fs::rename(file.path(), &place).map_err(AtlasError::io(&place))?;
        }
        std::fs::remove_dir(&aside).map_err(AtlasError::io(&aside))
    }
}
