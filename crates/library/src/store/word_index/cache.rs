//! The index of words of a library: looked for, made, opened and brought to what the library has now, part by part.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::SystemTime;

use rusqlite::{Connection, OptionalExtension as _};

use super::asking::Asking;
use super::beside::Beside;
use super::fault::Fault;
use super::file::Document;
use super::index::Index;
use super::kept::{Files, Kept};
use super::make::{Signals, Turns, all_documents};
use super::source::{self, State, Tokens};
use crate::store::outside::data_version;
use crate::store::{LibraryError, ReadOnly, schema};

/// Libraries with fewer documents have no such index: of so many FTS5 alone answers within a frame of 60 Hz, also a title (docs/scale.md).
const LEAST: u64 = 30_000;
/// An index is made anew when more documents than these, and one of so many, have changed since.
const MOST_CHANGED: usize = 2_000;
const CHANGED_ONE_IN: usize = 50;
/// Documents that are taken in together.
const TOGETHER: usize = 128;
/// How often an index that turns out to be damaged is made anew.
const ATTEMPTS: u8 = 3;

/// The index of words of a library, as far as there is one.
#[derive(Default)]
pub struct WordIndex {
    settings: Option<Settings>,
    /// Whether it was looked for one.
    looked: bool,
    /// When one was made of which too much has changed.
    too_old: Option<SystemTime>,
    open: Option<Open>,
    beside: Option<Beside>,
    tokens: Option<Tokens>,
    signals: Arc<Signals>,
    attempts: u8,
}

/// Where it lies, and who makes it.
struct Settings {
    folder: PathBuf,
    /// Documents from which on it is made.
    least: u64,
    /// Whether this is who makes it.
    makes: bool,
    turns: Turns,
}

/// One that is open.
struct Open {
    index: Index,
    files: Files,
    /// What it answers for; nothing while something is not taken in.
    current: Option<Current>,
    /// What FTS5 said when the index was compared with the documents, and those that have to be taken in since.
    compared: Option<Current>,
    behind: Vec<Document>,
    /// Whether all was taken in and it was not what the library has.
    differs: bool,
    /// What it was just made of, until it is seen that FTS5 still says so.
    made_of: Option<State>,
    /// What was last kept of its state.
    kept: Option<Kept>,
}

impl Open {
    /// Of which nothing is known yet.
    fn new(index: Index, files: Files) -> Open {
        Open {
            kept: files.kept(),
            index,
            files,
            current: None,
            compared: None,
            behind: Vec::new(),
            differs: false,
            made_of: None,
        }
    }
}

/// A state of the library: what FTS5 says, and what SQLite counts of what others write.
#[derive(Clone, PartialEq)]
struct Current {
    state: State,
    version: i64,
}

impl Current {
    fn of(connection: &Connection) -> Result<Current, Fault> {
        Ok(Current {
            state: State::of(connection)?,
            version: data_version(connection).map_err(database)?,
        })
    }
}

fn database(error: LibraryError) -> Fault {
    match error {
        LibraryError::Database(error) => Fault::Database(error),
        _ => Fault::Damaged("the library cannot be read"),
    }
}

impl WordIndex {
    /// In a folder, of however few documents, and made by who asks for it.
    pub fn in_folder(folder: &Path) -> WordIndex {
        WordIndex {
            settings: Some(Settings {
                folder: folder.to_owned(),
                least: 0,
                makes: false,
                turns: Turns::default(),
            }),
            ..WordIndex::default()
        }
    }

    /// In a folder, of however few documents, made as a window does it.
    #[cfg(test)]
    pub fn making(folder: &Path, turns: Turns) -> WordIndex {
        let mut own = WordIndex::in_folder(folder);
        if let Some(settings) = &mut own.settings {
            (settings.makes, settings.turns) = (true, turns);
        }
        own
    }

    /// Of a library file, where the system keeps caches; a window makes it.
    pub fn of_file(window: bool, read_only: Option<ReadOnly>) -> WordIndex {
        let folders = directories::ProjectDirs::from("", "", "corpus-atlas");
        let settings = folders.map(|folders| Settings {
            folder: folders.cache_dir().join("words"),
            least: LEAST,
            // One of two windows is enough.
            makes: window && read_only != Some(ReadOnly::Elsewhere),
            turns: Turns::default(),
        });
        WordIndex {
            settings,
            ..WordIndex::default()
        }
    }

    /// The library is changed from now on by this window.
    pub fn make_from_now_on(&mut self) {
        if let Some(settings) = &mut self.settings {
            settings.makes = true;
        }
    }

    /// A change of the library begins: whoever makes the index lets go of it.
    pub fn changes(&self) {
        self.signals.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// Documents have been changed or are gone: which, is told by comparing.
    pub fn compare_again(&mut self) {
        if let Some(open) = &mut self.open {
            open.compared = None;
        }
    }

    /// While this is there a question is being answered, and whoever makes the index waits.
    pub fn asked(&self) -> Asked {
        self.signals.asked.store(true, Ordering::Relaxed);
        Asked(self.signals.clone())
    }

    /// The files of a library's index.
    pub fn files(&self, library: &Path) -> Option<Files> {
        let settings = self.settings.as_ref()?;
        Some(Files::of(library, &settings.folder))
    }

    /// The index, where it is of what FTS5 has now.
    pub fn current(&mut self) -> Option<&mut Index> {
        let open = self.open.as_mut().filter(|open| open.current.is_some())?;
        Some(&mut open.index)
    }

    /// Lets go of the file.
    pub fn close(&mut self) {
        self.open = None;
    }

    /// Asks it; nothing where FTS5 has to answer.
    pub fn ask<T>(
        &mut self,
        connection: &Connection,
        library: &Path,
        words: &[String],
        ask: impl FnOnce(&mut Asking<'_>) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        if self.settings.is_none() {
            return Ok(None);
        }
        self.take_made(library);
        self.look(connection, library)?;
        if !self.is_current(connection)? {
            return Ok(None);
        }
        let words = words.iter().map(String::as_str);
        let Some(words) = tokens(&mut self.tokens)?.words(words)? else {
            return Ok(None);
        };
        let Some(files) = self.files(library) else {
            return Ok(None);
        };
        self.or_discard(&files, |own| {
            let open = own.open.as_mut().ok_or(Fault::Stopped)?;
            ask(&mut Asking::new(&mut open.index, words))
        })
    }

    /// Takes over what the thread has made.
    fn take_made(&mut self, library: &Path) {
        let Some(made) = self.beside.as_mut().and_then(Beside::ended) else {
            return;
        };
        self.beside = None;
        let Some(settings) = &self.settings else {
            return;
        };
        match made {
            // FTS5 itself says something else than its parts do.
            Ok((index, state)) if state.totals() != Some(index.totals()) => self.settings = None,
            Ok((index, state)) => {
                let files = Files::of(library, &settings.folder);
                self.open = Some(Open {
                    made_of: Some(state),
                    ..Open::new(index, files)
                });
            }
            // A full disk, or a library that is gone: FTS5 answers as long as it is open.
            Err(_) => self.settings = None,
        }
    }

    /// Opens an index that is of what FTS5 has now, where that can be told at once.
    fn look(&mut self, connection: &Connection, library: &Path) -> Result<(), Fault> {
        if std::mem::replace(&mut self.looked, true) || self.open.is_some() {
            return Ok(());
        }
        let Some(settings) = &self.settings else {
            return Ok(());
        };
        let files = Files::of(library, &settings.folder);
        let Some(kept) = files.kept() else {
            return Ok(());
        };
        let reading = connection.unchecked_transaction()?;
        let now = Current::of(&reading)?;
        let Some(index) = self.or_discard(&files, |_| files.open())?.flatten() else {
            return Ok(());
        };
        if files.now(&reading, index.id(), &now.state)? == kept {
            self.open = Some(Open {
                current: Some(now.clone()),
                compared: Some(now),
                ..Open::new(index, files)
            });
        }
        Ok(())
    }

    /// What is done, or nothing where the index is damaged, which is thrown away then.
    fn or_discard<T>(
        &mut self,
        files: &Files,
        work: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        match work(self) {
            Ok(done) => Ok(Some(done)),
            Err(Fault::Damaged(_)) => {
                self.open = None;
                // It is tried again otherwise.
                let _ = files.remove();
                self.attempts += 1;
                if self.attempts >= ATTEMPTS {
                    self.settings = None;
                }
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    /// Whether the index that is open is of what FTS5 has now.
    fn is_current(&mut self, connection: &Connection) -> Result<bool, Fault> {
        let Some(open) = &mut self.open else {
            return Ok(false);
        };
        let now = Current::of(connection)?;
        if open
            .made_of
            .take()
            .is_some_and(|made_of| made_of == now.state)
        {
            open.compared = Some(now.clone());
            open.current = Some(now);
            return Ok(true);
        }
        Ok(open.current.as_ref() == Some(&now))
    }

    /// Does a part of what makes the index there and current. Returns whether there is more to do.
    pub fn go_on(&mut self, connection: &Connection, library: &Path) -> Result<bool, Fault> {
        self.take_made(library);
        let Some(settings) = &self.settings else {
            return Ok(false);
        };
        if self.beside.is_some() {
            return Ok(false);
        }
        let files = Files::of(library, &settings.folder);
        if self.open.is_none() {
            return self.open_or_begin(connection, files);
        }
        if self.is_current(connection)? {
            self.keep(connection)?;
            return Ok(false);
        }
        let more = self.or_discard(&files, |own| own.take_in(connection))?;
        Ok(more.unwrap_or(true))
    }

    /// Opens the file, or begins to make it.
    fn open_or_begin(&mut self, connection: &Connection, files: Files) -> Result<bool, Fault> {
        let made = files.made();
        if (made.is_none() || made != self.too_old)
            && let Some(index) = self.or_discard(&files, |_| files.open())?.flatten()
        {
            self.open = Some(Open::new(index, files));
            return Ok(true);
        }
        self.begin(connection, files)?;
        Ok(false)
    }

    fn begin(&mut self, connection: &Connection, files: Files) -> Result<(), Fault> {
        let Some(settings) = self.settings.as_ref().filter(|settings| settings.makes) else {
            return Ok(());
        };
        let documents = State::of(connection)?
            .totals()
            .map(|totals| totals.documents);
        if documents.is_some_and(|documents| documents >= settings.least) {
            self.beside = Some(Beside::begin(files, self.signals.clone(), settings.turns)?);
        }
        Ok(())
    }

    /// Keeps of which state the index is, where it is that of the file alone.
    fn keep(&mut self, connection: &Connection) -> Result<(), Fault> {
        if let Some(open) = &mut self.open
            && let Some(current) = &open.current
            && open.index.changed() == 0
        {
            let now = open
                .files
                .now(connection, open.index.id(), &current.state)?;
            if open.kept.as_ref() != Some(&now) {
                open.files.keep(&now)?;
                open.kept = Some(now);
            }
        }
        Ok(())
    }

    /// Takes in a part of what has changed. Returns whether there is more to do.
    fn take_in(&mut self, connection: &Connection) -> Result<bool, Fault> {
        let Some(open) = &mut self.open else {
            return Ok(false);
        };
        let now = Current::of(connection)?;
        let compared = open.compared.take();
        match &compared {
            Some(compared) if *compared == now => {}
            // Only this program has written, and says where it did more than add.
            Some(compared) if compared.version == now.version => {
                let from = open.index.last_key().saturating_add(1);
                open.behind.retain(|document| document.key < from);
                let added = source::documents(connection, from, usize::MAX)?;
                open.behind.extend(added);
            }
            _ => {
                let there = all_documents(connection, &now.state, &Signals::default());
                let there = match there {
                    Err(Fault::Changed) => return Ok(true),
                    there => there?,
                };
                open.behind = open.index.compare(&there)?;
            }
        }
        open.compared = Some(now.clone());
        let most = MOST_CHANGED.max(open.index.ranked().words.len() / CHANGED_ONE_IN);
        if open.behind.len() + open.index.changed() > most {
            let files = open.files.clone();
            self.too_old = files.made();
            self.open = None;
            self.begin(connection, files)?;
            return Ok(false);
        }
        if !open.behind.is_empty() {
            let tokens = tokens(&mut self.tokens)?;
            return take_in_some(open, connection, tokens).map(|()| true);
        }
        if now.state.totals() == Some(open.index.totals()) {
            open.current = Some(now);
            open.differs = false;
        } else if std::mem::replace(&mut open.differs, true) {
            return Err(Fault::Damaged("it has other documents than the library"));
        } else {
            open.compared = None;
        }
        Ok(true)
    }
}

/// Reads some of the documents that are behind.
fn take_in_some(open: &mut Open, connection: &Connection, tokens: &Tokens) -> Result<(), Fault> {
    let reading = connection.unchecked_transaction()?;
    if open.compared.as_ref() != Some(&Current::of(&reading)?) {
        return Ok(());
    }
    let some = open.behind.len().min(TOGETHER);
    let mut read = Vec::with_capacity(some);
    let mut find = reading.prepare_cached(
        "SELECT d.title, c.text FROM documents AS d JOIN contents AS c USING (key) WHERE d.key = ?1",
    )?;
    for document in open.behind.drain(..some) {
        let texts = find.query_row([document.key], |row| Ok((row.get(0)?, row.get(1)?)));
        // What only FTS5 has is noticed by the totals.
        if let Some((title, text)) = texts.optional()? {
            read.push((document, title, text));
        }
    }
    open.index.put(tokens, &read)
}

fn tokens(kept: &mut Option<Tokens>) -> Result<&Tokens, Fault> {
    let made = match kept.take() {
        Some(tokens) => tokens,
        None => Tokens::new(schema::TEXT_INDEX)?,
    };
    Ok(kept.insert(made))
}

/// While this is there a question is being answered.
pub struct Asked(Arc<Signals>);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.asked.store(false, Ordering::Relaxed);
    }
}
