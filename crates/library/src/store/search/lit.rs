//! A sentence with the words that were asked for, as it is shown.

use std::ops::Range;

/// Letters of a long sentence that are shown, and so many of them before the first word that is lit.
const MOST_SHOWN: usize = 300;
const SHOWN_BEFORE: usize = 60;

/// A sentence with the words that were asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lit {
    /// The sentence on one line; of a long one a part, with an ellipsis where something is left out.
    pub text: String,
    /// Bytes of it that are words that were asked for, in order.
    pub lit: Vec<Range<usize>>,
}

impl Lit {
    /// Of a sentence with these words lit, in order.
    pub(super) fn of(sentence: &str, lit: &[Range<usize>]) -> Self {
        let shown = match lit.first() {
            Some(first) => shown(sentence, first),
            None => 0..sentence.len(),
        };
        let mut own = Self::default();
        if shown.start > 0 {
            own.text.push('…');
        }
        let mut done = shown.start;
        let lit = lit.iter().filter(|at| shown.contains(&at.start));
        for at in lit {
            own.put(sentence.get(done..at.start));
            let start = own.text.len();
            done = at.end.min(shown.end);
            own.put(sentence.get(at.start..done));
            own.lit.push(start..own.text.len());
        }
        own.put(sentence.get(done..shown.end));
        if shown.end < sentence.len() {
            own.text.truncate(own.text.trim_end().len());
            own.text.push('…');
        }
        own
    }

    /// Appends letters, line ends and other white space as single blanks.
    fn put(&mut self, letters: Option<&str>) {
        for letter in letters.unwrap_or_default().chars() {
            if !letter.is_whitespace() {
                self.text.push(letter);
            } else if !self.text.is_empty() && !self.text.ends_with(' ') {
                self.text.push(' ');
            }
        }
    }
}

/// What is shown of a sentence with this word: of a long one the part around it, from word to word.
fn shown(sentence: &str, lit: &Range<usize>) -> Range<usize> {
    let letters = sentence.chars().count();
    if letters <= MOST_SHOWN {
        return 0..sentence.len();
    }
    let byte = |letter: usize| {
        let mut all = sentence.char_indices().map(|(at, _)| at);
        all.nth(letter).unwrap_or(sentence.len())
    };
    let before = sentence.get(..lit.start).unwrap_or_default();
    let first = before.chars().count().saturating_sub(SHOWN_BEFORE);
    let first = first.min(letters - MOST_SHOWN);
    let (mut start, mut end) = (byte(first), byte(first + MOST_SHOWN));
    if start > 0 {
        let cut = sentence.get(start..lit.start).unwrap_or_default();
        let whole = cut.trim_start_matches(|letter: char| !letter.is_whitespace());
        if !whole.is_empty() {
            start = lit.start - whole.trim_start().len();
        }
    }
    if end < sentence.len() {
        let after = sentence.get(lit.end..end).unwrap_or_default();
        if let Some(blank) = after.rfind(char::is_whitespace) {
            end = lit.end + blank;
        }
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sentence with the first of each of these words lit, and what is lit of what is shown.
    fn lit(sentence: &str, words: &[&str]) -> (String, Vec<String>) {
        let at = words.iter().map(|word| {
            let start = sentence.find(*word).expect("it is there");
            start..start + word.len()
        });
        let at: Vec<Range<usize>> = at.collect();
        let lit = Lit::of(sentence, &at);
        let shown = lit.lit.iter().map(|at| lit.text[at.clone()].to_owned());
        let shown = shown.collect();
        (lit.text, shown)
    }

    #[test]
    fn a_sentence_stands_on_one_line() {
        let (text, shown) = lit("Stones\r\n   of the\tleft kidney.", &["Stones", "kidney"]);
        assert_eq!(text, "Stones of the left kidney.");
        assert_eq!(shown, ["Stones", "kidney"]);
        assert_eq!(lit("Größe.", &[]).0, "Größe.");
    }

    #[test]
    fn of_a_long_sentence_the_part_around_the_first_word_is_shown() {
        let (before, after) = ("wörd ".repeat(200), " wörd".repeat(200));
        let (text, shown) = lit(&format!("{before}gallstones{after}."), &["gallstones"]);
        assert_eq!(shown, ["gallstones"]);
        assert!(
            text.starts_with("…wörd ") && text.ends_with(" wörd…"),
            "{text}"
        );
        let letters = text.chars().count();
        assert!((280..=MOST_SHOWN + 2).contains(&letters), "{letters}");
        let first = text.find("gallstones").expect("it is shown");
        assert!(text[..first].chars().count() <= SHOWN_BEFORE + 1, "{text}");

        let (text, shown) = lit(&format!("{before}gallstones."), &["gallstones"]);
        assert_eq!(shown, ["gallstones"]);
        assert!(
            text.starts_with("…wörd ") && text.ends_with(" wörd gallstones."),
            "{text}"
        );
        // What is lit beyond the part that is shown is left out.
        let (text, shown) = lit(&format!("stone {before}liver"), &["stone", "liver"]);
        assert_eq!(shown, ["stone"]);
        assert!(
            text.starts_with("stone wörd ") && text.ends_with(" wörd…"),
            "{text}"
        );
    }

    #[test]
    fn a_word_that_is_longer_than_what_is_shown_is_cut() {
        let word = "ä".repeat(5000);
        let (text, shown) = lit(&word, &[&word]);
        assert_eq!(shown, ["ä".repeat(MOST_SHOWN)]);
        assert_eq!(text, format!("{}…", shown[0]));
    }
}
