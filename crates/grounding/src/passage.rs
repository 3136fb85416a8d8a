//! A stretch of text that is read for its place.

use std::ops::Range;

use crate::Mention;
use crate::tags::{Tag, TagSpan};

/// Mentions with the text they are in.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'a> {
    /// The text that the bytes of the mentions refer to.
    pub text: &'a str,
    /// The part of it that is read.
    pub bytes: (usize, usize),
    /// The mentions; those that begin outside `bytes` are ignored.
    pub mentions: &'a [Mention],
    /// How far the words of each mention are what the text is about, 0 to 1, see [`crate::tags`].
    pub meant: &'a [f32],
    /// The tagged stretches of the text; none of the title.
    pub tags: &'a [TagSpan],
    /// Whether this is the title.
    pub title: bool,
}

impl Passage<'_> {
    /// The mentions that are read, each with how far its words are what the text is about.
    pub(crate) fn mentions_within(&self) -> impl Iterator<Item = (&Mention, f32)> {
        let (from, to) = self.bytes;
        let mentions = self.mentions.iter().zip(self.meant);
        mentions
            .filter(move |(mention, _)| (from..to).contains(&mention.start))
            .map(|(mention, meant)| (mention, *meant))
    }

    /// Whether the words of some bytes are said to be absent, normal, past or another's.
    pub(crate) fn is_absent(&self, bytes: &Range<usize>) -> bool {
        let tag = self.tag_at(bytes);
        tag.is_some_and(|tag| {
            matches!(
                tag,
                Tag::Excluded | Tag::Normal | Tag::History | Tag::Family
            )
        })
    }

    /// Whether the words of some bytes are not what the text is about: absent, normal, past, another's, or a landmark.
    pub(crate) fn is_beside(&self, bytes: &Range<usize>) -> bool {
        let tag = self.tag_at(bytes);
        tag.is_some_and(|tag| !matches!(tag, Tag::Finding | Tag::Uncertain | Tag::Side))
    }

    /// What the first words that are tagged among some bytes are read as.
    fn tag_at(&self, bytes: &Range<usize>) -> Option<Tag> {
        let mut touched = self.tags.iter();
        let touched = touched.find(|span| span.start < bytes.end && bytes.start < span.end);
        touched.map(|span| span.tag)
    }
}
