//! What the user is asked for in dialogs.

use std::path::PathBuf;

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
    pub const ALL: [Dialog; 15] = [
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
        Self::AtlasFiles,
        Self::AtlasFolder,
        Self::ClassNames,
        Self::Originals,
    ];

    /// What the dialog is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::Documents => "Add documents",
            Self::Folder => "Add a folder",
            Self::WatchedFolder => "Watch a folder",
            Self::Library => "Open a library",
            Self::Export => "Export documents",
            Self::ExportAll => "Export the whole library",
            Self::ExportDocument(_) => "Export this document",
            Self::LibraryCopy => "Save a copy of the library",
            Self::Picture => "Save a picture of the stage",
            Self::Tour => "Open a tour",
            Self::TourCopy => "Save the tour",
            Self::AtlasFiles => "Import an atlas",
            Self::AtlasFolder => "Import an atlas from a folder",
            Self::ClassNames => "What the label values stand for",
            Self::Originals => "The folder in which the original files are now",
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
}
