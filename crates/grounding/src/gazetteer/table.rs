//! The layout of `data/classes.json`, `data/text-terms.json` and `data/spelling.json`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// The organ classes with their words.
#[derive(Deserialize)]
pub(super) struct ClassTable {
    pub classes: Vec<TableClass>,
    /// Further terms of catalogue structures, by id.
    pub parts: BTreeMap<String, Vec<String>>,
    /// Abbreviations that have other meanings too.
    pub abbreviations: Vec<Abbreviation>,
    /// Names of the catalogue that mean other things too often.
    pub ambiguous_names: BTreeSet<String>,
    /// Terms that name no organ and keep shorter terms inside them from doing so.
    pub false_friends: Vec<String>,
}

/// One class.
#[derive(Deserialize)]
pub(super) struct TableClass {
    pub name: String,
    pub structures: Vec<String>,
    /// What only the female body has of it.
    #[serde(default)]
    pub female: Vec<String>,
    #[serde(default)]
    pub near: Vec<String>,
    pub mesh: Vec<String>,
    pub terms: Vec<String>,
    #[serde(default)]
    pub related: Vec<String>,
}

/// Further terms of the classes, by name, which count in running text but label no heading.
#[derive(Default, Deserialize)]
pub(super) struct TextTerms {
    pub classes: BTreeMap<String, MoreTerms>,
    /// Words of a class that mean one of its structures, by catalogue id.
    #[serde(default)]
    pub parts: BTreeMap<String, Vec<String>>,
}

/// Further terms of one class.
#[derive(Deserialize)]
pub(super) struct MoreTerms {
    #[serde(default)]
    pub terms: Vec<String>,
    #[serde(default)]
    pub related: Vec<String>,
}

impl ClassTable {
    /// Adds further terms.
    pub fn extend(&mut self, more: TextTerms) -> Result<(), String> {
        for (name, more) in more.classes {
            let class = self.classes.iter_mut().find(|class| class.name == name);
            let class = class.ok_or_else(|| format!("no class {name:?}"))?;
            class.terms.extend(more.terms);
            class.related.extend(more.related);
        }
        for (structure, terms) in more.parts {
            self.parts.entry(structure).or_default().extend(terms);
        }
        Ok(())
    }
}

/// An abbreviation that counts only where the text gives evidence for its meaning.
#[derive(Deserialize)]
pub(super) struct Abbreviation {
    /// The letters, matched in this case.
    pub short: String,
    /// Catalogue ids of what it names.
    #[serde(default)]
    pub structures: Vec<String>,
    /// Names of the classes it implies.
    #[serde(default)]
    pub classes: Vec<String>,
    #[serde(flatten)]
    pub evidence: Context,
}

/// What must stand in a text, as beginnings of words.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Context {
    /// Anywhere in the text.
    #[serde(default)]
    pub long: Vec<String>,
    /// Or within a few words.
    #[serde(default)]
    pub near: Vec<String>,
    /// And nowhere in the text, unless a `long` form is there.
    #[serde(default)]
    pub unless: Vec<String>,
}

/// Bytes on either side of an abbreviation that count as near: about six words.
const NEAR: usize = 40;

impl Context {
    /// What the text as a whole says: yes, no, or it depends on the words nearby.
    pub fn in_text(&self, lower: &str) -> Option<bool> {
        if self.long.iter().any(|w| has(lower, w)) {
            Some(true)
        } else if self.near.is_empty() || self.unless.iter().any(|w| has(lower, w)) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether a word nearby speaks for it.
    pub fn nearby(&self, lower: &str, start: usize, end: usize) -> bool {
        let before = &lower[lower.ceil_char_boundary(start.saturating_sub(NEAR))..start];
        let after = &lower[end..lower.floor_char_boundary(end + NEAR)];
        self.near.iter().any(|w| has(before, w) || has(after, w))
    }
}

/// Whether a word of the text begins with this; a sign ("%") may stand behind one ("60%").
fn has(lower: &str, beginning: &str) -> bool {
    let is_sign = !beginning.starts_with(char::is_alphanumeric);
    lower.match_indices(beginning).any(|(at, _)| {
        let before = lower[..at].chars().next_back();
        is_sign || !before.is_some_and(char::is_alphanumeric)
    })
}

/// Words for the correction of misspellings.
#[derive(Deserialize)]
pub(super) struct SpellingTable {
    /// Full words of terms that the table gives by their beginning ("pancreatitis" of "pancrea*").
    pub whole: Vec<String>,
    /// Words one letter away from one of ours that are words of their own.
    pub ordinary: Vec<String>,
}
