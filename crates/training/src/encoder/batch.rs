//! Texts of like length as the tensors that the encoder and its heads read.

use anyhow::Result;
use burn::tensor::{Device, Tensor};
use grounding::{Gazetteer, Tag, WordPiece};

use super::bert::Words;
use super::example::Example;

/// A text as the network reads it.
pub(super) struct Read<'a> {
    pub(super) ids: Vec<u32>,
    /// The tag of each token; nothing for special ones and in texts without tags.
    pub(super) tags: Vec<Option<usize>>,
    pub(super) example: &'a Example,
    /// Its mean vector stays near what the base gave.
    pub(super) anchored: bool,
}

impl<'a> Read<'a> {
    pub(super) fn new(example: &'a Example, tokenizer: &WordPiece, anchored: bool) -> Result<Self> {
        let tokens = tokenizer.encode(&example.text)?;
        let tags = tokens.offsets.iter().map(|bytes| {
            let spans = example.spans.as_ref().filter(|_| !bytes.is_empty())?;
            if example.untagged.iter().any(|r| r.contains(&bytes.start)) {
                return None;
            }
            let span = spans.iter().find(|s| s.bytes.contains(&bytes.start));
            Some(span.map_or(NOTHING, |s| s.tag as usize))
        });
        Ok(Self {
            tags: tags.collect(),
            ids: tokens.ids,
            example,
            anchored,
        })
    }
}

/// A batch as tensors.
pub(super) struct Batch {
    pub(super) words: Tensor<3>,
    /// [B, 1, 1, L] and [B, L, 1]: 0 at a token, far below elsewhere.
    pub(super) unseen: (Tensor<4>, Tensor<3>),
    /// [B, 1, L]
    pub(super) share: Tensor<3>,
    /// [B, L, 9]: the share of a token in the loss, at its tag.
    pub(super) tags: Tensor<3>,
    /// [B, answers]
    pub(super) accepted: Tensor<2>,
    pub(super) excluded: Tensor<2>,
    /// [B, classes + 1]: the classes of a text that is labelled by them.
    pub(super) classes: Tensor<2>,
    /// [B, 1]: the share of a text in the loss of the classes; 0 for one that is not labelled by them.
    pub(super) labelled: Tensor<2>,
}

/// The answer for a token without a tag.
const NOTHING: usize = Tag::ALL.len();

/// How much a token of a tag counts in the loss: rare ones more.
fn weight(tag: usize) -> f32 {
    match Tag::ALL.get(tag) {
        Some(Tag::Uncertain | Tag::History) => 2.0,
        Some(Tag::Family) => 4.0,
        _ => 1.0,
    }
}

/// Added to the score of what is not there.
const UNSEEN: f32 = -1e4;

impl Batch {
    pub(super) fn new(texts: &[&Read<'_>], words: &Words, answers: usize, device: &Device) -> Self {
        let (count, width) = (texts.len(), words.width);
        let longest = texts.iter().map(|t| t.ids.len()).max().unwrap_or(1);
        let mut vectors = vec![0.0f32; count * longest * width];
        let (mut unseen, mut share) =
            (vec![UNSEEN; count * longest], vec![0.0f32; count * longest]);
        let mut tags = vec![0.0f32; count * longest * Tag::ANSWERS];
        let (mut accepted, mut excluded) =
            (vec![0.0f32; count * answers], vec![0.0f32; count * answers]);
        let kinds = Gazetteer::builtin().classes().len() + 1;
        let mut classes = vec![0.0f32; count * kinds];
        let mut labelled = vec![0.0f32; count];
        let tagged = texts.iter().flat_map(|t| &t.tags).flatten();
        let tagged = tagged.map(|tag| weight(*tag)).sum::<f32>().max(1.0);
        for (i, text) in texts.iter().enumerate() {
            for (at, id) in text.ids.iter().enumerate() {
                let token = i * longest + at;
                words.write(*id, at, &mut vectors[token * width..(token + 1) * width]);
                unseen[token] = 0.0;
                share[token] = 1.0 / text.ids.len() as f32;
                if let Some(tag) = text.tags[at] {
                    tags[token * Tag::ANSWERS + tag] = weight(tag) / tagged;
                }
            }
            for answer in &text.example.accepted {
                accepted[i * answers + answer] = 1.0;
            }
            for answer in &text.example.excluded {
                excluded[i * answers + answer] = 1.0;
            }
            for class in &text.example.classes {
                classes[i * kinds + class] = 1.0;
                labelled[i] = 1.0 / count as f32;
            }
        }
        let tensor = |values: &[f32]| Tensor::<1>::from_floats(values, device);
        Self {
            words: tensor(&vectors).reshape([count, longest, width]),
            unseen: (
                tensor(&unseen).reshape([count, 1, 1, longest]),
                tensor(&unseen).reshape([count, longest, 1]),
            ),
            share: tensor(&share).reshape([count, 1, longest]),
            tags: tensor(&tags).reshape([count, longest, Tag::ANSWERS]),
            accepted: tensor(&accepted).reshape([count, answers]),
            excluded: tensor(&excluded).reshape([count, answers]),
            classes: tensor(&classes).reshape([count, kinds]),
            labelled: tensor(&labelled).reshape([count, 1]),
        }
    }
}

/// The mean vectors of texts, of length 1: [B, width].
pub(super) fn means(states: Tensor<3>, share: Tensor<3>) -> Tensor<2> {
    let [texts, _, width] = states.dims();
    let mean = share.matmul(states).reshape([texts, width]);
    let length = mean.clone().square().sum_dim(1).sqrt() + 1e-6;
    mean / length
}
