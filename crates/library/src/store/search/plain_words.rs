//! The words of a text, and those that carry no meaning of their own: PubMed's, and those by which people ask.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// The stop words of PubMed (National Library of Medicine, "PubMed Help", appendix), then words of questions and of persons, which its list
/// has not. In alphabetical order each, so that they are found quickly.
const PUBMED: &[&str] = &[
    "a",
    "about",
    "again",
    "all",
    "almost",
    "also",
    "although",
    "always",
    "among",
    "an",
    "and",
    "another",
    "any",
    "are",
    "as",
    "at",
    "be",
    "because",
    "been",
    "before",
    "being",
    "between",
    "both",
    "but",
    "by",
    "can",
    "could",
    "did",
    "do",
    "does",
    "done",
    "due",
    "during",
    "each",
    "either",
    "enough",
    "especially",
    "etc",
    "for",
    "found",
    "from",
    "further",
    "had",
    "has",
    "have",
    "having",
    "here",
    "how",
    "however",
    "i",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "itself",
    "just",
    "kg",
    "km",
    "made",
    "mainly",
    "make",
    "may",
    "mg",
    "might",
    "ml",
    "mm",
    "most",
    "mostly",
    "must",
    "nearly",
    "neither",
    "no",
    "nor",
    "obtained",
    "of",
    "often",
    "on",
    "our",
    "overall",
    "perhaps",
    "pmid",
    "quite",
    "rather",
    "really",
    "regarding",
    "seem",
    "seen",
    "several",
    "should",
    "show",
    "showed",
    "shown",
    "shows",
    "significantly",
    "since",
    "so",
    "some",
    "such",
    "than",
    "that",
    "the",
    "their",
    "theirs",
    "them",
    "then",
    "there",
    "therefore",
    "these",
    "they",
    "this",
    "those",
    "through",
    "thus",
    "to",
    "upon",
    "use",
    "used",
    "using",
    "various",
    "very",
    "was",
    "we",
    "were",
    "what",
    "when",
    "which",
    "while",
    "with",
    "within",
    "without",
    "would",
];
const ASKING: &[&str] = &[
    "am", "anyone", "aren", "cannot", "doesn", "doing", "don", "down", "few", "get", "he", "her",
    "hers", "him", "his", "isn", "me", "more", "my", "not", "only", "or", "other", "out", "over",
    "own", "same", "shall", "she", "under", "until", "up", "us", "versus", "vs", "where", "who",
    "whom", "whose", "why", "will", "won", "you", "your", "yours",
];
/// What stands behind an apostrophe; alone these are words: vitamin D, T cells.
const SHORTENED: &[&str] = &["d", "ll", "m", "re", "s", "t", "ve"];

/// The words of a text: runs of letters and digits, as the index takes them.
pub(super) fn words(text: &str) -> Vec<String> {
    let pieces = text.split(|c: char| !c.is_alphanumeric());
    let words = pieces.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Where the words of a text stand, bytes; unlike [`words`] with accents that are letters of their own, as the index has them.
pub(super) fn cut(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut letters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = letters.find(|(_, letter)| letter.is_alphanumeric())?;
        let mut end = start + first.len_utf8();
        let goes_on =
            |letter: char| letter.is_alphanumeric() || ('\u{300}'..='\u{36F}').contains(&letter);
        while let Some((at, letter)) = letters.next_if(|(_, letter)| goes_on(*letter)) {
            end = at + letter.len_utf8();
        }
        Some(start..end)
    })
}

/// Small letters without accents.
pub(super) fn folded(word: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    let plain = word
        .nfkd()
        .filter(|c| !unicode_normalization::char::is_combining_mark(*c));
    plain.collect::<String>().to_lowercase()
}

/// Whether a word carries no meaning of its own, however it is written.
pub(super) fn is_stop_word(word: &str) -> bool {
    let word = word.to_lowercase();
    let word = word.as_str();
    PUBMED.binary_search(&word).is_ok() || ASKING.binary_search(&word).is_ok()
}

/// Whether this is the end of a word before an apostrophe.
pub(super) fn is_shortened(word: &str) -> bool {
    SHORTENED.contains(&word.to_lowercase().as_str())
}

/// The words that are said most often, `most` of them at most, the earlier before the later. Costs as much as there are words.
pub(super) fn most_often<W: Eq + Hash>(words: impl Iterator<Item = W>, most: usize) -> Vec<W> {
    let mut counted: HashMap<W, (usize, usize)> = HashMap::new();
    for (at, word) in words.enumerate() {
        let (times, _) = counted.entry(word).or_insert((0, at));
        *times += 1;
    }
    let mut counted: Vec<_> = counted.into_iter().collect();
    counted.sort_unstable_by_key(|(_, (times, at))| (Reverse(*times), *at));
    counted.truncate(most);
    counted.into_iter().map(|(word, _)| word).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::hash::Hasher;

    use super::*;

    #[test]
    fn they_stand_in_order_and_are_found_in_any_case() {
        assert!(PUBMED.is_sorted() && ASKING.is_sorted());
        assert!(is_stop_word("The") && is_stop_word("WHY"));
        assert!(!is_stop_word("liver") && !is_stop_word("") && !is_stop_word("D"));
        assert!(is_shortened("S") && !is_shortened("a"));
    }

    /// A word that counts how often it is compared with another.
    struct Compared<'c>(usize, &'c Cell<usize>);

    impl PartialEq for Compared<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.1.set(self.1.get() + 1);
            self.0 == other.0
        }
    }

    impl Eq for Compared<'_> {}

    impl Hash for Compared<'_> {
        fn hash<H: Hasher>(&self, hasher: &mut H) {
            self.0.hash(hasher);
        }
    }

    #[test]
    fn ten_times_as_many_different_words_cost_ten_times_as_much() {
        let compared = |words: usize| {
            let count = Cell::new(0);
            let all = (0..words).chain([3, 1, 3]).map(|n| Compared(n, &count));
            let kept: Vec<usize> = most_often(all, 4).into_iter().map(|word| word.0).collect();
            assert_eq!(kept, [3, 1, 0, 2]);
            count.get()
        };
        // Each word is compared with hardly any other.
        for words in [1_000, 10_000] {
            let compared = compared(words);
            assert!(compared < words, "{compared} for {words}");
        }
    }
}
