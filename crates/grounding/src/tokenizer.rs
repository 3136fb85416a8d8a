//! WordPiece: text to token numbers, with the bytes each token came from.
//!
//! The rules (lower case, accents, word pieces, special tokens) are those of the model's `tokenizer.json`, read by the
//! `tokenizers` crate. Whatever padding or truncation that file asks for is switched off: batches are padded to their
//! own longest row, and truncation is done here, where it can be told.

use std::ops::Range;
use std::path::Path;

use tokenizers::Tokenizer;

use crate::GroundingError;

/// A text of more bytes than this is cut before it is tokenized; at least 64 bytes for each of 512 tokens remain.
const MAX_TOKENIZED_BYTES: usize = 32 * 1024;

/// The tokens of one text, `[CLS]` and `[SEP]` included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// Token numbers, at most `max_tokens`.
    pub ids: Vec<u32>,
    /// The bytes of the text behind each token; empty (`0..0`) for the special tokens.
    pub offsets: Vec<Range<usize>>,
    /// Whether tokens at the end of the text were dropped to keep within `max_tokens`.
    pub truncated: bool,
}

impl Tokens {
    /// Positions of the tokens whose bytes begin inside `bytes`.
    pub fn within(&self, bytes: Range<usize>) -> Vec<usize> {
        self.offsets
            .iter()
            .enumerate()
            .filter(|(_, o)| o.end > o.start && bytes.contains(&o.start))
            .map(|(i, _)| i)
            .collect()
    }
}

/// The WordPiece tokenizer of a model folder.
pub struct WordPiece {
    tokenizer: Tokenizer,
    max_tokens: usize,
    cls: u32,
    sep: u32,
    mask: u32,
}

impl WordPiece {
    /// Reads `tokenizer.json`. `max_tokens` counts the two special tokens, so it is at least 3.
    ///
    /// # Errors
    /// [`GroundingError::Model`] naming the file when it cannot be read, is no tokenizer, or has no `[CLS]` and `[SEP]`.
    pub fn open(path: &Path, max_tokens: usize) -> Result<Self, GroundingError> {
        let bytes = std::fs::read(path)
            .map_err(|e| GroundingError::model(path, format!("cannot be read: {e}")))?;
        Self::from_bytes(&bytes, max_tokens, path)
    }

    /// As [`WordPiece::open`], from bytes already read; `path` is only for messages.
    ///
    /// # Errors
    /// As for [`WordPiece::open`].
    pub fn from_bytes(
        bytes: &[u8],
        max_tokens: usize,
        path: &Path,
    ) -> Result<Self, GroundingError> {
        let mut tokenizer = Tokenizer::from_bytes(bytes)
            .map_err(|e| GroundingError::model(path, format!("is not a tokenizer file: {e}")))?;
        tokenizer.with_padding(None);
        tokenizer
            .with_truncation(None)
            .map_err(|e| GroundingError::model(path, e.to_string()))?;
        let special = |token: &str| {
            tokenizer.token_to_id(token).ok_or_else(|| GroundingError::model(path, format!("has no {token} token, so it is not the WordPiece tokenizer this model needs")))
        };
        let (cls, sep) = (special("[CLS]")?, special("[SEP]")?);
        // A word list without [MASK] still has its word for everything unknown.
        let mask = special("[MASK]").or_else(|_| special("[UNK]"))?;
        if max_tokens < 3 {
            return Err(GroundingError::model(
                path,
                format!("max_tokens {max_tokens} leaves no room for text"),
            ));
        }
        Ok(Self {
            tokenizer,
            max_tokens,
            cls,
            sep,
            mask,
        })
    }

    /// Whether a lower-case word is a token of its own: a common word.
    pub fn is_word(&self, word: &str) -> bool {
        self.tokenizer.token_to_id(word).is_some()
    }

    /// Number of tokens the tokenizer knows; every id is below it.
    pub fn vocabulary(&self) -> usize {
        self.tokenizer.get_vocab_size(true)
    }

    /// The token that stands for a word that is left out: `[MASK]`, which the encoder was pretrained with.
    pub fn mask(&self) -> u32 {
        self.mask
    }

    /// Most tokens of one text.
    pub fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// Tokenizes a text: `[CLS]`, its word pieces up to `max_tokens - 2`, `[SEP]`.
    ///
    /// # Errors
    /// [`GroundingError::Tokenize`] when the tokenizer refuses the text.
    pub fn encode(&self, text: &str) -> Result<Tokens, GroundingError> {
        let limit = text.floor_char_boundary(MAX_TOKENIZED_BYTES.max(self.max_tokens * 64));
        let encoding = self
            .tokenizer
            .encode(&text[..limit], false)
            .map_err(|e| GroundingError::Tokenize(e.to_string()))?;
        let room = self.max_tokens - 2;
        let kept = encoding.len().min(room);
        let mut ids = Vec::with_capacity(kept + 2);
        let mut offsets = Vec::with_capacity(kept + 2);
        ids.push(self.cls);
        offsets.push(0..0);
        ids.extend_from_slice(&encoding.get_ids()[..kept]);
        offsets.extend(encoding.get_offsets()[..kept].iter().map(|&(a, b)| a..b));
        ids.push(self.sep);
        offsets.push(0..0);
        Ok(Tokens {
            ids,
            offsets,
            truncated: encoding.len() > kept || limit < text.len(),
        })
    }
}

/// A WordPiece tokenizer file over a few words, for tests in this workspace.
#[doc(hidden)]
pub fn tiny_tokenizer_json(words: &[&str]) -> String {
    let mut vocab = serde_json::Map::new();
    let letters: Vec<String> = ('a'..='z')
        .chain('0'..='9')
        .chain(['.', ',', '-'])
        .flat_map(|c| [c.to_string(), format!("##{c}")])
        .collect();
    let all = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
        .into_iter()
        .chain(words.iter().copied())
        .chain(letters.iter().map(String::as_str));
    for word in all {
        let next = vocab.len();
        vocab.entry(word.to_owned()).or_insert_with(|| next.into());
    }
    serde_json::json!({
        "version": "1.0", "truncation": {"max_length": 8, "strategy": "LongestFirst", "stride": 0, "direction": "Right"},
        "padding": {"strategy": {"Fixed": 8}, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"},
        "added_tokens": [],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"}, "post_processor": null, "decoder": null,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocab}
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiny(max: usize) -> WordPiece {
        WordPiece::from_bytes(
            tiny_tokenizer_json(&["the", "liver", "uber", "hepa", "##titis"]).as_bytes(),
            max,
            Path::new("tokenizer.json"),
        )
        .unwrap()
    }

    #[test]
    fn offsets_are_bytes_of_the_text() {
        let text = "Über the LIVER: hepatitis";
        let tokens = tiny(512).encode(text).unwrap();
        let pieces: Vec<&str> = tokens.offsets.iter().map(|r| &text[r.clone()]).collect();
        assert_eq!(
            pieces,
            ["", "Über", "the", "LIVER", ":", "hepa", "titis", ""]
        );
        assert!(!tokens.truncated);
        let liver = text.find("LIVER").unwrap();
        assert_eq!(tokens.within(liver..liver + 5), [3]);
    }

    #[test]
    fn truncation_is_told_and_the_file_s_own_limits_are_ignored() {
        let long = "liver ".repeat(50);
        let all = tiny(512).encode(&long).unwrap();
        assert_eq!(
            (all.ids.len(), all.truncated),
            (52, false),
            "the file asks for 8 tokens"
        );
        let cut = tiny(20).encode(&long).unwrap();
        assert_eq!(
            (cut.ids.len(), cut.offsets.len(), cut.truncated),
            (20, 20, true)
        );
        assert_eq!(cut.ids[0], 2);
        assert_eq!(cut.ids[19], 3);
        assert!(!tiny(20).encode("").unwrap().truncated);
        assert_eq!(tiny(20).encode("").unwrap().ids.len(), 2);
    }

    #[test]
    fn a_huge_text_is_cut_at_a_character() {
        let huge = "é".repeat(5_000_000);
        let tokens = tiny(512).encode(&huge).unwrap();
        assert!(tokens.truncated && tokens.ids.len() <= 512);
    }

    #[test]
    fn bad_files_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tokenizer.json");
        let missing = WordPiece::open(&path, 512).err().unwrap().to_string();
        assert!(
            missing.contains("tokenizer.json") && missing.contains("cannot be read"),
            "{missing}"
        );
        std::fs::write(&path, "{\"model\": 3").unwrap();
        let broken = WordPiece::open(&path, 512).err().unwrap().to_string();
        assert!(
            broken.contains("tokenizer.json") && broken.contains("not a tokenizer"),
            "{broken}"
        );
        std::fs::write(&path, tiny_tokenizer_json(&[]).replace("[CLS]", "[BOS]")).unwrap();
        let other = WordPiece::open(&path, 512).err().unwrap().to_string();
        assert!(other.contains("[CLS]"), "{other}");
    }
}
