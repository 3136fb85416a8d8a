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
pub(super) const CONNECTORS: [&str; 14] = [
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
        let places = Places::of(catalogue, structure);
        let lower = |i: &usize| self.words.lower(*i).to_owned();
        let mut around: Vec<usize> = self.before(table);
        let before = around.len();
        around.extend(self.after(table));
        let around: Vec<String> = around.iter().map(lower).collect();
        let own: Vec<String> = self.own.clone().map(|i| lower(&i)).collect();
        let mut cues = matches(&around, Some(&places), Some(&table.general));
        // "Vesicoureteric junction": a term may be made of the mention and what stands beside it.
        let joined = [&around[..before], &own[..], &around[before..]].concat();
        let is_joined = |cue: &Cue| {
            cue.words
                .split(' ')
                .any(|word| own.iter().any(|o| o == word))
        };
        let joined = matches(&joined, Some(&places), None)
            .into_iter()
            .filter(is_joined);
        for cue in matches(&own, Some(&places), None)
            .into_iter()
            .chain(joined)
            .chain(
                matches(&own, None, Some(&table.general))
                    .into_iter()
                    .filter(along_the_flow),
            )
        {
            if !cues.iter().any(|c| c.constraint == cue.constraint) {
                cues.push(cue);
            }
        }
        cues.extend(self.relations(catalogue, structure));
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
            // "In front of" the organ is no place within it.
            let two = i.checked_sub(2).map(|at| [at, at + 1]);
            if word == "of"
                && two.map(|at| at.map(|at| self.words.lower(at))) == Some(["in", "front"])
            {
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
            // "Posterior to" something is no place within the organ.
            let from_other =
                matches!(word, "anterior" | "posterior") && self.words.lower(i + 1) == "to";
            let known = table.vocabulary.contains(word) || table.nouns.contains(word);
            if known && !from_other {
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
}

/// The names of places within a structure that stand anywhere in the words (see [`PositionTable::is_name`]). `is_named`: whether the text names the
/// structure; `other`: whether a word belongs to the mention of another organ, whose place it is then; `absent`: whether words are absent,
/// normal, past, another's, or negated.
pub(crate) fn named_places(
    words: &Words<'_>,
    catalogue: &Catalogue,
    structure: StructureIndex,
    is_named: bool,
    other: &dyn Fn(usize) -> bool,
    absent: &dyn Fn(Range<usize>) -> bool,
) -> Vec<Cue> {
    let table = PositionTable::builtin();
    let places = Places::of(catalogue, structure);
    let mut cues: Vec<Cue> = Vec::new();
    let mut i = 0;
    while i < words.list.len() {
        let longest = LONGEST.min(words.list.len() - i);
        let found = (1..=longest).rev().find_map(|length| {
            let term: Vec<String> = (i..i + length)
                .map(|at| words.lower(at).to_owned())
                .collect();
            let whole = (i + 1..i + length).all(|at| words.gap(at) < Gap::Comma);
            let own = whole && table.is_name(&term, is_named);
            let found = places.get(&term).filter(|_| own)?;
            Some((length, term.join(" "), found))
        });
        let Some((length, said, constraints)) = found else {
            i += 1;
            continue;
        };
        let mut behind =
            (i + length..i + length + 3).skip_while(|at| matches!(words.lower(*at), "of" | "the"));
        let joined = |at: usize| words.gap(at) < Gap::Comma && other(at);
        let others = (i > 0 && words.gap(i) < Gap::Comma && other(i - 1))
            || behind.next().is_some_and(joined);
        if !others && !absent(i..i + length) {
            cues.extend(constraints.iter().map(|constraint| Cue {
                constraint: constraint.clone(),
                words: said.clone(),
            }));
        }
        i += length;
    }
    cues
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

/// The places that a structure has by the table, and those of what it is part of.
struct Places<'a> {
    catalogue: &'a Catalogue,
    structure: StructureIndex,
    terms: Vec<&'static Terms>,
}

impl<'a> Places<'a> {
    fn of(catalogue: &'a Catalogue, structure: StructureIndex) -> Self {
        let table = PositionTable::builtin();
        let wholes = std::iter::once(structure).chain(catalogue.ancestors(structure));
        Places {
            catalogue,
            structure,
            terms: wholes.filter_map(|s| table.parts.get(&s)).collect(),
        }
    }

    /// The conditions that a term states; none where its place is in another part: the root of the aorta is not in its descending part. A
    /// structure's own row says itself where its places are: those of the heart muscle are in the left ventricle.
    fn get(&self, term: &[String]) -> Option<&'static [Constraint]> {
        let own = PositionTable::builtin().parts.get(&self.structure);
        if let Some(found) = own.and_then(|terms| terms.get(term)) {
            return Some(found);
        }
        let found = self.terms.iter().find_map(|terms| terms.get(term))?;
        let elsewhere = found.iter().any(|constraint| match constraint {
            Constraint::Part(parts) => {
                let own = |part: &StructureIndex| self.catalogue.is_part_of(*part, self.structure);
                !parts.iter().any(own)
            }
            _ => false,
        });
        Some(if elsewhere { &[] } else { found })
    }
}

/// Whether words name a wall or a surface, which every organ has on every side.
fn is_side(phrase: &[String]) -> bool {
    let last = phrase.last().map(String::as_str);
    matches!(last, Some("wall" | "surface"))
}

/// The longest terms in a row of words; those of the structure before general ones of the same length.
fn matches(words: &[String], places: Option<&Places<'_>>, general: Option<&Terms>) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    let mut i = 0;
    'word: while i < words.len() {
        for length in (1..=LONGEST.min(words.len() - i)).rev() {
            let phrase = &words[i..i + length];
            let own = places.and_then(|places| places.get(phrase));
            let of_any = general.and_then(|terms| terms.get(phrase));
            let found = match (own, of_any) {
                // "Posterior wall" of the heart is that of its left ventricle, but the left atrium has one as well.
                (Some([]), Some(of_any)) if is_side(phrase) => Some(of_any),
                (own, of_any) => own.or(of_any),
            };
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What the names of places in a text say of a structure; `named`: whether the text is taken to name it.
    fn named(text: &str, id: &str, named: bool, other: &str, absent: &str) -> Vec<String> {
        let words = Words::new(text, 0..text.len());
        let catalogue = Catalogue::builtin();
        let structure = catalogue.index_of(id).unwrap();
        let other = |i: usize| words.lower(i) == other;
        let absent = |term: Range<usize>| term.into_iter().any(|i| words.lower(i) == absent);
        let cues = named_places(&words, catalogue, structure, named, &other, &absent);
        let mut said: Vec<String> = cues.into_iter().map(|cue| cue.words).collect();
        said.dedup();
        said
    }

    /// What the words around a name say of a structure.
    fn around(text: &str, name: &str, id: &str) -> Vec<Cue> {
        let catalogue = Catalogue::builtin();
        let words = Words::new(text, 0..text.len());
        let start = text.find(name).unwrap();
        let around = Surroundings {
            words: &words,
            own: words.within(&(start..start + name.len())),
            other: &|_| None,
        };
        around.read(catalogue, catalogue.index_of(id).unwrap())
    }

    #[test]
    fn walls_of_the_heart_are_those_of_the_left_ventricle() {
        let left = Catalogue::builtin().index_of("left_ventricle").unwrap();
        let part = Constraint::Part(vec![left]);
        for (text, name, id) in [
            (
                "The inferior wall of the heart muscle",
                "heart muscle",
                "myocardium",
            ),
            (
                "inferior myocardial infarction",
                "myocardial infarction",
                "myocardium",
            ),
            (
                "the anterior wall of the myocardium",
                "myocardium",
                "myocardium",
            ),
            ("the septal wall of the heart", "heart", "heart"),
            ("the bottom wall of the heart", "heart", "heart"),
            ("the lateral wall of the heart", "heart", "heart"),
            ("an old posterior MI", "MI", "heart"),
        ] {
            let cues = around(text, name, id);
            let is_left = cues.iter().any(|cue| cue.constraint == part);
            assert!(is_left && cues.len() > 1, "{text}: {cues:?}");
        }
        // The other chambers have walls of their own.
        for text in [
            "the posterior wall of the left atrium",
            "the lateral wall of the left atrium",
        ] {
            let cues = around(text, "left atrium", "left_atrium");
            let is_span = |cue: &Cue| matches!(cue.constraint, Constraint::Span { .. });
            assert!(
                cues.len() == 1 && cues.iter().all(is_span),
                "{text}: {cues:?}"
            );
        }
        assert_eq!(
            around("in front of the left atrium", "left atrium", "left_atrium"),
            []
        );
        // A wall that is named away from the ventricle, and that of another organ.
        let said = "Akinesia: the inferior wall.";
        assert_eq!(
            named(said, "left_ventricle", true, "", ""),
            ["inferior wall"]
        );
        let of_other = "Thick: the inferior wall of the bladder.";
        let none: [&str; 0] = [];
        assert_eq!(named(of_other, "left_ventricle", true, "bladder", ""), none);
        assert_eq!(named(said, "spleen", true, "", ""), none);
    }

    #[test]
    fn stretches_of_the_coronary_arteries_follow_their_flow() {
        let is_near = |cue: &Cue| matches!(cue.constraint, Constraint::Near(..));
        for (text, name, id) in [
            ("mid LAD", "LAD", "left_coronary_artery"),
            ("ostial LCx", "LCx", "left_coronary_artery"),
            ("proximal PDA", "PDA", "right_coronary_artery"),
        ] {
            let cues = around(text, name, id);
            let both = cues.iter().any(along_the_flow) && cues.iter().any(is_near);
            assert!(both, "{text}: {cues:?}");
        }
        let cues = around("distal RCA", "distal RCA", "right_coronary_artery");
        assert!(cues.iter().any(along_the_flow), "{cues:?}");
    }

    #[test]
    fn names_of_places_count_wherever_they_stand() {
        let none: [&str; 0] = [];
        let said = |text, id, is_named| named(text, id, is_named, "", "");
        assert_eq!(
            said("A Morgagni hernia.", "diaphragm", true),
            ["morgagni hernia"]
        );
        assert_eq!(
            said("The mitral valve leaks.", "heart", true),
            ["mitral valve"]
        );
        // "Tip" and "upper pole" are said of many structures.
        assert_eq!(said("The upper pole, the tip.", "spleen", true), none);
        // One word that is not known as a name stands for a structure only where the text does not name it.
        assert_eq!(
            said("The acetabulum is worn.", "left_hip_bone", false),
            ["acetabulum"]
        );
        assert_eq!(said("The acetabulum is worn.", "left_hip_bone", true), none);
        // Not across a comma.
        assert_eq!(said("Mitral, valve", "left_ventricle", true), none);
        // Of another organ, absent, or of another part of the same.
        let of_other = "The hilum of the kidney.";
        assert_eq!(named(of_other, "spleen", true, "", ""), ["hilum"]);
        assert_eq!(named(of_other, "spleen", true, "kidney", ""), none);
        assert_eq!(
            named("Morgagni hernia", "diaphragm", true, "", "hernia"),
            none
        );
        assert_eq!(
            said("The aortic hiatus.", "abdominal_aorta", true),
            ["aortic hiatus"]
        );
        assert_eq!(said("The aortic hiatus.", "arch_of_aorta", true), none);
    }
}
