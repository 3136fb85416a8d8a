//! The files of an index of words where the system keeps caches, and which state of which library it was last seen to be of.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::fault::Fault;
use super::file::Writer;
use super::index::Index;
use super::make::{Signals, Turns, make};
use super::source::{self, State};
use crate::aside;
use crate::store::connection::{connect, set_up};
use crate::store::outside::Mark;

/// The size of what is kept of a state, at most, bytes.
const MOST: u64 = 1 << 20;
/// Bytes of the library that are kept in memory while an index is made of it, in kB as SQLite wants it.
const CACHE: i64 = -16_384;

/// The files of a library's index.
#[derive(Debug, Clone, PartialEq)]
pub struct Files {
    /// The library.
    pub library: PathBuf,
    folder: PathBuf,
    index: PathBuf,
    state: PathBuf,
}

/// Which state of a library an index is of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    library: PathBuf,
    /// The number of the index.
    id: [u8; 16],
    totals: Vec<u8>,
    segments: Vec<u8>,
    newest: u64,
    file: Option<Mark>,
}

impl Files {
    /// Of a library, in a folder.
    pub fn of(library: &Path, folder: &Path) -> Files {
        // One library has one index, whatever links lead to it.
        let place = library.canonicalize();
        let place = place.unwrap_or_else(|_| library.to_owned());
        let name = Sha256::digest(place.as_os_str().as_encoded_bytes());
        let name = format!("{name:x}")[..24].to_owned();
        Files {
            library: place,
            folder: folder.to_owned(),
            index: folder.join(format!("{name}.words")),
            state: folder.join(format!("{name}.state")),
        }
    }

    /// Opens the index, where there is one.
    pub fn open(&self) -> Result<Option<Index>, Fault> {
        match File::open(&self.index) {
            Ok(file) => Index::open(file).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// When the index was made, where there is one.
    pub fn made(&self) -> Option<SystemTime> {
        self.index.metadata().and_then(|file| file.modified()).ok()
    }

    /// Throws the index away.
    pub fn remove(&self) -> io::Result<()> {
        let removed = std::fs::remove_file(&self.index);
        // Without the other it says nothing.
        let _ = std::fs::remove_file(&self.state);
        removed
    }

    /// What an index of this number would be kept of now.
    pub fn now(&self, connection: &Connection, id: [u8; 16], state: &State) -> Result<Kept, Fault> {
        Ok(Kept {
            library: self.library.clone(),
            id,
            totals: state.totals.clone(),
            segments: state.segments.clone(),
            newest: source::newest(connection)?,
            file: Mark::of(&self.library).ok(),
        })
    }

    /// The state that was last kept.
    pub fn kept(&self) -> Option<Kept> {
        kept_in(&self.state)
    }

    /// Keeps that an index is of a state, all of it and nothing else.
    pub fn keep(&self, kept: &Kept) -> Result<(), Fault> {
        let bytes = serde_json::to_vec(kept).map_err(io::Error::from)?;
        Ok(aside::write_aside(&self.state, |file| {
            file.write_all(&bytes)
        })?)
    }

    /// Makes the index of the library as it is now, in the place of that which was there.
    pub fn make(&self, signals: &Signals, turns: Turns) -> Result<(Index, State), Fault> {
        private(&self.folder)?;
        self.clear();
        let connection = connect(&self.library).map_err(|error| match error {
            crate::store::LibraryError::Database(error) => Fault::Database(error),
            _ => Fault::Damaged("the library cannot be opened"),
        })?;
        let refused = |_| Fault::Damaged("the library cannot be opened");
        set_up(&connection).map_err(refused)?;
        source::open_said(&connection)?;
        connection.pragma_update(None, "query_only", true)?;
        connection.pragma_update(None, "cache_size", CACHE)?;
        let id = number();
        let making = aside::unfinished_in(&self.folder)?;
        let to = Writer::new(BufWriter::with_capacity(1 << 20, making.as_file()));
        let (state, written) = make(&connection, to, id, signals, turns)?;
        drop(written);
        making.as_file().sync_all()?;
        making.persist(&self.index).map_err(|failed| failed.error)?;
        let index = self.open()?;
        let index = index.ok_or(Fault::Damaged("it was taken away"))?;
        if index.id() != id {
            return Err(Fault::Changed);
        }
        let reading = connection.unchecked_transaction()?;
        if State::of(&reading)? == state {
            self.keep(&self.now(&reading, id, &state)?)?;
        }
        Ok((index, state))
    }

    /// Takes away the indexes of libraries that are no longer there.
    fn clear(&self) {
        for entry in std::fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
        {
            let path = entry.path();
            let is_state = path.extension().is_some_and(|ending| ending == "state");
            let Some(kept) = is_state.then(|| kept_in(&path)).flatten() else {
                continue;
            };
            if !kept.library.exists() {
                let _ = std::fs::remove_file(path.with_extension("words"));
                let _ = std::fs::remove_file(path);
            }
        }
    }
}

fn kept_in(path: &Path) -> Option<Kept> {
    let is_small = path.metadata().is_ok_and(|file| file.len() <= MOST);
    let bytes = is_small.then(|| std::fs::read(path).ok()).flatten()?;
    serde_json::from_slice(&bytes).ok()
}

/// Makes a folder that others cannot look into: the words of a library are as private as the library.
fn private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// A number that no other index has.
fn number() -> [u8; 16] {
    use std::hash::{BuildHasher as _, RandomState};
    let mut number = [0; 16];
    // Each is seeded with what the system gives for chance.
    let half = || RandomState::new().hash_one(std::time::SystemTime::now());
    number[..8].copy_from_slice(&half().to_le_bytes());
    number[8..].copy_from_slice(&half().to_le_bytes());
    number
}
