//! A document that is read.

use library::{Stored, Subject};

use crate::StagedGrounding;

/// A document that is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// As the library keeps it; its places are those of the home body.
    pub stored: Stored,
    /// Where those are on the stage.
    pub staged: StagedGrounding,
    /// What it is about, as its record says.
    pub subject: Subject,
}
