//! How far an import is.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How far an import is: what is being done, and how many of its steps are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// In words ("filling surfaces").
    pub what: &'static str,
    /// Steps done.
    pub done: usize,
    /// Steps in all; 0 where they are not counted.
    pub of: usize,
}

impl Progress {
    pub(crate) fn new(what: &'static str, done: usize, of: usize) -> Progress {
        Progress { what, done, of }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            0 => write!(f, "{}", self.what),
            of => write!(f, "{}, {} of {of}", self.what, self.done),
        }
    }
}

/// Counts steps that several threads take.
pub(crate) struct Steps<'a> {
    what: &'static str,
    of: usize,
    done: AtomicUsize,
    tell: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> Steps<'a> {
    pub(crate) fn new(
        what: &'static str,
        of: usize,
        tell: &'a (dyn Fn(Progress) + Sync),
    ) -> Steps<'a> {
        tell(Progress::new(what, 0, of));
        Steps {
            what,
            of,
            done: AtomicUsize::new(0),
            tell,
        }
    }

    pub(crate) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        (self.tell)(Progress::new(self.what, done, self.of));
    }
}
