//! What the words of a text stand for: found, excluded, past … as the network tells it token by token.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::features::Features;

/// What a word that names a finding or a part of the body stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tag {
    /// What is present, and where it is.
    Finding,
    /// Said to be absent or denied.
    Excluded,
    /// Possible, suspected, to be ruled out.
    Uncertain,
    /// Past and over.
    History,
    /// Somebody else's.
    Family,
    /// Named only to say where, how far or next to what.
    Landmark,
    /// The side.
    Side,
    /// Said to be normal, with the words that say so.
    Normal,
}

impl Tag {
    /// All, in the order of the network's output.
    pub const ALL: [Self; 8] = [
        Self::Finding,
        Self::Excluded,
        Self::Uncertain,
        Self::History,
        Self::Family,
        Self::Landmark,
        Self::Side,
        Self::Normal,
    ];

    /// Answers of the network for a token: the tags and, last, "nothing".
    pub const ANSWERS: usize = Self::ALL.len() + 1;

    /// The letter in tagged texts.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Finding => "f",
            Self::Excluded => "x",
            Self::Uncertain => "u",
            Self::History => "h",
            Self::Family => "m",
            Self::Landmark => "l",
            Self::Side => "s",
            Self::Normal => "n",
        }
    }

    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Finding => "finding",
            Self::Excluded => "excluded",
            Self::Uncertain => "uncertain",
            Self::History => "history",
            Self::Family => "family",
            Self::Landmark => "landmark",
            Self::Side => "side",
            Self::Normal => "normal",
        }
    }
}

/// A tagged stretch of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TagSpan {
    /// First byte in the text.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
    /// What it stands for.
    pub tag: Tag,
}

/// Probabilities of the tags of every token of a text, in the order of its tokens.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TokenTags(pub Vec<[f32; Tag::ANSWERS]>);

/// Words of which one stands in a sentence that says of anything that it is absent; the last are beginnings.
const DENIALS: [&str; 27] = [
    "no", "not", "non", "nor", "neither", "never", "none", "nothing", "nowhere", "nobody",
    "cannot", "without", "w/o", "nil", "neg", "negative", "free", "r/o", "rule", "ruled", "0", "ø",
    "lack", "deni", "deny", "absen", "exclu",
];

/// How many of [`DENIALS`] are whole words.
const WHOLE_DENIALS: usize = 22;

/// Whether a sentence has a word by which something can be said to be absent.
fn denies(sentence: &str) -> bool {
    let lower = sentence.to_lowercase().replace('’', "'");
    let edge = |c: char| !(c.is_alphanumeric() || c == '/' || c == '\'');
    lower.split(edge).any(|word| {
        let (whole, begun) = DENIALS.split_at(WHOLE_DENIALS);
        whole.contains(&word)
            || word.ends_with("n't")
            || begun.iter().any(|begin| word.starts_with(begin))
    })
}

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
    /// a sentence has no word that denies, nothing in it is taken for absent.
    pub(crate) fn spans(&self, features: &Features, text: &str) -> Vec<TagSpan> {
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
        let denying: Vec<&Range<usize>> = features
            .sentences
            .iter()
            .filter(|bytes| text.get((*bytes).clone()).is_none_or(denies))
            .collect();
        let mut tagged: Vec<(Range<usize>, Option<Tag>)> = Vec::with_capacity(words.len());
        for (bytes, p) in words {
            let known = features.sentences.iter().any(|s| s.contains(&bytes.start));
            let denied = !known || denying.iter().any(|s| s.contains(&bytes.start));
            let best = (0..Tag::ANSWERS)
                .filter(|n| denied || *n != Tag::Excluded as usize)
                .max_by(|a, b| p[*a].total_cmp(&p[*b]));
            tagged.push((bytes, best.and_then(|best| Tag::ALL.get(best)).copied()));
        }
        exclude_alternatives(text, &mut tagged);
        let mut spans: Vec<TagSpan> = Vec::new();
        for (bytes, tag) in tagged {
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
}

/// What ends an alternative.
const ENDS: [&str; 20] = [
    ",", ".", ";", ":", "(", ")", "but", "however", "although", "though", "except", "which",
    "that", "who", "is", "are", "was", "were", "with", "and",
];

/// In "no A, B or C" the network often loses the last: what follows the "or" behind something absent is absent too.
fn exclude_alternatives(text: &str, tagged: &mut [(Range<usize>, Option<Tag>)]) {
    let lower = |bytes: &Range<usize>| text.get(bytes.clone()).unwrap_or("").to_lowercase();
    let mut listing = false;
    let mut last = None;
    for (bytes, tag) in tagged {
        let word = lower(bytes);
        if word == "or" || word == "nor" {
            listing = last == Some(Tag::Excluded);
            continue;
        }
        if ENDS.contains(&word.as_str()) {
            listing = false;
            if word != "," {
                last = None;
            }
            continue;
        }
        if listing && matches!(tag, Some(Tag::Finding | Tag::Uncertain)) {
            *tag = Some(Tag::Excluded);
        }
        last = *tag;
    }
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
    fn the_last_of_a_list_of_what_is_absent_is_absent_too() {
        let tag = |text: &str, absent: &[&str]| -> Vec<String> {
            let mut at = 0;
            let mut tagged: Vec<(Range<usize>, Option<Tag>)> = Vec::new();
            for word in text.split_inclusive([' ', ',']) {
                let bare = word.trim_end_matches([' ', ',']);
                let tag = if absent.contains(&bare) {
                    Tag::Excluded
                } else {
                    Tag::Finding
                };
                if !bare.is_empty() {
                    tagged.push((at..at + bare.len(), Some(tag)));
                }
                if word.ends_with(',') {
                    tagged.push((at + bare.len()..at + word.len(), None));
                }
                at += word.len();
            }
            exclude_alternatives(text, &mut tagged);
            let absent = tagged.iter().filter(|(_, t)| *t == Some(Tag::Excluded));
            absent.map(|(b, _)| text[b.clone()].to_owned()).collect()
        };
        let list = "nodes, thyromegaly, or raised JVD with oedema";
        assert_eq!(
            tag(list, &["nodes", "thyromegaly"]),
            ["nodes", "thyromegaly", "raised", "JVD"]
        );
        assert!(tag("nodes or oedema", &[]).is_empty());
        assert_eq!(tag("fever, oedema or rash", &["fever"]), ["fever"]);
    }

    #[test]
    fn nothing_is_absent_in_a_sentence_that_denies_nothing() {
        for sentence in [
            "No stone.",
            "it isn't broken",
            "Effusion: absent",
            "w/o fever",
            "denied",
        ] {
            assert!(denies(sentence), "{sentence}");
        }
        for sentence in [
            "Past history of nausea and vomiting.",
            "normal",
            "notes of knots",
        ] {
            assert!(!denies(sentence), "{sentence}");
        }
        let tags = [None, Some(Tag::Excluded), None];
        let (features, found) = read("", "cyst", &tags);
        assert_eq!(found.spans(&features, "cyst"), []);
    }

    #[test]
    fn letters_of_tags_are_their_own() {
        let letters: std::collections::BTreeSet<&str> = Tag::ALL.map(Tag::letter).into();
        assert_eq!(letters.len(), Tag::ALL.len());
        for (at, tag) in Tag::ALL.into_iter().enumerate() {
            assert_eq!(tag as usize, at);
            assert_eq!(serde_json::to_value(tag).unwrap(), tag.name());
        }
    }
}
