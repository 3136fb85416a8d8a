//! Words of a few typed ones that are misspellings of words that names are made of.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use rphonetic::{DoubleMetaphone, Encoder as _};

use crate::gazetteer::plain_name;

/// Shorter words are not corrected, in letters.
const SHORT: usize = 5;

/// Words of so many letters may be two steps away.
const LONG: usize = 8;

/// Consonants of a word that are listened to.
const SOUNDS: usize = 8;

/// A word in at most so many names may be a misspelling itself …
const RARE: u32 = 10;

/// … of one that is more than so many times as frequent.
const RARER: u32 = 10;

/// What stands in no more names than this corrects nothing.
const SEEN: u32 = 3;

/// The words that names are made of.
pub struct Spelling {
    /// In how many names a word stands.
    words: HashMap<String, u32>,
    /// The words of [`SHORT`] letters and more by how they sound.
    sounds: HashMap<String, Vec<String>>,
}

/// A text with its misspelt words put right.
#[derive(Debug, PartialEq)]
pub struct Mended {
    /// The text.
    pub text: String,
    /// The bytes of each word that was put in, and those of the one that stood there, in order.
    edits: Vec<(Range<usize>, Range<usize>)>,
}

impl Mended {
    /// The byte of the original text at which a byte of the mended one stood; one within a word that was put in stands at the beginning of
    /// the original word.
    pub fn original(&self, at: usize) -> usize {
        let mut ends = (0, 0);
        for (new, old) in &self.edits {
            if at < new.end {
                if at >= new.start {
                    return old.start;
                }
                break;
            }
            ends = (new.end, old.end);
        }
        ends.1 + (at - ends.0)
    }
}

impl Spelling {
    /// From names.
    pub fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut words = HashMap::new();
        for name in names {
            let plain = plain_name(name);
            let parts = plain.split(|c: char| !c.is_alphanumeric());
            for word in parts.filter(|word| !word.is_empty()) {
                *words.entry(word.to_owned()).or_insert(0) += 1;
            }
        }
        let mut sounds: HashMap<String, Vec<String>> = HashMap::new();
        let long = words.keys().filter(|word| word.len() >= SHORT);
        for word in long {
            if let Some(sound) = sound(word) {
                sounds.entry(sound).or_default().push(word.clone());
            }
        }
        Self { words, sounds }
    }

    /// The known word that a word (in the form of [`plain_name`]) is a misspelling of: one that sounds the same, or, with the same first letter, is
    /// one step (a letter added, left out, replaced or swapped with its neighbour) away, or two in long words.
    fn meant(&self, word: &str) -> Option<&str> {
        let letters = word.chars().count();
        let own = self.words.get(word).copied().unwrap_or(0);
        let begins = |known: &String| known.len() > word.len() && known.starts_with(word);
        if letters < SHORT || own > RARE || self.words.keys().any(begins) {
            return None;
        }
        let steps = if letters < LONG { 1 } else { 2 };
        let same_sound = sound(word).and_then(|sound| self.sounds.get(&sound));
        let alike = same_sound.into_iter().flatten();
        let alike = alike.map(|known| (strsim::osa_distance(known, word), known));
        let alike = alike.filter(|(away, _)| *away <= letters / 2);
        let near = self.words.keys().filter_map(|known| {
            let may = known.len().abs_diff(word.len()) <= steps
                && known.chars().next() == word.chars().next();
            let away = may.then(|| strsim::osa_distance(known, word))?;
            (away <= steps).then_some((away, known))
        });
        // Of two that are as far away, the one that sounds the same.
        let best = alike
            .map(|(away, known)| (2 * away, known))
            .chain(near.map(|(away, known)| (2 * away + 1, known)))
            .map(|(far, known)| (far, Reverse(self.words[known]), known))
            .filter(|(_, count, _)| count.0 > SEEN.max(own))
            .min();
        best.filter(|(_, count, _)| count.0 > own * RARER)
            .map(|(_, _, known)| known.as_str())
    }

    /// A text with its misspelt words put right, but for those that are ordinary words; nothing when there are none.
    /// Words with capitals behind the first letter are taken as they are: they are abbreviations.
    pub fn mend(&self, text: &str, ordinary: &dyn Fn(&str) -> bool) -> Option<Mended> {
        let mut mended = Mended {
            text: String::with_capacity(text.len()),
            edits: Vec::new(),
        };
        let mut at = 0;
        for old in words(text) {
            let word = &text[old.clone()];
            if word.chars().skip(1).any(char::is_uppercase) {
                continue;
            }
            let plain = plain_name(word);
            let Some(known) = self.meant(&plain).filter(|_| !ordinary(&plain)) else {
                continue;
            };
            mended.text.push_str(&text[at..old.start]);
            let start = mended.text.len();
            mended.text.push_str(known);
            at = old.end;
            mended.edits.push((start..mended.text.len(), old));
        }
        mended.text.push_str(&text[at..]);
        (!mended.edits.is_empty()).then_some(mended)
    }
}

/// The bytes of the words of a text.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    text.split(|c: char| !c.is_alphanumeric())
        .filter_map(move |word| {
            let start = at + text[at..].find(word)?;
            at = start + word.len();
            (!word.is_empty()).then_some(start..at)
        })
}

/// How a word sounds, by Double Metaphone; nothing for what is not written with the letters a to z.
pub fn sound(word: &str) -> Option<String> {
    let plain = word.bytes().all(|b| b.is_ascii_lowercase());
    let code = plain.then(|| DoubleMetaphone::new(Some(SOUNDS)).encode(word))?;
    Some(code).filter(|code| !code.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelling() -> Spelling {
        let names = [
            "bladder infection",
            "bladder stone",
            "left ventricle",
            "ventricle",
        ];
        Spelling::new(names.into_iter().cycle().take(20))
    }

    #[test]
    fn misspelt_words_are_put_right_and_bytes_are_found_again() {
        let text = "Blader infecton, left ventrical";
        let mended = spelling().mend(text, &|_| false).unwrap();
        assert_eq!(mended.text, "bladder infection, left ventricle");
        for (new, old) in [
            ("bladder", "Blader"),
            ("left", "left"),
            ("ventricle", "ventrical"),
        ] {
            let start = mended.text.find(new).unwrap();
            let bytes = mended.original(start)..mended.original(start + new.len());
            assert_eq!(&text[bytes], old);
        }
        assert_eq!(mended.original(mended.text.len()), text.len());
    }

    #[test]
    fn ordinary_words_abbreviations_and_known_words_stay() {
        let spelling = spelling();
        assert_eq!(spelling.mend("bladder stone", &|_| false), None);
        assert_eq!(spelling.mend("blader", &|word| word == "blader"), None);
        assert_eq!(spelling.mend("BLADER", &|_| false), None);
        assert_eq!(spelling.mend("", &|_| false), None);
        assert_eq!(spelling.mend("läft — œ", &|_| false), None);
    }
}
