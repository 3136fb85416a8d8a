//! Which words are words of the language, and no misspellings: those that the tokenizer of the model that ships has whole.

use std::sync::OnceLock;

use grounding::WordPiece;

use crate::paths::Paths;

/// No text is read with it.
const LEAST_TOKENS: usize = 3;

/// Whether a lower-case word is one; of none where there is no model, which whoever opens that says.
pub fn is_common(word: &str) -> bool {
    static TOKENIZER: OnceLock<Option<WordPiece>> = OnceLock::new();
    let tokenizer = TOKENIZER.get_or_init(|| {
        let file = Paths::find().ok()?.model().join("tokenizer.json");
        WordPiece::open(&file, LEAST_TOKENS).ok()
    });
    tokenizer.as_ref().is_some_and(|known| known.is_word(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_language_are_known_and_misspelt_ones_are_not() {
        assert!(is_common("maternal") && is_common("brother"));
        assert!(!is_common("pnuemonia") && !is_common("kidny"));
    }
}
