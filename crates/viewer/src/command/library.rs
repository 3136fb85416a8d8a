//! Documents in and out of the library.

use std::path::PathBuf;

use library::CitationStyle;
use serde::{Deserialize, Deserializer, Serialize};

use super::about::{About, Menu};
use crate::PubMedSearch;

/// Documents in and out of the library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LibraryCommand {
    /// Ask for files in a dialog and import them.
    OpenFiles,
    /// Ask for a folder in a dialog and import what is in it.
    OpenFolder,
    /// Import files and folders.
    Import(Vec<PathBuf>),
    /// Ask PubMed, and add what it finds.
    #[serde(rename = "pubmed")]
    PubMed(PubMedSearch),
    /// Show what would be asked of PubMed for the articles that these files of identifiers list; without files, for a query.
    #[serde(rename = "pubmed_for")]
    PubMedFor(Vec<PathBuf>),
    /// Stop the import or the placing anew that is running; what has landed stays.
    CancelImport,
    /// Place anew the documents that another version of the model placed.
    PlaceAnew,
    /// Ask for a file and save the documents of the list in it; the ending chooses the format.
    Export,
    /// Same, to a given path.
    ExportTo(PathBuf),
    /// Ask for a file and save all documents of the library in it.
    ExportAll,
    /// Same, to a given path.
    ExportAllTo(PathBuf),
    /// Ask for a file and save one document in it.
    ExportDocument(i64),
    /// Same, to a given path.
    ExportDocumentTo {
        /// The document's key.
        key: i64,
        /// The file.
        path: PathBuf,
    },
    /// Put the citation of a document on the clipboard.
    CopyCitation(i64),
    /// Put the citations of the documents of the list on the clipboard.
    CopyCitations,
    /// Pull documents out of the window while the button of the mouse is held: the program over which it is let go gets them as files or citations.
    #[serde(deserialize_with = "pulled")]
    DragOut {
        /// Their keys.
        keys: Vec<i64>,
        /// Where in the window the button was let go already, pixels; nothing while it is held.
        let_go: Option<[i16; 2]>,
    },
    /// Choose the style of citations.
    SetCitationStyle(CitationStyle),
    /// Ask for a file and write the whole library to it.
    SaveCopy,
    /// Same, to a given path.
    SaveCopyTo(PathBuf),
    /// Ask for a library file and open it.
    OpenLibrary,
    /// Open a library file, creating it when it does not exist.
    OpenLibraryAt(PathBuf),
    /// Open the source of a document (its file or web address) with the system's program for it.
    OpenSource(i64),
    /// Open a file or a folder with the system's program for it.
    OpenPath(PathBuf),
    /// Take a document out of the library; undo brings it back.
    RemoveDocument(i64),
    /// Take documents out of the library; undo brings them back.
    RemoveDocuments(Vec<i64>),
    /// Say of a sentence of the open document, or of the document as a whole, what it is about instead; undo takes it back.
    Correct {
        /// The document's key.
        key: i64,
        /// The sentence, by its number; the document as a whole without one.
        sentence: Option<usize>,
        /// What it is; nothing takes back what was said of it.
        says: Option<Reading>,
    },
    /// Say that the open document does not lie where it does: it goes to the next best structure that its reading offers, or to none. Undo takes it back.
    NotHere,
    /// Forget the documents that were taken out, and give their room back to the disk.
    CompactLibrary,
}

/// Documents by their keys, and where on the screen they were let go.
type Pull = (Vec<i64>, Option<[i16; 2]>);

/// Reads what is pulled out, and to where; in older scripts there are the keys alone.
fn pulled<'de, D: Deserializer<'de>>(from: D) -> Result<Pull, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Pulled {
        Keys(Vec<i64>),
        To {
            keys: Vec<i64>,
            #[serde(default)]
            let_go: Option<[i16; 2]>,
        },
    }
    Ok(match Pulled::deserialize(from)? {
        Pulled::Keys(keys) => (keys, None),
        Pulled::To { keys, let_go } => (keys, let_go),
    })
}

/// What a reader says of a sentence or a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// It names what is absent, normal or beside the point.
    NotAFinding,
    /// It is about the same structure on the other side.
    OtherSide,
    /// It is about the structure that is selected.
    BelongsHere,
}

impl LibraryCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::OpenFiles => About::new("command-open-files")
                .menu(Menu::File)
                .changes()
                .key("Ctrl O"),
            Self::OpenFolder => About::new("command-open-folder")
                .menu(Menu::File)
                .changes()
                .key("Ctrl D"),
            // Where they cannot be added, they are listed among the problems.
            Self::Import(_) => About::new("command-import"),
            Self::PubMed(_) => About::new("command-pubmed").changes(),
            Self::PubMedFor(_) => About::new("command-pubmed-for"),
            Self::CancelImport => About::new("command-cancel-import").menu(Menu::File),
            Self::PlaceAnew => About::new("command-place-anew").menu(Menu::File).changes(),
            Self::Export => About::new("command-export").menu(Menu::File).key("Ctrl E"),
            Self::ExportTo(_) => About::new("command-export-to"),
            Self::ExportAll => About::new("command-export-all").menu(Menu::File),
            Self::ExportAllTo(_) => About::new("command-export-all-to"),
            Self::ExportDocument(_) => About::new("command-export-document"),
            Self::ExportDocumentTo { .. } => About::new("command-export-document-to"),
            Self::CopyCitation(_) => About::new("command-copy-citation"),
            Self::CopyCitations => About::new("command-copy-citations").menu(Menu::File),
            Self::DragOut { .. } => About::new("command-drag-out"),
            Self::SetCitationStyle(_) => About::new("command-set-citation-style"),
            Self::SaveCopy => About::new("command-save-copy").menu(Menu::File),
            Self::SaveCopyTo(_) => About::new("command-save-copy-to"),
            Self::OpenLibrary => About::new("command-open-library")
                .menu(Menu::File)
                .key("Ctrl L"),
            Self::OpenLibraryAt(_) => About::new("command-open-library-at"),
            Self::OpenSource(_) => About::new("command-open-source"),
            Self::OpenPath(_) => About::new("command-open-path"),
            Self::RemoveDocument(_) | Self::RemoveDocuments(_) => {
                About::new("command-remove-document").step().changes()
            }
            Self::Correct { .. } => About::new("command-correct").step().changes(),
            Self::NotHere => About::new("command-not-here")
                .menu(Menu::Edit)
                .key("Shift N")
                .step()
                .changes(),
            Self::CompactLibrary => About::new("command-compact-library")
                .menu(Menu::File)
                .changes(),
        }
    }
}
