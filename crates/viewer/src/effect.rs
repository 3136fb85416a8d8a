//! What is to be done beside the view. The shell carries effects out and answers by messages.

use std::path::PathBuf;
use std::sync::Arc;

use anatomy::Atlas;
use anatomy::guest::Installed;
use library::{Document, Entry};
use serde::{Deserialize, Serialize};

use crate::{Command, ImportForm, JobId, Names, Pose, Question, Session, Staging};

/// A path that the user is asked for, and what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialog {
    /// Documents to add.
    Documents,
    /// A folder of documents to add.
    Folder,
    /// A library to open.
    Library,
    /// A file to export to.
    Export,
    /// A picture to write.
    Picture,
    /// Files of an atlas.
    AtlasFiles,
    /// The folder of an atlas.
    AtlasFolder,
    /// A table of what label values stand for.
    ClassNames,
    /// The folder in which the files of an atlas are now.
    Originals,
}

/// Pixels of a picture saved by the dialog: a slide at twice full HD.
const PICTURE_SIZE: [u32; 2] = [3840, 2160];

impl Dialog {
    /// All of them.
    pub const ALL: [Dialog; 9] = [
        Self::Documents,
        Self::Folder,
        Self::Library,
        Self::Export,
        Self::Picture,
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
            Self::Library => "Open a library",
            Self::Export => "Export documents",
            Self::Picture => "Save a picture of the stage",
            Self::AtlasFiles => "Import an atlas",
            Self::AtlasFolder => "Import an atlas from a folder",
            Self::ClassNames => "What the label values stand for",
            Self::Originals => "The folder in which the original files are now",
        }
    }

    /// The command that carries on with the paths that were chosen; nothing without one.
    pub fn answer(self, mut paths: Vec<PathBuf>) -> Option<Command> {
        use crate::command::{AtlasCommand, LibraryCommand, WindowCommand};
        if paths.is_empty() {
            return None;
        }
        Some(match self {
            Self::Documents | Self::Folder => LibraryCommand::Import(paths).into(),
            Self::Library => LibraryCommand::OpenLibraryAt(paths.remove(0)).into(),
            Self::Export => LibraryCommand::ExportTo(paths.remove(0)).into(),
            Self::Picture => WindowCommand::SavePictureTo(PictureOrder {
                path: paths.remove(0),
                size: PICTURE_SIZE,
                transparent: false,
            })
            .into(),
            Self::AtlasFiles | Self::AtlasFolder => AtlasCommand::PrepareAtlas(paths).into(),
            Self::ClassNames => AtlasCommand::ClassNamesFrom(paths.remove(0)).into(),
            Self::Originals => AtlasCommand::OriginalsAt(paths).into(),
        })
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

/// What is to be done beside the view.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Ask for a path.
    Ask(Dialog),
    /// Open a library file, creating it when it does not exist.
    OpenLibrary(PathBuf),
    /// Read files and folders, place their documents, and add them.
    Import(JobId, Vec<PathBuf>),
    /// Place anew what another version of the model than this one placed.
    Reground(JobId, String),
    /// Write the library's documents to a file.
    Export(JobId, PathBuf),
    /// End a job.
    CancelJob(JobId),
    /// Take documents out of the library.
    Remove(Vec<i64>),
    /// Bring documents back that were taken out.
    Restore(Vec<i64>),
    /// Forget what was taken out.
    Compact,
    /// Count the documents that another version of the model than this one placed.
    CountOutdated(String),
    /// Rank documents.
    Rank {
        /// Comes back with the answer.
        generation: u64,
        /// What to rank by.
        question: Question,
        /// The way between the home atlas and the stage.
        staging: Option<Arc<Staging>>,
    },
    /// Read a document in full.
    Read {
        /// Its key.
        key: i64,
        /// The way between the home atlas and the stage.
        staging: Option<Arc<Staging>>,
    },
    /// Open a document's source with the system's program for it.
    OpenSource(Box<Document>),
    /// Find the places of documents on the stage.
    Stage {
        /// The job.
        job: JobId,
        /// The atlas's folder.
        slug: String,
        /// The documents.
        entries: Vec<Arc<Entry>>,
        /// The way from the home atlas.
        staging: Arc<Staging>,
    },
    /// Place the live text, unless a newer one comes first.
    Ground {
        /// The text's number.
        generation: u64,
        /// The text.
        text: String,
        /// The way between the home atlas and the stage.
        staging: Option<Arc<Staging>>,
    },
    /// Find which words speak for a place; an older question is dropped.
    Explain {
        /// The question's number.
        generation: u64,
        /// The document's key.
        key: i64,
        /// The document.
        document: Box<Document>,
        /// Catalogue id; the place of the document when absent.
        structure: Option<String>,
    },
    /// No longer.
    StopExplaining,
    /// Look for installed atlases.
    ListAtlases,
    /// Put an atlas on the stage; the modelled torso without one.
    ShowAtlas {
        /// The job.
        job: JobId,
        /// Which.
        atlas: Option<Installed>,
        /// The atlas that documents are placed in.
        home: Arc<Atlas>,
    },
    /// Make an atlas of files, install it and show it.
    ImportAtlas(JobId, Box<ImportForm>, Option<Arc<Atlas>>),
    /// Make an installed atlas again with the names decided by hand, and show it.
    RebuildAtlas(JobId, Box<Names>, Option<Arc<Atlas>>),
    /// Fetch a public atlas, then import it.
    FetchAtlas(JobId, String, Option<Arc<Atlas>>),
    /// Read the names of an installed atlas.
    ReadNames(Box<Installed>),
    /// Ease the camera to a pose.
    Fly(Pose),
    /// Put the camera at a pose at once.
    Jump(Pose),
    /// Save a clean picture of the stage.
    SavePicture(PictureOrder),
    /// Save a picture of the window.
    Screenshot(PathBuf),
    /// Take the notice of this number away when it has been read.
    AgeNotice(u64),
    /// Keep the window's state with the library.
    SaveSession(Box<Session>),
    /// Leave.
    Quit,
}
