//! Which records of an import are likely to be copies of a document in the library, or of each other, though no identifier says so: told
//! before they are added. They are compared by sketches of their texts, as [`Library::duplicate_groups`] finds them afterwards.

use super::duplicates::{Read, Shared, Sketch, meetings, same_work};
use super::{Library, LibraryError};
use crate::Document;

/// Records that are compared before an import, at most: about 60 MB.
const MOST: usize = 100_000;
/// Documents of a library that they are compared with, at most; reading more takes too long for a look.
const MOST_OF_LIBRARY: usize = 200_000;

/// A record that is likely to be a copy of another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Likely {
    /// Its title.
    pub title: String,
    /// Title of the one that it is like.
    pub of_title: String,
    /// Key of that in the library; nothing when it is in the same import.
    pub of_key: Option<i64>,
    /// What tells so, in words.
    pub by: &'static str,
}

/// Records that are not in a library yet.
#[derive(Default)]
pub(crate) struct Fresh {
    read: Vec<Read>,
    sketches: Vec<Option<Sketch>>,
    /// More came than are compared.
    left_out: bool,
}

impl Fresh {
    /// Takes a record in; the number by which it is told of, unless there are too many.
    pub(crate) fn take(&mut self, document: &Document) -> Option<usize> {
        if self.read.len() >= MOST {
            self.left_out = true;
            return None;
        }
        self.read.push(Read::of(document));
        self.sketches.push(Sketch::of_document(document));
        Some(self.read.len() - 1)
    }

    /// Those that are likely to be copies, by their numbers; nothing when there are too many to compare.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub(crate) fn likely(
        self,
        library: Option<&Library>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<(usize, Likely)>>, LibraryError> {
        let there = library.map_or(Ok(0), Library::len)?;
        if self.left_out || there > MOST_OF_LIBRARY {
            return Ok(None);
        }
        let (mut read, mut sketches) = match library {
            Some(library) if !self.read.is_empty() => library.read_all(go_on)?,
            _ => (Vec::new(), Vec::new()),
        };
        let first = read.len();
        read.extend(self.read);
        sketches.extend(self.sketches);
        let mut pairs = meetings(&read, &sketches, first);
        pairs.sort_unstable_by_key(|(one, new)| (*new, *one));
        let mut found: Vec<(usize, Likely)> = Vec::new();
        for (one, new) in pairs {
            let told = found.last().is_some_and(|(n, _)| *n == new - first);
            if told || !go_on() {
                continue;
            }
            let shared = || {
                Ok(Shared::estimated(
                    sketches[one].as_ref(),
                    sketches[new].as_ref(),
                ))
            };
            if let Some(by) = same_work(&read[one], &read[new], shared)? {
                let likely = Likely {
                    title: read[new].copy.title.clone(),
                    of_title: read[one].copy.title.clone(),
                    of_key: (one < first).then_some(read[one].copy.key),
                    by,
                };
                found.push((new - first, likely));
            }
        }
        Ok(Some(found))
    }
}
