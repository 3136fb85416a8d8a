//! What an import would do, before it is done: files are read as an import reads them, and nothing is placed or stored.
//!
//! Of each kind of thing only a few are kept as examples, and of many files only the first, so that the preview of a million records
//! is as small as that of a hundred.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::met::Met;
use crate::read::{Note, Table, read_paths_noting};
use crate::store::{Fresh, Known, Library, LibraryError, Likely};
use crate::{Document, Identifier, PassedOver, ReadError, ReadOptions, Refusal};

/// Titles kept of a file as examples.
const TITLES: usize = 5;
/// Examples kept of a file for what is known, refused and warned of, each.
const EXAMPLES: usize = 20;
/// Files that are described; of the others there are counts alone.
const FILES: usize = 500;

/// What was found in one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilePreview {
    /// The file, or its place in an archive.
    pub file: PathBuf,
    /// What it was recognised as; empty if it was not.
    pub format: &'static str,
    /// How many of what.
    pub counts: PreviewProgress,
    /// The first titles that are new.
    pub titles: Vec<String>,
    /// The first records that are in the library already.
    pub known: Vec<Known>,
    /// The first records that are likely to be copies of others, though no identifier says so.
    pub likely: Vec<Likely>,
    /// The first records that would be refused.
    pub refusals: Vec<Refusal>,
    /// The first warnings, each once.
    pub warnings: Vec<String>,
    /// Its columns, if it is a table.
    pub table: Option<Table>,
}

/// Counts of records, while and after they are read. `records` is the sum of new, known, repeated and refused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PreviewProgress {
    /// Records met, good and bad.
    pub records: usize,
    /// Those that would be added.
    pub new: usize,
    /// Those of the new ones that are likely to be copies; counted at the end.
    pub likely: usize,
    /// Those that are in the library already.
    pub known: usize,
    /// Those that came before in the same files.
    pub repeated: usize,
    /// Those that would be refused.
    pub refused: usize,
    /// Identifiers of articles without the articles; no records.
    pub identifiers: usize,
}

/// What an import would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preview {
    /// Files in the order in which they are read, at most 500.
    pub files: Vec<FilePreview>,
    /// Files that are not described any more.
    pub other_files: usize,
    /// Folders and archives that were given and hold files of kinds that cannot be read.
    pub passed_over: Vec<(PathBuf, PassedOver)>,
    /// All files together.
    pub total: PreviewProgress,
    /// Whether it was stopped before the end.
    pub stopped: bool,
    /// Whether there were too many records to look for those that are likely to be copies.
    pub unlikened: bool,
}

impl Preview {
    /// Whether a person should look at it before the import: more than `few` records, a list of identifiers, or a table with a column
    /// that may hold what no other column gives. What is known already, twice or refused among few records is told afterwards.
    pub fn is_worth_a_look(&self, few: usize) -> bool {
        let mut tables = self.files.iter().filter_map(|file| file.table.as_ref());
        self.total.identifiers > 0
            || self.total.records > few
            || self.stopped
            || tables.any(|table| !table.usable || table.lacks_something())
    }

    /// Whether all of it was looked at, and no table has columns that tell nothing.
    pub fn is_understood(&self) -> bool {
        let mut tables = self.files.iter().filter_map(|file| file.table.as_ref());
        !self.stopped && tables.all(|table| table.usable)
    }
}

/// Reads files and folders, and says what an import would make of them. Without a library nothing is known already.
///
/// `on_progress` is told the counts after each record.
///
/// # Errors
/// If the library cannot be read.
pub fn preview(
    paths: &[PathBuf],
    options: &ReadOptions,
    library: Option<&Library>,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&PreviewProgress),
) -> Result<Preview, LibraryError> {
    let view = RefCell::new(Preview::default());
    let at_hand = Cell::new(None);
    let mut looking = Looking {
        view: &view,
        at_hand: &at_hand,
        library,
        met: Met::default(),
        fresh: Fresh::default(),
        files: Vec::new(),
    };
    let mut failed = None;
    let notes = |note: Note| take_note(&mut view.borrow_mut(), &at_hand, note);
    let mut on_record = |record: Result<Document, ReadError>| {
        if failed.is_some() {
            return; // the reader goes on alone to its end
        }
        match looking.take_record(record) {
            Ok(()) => on_progress(&view.borrow().total),
            Err(error) => failed = Some(error),
        }
    };
    let summary = read_paths_noting(paths, options, stop, &mut on_record, &notes);
    if let Some(error) = failed {
        return Err(error);
    }
    let go_on = || !stop.load(Ordering::Relaxed);
    let Looking { fresh, files, .. } = looking;
    let likely = fresh.likely(library, &go_on)?;
    let mut view = view.into_inner();
    view.unlikened = likely.is_none();
    for (number, likely) in likely.unwrap_or_default() {
        view.total.likely += 1;
        if let Some(at) = files[number] {
            view.files[at].counts.likely += 1;
            push_some(&mut view.files[at].likely, likely, EXAMPLES);
        }
    }
    view.stopped = summary.cancelled || !go_on();
    Ok(view)
}

/// Where a file is described; nothing when there are too many. Files come one after another, so only the one at hand is looked at.
fn place(view: &mut Preview, at_hand: &Cell<Option<usize>>, file: &Path) -> Option<usize> {
    if let Some(at) = at_hand.get()
        && view.files.get(at).is_some_and(|known| known.file == file)
    {
        return Some(at);
    }
    if view.files.len() >= FILES {
        return None;
    }
    view.files.push(FilePreview {
        file: file.to_owned(),
        ..FilePreview::default()
    });
    at_hand.set(Some(view.files.len() - 1));
    at_hand.get()
}

fn take_note(view: &mut Preview, at_hand: &Cell<Option<usize>>, note: Note) {
    match note {
        Note::File { file, format } => match place(view, at_hand, &file) {
            Some(at) => view.files[at].format = format,
            None => view.other_files += 1,
        },
        Note::Table { file, table } => {
            if let Some(at) = place(view, at_hand, &file) {
                let kept = &mut view.files[at].table;
                // Of the sheets of a book, the one that is read; else the first.
                if kept.is_none() || table.usable {
                    *kept = Some(table);
                }
            }
        }
        Note::Identifier { file, identifier } => {
            view.total.identifiers += 1;
            if let Some(at) = place(view, at_hand, &file) {
                view.files[at].counts.identifiers += 1;
                push_some(&mut view.files[at].titles, identifier.to_string(), TITLES);
            }
        }
        Note::Unchanged { file } => {
            count_one(&mut view.total, true, false);
            if let Some(at) = place(view, at_hand, &file) {
                count_one(&mut view.files[at].counts, true, false);
            }
        }
        Note::PassedOver { place, passed } => view.passed_over.push((place, passed)),
    }
}

/// A preview as it is being made.
struct Looking<'a> {
    view: &'a RefCell<Preview>,
    at_hand: &'a Cell<Option<usize>>,
    library: Option<&'a Library>,
    met: Met,
    fresh: Fresh,
    /// Of each fresh record, where its file is described.
    files: Vec<Option<usize>>,
}

impl Looking<'_> {
    fn take_record(&mut self, record: Result<Document, ReadError>) -> Result<(), LibraryError> {
        let mut view = self.view.borrow_mut();
        let document = match record {
            Ok(document) => document,
            Err(error) => {
                // A list of identifiers is told of by its notes.
                let is_list = matches!(error.reason, crate::Reason::Identifiers(_));
                let at = place(&mut view, self.at_hand, &error.file);
                if !is_list {
                    view.total.records += 1;
                    view.total.refused += 1;
                    if let Some(at) = at {
                        let file = &mut view.files[at];
                        file.counts.records += 1;
                        file.counts.refused += 1;
                        push_some(&mut file.refusals, error.into(), EXAMPLES);
                    }
                }
                return Ok(());
            }
        };
        let known = match self.library {
            Some(library) => library.known_as(&document)?,
            None => None,
        };
        let repeated = known.is_none() && self.met.is_repeated(&document);
        let at = place(&mut view, self.at_hand, &document.source.path);
        count_one(&mut view.total, known.is_some(), repeated);
        if known.is_none() && !repeated && self.fresh.take(&document).is_some() {
            self.files.push(at);
        }
        let Some(at) = at else { return Ok(()) };
        let file = &mut view.files[at];
        count_one(&mut file.counts, known.is_some(), repeated);
        for warning in document.warnings {
            if !file.warnings.contains(&warning) {
                push_some(&mut file.warnings, warning, EXAMPLES);
            }
        }
        match known {
            Some(known) => push_some(&mut file.known, known, EXAMPLES),
            None if repeated => {}
            None => push_some(&mut file.titles, document.title, TITLES),
        }
        Ok(())
    }
}

fn count_one(counts: &mut PreviewProgress, known: bool, repeated: bool) {
    counts.records += 1;
    if known {
        counts.known += 1;
    } else if repeated {
        counts.repeated += 1;
    } else {
        counts.new += 1;
    }
}

fn push_some<T>(list: &mut Vec<T>, item: T, most: usize) {
    if list.len() < most {
        list.push(item);
    }
}

/// How many records an import of these files will meet; nothing when counting takes longer than `most` or is stopped. PDFs are counted
/// and not read.
pub fn count(
    paths: &[PathBuf],
    options: &ReadOptions,
    most: Duration,
    stop: &AtomicBool,
) -> Option<usize> {
    let begun = Instant::now();
    let ended = AtomicBool::new(false);
    let options = ReadOptions {
        pdf: None,
        ..options.clone()
    };
    let unchanged = Cell::new(0);
    let notes = |note: Note| {
        if let Note::Unchanged { .. } = note {
            unchanged.set(unchanged.get() + 1);
        }
    };
    let mut on_record = |_| {
        if begun.elapsed() > most || stop.load(Ordering::Relaxed) {
            ended.store(true, Ordering::Relaxed);
        }
    };
    let summary = read_paths_noting(paths, &options, &ended, &mut on_record, &notes);
    let whole = !summary.cancelled && !ended.load(Ordering::Relaxed);
    whole.then_some((summary.documents + summary.errors + unchanged.get()) as usize)
}

/// The identifiers that files hold which hold nothing else, each once, in their order; and why other files were passed over.
pub fn identifiers_in(
    paths: &[PathBuf],
    options: &ReadOptions,
    stop: &AtomicBool,
) -> (Vec<Identifier>, Vec<Refusal>) {
    let found = RefCell::new(Vec::new());
    let met = RefCell::new(HashSet::new());
    let notes = |note: Note| {
        if let Note::Identifier { identifier, .. } = note
            && met.borrow_mut().insert(identifier.clone())
        {
            found.borrow_mut().push(identifier);
        }
    };
    let mut refusals = Vec::new();
    let mut on_record = |record: Result<Document, ReadError>| match record {
        Ok(document) => refusals.push(Refusal::of(&document, "it is no list of identifiers")),
        Err(error) if matches!(error.reason, crate::Reason::Identifiers(_)) => {}
        Err(error) => refusals.push(error.into()),
    };
    read_paths_noting(paths, options, stop, &mut on_record, &notes);
    (found.into_inner(), refusals)
}
