//! What the words of a text stand for: found, excluded, past …

use serde::{Deserialize, Serialize};

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

#[cfg(test)]
mod tests {
    use super::*;

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
