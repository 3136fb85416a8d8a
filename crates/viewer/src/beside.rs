//! Two documents read side by side: the one that was put aside and the open one, what they have in common and what differs.

use std::collections::BTreeMap;
use std::sync::Arc;

use anatomy::{Atlas, Catalogue, StructureIndex};
use grounding::{Gazetteer, Tag};
use library::Stored;

use crate::{Opened, StagePoint};

/// Letters of a text that are looked through for names of structures: what a long paper says first.
const MOST_LETTERS: usize = 60_000;
/// MeSH check tags: nearly every two papers share some, and they say nothing of what a paper is about.
const CHECK_TAGS: [&str; 14] = [
    "humans",
    "animals",
    "male",
    "female",
    "adult",
    "middle aged",
    "aged",
    "aged, 80 and over",
    "young adult",
    "adolescent",
    "child",
    "child, preschool",
    "infant",
    "infant, newborn",
];
/// Neighbours of a place are told up to this distance, mm.
const REACH_MM: f32 = 30.0;

/// The document that was put aside, to be read beside the one that is chosen next.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// Its key.
    pub key: i64,
    /// The document, once read.
    pub opened: Option<Arc<Opened>>,
    /// What it and the open one have in common, once both are read and compared.
    pub common: Option<Box<Common>>,
}

/// A structure that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Catalogue id.
    pub id: String,
    /// It is named only to say that nothing is there, or that it is normal.
    pub excluded: bool,
}

/// What two documents have in common, and what differs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Common {
    /// What lies next to the place of each, and how far away, mm.
    pub near: [Option<(StructureIndex, f32)>; 2],
    /// How far apart their places are, mm; nothing where one has none on the stage, or may belong outside the body.
    pub apart_mm: Option<f32>,
    /// Structures that both name, or both only to say that nothing is there; what the first names most comes first.
    pub both: Vec<Named>,
    /// Structures that one of them names alone, or that the other one names only to say that nothing is there.
    pub only: [Vec<Named>; 2],
    /// MeSH headings and keywords of both, as the first writes them.
    pub terms: Vec<String>,
    /// Years between them.
    pub years: Option<u32>,
    /// They appeared in the same journal.
    pub same_journal: bool,
}

impl Beside {
    /// Puts a document aside.
    pub(crate) fn new(key: i64) -> Self {
        Self {
            key,
            opened: None,
            common: None,
        }
    }
}

impl Common {
    /// Compares two documents on the stage. Both texts are looked through for names, which takes longer than a frame has time for.
    pub fn of(atlas: Option<&Atlas>, both: [&Opened; 2]) -> Self {
        let near = both.map(|one| neighbour(atlas?, &one.staged.home.structure, place(one)?));
        let apart_mm = match both.map(place) {
            [Some(first), Some(second)] => Some(first.distance_mm(second)),
            _ => None,
        };
        let [first, second]: [Vec<Named>; 2] = both.map(|one| named(&one.stored));
        let (named_by_both, first): (Vec<Named>, Vec<Named>) =
            first.into_iter().partition(|n| second.contains(n));
        let second = second.into_iter().filter(|n| !named_by_both.contains(n));
        // What is named to say that nothing is there comes last.
        let in_order = |mut named: Vec<Named>| {
            named.sort_by_key(|one| one.excluded);
            named
        };
        let (first, second) = (in_order(first), in_order(second.collect()));
        let [one, other] = both.map(|one| &one.stored.document);
        Self {
            near,
            apart_mm,
            both: named_by_both,
            only: [first, second],
            terms: terms(one, other),
            years: one.year.zip(other.year).map(|(a, b)| a.abs_diff(b)),
            same_journal: match (&one.journal, &other.journal) {
                (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
                _ => false,
            },
        }
    }
}

/// Where a document is shown without doubt.
fn place(opened: &Opened) -> Option<StagePoint> {
    let doubtful = opened.staged.home.is_outside();
    opened.staged.point.filter(|_| !doubtful)
}

/// Headings and keywords that both have, but for check tags.
fn terms(one: &library::Document, other: &library::Document) -> Vec<String> {
    let all = |document: &'_ library::Document| {
        let terms = document.mesh.iter().chain(&document.keywords);
        terms.map(|term| term.to_lowercase()).collect::<Vec<_>>()
    };
    let theirs = all(other);
    let mut shared: Vec<String> = Vec::new();
    for term in one.mesh.iter().chain(&one.keywords) {
        let has = |list: &[String]| list.iter().any(|known| known.eq_ignore_ascii_case(term));
        let lower = term.to_lowercase();
        let tells = !CHECK_TAGS.contains(&lower.as_str());
        if tells && theirs.contains(&lower) && !has(&shared) {
            shared.push(term.clone());
        }
    }
    shared
}

/// The structures that title and text name, the most often named first.
fn named(stored: &Stored) -> Vec<Named> {
    let (words, catalogue) = (Gazetteer::builtin(), Catalogue::builtin());
    let (document, grounding) = (&stored.document, &stored.grounding);
    let text = &document.text[..document.text.floor_char_boundary(MOST_LETTERS)];
    let excluded: Vec<std::ops::Range<usize>> = grounding
        .sentences
        .iter()
        .flat_map(|sentence| sentence.spans())
        .filter(|span| matches!(span.tag, Tag::Excluded | Tag::Normal))
        .map(|span| span.start..span.end)
        .collect();
    // How often, and how often to say that nothing is there.
    let mut counted: BTreeMap<StructureIndex, (usize, usize)> = BTreeMap::new();
    let title = words.find(&document.title).into_iter().map(|m| (m, false));
    let body = words.find(text).into_iter().map(|mention| {
        let beside = |bytes: &std::ops::Range<usize>| bytes.contains(&mention.start);
        let is_excluded = excluded.iter().any(beside);
        (mention, is_excluded)
    });
    for (mention, is_excluded) in title.chain(body) {
        // The first stands for the organ; the others are its further parts.
        if let Some(structure) = mention.structures.first() {
            let count = counted.entry(*structure).or_default();
            count.0 += 1;
            count.1 += usize::from(is_excluded);
        }
    }
    let mut all: Vec<(StructureIndex, (usize, usize))> = counted.into_iter().collect();
    all.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
    let named = all.into_iter().map(|(structure, (times, excluded))| Named {
        id: catalogue.get(structure).id.clone(),
        excluded: times == excluded,
    });
    named.collect()
}

/// What lies nearest to a place besides the structure that it belongs to, its parts and what it is part of, within [`REACH_MM`].
fn neighbour(atlas: &Atlas, own: &str, point: StagePoint) -> Option<(StructureIndex, f32)> {
    let own = atlas.catalogue().index_of(own)?;
    let found = atlas.nearest_besides(own, point.mm());
    found.filter(|(_, mm)| *mm <= REACH_MM)
}
