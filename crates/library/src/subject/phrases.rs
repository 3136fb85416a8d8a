//! Phrases that are looked for among the words of a sentence.

use std::collections::HashMap;

use super::words::is_number;

/// Where a phrase counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Title,
    Text,
    Both,
}

/// What a phrase says where it stands, and how it is written: words with a blank between, `a|b` for either, `#` for a number, `*` for up to two words
/// and `..` for up to six that may stand between, `^` before the first word of a sentence.
pub(super) type Row<T> = (T, Place, &'static str);

/// A part of a phrase.
enum Part {
    OneOf(Vec<&'static str>),
    Number,
    UpTo(usize),
}

struct Phrase<T> {
    says: T,
    place: Place,
    begins: bool,
    parts: Vec<Part>,
}

/// Phrases by their first words.
pub(super) struct Phrases<T> {
    all: Vec<Phrase<T>>,
    by_word: HashMap<&'static str, Vec<usize>>,
    /// Behind these words a phrase does not count.
    not_after: &'static [&'static str],
    /// These words do not stand within one, unless it has them itself.
    not_between: &'static [&'static str],
}

/// Under which phrases are found that begin with a number.
const NUMBER: &str = "#";

impl<T: Copy> Phrases<T> {
    pub(super) fn of(
        rows: &[Row<T>],
        not_after: &'static [&'static str],
        not_between: &'static [&'static str],
    ) -> Self {
        let mut by_word: HashMap<&'static str, Vec<usize>> = HashMap::new();
        let mut all = Vec::with_capacity(rows.len());
        for &(says, place, written) in rows {
            let (begins, written) = match written.strip_prefix('^') {
                Some(rest) => (true, rest),
                None => (false, written),
            };
            let parts: Vec<Part> = written.split(' ').map(part).collect();
            let firsts: &[&'static str] = match parts.first() {
                Some(Part::OneOf(words)) => words.as_slice(),
                _ => &[NUMBER],
            };
            for first in firsts {
                by_word.entry(*first).or_default().push(all.len());
            }
            all.push(Phrase {
                says,
                place,
                begins,
                parts,
            });
        }
        Self {
            all,
            by_word,
            not_after,
            not_between,
        }
    }

    /// What is said in a sentence of the title or of the text, each with the number of the word at which it begins.
    pub(super) fn in_sentence(&self, words: &[&str], is_title: bool) -> Vec<(usize, T)> {
        let elsewhere = match is_title {
            true => Place::Text,
            false => Place::Title,
        };
        let mut found = Vec::new();
        for (n, word) in words.iter().enumerate() {
            let key = match is_number(word) {
                true => NUMBER,
                false => *word,
            };
            let Some(phrases) = self.by_word.get(key) else {
                continue;
            };
            if n > 0 && self.not_after.contains(&words[n - 1]) {
                continue;
            }
            for phrase in phrases.iter().filter_map(|at| self.all.get(*at)) {
                let here = phrase.place != elsewhere && (!phrase.begins || n == 0);
                if here && self.fits(&phrase.parts, &words[n..]) {
                    found.push((n, phrase.says));
                }
            }
        }
        found
    }

    fn fits(&self, parts: &[Part], words: &[&str]) -> bool {
        let Some((part, rest)) = parts.split_first() else {
            return true;
        };
        if let Part::UpTo(most) = part {
            let free = words.iter().take(*most);
            let free = free.take_while(|word| !self.not_between.contains(*word));
            return (0..=free.count()).any(|n| self.fits(rest, &words[n..]));
        }
        let Some((word, after)) = words.split_first() else {
            return false;
        };
        let is = match part {
            Part::OneOf(list) => list.contains(word),
            Part::Number => is_number(word),
            Part::UpTo(_) => true,
        };
        is && self.fits(rest, after)
    }
}

fn part(written: &'static str) -> Part {
    match written {
        NUMBER => Part::Number,
        "*" => Part::UpTo(2),
        ".." => Part::UpTo(6),
        words => Part::OneOf(words.split('|').collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_have_gaps_numbers_and_places() {
        let rows = [
            (1, Place::Both, "randomized|randomised .. trial"),
            (2, Place::Title, "# cases"),
            (3, Place::Text, "# * mice"),
            (4, Place::Both, "^review"),
        ];
        let phrases = Phrases::of(&rows, &["non"], &["trials"]);
        let said = |text: &str, is_title: bool| {
            let words: Vec<&str> = text.split(' ').collect();
            let found = phrases.in_sentence(&words, is_title);
            found.into_iter().map(|(_, says)| says).collect::<Vec<_>>()
        };
        assert_eq!(said("a randomised double blind trial", true), [1]);
        assert_eq!(said("a randomized a b c d e f trial", false), [1]);
        assert!(said("a randomized a b c d e f g trial", false).is_empty());
        assert!(said("a non randomised trial", true).is_empty());
        assert!(said("randomised trials before this trial", true).is_empty());
        assert_eq!(said("three cases", true), [2]);
        assert!(said("three cases", false).is_empty());
        assert_eq!(said("40 adult male mice", false), [3]);
        assert!(said("40 very old male mice", false).is_empty());
        assert_eq!(said("review of something", true), [4]);
        assert!(said("a review", true).is_empty());
    }
}
