//! The words of a passage with their places and what stands between them.

use std::ops::Range;

/// What stands before a word, the strongest mark counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// White space, hyphen, slash.
    Space,
    Comma,
    Bracket,
    Colon,
    /// End of a sentence or of a clause that stands on its own.
    Stop,
}

/// A word.
#[derive(Debug, Clone)]
pub(crate) struct Word<'a> {
    pub start: usize,
    pub end: usize,
    /// As written.
    pub text: &'a str,
    /// In lower case.
    pub lower: String,
    /// What stands before it.
    pub gap: Gap,
}

/// The words of a part of a text. Byte ranges refer to the whole text.
#[derive(Debug, Clone)]
pub(crate) struct Words<'a> {
    pub list: Vec<Word<'a>>,
}

/// What is said so many words away is not said of a word, even where no sentence ends between: a text without a full stop
/// would else be read as a whole for each of its words.
const REACH: usize = 80;

/// Words that are written with a full stop inside a sentence.
const STOPPED: [&str; 9] = ["rt", "lt", "l", "r", "i", "e", "g", "approx", "fig"];

impl<'a> Words<'a> {
    /// The words of `text` within `bytes`.
    pub fn new(text: &'a str, bytes: Range<usize>) -> Self {
        let mut list: Vec<Word<'a>> = Vec::new();
        let part = text.get(bytes.clone()).unwrap_or("");
        let (mut at, mut last_end) = (0, 0);
        while let Some(from) = part[at..].find(char::is_alphanumeric) {
            let start = at + from;
            let end = part[start..]
                .find(|c: char| !c.is_alphanumeric())
                .map_or(part.len(), |n| start + n);
            let stopped = list
                .last()
                .is_some_and(|w| STOPPED.contains(&w.lower.as_str()));
            let gap = gap(&part[last_end..start], stopped);
            list.push(Word {
                start: bytes.start + start,
                end: bytes.start + end,
                text: &part[start..end],
                lower: part[start..end].to_lowercase(),
                gap,
            });
            (at, last_end) = (end, end);
        }
        Words { list }
    }

    /// Indices of the words that a byte range touches.
    pub fn within(&self, bytes: &Range<usize>) -> Range<usize> {
        let from = self.list.partition_point(|w| w.end <= bytes.start);
        let to = self.list.partition_point(|w| w.start < bytes.end);
        from..to.max(from)
    }

    /// The word at an index in lower case; empty beyond the ends.
    pub fn lower(&self, i: usize) -> &str {
        self.list.get(i).map_or("", |w| w.lower.as_str())
    }

    /// What stands before the word at an index; a stop beyond the ends.
    pub fn gap(&self, i: usize) -> Gap {
        self.list.get(i).map_or(Gap::Stop, |w| w.gap)
    }

    /// The sentence or clause around a word, as indices: at most [`REACH`] words on either side of it.
    pub fn clause(&self, i: usize) -> Range<usize> {
        let mut from = i.min(self.list.len());
        let first = from.saturating_sub(REACH);
        while from > first && self.gap(from) != Gap::Stop {
            from -= 1;
        }
        let mut to = (i + 1).min(self.list.len());
        let last = (to + REACH).min(self.list.len());
        while to < last && self.gap(to) != Gap::Stop {
            to += 1;
        }
        from..to
    }
}

/// The strongest mark in what stands between two words.
fn gap(between: &str, stopped: bool) -> Gap {
    // "Ribs 4–7".
    if between == "–" {
        return Gap::Space;
    }
    let mut strongest = Gap::Space;
    let mut chars = between.chars().peekable();
    let mut line_ends = 0;
    while let Some(c) = chars.next() {
        let mark = match c {
            // "3.5" goes on, "Rt. kidney" too.
            '.' if stopped || chars.peek().is_none() => Gap::Space,
            '.' | ';' | '!' | '?' => Gap::Stop,
            ':' => Gap::Colon,
            '(' | ')' | '[' | ']' => Gap::Bracket,
            ',' | '—' | '–' => Gap::Comma,
            '\n' => {
                line_ends += 1;
                if line_ends > 1 { Gap::Stop } else { Gap::Space }
            }
            _ => Gap::Space,
        };
        strongest = strongest.max(mark);
    }
    strongest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_places_and_marks() {
        let text = "Rt. kidney: 3.5 cm (upper-pole); größer.";
        let words = Words::new(text, 0..text.len());
        let got: Vec<(&str, Gap)> = words.list.iter().map(|w| (w.text, w.gap)).collect();
        assert_eq!(
            got,
            [
                ("Rt", Gap::Space),
                ("kidney", Gap::Space),
                ("3", Gap::Colon),
                ("5", Gap::Space),
                ("cm", Gap::Space),
                ("upper", Gap::Bracket),
                ("pole", Gap::Space),
                ("größer", Gap::Stop)
            ]
        );
        assert_eq!(words.within(&(4..10)), 1..2);
        assert_eq!(words.clause(2), 0..7);
        assert_eq!(&text[words.list[7].start..words.list[7].end], "größer");
    }

    #[test]
    fn a_clause_has_an_end_where_the_text_has_none() {
        let text = "liver, ".repeat(10_000);
        let words = Words::new(&text, 0..text.len());
        assert_eq!(words.clause(0), 0..1 + REACH);
        assert_eq!(words.clause(5000), 5000 - REACH..5001 + REACH);
        assert_eq!(words.clause(9999), 9999 - REACH..10_000);
        let whole: usize = (0..words.list.len()).map(|i| words.clause(i).len()).sum();
        assert!(whole <= words.list.len() * (2 * REACH + 1));
    }
}
