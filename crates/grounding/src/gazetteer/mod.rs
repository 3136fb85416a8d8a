//! Finds the organs a text names, and the structures a user asks for.
//!
//! The words come from two places: the names, synonyms and Latin names of the [`Catalogue`], and the table
//! `data/classes.json`, which adds adjectives, abbreviations, diseases and procedures and sorts everything into
//! organ-level *classes* (the outputs of the network). `data/text-terms.json` has further words for running text, which label
//! no MeSH heading.
//!
//! Matching is by Aho–Corasick over all terms at once, in all their spellings (`variants`). A match is a whole word
//! (plural endings allowed); the longest match wins, so "pulmonary artery" is a vessel and "gall bladder" is no bladder;
//! table entries without a class ("on the other hand") only block. Line ends, hyphens and dashes count as spaces.
//! Abbreviations with several meanings count where the text gives evidence for one (`table::Context`). A long word
//! that is one letter off is read as what it was meant to be (`spelling`).

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use aho_corasick::AhoCorasick;
use anatomy::{Catalogue, StructureIndex};
use serde::{Deserialize, Serialize};

mod build;
mod fold;
mod levels;
mod search;
mod spelling;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod variants;

pub use search::NameMatch;
pub(crate) use search::fold as plain_name;

use fold::Folded;
use search::NameIndex;
use spelling::Spelling;
use table::Context;
use terms::Term;

/// An organ-level class: one output of the network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrganClass {
    /// Plain name ("liver", "bile ducts").
    pub name: String,
    /// MeSH headings of the organ, its parts and its diseases and procedures.
    pub mesh: Vec<String>,
    /// Catalogue ids the class stands for, main structure first; a parent stands for all its parts. Empty for an organ that the male body has not.
    pub structures: Vec<String>,
    /// What only the female body has of it, main structure first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub female: Vec<String>,
    /// For a class without structures: ids of what it would lie next to; empty when it is outside the torso.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<String>,
}

impl OrganClass {
    /// Whether the male body has the organ.
    pub fn is_present(&self) -> bool {
        !self.structures.is_empty()
    }
}

/// What a term says about an organ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MentionKind {
    /// It names the organ or a part of it ("hepatic", "left ventricle").
    Name,
    /// A disease, procedure or test that implies the organ ("asthma", "ERCP").
    Related,
}

/// One organ named at one place of a text. A word for two organs ("colorectal") gives two mentions with the same bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Mention {
    /// First byte in the text.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
    /// Index into [`Gazetteer::classes`].
    pub class: usize,
    /// The most exact structures the term names ("jejunal": the jejunum); the structures of the class for its general
    /// terms; empty when neither body has the organ.
    pub structures: Arc<[StructureIndex]>,
    /// Whether the organ is named or implied.
    pub kind: MentionKind,
}

impl Mention {
    /// The bytes of the text.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A term at a place of a folded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hit {
    start: usize,
    end: usize,
    term: usize,
}

/// The organ word list with its search automaton.
pub struct Gazetteer {
    classes: Vec<OrganClass>,
    class_structures: Vec<Vec<StructureIndex>>,
    /// What only the female body has of each class.
    hers: Vec<Vec<StructureIndex>>,
    /// Class of each catalogue row.
    class_of: Vec<Option<usize>>,
    /// Left and right half of each catalogue row that is a pair.
    halves: Vec<Option<(StructureIndex, StructureIndex)>>,
    by_heading: HashMap<String, Vec<usize>>,
    terms: Vec<Term>,
    evidence: Vec<Context>,
    automaton: AhoCorasick,
    spelling: Spelling,
    names: NameIndex,
}

static BUILTIN: LazyLock<Gazetteer> = LazyLock::new(|| built(Some(TEXT_TERMS)));

static CORE: LazyLock<Gazetteer> = LazyLock::new(|| built(None));

const TEXT_TERMS: &str = include_str!("../../data/text-terms.json");

fn built(text_terms: Option<&str>) -> Gazetteer {
    let built = Gazetteer::from_tables(
        include_str!("../../data/classes.json"),
        text_terms,
        include_str!("../../data/spelling.json"),
        Catalogue::builtin(),
    );
    match built {
        Ok(gazetteer) => gazetteer,
        // The tables are part of the program and a test builds them, so this cannot be met by a user.
        Err(reason) => panic!("the organ word list: {reason}"),
    }
}

impl Gazetteer {
    /// The list of this program over the built-in [`Catalogue`]; built once.
    pub fn builtin() -> &'static Gazetteer {
        &BUILTIN
    }

    /// The list without `data/text-terms.json`: the words that label headings, and that figures of different versions are
    /// compared by.
    pub fn core() -> &'static Gazetteer {
        &CORE
    }

    /// The classes, in the order of the network's outputs.
    pub fn classes(&self) -> &[OrganClass] {
        &self.classes
    }

    /// Catalogue rows of a class, main structure first; empty when the male body has not got the organ.
    pub fn structures_of(&self, class: usize) -> &[StructureIndex] {
        &self.class_structures[class]
    }

    /// Catalogue rows of a class that only the female body has, main structure first.
    pub fn female_structures_of(&self, class: usize) -> &[StructureIndex] {
        &self.hers[class]
    }

    /// The class a structure of the built-in catalogue belongs to.
    pub fn class_of(&self, structure: StructureIndex) -> Option<usize> {
        self.class_of.get(structure.usize()).copied().flatten()
    }

    /// The classes of a MeSH heading: those that list it, else those whose organ is named in the heading itself
    /// ("Kidney Diseases, Cystic"). Empty when the heading is about no single organ.
    pub fn classes_of_heading(&self, heading: &str) -> Vec<usize> {
        if let Some(classes) = self.by_heading.get(&heading.to_lowercase()) {
            return classes.clone();
        }
        let found = Self::core().find(heading);
        let mut classes: Vec<usize> = found.into_iter().map(|m| m.class).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// The structures that a name or its beginning may mean, best first: by name, synonym, Latin, abbreviation,
    /// adjective, disease or procedure, with a misspelling in longer words forgiven. At most `limit`, each once.
    pub fn search(&self, query: &str, limit: usize) -> Vec<NameMatch> {
        self.names.search(query, limit)
    }

    /// All names, synonyms, adjectives, diseases and procedures with the structure that each stands for; a name may come several times.
    pub fn names(&self) -> impl Iterator<Item = (&str, StructureIndex)> {
        self.names.iter()
    }

    /// All mentions in a text, in order, not overlapping (but see [`Mention`] for words of two organs).
    pub fn find(&self, text: &str) -> Vec<Mention> {
        let mut folded = Folded::new(text);
        let mut hits = self.choose(&folded.text);
        let corrections = self.corrections(&folded.text, &hits);
        if !corrections.is_empty() {
            folded = folded.replaced(&corrections);
            hits = self.choose(&folded.text);
        }
        let mut mentions: Vec<Mention> = Vec::new();
        for group in hits.chunk_by(|a, b| a.start == b.start) {
            let (start, end) = (group[0].start, group[0].end);
            if group.iter().any(|h| self.terms[h.term].targets.is_empty()) {
                continue;
            }
            let first = mentions.len();
            for target in group.iter().flat_map(|h| &self.terms[h.term].targets) {
                if mentions[first..].iter().any(|m| m.class == target.class) {
                    continue;
                }
                let (start, structures) =
                    match self.on_side(&folded.text, start, &target.structures) {
                        Some((start, half)) => (start, Arc::from([half])),
                        None => (start, Arc::clone(&target.structures)),
                    };
                mentions.push(Mention {
                    start: folded.original(start),
                    end: folded.original(end),
                    class: target.class,
                    structures,
                    kind: target.kind,
                });
            }
        }
        mentions
    }

    /// The longest terms from left to right; several at one place when the word has several entries.
    fn choose(&self, text: &str) -> Vec<Hit> {
        let mut hits: Vec<Hit> = self
            .automaton
            .find_overlapping_iter(text)
            .filter_map(|found| {
                let term = found.pattern().as_usize();
                let end = accept(text, found.start(), found.end(), &self.terms[term])?;
                Some(Hit {
                    start: found.start(),
                    end,
                    term,
                })
            })
            .collect();
        if hits.iter().any(|h| self.terms[h.term].evidence.is_some()) {
            self.weigh(text, &mut hits);
        }
        hits.sort_unstable_by_key(|h| {
            (
                h.start,
                usize::MAX - h.end,
                self.terms[h.term].prefix,
                h.term,
            )
        });
        let (mut taken, mut last) = (0, (0, 0));
        hits.retain(|h| {
            let keep = h.start >= taken || (h.start, h.end) == last;
            if keep {
                taken = h.end;
                last = (h.start, h.end);
            }
            keep
        });
        hits
    }

    /// Leaves out the abbreviations that the text gives no evidence for.
    fn weigh(&self, text: &str, hits: &mut Vec<Hit>) {
        let lower = text.to_ascii_lowercase();
        let mut in_text: HashMap<usize, Option<bool>> = HashMap::new();
        hits.retain(|hit| {
            let Some(number) = self.terms[hit.term].evidence else {
                return true;
            };
            let evidence = &self.evidence[number];
            let whole = *in_text
                .entry(number)
                .or_insert_with(|| evidence.in_text(&lower));
            whole.unwrap_or_else(|| evidence.nearby(&lower, hit.start, hit.end))
        });
    }

    /// Misspelt words outside the terms already found, with what they were meant to be.
    fn corrections(&self, text: &str, hits: &[Hit]) -> Vec<(Range<usize>, &str)> {
        let mut hits = hits.iter().peekable();
        let mut corrections = Vec::new();
        let mut at = 0;
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            let range = at..at + word.len();
            // Every character that is no part of a word is one separator; those of several bytes are measured.
            at = range.end + text[range.end..].chars().next().map_or(0, char::len_utf8);
            if word.len() < spelling::SHORTEST {
                continue;
            }
            while hits.next_if(|h| h.end <= range.start).is_some() {}
            if hits.peek().is_some_and(|h| h.start < range.end) {
                continue;
            }
            if let Some(right) = self.spelling.correct(word) {
                corrections.push((range, right));
            }
        }
        corrections
    }

    /// The half of a pair that the word before says is meant ("left adrenal"), with the beginning of that word; the
    /// pair itself when both sides are named ("left and right kidneys"); none to leave the structures as they are.
    fn on_side(
        &self,
        text: &str,
        start: usize,
        structures: &[StructureIndex],
    ) -> Option<(usize, StructureIndex)> {
        let [whole] = structures else { return None };
        let Some((left, right)) = *self.halves.get(whole.usize())? else {
            let other = [" and ", " or ", "/", " & "]
                .iter()
                .find_map(|joint| text[..start].strip_suffix(joint))?;
            let pair = |h: &Option<(_, _)>| h.is_some_and(|(l, r)| l == *whole || r == *whole);
            let side = other.ends_with("left") || other.ends_with("right");
            let row = self.halves.iter().position(|h| side && pair(h))?;
            return Some((start, StructureIndex(row as u16)));
        };
        let before = text[..start].strip_suffix(' ')?;
        let word = before
            .char_indices()
            .rfind(|(_, c)| !c.is_alphanumeric())
            .map_or(0, |(at, c)| at + c.len_utf8());
        let half = match &before[word..] {
            "left" | "Left" | "LEFT" => left,
            "right" | "Right" | "RIGHT" => right,
            _ => return None,
        };
        let joined = [" and ", " or ", "/", " & "]
            .iter()
            .any(|j| before[..word].ends_with(j));
        (!joined).then_some((word, half))
    }

    /// Number of mentions of each class in a text; one entry for each of [`Gazetteer::classes`].
    pub fn counts(&self, text: &str) -> Vec<f32> {
        self.counts_within(&self.find(text), 0..text.len())
    }

    /// Number of those mentions that begin inside a byte range, for each class.
    pub fn counts_within(&self, mentions: &[Mention], bytes: Range<usize>) -> Vec<f32> {
        let mut counts = vec![0.0; self.classes.len()];
        for mention in mentions.iter().filter(|m| bytes.contains(&m.start)) {
            counts[mention.class] += 1.0;
        }
        counts
    }

    /// The word of the list that a long word is taken to be a misspelling of. A word of the language for which this gives
    /// one belongs among the ordinary words of `data/spelling.json`.
    pub fn misspelling_of(&self, word: &str) -> Option<&str> {
        self.spelling.correct(word)
    }
}

/// The end of a match when it is a whole word.
fn accept(text: &str, start: usize, end: usize, term: &Term) -> Option<usize> {
    // Terms are ASCII, so both ends are character boundaries.
    if text[..start]
        .chars()
        .next_back()
        .is_some_and(char::is_alphanumeric)
    {
        return None;
    }
    if term
        .cased
        .as_deref()
        .is_some_and(|exact| exact != &text[start..end])
    {
        return None;
    }
    let rest = &text[end..];
    let tail = rest
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(rest.len());
    let plural = matches!(&rest[..tail], "" | "s" | "S")
        || (term.cased.is_none() && matches!(&rest[..tail], "es" | "ES"));
    (term.prefix || plural).then_some(end + tail)
}
