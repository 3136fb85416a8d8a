//! An index of words beside the library's own, for large libraries: a cache that can be deleted.
//!
//! FTS5, which lies in the library, reads for each document that has a word how long it is and where the word stands, and to weigh a word goes through
//! all its documents once more: half a second of a million where half of them have it. Here the documents of a word are one packed list, and lengths
//! a column. The lists are made of what FTS5 itself has, word by word and document by document, and weighed by the same steps, so that the answers are
//! the same to the last bit, whichever gives them.
//!
//! The library stays the truth. A window makes the index beside its work when the library is large, where the system keeps caches; whoever asks uses
//! it when it is there and is of what FTS5 has now. What was added, changed or removed since is taken in while no question is asked; until then, and
//! whatever else is wrong with the file, FTS5 answers. So do phrases and words that must stand in the title.
//!
//! Whether it is of what FTS5 has now is told by what FTS5 says of itself (`State`), which every change of words changes, and by the sums that the
//! library keeps of its documents, by which a copy that went its own way and was put in the library's place is noticed.

mod asking;
mod beside;
mod cache;
mod fault;
mod file;
mod index;
mod kept;
mod make;
mod postings;
mod rank;
mod source;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use super::{Library, LibraryError};
pub(super) use asking::Asking;
pub(super) use cache::WordIndex;
pub(super) use fault::Fault;
use kept::Files;
use make::{Signals, Turns};
pub(super) use source::Tokens;

/// What a library's index of words is, see [`Library::index_words`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordsIndexed {
    /// Documents in it.
    pub documents: u64,
    /// Bytes of its file.
    pub bytes: u64,
}

impl Library {
    /// Asks the index of words beside the library's own, where there is one that is of what the library has now and these are words of it; nothing
    /// where the library's own has to answer.
    pub(super) fn ask_word_index<T>(
        &self,
        words: &[String],
        ask: impl FnOnce(&mut Asking<'_>) -> Result<T, Fault>,
    ) -> Option<T> {
        let library = self.path.as_deref().filter(|_| self.in_place.is_none())?;
        let mut own = self.word_index.try_borrow_mut().ok()?;
        // Whatever is the matter: the library's own answers, and what is wrong with the library itself shows there.
        let answer = own.ask(&self.connection, library, words, ask);
        answer.ok().flatten()
    }

    /// Does a part of what makes the index of words there and current. Returns whether there is more to do.
    pub(super) fn go_on_with_words(&self) -> bool {
        let Some(library) = self.path.as_deref().filter(|_| self.in_place.is_none()) else {
            return false;
        };
        let mut own = self.word_index.borrow_mut();
        // Where it fails FTS5 answers.
        own.go_on(&self.connection, library).unwrap_or(false)
    }

    /// Makes the index of words that windows make of large libraries, in this folder, and has questions asked of it from now on; see
    /// `store/word_index`. One that is there and can be used is not made anew.
    ///
    /// # Errors
    /// If it cannot be made, or not be brought to what the library has now; a library in memory has none.
    pub fn index_words(&self, folder: &Path) -> Result<WordsIndexed, LibraryError> {
        self.ensure_not_in_place("an index of words of its own")?;
        let in_memory = || LibraryError::NoFile(PathBuf::from(":memory:"));
        let library = self.path.clone().ok_or_else(in_memory)?;
        let failed = |reason: String| LibraryError::WordsIndex {
            path: library.clone(),
            reason,
        };
        let mut own = self.word_index.borrow_mut();
        *own = WordIndex::in_folder(folder);
        let files = Files::of(&library, folder);
        let mut is_there = files.open().is_ok_and(|there| there.is_some());
        // Of one that is there too much may have changed.
        for _ in 0..2 {
            if !is_there {
                let made = files.make(&Signals::default(), Turns::default());
                made.map_err(|fault| failed(fault.to_string()))?;
            }
            while (own.go_on(&self.connection, &library))
                .map_err(|fault| failed(fault.to_string()))?
            {}
            if let Some(index) = own.current() {
                return Ok(WordsIndexed {
                    documents: index.totals().documents,
                    bytes: index.file().size().unwrap_or_default(),
                });
            }
            is_there = false;
        }
        Err(failed("the library was changed meanwhile".to_owned()))
    }

    /// Has words looked for by the library's own index alone, as in small libraries.
    pub fn leave_words_to_fts5(&self) {
        *self.word_index.borrow_mut() = WordIndex::default();
    }

    /// Looks through the index of words. What is damaged is thrown away. Returns what was wrong with it.
    pub(super) fn check_word_index(&self) -> Option<String> {
        let library = self.path.as_deref().filter(|_| self.in_place.is_none())?;
        let mut own = self.word_index.borrow_mut();
        let files = own.files(library)?;
        let checked = files.open().and_then(|there| match there {
            Some(mut index) => index.file().check(),
            None => Ok(()),
        });
        let fault = checked.err()?;
        own.close();
        Some(match files.remove() {
            Ok(()) => format!(
                "{fault}; it has been thrown away, and the library's own answers until a window has made it anew"
            ),
            Err(error) => format!("{fault}, and it cannot be thrown away ({error})"),
        })
    }
}
