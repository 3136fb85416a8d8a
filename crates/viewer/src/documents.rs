//! The open library as the window sees it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anatomy::StructureIndex;
use grounding::Attribution;
use language::say;
use library::{ColumnMap, Correction, Hit, Marks, Merge, PlacedBy, ReadOnly, Spot, Suggestion};
use serde::{Deserialize, Serialize};

use crate::{
    Beside, ChosenColumns, Duplicates, ImportOrder, Nearby, Opened, PageBeside, Prospect, Shelf,
    StagePoint, Taking, WatchedFolder,
};

/// What a ranked list answers. Structures and points are those of the stage; [`crate::Staging`] turns them into the library's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Every document, in the order in which they were added.
    #[default]
    All,
    /// Documents of a structure and its parts, with the point from which their distances are told.
    Structure(StructureIndex, Option<StagePoint>),
    /// Documents of any of several structures and their parts.
    Structures(Vec<StructureIndex>),
    /// Documents by how likely they are about a point, and the structure that it lies in.
    Point(StagePoint, Option<StructureIndex>),
    /// Words.
    Text(String),
    /// Documents inside of what was drawn on the stage.
    DrawnAround(DrawnAround),
    /// Documents within a radius of a point, the nearest first.
    Around(Around),
    /// What is like a document or a text.
    Similar {
        /// Which.
        to: SimilarTo,
        /// From words and meaning alone (0) to place alone (1), see [`library::Like::near_place`].
        near_place: f32,
        /// Keys of documents that were said not to be like it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unlike: Vec<i64>,
    },
    /// Words within a list of a place.
    Within {
        /// Of a structure, a point, or what was drawn.
        of: Box<Question>,
        /// The words.
        words: String,
    },
}

impl Question {
    /// The question without the words that narrow it.
    pub fn place(&self) -> &Question {
        match self {
            Question::Within { of, .. } => of,
            whole => whole,
        }
    }

    /// What lies within a radius of a point, mm; which documents those are is found when it is asked.
    pub(crate) fn around(point_mm: StagePoint, radius_mm: f32) -> Question {
        Question::Around(Around {
            point_mm,
            radius_mm,
            inside: DrawnAround::default(),
        })
    }

    /// The words that are asked for, alone or within a place.
    pub fn words(&self) -> Option<&str> {
        match self {
            Question::Text(words) | Question::Within { words, .. } => Some(words),
            _ => None,
        }
    }

    /// Whether its list can be narrowed by words: it is one of a structure, of a point or around it, or of what was drawn.
    pub fn takes_words(&self) -> bool {
        matches!(
            self.place(),
            Question::Structure(..)
                | Question::Structures(_)
                | Question::Point(..)
                | Question::DrawnAround(_)
                | Question::Around(_)
        )
    }
}

/// Documents inside of what was drawn on the stage, by their keys. Many places of the history share them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<i64>", into = "Vec<i64>")]
pub struct DrawnAround(pub Arc<Vec<i64>>);

impl From<Vec<i64>> for DrawnAround {
    fn from(keys: Vec<i64>) -> Self {
        Self(Arc::new(keys))
    }
}

impl From<DrawnAround> for Vec<i64> {
    fn from(drawn: DrawnAround) -> Self {
        drawn.0.to_vec()
    }
}

/// A sphere on the stage, and what lies in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Around {
    /// Its middle.
    pub point_mm: StagePoint,
    /// mm from there.
    pub radius_mm: f32,
    /// The documents inside when they were asked for, the nearest first. Asking finds them anew.
    #[serde(skip)]
    pub inside: DrawnAround,
}

/// What documents are to be like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SimilarTo {
    /// A document, by its key.
    Document(i64),
    /// Several documents, by their keys: what is like all of them.
    Documents(Vec<i64>),
    /// A text, as it was typed or pasted.
    Text(String),
}

impl SimilarTo {
    /// Keys of the documents that this is; none of a text.
    pub fn keys(&self) -> &[i64] {
        match self {
            SimilarTo::Document(key) => std::slice::from_ref(key),
            SimilarTo::Documents(keys) => keys,
            SimilarTo::Text(_) => &[],
        }
    }
}

/// A list of documents and what it answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// What was asked.
    pub question: Question,
    /// The same in words: "Liver", "About this point", "“gallstones”". Empty before anything was asked.
    pub heading: String,
    /// The first of them, ranked.
    pub hits: Vec<Hit>,
    /// How many documents answer, also those that are not among `hits`.
    pub total: usize,
    /// Of a structure, how many documents lie in it: the first of them. The others lie elsewhere and speak of it, too.
    #[serde(default)]
    pub here: Option<usize>,
    /// Keys of all that answer; nothing when those are all documents. Of a point, only those of `hits`.
    #[serde(skip)]
    pub answering: Option<Arc<Vec<i64>>>,
    /// Of words, those that were likely meant, where no document has some of them.
    #[serde(skip)]
    pub suggestion: Option<Suggestion>,
    /// The request that is awaited; answers to older ones are dropped.
    pub generation: u64,
    /// An answer is awaited.
    pub pending: bool,
    /// The answer is to a search that was just begun: where it lies elsewhere, the camera goes there.
    #[serde(skip)]
    pub to_look_at: bool,
}

/// Something the user should know went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The file or part concerned.
    pub place: String,
    /// The reason, in plain words.
    pub reason: String,
    /// The file, where it can be tried again.
    #[serde(default)]
    pub file: Option<PathBuf>,
}

impl Problem {
    /// Whether an import of its file broke off, and can go on.
    pub fn broke_off(&self) -> bool {
        let told = library::told(&self.reason);
        self.file.is_some() && told.is_some_and(|told| told.code == "broke-off")
    }
}

/// Which model runs on what, in plain words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    /// Model name.
    pub model: String,
    /// Version of the model, by which groundings are marked.
    pub version: String,
    /// Engine name.
    pub engine: String,
    /// Why this engine.
    pub reason: String,
    /// Sum of the atlas that documents are placed in, see [`grounding::PlacedIn`]; empty where that is not known.
    #[serde(default)]
    pub atlas: String,
    /// The same of the female body.
    #[serde(default)]
    pub hers: String,
}

impl Engine {
    /// By what documents are placed now.
    pub(crate) fn placed_by(&self) -> PlacedBy {
        PlacedBy {
            model: self.version.clone(),
            atlas: self.atlas.clone(),
            hers: self.hers.clone(),
        }
    }
}

/// Which words of the open document speak for a structure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Why {
    /// The words are tinted.
    pub on: bool,
    /// The structure that is asked about (catalogue id, as the model knows it); the place of the document when absent.
    pub structure: Option<String>,
    /// Raised with every question; answers to older ones are dropped.
    pub generation: u64,
    /// An answer is awaited.
    pub pending: bool,
    /// The structure that was asked about last, of the document as it is open now; nothing where nothing was.
    #[serde(skip)]
    pub asked: Option<String>,
    /// The answer, with the key of the document that it is about.
    pub found: Option<(i64, Attribution)>,
}

impl Results {
    /// Takes an answer in, unless something newer was asked.
    /// Returns whether it did.
    pub(crate) fn take(
        &mut self,
        generation: u64,
        heading: String,
        hits: Vec<Hit>,
        (total, here, answering): (usize, Option<usize>, Option<Arc<Vec<i64>>>),
    ) -> bool {
        let wanted = self.generation == generation;
        if wanted {
            self.pending = false;
            self.heading = heading;
            self.hits = hits;
            self.total = total;
            self.here = here;
            self.answering = answering;
        }
        wanted
    }
}

impl Why {
    /// Takes an answer in, unless a newer question was asked.
    pub(crate) fn take(&mut self, generation: u64, found: Option<(i64, Attribution)>) {
        if self.generation == generation {
            self.pending = false;
            self.found = found;
        }
    }
}

/// What an import has added, so that it can be taken back in one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landed {
    /// What it adds, in a few words.
    pub what: String,
    /// Documents with larger keys are new: no key is used twice.
    pub after: i64,
    /// The keys of those that it has added, in the order in which they came.
    pub keys: Vec<i64>,
    /// Older versions that went into these while it ran; they come back when it is taken back.
    pub newer: Vec<Merge>,
    /// What documents that were there have taken over from it: the numbers of [`library::Completed`], and their keys.
    pub completed: BTreeMap<i64, i64>,
    /// What was kept with these before and after, by key, where that is not the same.
    pub marks: BTreeMap<i64, [Marks; 2]>,
    /// Nobody has asked for it: it is no step that could be taken back.
    pub unasked: bool,
}

impl Landed {
    /// How many documents were completed, some perhaps by several records.
    pub(crate) fn completed_documents(&self) -> usize {
        self.completed.values().collect::<BTreeSet<_>>().len()
    }
}

/// Whether a library can be asked and changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LibraryState {
    /// One is being opened. What is listed may be of the one before: nothing is asked of it or changed in it.
    #[default]
    Opening,
    /// One is open.
    Ready,
    /// None could be opened; the reason is among the problems.
    Refused,
}

/// The open library as the window sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Documents {
    /// The file.
    pub path: PathBuf,
    /// Whether it can be asked and changed.
    pub state: LibraryState,
    /// Its file was removed or replaced from outside: what is here can be read, and nothing more is saved.
    #[serde(default)]
    pub gone: bool,
    /// Why it can be read and not changed, if so.
    #[serde(default)]
    pub read_only: Option<ReadOnly>,
    /// Light rows of every document in the order of their keys, at their places in the home body.
    #[serde(skip)]
    pub entries: Arc<Vec<Spot>>,
    /// Their places on the stage, by the same order; nothing while the stage shows the home body itself, whose places are theirs.
    #[serde(skip)]
    pub staged: Option<Arc<Vec<Option<StagePoint>>>>,
    /// Documents whose places on the stage are looked for when the present search for places has ended.
    #[serde(skip)]
    pub unstaged: Vec<Spot>,
    /// Titles of documents that were pointed at, by key, empty while they are read: of all others they stay in the file.
    #[serde(skip)]
    pub titles: BTreeMap<i64, String>,
    /// The ranked list.
    pub results: Results,
    /// How the documents are organised.
    pub shelf: Shelf,
    /// Copies of one work that were found.
    pub duplicates: Duplicates,
    /// The open document.
    #[serde(skip)]
    pub opened: Option<Arc<Opened>>,
    /// The document that was put aside, to be read beside another one.
    #[serde(skip)]
    pub beside: Option<Beside>,
    /// The page of a PDF that is shown beside the open document's text.
    #[serde(skip)]
    pub page: Option<PageBeside>,
    /// How often pages have been looked for.
    #[serde(skip)]
    pub pages_asked: u64,
    /// What had been said of documents before they were corrected in this window, by key: undo leads back to it.
    pub first_corrections: BTreeMap<i64, Vec<Correction>>,
    /// The structures that documents were taken from because they do not lie there, each with the one that they were put to (catalogue ids), by key.
    #[serde(skip)]
    pub(crate) moves: BTreeMap<i64, Vec<(String, String)>>,
    /// The words behind its place.
    pub why: Why,
    /// What lies next to its place.
    #[serde(skip)]
    pub nearby: Option<Nearby>,
    /// Number of documents that another version of the model placed, or that were placed in another atlas.
    pub outdated: usize,
    /// What could not be read or done.
    pub problems: Vec<Problem>,
    /// Model and engine, once opened; or why there is none.
    pub engine: Option<Result<Engine, String>>,
    /// Files given before the library was ready or while others were being imported; they follow.
    #[serde(skip)]
    pub awaited: Vec<ImportOrder>,
    /// Files that are looked at before they are added.
    #[serde(skip)]
    pub prospect: Option<Prospect>,
    /// Folders whose new and changed files are taken in.
    #[serde(skip)]
    pub watched: Vec<WatchedFolder>,
    /// The import that takes in what is new in one of them.
    #[serde(skip)]
    pub taking: Option<Taking>,
    /// What was chosen for tables that were added.
    #[serde(skip)]
    pub columns: ChosenColumns,
    /// What the present or the last import has added.
    #[serde(skip)]
    pub landed: Landed,
    /// When folders that are watched no longer were looked into last, seconds since 1970: undo goes on from there.
    #[serde(skip)]
    pub looked: BTreeMap<PathBuf, u64>,
    /// Copies are shown for merging when the import has ended.
    #[serde(skip)]
    pub merge_after: bool,
}

impl Documents {
    /// Whether the library can be asked and changed.
    pub fn is_ready(&self) -> bool {
        self.state == LibraryState::Ready
    }

    /// The name of the file, or of the database.
    pub fn name(&self) -> String {
        let shown = library::Library::shown(&self.path);
        let name = shown.file_name().unwrap_or_default().to_string_lossy();
        match library::Library::is_address(&self.path) {
            true => name.split('?').next().unwrap_or_default().to_owned(),
            false => name.into_owned(),
        }
    }

    /// Why the library that is open can only be read, in words for the user; nothing when it can be changed.
    pub fn only_read(&self) -> Option<String> {
        let why = self.read_only.filter(|_| self.is_ready())?;
        let name = self.name();
        Some(match why {
            ReadOnly::Elsewhere => say!("shelf-only-read-elsewhere", name = name),
            ReadOnly::File => say!("shelf-only-read-file", name = name),
            ReadOnly::Folder => say!("shelf-only-read-folder", name = name),
            ReadOnly::Asked => say!("shelf-only-read-asked", name = name),
            ReadOnly::InPlace => say!("shelf-only-read-in-place", name = name),
            ReadOnly::Server => say!("shelf-only-read-server", name = name),
        })
    }

    /// Every document that has a place on the stage and passes the filter, with that place.
    pub fn placed(&self) -> impl Iterator<Item = (&Spot, StagePoint)> {
        placed(
            &self.entries,
            self.staged.as_deref().map(Vec::as_slice),
            self.shelf.passing.as_deref(),
        )
    }

    /// A document's row and its place on the stage.
    pub fn find(&self, key: i64) -> Option<(&Spot, StagePoint)> {
        let n = self.position(key)?;
        let entry = &self.entries[n];
        Some((
            entry,
            staged_point(entry, n, self.staged.as_deref().map(Vec::as_slice))?,
        ))
    }

    /// Where the file of a document was, if it has vanished from a folder that is watched.
    pub fn gone_file(&self, key: i64) -> Option<&Path> {
        let mut watched = self.watched.iter();
        watched.find_map(|folder| folder.gone_file(key))
    }

    /// The title of a document, where that is known: of one that is listed, open, or was pointed at.
    pub fn title(&self, key: i64) -> Option<&str> {
        let listed = self.results.hits.iter().find(|hit| hit.key == key);
        let opened = self.opened.as_ref().filter(|open| open.stored.key == key);
        let listed = listed.map(|hit| &hit.title);
        let opened = opened.map(|open| &open.stored.document.title);
        let aside = self
            .beside
            .as_ref()
            .and_then(|beside| beside.opened.as_ref());
        let aside = aside.filter(|aside| aside.stored.key == key);
        let aside = aside.map(|aside| &aside.stored.document.title);
        let asked = self.titles.get(&key).filter(|title| !title.is_empty());
        let title = opened.or(aside).or(listed).or(asked);
        title.map(String::as_str)
    }

    /// Files whose import broke off, and has not gone on yet.
    pub(crate) fn broken_off(&self) -> Vec<PathBuf> {
        let problems = self.problems.iter().filter(|problem| problem.broke_off());
        let files: BTreeSet<PathBuf> = problems.filter_map(|one| one.file.clone()).collect();
        files.into_iter().collect()
    }

    /// Has files wait; those that need no words about their columns go together.
    pub(crate) fn wait(&mut self, order: ImportOrder) {
        let plain = ColumnMap::default();
        match self.awaited.last_mut() {
            Some(last)
                if last.columns == plain
                    && order.columns == plain
                    && last.unseen == order.unseen
                    && !last.sample =>
            {
                last.files.extend(order.files);
                last.total = None;
            }
            _ => self.awaited.push(order),
        }
    }

    /// Lists something that went wrong, unless it is listed already.
    pub(crate) fn note(&mut self, problem: Problem) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// The row of a document.
    pub(crate) fn position(&self, key: i64) -> Option<usize> {
        self.entries.binary_search_by_key(&key, |e| e.key).ok()
    }
}

/// Every document that has a place on the stage and is among `passing`, with that place. `staged` has the places in the order of `entries`; without it
/// the home body is on the stage.
pub fn placed<'a>(
    entries: &'a [Spot],
    staged: Option<&'a [Option<StagePoint>]>,
    passing: Option<&'a HashSet<i64>>,
) -> impl Iterator<Item = (&'a Spot, StagePoint)> {
    entries
        .iter()
        .enumerate()
        .filter(move |(_, entry)| passing.is_none_or(|passing| passing.contains(&entry.key)))
        .filter_map(move |(n, entry)| Some((entry, staged_point(entry, n, staged)?)))
}

fn staged_point(
    entry: &Spot,
    n: usize,
    staged: Option<&[Option<StagePoint>]>,
) -> Option<StagePoint> {
    match staged {
        None => home_place(entry),
        Some(staged) => staged.get(n).copied().flatten(),
    }
}

/// Where a document stands while the home body is on the stage, whose frame is that of all places; nowhere when it is about an organ
/// that only the female body has.
pub fn home_place(entry: &Spot) -> Option<StagePoint> {
    (!entry.female).then_some(StagePoint(entry.point_mm))
}
