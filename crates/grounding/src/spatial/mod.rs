//! The language of position: side, part, third, level and direction, from the words around a mention to a point.
//!
//! The network says which organ a text is about; where in it, the words say: "posterior wall of the distal oesophagus",
//! "segment VII of the liver", "the aorta at the level of L3". `find` reads them and gives a [`Region`]: a structure with
//! constraints, each of them geometry over the voxels of the atlas (shares of the volume along an axis, way along the flow of
//! a tube, nearness to a neighbour, height of a vertebra, depth, sectors of the liver). [`Region::extent`] gives the point.
//! What the words mean is stated in `data/spatial.json` with its sources.
//!
//! Mentions vote: a condition holds when a fair share of the mentions of the organ state it; those that contradict each other
//! cancel, and the whole structure is left.

mod constraint;
pub mod ends;
mod levels;
mod reader;
mod region;
mod relation;
mod side;
mod sketch;
mod spine;
mod table;
mod words;

use std::cell::OnceCell;
use std::ops::Range;

use anatomy::{Catalogue, Side, StructureIndex};

pub use constraint::{Axis, Constraint};
pub use region::{Extent, Region, Weighted};
pub use sketch::Sketches;

use crate::passage::Passage;
use crate::{Gazetteer, Mention, MentionKind};
use levels::Numbered;
use reader::{Cue, Surroundings};
use words::Words;

/// A condition counts when mentions with at least this share of the weight state it.
const SHARE: f32 = 0.25;

/// Of two conditions that contradict each other, one holds when it has this many times the weight of the other.
const CLEAR: f32 = 1.5;

/// Weight of a mention in the title, where a mention in the text has 1.
const TITLE_WEIGHT: f32 = 3.0;

/// Weight of a mention of which the text says that nothing is there, where another has 1.
const NEGATED_WEIGHT: f32 = 0.2;

/// Least weight of a mention that is not what the text is about.
const UNMEANT_WEIGHT: f32 = 0.05;

/// A mention counts as one of what the text is about from here on.
const MEANT: f32 = 0.5;

/// Worth of the evidence for an organ that a text does not name while it names others.
const UNNAMED_TRUST: f32 = 0.05;

/// Least worth of the evidence for an organ that is named without being meant.
const UNMEANT_TRUST: f32 = 0.02;

/// Worth of the evidence for the spine where it is only named as the height of something else.
const LEVEL_TRUST: f32 = 0.1;

/// Most different conditions that are counted: more are those of a hostile text, and none of them has its [`SHARE`].
const MOST_CONDITIONS: usize = 256;

/// A passage with its words.
pub(crate) struct Reading<'a> {
    /// Its mentions are those that touch its bytes.
    passage: Passage<'a>,
    words: Words<'a>,
    numbered: Numbered,
    names_a_vertebra: OnceCell<bool>,
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
    fn all_mentions(&self) -> impl Iterator<Item = &'a Mention> {
        let window = self.passage.bytes.0..self.passage.bytes.1;
        self.passage
            .mentions
            .iter()
            .filter(move |m| window.contains(&m.start))
    }

    /// Whether a mention of the spine only says how high something else lies.
    fn is_level(&self, catalogue: &Catalogue, mention: &Mention) -> bool {
        let own = self.words.within(&mention.range());
        let clause = self.words.clause(own.start);
        levels::levels(catalogue, &self.words, &self.numbered, clause)
            .iter()
            .any(|l| l.of_something && (l.word + 3 > own.start && l.word <= own.end))
    }

    /// Whether a number of a vertebra stands beside what is done to vertebrae ("burst fracture of L1").
    fn names_a_vertebra(&self, catalogue: &Catalogue) -> bool {
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
        let meant = at.and_then(|at| self.passage.meant.get(at));
        meant.copied().unwrap_or(1.0)
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

    fn cues(
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
    fn named_places(
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
            self.passage.is_absent(&bytes) || side::is_negated(&self.words, bytes)
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

/// What the network's evidence for a class is worth when it is compared to that of others: less for an organ that a text
/// does not name while it names others, and for a spine that is only named as the height of something.
pub(crate) fn trust(catalogue: &Catalogue, class: usize, readings: &[Reading<'_>]) -> f32 {
    let names = |mention: &Mention| mention.kind == MentionKind::Name;
    let spine = catalogue
        .index_of("vertebral_column")
        .and_then(|s| Gazetteer::builtin().class_of(s))
        == Some(class);
    let others = |r: &Reading<'_>| {
        let mut all = r.all_mentions();
        all.any(|m| names(m) && m.class != class && r.meant(m) >= MEANT)
    };
    let own: Vec<(&Reading<'_>, &Mention)> = readings
        .iter()
        .flat_map(|r| r.mentions(class).map(move |m| (r, m)))
        .collect();
    let meant = own.iter().map(|(r, m)| r.meant(m)).fold(0.0, f32::max);
    if !own.is_empty() && meant < MEANT {
        // Named, but only as absent, past or a landmark.
        return meant.max(UNMEANT_TRUST);
    }
    if own.is_empty() {
        let numbered = readings.iter().any(|r| r.names_a_vertebra(catalogue));
        let named = numbered || readings.iter().any(others);
        return if named && !(spine && numbered) {
            UNNAMED_TRUST
        } else {
            1.0
        };
    }
    if spine
        && own
            .iter()
            .all(|(r, m)| others(r) && r.is_level(catalogue, m))
    {
        return LEVEL_TRUST;
    }
    1.0
}

fn is_spine(catalogue: &Catalogue, s: StructureIndex) -> bool {
    std::iter::once(s)
        .chain(catalogue.ancestors(s))
        .any(|a| catalogue.get(a).id == "vertebral_column")
}

/// Counts what is said of a condition together; of very many, the first.
fn vote(votes: &mut Vec<(Cue, f32)>, cue: Cue, weight: f32) {
    let room = votes.len() < MOST_CONDITIONS;
    match votes
        .iter_mut()
        .find(|(known, _)| known.constraint == cue.constraint)
    {
        Some((_, sum)) => *sum += weight,
        None if room => votes.push((cue, weight)),
        None => {}
    }
}

/// Where in `structure` the mentions of its class say the text is. Nothing when they say nothing about it, or contradict
/// each other. `is_long`: whether it is more than a few sentences.
pub(crate) fn find(
    catalogue: &Catalogue,
    class: usize,
    structure: StructureIndex,
    readings: &[Reading<'_>],
    is_long: bool,
) -> Option<Region> {
    let numbered = numbered(catalogue, class, structure, readings);
    let structure = numbered
        .or_else(|| segmented(catalogue, class, structure, readings))
        .unwrap_or(structure);
    let own_side = catalogue.get(structure).side;
    let mut votes: Vec<(Cue, f32)> = Vec::new();
    let (mut total, mut is_named) = (0.0_f32, false);
    for reading in readings {
        for mention in reading.mentions(class) {
            let related = mention.structures.iter().any(|s| {
                catalogue.is_part_of(*s, structure) || catalogue.is_part_of(structure, *s)
            });
            let opposite = matches!(
                (own_side, reading.side(mention)),
                (Side::Left, Some(Side::Right)) | (Side::Right, Some(Side::Left))
            ) && catalogue.opposite(structure).is_some();
            if !related || opposite {
                continue;
            }
            let weight = reading.weight(mention);
            let cues = reading.cues(catalogue, mention, structure);
            is_named = true;
            // A title mostly names the whole, and a short text says once where in it.
            if is_long || !reading.passage.title || !cues.is_empty() {
                total += weight;
            }
            for cue in cues {
                vote(&mut votes, cue, weight);
            }
        }
    }
    if votes.is_empty() {
        for reading in readings {
            for cue in reading.named_places(catalogue, class, structure, is_named) {
                vote(&mut votes, cue, 1.0);
            }
        }
        // Each name is said of the structure: none needs a share of the others.
        total = 0.0;
    }
    let beaten = |(cue, weight): &(Cue, f32)| {
        votes
            .iter()
            .any(|(c, w)| c.constraint.contradicts(&cue.constraint) && w * CLEAR > *weight)
    };
    let held: Vec<&Cue> = votes
        .iter()
        .filter(|v| v.1 >= SHARE * total && !beaten(v))
        .map(|(c, _)| c)
        .collect();
    let mut constraints: Vec<Constraint> = held.iter().map(|c| c.constraint.clone()).collect();
    constraints.extend(numbered.map(|n| Constraint::Part(vec![n])));
    if constraints.is_empty() {
        return None;
    }
    let name = &catalogue.get(structure).name;
    let in_name = name.to_lowercase();
    let mut said: Vec<&str> = Vec::new();
    for cue in &held {
        // "upper lobe" of the upper lobe of the right lung says nothing more.
        if !said.contains(&cue.words.as_str()) && !in_name.contains(&cue.words) {
            said.push(&cue.words);
        }
    }
    let phrase = match said[..] {
        [] => name.clone(),
        [one] if table::ends_in_noun(one) => format!("{one} of the {name}"),
        _ => format!("{name}, {}", said.join(", ")),
    };
    Some(Region {
        structure,
        constraints,
        phrase,
    })
}

/// The liver, where a text names one of its segments by number that is not the lobe which it was placed in.
fn segmented(
    catalogue: &Catalogue,
    class: usize,
    structure: StructureIndex,
    readings: &[Reading<'_>],
) -> Option<StructureIndex> {
    let liver = catalogue.index_of("liver")?;
    if structure == liver || !catalogue.is_part_of(structure, liver) {
        return None;
    }
    let own = match catalogue.get(structure).id.as_str() {
        "caudate_lobe_of_liver" => 1 << 1,
        "quadrate_lobe_of_liver" => 1 << 4,
        _ => 0,
    };
    let mut named = readings.iter().flat_map(|r| {
        r.mentions(class).filter_map(move |m| {
            let clause = r.words.clause(r.words.within(&m.range()).start);
            levels::liver_segments(&r.words, &r.numbered, clause, &|_| true)
        })
    });
    named.any(|(bits, _)| bits & own == 0).then_some(liver)
}

/// The vertebra, disc or rib that a text of the spine or the ribs names by its number.
fn numbered(
    catalogue: &Catalogue,
    class: usize,
    structure: StructureIndex,
    readings: &[Reading<'_>],
) -> Option<StructureIndex> {
    if is_spine(catalogue, structure) {
        let all = readings.iter().flat_map(|reading| {
            let found = spine::spine(catalogue, &reading.words, &reading.numbered);
            found.into_iter().map(move |meant| (reading, meant))
        });
        // The level of what lies below L4 is not L4.
        let all: Vec<_> = all
            .filter(|(_, meant)| {
                let mut own = std::iter::once(&meant.structure).chain(&meant.by);
                own.any(|s| catalogue.is_part_of(*s, structure))
            })
            .collect();
        // What is only absent, past, normal or measured from, where another level is named.
        let mut named: Vec<StructureIndex> = all
            .iter()
            .filter(|(reading, meant)| !reading.passage.is_beside(&meant.bytes))
            .map(|(_, meant)| meant.structure)
            .collect();
        if named.is_empty() {
            named = all.iter().map(|(_, meant)| meant.structure).collect();
        }
        return named.get((named.len().max(1) - 1) / 2).copied();
    }
    // A rib that is named may be the first or the last of several.
    let id = &catalogue.get(structure).id;
    if id != "ribs" && !id.contains("_rib_") {
        return None;
    }
    readings.iter().find_map(|r| {
        r.mentions(class).find_map(|m| {
            let n = levels::rib_number(&r.words, &r.words.within(&m.range()))?;
            let side = match r.side(m) {
                Some(Side::Left) => "left",
                Some(Side::Right) => "right",
                _ => return None,
            };
            catalogue.index_of(&format!("{side}_rib_{n}"))
        })
    })
}
