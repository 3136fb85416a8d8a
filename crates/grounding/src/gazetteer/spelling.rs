//! One misspelling in a long word.
//!
//! A word of at least [`SHORTEST`] letters that the list does not know is read as the one word of the list that differs
//! from it by one letter added, left out, replaced or swapped with its neighbour; the first letter must be right. Words
//! that look like one of ours but are words of their own ("peroneal" beside "peritoneal") are listed in
//! `data/spelling.json` and never corrected. The look-up is by deletions (the method of SymSpell): two words are at most
//! one such step apart only when they agree after leaving out at most one letter of each.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher};

/// Words shorter than this are taken as they are: too many short words are one letter apart.
pub(super) const SHORTEST: usize = 8;

type Fast = BuildHasherDefault<DefaultHasher>;

/// The words to correct to, and those to leave alone.
#[derive(Debug, Default)]
pub(super) struct Spelling {
    targets: Vec<String>,
    ordinary: HashSet<String, Fast>,
    /// Words by the number of what is left of them after leaving out at most one letter.
    by_rest: HashMap<u64, Vec<u32>, Fast>,
}

impl Spelling {
    /// Over lower-case words of the list and lower-case words of the language.
    pub fn new(
        targets: impl IntoIterator<Item = String>,
        ordinary: impl IntoIterator<Item = String>,
    ) -> Self {
        let mut targets: Vec<String> = targets
            .into_iter()
            .filter(|w| w.len() >= SHORTEST && w.bytes().all(|b| b.is_ascii_lowercase()))
            .collect();
        targets.sort_unstable();
        targets.dedup();
        let mut by_rest: HashMap<u64, Vec<u32>, Fast> = HashMap::default();
        for (n, word) in targets.iter().enumerate() {
            rests(word.as_bytes(), |rest| {
                let words = by_rest.entry(rest).or_default();
                if words.last() != Some(&(n as u32)) {
                    words.push(n as u32);
                }
            });
        }
        let mut ordinary: HashSet<String, Fast> = ordinary.into_iter().collect();
        ordinary.extend(targets.iter().cloned());
        Self {
            targets,
            ordinary,
            by_rest,
        }
    }

    /// The word of the list that a word is a misspelling of; none when it is right, ordinary, too short, or near to
    /// two words of the list. An ending "s" may follow.
    pub fn correct(&self, word: &str) -> Option<&str> {
        if word.len() < SHORTEST || !word.bytes().all(|b| b.is_ascii_alphabetic()) {
            return None;
        }
        let word = word.to_ascii_lowercase();
        let single = word.strip_suffix('s').unwrap_or(&word);
        if self.ordinary.contains(&word) || self.ordinary.contains(single) {
            return None;
        }
        self.nearest(&word)
            .or_else(|| (single.len() < word.len()).then(|| self.nearest(single))?)
    }

    fn nearest(&self, word: &str) -> Option<&str> {
        let mut found: Option<u32> = None;
        let mut several = false;
        rests(word.as_bytes(), |rest| {
            for &n in self.by_rest.get(&rest).into_iter().flatten() {
                let target = &self.targets[n as usize];
                if found != Some(n)
                    && target.as_bytes()[0] == word.as_bytes()[0]
                    && strsim::osa_distance(target, word) == 1
                {
                    several |= found.is_some();
                    found = Some(n);
                }
            }
        });
        found
            .filter(|_| !several)
            .map(|n| self.targets[n as usize].as_str())
    }
}

/// Calls `each` with a number for the word and for every word left by taking one letter out of it.
fn rests(word: &[u8], mut each: impl FnMut(u64)) {
    const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
    let value = |b: &u8| u64::from(*b) + 1;
    // The number of a word is its polynomial in BASE, so that leaving a letter out costs two multiplications.
    let whole = word.iter().fold(0_u64, |sum, b| {
        sum.wrapping_mul(BASE).wrapping_add(value(b))
    });
    each(whole);
    let (mut after, mut power) = (0_u64, 1_u64);
    // `head` is the polynomial of the letters before the one left out, taken apart from the end.
    let mut heads = Vec::with_capacity(word.len());
    let mut head = 0_u64;
    for b in word {
        heads.push(head);
        head = head.wrapping_mul(BASE).wrapping_add(value(b));
    }
    for (b, head) in word.iter().zip(heads).rev() {
        each(head.wrapping_mul(power).wrapping_add(after));
        after = after.wrapping_add(value(b).wrapping_mul(power));
        power = power.wrapping_mul(BASE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_step_is_corrected_and_nothing_more() {
        let words = [
            "pancreatic",
            "peritoneal",
            "oesophagus",
            "mesenteric",
            "prostatic",
            "prostatin",
        ];
        let spelling = Spelling::new(
            words.map(str::to_owned),
            ["peroneal", "pancreatin"].map(str::to_owned),
        );
        for (word, right) in [
            ("pancratic", Some("pancreatic")),
            ("Pancreattic", Some("pancreatic")),
            ("pancreatik", Some("pancreatic")),
            ("pancraetic", Some("pancreatic")),
            ("oesophaguus", Some("oesophagus")),
            ("mesentric", Some("mesenteric")),
            ("pancreatic", None),
            ("pancreatin", None),
            ("peroneal", None),
            ("bancreatic", None),
            ("pancrtic", None),
            ("prostati", None),
            ("gastri", None),
        ] {
            assert_eq!(spelling.correct(word), right, "{word}");
        }
    }
}
