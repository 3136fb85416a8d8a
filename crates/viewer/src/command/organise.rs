//! What is kept with documents, and what lists are narrowed to.

use library::{Facet, MarkChange};
use serde::{Deserialize, Serialize};

use super::about::{About, Menu};

/// What is kept with documents, and what lists are narrowed to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrganiseCommand {
    /// Change what is kept with documents: a tag, a collection, a note, stars …; undo takes it back.
    Mark {
        /// The documents, by key.
        keys: Vec<i64>,
        /// What is changed.
        change: MarkChange,
    },
    /// Make an empty collection.
    MakeCollection(String),
    /// Take a collection away with those inside it; its documents stay in the library. Undo brings it back.
    DropCollection(String),
    /// Narrow lists and markers to documents with a value, or no longer.
    Narrow {
        /// Of what.
        facet: Facet,
        /// The value.
        value: String,
    },
    /// Narrow lists and markers to documents of the years from the one to the other, or to no years.
    NarrowYears(Option<[i32; 2]>),
    /// Narrow lists and markers no longer.
    Widen,
    /// Keep what is listed now to compare with: whatever is listed from then on is compared with it, also of another library.
    Compare,
    /// Have the body wear the difference, or no longer.
    CompareOnBody,
    /// Compare no longer.
    EndComparison,
    /// Keep what is listed now as a search of this name.
    KeepSearch(String),
    /// List what a search that was kept asks for.
    RunSearch(String),
    /// Forget a search that was kept.
    ForgetSearch(String),
    /// Add the files of the problems again.
    TryAgain,
    /// Leave a group of copies out when they are merged, or take it in again.
    LeaveOut(usize),
    /// Keep another copy of a group.
    KeepCopy {
        /// The group's number.
        group: usize,
        /// The copy's key.
        key: i64,
    },
    /// Make each group of copies one document; undo takes it back.
    MergeDuplicates,
    /// Look for copies again.
    LookForCopies,
}

impl OrganiseCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::Mark { .. } => About::new("command-mark").step().changes(),
            Self::MakeCollection(_) => About::new("command-make-collection").step().changes(),
            Self::DropCollection(_) => About::new("command-drop-collection").step().changes(),
            Self::Narrow { .. } => About::new("command-narrow"),
            Self::NarrowYears(_) => About::new("command-narrow-years"),
            Self::Widen => About::new("command-widen").menu(Menu::Edit),
            Self::Compare => About::new("command-compare").menu(Menu::Edit),
            Self::CompareOnBody => About::new("command-compare-on-body"),
            Self::EndComparison => About::new("command-end-comparison").menu(Menu::Edit),
            Self::KeepSearch(_) => About::new("command-keep-search").step().changes(),
            Self::RunSearch(_) => About::new("command-run-search").navigation(),
            Self::ForgetSearch(_) => About::new("command-forget-search").step().changes(),
            Self::LeaveOut(_) => About::new("command-leave-out"),
            Self::KeepCopy { .. } => About::new("command-keep-copy"),
            Self::MergeDuplicates => About::new("command-merge-duplicates").step().changes(),
            Self::LookForCopies => About::new("command-look-for-copies"),
            Self::TryAgain => About::new("command-try-again").menu(Menu::File).changes(),
        }
    }
}
