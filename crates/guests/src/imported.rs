//! What an import makes, and writing it as a pack.

use std::path::Path;

use anatomy::guest::{ImportReport, RECIPE, REPORT, Recipe};
use anatomy::{Atlas, AtlasError, LABELS, MESHES, STRUCTURES, StructureMesh, write_pack};

/// Folder within a pack's folder in which a pack is made before it takes the place of an older one.
const ASIDE: &str = ".part";
/// The licence among the files of a pack.
const LICENSE: &str = "LICENSE";

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
    /// When a file cannot be written, or the folder holds files of these names that are none of a pack.
    pub fn write(&self, dir: &Path) -> Result<(), AtlasError> {
        check_folder(dir)?;
        let aside = dir.join(ASIDE);
        let made = self.write_aside(&aside);
        if made.is_err() {
            // What is half made is no use; that it cannot be removed either is not the first thing to be told.
            let _ = std::fs::remove_dir_all(&aside);
            return made;
        }
        for file in std::fs::read_dir(&aside).map_err(AtlasError::io(&aside))? {
            let file = file.map_err(AtlasError::io(&aside))?;
            let place = dir.join(file.file_name());
            std::fs::rename(file.path(), &place).map_err(AtlasError::io(&place))?;
        }
        std::fs::remove_dir(&aside).map_err(AtlasError::io(&aside))
    }

    /// Writes all files to a folder, and sees to it that they are on the disk before they take the place of others.
    fn write_aside(&self, aside: &Path) -> Result<(), AtlasError> {
        write_pack(aside, &self.atlas, &self.meshes)?;
        self.report.write(aside)?;
        self.recipe.write(aside)?;
        for file in std::fs::read_dir(aside).map_err(AtlasError::io(aside))? {
            let path = file.map_err(AtlasError::io(aside))?.path();
            let synced = std::fs::File::options().write(true).open(&path);
            synced
                .and_then(|file| file.sync_all())
                .map_err(AtlasError::io(&path))?;
        }
        Ok(())
    }
}

/// Refuses to put a pack over files of the same names that belong to something else.
fn check_folder(dir: &Path) -> Result<(), AtlasError> {
    if dir.join(STRUCTURES).is_file() {
        return Ok(());
    }
    let other = [LABELS, MESHES, LICENSE, REPORT, RECIPE];
    match other.iter().find(|name| dir.join(name).exists()) {
        Some(name) => Err(AtlasError::format(
            dir,
            *name,
            "the folder is no atlas pack, and this file would be overwritten; choose another folder",
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_takes_the_place_of_a_pack_only() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path();
        assert!(check_folder(&dir.join("new")).is_ok());
        std::fs::write(dir.join("notes.txt"), "mine").unwrap();
        assert!(check_folder(dir).is_ok(), "nothing of it is touched");
        std::fs::write(dir.join(LICENSE), "mine").unwrap();
        let error = check_folder(dir).unwrap_err().to_string();
        assert!(
            error.contains(LICENSE) && error.contains("choose another"),
            "{error}"
        );
        std::fs::write(dir.join(STRUCTURES), "{}").unwrap();
        assert!(check_folder(dir).is_ok(), "an older pack");
    }
}
