//! Which texts are read for what they mean.

use super::language::has_operators;
use super::words::{Said, is_sentence};
use crate::Identifier;

/// A word with so many digits is the number of a record (NCT01234567), or of a gene's variant, and no word.
const DIGITS_OF_A_RECORD: usize = 4;

/// Whether what a text means counts beside its words: that of a sentence, and of a few words unless these say what answers must have or are the number of
/// a record.
pub fn has_meaning(text: &str) -> bool {
    // The parts of a DOI are as many as the words of a sentence.
    if Identifier::of_line(text).is_some() {
        return false;
    }
    if is_sentence(text) {
        return true;
    }
    // Also what would be a question with operators if it could be read.
    let must = has_operators(text) || text.contains(['"', '*', '[']);
    let is_word = |word: &String| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        word.chars().any(char::is_alphabetic) && digits < DIGITS_OF_A_RECORD
    };
    !must && Said::of(text).words.iter().any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_for_what_they_mean_unless_they_say_what_must_be_there() {
        for text in [
            "vitamin D",
            "stones",
            "IL-6",
            "COVID-19",
            "the liver of a child",
            "What are the effects of calcium on mucus",
        ] {
            assert!(has_meaning(text), "{text}");
        }
        for text in [
            "",
            "***",
            "2019",
            "stones[ti]",
            "stones[ti",
            "stones AND kidney",
            "ascites AND",
            "\"portal vein\"",
            "\"stones\"",
            "\"portal vein\" clot",
            "hyper*",
            "12345678",
            "PMID: 12345678",
            "10.1000/182",
            "NCT01234567",
        ] {
            assert!(!has_meaning(text), "{text}");
        }
    }
}
