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
    /// Take a collection away with those inside it; its documents stay in the library. Undo brings it back, unless it was empty.
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
            Self::Mark { .. } => About::new("Change what is kept with documents")
                .step()
                .changes(),
            Self::MakeCollection(_) => About::new("Make a collection").changes(),
            Self::DropCollection(_) => About::new("Take a collection away").step().changes(),
            Self::Narrow { .. } => About::new("Narrow the documents"),
            Self::NarrowYears(_) => About::new("Narrow the documents to years"),
            Self::Widen => About::new("Show all documents again, whatever they were narrowed to")
                .menu(Menu::Edit)
                .words("filter facets clear"),
            Self::Compare => About::new("Compare with this list")
                .menu(Menu::Edit)
                .tip("Keeps what is listed now; whatever you list next, here or in another library, is compared with it, structure by structure")
                .words("difference contrast two lists libraries heat"),
            Self::CompareOnBody => About::new("Colour the body by the difference"),
            Self::EndComparison => About::new("Compare no longer")
                .menu(Menu::Edit)
                .words("end comparison"),
            Self::KeepSearch(_) => About::new("Keep a search").changes(),
            Self::RunSearch(_) => About::new("List a search that was kept").navigation(),
            Self::ForgetSearch(_) => About::new("Forget a search").changes(),
            Self::LeaveOut(_) => About::new("Leave a group of copies out"),
            Self::KeepCopy { .. } => About::new("Keep another copy"),
            Self::MergeDuplicates => About::new("Make copies one document").step().changes(),
            Self::LookForCopies => About::new("Look for copies again"),
            Self::TryAgain => About::new("Try again what could not be added")
                .menu(Menu::File)
                .changes()
                .words("problems retry"),
        }
    }
}
