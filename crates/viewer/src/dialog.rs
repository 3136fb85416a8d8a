//! What the user is asked for in dialogs.

use std::path::PathBuf;

use language::say;
use serde::{Deserialize, Serialize};

/// A path that the user is asked for, and what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialog {
    /// Documents to add.
    Documents,
    /// A folder of documents to add.
    Folder,
    /// A folder to watch.
    WatchedFolder,
    /// A library to open.
    Library,
    /// A file to export the documents of the list to.
    Export,
    /// A file to export the whole library to.
    ExportAll,
    /// A file to export one document to, by its key.
    ExportDocument(i64),
    /// A file for a copy of the library.
    LibraryCopy,
    /// A picture to write.
    Picture,
    /// A tour to open.
    Tour,
    /// A file for a tour.
    TourCopy,
    /// A folder for the pictures of a tour: of one that ships, by its place in the list, or of the one that is being made.
    TourPictures(Option<usize>),
    /// A file for the video of a tour, named in the same way.
    TourVideo(Option<usize>),
    /// Files of an atlas.
    AtlasFiles,
    /// The folder of an atlas.
    AtlasFolder,
    /// A table of what label values stand for.
    ClassNames,
    /// The folder in which the files of an atlas are now.
    Originals,
}

impl Dialog {
    /// All of them; of a document with any key.
    pub const ALL: [Dialog; 17] = [
        Self::Documents,
        Self::Folder,
        Self::WatchedFolder,
        Self::Library,
        Self::Export,
        Self::ExportAll,
        Self::ExportDocument(0),
        Self::LibraryCopy,
        Self::Picture,
        Self::Tour,
        Self::TourCopy,
        Self::TourPictures(None),
        Self::TourVideo(None),
        Self::AtlasFiles,
        Self::AtlasFolder,
        Self::ClassNames,
        Self::Originals,
    ];

    /// What the dialog is called.
    pub fn title(self) -> String {
        match self {
            Self::Documents => say!("dialog-documents"),
            Self::Folder => say!("dialog-folder"),
            Self::WatchedFolder => say!("dialog-watched-folder"),
            Self::Library => say!("dialog-library"),
            Self::Export => say!("dialog-export"),
            Self::ExportAll => say!("dialog-export-all"),
            Self::ExportDocument(_) => say!("dialog-export-document"),
            Self::LibraryCopy => say!("dialog-library-copy"),
            Self::Picture => say!("dialog-picture"),
            Self::Tour => say!("dialog-tour"),
            Self::TourCopy => say!("dialog-tour-copy"),
            Self::TourPictures(_) => say!("dialog-tour-pictures"),
            Self::TourVideo(_) => say!("dialog-tour-video"),
            Self::AtlasFiles => say!("dialog-atlas-files"),
            Self::AtlasFolder => say!("dialog-atlas-folder"),
            Self::ClassNames => say!("dialog-class-names"),
            Self::Originals => say!("dialog-originals"),
        }
    }
}

/// A clean picture of the stage (no panels) at any size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureOrder {
    /// PNG to write.
    pub path: PathBuf,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Leave the background out.
    pub transparent: bool,
    /// Write the names and distances on it that the window shows.
    #[serde(default = "names")]
    pub names: bool,
    /// Its height follows from its width by the stage of the window, so that just what is seen there is on it.
    #[serde(default)]
    pub as_stage: bool,
}

/// Names are written unless they are left out.
fn names() -> bool {
    true
}

/// What pictures that are saved from the window are to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureWish {
    /// Names and distances, as the window shows them.
    pub names: bool,
    /// No background.
    pub transparent: bool,
    /// As wide and high as the stage of the window, and not as a slide.
    #[serde(default)]
    pub as_stage: bool,
}

impl Default for PictureWish {
    fn default() -> Self {
        Self {
            names: true,
            transparent: false,
            as_stage: false,
        }
    }
}
