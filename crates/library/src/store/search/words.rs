//! Documents by words: the full-text index, asked so that nothing that is typed is syntax.
//!
//! A text is asked in one of two ways. As a filter, every word of content must occur, if any document has them all. As a ranking, any word counts,
//! by bm25 (k1 1.2 and b 0.75, as SQLite has them, a word in the title counting four times), and of one or two words documents that have all of them
//! come first. The rules were chosen on the development queries of NFCorpus and on the cystic fibrosis collection (docs/experiments/retrieval.md).

use std::collections::HashSet;

use super::language;
use super::plain_words::{is_shortened, is_stop_word, most_often, words};
use crate::store::{Library, LibraryError};

/// Different words of a text that are looked for: of a longer one those that it says most often, the earlier before the later.
const MOST_WORDS: usize = 32;
/// Up to so many words, documents that have all of them come first.
const FEW_WORDS: usize = 2;

/// How fast documents count less of which only the order is known: of the one at rank r this is a part of (k + 1) / (k + r).
const RANK_K: f32 = 10.0;

/// Documents that match words.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ByWords {
    /// Their keys, best first.
    pub keys: Vec<i64>,
    /// Their scores, the greater the better, as many as there are keys; none where only the order is known.
    pub scores: Vec<f32>,
    /// How many of them, which are the first, have all of several words; nothing where that was not asked.
    pub with_all: Option<usize>,
}

impl Library {
    /// The documents that match words, best first: those that have them all, or any of them if no document has them all; what is in `"quotes"`
    /// must occur as it stands. Text with operators or fields (`stones AND 2015:2020[dp]`) is read as PubMed reads it, where it can be.
    ///
    /// # Errors
    /// If the file cannot be read; no text is an error.
    pub fn matching(&self, text: &str, limit: usize) -> Result<Vec<i64>, LibraryError> {
        let mut keys = self.by_words(text, false, limit)?.keys;
        keys.truncate(limit);
        Ok(keys)
    }

    /// All documents that match words, see [`Library::matching`], the first `best` of them in order; with `any`, documents answer that have any of the
    /// words.
    pub(super) fn by_words(
        &self,
        text: &str,
        any: bool,
        best: usize,
    ) -> Result<ByWords, LibraryError> {
        if let Some(in_place) = &self.in_place
            && let Some(mut keys) = in_place.matching(text, false, usize::MAX)?
        {
            // The server may have more than this index.
            let columns = self.columns()?;
            keys.retain(|key| columns.row(*key).is_some());
            return Ok(ByWords::in_order(keys));
        }
        // One that cannot be read is taken as words; whoever asks is told of it by `misread`.
        if let Ok(Some(asked)) = language::read(text) {
            let keys = self.asked(&asked, best)?;
            return Ok(ByWords::in_order(keys));
        }
        let said = Said::of(text);
        if said.is_empty() {
            return Ok(ByWords::default());
        }
        self.words_ready()?;
        // Where the words of phrases stand only the library's own index knows.
        let plain = said.phrases.is_empty().then_some(said.words.as_slice());
        let quickly = plain.and_then(|words| {
            self.ask_word_index(words, |index| {
                said.gathered(any, |any| index.found(any, said.begins(any), best))
            })
        });
        let found = match quickly {
            Some(found) => found,
            None => said.gathered(any, |any| {
                let expressions = said.expressions(any).into_iter();
                let found = expressions.map(|expression| self.found_by(&expression, best));
                found.collect::<Result<Vec<_>, LibraryError>>()
            })?,
        };
        // A ranking has something to rank: a phrase that is nowhere is looked for by its words.
        if any && found.keys.is_empty() && !said.phrases.is_empty() {
            return self.by_words(&text.replace('"', " "), any, best);
        }
        Ok(found)
    }

    /// The documents that have any of the most telling words of a text, best first, at most so many; nothing in it is an operator.
    pub(super) fn by_telling_words(
        &self,
        text: &str,
        most: usize,
    ) -> Result<ByWords, LibraryError> {
        let said = Said::telling(text);
        if said.is_empty() {
            return Ok(ByWords::default());
        }
        // A blank at the end: the last word is a whole one.
        let words = said.words.join(" ") + " ";
        if let Some(in_place) = &self.in_place
            && let Some(mut keys) = in_place.matching(&words, true, most)?
        {
            let columns = self.columns()?;
            keys.retain(|key| columns.row(*key).is_some());
            return Ok(ByWords::in_order(keys));
        }
        self.words_ready()?;
        let quickly = self.ask_word_index(&said.words, |index| index.found(true, false, most));
        let found = match quickly {
            Some(found) => found.into_iter().flatten().take(most).collect(),
            None => self.ranked(&said.expressions(true).concat(), most)?,
        };
        let (keys, scores) = found.into_iter().unzip();
        Ok(ByWords {
            keys,
            scores,
            with_all: None,
        })
    }
}

impl ByWords {
    /// Documents of which only the order is known.
    pub fn in_order(keys: Vec<i64>) -> Self {
        Self {
            keys,
            ..Self::default()
        }
    }

    /// Appends what is found further.
    fn put(&mut self, lists: Vec<Vec<(i64, f32)>>) {
        let before: HashSet<i64> = self.keys.iter().copied().collect();
        let further = lists.into_iter().flatten();
        for (key, score) in further.filter(|(key, _)| !before.contains(key)) {
            self.keys.push(key);
            self.scores.push(score);
        }
    }

    /// Without some of them.
    pub fn without(&self, left_out: &HashSet<i64>) -> Self {
        let stay = |(n, _): &(usize, &i64)| !left_out.contains(&self.keys[*n]);
        let rows: Vec<usize> = self
            .keys
            .iter()
            .enumerate()
            .filter(stay)
            .map(|(n, _)| n)
            .collect();
        Self {
            keys: rows.iter().map(|row| self.keys[*row]).collect(),
            scores: rows
                .iter()
                .filter_map(|row| self.scores.get(*row).copied())
                .collect(),
            with_all: None,
        }
    }

    /// Whether more than their order is known.
    pub fn are_scored(&self) -> bool {
        !self.keys.is_empty() && self.scores.len() == self.keys.len()
    }

    /// How much the words speak for each of them: 1 for the first, and no less for one than for those behind it. What has all of several words
    /// has the score of the best one more.
    pub fn weights(&self) -> Vec<f32> {
        let best = self.scores.iter().copied().fold(0.0, f32::max);
        if !self.are_scored() || best <= 0.0 {
            let ranks = (1..=self.keys.len()).map(|rank| rank as f32);
            return ranks.map(|r| (RANK_K + 1.0) / (RANK_K + r)).collect();
        }
        let with_all = self.with_all.unwrap_or_default();
        let mut least = f32::INFINITY;
        let scores = self.scores.iter().enumerate().map(|(n, score)| {
            let more = if n < with_all { 1.0 } else { 0.0 };
            least = least.min(score / best + more);
            least
        });
        let mut weights: Vec<f32> = scores.collect();
        let first = weights.first().copied().unwrap_or(1.0);
        weights.iter_mut().for_each(|weight| *weight /= first);
        weights
    }
}

/// What words find, for tests: keys, scores, and how many have all of several words.
#[cfg(test)]
pub(in crate::store) type FoundByWords = (Vec<i64>, Vec<f32>, Option<usize>);

/// [`Library::by_words`] for tests.
#[cfg(test)]
pub(in crate::store) fn found_by_words(
    library: &Library,
    text: &str,
    any: bool,
    best: usize,
) -> Result<FoundByWords, LibraryError> {
    let found = library.by_words(text, any, best)?;
    Ok((found.keys, found.scores, found.with_all))
}

/// Whether a text says what answers must have: operators, fields or phrases.
pub(super) fn is_strict(text: &str) -> bool {
    matches!(language::read(text), Ok(Some(_))) || !Said::of(text).phrases.is_empty()
}

/// Whether a text has more words of content than a search that is typed to narrow a list, and does not say what answers must have.
pub fn is_sentence(text: &str) -> bool {
    !is_strict(text) && !Said::of(text).is_short()
}

/// What a user typed, taken apart.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Said {
    /// What stood in quotes.
    pub phrases: Vec<String>,
    /// The other words; those that carry no meaning of their own only where there is nothing else.
    pub words: Vec<String>,
    /// The last word may be the beginning of one.
    unfinished: bool,
}

impl Said {
    pub fn of(text: &str) -> Self {
        let mut said = Self::taken_apart(text);
        said.shorten();
        said
    }

    /// The words that tell what a text is about, which is no question: numbers say something only with the word that they belong to (COVID-19).
    fn telling(text: &str) -> Self {
        let is_number = |word: &str| word.chars().all(char::is_numeric);
        let mut said = Self::taken_apart(&text.replace('"', " "));
        said.words.retain(|word| !is_number(word));
        let named = text.split_whitespace().filter_map(|piece| {
            let piece = piece.trim_matches(|c: char| !c.is_alphanumeric());
            let (word, number) = piece.rsplit_once('-')?;
            let plain = !word.is_empty() && word.chars().all(char::is_alphabetic);
            (plain && is_number(number)).then(|| format!("{word} {number}"))
        });
        said.words.extend(named);
        said.unfinished = false;
        said.shorten();
        said
    }

    fn taken_apart(text: &str) -> Self {
        let mut said = Self::default();
        let mut idle = Vec::new();
        let mut last_idle = false;
        // Of a text in capitals alone, an "A" says nothing.
        let small = text.contains(char::is_lowercase);
        for (part, piece) in text.split('"').enumerate() {
            if part % 2 == 1 {
                let mut words = words(piece);
                match words.len() {
                    // One word in quotes is a manner of speaking.
                    0 | 1 => said.words.append(&mut words),
                    _ if said.phrases.len() < MOST_WORDS => said.phrases.push(words.join(" ")),
                    _ => {}
                }
                continue;
            }
            let mut before = ' ';
            for word in piece.split_inclusive(|c: char| !c.is_alphanumeric()) {
                let end = word.chars().next_back().filter(|c| !c.is_alphanumeric());
                let word = end.map_or(word, |end| &word[..word.len() - end.len_utf8()]);
                let at_start = said.words.is_empty() && idle.is_empty();
                let after_apostrophe = "'’".contains(before);
                before = end.unwrap_or(' ');
                if word.is_empty() {
                    continue;
                }
                last_idle = match word {
                    // Hepatitis A.
                    "A" if small && !at_start => false,
                    _ => is_stop_word(word) || after_apostrophe && is_shortened(word),
                };
                let list = match last_idle {
                    true => &mut idle,
                    false => &mut said.words,
                };
                list.push(word.to_owned());
            }
        }
        // Quotes in pairs leave the text after the last one outside.
        let end = text.strip_suffix('*').unwrap_or(text);
        let ends_in_word = end.chars().next_back().is_some_and(char::is_alphanumeric);
        let outside = text.matches('"').count().is_multiple_of(2);
        if said.words.is_empty() && said.phrases.is_empty() {
            said.words = idle;
            last_idle = false;
        }
        said.unfinished = ends_in_word && outside && !last_idle && !said.words.is_empty();
        said
    }

    fn is_empty(&self) -> bool {
        self.phrases.is_empty() && self.words.is_empty()
    }

    /// Leaves the words of a long text that it says most often.
    fn shorten(&mut self) {
        if self.words.len() <= MOST_WORDS {
            return;
        }
        let words = std::mem::take(&mut self.words).into_iter();
        self.words = most_often(words.map(|word| word.to_lowercase()), MOST_WORDS);
        self.unfinished = false;
    }

    /// Whether documents that have all of the words come first.
    fn is_short(&self) -> bool {
        self.words.len() <= FEW_WORDS
    }

    /// Whether the last word may be the beginning of another one, where all are asked for or any. That a longer text goes on is less likely than that
    /// its last word is part of another one.
    pub fn begins(&self, any: bool) -> bool {
        self.unfinished && (self.is_short() || !any)
    }

    /// What is found, by the rules of which words must occur: `find` is told whether any is enough. Of what it gives a later list stands behind an
    /// earlier one, and none has what another one has.
    fn gathered<E>(
        &self,
        any: bool,
        mut find: impl FnMut(bool) -> Result<Vec<Vec<(i64, f32)>>, E>,
    ) -> Result<ByWords, E> {
        let mut found = ByWords::default();
        let several = self.words.len() + self.phrases.len() > 1;
        if several && (!any || self.is_short()) {
            found.put(find(false)?);
            found.with_all = any.then_some(found.keys.len());
        }
        if any || found.keys.is_empty() {
            found.put(find(true)?);
        }
        Ok(found)
    }

    /// The questions to FTS5, for all words or any; what a later one finds stands behind what an earlier one does.
    fn expressions(&self, any: bool) -> Vec<String> {
        let join = if any { " OR " } else { " AND " };
        let quoted = |word: &String| format!("\"{word}\"");
        let whole: Vec<String> = self.words.iter().map(quoted).collect();
        let mut begun = whole.clone();
        if let Some(last) = begun.last_mut() {
            last.push('*');
        }
        let phrases: Vec<String> = self.phrases.iter().map(quoted).collect();
        let expression = |words: Vec<String>| match phrases.is_empty() {
            true => words.join(join),
            // Once more, so that they count beside words that need not occur.
            false if any => {
                let any = [phrases.clone(), words].concat().join(" OR ");
                format!("({}) AND ({any})", phrases.join(" AND "))
            }
            false => [phrases.clone(), words].concat().join(" AND "),
        };
        let whole = expression(whole);
        // Without those that have been found: to rank them again takes as long as the first time.
        let begun = self
            .begins(any)
            .then(|| format!("({}) NOT ({whole})", expression(begun)));
        std::iter::once(whole).chain(begun).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misread;

    fn expressions(text: &str, any: bool) -> Vec<String> {
        Said::of(text).expressions(any)
    }

    #[test]
    fn typed_text_becomes_quoted_terms() {
        let [all, any] = [false, true];
        assert_eq!(
            expressions("liver cirrhosis", all),
            [
                r#""liver" AND "cirrhosis""#,
                r#"("liver" AND "cirrhosis"*) NOT ("liver" AND "cirrhosis")"#
            ]
        );
        assert_eq!(
            expressions("liver cirrhosis ", any),
            [r#""liver" OR "cirrhosis""#]
        );
        assert_eq!(
            expressions("cirrh", any),
            [r#""cirrh""#, r#"("cirrh"*) NOT ("cirrh")"#]
        );
        assert_eq!(expressions("cirrh*", any).len(), 2);
        let sentence = "What are the effects of calcium on mucus";
        assert_eq!(
            expressions(sentence, any),
            [r#""effects" OR "calcium" OR "mucus""#]
        );
        assert_eq!(expressions(sentence, all).len(), 2);
        assert!(is_sentence(sentence) && !is_sentence("the liver of a child"));
        assert_eq!(
            expressions("NEAR(a b) title:x*", any),
            [r#""NEAR" OR "b" OR "title" OR "x""#]
        );
        assert!(Said::of("*** -- \"\" \0").is_empty());
    }

    #[test]
    fn what_is_in_quotes_must_occur() {
        let text = "\"portal vein\" clot ";
        assert_eq!(expressions(text, false), [r#""portal vein" AND "clot""#]);
        assert_eq!(
            expressions(text, true),
            [r#"("portal vein") AND ("portal vein" OR "clot")"#]
        );
        assert_eq!(
            expressions("\"dutched\" cocoa ", true),
            [r#""dutched" OR "cocoa""#]
        );
        assert_eq!(
            expressions("\"portal vein\" ", true),
            [r#"("portal vein") AND ("portal vein")"#]
        );
    }

    #[test]
    fn words_without_a_meaning_of_their_own_count_where_there_are_no_others() {
        assert_eq!(Said::of("to be or not").words, ["to", "be", "or", "not"]);
        let said = Said::of("the liver and");
        assert_eq!((said.words.len(), said.unfinished), (1, false));
        assert_eq!(Said::of("Barrett's oesophagus").words.len(), 2);
        assert_eq!(Said::of("vitamin D").words, ["vitamin", "D"]);
        assert_eq!(Said::of("A hepatitis A").words, ["hepatitis", "A"]);
        assert_eq!(Said::of("FEVER AND A RASH").words, ["FEVER", "RASH"]);
    }

    #[test]
    fn a_text_that_is_no_question_has_no_operators_and_its_numbers_need_a_word() {
        let said = Said::telling("IL-6 AND \"COVID-19\" in 12 of 30 lungs");
        assert_eq!(
            said.expressions(true),
            [r#""IL" OR "COVID" OR "lungs" OR "IL 6" OR "COVID 19""#]
        );
        assert!(Said::telling("12 of 30").is_empty());
    }

    #[test]
    fn words_speak_for_a_document_as_its_score_does_and_never_out_of_order() {
        let found = ByWords {
            keys: vec![5, 3, 8, 1],
            scores: vec![2.0, 1.0, 4.0, 1.0],
            with_all: Some(2),
        };
        // 1 + 2/4, 1 + 1/4, 4/4 and 1/4, over the first.
        let weights = found.weights();
        assert_eq!(weights, [1.0, 1.25 / 1.5, 1.0 / 1.5, 0.25 / 1.5]);
        let without = ByWords {
            with_all: None,
            ..found
        };
        assert_eq!(without.weights(), [1.0, 0.5, 0.5, 0.5], "as they stand");
        let in_order = ByWords::in_order(vec![7, 2]);
        assert_eq!(in_order.weights(), [1.0, 11.0 / 12.0]);
        assert!(ByWords::default().weights().is_empty());
    }

    #[test]
    fn of_a_long_text_the_words_that_it_says_most_often_are_left() {
        let many: Vec<String> = (0..60).map(|n| format!("word{n}")).collect();
        let said = Said::of(&format!("{} word59 word58 Word59", many.join(" ")));
        assert_eq!(said.words.len(), MOST_WORDS);
        assert_eq!(said.words[..3], ["word59", "word58", "word0"]);
        let twice = Said::of("lung lung cancer screening");
        assert_eq!(twice.words.len(), 4, "a short text stays as it is");
    }

    #[test]
    fn megabytes_of_pasted_text_are_asked_by_what_they_say_most_often() {
        let many: String = (0..200_000).map(|n| format!("w{n} ")).collect();
        let said = Said::of(&format!("{many} liver Liver of the spleen liver spleen"));
        assert_eq!(said.words[..2], ["liver", "spleen"]);
        assert_eq!(said.words[2..4], ["w0", "w1"]);
        assert_eq!(said.words.len(), MOST_WORDS);
        assert!(is_sentence(&many) && misread(&many).is_none());
    }
}
