//! What workers answer. Messages go through the same door as commands.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use anatomy::Atlas;
use anatomy::guest::Installed;
use grounding::{Attribution, Grounding};
use library::pdf::FoundPage;
use library::{
    Completed, Counted, DuplicateGroup, Facets, FolderNews, Hit, Marks, Merge, Preview,
    PreviewProgress, ReadOnly, Spot, Stored, Suggestion,
};

use crate::{
    Common, Dialog, DragNews, Engine, Identified, JobId, JobReport, Kept, Landmark, Names, Opened,
    Problem, StagePoint, StagedGrounding, Staging, Tour,
};

/// What a worker tells the window.
#[derive(Clone, Debug)]
pub enum Message {
    /// The home atlas has been read.
    HomeAtlas(Arc<Atlas>),
    /// The home atlas cannot be read, for this reason.
    NoHomeAtlas(String),
    /// An atlas is ready for the stage.
    AtlasShown {
        /// The job that brings it: it is put there if it is still waited for.
        job: JobId,
        /// Its folder's name; nothing for the modelled torso.
        slug: Option<String>,
        /// Its label volume.
        atlas: Arc<Atlas>,
        /// The way to it from the home atlas; nothing for that itself.
        staging: Option<Arc<Staging>>,
    },
    /// The installed atlases.
    Installed(Vec<Installed>),
    /// The names of an installed atlas.
    Names(Box<Names>),
    /// Documents have got their places on the stage.
    Staged {
        /// The folder of the atlas that they are for.
        slug: String,
        /// The documents that were staged.
        entries: Vec<Spot>,
        /// Their places, in the same order.
        places: Vec<Option<StagePoint>>,
    },
    /// The model is open, or why not.
    Engine(Result<Engine, String>),
    /// A library is open.
    Opened {
        /// The file.
        path: PathBuf,
        /// Every document, in the order in which they were added.
        entries: Vec<Spot>,
        /// The window's state when it was left, as it was kept.
        session: Option<Box<crate::Session>>,
        /// What was removed and can be brought back, oldest removal first: keys and titles.
        removals: Vec<Vec<(i64, String)>>,
        /// What it keeps beside its documents.
        kept: Box<Kept>,
        /// Where the sample texts are, when the library is new and meant for them.
        sample: Option<PathBuf>,
        /// Why it can be read and not changed, if so.
        read_only: Option<ReadOnly>,
    },
    /// The library that could only be read because another window had it open can be changed here from now on.
    Changeable,
    /// The library could not be opened; the reason is told apart.
    NotOpened,
    /// Another program has written to the library: every document that is in it now, in the order in which they were added.
    Changed(Vec<Spot>),
    /// Whether the library's file has been removed or replaced from outside, so that nothing more is saved.
    Gone(bool),
    /// Something has happened in a watched folder.
    FolderTouched(PathBuf),
    /// What has happened in a watched folder; nothing when it could not be looked into.
    FolderNews(PathBuf, Option<FolderNews>),
    /// Newer versions of texts, each with the older ones.
    Superseded(Vec<Merge>),
    /// So much was found in the files that a job looks at.
    Previewing(JobId, PreviewProgress),
    /// What an import would do.
    Previewed(JobId, Box<Preview>),
    /// Documents were added or brought back.
    Added(Vec<Spot>),
    /// The files that documents came from which were just added, by key.
    CameFrom(Vec<(i64, PathBuf)>),
    /// The title of a document that was asked for, by key.
    Title(i64, String),
    /// What came with documents that were added, by key, and all collections.
    Marked(Vec<(i64, Marks)>, Vec<Counted>),
    /// Documents that were there have taken over something from records of them.
    Completed(Vec<Completed>),
    /// Documents that are copies of one work.
    Duplicates(Vec<DuplicateGroup>),
    /// Documents were placed anew.
    Replaced(Vec<Spot>),
    /// Documents that were to be removed or brought back, and were not: by key. The reason is told apart.
    NotRemoved(Vec<i64>),
    /// Documents that were to be brought back and were not.
    NotRestored(Vec<i64>),
    /// What was to be taken back from documents, or taken over by them again, and was not, by number; and which of it are taken back now.
    NotTakenBack(Vec<i64>, Vec<i64>),
    /// The library was compacted: these documents, by key, were removed and cannot be brought back any more.
    Compacted(Vec<i64>),
    /// Number of documents that another version of the model placed.
    Outdated(usize),
    /// A ranked list.
    Ranked {
        /// The request's number.
        generation: u64,
        /// In words.
        heading: String,
        /// The first of them.
        hits: Vec<Hit>,
        /// How many answer.
        total: usize,
        /// How many of them lie in the structure that was asked for, see [`crate::Results::here`].
        here: Option<usize>,
        /// Keys of all that answer, see [`crate::Results::answering`].
        answering: Option<Arc<Vec<i64>>>,
        /// How many there are by the values of each facet.
        facets: Facets,
        /// Keys of the documents that pass the filter; nothing when all do.
        passing: Option<Arc<HashSet<i64>>>,
        /// The words that were likely meant, where no document has some of those that were asked for.
        suggestion: Option<Suggestion>,
    },
    /// A document in full, with its places on the stage.
    Document(Box<Stored>, Box<StagedGrounding>),
    /// On which page words stand, or why that cannot be told.
    PageFound(u64, Result<FoundPage, String>),
    /// What two documents have in common.
    Compared {
        /// The two as they were read.
        both: [Arc<Opened>; 2],
        /// That.
        common: Box<Common>,
    },
    /// Where the live text lands; nothing when it could not be placed.
    Live {
        /// The text's number.
        generation: u64,
        /// Where.
        grounding: Option<Box<StagedGrounding>>,
    },
    /// Which words speak for a place.
    Why {
        /// The question's number.
        generation: u64,
        /// The document's key and its words; absent when they could not be weighed.
        found: Option<(i64, Attribution)>,
    },
    /// What lies next to the place of a document.
    Nearby {
        /// The document.
        of: Arc<Opened>,
        /// What was found.
        found: Landmark,
    },
    /// Which words of the live text speak for a structure.
    TextWhy {
        /// The question's number.
        generation: u64,
        /// Its words; absent when they could not be weighed.
        found: Option<Attribution>,
    },
    /// Where the variants of the live text lie on another stage.
    VariantsPlaced {
        /// That of this atlas's folder; the modelled torso without one.
        atlas: Option<String>,
        /// Their places.
        staged: Vec<StagedGrounding>,
    },
    /// Citations for the clipboard.
    Cited(String),
    /// What has become of the documents that are pulled out of the window.
    DragOut(DragNews),
    /// What files of identifiers hold.
    Identified(Vec<PathBuf>, Identified),
    /// A tour's file has been read.
    Tour(PathBuf, Box<Tour>),
    /// A tour has been written to a file.
    TourWritten(PathBuf, Box<Tour>),
    /// Where the pictures of videos are made; nothing where the program is not there that makes videos.
    Filming(Option<PathBuf>),
    /// How far a job is.
    Job(JobReport),
    /// The system offers no dialog: the path is asked for in the window.
    NoDialog(Dialog),
    /// Something went wrong.
    Problem(Problem),
    /// Something went right and deserves a line.
    Notice(String),
}

impl Message {
    /// A problem.
    pub fn problem(place: impl Into<String>, reason: impl ToString) -> Self {
        let (place, reason) = (place.into(), reason.to_string());
        // Many a reason names the file by itself.
        let rest = reason.strip_prefix(&place);
        let rest = rest.and_then(|rest| rest.strip_prefix(": "));
        Self::Problem(Problem {
            reason: rest.map_or_else(|| reason.clone(), str::to_owned),
            place,
            file: None,
        })
    }

    /// Where the live text lands, on the stage that `staging` leads to.
    pub fn live(generation: u64, grounding: Option<Grounding>, staging: Option<&Staging>) -> Self {
        let staged = |home| Box::new(StagedGrounding::new(home, staging));
        Self::Live {
            generation,
            grounding: grounding.map(staged),
        }
    }
}
