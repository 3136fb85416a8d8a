//! Texts whose words are tagged in place: `No {x:effusion}; a {f:stone} in the {s:left} {f:ureter}`.

use std::ops::Range;

use grounding::Tag;
use serde::{Deserialize, Serialize};

/// A tagged stretch of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Bytes of the plain text.
    pub bytes: Range<usize>,
    /// What it stands for.
    pub tag: Tag,
}

/// The plain text and its tags.
///
/// # Errors
/// A brace that opens or closes nothing, or a letter that stands for no tag.
pub fn parse(tagged: &str) -> Result<(String, Vec<Span>), String> {
    let (mut plain, mut spans) = (String::with_capacity(tagged.len()), Vec::new());
    let mut rest = tagged;
    while let Some(at) = rest.find(['{', '}']) {
        plain.push_str(&rest[..at]);
        let inside = rest[at..].strip_prefix('{');
        let inside = inside.ok_or_else(|| format!("a brace closes nothing in {tagged:?}"))?;
        let close = inside.find('}');
        let close = close.ok_or_else(|| format!("a brace is not closed in {tagged:?}"))?;
        let (letter, words) = inside[..close]
            .split_once(':')
            .ok_or_else(|| format!("braces without a tag in {tagged:?}"))?;
        let tag = Tag::ALL
            .into_iter()
            .find(|tag| tag.letter() == letter)
            .ok_or_else(|| format!("no tag {letter:?} in {tagged:?}"))?;
        let start = plain.len();
        plain.push_str(words);
        spans.push(Span {
            bytes: start..plain.len(),
            tag,
        });
        rest = &inside[close + 1..];
    }
    plain.push_str(rest);
    Ok((plain, spans))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_taken_out_and_point_at_their_words() {
        let (plain, spans) = parse("No {x:effusion}; {f:stone} in the {s:left} ureter").unwrap();
        assert_eq!(plain, "No effusion; stone in the left ureter");
        let words: Vec<(&str, &str)> = spans
            .iter()
            .map(|s| (s.tag.name(), &plain[s.bytes.clone()]))
            .collect();
        assert_eq!(
            words,
            [
                ("excluded", "effusion"),
                ("finding", "stone"),
                ("side", "left")
            ]
        );
        for wrong in ["a {f:b", "a } b", "{q:c}", "{stone}"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
