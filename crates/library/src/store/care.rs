//! Care of the file: copies of it, its check, and what can be saved of a damaged one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use serde::Serialize;

use super::documents::Stored;
use super::{Library, LibraryError};
use super::{corrections, evidence, sums};
use crate::{Document, Refusal};
use grounding::Grounding;

/// What the two indexes are called among the faults.
const WORDS: &str = "the index of words";
const STRUCTURES: &str = "the index of structures";
/// Faults that SQLite's own check tells at most.
const MOST_FAULTS: u32 = 100;
/// Documents copied in one transaction when a library is saved into another.
const BATCH: usize = 128;

/// What the check of a library found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// Documents that are there and whole.
    pub whole: usize,
    /// What is wrong; nothing in a library that is sound.
    pub faults: Vec<Fault>,
}

/// Something that is wrong with a library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// What it is about: the file, an index, a document by its key and title.
    pub place: String,
    /// What is wrong with it.
    pub reason: String,
}

/// What was saved of a library into another file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SaveReport {
    /// Documents that are in the new file.
    pub saved: usize,
    /// Documents that could not be read or kept, those that are no longer what was stored, and other things that were lost.
    pub lost: Vec<Fault>,
}

impl CheckReport {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether an index is among what is wrong, which [`Library::rebuild_indexes`] makes anew.
    pub fn is_of_indexes(&self) -> bool {
        self.faults.iter().any(|fault| {
            let of_sqlite = ["missing from index", "wrong # of entries in index", "fts5"];
            let reason = fault.reason.to_lowercase();
            fault.place.starts_with(WORDS)
                || fault.place.starts_with(STRUCTURES)
                || of_sqlite.iter().any(|said| reason.contains(said))
        })
    }

    pub(super) fn fault(&mut self, place: impl Into<String>, reason: impl ToString) {
        self.faults.push(Fault {
            place: place.into(),
            reason: reason.to_string(),
        });
    }
}

impl Library {
    /// Writes a copy of the library to a new file. It is made beside its place, checked, and put there when it is whole; the library
    /// can be read and written meanwhile.
    ///
    /// # Errors
    /// [`LibraryError::Exists`] if there is a file of this name; else if the library cannot be read or the copy not be written.
    pub fn backup_to(&self, path: &Path) -> Result<(), LibraryError> {
        self.backup_while(path, &mut |_, _| true).map(drop)
    }

    /// [`Library::backup_to`] as long as `goes_on`, which is told the pages that are copied and how many there are. Returns whether the copy was
    /// made; broken off, it leaves nothing.
    ///
    /// # Errors
    /// As [`Library::backup_to`].
    pub fn backup_while(
        &self,
        path: &Path,
        goes_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<bool, LibraryError> {
        self.ensure_not_in_place("a backup")?;
        if path.symlink_metadata().is_ok() {
            return Err(LibraryError::Exists(path.to_owned()));
        }
        copy_while(&self.connection, path, goes_on)
    }

    /// What is no longer what was stored of a document, in words; `None`: all of it is, or the documents lie elsewhere and have no sums.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn changed(&self, key: i64) -> Result<Option<&'static str>, LibraryError> {
        match self.in_place {
            Some(_) => Ok(None),
            None => sums::changed(&self.connection, key),
        }
    }

    /// Documents that are no longer what was stored, of the first `most` of the library; see [`Library::check`] for all that can be wrong.
    ///
    /// # Errors
    /// If the list of documents cannot be read.
    pub fn damaged_documents(&self, most: usize) -> Result<Vec<Fault>, LibraryError> {
        if self.in_place.is_some() {
            return Ok(Vec::new());
        }
        let mut find = self
            .connection
            .prepare("SELECT key FROM documents ORDER BY key LIMIT ?1")?;
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let keys = find.query_map([most], |row| row.get(0))?;
        let mut faults = Vec::new();
        for key in keys.collect::<Result<Vec<i64>, _>>()? {
            let reason = match sums::changed(&self.connection, key) {
                Ok(None) => continue,
                Ok(Some(changed)) => changed.to_owned(),
                Err(error) => error.to_string(),
            };
            let place = self.called(key);
            faults.push(Fault { place, reason });
        }
        Ok(faults)
    }

    /// Looks through the whole file: its structure, its indexes, and every document.
    pub fn check(&self) -> CheckReport {
        let mut report = CheckReport::default();
        if let Some(in_place) = &self.in_place {
            in_place.check(&mut report);
            return report;
        }
        let pragma = format!("PRAGMA integrity_check({MOST_FAULTS})");
        match texts(&self.connection, &pragma) {
            Ok(lines) => {
                for line in lines.iter().filter(|line| *line != "ok") {
                    report.fault("the file", line.replace('\n', " "));
                }
            }
            Err(error) => report.fault("the file", error),
        }
        let lines = texts(
            &self.connection,
            "SELECT 'a row of ' || \"table\" || ' belongs to no document' FROM pragma_foreign_key_check LIMIT 100",
        );
        match lines {
            Ok(lines) => lines.iter().for_each(|line| report.fault("the file", line)),
            Err(error) => report.fault("the file", error),
        }
        let unfound = texts(
            &self.connection,
            "SELECT title FROM documents WHERE key NOT IN (SELECT id FROM text_index_docsize) LIMIT 100",
        );
        match unfound {
            Ok(titles) => titles.iter().for_each(|title| {
                report.fault(WORDS, format!("“{title}” is not found by its words"));
            }),
            Err(error) => report.fault(WORDS, error),
        }
        if let Some(reason) = self.check_word_index() {
            report.fault("the index of words in the cache", reason);
        }
        for (place, reason) in sums::changed_rows(&self.connection) {
            report.fault(place, reason);
        }
        let (keys, errors) = self.every_key();
        for error in errors {
            report.fault("the list of documents", error);
        }
        let mut index = evidence::Comparison::of(&self.connection);
        for key in keys {
            let read = self.get_by_key(key);
            if let Ok(comparison) = &mut index {
                let grounding = read.as_ref().ok().and_then(Option::as_ref);
                let compared = comparison.next(key, grounding.map(|stored| &stored.grounding));
                index = compared.and(index);
            }
            match read {
                Ok(Some(_)) => match sums::changed(&self.connection, key) {
                    Ok(None) => report.whole += 1,
                    Ok(Some(changed)) => report.fault(self.called(key), changed),
                    Err(error) => report.fault(self.called(key), error),
                },
                Ok(None) => report.fault(self.called(key), "its text is not there"),
                Err(error) => report.fault(self.called(key), error),
            }
        }
        let place = STRUCTURES;
        match index.and_then(|mut index| Ok((index.end()?, index.differing))) {
            Ok((is_all, differing)) => {
                for structure in differing.iter().take(MOST_FAULTS as usize) {
                    let reason = "it lists other documents than those that speak of it";
                    report.fault(format!("{place}, “{structure}”"), reason);
                }
                if !is_all && differing.is_empty() {
                    report.fault(place, "it lists documents of which none speaks of that");
                }
            }
            Err(error) => report.fault(place, error),
        }
        report
    }

    /// Saves all that can be read of this library into a new one, which is sound whatever is wrong with this. Nothing is changed here.
    /// Documents get keys of their own; what was in the trash is left behind.
    ///
    /// # Errors
    /// [`LibraryError::Exists`] if there is a file of this name; else if the new library cannot be written.
    pub fn save_into(&self, path: &Path) -> Result<SaveReport, LibraryError> {
        self.ensure_not_in_place("saving what can be read")?;
        let mut to = Library::create(path)?;
        let mut report = SaveReport::default();
        let (keys, errors) = self.every_key();
        for error in errors {
            report.lost.push(Fault {
                place: "the list of documents".to_owned(),
                reason: error.to_string(),
            });
        }
        let keys: Vec<i64> = keys.into_iter().collect();
        for keys in keys.chunks(BATCH) {
            let mut batch = Vec::new();
            for &key in keys {
                let lost = match self.get_by_key(key) {
                    Ok(Some(stored)) => {
                        if let Ok(Some(changed)) = sums::changed(&self.connection, key) {
                            report.lost.push(Fault {
                                place: self.called(key),
                                reason: format!("saved as it can be read, but {changed}"),
                            });
                        }
                        let original = corrections::original(&self.connection, key);
                        batch.push((stored, original.ok().flatten()));
                        continue;
                    }
                    Ok(None) => "its text is not there".to_owned(),
                    Err(error) => error.to_string(),
                };
                report.lost.push(Fault {
                    place: self.called(key),
                    reason: lost,
                });
            }
            save(&mut to, batch, &mut report)?;
        }
        self.save_lists(&mut to, &mut report)?;
        Ok(report)
    }

    /// Saves what is kept besides the documents.
    fn save_lists(&self, to: &mut Library, report: &mut SaveReport) -> Result<(), LibraryError> {
        for (place, changed) in sums::changed_rows(&self.connection) {
            let reason = format!("saved as far as it can be read, but {changed}");
            report.lost.push(Fault { place, reason });
        }
        for [name] in readable(&self.connection, "SELECT name FROM collections") {
            to.make_collection(&name)?;
        }
        for [name, query] in readable(&self.connection, "SELECT name, query FROM searches") {
            to.keep_search(&name, Some(&query))?;
        }
        let sql = "SELECT place, reason, file FROM problems ORDER BY id";
        let problems = readable(&self.connection, sql).into_iter();
        let problems = problems.map(|[place, reason, file]| Refusal {
            place,
            reason,
            file: file.into(),
        });
        to.keep_problems(&problems.collect::<Vec<_>>())?;
        for [name, value] in readable(&self.connection, "SELECT name, value FROM settings") {
            to.set_setting(&name, Some(&value))?;
        }
        Ok(())
    }

    /// Keys of all documents, found by every way there is, and what stood in the way.
    fn every_key(&self) -> (BTreeSet<i64>, Vec<rusqlite::Error>) {
        let (mut keys, mut errors) = (BTreeSet::new(), Vec::new());
        // A page that cannot be read breaks one way off; an index may still know what comes behind it.
        for sql in [
            "SELECT key FROM documents ORDER BY key",
            "SELECT key FROM documents ORDER BY key DESC",
            "SELECT key FROM documents INDEXED BY documents_title",
            "SELECT key FROM contents ORDER BY key",
        ] {
            let outcome = self.connection.prepare(sql).and_then(|mut find| {
                let mut rows = find.query([])?;
                while let Some(row) = rows.next()? {
                    keys.insert(row.get(0)?);
                }
                Ok(())
            });
            errors.extend(outcome.err());
        }
        errors.truncate(1);
        (keys, errors)
    }

    /// A document in words: its title, as far as that can be read.
    fn called(&self, key: i64) -> String {
        match self.entry(key) {
            Ok(Some(entry)) => format!("document {key}, “{}”", entry.title),
            _ => format!("document {key}"),
        }
    }
}

/// Adds documents with their corrections to a new library.
fn save(
    to: &mut Library,
    batch: Vec<(Stored, Option<Grounding>)>,
    report: &mut SaveReport,
) -> Result<(), LibraryError> {
    let corrected: Vec<_> = batch
        .iter()
        .map(|(stored, _)| stored.corrections.clone())
        .collect();
    let batch: Vec<(Document, Grounding)> = batch
        .into_iter()
        .map(|(stored, original)| {
            let embedding = stored.grounding.embedding.clone();
            let grounding = match original {
                Some(original) => Grounding {
                    embedding,
                    ..original
                },
                None => stored.grounding,
            };
            (stored.document, grounding)
        })
        .collect();
    let added = to.add(&batch)?;
    report.saved += added.added;
    let unsaved = |index: usize| {
        let document = batch.get(index).map(|(document, _)| document.called());
        format!("“{}”", document.unwrap_or_default())
    };
    for refused in &added.refused {
        report.lost.push(Fault {
            place: unsaved(refused.index),
            reason: refused.reason.clone(),
        });
    }
    for twice in &added.duplicates {
        report.lost.push(Fault {
            place: unsaved(twice.index),
            reason: format!("it is a copy of “{}”, which was saved", twice.of_title),
        });
    }
    let left: BTreeSet<usize> = (added.refused.iter().map(|refused| refused.index))
        .chain(added.duplicates.iter().map(|twice| twice.index))
        .collect();
    let kept = (0..batch.len()).filter(|index| !left.contains(index));
    for (index, key) in kept.zip(added.keys) {
        if let Some(corrections) = corrected.get(index).filter(|list| !list.is_empty()) {
            to.correct(key, corrections)?;
        }
    }
    Ok(())
}

/// A name beside a library for a copy of it, with what it is a copy of the library before.
pub(super) fn beside(path: &Path, before: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!(" (before {before})"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// Writes a copy of a database under another name first.
pub(super) fn copy_to(connection: &Connection, path: &Path) -> Result<(), LibraryError> {
    copy_while(connection, path, &mut |_, _| true).map(drop)
}

/// Pages of a copy that are made between two looks at whether it goes on: 4 MB.
const PAGES: i32 = 1024;
/// A copy begins anew when another program writes to the library meanwhile. After so many times the rest is made without a pause, which
/// lets nobody write.
const MOST_BEGINNINGS: u32 = 3;
/// How often a library that another program is writing to is waited for, each time for as long as SQLite waits.
const MOST_WAITS: u32 = 3;

/// [`copy_to`] as long as `goes_on`; whether it was made.
fn copy_while(
    connection: &Connection,
    path: &Path,
    goes_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<bool, LibraryError> {
    let io = |error| LibraryError::Io {
        path: path.to_owned(),
        error,
    };
    let making = super::file_beside(path).map_err(io)?;
    let mut copy = super::connect(making.path())?;
    if !copy_pages(connection, &mut copy, goes_on)? {
        return Ok(false);
    }
    let found = texts(&copy, "PRAGMA quick_check(1)")?;
    if found != ["ok"] {
        return Err(LibraryError::NotALibrary {
            path: path.to_owned(),
            found: format!("a copy of a damaged file: {}", found.join(", ")),
        });
    }
    drop(copy);
    making.as_file().sync_all().map_err(io)?;
    making
        .persist_noclobber(path)
        .map_err(|failed| io(failed.error))?;
    Ok(true)
}

fn copy_pages(
    from: &Connection,
    to: &mut Connection,
    goes_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<bool, LibraryError> {
    let backup = Backup::new(from, to)?;
    let (mut left, mut beginnings, mut waits) = (i32::MAX, 0, 0);
    loop {
        let pages = if beginnings < MOST_BEGINNINGS {
            PAGES
        } else {
            -1
        };
        match backup.step(pages)? {
            StepResult::Done => return Ok(true),
            StepResult::Busy | StepResult::Locked if waits == MOST_WAITS => {
                return Err(rusqlite::Error::SqliteFailure(
                    rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY),
                    None,
                )
                .into());
            }
            StepResult::Busy | StepResult::Locked => waits += 1,
            _ => {}
        }
        let progress = backup.progress();
        beginnings += u32::from(progress.remaining > left);
        left = progress.remaining;
        let done = progress.pagecount.saturating_sub(left);
        let count = |pages: i32| u64::try_from(pages).unwrap_or_default();
        if !goes_on(count(done), count(progress.pagecount)) {
            return Ok(false);
        }
    }
}

fn texts(connection: &Connection, sql: &str) -> rusqlite::Result<Vec<String>> {
    let mut find = connection.prepare(sql)?;
    let rows = find.query_map([], |row| row.get(0))?;
    rows.collect()
}

/// The rows of texts that can be read, up to what cannot be.
fn readable<const N: usize>(connection: &Connection, sql: &str) -> Vec<[String; N]> {
    let mut found = Vec::new();
    let Ok(mut find) = connection.prepare(sql) else {
        return found;
    };
    let Ok(mut rows) = find.query([]) else {
        return found;
    };
    while let Ok(Some(row)) = rows.next() {
        let texts: rusqlite::Result<Vec<String>> = (0..N).map(|n| row.get(n)).collect();
        found.extend(
            texts
                .ok()
                .and_then(|texts| <[String; N]>::try_from(texts).ok()),
        );
    }
    found
}
