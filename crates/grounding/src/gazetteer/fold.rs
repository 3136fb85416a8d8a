//! A text as the word list reads it, with the way back to the original bytes.
//!
//! Runs of white space, hyphens and dashes become one space (a blank line a line end, which no term spans), typographic
//! apostrophes become plain, accents and ligatures are spelled out. Letter case is kept: abbreviations need it.

use std::ops::Range;

/// A folded text.
#[derive(Debug, Default)]
pub(super) struct Folded {
    /// The folded text.
    pub text: String,
    /// (byte here, byte in the original) wherever the distance between the two changes, ascending.
    anchors: Vec<(usize, usize)>,
}

impl Folded {
    /// Folds a text.
    pub fn new(original: &str) -> Self {
        let mut folded = Self {
            text: String::with_capacity(original.len()),
            anchors: Vec::new(),
        };
        let mut chars = original.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            folded.anchor(at);
            if is_separator(c) {
                let mut line_ends = u32::from(c == '\n');
                while let Some((_, next)) = chars.next_if(|(_, c)| is_separator(*c)) {
                    line_ends += u32::from(next == '\n');
                }
                folded.text.push(if line_ends > 1 { '\n' } else { ' ' });
            } else if c.is_ascii() {
                folded.text.push(c);
            } else {
                match plain(c) {
                    Some(letters) => folded.text.push_str(letters),
                    None => folded.text.push(c),
                }
            }
        }
        folded.anchor(original.len());
        folded
    }

    /// Notes that what is pushed next comes from here in the original.
    fn anchor(&mut self, original: usize) {
        if self.original(self.text.len()) != original {
            self.anchors.push((self.text.len(), original));
        }
    }

    /// The byte of the original that a byte here comes from.
    pub fn original(&self, at: usize) -> usize {
        let after = self.anchors.partition_point(|(here, _)| *here <= at);
        match after.checked_sub(1).map(|last| self.anchors[last]) {
            Some((here, original)) => original + (at - here),
            None => at,
        }
    }

    /// The same text with some words, given in order, replaced.
    pub fn replaced(&self, words: &[(Range<usize>, &str)]) -> Self {
        let mut out = Self {
            text: String::with_capacity(self.text.len() + words.len()),
            anchors: Vec::new(),
        };
        let mut from = 0;
        for (range, word) in words {
            out.append(self, from..range.start);
            out.anchor(self.original(range.start));
            out.text.push_str(word);
            from = range.end;
        }
        out.append(self, from..self.text.len());
        out
    }

    /// Copies a piece of another folded text of the same original.
    fn append(&mut self, other: &Self, piece: Range<usize>) {
        self.anchor(other.original(piece.start));
        let shift = self.text.len();
        let from = other
            .anchors
            .partition_point(|(here, _)| *here <= piece.start);
        let to = other
            .anchors
            .partition_point(|(here, _)| *here <= piece.end);
        let inside = other.anchors[from..to.max(from)].iter();
        self.anchors
            .extend(inside.map(|(here, original)| (here - piece.start + shift, *original)));
        self.text.push_str(&other.text[piece]);
    }
}

/// Whether a character only separates words.
pub(super) fn is_separator(c: char) -> bool {
    c == '-' || c.is_whitespace() || matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Plain letters for the accents, ligatures and apostrophes that medical names are printed with.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{2018}' | '\u{2019}' | '\u{02bc}' => "'",
        'œ' => "oe",
        'Œ' => "Oe",
        'æ' => "ae",
        'Æ' => "Ae",
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => "a",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'É' => "E",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => "o",
        'ù' | 'ú' | 'û' | 'ü' => "u",
        'ç' => "c",
        'ñ' => "n",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_leads_back_to_its_original() {
        let original = "Crohn’s  œsophagus –\n gall‑bladder\n\nfoie gras: Ménière";
        let folded = Folded::new(original);
        assert_eq!(
            folded.text,
            "Crohn's oesophagus gall bladder\nfoie gras: Meniere"
        );
        for word in [
            "Crohn's",
            "oesophagus",
            "gall",
            "bladder",
            "gras",
            "Meniere",
        ] {
            let start = folded.text.find(word).unwrap();
            let piece = folded.original(start)..folded.original(start + word.len());
            assert_eq!(Folded::new(&original[piece]).text, word);
        }
        assert_eq!(folded.original(folded.text.len()), original.len());
    }

    #[test]
    fn replaced_words_keep_the_places_of_the_others() {
        let original = "the œsofagus, the  panceras – and the spleen";
        let folded = Folded::new(original);
        let at = |word: &str| {
            let start = folded.text.find(word).unwrap();
            start..start + word.len()
        };
        let right = folded.replaced(&[
            (at("oesofagus"), "oesophagus"),
            (at("panceras"), "pancreas"),
        ]);
        assert_eq!(right.text, "the oesophagus, the pancreas and the spleen");
        for (word, was) in [
            ("oesophagus", "œsofagus"),
            ("pancreas", "panceras"),
            ("spleen", "spleen"),
            ("and", "and"),
        ] {
            let start = right.text.find(word).unwrap();
            assert_eq!(
                &original[right.original(start)..right.original(start + word.len())],
                was
            );
        }
    }
}
