//! Gathers the terms of the tables with all their spellings, and what each of them means.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anatomy::{Catalogue, StructureIndex};

use super::{MentionKind, variants};

/// What a term says about one class.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub class: usize,
    pub structures: Arc<[StructureIndex]>,
    pub kind: MentionKind,
}

/// One entry of the search automaton.
#[derive(Debug, Default)]
pub(super) struct Term {
    /// Any ending of the word belongs to the term.
    pub prefix: bool,
    /// Exact spelling, when letter case matters.
    pub cased: Option<String>,
    /// Number of the evidence that the text must give for it.
    pub evidence: Option<usize>,
    /// None: the term only blocks shorter ones.
    pub targets: Vec<Target>,
}

/// Lower-case text, whether any ending belongs to it, exact spelling when letter case matters, evidence needed.
type TermKey = (String, bool, Option<String>, Option<usize>);

/// What a term means for one class while the list is built.
struct Meaning {
    class: usize,
    structures: BTreeSet<StructureIndex>,
    kind: MentionKind,
    /// The term names a part, not the organ at large.
    part: bool,
}

/// Whose term it is.
#[derive(Clone, Copy)]
pub(super) struct Owner<'a> {
    pub class: usize,
    pub structures: &'a [StructureIndex],
    pub kind: MentionKind,
    /// The term names a part, not the organ at large.
    pub part: bool,
}

pub(super) struct Builder<'c> {
    catalogue: &'c Catalogue,
    terms: BTreeMap<TermKey, Vec<Meaning>>,
}

impl<'c> Builder<'c> {
    pub fn new(catalogue: &'c Catalogue) -> Self {
        Self {
            catalogue,
            terms: BTreeMap::new(),
        }
    }

    /// Adds a term in all its forms. Terms that are not ASCII or have fewer than two letters are passed over.
    pub fn add(&mut self, term: &str, owner: Owner<'_>) {
        for key in keys(term) {
            self.mean(key, owner);
        }
    }

    /// Adds an abbreviation that needs evidence.
    pub fn add_abbreviation(&mut self, short: &str, evidence: usize, owner: Owner<'_>) {
        let key = (
            short.to_lowercase().replace('-', " "),
            false,
            Some(short.replace('-', " ")),
            Some(evidence),
        );
        self.mean(key, owner);
    }

    fn mean(&mut self, key: TermKey, owner: Owner<'_>) {
        let meanings = self.terms.entry(key).or_default();
        match meanings.iter_mut().find(|t| t.class == owner.class) {
            None => meanings.push(Meaning {
                class: owner.class,
                structures: owner.structures.iter().copied().collect(),
                kind: owner.kind,
                part: owner.part,
            }),
            Some(known) => {
                // A part is more exact than the organ; two parts of one name ("vas deferens") are both meant.
                if owner.part && !known.part {
                    known.structures = owner.structures.iter().copied().collect();
                } else if owner.part == known.part {
                    known.structures.extend(owner.structures);
                }
                known.part |= owner.part;
            }
        }
    }

    /// Makes a term name nothing, in all its forms.
    pub fn block(&mut self, term: &str) {
        for key in keys(term) {
            self.terms.insert(key, Vec::new());
        }
    }

    /// All parts of one container become the container.
    fn gather(&self, mut structures: BTreeSet<StructureIndex>) -> Arc<[StructureIndex]> {
        loop {
            let whole = structures
                .iter()
                .filter_map(|s| self.catalogue.get(*s).parent)
                .find(|p| {
                    let parts = self.catalogue.children(*p);
                    // An only part ("cystic duct" of the gallbladder) is not the whole.
                    parts.len() > 1 && parts.iter().all(|c| structures.contains(c))
                });
            let Some(whole) = whole else { break };
            structures.retain(|s| !self.catalogue.is_part_of(*s, whole));
            structures.insert(whole);
        }
        structures.into_iter().collect()
    }

    /// The terms and, in the same order, their patterns.
    pub fn finish(mut self) -> (Vec<Term>, Vec<String>) {
        let terms = std::mem::take(&mut self.terms);
        terms
            .into_iter()
            .map(|((text, prefix, cased, evidence), meanings)| {
                let targets = meanings
                    .into_iter()
                    .map(|meaning| Target {
                        class: meaning.class,
                        structures: if meaning.part {
                            self.gather(meaning.structures)
                        } else {
                            meaning.structures.into_iter().collect()
                        },
                        kind: meaning.kind,
                    })
                    .collect();
                (
                    Term {
                        prefix,
                        cased,
                        evidence,
                        targets,
                    },
                    text,
                )
            })
            .unzip()
    }
}

/// The automaton's entries for all forms of a term.
fn keys(term: &str) -> BTreeSet<TermKey> {
    if !term.is_ascii() || term.trim().len() < 2 {
        return BTreeSet::new();
    }
    let (stem, prefix) = term.strip_suffix('*').map_or((term, false), |s| (s, true));
    let spaced = stem.replace(['-', '\n'], " ");
    // Capitals match only as written; a short term of mixed case ("TdP") would be lost among words otherwise.
    if !spaced.chars().any(char::is_lowercase) && spaced.len() <= 8 {
        return BTreeSet::from([(spaced.to_lowercase(), prefix, Some(spaced), None)]);
    }
    let mut keys = BTreeSet::new();
    for spelling in variants::spellings(stem) {
        let mut forms = if prefix {
            Vec::new()
        } else {
            variants::plurals(&spelling)
        };
        forms.push(spelling);
        keys.extend(forms.into_iter().map(|f| {
            (
                f.replace(['-', '\n'], " ").to_lowercase(),
                prefix,
                None,
                None,
            )
        }));
    }
    keys
}
