//! A passage with its words and mentions, and what the words say of each mention: how much it counts, its side, where in an organ.

use std::cell::OnceCell;
use std::ops::Range;

use anatomy::{Catalogue, Side, StructureIndex};

use super::constraint::Constraint;
use super::landmark::{self, Stated, Way};
use super::levels::{self, Numbered};
use super::reader::{self, Cue, Surroundings};
use super::words::Words;
use super::{MEANT, is_spine, side};
use crate::passage::Passage;
use crate::{Mention, MentionKind};

/// Weight of a mention in the title, where a mention in the text has 1.
const TITLE_WEIGHT: f32 = 3.0;

/// Weight of a mention of which the text says that nothing is there, where another has 1.
const NEGATED_WEIGHT: f32 = 0.2;

/// Least weight of a mention that is not what the text is about.
const UNMEANT_WEIGHT: f32 = 0.05;

/// How far an organ is what a text is about, where the words state that the finding of another one lies beside it ("a mass of the pancreas
/// abutting the vein"), as a share of what the network says.
const BESIDE: f32 = 0.4;

/// A passage with its words.
pub(crate) struct Reading<'a> {
    /// Its mentions are those that touch its bytes.
    pub(super) passage: Passage<'a>,
    pub(super) words: Words<'a>,
    pub(super) numbered: Numbered,
    names_a_vertebra: OnceCell<bool>,
    /// The mentions (by number) that another organ is said to lie beside.
    beside: OnceCell<Vec<usize>>,
}

/// The organs by which a text is placed that is about none.
pub(crate) struct Landmarks<'a> {
    /// How it lies from them.
    pub way: Way,
    /// One, or two that it lies between.
    pub ends: Vec<&'a Mention>,
}

impl<'a> Reading<'a> {
    pub fn new(passage: &Passage<'a>) -> Self {
        let words = Words::new(passage.text, passage.bytes.0..passage.bytes.1);
        let own = touching(passage.mentions, passage.bytes.0..passage.bytes.1);
        Reading {
            passage: Passage {
                mentions: &passage.mentions[own.clone()],
                meant: passage.meant.get(own).unwrap_or(&[]),
                ..*passage
            },
            numbered: Numbered::new(&words),
            words,
            names_a_vertebra: OnceCell::new(),
            beside: OnceCell::new(),
        }
    }

    /// The mentions of a class that begin in the passage.
    pub fn mentions(&self, class: usize) -> impl Iterator<Item = &'a Mention> {
        let window = self.passage.bytes.0..self.passage.bytes.1;
        self.passage
            .mentions
            .iter()
            .filter(move |m| m.class == class && window.contains(&m.start))
    }

    /// All mentions that begin in the passage.
    pub(super) fn all_mentions(&self) -> impl Iterator<Item = &'a Mention> {
        let window = self.passage.bytes.0..self.passage.bytes.1;
        self.passage
            .mentions
            .iter()
            .filter(move |m| window.contains(&m.start))
    }

    /// Whether a mention of the spine only says how high something else lies.
    pub(super) fn is_level(&self, catalogue: &Catalogue, mention: &Mention) -> bool {
        let own = self.words.within(&mention.range());
        let clause = self.words.clause(own.start);
        levels::levels(catalogue, &self.words, &self.numbered, clause)
            .iter()
            .any(|l| l.of_something && (l.word + 3 > own.start && l.word <= own.end))
    }

    /// Whether a number of a vertebra stands beside what is done to vertebrae ("burst fracture of L1").
    pub(super) fn names_a_vertebra(&self, catalogue: &Catalogue) -> bool {
        *self.names_a_vertebra.get_or_init(|| {
            let all = 0..self.words.list.len();
            let found = levels::levels(catalogue, &self.words, &self.numbered, all);
            found.iter().any(|l| !l.of_something)
                && self.words.list.iter().any(|w| {
                    let starts = [
                        "fractur", "collaps", "lamin", "kyphopl", "spondyl", "pedic", "disc",
                    ];
                    starts.iter().any(|s| w.lower.starts_with(s))
                })
        })
    }

    /// How much a mention counts.
    pub fn weight(&self, mention: &Mention) -> f32 {
        let title = if self.passage.title {
            TITLE_WEIGHT
        } else {
            1.0
        };
        let kind = if mention.kind == MentionKind::Name {
            1.0
        } else {
            0.5
        };
        let said = if side::is_negated(&self.words, mention.range()) {
            NEGATED_WEIGHT
        } else {
            1.0
        };
        title * kind * said.min(self.meant(mention).max(UNMEANT_WEIGHT))
    }

    /// How far a mention is what the text is about, 0 to 1.
    pub fn meant(&self, mention: &Mention) -> f32 {
        let at = self.passage.mentions.element_offset(mention);
        let is_beside = at.is_some_and(|at| self.beside().binary_search(&at).is_ok());
        self.meant_by_network(at) * if is_beside { BESIDE } else { 1.0 }
    }

    /// Whether a mention is one of what the text is about, and not only named as absent or normal.
    pub fn is_subject(&self, mention: &Mention) -> bool {
        self.meant(mention) >= MEANT && !self.is_absent(&mention.range())
    }

    /// How far the network takes a mention (by its number) for what the text is about, 0 to 1.
    fn meant_by_network(&self, at: Option<usize>) -> f32 {
        let meant = at.and_then(|at| self.passage.meant.get(at));
        meant.copied().unwrap_or(1.0)
    }

    /// The numbers of the mentions beside which the clause before them says that another organ's finding lies, in order.
    fn beside(&self) -> &[usize] {
        self.beside.get_or_init(|| {
            let mut found: Vec<usize> = Vec::new();
            let mut ends: Vec<usize> = Vec::new();
            for stated in self.stated() {
                let named = stated.ends.iter();
                let named = named.filter_map(|word| self.bytes_of(*word));
                let named: Vec<usize> = named
                    .flat_map(|bytes| touching(self.passage.mentions, bytes))
                    .collect();
                if self.has_subject(stated.at, &named, &ends) {
                    found.extend(&named);
                }
                ends.extend(named);
            }
            found.sort_unstable();
            found
        })
    }

    /// Whether the clause of a word names an organ before it that the text is about: of another class than these mentions (by their numbers), and
    /// none of those, in order, that something was said to lie beside.
    fn has_subject(&self, word: usize, than: &[usize], ends: &[usize]) -> bool {
        let mentions = self.passage.mentions;
        let clause = self.words.clause(word);
        let first = self.words.list.get(clause.start);
        let last = self.words.list.get(word);
        let (Some(first), Some(last)) = (first, last) else {
            return false;
        };
        let mut before = touching(mentions, first.start..last.start);
        before.any(|at| {
            let mention = &mentions[at];
            mention.kind == MentionKind::Name
                && than.iter().all(|n| mentions[*n].class != mention.class)
                && ends.binary_search(&at).is_err()
                && self.meant_by_network(Some(at)) >= MEANT
                && !self.is_absent(&mention.range())
        })
    }

    /// The relations to organs that the words state.
    fn stated(&self) -> Vec<Stated> {
        landmark::stated(&self.words, &|word| self.name_at(word).is_some())
    }

    /// The first name of an organ that a word belongs to.
    fn name_at(&self, word: usize) -> Option<&'a Mention> {
        let touched = touching(self.passage.mentions, self.bytes_of(word)?);
        let mut touched = self.passage.mentions[touched].iter();
        touched.find(|m| m.kind == MentionKind::Name)
    }

    fn bytes_of(&self, word: usize) -> Option<Range<usize>> {
        let word = self.words.list.get(word)?;
        Some(word.start..word.end)
    }

    /// Whether some bytes are said to be absent, normal, past or another's.
    fn is_absent(&self, bytes: &Range<usize>) -> bool {
        self.passage.is_absent(bytes) || side::is_negated(&self.words, bytes.clone())
    }

    /// Whether the passage names or implies an organ, beside some and those of which it says that nothing is there.
    pub(super) fn tells_of_others(&self, than: &[&Mention]) -> bool {
        let is_one = |m: &Mention| than.iter().any(|t| m.start < t.end && t.start < m.end);
        self.all_mentions()
            .any(|m| !is_one(m) && !self.is_absent(&m.range()))
    }

    /// The organs by which the passage is placed, where it is about none.
    pub(super) fn landmarks(&self) -> Option<Landmarks<'a>> {
        let stated = self.stated();
        let absent = |word: usize| self.bytes_of(word).is_none_or(|b| self.is_absent(&b));
        let (way, ends) = landmark::of_a_thing(&self.words, &stated, &absent)?;
        let ends: Vec<&Mention> = ends.into_iter().filter_map(|e| self.name_at(e)).collect();
        (!self.tells_of_others(&ends)).then_some(Landmarks { way, ends })
    }

    /// The side that the words say of a mention.
    pub fn side(&self, mention: &Mention) -> Option<Side> {
        side::side_cue(&self.words, mention.range(), &|i| {
            self.mention_at(i, mention).is_some()
        })
    }

    /// Whether the words say left, and right, of anything.
    pub fn sides_said(&self) -> [bool; 2] {
        side::sides_said(&self.words)
    }

    /// The side of which the words say "the other one" when they come to what they are about.
    pub fn other_meant(&self) -> Option<Side> {
        side::other_meant(&self.words)
    }

    /// The mention of other bytes that a word belongs to.
    fn mention_at(&self, word: usize, than: &Mention) -> Option<&'a Mention> {
        let word = self.words.list.get(word)?;
        let touched = touching(self.passage.mentions, word.start..word.end);
        self.passage.mentions[touched]
            .iter()
            .find(|m| m.start < word.end && m.start != than.start)
    }

    pub(super) fn cues(
        &self,
        catalogue: &Catalogue,
        mention: &Mention,
        structure: StructureIndex,
    ) -> Vec<Cue> {
        let own = self.words.within(&mention.range());
        let other = |i: usize| self.mention_at(i, mention).map(|m| m.structures.to_vec());
        let mut cues = Surroundings {
            words: &self.words,
            own: own.clone(),
            other: &other,
        }
        .read(catalogue, structure);
        let clause = self.words.clause(own.start);
        if catalogue.get(structure).id == "liver" {
            cues.extend(self.segments(catalogue, clause.clone(), &|_| true));
        }
        if !is_spine(catalogue, structure) {
            cues.extend(self.level(catalogue, clause));
        }
        cues
    }

    /// The names of places within a structure of a class that stand anywhere in the passage.
    pub(super) fn named_places(
        &self,
        catalogue: &Catalogue,
        class: usize,
        structure: StructureIndex,
        is_named: bool,
    ) -> Vec<Cue> {
        let other = |i: usize| {
            let word = self.words.list.get(i);
            word.is_some_and(|word| {
                let touched = touching(self.passage.mentions, word.start..word.end);
                let mut touched = self.passage.mentions[touched].iter();
                touched.any(|m| m.class != class && m.kind == MentionKind::Name)
            })
        };
        let absent = |term: Range<usize>| {
            let bytes = self.words.list[term.start].start..self.words.list[term.end - 1].end;
            self.is_absent(&bytes)
        };
        let words = &self.words;
        let mut cues = reader::named_places(words, catalogue, structure, is_named, &other, &absent);
        if catalogue.get(structure).id == "liver" {
            let all = 0..words.list.len();
            cues.extend(self.segments(catalogue, all, &|term| !absent(term)));
        }
        cues
    }

    /// Segments of the liver that are named by their numbers.
    fn segments(
        &self,
        catalogue: &Catalogue,
        range: Range<usize>,
        is_meant: &dyn Fn(Range<usize>) -> bool,
    ) -> Option<Cue> {
        let (bits, words) = levels::liver_segments(&self.words, &self.numbered, range, is_meant)?;
        let caudate = catalogue.index_of("caudate_lobe_of_liver");
        let constraint = match caudate.filter(|_| bits == 1 << 1) {
            Some(caudate) => Constraint::Part(vec![caudate]),
            None => Constraint::Sectors(bits),
        };
        Some(Cue { constraint, words })
    }

    /// "at the level of L3".
    fn level(&self, catalogue: &Catalogue, clause: Range<usize>) -> Option<Cue> {
        let found = levels::levels(catalogue, &self.words, &self.numbered, clause);
        let named: Vec<_> = found.iter().filter(|l| l.of_something).collect();
        let words = match named[..] {
            [] => return None,
            [one] => format!("at {}", one.name),
            [first, .., last] => format!("from {} to {}", first.name, last.name),
        };
        Some(Cue {
            constraint: Constraint::Level(named.iter().map(|l| l.vertebra).collect()),
            words,
        })
    }
}

/// Which of some mentions touch a range of bytes. Mentions come in the order of their ends; those of one word, which have the
/// same end, may begin at different bytes.
fn touching(mentions: &[Mention], bytes: Range<usize>) -> Range<usize> {
    let from = mentions.partition_point(|m| m.end <= bytes.start);
    let rest = &mentions[from..];
    let mut groups = rest.chunk_by(|a, b| a.end == b.end);
    let mut to = from;
    // A group that begins within the bytes is taken whole.
    while let Some(group) = groups
        .next()
        .filter(|group| group.iter().any(|m| m.start < bytes.end))
    {
        to += group.len();
    }
    from..to
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Gazetteer;

    /// Hands over a text as it is read when the network takes all of it for what the text is about.
    pub fn with<T>(text: &str, ask: impl FnOnce(&Reading<'_>) -> T) -> T {
        let mentions = Gazetteer::builtin().find(text);
        let meant = vec![1.0; mentions.len()];
        let passage = Passage {
            text,
            bytes: (0, text.len()),
            mentions: &mentions,
            meant: &meant,
            tags: &[],
            title: false,
        };
        ask(&Reading::new(&passage))
    }

    /// How far the word that begins a mention is what a text is about.
    fn meant(text: &str, word: &str) -> f32 {
        let start = text.find(word).unwrap();
        with(text, |reading| {
            let mention = reading.all_mentions().find(|m| m.start == start);
            reading.meant(mention.unwrap())
        })
    }

    #[test]
    fn what_anothers_finding_lies_beside_is_less_meant() {
        for (text, subject, beside) in [
            (
                "A mass of the pancreas abutting the spleen.",
                "pancreas",
                "spleen",
            ),
            (
                "An abscess of the liver lies just behind the stomach.",
                "liver",
                "stomach",
            ),
            (
                "The oesophagus runs between the trachea and the aorta.",
                "oesophagus",
                "trachea",
            ),
            (
                "The oesophagus runs between the trachea and the aorta.",
                "oesophagus",
                "aorta",
            ),
        ] {
            assert_eq!(meant(text, subject), 1.0, "{text}");
            assert!((meant(text, beside) - BESIDE).abs() < 1e-6, "{text}");
        }
        for text in [
            "A mass abutting the spleen.",
            "Normal pancreas. A mass next to the spleen.",
            "No cyst of the pancreas, a mass next to the spleen.",
            "A mass of the pancreas and of the spleen.",
            // The stomach is a landmark itself.
            "A mass behind the stomach, just above the spleen.",
        ] {
            assert_eq!(meant(text, "spleen"), 1.0, "{text}");
        }
    }

    #[test]
    fn a_text_about_no_organ_is_placed_by_those_that_it_lies_beside() {
        let placed = |text: &str| {
            with(text, |reading| {
                let found = reading.landmarks()?;
                let named = found.ends.iter().map(|end| text[end.range()].to_owned());
                Some((found.way, named.collect::<Vec<String>>()))
            })
        };
        let by = |way: Way, names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned());
            Some((way, names.collect::<Vec<String>>()))
        };
        assert_eq!(
            placed("A node between the aorta and the cava"),
            by(Way::Between, &["aorta", "cava"])
        );
        assert_eq!(
            placed("Fluid behind the bladder."),
            by(Way::Behind, &["bladder"])
        );
        assert_eq!(
            placed("There is a collection in front of the sacrum."),
            by(Way::Before, &["sacrum"])
        );
        for text in [
            "A node of the liver between the aorta and the cava",
            "A mass behind the bladder. The liver is large.",
            "No mass behind the bladder.",
            "A mass of the bladder.",
        ] {
            assert_eq!(placed(text), None, "{text}");
        }
        // What is only denied elsewhere is no place.
        let denied = "No cyst of the liver. A mass behind the bladder.";
        assert_eq!(placed(denied), by(Way::Behind, &["bladder"]));
    }
}
