//! Other atlases.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};
use crate::{FEMALE, ImportForm};

/// Other atlases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AtlasCommand {
    /// Put an atlas on the stage by its folder's name, or the male torso.
    ShowAtlas(Option<String>),
    /// Put one of the two bodies that ship on the stage, and select a structure in it.
    ShowIn {
        /// Folder's name; nothing for the male torso.
        atlas: Option<String>,
        /// Its catalogue id.
        structure: String,
    },
    /// Ask for files and make an atlas of them.
    ImportAtlasFiles,
    /// Ask for a folder and make an atlas of what is in it.
    ImportAtlasFolder,
    /// Make an atlas of files and folders and install it.
    ImportAtlas(Vec<PathBuf>),
    /// Open the window in which an atlas to be made of files and folders is given a name and options.
    PrepareAtlas(Vec<PathBuf>),
    /// That window says something else now; nothing closes it.
    EditImport(Option<Box<ImportForm>>),
    /// Make an atlas as that window says, and install it.
    ImportAtlasAs(Box<ImportForm>),
    /// Ask for the file that says what label values stand for.
    AskForClassNames,
    /// Take the names of label values from this file.
    ClassNamesFrom(PathBuf),
    /// Show the names of an installed atlas (its folder name) and what they were matched to, or close that panel.
    ShowNames(Option<String>),
    /// The same for the atlas on the stage, or close the panel.
    ToggleNames,
    /// List only names that matched nothing, and those decided by hand since.
    ShowUnmatchedOnly(bool),
    /// Decide by hand what a name of that atlas stands for; it is carried out by [`AtlasCommand::ApplyNames`].
    MapName {
        /// As the source writes it.
        name: String,
        /// Catalogue id; "" for a structure of its own, "-" to leave it out, nothing to leave it to the rules.
        to: Option<String>,
    },
    /// Take back what was decided and not yet applied.
    #[serde(alias = "undo_names")]
    ResetNames,
    /// Make the atlas again with the names as decided by hand.
    ApplyNames,
    /// Ask where the files now are that an atlas was made of.
    AskForOriginals,
    /// Make the atlas of these from now on.
    OriginalsAt(Vec<PathBuf>),
    /// Open or close the list of public atlases.
    ToggleGetAtlas,
    /// Fetch a public atlas.
    GetAtlas(String),
    /// Stop the download.
    CancelGetAtlas,
}

impl AtlasCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::ShowAtlas(None) => About::new("command-show-male-torso").menu(Menu::Atlas),
            Self::ShowAtlas(Some(slug)) if slug == FEMALE => {
                About::new("command-show-female-torso").menu(Menu::Atlas)
            }
            Self::ShowAtlas(Some(_)) => About::new("command-show-atlas"),
            Self::ShowIn { .. } => About::new("command-show-in"),
            Self::ImportAtlasFiles => About::new("command-import-atlas-files").menu(Menu::Atlas),
            Self::ImportAtlasFolder => About::new("command-import-atlas-folder").menu(Menu::Atlas),
            Self::ImportAtlas(_)
            | Self::PrepareAtlas(_)
            | Self::EditImport(_)
            | Self::ImportAtlasAs(_) => About::new("command-import-atlas"),
            Self::AskForClassNames | Self::ClassNamesFrom(_) => {
                About::new("command-ask-for-class-names")
            }
            Self::ShowNames(_) => About::new("command-show-names"),
            Self::ToggleNames => About::new("command-toggle-names").menu(Menu::Atlas),
            Self::ShowUnmatchedOnly(_) => About::new("command-show-unmatched-only"),
            Self::MapName { .. } => About::new("command-map-name"),
            Self::ResetNames => About::new("command-reset-names"),
            Self::ApplyNames => About::new("command-apply-names"),
            Self::AskForOriginals | Self::OriginalsAt(_) => About::new("command-ask-for-originals"),
            Self::ToggleGetAtlas => About::new("command-toggle-get-atlas").menu(Menu::Atlas),
            Self::GetAtlas(_) => About::new("command-get-atlas"),
            Self::CancelGetAtlas => About::new("command-cancel-get-atlas"),
        }
    }
}
