//! Why a library can be read and not changed.

use serde::{Deserialize, Serialize};

/// Why a library can be read and not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadOnly {
    /// Another window has it open, see [`crate::Library::open_in_window`].
    Elsewhere,
    /// The file is protected, or lies on a disk that can only be read.
    File,
    /// Nothing can be written in its folder, where SQLite would keep its journal.
    Folder,
    /// It was opened to be read, see [`crate::Library::open_to_read`].
    Asked,
    /// It is a data set, whose documents are read where they lie.
    InPlace,
    /// It lies on a server.
    Server,
}

impl ReadOnly {
    /// The reason in words that follow the name of the library: "is open in another window".
    pub fn words(self) -> &'static str {
        match self {
            Self::Elsewhere => "is open in another window",
            Self::File => "is a file that can only be read",
            Self::Folder => "lies in a folder that can only be read",
            Self::Asked => "was opened to be read",
            Self::InPlace => "is a data set that is read in place",
            Self::Server => "lies on a server, and `corpus-atlas import` adds to it",
        }
    }
}
