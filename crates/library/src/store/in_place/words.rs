//! The index of the words of a data set.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread::JoinHandle;

use rusqlite::{Connection, params};

use super::index::{Files, is_of, is_whole, write};
use super::unreadable;
use crate::data_set::DataSet;
use crate::store::LibraryError;
use crate::store::connection::connect;

/// Documents that are stored together.
const TOGETHER: i64 = 20_000;

/// The index of words, which may not be there yet.
pub(super) struct Words {
    files: Files,
    /// Whether the connection of the library sees it.
    attached: Cell<bool>,
    beside: Option<Beside>,
}

/// A thread that makes it.
struct Beside {
    progress: Arc<Progress>,
    thread: Option<JoinHandle<()>>,
}

/// How far it is.
#[derive(Default)]
struct Progress {
    percent: AtomicU8,
    stop: AtomicBool,
    failed: Mutex<Option<String>>,
}

impl Words {
    /// Of a library with this connection; `beside` begins to make it where it is not there.
    pub fn of(
        connection: &Connection,
        set: &DataSet,
        files: &Files,
        beside: bool,
    ) -> Result<Words, LibraryError> {
        let mut words = Words {
            files: files.clone(),
            attached: Cell::new(false),
            beside: None,
        };
        if is_whole(&files.words, &files.mark) {
            words.attach(connection)?;
        } else if beside {
            words.beside = Some(Beside::begin(set, files.clone())?);
        }
        Ok(words)
    }

    fn attach(&self, connection: &Connection) -> Result<(), LibraryError> {
        connection.execute(
            "ATTACH DATABASE ?1 AS words",
            [self.files.words.to_string_lossy()],
        )?;
        self.attached.set(true);
        Ok(())
    }

    /// See [`super::InPlace::words_ready`].
    pub fn ready(&self, connection: &Connection, set: &DataSet) -> Result<(), LibraryError> {
        if self.attached.get() {
            return Ok(());
        }
        match &self.beside {
            Some(beside) => beside.ended(&self.files)?,
            None if is_whole(&self.files.words, &self.files.mark) => {}
            None => make(set, &self.files, &Progress::default())?,
        }
        match is_of(&self.files.words, &self.files.mark) {
            true => self.attach(connection),
            false => Err(unreadable(
                &self.files.words,
                "the index of words was taken away: open the data set again".to_owned(),
            )),
        }
    }
}

impl Beside {
    fn begin(set: &DataSet, files: Files) -> Result<Beside, LibraryError> {
        let progress = Arc::new(Progress::default());
        let (told, path) = (progress.clone(), set.path().to_owned());
        let work = move || {
            let made = DataSet::open(&path)
                .map_err(|found| unreadable(&path, found))
                .and_then(|set| make(&set, &files, &told));
            if let (Err(error), Ok(mut failed)) = (made, told.failed.lock()) {
                *failed = Some(error.to_string());
            }
        };
        let thread = std::thread::Builder::new().name("words".to_owned());
        let thread = thread.spawn(work).map_err(|error| LibraryError::Io {
            path: set.path().to_owned(),
            error,
        })?;
        Ok(Beside {
            progress,
            thread: Some(thread),
        })
    }

    fn ended(&self, files: &Files) -> Result<(), LibraryError> {
        let failed = self
            .progress
            .failed
            .lock()
            .ok()
            .and_then(|failed| failed.clone());
        if let Some(found) = failed {
            return Err(unreadable(&files.words, found));
        }
        match self
            .thread
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
        {
            true => Err(LibraryError::WordsNotYet {
                // In tens: each is told once among the problems.
                percent: self.progress.percent.load(Ordering::Relaxed) / 10 * 10,
            }),
            false => Ok(()),
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.progress.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // One that has panicked has left nothing.
            let _ = thread.join();
        }
    }
}

/// Makes the file.
fn make(set: &DataSet, files: &Files, progress: &Progress) -> Result<(), LibraryError> {
    write(&files.words, &files.mark, false, |connection| {
        connection.execute_batch(crate::store::schema::TEXT_INDEX)?;
        // What is not among the documents is not to be found.
        let index = connect(&files.index)?;
        let mut there = index.prepare("SELECT 1 FROM documents WHERE key = ?1")?;
        connection.execute_batch("BEGIN")?;
        let mut failure = None;
        let mut stopped = false;
        let read = set.scan(Some(&["title", "text"]), |key, record| {
            stopped = progress.stop.load(Ordering::Relaxed);
            let percent = key * 100 / set.rows().max(1);
            let percent = u8::try_from(percent).unwrap_or(100);
            progress.percent.store(percent, Ordering::Relaxed);
            let Ok(record) = record else {
                return !stopped;
            };
            let mut kept = || -> Result<(), LibraryError> {
                if !there.exists([key])? {
                    return Ok(());
                }
                connection
                    .prepare_cached(
                        "INSERT INTO text_index (rowid, title, text) VALUES (?1, ?2, ?3)",
                    )?
                    .execute(params![key, record.title, record.text])?;
                if key % TOGETHER == 0 {
                    connection.execute_batch("COMMIT; BEGIN")?;
                }
                Ok(())
            };
            failure = kept().err();
            failure.is_none() && !stopped
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        read.map_err(|found| unreadable(set.path(), found))?;
        if stopped {
            return Err(LibraryError::Closed);
        }
        Ok(connection.execute_batch("COMMIT")?)
    })
}
