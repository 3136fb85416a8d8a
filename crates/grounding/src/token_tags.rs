//! What the network tells token by token of what the words of a text stand for, read as tagged stretches of the text.

use std::ops::Range;

use crate::denial::{self, Stretch, Word};
use crate::features::Features;
use crate::tags::{Tag, TagSpan};
use crate::{relatives, research};

/// Probabilities of the tags of every token of a text, in the order of its tokens.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TokenTags(pub Vec<[f32; Tag::ANSWERS]>);

/// How far words with a tag are what a text is about, in the order of the network's output: past, absent, normal and other people's
/// things are not, what a place is only measured from is not, what is suspected half is.
const MEANT: [f32; Tag::ANSWERS] = [1.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0];

impl TokenTags {
    /// From the network's logits of a text's tokens.
    pub(crate) fn from_logits(logits: &[f32]) -> Self {
        let rows = logits.as_chunks::<{ Tag::ANSWERS }>().0;
        Self(rows.iter().map(softmax).collect())
    }

    /// How far the words of some bytes (of title, two line ends and text, one after the other) are what the text is about, 0 to 1;
    /// 1 for bytes behind the last token.
    pub(crate) fn meant(&self, features: &Features, bytes: &Range<usize>) -> f32 {
        let tokens = features.offsets.iter().zip(&self.0);
        let touched = tokens.filter(|(o, _)| o.start < bytes.end && bytes.start < o.end);
        let (mut sum, mut count) = (0.0, 0.0f32);
        for (_, p) in touched {
            sum += p.iter().zip(MEANT).map(|(p, m)| p * m).sum::<f32>();
            count += 1.0;
        }
        if count > 0.0 { sum / count } else { 1.0 }
    }

    /// The tagged stretches of the text (the title is left out): whole words, and words of one tag that follow each other together. Where
    /// no word denies, nothing is taken for absent, and what a denial reaches is mended by [`denial`].
    pub(crate) fn spans(&self, features: &Features, text: &str) -> Vec<TagSpan> {
        spans(text, self.words(features, text))
    }

    /// The words of the text and what they stand for.
    fn words(&self, features: &Features, text: &str) -> Vec<Word> {
        let mut words: Vec<(Range<usize>, [f32; Tag::ANSWERS])> = Vec::new();
        for (offset, p) in features.offsets.iter().zip(&self.0) {
            if offset.is_empty() || offset.start < features.text_start {
                continue;
            }
            let bytes = offset.start - features.text_start..offset.end - features.text_start;
            match words.last_mut() {
                // Pieces of one word stand together.
                Some((word, sum)) if word.end == bytes.start && joins(text, bytes.start) => {
                    word.end = bytes.end;
                    sum.iter_mut().zip(p).for_each(|(s, p)| *s += p);
                }
                _ => words.push((bytes, *p)),
            }
        }
        let sentences = features.sentences.iter();
        let stretches: Vec<Stretch> = sentences.flat_map(|s| denial::stretches(text, s)).collect();
        let mut tagged: Vec<Word> = Vec::with_capacity(words.len());
        for (bytes, p) in words {
            let stretch = stretches
                .iter()
                .find(|stretch| stretch.contains(bytes.start));
            let denied = stretch.is_none_or(|stretch| stretch.denies(bytes.start));
            let best = (0..Tag::ANSWERS)
                .filter(|n| denied || *n != Tag::Excluded as usize)
                .max_by(|a, b| p[*a].total_cmp(&p[*b]));
            let sum: f32 = p.iter().sum();
            tagged.push(Word {
                bytes,
                tag: best.and_then(|best| Tag::ALL.get(best)).copied(),
                absent: p[Tag::Excluded as usize] / sum.max(f32::MIN_POSITIVE),
            });
        }
        denial::mend(text, &stretches, &mut tagged);
        relatives::mend(text, &features.sentences, &mut tagged);
        research::mend(text, &features.sentences, &mut tagged);
        tagged
    }
}

/// Words of one tag that follow each other, together.
fn spans(text: &str, words: Vec<Word>) -> Vec<TagSpan> {
    let mut spans: Vec<TagSpan> = Vec::new();
    for Word { bytes, tag, .. } in words {
        let Some(tag) = tag else { continue };
        let is_word = text
            .get(bytes.clone())
            .is_some_and(|word| word.contains(char::is_alphanumeric));
        if !is_word {
            continue;
        }
        let between = |from: usize| text.get(from..bytes.start).unwrap_or("?");
        match spans.last_mut() {
            Some(last)
                if last.tag == tag
                    && between(last.end)
                        .chars()
                        .all(|c| c == ' ' || c == '-' || c == '/') =>
            {
                last.end = bytes.end;
            }
            _ => spans.push(TagSpan {
                start: bytes.start,
                end: bytes.end,
                tag,
            }),
        }
    }
    spans
}

/// Whether a word goes on across a byte of a text.
fn joins(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|t| t.chars().next_back());
    let after = text.get(at..).and_then(|t| t.chars().next());
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    word(before) && word(after)
}

fn softmax(logits: &[f32; Tag::ANSWERS]) -> [f32; Tag::ANSWERS] {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let p = logits.map(|l| (l - most).exp());
    let sum: f32 = p.iter().sum();
    p.map(|p| p / sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenizer::tiny_tokenizer_json;
    use crate::{Featurizer, TextInput, WordPiece};

    /// Features of a text behind a title, and tags that are sure.
    fn read(title: &str, text: &str, tags: &[Option<Tag>]) -> (Features, TokenTags) {
        let words = [
            "no", "cyst", "in", "the", "liver", "left", "kidney", "-", "note",
        ];
        let json = tiny_tokenizer_json(&words);
        let tokenizer = WordPiece::from_bytes(json.as_bytes(), 64, "tiny".as_ref()).unwrap();
        let input = TextInput {
            title: Some(title),
            ..TextInput::new(text)
        };
        let features = Featurizer::new(&tokenizer).features(&input).unwrap();
        assert_eq!(features.ids.len(), tags.len(), "{:?}", features.offsets);
        let logits = tags.iter().flat_map(|tag| {
            let at = tag.map_or(Tag::ALL.len(), |tag| tag as usize);
            (0..Tag::ANSWERS).map(move |n| if n == at { 20.0 } else { 0.0 })
        });
        let logits: Vec<f32> = logits.collect();
        (features, TokenTags::from_logits(&logits))
    }

    #[test]
    fn words_of_one_tag_stand_together_and_the_title_is_left_out() {
        use Tag::{Excluded, Finding, Side};
        let text = "no cyst in the liver, the left kidney";
        let tags = [
            None,
            Some(Finding), // the title
            None,
            Some(Excluded),
            None,
            None,
            Some(Excluded),
            None,
            None,
            Some(Side),
            Some(Finding),
            None,
        ];
        let (features, found) = read("note", text, &tags);
        let spans: Vec<(&str, Tag)> = found
            .spans(&features, text)
            .iter()
            .map(|s| (&text[s.start..s.end], s.tag))
            .collect();
        assert_eq!(
            spans,
            [
                ("cyst", Excluded),
                ("liver", Excluded),
                ("left", Side),
                ("kidney", Finding)
            ]
        );
        let bytes = |word: &str| {
            let at = features.text_start + text.find(word).unwrap();
            at..at + word.len()
        };
        assert!(found.meant(&features, &bytes("liver")) < 0.01);
        assert!(found.meant(&features, &bytes("kidney")) > 0.99);
        assert_eq!(found.meant(&features, &(900..905)), 1.0, "behind the end");
    }

    #[test]
    fn nothing_is_absent_in_a_sentence_that_denies_nothing() {
        let tags = [None, Some(Tag::Excluded), None];
        let (features, found) = read("", "cyst", &tags);
        assert_eq!(found.spans(&features, "cyst"), []);
    }
}
