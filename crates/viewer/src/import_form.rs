//! What the window asks before it makes an atlas of files: all that the command line can be told, as it is typed.

use std::path::{Path, PathBuf};

use anatomy::guest::{self, ClassNames, Frame, ImportOptions};
use language::say;
use serde::{Deserialize, Serialize};

/// An atlas about to be made, as it is typed. What is left empty is guessed or found in the files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ImportForm {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Name of the atlas; that of the first path when empty.
    pub name: String,
    /// Licence, kept with it.
    pub license: String,
    /// Axes and units: a name or three expressions; guessed when empty.
    pub frame: String,
    /// The frame leads into the torso frame.
    pub torso: bool,
    /// What label values stand for: a table that is built in or a file.
    pub class_names: String,
    /// Voxel size of stacks of slices, mm: columns,rows,slices.
    pub spacing: String,
}

impl ImportForm {
    /// A form for these files and folders with everything left open.
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self {
            paths,
            ..Self::default()
        }
    }

    /// The change of axes, or what is wrong with it.
    pub fn frame(&self) -> Result<Option<Frame>, String> {
        match self.frame.trim() {
            "" => Ok(None),
            text => text.parse().map(Some),
        }
    }

    /// The voxel size, or what is wrong with it.
    pub fn spacing_mm(&self) -> Result<Option<[f64; 3]>, String> {
        match self.spacing.trim() {
            "" => Ok(None),
            text => guest::parse_spacing(text).map(Some),
        }
    }

    /// Whether the names of label values lie in a file of the user's.
    pub fn has_names_file(&self) -> bool {
        !["", "totalsegmentator", "totalsegmentator-mr"].contains(&self.class_names.trim())
    }

    /// What the import is told. Reads the file of names.
    pub fn options(&self) -> Result<ImportOptions, String> {
        let names = match self.class_names.trim() {
            "" => None,
            text => Some(ClassNames::load(text).map_err(|error| error.to_string())?),
        };
        Ok(ImportOptions {
            name: self.name.trim().to_owned(),
            license: self.license.trim().to_owned(),
            frame: self.frame()?,
            torso_frame: self.torso && !self.frame.trim().is_empty(),
            names,
            spacing_mm: self.spacing_mm()?,
            map: Vec::new(),
        })
    }

    /// What can be said to be wrong without reading a file; nothing when all is well.
    pub fn fault(&self) -> Option<String> {
        let file = Path::new(self.class_names.trim());
        let no_file = self.has_names_file() && !file.is_file();
        self.frame()
            .err()
            .map(|reason| say!("atlas-import-fault-axes", reason = reason))
            .or_else(|| {
                let reason = self.spacing_mm().err()?;
                Some(say!("atlas-import-fault-voxels", reason = reason))
            })
            .or_else(|| {
                let file = file.display().to_string();
                no_file.then(|| say!("atlas-import-fault-labels", file = file))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_form_leaves_everything_open_and_a_wrong_one_says_what_is_wrong() {
        let mut form = ImportForm::new(vec!["a.nii".into()]);
        assert_eq!(form.fault(), None);
        assert_eq!(form.options(), Ok(ImportOptions::default()));
        form.frame = "hra-vh-male".into();
        form.class_names = "totalsegmentator".into();
        form.spacing = "1, 1, 2".into();
        let options = form.options().unwrap();
        assert!(options.frame.is_some_and(|frame| frame.torso));
        assert_eq!(options.names.unwrap().get(5), Some("liver"));
        assert_eq!(options.spacing_mm, Some([1.0, 1.0, 2.0]));
        form.class_names = "/no/such/names.csv".into();
        assert!(form.fault().is_some_and(|f| f.contains("names.csv")));
        form.spacing = "1".into();
        assert!(form.fault().is_some_and(|f| f.starts_with("Voxel size")));
        form.frame = "sideways".into();
        assert!(form.fault().is_some_and(|f| f.starts_with("Axes")));
        assert!(form.options().is_err());
    }
}
