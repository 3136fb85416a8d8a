//! Misspelt words of a note: a word that no document has, and that is one step (a letter added, left out, replaced or swapped with its neighbour) from one
//! that many documents have, is looked for as that one. What the note means and where it lies is read in the note as it stands.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::OnceLock;

use grounding::Gazetteer;

use super::plain_words::{folded, is_stop_word, words};
use super::similar::Like;
use super::spelling::{SOUNDS_ALIKE, Typed, Vocabulary, is_of_language, replaced};
use crate::store::{Library, LibraryError};

/// Shorter words are taken as they are, in letters: too many are one step from another one.
const SHORT: usize = 6;
/// So many documents have a word at least that another one is read as.
const MANY: i64 = 5;
/// Words that no document has, of which that is looked for.
const MOST_WORDS: usize = 12;
/// Terms nearest to a word that are looked at as they are written in the documents.
const MOST_TERMS: usize = 4;
/// A step, in the half steps that words are compared by.
const STEP: usize = 2;

impl Library {
    /// Puts the misspelt words of a note right, where its words are what is looked for. Returns each as it was written, and the one that it is read as.
    /// What `is_common` calls a word of the language is right, as in [`Library::did_you_mean`].
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn mend_note(
        &self,
        note: &mut Like,
        is_common: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<(String, String)>, LibraryError> {
        let mut mended = Vec::new();
        let Some(text) = &mut note.text else {
            return Ok(mended);
        };
        match self.words_ready() {
            // The search says so.
            Err(LibraryError::WordsNotYet { .. }) => return Ok(mended),
            ready => ready?,
        }
        let Some(vocabulary) = Vocabulary::of(&self.connection)? else {
            return Ok(mended);
        };
        let mut unknown = 0;
        for word in may_be_misspelt(text) {
            if unknown == MOST_WORDS {
                break;
            }
            if vocabulary.documents(&word, false)? > 0 {
                continue;
            }
            unknown += 1;
            let farthest = match is_of_language(&folded(&word), is_common) {
                true => SOUNDS_ALIKE,
                false => STEP,
            };
            if let Some(meant) = self.one_step_from(&vocabulary, &word, farthest)? {
                *text = replaced(text, &word, &meant);
                mended.push((word, meant));
            }
        }
        Ok(mended)
    }

    /// The word that many documents have and that is one step from this one, or at most so many half steps, whose first letter is right.
    fn one_step_from(
        &self,
        vocabulary: &Vocabulary<'_>,
        word: &str,
        farthest: usize,
    ) -> Result<Option<String>, LibraryError> {
        let plain = folded(word);
        let typed = Typed::new(&plain);
        let first: String = plain.chars().take(1).collect();
        let near = vocabulary.near(&plain, vec![first.clone()])?;
        let frequent = near.into_iter().filter(|(documents, _)| *documents >= MANY);
        let mut best = None;
        for (documents, term) in frequent.take(MOST_TERMS) {
            let Some((far, written)) = self.as_written(vocabulary, &term, &typed)? else {
                continue;
            };
            if (1..=farthest).contains(&far) && written.starts_with(&first) {
                best = best.max(Some((Reverse(far), documents, Reverse(written))));
            }
        }
        Ok(best.map(|(.., written)| written.0))
    }
}

/// The words of a text that may be misspelt, each once: long ones, but no abbreviations, none with digits (COVID-19), and none that are names of structures or
/// parts of such.
fn may_be_misspelt(text: &str) -> Vec<String> {
    let may_be = |word: &String| {
        word.chars().count() >= SHORT
            && word.chars().all(char::is_alphabetic)
            && !word.chars().skip(1).any(char::is_uppercase)
            && !is_stop_word(word)
            && !of_names().contains(&folded(word))
    };
    let mut met = HashSet::new();
    let found = words(text).into_iter().filter(may_be);
    found.filter(|word| met.insert(word.clone())).collect()
}

/// The words of the names that the word list has, which are right whether or not a document has them.
fn of_names() -> &'static HashSet<String> {
    static WORDS: OnceLock<HashSet<String>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let names = Gazetteer::builtin().names();
        let all = names.flat_map(|(name, _)| words(name));
        all.map(|word| folded(&word)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_numbers_and_names_of_structures_are_taken_as_they_are() {
        let note = "COVID-19 at T2 and C1, CT scan: perineal pancreatits, HYDRONEPHROSIS, pancreatits with Abdomnal pain";
        assert_eq!(may_be_misspelt(note), ["pancreatits", "Abdomnal"]);
    }
}
