//! What is to be done beside the view. The shell carries effects out and answers by messages.

use std::path::PathBuf;
use std::sync::Arc;

use crate::{
    Dialog, Film, ImportForm, ImportOrder, JobId, KeptSearch, Names, Opened, PictureOrder, Pose,
    Problem, PubMedSearch, Question, Session, Staging, Tour,
};
use anatomy::Atlas;
use anatomy::guest::Installed;
use grounding::Grounding;
use library::{
    CitationStyle, Correction, Document, Filter, Marks, Merge, Order, PlacedBy, Spot, Watched,
};

/// Documents of a library that were chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The library's file.
    pub library: PathBuf,
    /// Which of its documents.
    pub which: Which,
}

/// Which documents of a library.
#[derive(Clone, Debug)]
pub enum Which {
    /// Every one.
    All,
    /// All that answer a question, in the order of the list, also those that no list shows.
    Answering {
        /// The question.
        question: Question,
        /// What its answer is narrowed to.
        filter: Filter,
        /// In which order.
        order: Order,
        /// The way between the home atlas and the stage.
        staging: Option<Arc<Staging>>,
        /// The atlas that documents are placed in.
        home: Arc<Atlas>,
    },
    /// These, by key.
    Keys(Vec<i64>),
}

/// What is to be done beside the view.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Ask for a path.
    Ask(Dialog),
    /// Open a library file, creating it when it does not exist.
    OpenLibrary(PathBuf),
    /// Write the whole library to another file, by the one who has it open: its own is gone.
    SaveCopy(PathBuf),
    /// Read files and folders, place their documents, and add them.
    Import(JobId, ImportOrder),
    /// Say what an import into a library would do, and do nothing.
    Preview {
        /// The job.
        job: JobId,
        /// The library's file.
        library: PathBuf,
        /// What would be imported.
        order: ImportOrder,
    },
    /// Tell when something happens in these folders, and in no others; what a library's own file does is not told.
    WatchFolders {
        /// The library's file.
        library: PathBuf,
        /// The folders.
        folders: Vec<PathBuf>,
    },
    /// Look what has happened in a watched folder.
    LookInto {
        /// The library's file.
        library: PathBuf,
        /// The folder.
        watched: Watched,
    },
    /// Keep with the library that a folder is watched, or no longer.
    KeepWatched(PathBuf, bool),
    /// Keep with the library when a folder was looked into, seconds since 1970.
    KeepLooked(PathBuf, u64),
    /// Find older versions of the texts of these files.
    FindSuperseded(Vec<PathBuf>),
    /// Keep the text on the clipboard as a file, and add that.
    ReadClipboard,
    /// Let a job wait, or go on.
    PauseJob(JobId, bool),
    /// Ask PubMed, place what it finds, and add it.
    PubMed(JobId, PubMedSearch),
    /// Count the PubMed identifiers and DOIs that files hold.
    ReadIdentifiers(Vec<PathBuf>),
    /// Place anew what another model placed, or what was placed in another atlas, than these.
    Reground(JobId, PlacedBy),
    /// Write the whole library to another file.
    CopyLibrary {
        /// The job.
        job: JobId,
        /// The library's file.
        library: PathBuf,
        /// The file to make.
        to: PathBuf,
    },
    /// Write documents of a library to a file.
    Export {
        /// The job.
        job: JobId,
        /// Which.
        chosen: Chosen,
        /// The file to write; its ending says in which format.
        to: PathBuf,
    },
    /// Make citations of documents of a library.
    Cite {
        /// The job.
        job: JobId,
        /// Which.
        chosen: Chosen,
        /// How they are cited.
        style: CitationStyle,
    },
    /// Hand documents to the program over which the button of the mouse is let go.
    DragOut {
        /// Which.
        chosen: Chosen,
        /// How they are cited where a text is taken.
        style: CitationStyle,
        /// Where in the window it was let go already, pixels.
        let_go: Option<[i16; 2]>,
    },
    /// Hand them to nobody.
    EndDragOut,
    /// Put a text on the clipboard.
    CopyText(String),
    /// End a job.
    CancelJob(JobId),
    /// Take documents out of the library.
    Remove(Vec<i64>),
    /// Bring documents back that were taken out.
    Restore(Vec<i64>),
    /// Take back what documents have taken over, or have them take it over again.
    TakeBack {
        /// What, by the numbers of [`library::Completed`].
        numbers: Vec<i64>,
        /// They take it over again.
        again: bool,
    },
    /// Keep what a reader says of a document, instead of what was said of it before.
    Correct(i64, Vec<Correction>),
    /// Look for documents of a library that are copies of one work.
    FindDuplicates(JobId, PathBuf),
    /// Make groups of copies one document each.
    Merge(Vec<Merge>),
    /// Keep these marks with documents instead of those before.
    Mark(Vec<(i64, Marks)>),
    /// Make an empty collection.
    MakeCollection(String),
    /// Take a collection away.
    DropCollection(String),
    /// Keep a search under a name, or forget it.
    KeepSearch(String, Option<Box<KeptSearch>>),
    /// Forget the problems of these files.
    ForgetProblems(Vec<PathBuf>),
    /// Forget problems so that they can come back.
    PutAside {
        /// Which.
        problems: Vec<Problem>,
        /// They come back.
        back: bool,
    },
    /// Forget what was taken out.
    Compact,
    /// Count the documents that another model placed, or that were placed in another atlas, than these.
    CountOutdated(PlacedBy),
    /// Rank documents.
    Rank {
        /// Comes back with the answer.
        generation: u64,
        /// What to rank by.
        question: Question,
        /// What to narrow the answer to.
        filter: Filter,
        /// In which order to list it.
        order: Order,
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
    /// Count the pages of a PDF, and find the one on which words stand; an older question is dropped.
    FindPage {
        /// Comes back with the answer.
        generation: u64,
        /// The PDF.
        path: PathBuf,
        /// The words; empty: none.
        words: String,
    },
    /// Find what two documents have in common.
    Compare {
        /// The two as they were read.
        both: [Arc<Opened>; 2],
        /// The atlas on the stage.
        atlas: Option<Arc<Atlas>>,
    },
    /// Read the title of a document.
    ReadTitle(i64),
    /// Open a document's source with the system's program for it.
    OpenSource(Box<Document>),
    /// Open a file or a folder with the system's program for it; of what lies in an archive, that.
    OpenPath(PathBuf),
    /// Find the places of documents on the stage.
    Stage {
        /// The job.
        job: JobId,
        /// The atlas's folder.
        slug: String,
        /// The documents.
        entries: Vec<Spot>,
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
        /// Nobody has asked: it has time until the selection rests, and that it cannot be found is no news.
        unasked: bool,
    },
    /// No longer.
    StopExplaining,
    /// Find what lies next to the place of a document in the home body.
    FindLandmark {
        /// The document.
        of: Arc<Opened>,
        /// That body.
        home: Arc<Atlas>,
    },
    /// Find which words of the live text speak for a structure, once it has come to rest; an older question is dropped.
    ExplainText {
        /// The question's number.
        generation: u64,
        /// The text.
        text: String,
        /// Catalogue id; where the text lands when absent.
        structure: Option<String>,
    },
    /// No longer.
    StopExplainingText,
    /// Find the places of the live text's variants on another stage.
    PlaceVariants {
        /// That of this atlas's folder.
        atlas: Option<String>,
        /// As the model placed them.
        homes: Vec<Grounding>,
        /// The way from the home atlas.
        staging: Arc<Staging>,
    },
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
    /// Take the notice of this number away when it has been read, after so many seconds.
    AgeNotice(u64, f32),
    /// Say when a sight of a tour, by its number, has been shown for so many seconds.
    TimeStop(u64, f32),
    /// Read a tour's file.
    ReadTour(PathBuf),
    /// Write a tour to a file.
    WriteTour(PathBuf, Box<Tour>),
    /// Make a video of the pictures of a tour, and take these away.
    Film(JobId, Film),
    /// Take the pictures away that were taken for a video, which is not made.
    DropPictures(Film),
    /// Keep the window's state with the library.
    SaveSession(Box<Session>),
    /// Leave.
    Quit,
}
