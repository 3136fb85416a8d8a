//! What the network reads: token numbers, the tokens of each sentence, and which organs each sentence names.
//!
//! Training and inference both come through here, so that they cannot drift apart.

use std::ops::Range;

use crate::{Gazetteer, GroundingError, Mention, MentionKind, WordPiece, sentences};

/// Organs are looked for in at most this many bytes of a text.
const MAX_SCANNED_BYTES: usize = 1 << 20;

/// The part of a text in which organs are looked for.
pub(crate) fn scanned(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_SCANNED_BYTES)]
}

/// The first sentence of a text without a title is looked for in so many bytes.
const OPENING_BYTES: usize = 1000;

/// A text to ground.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextInput<'a> {
    /// Id for messages.
    pub id: Option<&'a str>,
    /// Title, read before the text.
    pub title: Option<&'a str>,
    /// The text itself; byte ranges of sentences refer to it.
    pub text: &'a str,
}

impl<'a> TextInput<'a> {
    /// A text without id and title.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

/// One text as the network reads it. Row 0 is the document (title and text), rows 1… are the sentences.
#[derive(Debug, Clone)]
pub struct Features {
    /// Token numbers, `[CLS]` and `[SEP]` included.
    pub ids: Vec<u32>,
    /// The bytes behind each token, in the title, two line ends and the text, one after the other; empty for special tokens.
    pub offsets: Vec<Range<usize>>,
    /// Where the text begins in those bytes: 0 when no title is read before it.
    pub text_start: usize,
    /// Token positions that each row pools, with equal weight: all tokens, special ones included, for row 0; those of the sentence for the others.
    pub rows: Vec<Vec<usize>>,
    /// What the words of each row name: [`MENTION_BLOCKS`] numbers for each class, see [`mention_blocks`].
    pub mentions: Vec<Vec<f32>>,
    /// Byte ranges in `text` of the sentences of rows 1…: those with at least one token within the token limit.
    pub sentences: Vec<Range<usize>>,
    /// The mentions in `text`, title left out.
    pub text_mentions: Vec<Mention>,
    /// Bytes in `text` that stand for the title when none is read before it, empty otherwise.
    pub opening: Range<usize>,
    /// The mentions in the title (bytes of the title).
    pub title_mentions: Vec<Mention>,
    /// Whether the end of the text did not fit into the token limit.
    pub truncated: bool,
}

/// Blocks of the numbers that say what the words of a row name, each with a number for each class.
pub const MENTION_BLOCKS: usize = 3;

/// For each class ln(1 + number of names), then for each ln(1 + number of diseases, procedures and tests), then for each
/// whether the title mentions it (1) or not (0).
pub fn mention_blocks<'m>(
    classes: usize,
    mentions: impl Iterator<Item = &'m Mention>,
    titled: &[usize],
) -> Vec<f32> {
    let mut blocks = vec![0.0f32; MENTION_BLOCKS * classes];
    for mention in mentions {
        blocks[block_of(mention.kind) * classes + mention.class] += 1.0;
    }
    blocks.iter_mut().for_each(|count| *count = count.ln_1p());
    titled
        .iter()
        .for_each(|class| blocks[2 * classes + class] = 1.0);
    blocks
}

/// The block that a mention is counted in.
pub(crate) fn block_of(kind: MentionKind) -> usize {
    match kind {
        MentionKind::Name => 0,
        MentionKind::Related => 1,
    }
}

/// The bytes of a text that stand for its title: those of the title itself when the text begins with it, else the first
/// sentence.
fn opening(text: &str, title: Option<&str>) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    match title.map(str::trim).filter(|t| !t.is_empty()) {
        Some(title) => 0..start + title.len(),
        None => {
            let head = &text[..text.floor_char_boundary(start + OPENING_BYTES)];
            sentences::split(head).into_iter().next().unwrap_or(0..0)
        }
    }
}

/// Reads the features of texts.
pub struct Featurizer<'m> {
    tokenizer: &'m WordPiece,
    gazetteer: &'static Gazetteer,
}

impl<'m> Featurizer<'m> {
    /// Over a model's tokenizer and the built-in organ list.
    pub fn new(tokenizer: &'m WordPiece) -> Self {
        Self {
            tokenizer,
            gazetteer: Gazetteer::builtin(),
        }
    }

    /// The features of one text.
    ///
    /// # Errors
    /// [`GroundingError::Tokenize`] when the tokenizer refuses the text.
    pub fn features(&self, input: &TextInput<'_>) -> Result<Features, GroundingError> {
        let text = scanned(input.text);
        let title = input
            .title
            .map(str::trim)
            .filter(|t| !t.is_empty() && !text.trim_start().starts_with(t))
            .unwrap_or("");
        let title = scanned(title);
        let joined = if title.is_empty() {
            text.to_owned()
        } else {
            format!("{title}\n\n{text}")
        };
        let shift = joined.len() - text.len();

        let tokens = self.tokenizer.encode(&joined)?;
        let title_mentions = self.gazetteer.find(title);
        let text_mentions = self.gazetteer.find(text);
        let classes = self.gazetteer.classes().len();
        let opening = if title.is_empty() {
            opening(text, input.title)
        } else {
            0..0
        };
        let opened = text_mentions.iter().filter(|m| opening.contains(&m.start));
        let titled = title_mentions.iter().chain(opened).map(|m| m.class);
        let titled: Vec<usize> = titled.collect();
        let whole = mention_blocks(
            classes,
            title_mentions.iter().chain(&text_mentions),
            &titled,
        );
        let mut features = Features {
            rows: vec![(0..tokens.ids.len()).collect()],
            mentions: vec![whole],
            sentences: Vec::new(),
            truncated: tokens.truncated || text.len() < input.text.len(),
            ids: Vec::new(),
            offsets: Vec::new(),
            text_start: shift,
            text_mentions: Vec::new(),
            opening,
            title_mentions,
        };
        // Tokens come in order, so each sentence takes the next run of them. Text beyond the last token is not split.
        let reached = tokens
            .offsets
            .iter()
            .map(|o| o.end)
            .max()
            .unwrap_or(0)
            .saturating_sub(shift);
        let mut next = 0;
        for sentence in sentences::split(&text[..text.ceil_char_boundary(reached + 4096)]) {
            let bytes = sentence.start + shift..sentence.end + shift;
            while next < tokens.offsets.len()
                && (tokens.offsets[next].is_empty() || tokens.offsets[next].start < bytes.start)
            {
                next += 1;
            }
            let first = next;
            while next < tokens.offsets.len()
                && bytes.contains(&tokens.offsets[next].start)
                && !tokens.offsets[next].is_empty()
            {
                next += 1;
            }
            if first == next {
                continue;
            }
            features.rows.push((first..next).collect());
            let named = text_mentions.iter().filter(|m| sentence.contains(&m.start));
            features.mentions.push(mention_blocks(classes, named, &[]));
            features.sentences.push(sentence);
        }
        features.text_mentions = text_mentions;
        features.ids = tokens.ids;
        features.offsets = tokens.offsets;
        Ok(features)
    }
}

/// The input tensors of some texts, row-major, padded to the longest of them.
#[derive(Debug, Clone, PartialEq)]
pub struct InputTensors {
    /// Texts (B).
    pub texts: usize,
    /// Rows for each text (P): the most sentences of a text, plus one.
    pub rows: usize,
    /// Tokens for each text (L).
    pub tokens: usize,
    /// Classes (C).
    pub classes: usize,
    /// `[B, L]` token numbers, 0 where there is none.
    pub input_ids: Vec<i64>,
    /// `[B, L]` 1 at a token, 0 at padding.
    pub attention_mask: Vec<i64>,
    /// `[B, P, L]` pooling weights; each row of a document or sentence sums to 1, padding rows are 0.
    pub spans: Vec<f32>,
    /// `[B, P, MENTION_BLOCKS C]` what the words name, see [`mention_blocks`].
    pub mentions: Vec<f32>,
}

impl InputTensors {
    /// Pads the features of some texts into tensors with at least `min_tokens` columns.
    pub fn new(features: &[&Features], classes: usize, min_tokens: usize) -> Self {
        let texts = features.len();
        let tokens = features
            .iter()
            .map(|f| f.ids.len())
            .max()
            .unwrap_or(0)
            .max(min_tokens);
        let rows = features.iter().map(|f| f.rows.len()).max().unwrap_or(0);
        let mut batch = Self {
            texts,
            rows,
            tokens,
            classes,
            input_ids: vec![0; texts * tokens],
            attention_mask: vec![0; texts * tokens],
            spans: vec![0.0; texts * rows * tokens],
            mentions: vec![0.0; texts * rows * MENTION_BLOCKS * classes],
        };
        for (b, f) in features.iter().enumerate() {
            for (i, id) in f.ids.iter().enumerate() {
                batch.input_ids[b * tokens + i] = i64::from(*id);
                batch.attention_mask[b * tokens + i] = 1;
            }
            for (p, row) in f.rows.iter().enumerate() {
                let weight = 1.0 / row.len().max(1) as f32;
                let start = (b * rows + p) * tokens;
                row.iter().for_each(|t| batch.spans[start + t] = weight);
                let own = &f.mentions[p];
                let start = (b * rows + p) * MENTION_BLOCKS * classes;
                batch.mentions[start..start + own.len()].copy_from_slice(own);
            }
        }
        batch
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tokenizer::tiny_tokenizer_json;

    fn tokenizer(max: usize) -> WordPiece {
        WordPiece::from_bytes(
            tiny_tokenizer_json(&["the", "liver", "is", "large", "spleen", "small", "title"])
                .as_bytes(),
            max,
            Path::new("t"),
        )
        .unwrap()
    }

    fn class(name: &str) -> usize {
        Gazetteer::builtin()
            .classes()
            .iter()
            .position(|c| c.name == name)
            .unwrap()
    }

    #[test]
    fn rows_follow_the_sentences() {
        let wp = tokenizer(512);
        let input = TextInput {
            id: None,
            title: Some("Title"),
            text: "The liver is large. The spleen is small.",
        };
        let f = Featurizer::new(&wp).features(&input).unwrap();
        // [CLS] title | the liver is large . | the spleen is small . | [SEP]
        assert_eq!(f.ids.len(), 13);
        assert_eq!(
            f.rows,
            [
                (0..13).collect::<Vec<_>>(),
                (2..7).collect(),
                (7..12).collect()
            ]
        );
        assert_eq!(f.sentences, [0..19, 20..40]);
        assert!((f.mentions[0][class("liver")] - 2f32.ln()).abs() < 1e-6);
        assert_eq!(f.mentions[2][class("liver")], 0.0);
        assert!((f.mentions[2][class("spleen")] - 2f32.ln()).abs() < 1e-6);
    }

    #[test]
    fn a_title_that_opens_the_text_is_read_once() {
        let wp = tokenizer(512);
        let with = TextInput {
            id: None,
            title: Some("The liver."),
            text: "The liver. Large.",
        };
        let without = TextInput::new("The liver. Large.");
        let f = Featurizer::new(&wp);
        assert_eq!(
            f.features(&with).unwrap().ids,
            f.features(&without).unwrap().ids
        );
    }

    #[test]
    fn truncated_sentences_have_no_row_but_their_mentions_count() {
        let wp = tokenizer(8);
        let f = Featurizer::new(&wp)
            .features(&TextInput::new(
                "The liver is large. The spleen is small. The spleen.",
            ))
            .unwrap();
        assert!(f.truncated);
        assert_eq!((f.ids.len(), f.rows.len(), f.sentences.len()), (8, 3, 2));
        assert!((f.mentions[0][class("spleen")] - 3f32.ln()).abs() < 1e-6);
    }

    #[test]
    fn empty_and_huge_texts_have_features() {
        let wp = tokenizer(512);
        let f = Featurizer::new(&wp).features(&TextInput::new("")).unwrap();
        assert_eq!((f.ids.len(), f.rows.len(), f.truncated), (2, 1, false));
        let huge = "The liver is large. ".repeat(2_500_000);
        let f = Featurizer::new(&wp)
            .features(&TextInput::new(&huge))
            .unwrap();
        assert!(f.truncated && f.ids.len() == 512);
    }

    #[test]
    fn batches_are_padded_with_zeros() {
        let wp = tokenizer(512);
        let fz = Featurizer::new(&wp);
        let (a, b) = (
            fz.features(&TextInput::new("The liver.")).unwrap(),
            fz.features(&TextInput::new("The liver. The spleen is small."))
                .unwrap(),
        );
        let classes = Gazetteer::builtin().classes().len();
        let batch = InputTensors::new(&[&a, &b], classes, 0);
        assert_eq!((batch.texts, batch.rows, batch.tokens), (2, 3, 10));
        let sum = |b: usize, p: usize| {
            batch.spans[(b * 3 + p) * 10..(b * 3 + p + 1) * 10]
                .iter()
                .sum::<f32>()
        };
        assert!(
            (sum(0, 0) - 1.0).abs() < 1e-6 && (sum(0, 1) - 1.0).abs() < 1e-6 && sum(0, 2) == 0.0
        );
        assert_eq!(batch.attention_mask[..10].iter().sum::<i64>(), 5);
        assert_eq!(batch.mentions.len(), 2 * 3 * MENTION_BLOCKS * classes);
    }
}
