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
            Self::ShowAtlas(None) => About::new("Show the male torso")
                .menu(Menu::Atlas)
                .words("home man body"),
            Self::ShowAtlas(Some(slug)) if slug == FEMALE => About::new("Show the female torso")
                .menu(Menu::Atlas)
                .words("woman body breast uterus ovary"),
            Self::ShowAtlas(Some(_)) => About::new("Show an atlas"),
            Self::ShowIn { .. } => About::new("Show in the other torso"),
            Self::ImportAtlasFiles => About::new("Import an atlas from files…")
                .menu(Menu::Atlas)
                .words("nifti gltf label volume"),
            Self::ImportAtlasFolder => {
                About::new("Import an atlas from a folder…").menu(Menu::Atlas)
            }
            Self::ImportAtlas(_)
            | Self::PrepareAtlas(_)
            | Self::EditImport(_)
            | Self::ImportAtlasAs(_) => About::new("Import an atlas"),
            Self::AskForClassNames | Self::ClassNamesFrom(_) => {
                About::new("Take names of label values from a file…")
            }
            Self::ShowNames(_) => About::new("Show the names of an atlas"),
            Self::ToggleNames => About::new("Names of the atlas…")
                .menu(Menu::Atlas)
                .words("map match"),
            Self::ShowUnmatchedOnly(_) => About::new("List unmatched names only"),
            Self::MapName { .. } => About::new("Decide what a name stands for"),
            Self::ResetNames => About::new("Take back what was decided about names"),
            Self::ApplyNames => About::new("Make the atlas again with its new names"),
            Self::AskForOriginals | Self::OriginalsAt(_) => {
                About::new("Find the files that the atlas was made of…")
            }
            Self::ToggleGetAtlas => About::new("Get an atlas…")
                .menu(Menu::Atlas)
                .words("download public fetch"),
            Self::GetAtlas(_) => About::new("Fetch a public atlas"),
            Self::CancelGetAtlas => About::new("Stop the download"),
        }
    }
}
