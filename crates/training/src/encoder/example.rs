//! A text that the encoder learns to read from.

use std::ops::Range;

use anatomy::Catalogue;
use serde::{Deserialize, Serialize};

use super::tags::Span;

/// A text and what is to be read from it.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// The plain text.
    pub text: String,
    /// Its tags; nothing when nobody has tagged it.
    pub spans: Option<Vec<Span>>,
    /// Bytes of a tagged text that nobody has tagged.
    pub untagged: Vec<Range<usize>>,
    /// Answers that are each right: rows of the catalogue, or, behind the last row, "nowhere in this torso".
    pub accepted: Vec<usize>,
    /// Answers that the text names without meaning them.
    pub excluded: Vec<usize>,
    /// The same text of the other side of the body, where that is as true.
    pub mirrored: Option<Box<Example>>,
    /// Of a text labelled by class: its classes, and, behind the last class, "about none of them".
    pub classes: Vec<usize>,
}

/// The answer "nowhere in this torso".
pub fn nowhere() -> usize {
    Catalogue::builtin().structures().len()
}

/// Whether `found` is one of the answers, or a part of one.
pub(super) fn is_within(answers: &[usize], found: usize) -> bool {
    let catalogue = Catalogue::builtin();
    let row = |n: usize| catalogue.indices().nth(n);
    let within = |answer: usize| match (row(answer), row(found)) {
        (Some(whole), Some(part)) => catalogue.is_part_of(part, whole),
        _ => answer == found,
    };
    answers.iter().any(|answer| within(*answer))
}
