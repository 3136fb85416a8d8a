//! "Did you mean": words of a question that no document has, and the words of the documents that they are likely misspellings of.
//!
//! What is offered occurs in the library, so that it finds something. Words are compared by the terms of the full-text index, as it stems them:
//! one that sounds the same (Double Metaphone), or is few steps away (a letter added, left out, replaced or swapped with its neighbour). Nothing is
//! looked for in its place unasked.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use grounding::sound;
use rusqlite::{Connection, OptionalExtension as _};

use super::plain_words::{folded, is_stop_word, words};
use super::words::is_strict;
use crate::store::{Library, LibraryError};

/// Shorter words are not corrected, in letters.
const SHORT: usize = 4;
/// Words from so many letters on may be two steps away, and from so many on three.
const LONG: usize = 7;
const LONGEST: usize = 11;
/// Words of a question that are looked at.
const MOST_WORDS: usize = 12;
/// Terms that are looked at as they are written in the documents.
const LOOKED_AT: usize = 12;
/// Places of a term that are read to see how it is written; and of one that a word may be a longer form of ("prostat" of "prostatits"), which has many.
const READ: i64 = 8;
const READ_OF_STEM: i64 = 80;
/// A word that at most so many documents have may be misspelt in them, too, where one that is a step away is in so many times as many.
const RARE: i64 = 3;
const RARER: i64 = 20;
/// Documents of terms that are gone through, about: of a million documents the words of one letter have more, and to ask must not take long.
const MOST_READ: i64 = 3_000_000;
/// How far another word is that sounds the same and is a step away, in half steps.
pub(super) const SOUNDS_ALIKE: usize = 1;
/// How much farther a term may be than a word: endings are cut from it.
const SLACK: usize = 2;

/// Beginnings that sound alike, so that one is typed for another.
const ALIKE: &[&[&str]] = &[
    &["c", "k", "q", "ch"],
    &["f", "ph", "v"],
    &["n", "pn", "kn", "gn", "mn"],
    &["s", "ps", "c", "z", "sc", "x"],
    &["r", "rh", "wr"],
    &["e", "ae", "oe", "i", "a", "he", "hae"],
    &["o", "ho", "a", "au"],
    &["a", "e", "ha", "o"],
    &["h", "e", "a", "o"],
    &["i", "y", "hy", "e"],
    &["t", "pt", "th"],
    &["u", "eu", "you"],
    &["j", "g", "dj"],
    &["w", "wh"],
    &["z", "x", "s"],
];

/// A question with the words that no document has put right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The whole question as it may have been meant.
    pub text: String,
    /// The words that no document has, or hardly any, each with the one that is offered for it.
    pub words: Vec<(String, String)>,
    /// Whether no document has any of these words.
    pub unknown: bool,
}

impl Library {
    /// The question that was likely meant, where some of its words occur in no document, or hardly any, and words like them do; nothing for
    /// questions with operators, fields or phrases. What `is_common` calls a word of the language (it is asked of lower-case words) was meant as it stands, but for
    /// another that sounds the same and is a step away ("brest", "tumor"): "maternal" is not misspelt where documents have "material" alone.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn did_you_mean(
        &self,
        text: &str,
        is_common: &dyn Fn(&str) -> bool,
    ) -> Result<Option<Suggestion>, LibraryError> {
        if is_strict(text) {
            return Ok(None);
        }
        let typed = typed(text);
        if typed.is_empty() {
            return Ok(None);
        }
        self.words_ready()?;
        let Some(vocabulary) = Vocabulary::of(&self.connection)? else {
            return Ok(None);
        };
        let mut found = Suggestion {
            text: text.trim().to_owned(),
            words: Vec::new(),
            unknown: true,
        };
        let last = typed.len() - 1;
        let open = text.ends_with(char::is_alphanumeric);
        for (n, word) in typed.iter().enumerate() {
            let documents = vocabulary.documents(word, open && n == last)?;
            if documents > RARE {
                continue;
            }
            let plain = folded(word);
            let farthest = match is_of_language(&plain, is_common) {
                true => SOUNDS_ALIKE,
                // Two half steps.
                false if documents > 0 => 2,
                false => usize::MAX,
            };
            let own = (documents, farthest);
            let Some(meant) = self.likely_meant(&vocabulary, &plain, own)? else {
                continue;
            };
            found.unknown &= documents == 0;
            found.text = replaced(&found.text, word, &meant);
            found.words.push((word.clone(), meant));
        }
        Ok((!found.words.is_empty()).then_some(found))
    }

    /// The word of the documents that a folded word, which so many of them have, is likely a misspelling of, at most so far from it (in half steps).
    fn likely_meant(
        &self,
        vocabulary: &Vocabulary,
        plain: &str,
        (own, farthest): (i64, usize),
    ) -> Result<Option<String>, LibraryError> {
        let typed = Typed::new(plain);
        let mut best = None;
        for (documents, term) in vocabulary.near(plain, beginnings(plain))? {
            if own > 0 && documents < own * RARER {
                continue;
            }
            let Some((far, written)) = self.as_written(vocabulary, &term, &typed)? else {
                continue;
            };
            if far > farthest {
                continue;
            }
            let alike = plain.chars().zip(written.chars());
            let alike = alike.take_while(|(a, b)| a == b).count();
            best = best.max(Some((Reverse(far), alike, documents, Reverse(written))));
        }
        Ok(best.map(|(.., written)| written.0))
    }

    /// The form of a term in the documents that is nearest to a word, and how far it is; of equally near ones the most frequent.
    pub(super) fn as_written(
        &self,
        vocabulary: &Vocabulary,
        term: &str,
        typed: &Typed<'_>,
    ) -> Result<Option<(usize, String)>, LibraryError> {
        let mut forms: HashMap<String, usize> = HashMap::new();
        let stem: String = term.chars().take(4).collect();
        let is_longer = typed.letters >= term.chars().count() + 2 && typed.word.starts_with(&stem);
        let read = if is_longer { READ_OF_STEM } else { READ };
        for (key, in_title, at) in vocabulary.places(term, read)? {
            let Some(stored) = self.get_by_key(key)? else {
                continue;
            };
            let text = match in_title {
                true => &stored.document.title,
                false => &stored.document.text,
            };
            let Some(word) = words(text).into_iter().nth(at) else {
                continue;
            };
            // The index may count words otherwise than we do.
            let word = folded(&word);
            if word.starts_with(&stem) {
                *forms.entry(word).or_default() += 1;
            }
        }
        let near = forms
            .into_iter()
            .filter_map(|(form, times)| Some((typed.far(&form)?, Reverse(times), form)));
        Ok(near.min().map(|(far, _, form)| (far, form)))
    }
}

/// The terms of the full-text index. Its tables are temporary ones, in no file of the library.
pub(super) struct Vocabulary<'c> {
    connection: &'c Connection,
}

impl<'c> Vocabulary<'c> {
    /// Of a library with this connection; nothing where the words are indexed elsewhere.
    pub(super) fn of(connection: &'c Connection) -> Result<Option<Self>, LibraryError> {
        let schema: Option<String> = connection
            .query_row(
                "SELECT schema FROM pragma_table_list WHERE name = 'text_index'",
                [],
                |row| row.get(0),
            )
            .optional()?;
        let Some(schema) = schema else {
            return Ok(None);
        };
        let vocabulary = Vocabulary { connection };
        vocabulary.changing(&format!(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab ('{schema}', 'text_index', 'row');
             CREATE VIRTUAL TABLE IF NOT EXISTS temp.term_places USING fts5vocab ('{schema}', 'text_index', 'instance');
             CREATE VIRTUAL TABLE IF NOT EXISTS temp.typed USING fts5 (word, tokenize='porter unicode61 remove_diacritics 2');
             CREATE VIRTUAL TABLE IF NOT EXISTS temp.typed_terms USING fts5vocab ('temp', 'typed', 'row');"
        ))?;
        Ok(Some(vocabulary))
    }

    /// Runs statements that change temporary tables, which a connection that only reads refuses as well.
    fn changing(&self, statements: &str) -> Result<(), LibraryError> {
        let connection = self.connection;
        let only_reads: bool =
            connection.pragma_query_value(None, "query_only", |row| row.get(0))?;
        if only_reads {
            connection.pragma_update(None, "query_only", false)?;
        }
        let done = connection.execute_batch(statements);
        if only_reads {
            connection.pragma_update(None, "query_only", true)?;
        }
        Ok(done?)
    }

    /// How many documents have a word, or, of one that may go on, words that begin with it; more than [`RARE`] are not counted.
    pub(super) fn documents(&self, word: &str, begins: bool) -> Result<i64, LibraryError> {
        let star = if begins { "*" } else { "" };
        let mut find = self.connection.prepare_cached(
            "SELECT count(*) FROM (SELECT 1 FROM text_index WHERE text_index MATCH ?1 LIMIT ?2)",
        )?;
        let asked = (format!("\"{word}\"{star}"), RARE + 1);
        Ok(find.query_row(asked, |row| row.get(0))?)
    }

    /// A word as the index has it.
    fn stem(&self, word: &str) -> Result<String, LibraryError> {
        // Letters and digits alone.
        self.changing(&format!(
            "DELETE FROM temp.typed; INSERT INTO temp.typed VALUES ('{word}');"
        ))?;
        let mut find = self
            .connection
            .prepare_cached("SELECT term FROM temp.typed_terms")?;
        let term = find.query_row([], |row| row.get(0)).optional()?;
        Ok(term.unwrap_or_else(|| word.to_owned()))
    }

    /// The terms that are nearest to a word, and in how many documents they are; only those with one of these beginnings.
    pub(super) fn near(
        &self,
        plain: &str,
        beginnings: Vec<String>,
    ) -> Result<Vec<(i64, String)>, LibraryError> {
        let stem = self.stem(plain)?;
        let typed = Typed {
            slack: SLACK,
            ..Typed::new(plain)
        };
        let of_stem = Typed {
            slack: SLACK,
            ..Typed::new(&stem)
        };
        let mut find = self
            .connection
            .prepare_cached("SELECT term, doc FROM temp.terms WHERE term >= ?1 AND term < ?2")?;
        let mut near = Vec::new();
        let mut looked_at = HashSet::new();
        let mut read = 0;
        // What begins like it in both letters comes first, should there be too many.
        let both: String = plain.chars().take(2).collect();
        for beginning in std::iter::once(both).chain(beginnings) {
            let mut after = beginning.clone();
            after.push(char::MAX);
            let rows = find.query_map([&beginning, &after], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
            })?;
            for row in rows {
                let (term, documents) = row?;
                read += documents;
                if read > MOST_READ {
                    break;
                }
                let far = [typed.far(&term), of_stem.far(&term)];
                let Some(far) = far.into_iter().flatten().min() else {
                    continue;
                };
                if looked_at.insert(term.clone()) {
                    near.push((far, Reverse(documents), term));
                }
            }
        }
        near.sort_unstable();
        near.truncate(LOOKED_AT);
        Ok(near
            .into_iter()
            .map(|(_, documents, term)| (documents.0, term))
            .collect())
    }

    /// Where a term stands: keys of documents, whether in the title, and its number among the words there.
    fn places(&self, term: &str, most: i64) -> Result<Vec<(i64, bool, usize)>, LibraryError> {
        let mut find = self.connection.prepare_cached(
            "SELECT doc, col = 'title', offset FROM temp.term_places WHERE term = ?1 LIMIT ?2",
        )?;
        let rows = find.query_map((term, most), |row| {
            let at: i64 = row.get(2)?;
            Ok((
                row.get(0)?,
                row.get(1)?,
                usize::try_from(at).unwrap_or(usize::MAX),
            ))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// A typed word, to be compared with others.
pub(super) struct Typed<'w> {
    word: &'w str,
    letters: usize,
    /// So many steps away another one may be, and so many more.
    steps: usize,
    slack: usize,
    sound: Option<String>,
}

impl<'w> Typed<'w> {
    pub(super) fn new(word: &'w str) -> Self {
        let letters = word.chars().count();
        let steps = match letters {
            ..LONG => 1,
            LONG..LONGEST => 2,
            _ => 3,
        };
        Typed {
            word,
            letters,
            steps,
            slack: 0,
            sound: sound(word),
        }
    }

    /// How far a word is from it, in half steps; what sounds the same is half a step nearer. Nothing for what is too far.
    fn far(&self, other: &str) -> Option<usize> {
        let letters = other.chars().count();
        if letters + self.slack < SHORT - 1 || other.contains(char::is_numeric) {
            return None;
        }
        let by_sound = (self.letters / 2).max(self.steps);
        if letters.abs_diff(self.letters) > by_sound + self.slack {
            return None;
        }
        let away = strsim::osa_distance(other, self.word);
        let same = || self.sound.is_some() && sound(other) == self.sound;
        if away <= self.steps + self.slack {
            return Some(2 * away - usize::from(away > 0 && same()));
        }
        (away <= by_sound && same()).then(|| 2 * away - 1)
    }
}

/// Whether a folded word, or what it is the plural of, is a word of the language.
pub(super) fn is_of_language(word: &str, is_common: &dyn Fn(&str) -> bool) -> bool {
    is_common(word) || word.strip_suffix('s').is_some_and(is_common)
}

/// The words of a question that may be misspelt; abbreviations, numbers and names with digits are taken as they are.
fn typed(text: &str) -> Vec<String> {
    let may_be = |word: &String| {
        word.chars().count() >= SHORT
            && word.chars().all(char::is_alphabetic)
            && !word.chars().skip(1).any(char::is_uppercase)
            && !is_stop_word(word)
    };
    let mut typed: Vec<String> = Vec::new();
    for word in words(text).into_iter().filter(may_be).take(MOST_WORDS) {
        if !typed.contains(&word) {
            typed.push(word);
        }
    }
    typed
}

/// A text with one word in the place of another, as often as it stands there.
pub(super) fn replaced(text: &str, word: &str, by: &str) -> String {
    let mut new = String::with_capacity(text.len() + by.len());
    for piece in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let own = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        match own == word {
            true => {
                new.push_str(by);
                new.push_str(&piece[own.len()..]);
            }
            false => new.push_str(piece),
        }
    }
    new
}

/// What terms are looked for that begin as a word may have been meant to: its own first letter, its second, and those that sound like it.
fn beginnings(word: &str) -> Vec<String> {
    let mut letters = word.chars().map(String::from);
    let mut found: Vec<String> = letters.by_ref().take(2).collect();
    for alike in ALIKE {
        if alike.iter().any(|begin| word.starts_with(begin)) {
            found.extend(alike.iter().map(|begin| (*begin).to_owned()));
        }
    }
    found.sort_unstable();
    found.dedup();
    // What begins with a shorter one is found by it.
    let all = found.clone();
    found.retain(|begin| {
        !all.iter()
            .any(|other| other != begin && begin.starts_with(other.as_str()))
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_looked_for_where_they_may_have_been_meant_to_begin() {
        assert_eq!(beginnings("kolecistitis"), ["c", "k", "o", "q"]);
        assert!(beginnings("flem").contains(&"ph".to_owned()));
        assert!(beginnings("ilver").contains(&"l".to_owned()));
    }

    #[test]
    fn a_word_is_near_by_steps_or_by_sound() {
        let far = |word: &str, other: &str| Typed::new(word).far(other);
        assert!(far("pnuemonia", "pneumonia").is_some());
        assert!(far("flegm", "phlegm").is_some());
        assert!(far("kolecistitis", "cholecyst").is_none(), "cut too short");
        assert!(far("kolecistitis", "cholecystitis").is_some());
        assert!(far("gout", "goat").is_some());
        assert!(far("gout", "goose").is_none());
        assert!(far("liver", "p53").is_none());
        assert!(far("apendix", "appendix") < far("apendixx", "appendix"));
    }

    #[test]
    fn abbreviations_and_numbers_are_no_mistakes_and_words_are_replaced_whole() {
        assert_eq!(typed("TP53 COPD in 20 pateints, pateints"), ["pateints"]);
        assert_eq!(
            replaced("Livr, livr; livre livr", "livr", "liver"),
            "Livr, liver; livre liver"
        );
    }
}
