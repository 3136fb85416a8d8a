//! Documents on their way into the library: looked at first, and added on the user's word.

use std::path::PathBuf;

use library::Field;
use serde::{Deserialize, Serialize};

use super::about::{About, Menu};

/// Documents on their way into the library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportCommand {
    /// Look what files and folders hold. Few records are added at once; of many, of tables that are not understood and of lists of
    /// identifiers the user is told first.
    AddFiles(Vec<PathBuf>),
    /// The same with files that were dropped on the window.
    DropFiles {
        /// They.
        files: Vec<PathBuf>,
        /// Where, logical pixels of the window; nothing where that is not known.
        at: Option<[f32; 2]>,
    },
    /// The same, and the user is told first whatever they hold: to choose the columns of a table.
    LookAtFiles(Vec<PathBuf>),
    /// Go on with files whose import broke off: as they were agreed to before, nothing is asked unless a table is not understood.
    GoOn(Vec<PathBuf>),
    /// Look what the text on the clipboard holds, and add it.
    AddClipboard,
    /// Take a column of the tables for a field, or for nothing, and look again.
    ChooseColumn {
        /// Its heading, or its number from 1.
        column: String,
        /// The field.
        field: Option<Field>,
    },
    /// Whether the first row of the tables has their headings.
    ReadHeadings(bool),
    /// Whether what is likely to be a copy is shown for merging when it has been added.
    MergeAfter(bool),
    /// Add what was looked at, also before all of it was.
    BeginImport,
    /// Add nothing of it.
    DropImport,
    /// Ask for a folder, and take in its new and changed files while the window is open.
    WatchFolder,
    /// The same with a given folder.
    WatchFolderAt(PathBuf),
    /// Watch a folder no longer; its documents stay.
    Unwatch(PathBuf),
}

impl ImportCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::AddFiles(_) => About::new("command-add-files").changes(),
            Self::DropFiles { .. } => About::new("command-drop-files").changes(),
            Self::LookAtFiles(_) => About::new("command-look-at-files").changes(),
            Self::GoOn(_) => About::new("command-go-on").changes(),
            Self::AddClipboard => About::new("command-add-clipboard")
                .menu(Menu::File)
                .changes()
                .key("Ctrl V"),
            Self::ChooseColumn { .. } => About::new("command-choose-column"),
            Self::ReadHeadings(_) => About::new("command-read-headings"),
            Self::MergeAfter(_) => About::new("command-merge-after"),
            Self::BeginImport => About::new("command-begin-import").changes(),
            Self::WatchFolder => About::new("command-watch-folder")
                .menu(Menu::File)
                .changes(),
            Self::WatchFolderAt(_) => About::new("command-watch-folder-at").step().changes(),
            Self::Unwatch(_) => About::new("command-unwatch").step().changes(),
            Self::DropImport => About::new("command-drop-import"),
        }
    }
}
