//! The library: documents and where they belong, in one SQLite file.
//!
//! SQLite gives what a library needs and a home-made format would have to earn: every change is a transaction (so there is no
//! "save", and nothing is lost when the power goes), one file that can be copied, and a format that other programs read. The
//! rollback journal is used rather than the write-ahead log, so that at rest there is no second file beside it.
//!
//! The table `documents` is narrow on purpose: the map of a large library needs a point, a title and a year of every document,
//! and texts only of the few that are looked at.

mod add;
mod atlases;
mod bring_over;
mod care;
mod complete;
mod completions;
mod connection;
mod correct;
mod corrections;
mod documents;
mod duplicates;
mod error;
mod evidence;
mod finite;
mod full_text;
mod hold;
mod identity;
mod in_place;
#[cfg(test)]
mod journal;
mod keys;
mod likeness;
mod merge;
mod names;
mod open;
mod organise;
mod outside;
mod packed;
mod packing;
mod placed;
mod problems;
mod read_files;
mod read_only;
mod rebuild;
mod removal;
mod salvage;
mod schema;
mod search;
mod spots;
mod sums;
mod trash;
mod watched;
mod word_index;

use std::cell::{OnceCell, RefCell};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use crate::aside;
use crate::subject::Subject;
use connection::connect;

pub use add::{AddReport, Duplicate, Known, PlacedBy, Refused};
pub use care::{CheckReport, Fault, SaveReport};
pub use complete::Recognised;
pub use completions::Completed;
pub use correct::{Label, Verdict};
pub use corrections::{Correction, Says};
pub use documents::Stored;
pub use duplicates::{Copy, DuplicateGroup, KEPT_BECAUSE, Looked, TOLD_BY};
pub use error::{LibraryError, thousands};
pub(crate) use finite::unusable;
pub use identity::DuplicateBy;
pub(crate) use identity::{Found, Identity, Look, find_duplicate, free_id, is_same_work};
pub(crate) use likeness::Fresh;
pub use likeness::Likely;
pub use merge::Merge;
pub use organise::Counted;
pub use outside::Outside;
pub(crate) use packed::{scaled_vector, unscaled_vector};
pub(crate) use placed::best_p;
pub use read_only::ReadOnly;
pub use schema::SCHEMA_VERSION;
pub use search::{
    About, Answer, BareVectors, FEWEST, Facet, Facets, Filter, Keys, LIKE_ENOUGH, Like, LikePlace,
    Lit, MOST_WITH_TOPICS, Match, Meaning, Misread, NO_YEAR, Order, Query, SentenceHit,
    SpatialIndex, StructureSpace, Suggestion, has_meaning, has_operators, is_sentence, misread,
};
pub use spots::Spot;
pub use trash::{Compacted, NotRestored, Removal, RestoreReport};
pub use watched::{FolderNews, Gone, Watched};
pub use word_index::WordsIndexed;

/// What the map needs of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Key in this library.
    pub key: i64,
    /// Identifier of the document, unique in the library.
    pub id: String,
    /// Title.
    pub title: String,
    /// Year of publication.
    pub year: Option<i32>,
    /// Publication type.
    pub kind: Option<String>,
    /// Point, LPS mm.
    pub point_mm: [f32; 3],
    /// Structure with the best evidence.
    pub structure: String,
    /// That evidence, 0 to 1.
    pub p: f32,
    /// Probability that the text is about nothing in the torso, see `grounding::Grounding::outside_p`.
    pub outside_p: f32,
}

/// A document that a question found, with the ranks that put it where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Key in this library.
    pub key: i64,
    /// Identifier of the document.
    pub id: String,
    /// Title.
    pub title: String,
    /// Year of publication.
    pub year: Option<i32>,
    /// Publication type.
    pub kind: Option<String>,
    /// Point, LPS mm.
    pub point_mm: [f32; 3],
    /// Structure with the best evidence.
    pub structure: String,
    /// Evidence in mind: for the structures asked for, else for the best one.
    pub p: f32,
    /// Probability that the text is about nothing in the torso.
    pub outside_p: f32,
    /// Distance in mm from the document's point to the point asked for, else to the structure asked for (0 inside it).
    pub distance_mm: Option<f32>,
    /// Place among the documents that match the text, from 1.
    pub text_rank: Option<usize>,
    /// Place among the documents that are nearest in meaning, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning_rank: Option<usize>,
    /// Place among the documents that are nearest to where the one that they are to be like belongs, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place_rank: Option<usize>,
    /// How the document belongs to the structures asked for.
    pub structure_match: Option<Match>,
    /// How likely the document is about the point asked for, and what tells so; nothing where distance alone ranks, beside structures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<About>,
    /// The sentence of its text that has most of the words that were asked for, see [`Library::find_sentences`].
    #[serde(skip)]
    pub sentence: Option<Lit>,
    /// What it is about, where its record says something, see [`Library::find_subjects`].
    #[serde(skip)]
    pub subject: Option<Subject>,
}

impl Hit {
    /// What put a document where it stands, where it was more than one thing: its places by words and by meaning, and how far it lies from the place of
    /// what it is like ("words 2 · meaning 5 · place 3 mm").
    pub fn parts(&self) -> Option<String> {
        let words = self.text_rank.map(|rank| format!("words {rank}"));
        let meaning = self.meaning_rank.map(|rank| format!("meaning {rank}"));
        let distance = self.distance_mm.filter(|_| self.place_rank.is_some());
        let place = distance.map(|mm| format!("place {mm:.0} mm"));
        if meaning.is_none() && place.is_none() {
            return None;
        }
        let parts: Vec<String> = words.into_iter().chain(meaning).chain(place).collect();
        Some(parts.join(" · "))
    }
}

/// A library: one SQLite file, or memory.
pub struct Library {
    connection: Connection,
    /// Lets go after the connection, which stands before it, has ended.
    hold: Option<hold::Hold>,
    read_only: Option<ReadOnly>,
    path: Option<PathBuf>,
    /// What the file is known again by.
    mark: Option<outside::Mark>,
    /// The state of the file that was last seen, see [`outside::data_version`].
    version: i64,
    /// Set when the file has passed its check.
    sound: OnceCell<()>,
    documents: OnceCell<SpatialIndex<i64>>,
    sentences: OnceCell<SpatialIndex<(i64, u32)>>,
    facets: OnceCell<search::FacetTable>,
    /// The same while it is being read, and how many parts of it have been.
    facets_begun: RefCell<Option<(search::FacetTable, usize)>>,
    columns: OnceCell<search::Columns>,
    /// Points of all documents (LPS mm), by row of the columns.
    points: OnceCell<Vec<[f32; 3]>>,
    clearly: RefCell<search::Clearly>,
    /// The documents of each structure, made of the two before.
    structure_sets: OnceCell<search::StructureSets>,
    vectors: OnceCell<search::Vectors>,
    /// The same while they are being read, and the key before which they have been.
    vectors_begun: RefCell<Option<(search::Vectors, i64)>>,
    /// Where the documents lie when they are not in the file: then the file is an index of them.
    in_place: Option<in_place::InPlace>,
    /// An index of words beside that of the file.
    word_index: RefCell<word_index::WordIndex>,
}

const ENTRY_COLUMNS: &str = "key, id, title, year, kind, x, y, z, structure, p, outside_p";

impl Library {
    /// Forgets what is kept of the documents in memory, so that the next question reads it anew.
    fn forget_indexes(&mut self) {
        self.forget_places();
        self.vectors.take();
        self.vectors_begun.take();
    }

    /// The same where what the texts mean has not changed; documents that are gone are no answers.
    fn forget_places(&mut self) {
        self.documents.take();
        self.sentences.take();
        self.facets.take();
        self.facets_begun.take();
        self.columns.take();
        self.points.take();
        self.clearly.take();
        self.structure_sets.take();
        self.word_index.get_mut().compare_again();
    }

    /// The file, unless the library is in memory.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Number of documents.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn len(&self) -> Result<usize, LibraryError> {
        let n: i64 = self
            .connection
            .query_row("SELECT count(*) FROM documents", [], |row| row.get(0))?;
        Ok(usize::try_from(n).unwrap_or_default())
    }

    /// Whether there is no document.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, LibraryError> {
        Ok(self.len()? == 0)
    }

    /// What the map needs of every document, in the order in which they were added.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>, LibraryError> {
        let mut all = self.connection.prepare_cached(&format!(
            "SELECT {ENTRY_COLUMNS} FROM documents ORDER BY key"
        ))?;
        let rows = all.query_map([], entry)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What the map needs of one document.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn entry(&self, key: i64) -> Result<Option<Entry>, LibraryError> {
        let mut find = self.connection.prepare_cached(&format!(
            "SELECT {ENTRY_COLUMNS} FROM documents WHERE key = ?1"
        ))?;
        Ok(find.query_row([key], entry).optional()?)
    }

    /// What the map needs of these documents, in this order; those that are not there are left out.
    fn entries_of(&self, keys: impl Iterator<Item = i64>) -> Result<Vec<Entry>, LibraryError> {
        let _reading = self.reading()?;
        let mut find = self.connection.prepare_cached(&format!(
            "SELECT {ENTRY_COLUMNS} FROM documents WHERE key = ?1"
        ))?;
        let found = keys.map(|key| find.query_row([key], entry).optional());
        Ok(found
            .filter_map(Result::transpose)
            .collect::<Result<_, _>>()?)
    }

    /// While it is there, all that is read is of one state of the file, which is locked once: a statement alone locks it and lets it go, which takes
    /// longer than reading a row. Nothing where that is so already.
    fn reading(&self) -> Result<Option<rusqlite::Transaction<'_>>, LibraryError> {
        let alone = self.connection.is_autocommit();
        let reading = alone.then(|| self.connection.unchecked_transaction());
        Ok(reading.transpose()?)
    }

    /// Keys of all documents, in the order in which they were added.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn keys(&self) -> Result<Vec<i64>, LibraryError> {
        let mut all = self
            .connection
            .prepare_cached("SELECT key FROM documents ORDER BY key")?;
        let rows = all.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A setting that is kept with the library (not with the program).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn setting(&self, name: &str) -> Result<Option<String>, LibraryError> {
        let mut find = self
            .connection
            .prepare_cached("SELECT value FROM settings WHERE name = ?1")?;
        Ok(find.query_row([name], |row| row.get(0)).optional()?)
    }

    /// Keeps a setting; `None` forgets it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set_setting(&mut self, name: &str, value: Option<&str>) -> Result<(), LibraryError> {
        let change = self.begin()?;
        match value {
            Some(value) => change.execute(
                "INSERT OR REPLACE INTO settings (name, value) VALUES (?1, ?2)",
                params![name, value],
            )?,
            None => change.execute("DELETE FROM settings WHERE name = ?1", [name])?,
        };
        change.commit()
    }
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        key: row.get(0)?,
        id: row.get(1)?,
        title: row.get(2)?,
        year: row.get(3)?,
        kind: row.get(4)?,
        point_mm: [row.get(5)?, row.get(6)?, row.get(7)?],
        structure: row.get(8)?,
        p: row.get(9)?,
        outside_p: row.get(10)?,
    })
}

impl From<Entry> for Hit {
    fn from(entry: Entry) -> Hit {
        let Entry {
            key,
            id,
            title,
            year,
            kind,
            point_mm,
            structure,
            p,
            outside_p,
        } = entry;
        Hit {
            key,
            id,
            title,
            year,
            kind,
            point_mm,
            structure,
            p,
            outside_p,
            distance_mm: None,
            text_rank: None,
            meaning_rank: None,
            place_rank: None,
            structure_match: None,
            about: None,
            sentence: None,
            subject: None,
        }
    }
}

/// A new file in the folder of another, which is gone when it is dropped.
fn file_beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    aside::unfinished_in(folder.unwrap_or(Path::new(".")))
}
