//! Who watches `corpus-atlas import`: names what is refused, keeps it, and says how far the run is.

use std::cell::RefCell;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use grounding::Grounding;
use library::{
    AddReport, Counting, Document, Library, LibraryError, Observer, Progress, ReadOptions,
    Recognised, Refusal, Store,
};

use super::Console;
use super::terminal::complain;

/// For so long records are counted before they are read; what takes longer is counted beside the import.
const COUNTING: Duration = Duration::from_secs(5);
/// How often it is said how far a run has come.
const SAID_EVERY: Duration = Duration::from_secs(10);

/// Refusals that are kept together.
const KEPT: usize = 100;
/// How long fewer of them wait for that.
const KEPT_EVERY: Duration = Duration::from_secs(10);

/// A library into which an import goes, and which keeps meanwhile what that refuses.
pub struct Shared<'a>(pub &'a RefCell<Library>);

impl Store for Shared<'_> {
    fn known(&mut self, documents: &[Document]) -> Result<Vec<bool>, LibraryError> {
        Store::known(&mut *self.0.borrow_mut(), documents)
    }

    fn recognise(&mut self, documents: &[Document]) -> Result<Recognised, LibraryError> {
        Store::recognise(&mut *self.0.borrow_mut(), documents)
    }

    fn add(&mut self, grounded: &[(Document, Grounding)]) -> Result<AddReport, LibraryError> {
        Store::add(&mut *self.0.borrow_mut(), grounded)
    }
}

/// Names what is refused and keeps it, and says now and then, to who sits at a terminal, how far a long run has come.
pub struct Watch<'a> {
    /// Records are counted for who sits at a terminal only.
    counting: Option<Counting>,
    begun: Instant,
    told: Option<Instant>,
    /// Where refusals are kept, which the window lists and can try again.
    library: Option<&'a RefCell<Library>>,
    /// Those that are not kept yet.
    refused: Vec<Refusal>,
    kept: Instant,
    /// They could not be kept; it is tried again at the end.
    is_stuck: bool,
}

impl<'a> Watch<'a> {
    /// For the files of an import.
    pub fn of(
        files: &[PathBuf],
        options: &ReadOptions,
        library: Option<&'a RefCell<Library>>,
    ) -> Self {
        let is_seen = std::io::stderr().is_terminal();
        let counting = is_seen.then(|| Counting::of(files.to_vec(), options.clone()));
        if let Some(counting) = &counting {
            counting.wait(COUNTING, &|| false);
        }
        let now = Instant::now();
        Self {
            counting,
            begun: now,
            told: is_seen.then_some(now),
            library,
            refused: Vec::new(),
            kept: now,
            is_stuck: false,
        }
    }

    /// Keeps what was refused, so that it is there also when the program is killed.
    pub fn keep(&mut self) -> Result<(), LibraryError> {
        if let Some(library) = self.library
            && !self.refused.is_empty()
        {
            library.borrow_mut().keep_problems(&self.refused)?;
        }
        self.refused.clear();
        self.kept = Instant::now();
        Ok(())
    }
}

/// How far an import has come: `40 of 300 read, 35 added, 5 known already; 4 a second, 1 min left`.
fn so_far(progress: &Progress, total: Option<usize>, time: Duration) -> String {
    let Progress {
        added, duplicates, ..
    } = progress;
    let done = added + duplicates + progress.refused;
    let of = total.map_or_else(|| "read".to_owned(), |total| format!("of {total} read"));
    let mut words = format!("{done} {of}, {added} added, {duplicates} known already");
    let pace = library::pace(done, total, time);
    if !pace.is_empty() {
        words += &format!("; {pace}");
    }
    words
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress) {
        if !self.is_stuck && self.kept.elapsed() >= KEPT_EVERY {
            self.is_stuck = self.keep().is_err();
        }
        if self.told.is_some_and(|told| told.elapsed() >= SAID_EVERY) {
            self.told = Some(Instant::now());
            let total = self.counting.as_ref().and_then(Counting::total);
            complain!("{}", so_far(progress, total, self.begun.elapsed()));
        }
    }

    fn refused(&mut self, refusal: Refusal) {
        // By its whole path, by which it is forgotten when it is tried again.
        let file = std::path::absolute(&refusal.file);
        self.refused.push(Refusal {
            file: file.unwrap_or_else(|_| refusal.file.clone()),
            ..refusal.clone()
        });
        if !self.is_stuck && self.refused.len() >= KEPT {
            self.is_stuck = self.keep().is_err();
        }
        Console.refused(refusal);
    }

    fn cancelled(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_kept_before_the_end() {
        let library = RefCell::new(Library::in_memory().unwrap());
        let mut watch = Watch::of(&[], &ReadOptions::default(), Some(&library));
        let mut refuse = |numbers: std::ops::Range<usize>| {
            for number in numbers {
                watch.refused(Refusal {
                    place: format!("{number}.txt"),
                    reason: "it is empty".into(),
                    file: format!("{number}.txt").into(),
                });
            }
        };
        let kept = || library.borrow().problems().unwrap().len();
        refuse(0..KEPT - 1);
        assert_eq!(kept(), 0);
        refuse(KEPT - 1..KEPT + 2);
        assert_eq!(kept(), KEPT, "it may be killed now");
        watch.keep().unwrap();
        assert_eq!(kept(), KEPT + 2);
    }

    #[test]
    fn a_long_import_says_how_far_it_is() {
        let progress = Progress {
            read: 50,
            added: 35,
            duplicates: 4,
            refused: 1,
            ..Progress::default()
        };
        let after = Duration::from_secs(10);
        assert_eq!(
            so_far(&progress, Some(280), after),
            "40 of 280 read, 35 added, 4 known already; 4 a second, 1 min left"
        );
        assert_eq!(
            so_far(&progress, None, Duration::ZERO),
            "40 read, 35 added, 4 known already"
        );
    }
}
