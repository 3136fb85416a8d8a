//! Atlases beside the male torso.

use anatomy::guest::Installed;
use language::say;
use serde::{Deserialize, Serialize};

use crate::{ImportForm, Names};

/// Folder's name of the female torso, which ships beside the male one. No imported atlas can have it: their names have no hyphen.
pub const FEMALE: &str = "female-torso";

/// The atlases that the window knows of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Atlases {
    /// Installed ones.
    #[serde(skip)]
    pub installed: Vec<Installed>,
    /// The list of public atlases is open.
    pub get_open: bool,
    /// The names of an installed atlas, while their panel is open.
    pub names: Option<Names>,
    /// Only names that matched nothing, and those decided by hand since, are listed.
    pub unmatched_only: bool,
    /// The atlas about to be made of files, while it is being asked how.
    pub form: Option<ImportForm>,
}

impl Atlases {
    /// An installed atlas by its folder's name.
    pub fn find(&self, slug: &str) -> Option<&Installed> {
        self.installed.iter().find(|atlas| atlas.slug == slug)
    }

    /// Opens the panel of names; with those first that ask for a decision, where there are such.
    pub(crate) fn show_names(&mut self, names: Names) {
        self.unmatched_only = names.unmatched() > 0;
        self.names = Some(names);
    }

    /// The name of the atlas in a folder, or of the male torso, as a title.
    pub fn name_of(&self, slug: Option<&str>) -> String {
        match slug.and_then(|slug| self.find(slug)) {
            None => say!("atlas-male-torso"),
            Some(atlas) if atlas.slug == FEMALE => say!("atlas-female-torso"),
            Some(atlas) => atlas.name.clone(),
        }
    }

    /// The same within a sentence.
    pub fn name_within(&self, slug: Option<&str>) -> String {
        match slug.and_then(|slug| self.find(slug)) {
            None => say!("atlas-male-torso-within"),
            Some(atlas) if atlas.slug == FEMALE => say!("atlas-female-torso-within"),
            Some(atlas) => atlas.name.clone(),
        }
    }
}
