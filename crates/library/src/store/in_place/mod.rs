//! A library whose documents lie elsewhere: in a data set that is read in place, or on a server.
//!
//! What the map and the lists need (points, titles, structures, years) is taken into an index once: a library file without texts, where the system
//! keeps caches. It is made anew when the data set has changed (of a server what is new is added), and can be deleted at any time. Texts and
//! groundings are read from there when a document is looked at. The index of the words of a data set lies in a file of its own, for it takes as long
//! as reading all texts: a window makes it beside its work. A server has one itself.

mod index;
mod origin;
mod words;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use grounding::{Evidence, Grounding};
use rusqlite::Connection;

use super::connection::{connect, set_up, with};
use super::documents::Kept;
use super::outside::Mark;
use super::{CheckReport, DuplicateBy, Entry, Found, Library, LibraryError};
use crate::Document;
use crate::data_set::{DataSet, looks_like_one};
use crate::server::{Server, is_address, shown};
use origin::Origin;
use words::Words;

/// The documents of such a library.
pub(super) struct InPlace {
    origin: RefCell<Origin>,
    files: index::Files,
    /// By which the index is known again.
    mark: Option<Mark>,
    /// Of a data set; a server has its own.
    words: Option<Words>,
}

/// The folder in which indexes are kept, see [`Library::open_in_place`].
pub(super) fn default_indexes(path: &Path) -> Result<PathBuf, LibraryError> {
    let folders = directories::ProjectDirs::from("", "", "corpus-atlas");
    let folder = folders.map(|folders| folders.cache_dir().join("data-sets"));
    folder.ok_or_else(|| LibraryError::NotALibrary {
        path: path.to_owned(),
        found: "a data set, and the system names no folder to keep an index of it".to_owned(),
    })
}

impl Library {
    /// [`Library::open`] of a data set, with its index in this folder rather than where the system keeps caches.
    ///
    /// # Errors
    /// [`LibraryError::NotALibrary`] with the reason when it is no data set; else if its index cannot be made.
    pub fn open_in_place(
        path: impl AsRef<Path>,
        indexes: impl AsRef<Path>,
    ) -> Result<Library, LibraryError> {
        open(path.as_ref(), indexes.as_ref(), false)
    }

    /// Whether this is the address of a library on a server (`postgresql://USER@HOST/DATABASE`) and not a path.
    pub fn is_address(path: impl AsRef<Path>) -> bool {
        is_address(path.as_ref())
    }

    /// A path as it may be shown; an address without its password.
    pub fn shown(path: impl AsRef<Path>) -> PathBuf {
        shown(path.as_ref())
    }

    /// Whether a path leads to a data set: Parquet files whose rows have places.
    pub fn is_data_set(path: impl AsRef<Path>) -> bool {
        let path = path.as_ref();
        looks_like_one(path) && DataSet::open(path).is_ok()
    }

    /// Refuses what needs the documents in the file.
    pub(super) fn ensure_not_in_place(&self, what: &'static str) -> Result<(), LibraryError> {
        match (&self.in_place, &self.path) {
            (Some(_), Some(path)) => Err(LibraryError::InPlace {
                path: path.clone(),
                what,
            }),
            _ => Ok(()),
        }
    }
}

/// Opens a data set, or the library of a server; `beside` makes the index of its words beside what the caller does.
pub(super) fn open(path: &Path, indexes: &Path, beside: bool) -> Result<Library, LibraryError> {
    let mut origin = match path.to_str().filter(|_| is_address(path)) {
        Some(address) => Origin::Server(Server::open(address)?),
        None => Origin::Files(DataSet::open(path).map_err(|found| unreadable(path, found))?),
    };
    let files = index::Files::of(&mut origin, indexes)?;
    files.bring_up(&mut origin)?;
    let connection = connect(&files.index)?;
    set_up(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    let words = match &origin {
        Origin::Files(set) => Some(Words::of(&connection, set, &files, beside)?),
        Origin::Server(_) => None,
    };
    let (place, why) = (origin.path().to_owned(), origin.read_only());
    let mut library = with(connection, Some(place), None, Some(why))?;
    library.in_place = Some(InPlace {
        origin: RefCell::new(origin),
        mark: Mark::of(&files.index).ok(),
        files,
        words,
    });
    Ok(library)
}

impl InPlace {
    /// Completes a document by its text, which the index does not hold. Returns its grounding; `entry`, `packed` and `points` are what the index has of that.
    pub fn complete(
        &self,
        key: i64,
        entry: Entry,
        document: &mut Document,
        packed: &[u8],
        points: &[u8],
    ) -> Result<Grounding, LibraryError> {
        let damaged = |reason: String| LibraryError::Damaged { key, reason };
        let record = self.origin.borrow_mut().read(key)?;
        let record = record.ok_or_else(|| damaged("its row is no longer there".to_owned()))?;
        let vector = record.vector();
        let whole = record.whole().and_then(Result::ok);
        document.text = record.text;
        let mut grounding = match whole {
            Some(grounding) => grounding,
            // What its columns say where the row carries no more.
            None if packed.is_empty() => Grounding {
                point_mm: entry.point_mm,
                structures: vec![Evidence {
                    id: entry.structure.clone(),
                    p: entry.p,
                }],
                structure: entry.structure,
                outside_p: entry.outside_p,
                ..Grounding::default()
            },
            None => {
                let mut grounding = Kept::unpacked(key, packed)?.with_points("", points);
                for sentence in &mut grounding.sentences {
                    let own = document.text.get(sentence.start..sentence.end);
                    own.unwrap_or_default().clone_into(&mut sentence.text);
                }
                grounding
            }
        };
        grounding.embedding = vector;
        Ok(grounding)
    }

    /// Whether it is another than when it was opened. What others have added to a server's library is taken in.
    ///
    /// # Errors
    /// If a server does not answer, or its documents cannot be taken in.
    pub fn has_changed(&self) -> Result<bool, LibraryError> {
        match &mut *self.origin.borrow_mut() {
            Origin::Files(set) => Ok(set.has_changed()),
            // Another program has made the index anew: what is open here is the old one.
            Origin::Server(_) if Mark::of(&self.files.index).ok() != self.mark => Ok(true),
            origin => self.files.add_new(origin).map(|()| false),
        }
    }

    /// The vectors of all documents that have one, with their keys.
    pub fn embeddings(&self, each: impl FnMut(i64, Vec<f32>)) -> Result<(), LibraryError> {
        self.origin.borrow_mut().vectors(each)
    }

    /// The document of a server's library that one is a duplicate of.
    pub fn known_as(
        &self,
        document: &Document,
    ) -> Result<Option<(Found, DuplicateBy)>, LibraryError> {
        match &mut *self.origin.borrow_mut() {
            Origin::Files(_) => Ok(None),
            Origin::Server(server) => server.known_as(document),
        }
    }

    /// Whether a server has the documents.
    pub fn is_on_server(&self) -> bool {
        matches!(&*self.origin.borrow(), Origin::Server(_))
    }

    /// The documents that match words, where a server finds them; with `any`, those that have any of them.
    pub fn matching(
        &self,
        text: &str,
        any: bool,
        limit: usize,
    ) -> Result<Option<Vec<i64>>, LibraryError> {
        match &mut *self.origin.borrow_mut() {
            Origin::Files(_) => Ok(None),
            Origin::Server(server) => server.matching(text, any, limit).map(Some),
        }
    }

    /// Looks through the whole data set. Rows that say themselves that they have no place are as they should be.
    pub fn check(&self, report: &mut CheckReport) {
        let mut origin = self.origin.borrow_mut();
        let set = match &mut *origin {
            Origin::Files(set) => set,
            // The server looks after its own tables; what is in them is looked at.
            Origin::Server(server) => {
                let read = server.scan(1, |key, record| {
                    let place = format!("document {key}");
                    match record {
                        Ok(record) if record.point_mm().is_none() => {
                            report.fault(place, "it has no place");
                        }
                        Ok(_) => report.whole += 1,
                        Err(reason) => report.fault(place, reason),
                    }
                    true
                });
                if let Err(error) = read {
                    report.fault("the server", error.to_string());
                }
                return;
            }
        };
        let read = set.scan(None, |key, record| {
            let place = set.place_of(key).0;
            match record {
                Ok(record) if record.error.is_some() => {}
                Ok(record) if record.point_mm().is_none() => report.fault(place, "it has no place"),
                Ok(record) if matches!(record.whole(), Some(Err(_))) => {
                    report.fault(place, "its grounding cannot be read");
                }
                Ok(_) => report.whole += 1,
                Err(reason) => report.fault(place, reason),
            }
            true
        });
        if let Err(found) = read {
            report.fault("the data set", found);
        }
        for (file, place) in [
            (&self.files.index, "the index"),
            (&self.files.words, "the index of words"),
        ] {
            if file.is_file() && !index::is_as_made(file) {
                // Who opens it next makes it anew.
                report.fault(
                    place,
                    match std::fs::remove_file(file) {
                        Ok(()) => "it was damaged and has been thrown away; it is made anew when the data set is opened next".to_owned(),
                        Err(error) => format!("it is damaged and cannot be thrown away ({error}); remove {}", file.display()),
                    },
                );
            }
        }
    }

    /// Returns when the words can be searched.
    ///
    /// # Errors
    /// [`LibraryError::WordsNotYet`] while their index is being made beside; else if it cannot be made.
    pub fn words_ready(&self, connection: &Connection) -> Result<(), LibraryError> {
        match (&self.words, &*self.origin.borrow()) {
            (Some(words), Origin::Files(set)) => words.ready(connection, set),
            _ => Ok(()),
        }
    }
}

/// A data set that can no longer be read.
fn unreadable(path: &Path, found: String) -> LibraryError {
    LibraryError::NotALibrary {
        path: path.to_owned(),
        found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DataSetWriter, Document};

    #[test]
    fn the_words_are_indexed_beside_a_window_and_found_when_that_is_done() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.parquet");
        let file = std::fs::File::create(&path).expect("a file");
        let mut writer = DataSetWriter::new(file).expect("begun");
        for n in 0..2000 {
            let document = Document {
                id: format!("d{n}"),
                title: format!("On stones, part {n}"),
                text: "A stone in the left kidney. ".repeat(20),
                ..Document::default()
            };
            let grounding = Grounding {
                structure: "left_kidney".into(),
                structures: vec![Evidence {
                    id: "left_kidney".into(),
                    p: 0.9,
                }],
                ..Grounding::default()
            };
            writer.add(&document, &grounding).expect("written");
        }
        writer.finish().expect("finished");
        let indexes = folder.path().join("indexes");
        // One that is closed at once leaves nothing half made.
        drop(open(&path, &indexes, true).expect("a data set"));
        let library = open(&path, &indexes, true).expect("a data set");
        assert_eq!(library.len().expect("readable"), 2000);
        let found = loop {
            match library.matching("part 1234", 5) {
                Err(LibraryError::WordsNotYet { percent }) => assert!(percent <= 100),
                found => break found,
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        };
        assert_eq!(found.expect("found"), [1235]);
        let left = std::fs::read_dir(&indexes).expect("readable");
        let mut left: Vec<String> = left
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .filter_map(|name| name.split_once('.').map(|(_, ending)| ending.to_owned()))
            .collect();
        left.sort();
        assert_eq!(left, ["index", "words"]);
    }
}
