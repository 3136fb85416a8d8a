//! Reads the words of position that belong to one mention.
//!
//! A mention takes the position words that stand before it ("posterior wall of the distal …", "right hilar mass of the …")
//! or after it ("… in its lower third", "…, upper pole"), as far as nothing else comes between: a verb, another organ or a
//! noun that is not one of position ends the reach. Numbers of vertebrae and liver segments are read in the whole clause.

use std::ops::Range;

use anatomy::{Catalogue, StructureIndex};

use super::constraint::{Axis, Constraint};
use super::table::{LONGEST, PositionTable, Terms};
use super::words::{Gap, Words};

/// Words that position words reach across.
const CONNECTORS: [&str; 14] = [
    "of", "the", "a", "an", "in", "at", "from", "to", "on", "its", "his", "her", "within", "this",
];

/// Adjectives that stand between position words and an organ.
const ADJECTIVES: [&str; 12] = [
    "main",
    "membranous",
    "common",
    "lung",
    "whole",
    "entire",
    "native",
    "dilated",
    "transplanted",
    "glottic",
    "s",
    "lobar",
];

/// Words that show that a position said after a mention was its own.
const CLOSERS: [&str; 16] = [
    "was",
    "were",
    "is",
    "are",
    "has",
    "had",
    "with",
    "and",
    "by",
    "which",
    "that",
    "showed",
    "shows",
    "contains",
    "contained",
    "but",
];

/// Position words that with "to" name a relation to something else.
const RELATIONAL: [&str; 8] = [
    "distal",
    "proximal",
    "superior",
    "inferior",
    "anterior",
    "posterior",
    "lateral",
    "medial",
];

/// A condition and the words that say it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cue {
    pub constraint: Constraint,
    pub words: String,
}

/// What surrounds a mention.
pub(crate) struct Surroundings<'a> {
    pub words: &'a Words<'a>,
    /// The words of the mention.
    pub own: Range<usize>,
    /// Catalogue rows of the mention at a word that belongs to another mention.
    pub other: &'a dyn Fn(usize) -> Option<Vec<StructureIndex>>,
}

impl Surroundings<'_> {
    /// The conditions that the words state of `structure`.
    pub fn read(&self, catalogue: &Catalogue, structure: StructureIndex) -> Vec<Cue> {
        let table = PositionTable::builtin();
        let parts: Vec<&Terms> = std::iter::once(structure)
            .chain(catalogue.ancestors(structure))
            .filter_map(|s| table.parts.get(&s))
            .collect();
        let lower = |i: &usize| self.words.lower(*i).to_owned();
        let mut around: Vec<usize> = self.before(table);
        around.extend(self.after(table));
        let around: Vec<String> = around.iter().map(lower).collect();
        let own: Vec<String> = self.own.clone().map(|i| lower(&i)).collect();
        let mut cues = matches(&around, &parts, Some(&table.general));
        for cue in matches(&own, &parts, None).into_iter().chain(
            matches(&own, &[], Some(&table.general))
                .into_iter()
                .filter(along_the_flow),
        ) {
            if !cues.iter().any(|c| c.constraint == cue.constraint) {
                cues.push(cue);
            }
        }
        cues.extend(self.relation(catalogue));
        cues
    }

    /// Position words before the mention, in order.
    fn before(&self, table: &PositionTable) -> Vec<usize> {
        let mut found = Vec::new();
        let (mut crossed, mut lesion, mut unknown) = (false, false, 0);
        let mut i = self.own.start;
        for _ in 0..16 {
            if i == 0 || matches!(self.words.gap(i), Gap::Stop | Gap::Bracket) {
                break;
            }
            let comma = self.words.gap(i) >= Gap::Comma;
            i -= 1;
            if (self.other)(i).is_some() {
                break;
            }
            let word = self.words.lower(i);
            let known = table.vocabulary.contains(word) || table.nouns.contains(word);
            if comma && !known {
                break;
            }
            if word == "to" && i > 0 && RELATIONAL.contains(&self.words.lower(i - 1)) {
                break;
            }
            if CONNECTORS.contains(&word) {
                crossed |= matches!(word, "of" | "in" | "within" | "from" | "at" | "to");
            } else if known {
                found.push(i);
            } else if matches!(word, "and" | "or") && !found.is_empty() {
            } else if table.lesions.contains(word) && (crossed || found.is_empty()) {
                lesion = true;
            } else if ADJECTIVES.contains(&word) {
            } else if lesion && unknown < 2 && word.len() > 2 && !CLOSERS.contains(&word) {
                unknown += 1;
            } else {
                break;
            }
        }
        found.reverse();
        found
    }

    /// Position words after the mention that are its own.
    fn after(&self, table: &PositionTable) -> Vec<usize> {
        let (mut sure, mut open): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut linked = false;
        for i in self.own.end..(self.own.end + 10).min(self.words.list.len()) {
            let gap = self.words.gap(i);
            if gap >= Gap::Comma {
                sure.append(&mut open);
            }
            if gap == Gap::Stop {
                return sure;
            }
            let word = self.words.lower(i);
            if (self.other)(i).is_some() {
                return sure;
            }
            if table.vocabulary.contains(word) || table.nouns.contains(word) {
                open.push(i);
            } else if CONNECTORS.contains(&word) && word != "of" && word != "to" {
                linked = true;
            } else if word == "of" && open.is_empty() {
                return sure;
            } else {
                let own = !linked && word != "of";
                if own || CLOSERS.contains(&word) || table.lesions.contains(word) {
                    sure.append(&mut open);
                }
                return sure;
            }
        }
        sure.append(&mut open);
        sure
    }

    /// "… below the renal arteries", "… next to the heart".
    fn relation(&self, catalogue: &Catalogue) -> Option<Cue> {
        let words = self.words;
        let at = |i: usize| [words.lower(i), words.lower(i + 1)];
        let target = |from: usize| {
            (from..(from + 4).min(words.list.len()))
                .take_while(|i| words.gap(*i) < Gap::Comma || *i == from)
                .find_map(|i| (self.other)(i).filter(|s| !s.is_empty()).map(|s| (i, s)))
        };
        let (kind, skip, from) = match relation_at(at(self.own.end)) {
            Some((kind, skip)) => (kind, skip, self.own.end),
            // "Above the renal arteries the abdominal aorta".
            None => (0..self.own.start).rev().take(5).find_map(|i| {
                let (kind, skip) = relation_at(at(i))?;
                let (there, _) = target(i + skip)?;
                let joined = (there + 1..self.own.start).all(|j| {
                    CONNECTORS.contains(&words.lower(j))
                        || (self.other)(j).is_some()
                        || j < there + 2
                });
                joined.then_some((kind, skip, i))
            })?,
        };
        let (_, structures) = target(from + skip)?;
        let name = &catalogue.get(*structures.first()?).name;
        let (constraint, word) = match kind {
            Relation::Above => (Constraint::Above(structures), "above"),
            Relation::Below => (Constraint::Below(structures), "below"),
            Relation::Near => (Constraint::Near(structures, 15.0), "near"),
        };
        Some(Cue {
            constraint,
            words: format!("{word} the {name}"),
        })
    }
}

#[derive(Debug, Clone, Copy)]
enum Relation {
    Above,
    Below,
    Near,
}

/// A relation that begins at a word, and how many words it has.
fn relation_at(words: [&str; 2]) -> Option<(Relation, usize)> {
    Some(match words {
        ["below" | "beneath" | "under", _] => (Relation::Below, 1),
        ["above", _] => (Relation::Above, 1),
        ["inferior" | "caudal" | "distal", "to"] => (Relation::Below, 2),
        ["superior" | "cranial" | "proximal", "to"] => (Relation::Above, 2),
        ["next" | "adjacent" | "close", "to"] => (Relation::Near, 2),
        ["near", _] => (Relation::Near, 1),
        _ => return None,
    })
}

fn along_the_flow(cue: &Cue) -> bool {
    matches!(
        cue.constraint,
        Constraint::Middle
            | Constraint::Span {
                axis: Axis::Flow,
                ..
            }
    )
}

/// The longest terms in a row of words; those of the structure before general ones of the same length.
fn matches(words: &[String], parts: &[&Terms], general: Option<&Terms>) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    let mut i = 0;
    'word: while i < words.len() {
        for length in (1..=LONGEST.min(words.len() - i)).rev() {
            let phrase = &words[i..i + length];
            let found = parts
                .iter()
                .copied()
                .chain(general)
                .find_map(|terms| terms.get(phrase));
            if let Some(constraints) = found {
                for constraint in constraints {
                    let cue = Cue {
                        constraint: constraint.clone(),
                        words: phrase.join(" "),
                    };
                    if !cues.contains(&cue) {
                        cues.push(cue);
                    }
                }
                i += length;
                continue 'word;
            }
        }
        i += 1;
    }
    cues
}
