//! What readers notice on their way besides records: what a file is, the columns of a table, identifiers without records.

use std::path::PathBuf;

use super::mapping::Field;
use super::passed::PassedOver;
use crate::Identifier;

/// What a reader noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A file was recognised; told before its first record.
    File {
        /// The file, or its place in an archive.
        file: PathBuf,
        /// What it is, as a dialog calls it.
        format: &'static str,
    },
    /// A table was looked at.
    Table {
        /// The file.
        file: PathBuf,
        /// Its columns and first rows.
        table: Table,
    },
    /// An identifier that stands alone, without a record of what it names.
    Identifier {
        /// The file.
        file: PathBuf,
        /// The identifier.
        identifier: Identifier,
    },
    /// A file of a folder is a document that was read before, and has not changed since; it is not read again.
    Unchanged {
        /// The file.
        file: PathBuf,
    },
    /// A folder or an archive that was read holds files of kinds that cannot be; told behind its last record.
    PassedOver {
        /// The folder or the archive, as it was given.
        place: PathBuf,
        /// The files.
        passed: PassedOver,
    },
}

/// A table as a person sees it before it is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Of each column, its heading (its number where there are none) and the field that it was taken for; at most 200 columns.
    pub columns: Vec<(String, Option<Field>)>,
    /// The first rows, at most three, each cell cut after 200 characters.
    pub samples: Vec<Vec<String>>,
    /// Whether documents can be made of it: there is a title or a text.
    pub usable: bool,
}

impl Table {
    /// Whether it may be read better when somebody says which column is what: it has no title or no text, and a column that was taken
    /// for nothing.
    pub fn lacks_something(&self) -> bool {
        let has = |wanted| self.columns.iter().any(|(_, field)| *field == wanted);
        has(None) && !(has(Some(Field::Title)) && has(Some(Field::Text)))
    }
}
