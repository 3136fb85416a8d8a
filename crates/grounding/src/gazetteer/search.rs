//! Finds structures by what a user types: the beginning of a name, a synonym, Latin, an abbreviation, an adjective or a
//! disease, with a misspelling in a longer word forgiven.

use std::collections::HashMap;

use anatomy::StructureIndex;

use super::fold::Folded;
use super::variants;

/// Letters from which on something in the middle of a word answers: "asma" is no part of "plasma".
const MIDDLE: usize = 4;

/// A structure that answers a search.
#[derive(Debug, Clone, PartialEq)]
pub struct NameMatch {
    /// Row of the built-in catalogue.
    pub structure: StructureIndex,
    /// How well the name fits, above 0 to 1: 1 is the whole name, about 0.9 its beginning, 0.8 beginnings of its words,
    /// 0.6 a piece of it, 0.5 with a misspelling.
    pub score: f32,
    /// The name that fits ("gullet" for the oesophagus).
    pub name: String,
}

/// What sort of name it is; later ones give way to earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Name,
    Synonym,
    Latin,
    Term,
    ClassTerm,
    Related,
}

#[derive(Debug)]
struct Name {
    folded: String,
    shown: String,
    /// Any ending of the last word belongs to it.
    prefix: bool,
    rank: Rank,
    structure: StructureIndex,
}

/// All names with what they stand for.
#[derive(Debug, Default)]
pub(super) struct NameIndex(Vec<Name>);

impl NameIndex {
    /// Adds a name as the tables write it (a trailing `*` for any ending).
    pub fn add(&mut self, name: &str, rank: Rank, structure: StructureIndex) {
        let (stem, prefix) = name.strip_suffix('*').map_or((name, false), |s| (s, true));
        let folded = fold(stem);
        if !folded.is_empty() {
            self.0.push(Name {
                folded,
                shown: stem.to_owned(),
                prefix,
                rank,
                structure,
            });
        }
    }

    /// All names as they are shown, with what each stands for.
    pub fn iter(&self) -> impl Iterator<Item = (&str, StructureIndex)> {
        self.0
            .iter()
            .map(|name| (name.shown.as_str(), name.structure))
    }

    /// The best structures, best first; each once, with its best name.
    pub fn search(&self, query: &str, limit: usize) -> Vec<NameMatch> {
        let query = fold(query);
        if query.is_empty() {
            return Vec::new();
        }
        let words: Vec<&str> = query.split(' ').collect();
        let mut best: HashMap<StructureIndex, (f32, &Name)> = HashMap::new();
        for name in &self.0 {
            let Some(fit) = fit(&query, &words, name) else {
                continue;
            };
            let spare = name.folded.len().abs_diff(query.len()).min(40) as f32;
            let score = fit - 0.02 * name.rank as u8 as f32 - 0.001 * spare;
            let known = best.entry(name.structure).or_insert((score, name));
            if score > known.0 {
                *known = (score, name);
            }
        }
        let mut found: Vec<NameMatch> = best
            .into_iter()
            .map(|(structure, (score, name))| NameMatch {
                structure,
                score,
                name: name.shown.clone(),
            })
            .collect();
        // The catalogue has a whole before its parts, and a pair before its sides.
        found.sort_by(|a, b| {
            b.score
                .total_cmp(&a.score)
                .then(a.structure.cmp(&b.structure))
        });
        found.truncate(limit);
        found
    }
}

/// Lower case, single spaces, American spelling.
pub(crate) fn fold(name: &str) -> String {
    variants::american(Folded::new(&name.replace('_', " ")).text.trim()).to_lowercase()
}

fn fit(query: &str, words: &[&str], name: &Name) -> Option<f32> {
    let folded = name.folded.as_str();
    if folded == query {
        return Some(1.0);
    }
    // The user types on beyond the stem: "pancreatitis" for "pancrea*".
    if name.prefix && folded.len() > 3 && query.starts_with(folded) {
        return Some(0.95);
    }
    if folded.starts_with(query) {
        return Some(0.9);
    }
    if words
        .iter()
        .all(|w| folded.split(' ').any(|n| n.starts_with(w)))
    {
        return Some(0.8);
    }
    if query.len() > MIDDLE && folded.contains(query) {
        return Some(0.6);
    }
    let forgiven = words.iter().all(|w| {
        folded
            .split(' ')
            .any(|n| n.starts_with(w) || nearly_begins(n, w))
    });
    // One forgiven word must carry the meaning: at least one of the words typed is long.
    (forgiven && words.iter().any(|w| w.len() >= 5)).then_some(0.5)
}

/// Whether a typed word is the beginning of a word of a name but for one letter (two in long ones).
fn nearly_begins(of_name: &str, typed: &str) -> bool {
    let allowed = match typed.len() {
        0..5 => return false,
        5..8 => 1,
        _ => 2,
    };
    if !of_name.is_ascii() || !typed.is_ascii() || of_name.as_bytes()[..1] != typed.as_bytes()[..1]
    {
        return false;
    }
    (typed.len().saturating_sub(1)..=typed.len() + 1)
        .filter_map(|n| of_name.get(..n.min(of_name.len())))
        .any(|beginning| strsim::osa_distance(beginning, typed) <= allowed)
}
