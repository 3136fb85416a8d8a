//! A stretch of text that is read for its place.

use crate::Mention;

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
    /// Whether this is the title.
    pub title: bool,
}
