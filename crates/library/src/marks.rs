//! What a reader keeps with a document: tags, collections, a note, stars, what was read, whether its place is right.

use serde::{Deserialize, Serialize};

/// Letters of a name of a tag, a collection or a search at most.
const LONGEST_NAME: usize = 200;
/// Stars at most.
pub(crate) const MOST_STARS: u8 = 5;

/// What a reader keeps with a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// Tags, in alphabetical order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Paths of the collections that it lies in (`Thesis/Liver`), in alphabetical order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<String>,
    /// A note; may have several lines.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// 0 (none) to 5.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stars: u8,
    /// Whether it has been read.
    #[serde(default, skip_serializing_if = "is_false")]
    pub read: bool,
    /// Whether its place is right, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
}

/// What a reader says of the place of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// It belongs there.
    Right,
    /// It does not.
    Wrong,
}

/// One change of what is kept with documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkChange {
    /// Give it a tag.
    Tag(String),
    /// Take a tag away.
    Untag(String),
    /// Put it into a collection.
    Collect(String),
    /// Take it out of a collection; the document stays in the library.
    Uncollect(String),
    /// Set its note; an empty one takes it away.
    Note(String),
    /// Set its stars, 0 to 5.
    Stars(u8),
    /// Whether it has been read.
    Read(bool),
    /// Say whether its place is right; nothing takes that back.
    Placement(Option<Placement>),
}

impl Placement {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::Right, Self::Wrong]
            .into_iter()
            .find(|placement| placement.name() == name)
    }
}

impl Marks {
    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Makes a change; whether it changed anything. A name without a letter changes nothing.
    pub fn change(&mut self, change: &MarkChange) -> bool {
        let before = self.clone();
        match change {
            MarkChange::Tag(name) => put(&mut self.tags, name, clean_name),
            MarkChange::Untag(name) => self.tags.retain(|tag| !same(tag, name)),
            MarkChange::Collect(path) => put(&mut self.collections, path, clean_path),
            MarkChange::Uncollect(path) => self.collections.retain(|other| !same(other, path)),
            MarkChange::Note(note) => self.note = note.trim().to_owned(),
            MarkChange::Stars(stars) => self.stars = (*stars).min(MOST_STARS),
            MarkChange::Read(read) => self.read = *read,
            MarkChange::Placement(placement) => self.placement = *placement,
        }
        *self != before
    }

    /// Takes over what another copy of the document has: tags and collections of both, both notes, the larger number of stars.
    pub fn join(&mut self, other: &Self) {
        for tag in &other.tags {
            self.change(&MarkChange::Tag(tag.clone()));
        }
        for collection in &other.collections {
            self.change(&MarkChange::Collect(collection.clone()));
        }
        if !other.note.is_empty() && !self.note.contains(&other.note) {
            let between = if self.note.is_empty() { "" } else { "\n\n" };
            self.note = format!("{}{between}{}", self.note, other.note);
        }
        self.stars = self.stars.max(other.stars);
        self.read |= other.read;
        self.placement = self.placement.or(other.placement);
    }

    /// Makes the change that leads from some marks to others, as far as these are like the first: names come and go, and what a reader has changed
    /// besides stays as it is.
    pub fn follow(&mut self, from: &Self, to: &Self) {
        fn names(own: &mut Vec<String>, from: &[String], to: &[String]) {
            let has = |list: &[String], name: &str| list.iter().any(|other| same(other, name));
            own.retain(|name| has(to, name) || !has(from, name));
            for name in to.iter().filter(|name| !has(from, name)) {
                put(own, name, |name| Some(name.to_owned()));
            }
        }
        names(&mut self.tags, &from.tags, &to.tags);
        names(&mut self.collections, &from.collections, &to.collections);
        if self.note == from.note {
            self.note.clone_from(&to.note);
        } else if let Some(added) = to.note.strip_prefix(&from.note) {
            self.note.push_str(added);
        } else if let Some(added) = from.note.strip_prefix(&to.note)
            && let Some(left) = self.note.strip_suffix(added)
        {
            self.note.truncate(left.len());
        }
        if self.stars == from.stars {
            self.stars = to.stars;
        }
        if self.read == from.read {
            self.read = to.read;
        }
        if self.placement == from.placement {
            self.placement = to.placement;
        }
    }

    /// The same with every name brought into its form, for marks that come from a file.
    pub(crate) fn cleaned(&self) -> Self {
        let mut clean = Self::default();
        clean.join(self);
        clean.stars = clean.stars.min(MOST_STARS);
        clean
    }
}

/// A name on one line, of bounded length; nothing if no letter is left.
pub(crate) fn clean_name(name: &str) -> Option<String> {
    let visible = name.replace(|c: char| c.is_control(), " ");
    let words: Vec<&str> = visible.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    (!name.is_empty()).then_some(name)
}

/// A path of names with single strokes between them.
pub(crate) fn clean_path(path: &str) -> Option<String> {
    let names: Vec<String> = path.split('/').filter_map(clean_name).collect();
    clean_name(&names.join("/"))
}

pub(crate) fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b.trim())
}

fn put(names: &mut Vec<String>, name: &str, clean: fn(&str) -> Option<String>) {
    let Some(name) = clean(name) else { return };
    if !names.iter().any(|other| same(other, &name)) {
        names.push(name);
        names.sort_by_key(|name| name.to_lowercase());
    }
}

fn is_zero(stars: &u8) -> bool {
    *stars == 0
}

fn is_false(read: &bool) -> bool {
    !read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_brought_into_one_form_and_kept_once() {
        let mut marks = Marks::default();
        assert!(marks.change(&MarkChange::Tag("  to\u{7}  read\n".into())));
        assert!(!marks.change(&MarkChange::Tag("To READ".into())));
        assert!(!marks.change(&MarkChange::Tag(" \n ".into())));
        assert!(marks.change(&MarkChange::Tag("Liver".into())));
        assert_eq!(marks.tags, ["Liver", "to read"]);
        assert!(marks.change(&MarkChange::Untag("LIVER".into())));
        assert!(marks.change(&MarkChange::Collect("/Thesis// Chapter 2 /".into())));
        assert_eq!(marks.collections, ["Thesis/Chapter 2"]);
        assert!(marks.change(&MarkChange::Stars(9)));
        assert_eq!(marks.stars, 5);
        assert!(marks.change(&MarkChange::Tag("x".repeat(9999))));
        assert!(marks.tags.iter().all(|tag| tag.len() <= LONGEST_NAME));
    }

    #[test]
    fn copies_join_what_was_kept_with_them() {
        let with = |note: &str, tags: &[&str], stars| Marks {
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
            note: note.to_owned(),
            stars,
            ..Marks::default()
        };
        let mut kept = with("first", &["a"], 2);
        kept.join(&with("second", &["A", "b"], 4));
        kept.join(&with("first", &[], 0));
        assert_eq!(kept, with("first\n\nsecond", &["a", "b"], 4));
    }
}
