//! Names that mean the same: where they come from, and which are held out.

use std::collections::{HashMap, HashSet};
use std::io::Read as _;
use std::path::Path;

use anatomy::Catalogue;
use anyhow::{Context as _, Result};
use evaluation::reading::{self, Right};
use flate2::read::MultiGzDecoder;
use grounding::names::KnownName;
use grounding::{Gazetteer, TextInput};

use crate::corpus::{self, Split, TRAINING_SOURCES, hash};

/// Longest text of the reading texts that counts as a name, in bytes.
const LONGEST_PHRASE: usize = 60;

/// In how many documents a word, and a pair of words, must stand to be learnt from.
const LEAST_DOCUMENTS: [usize; 2] = [3, 12];

/// Names that mean the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    /// Identifier in its source (`D…` for MeSH).
    pub id: String,
    /// Its names, each different from the others in more than word order and inflection.
    pub names: Vec<String>,
    /// Where it stands in the tree of its source; neighbours there are hard to tell apart.
    pub tree: String,
    /// Whether it may be learnt.
    pub split: Split,
}

/// A name without word order, plural and punctuation: what tells trivial variants.
pub fn key(name: &str) -> String {
    let lower = name.to_lowercase().replace('\'', "");
    let mut words: Vec<String> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(singular)
        .collect();
    words.sort_unstable();
    words.join(" ")
}

fn singular(word: &str) -> String {
    let long = word.len() > 4;
    if let Some(stem) = word.strip_suffix("ies").filter(|_| long) {
        return format!("{stem}y");
    }
    let sibilant = ["ses", "xes", "ches", "shes"];
    if long && sibilant.iter().any(|ending| word.ends_with(ending)) {
        return word[..word.len() - 2].to_owned();
    }
    let kept = ["ss", "us", "is"];
    match word.strip_suffix('s') {
        Some(stem) if word.len() > 3 && !kept.iter().any(|e| word.ends_with(e)) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// Names each different from those before it by more than word order and inflection.
fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut seen = HashSet::new();
    let fresh = names.filter(|name| {
        let key = key(name);
        !key.is_empty() && seen.insert(key)
    });
    fresh.map(str::to_owned).collect()
}

fn text_of(file: &Path) -> Result<String> {
    let bytes =
        std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let mut text = String::new();
    let read = if file.extension().is_some_and(|e| e == "gz") {
        MultiGzDecoder::new(bytes.as_slice()).read_to_string(&mut text)
    } else {
        bytes.as_slice().read_to_string(&mut text)
    };
    read.with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(text)
}

/// The MeSH descriptors with their entry terms; of twenty, one is for development and one for the test.
///
/// # Errors
/// When the file cannot be read.
pub fn mesh(vocab: &Path) -> Result<Vec<Concept>> {
    let text = text_of(&vocab.join("mesh2024_descriptors.tsv.gz"))?;
    let concepts = text.lines().skip(1).filter_map(|line| {
        let mut columns = line.split('\t');
        let (id, name, tree) = (columns.next()?, columns.next()?, columns.next()?);
        let entries = columns.next().unwrap_or_default().split('|');
        Some(Concept {
            id: id.to_owned(),
            names: distinct(std::iter::once(name).chain(entries)),
            tree: tree.to_owned(),
            split: match hash("corpus-atlas names 1", id) % 20 {
                0 => Split::Dev,
                1 => Split::Test,
                _ => Split::Train,
            },
        })
    });
    Ok(concepts.collect())
}

/// A disease mentioned in an abstract.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mention {
    /// As it is written, in lower case.
    pub name: String,
    /// Its MeSH descriptor.
    pub id: String,
}

/// The mentions of the NCBI disease corpus that have one MeSH descriptor, each once: those of `parts` ("train", "dev", "test").
///
/// # Errors
/// When the file cannot be read.
pub fn diseases(retrieval: &Path, parts: &[&str]) -> Result<Vec<Mention>> {
    let text = text_of(&retrieval.join("ncbi_disease/mentions.tsv"))?;
    let mut mentions: Vec<Mention> = text
        .lines()
        .filter_map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [part, _, name, id] = columns[..] else {
                return None;
            };
            let single = id.starts_with('D') && id[1..].bytes().all(|b| b.is_ascii_digit());
            (single && parts.contains(&part)).then(|| Mention {
                name: name.to_lowercase(),
                id: id.to_owned(),
            })
        })
        .collect();
    mentions.sort_unstable();
    mentions.dedup();
    Ok(mentions)
}

/// What people write for a structure: the short texts of `reading-train.tsv.gz`.
///
/// # Errors
/// When the table is damaged.
pub fn phrases() -> Result<Vec<KnownName>> {
    let catalogue = Catalogue::builtin();
    let items = reading::parse(crate::corpus::reading_train(), catalogue)
        .map_err(|e| anyhow::anyhow!("reading-train.tsv.gz: {e}"))?;
    let short = items
        .into_iter()
        .filter(|item| item.text.len() <= LONGEST_PHRASE);
    let known = short.map(|item| KnownName {
        name: item.text,
        structures: match item.right {
            Right::Structures(rows) => {
                let id = |row| catalogue.get(row).id.clone();
                rows.into_iter().map(id).collect()
            }
            Right::Nowhere => Vec::new(),
        },
    });
    Ok(known.collect())
}

/// All groups of names to learn from: MeSH with the disease mentions of the training and development abstracts, MedQuAD, UBERON,
/// and what the structures of the catalogue are called here. With `all`, held-out concepts are learnt as well; otherwise no group
/// has a name of one.
///
/// # Errors
/// When a file cannot be read.
pub fn groups(
    mesh: &[Concept],
    vocab: &Path,
    retrieval: &Path,
    known: &[KnownName],
    all: bool,
) -> Result<Vec<Concept>> {
    let may = |concept: &Concept| all || concept.split == Split::Train;
    let held: HashSet<String> = mesh
        .iter()
        .filter(|c| !may(c))
        .flat_map(|c| c.names.iter().map(|n| key(n)))
        .collect();
    let mut groups: Vec<Concept> = mesh.iter().filter(|c| may(c)).cloned().collect();
    let rows: HashMap<String, usize> = groups
        .iter()
        .enumerate()
        .map(|(n, c)| (c.id.clone(), n))
        .collect();
    for mention in diseases(retrieval, &["train", "dev"])? {
        let Some(row) = rows
            .get(&mention.id)
            .filter(|_| !held.contains(&key(&mention.name)))
        else {
            continue;
        };
        let names = &mut groups[*row].names;
        if !names.iter().any(|name| key(name) == key(&mention.name)) {
            names.push(mention.name);
        }
    }
    let mut add = |id: String, names: Vec<String>| {
        let names: Vec<String> = names
            .into_iter()
            .filter(|name| !held.contains(&key(name)))
            .collect();
        groups.push(Concept {
            tree: id.clone(),
            id,
            names,
            split: Split::Train,
        });
    };
    let medquad = text_of(&retrieval.join("medquad/synonyms.tsv"))?;
    for (n, line) in medquad.lines().skip(1).enumerate() {
        let mut columns = line.split('\t');
        let (focus, others) = (columns.next(), columns.next().unwrap_or_default());
        let names = distinct(focus.into_iter().chain(others.split('|')));
        add(format!("medquad {n:06}"), names);
    }
    let uberon = text_of(&vocab.join("uberon_terms.tsv.gz"))?;
    for line in uberon.lines().skip(1) {
        let mut columns = line.split('\t');
        let (Some(id), Some(name)) = (columns.next(), columns.next()) else {
            continue;
        };
        let scoped = columns.next().unwrap_or_default().split('|');
        let near = scoped.filter_map(|synonym| {
            let (scope, text) = synonym.split_once(':')?;
            ["EXACT", "RELATED"].contains(&scope).then_some(text)
        });
        add(id.to_owned(), distinct(std::iter::once(name).chain(near)));
    }
    for (id, names) in structures(known) {
        add(format!("structure {id}"), names);
    }
    groups.retain(|group| group.names.len() > 1);
    Ok(groups)
}

/// What each structure of the catalogue is called, by its id: the word list, and the known names that mean it alone.
fn structures(known: &[KnownName]) -> Vec<(String, Vec<String>)> {
    let catalogue = Catalogue::builtin();
    let mut names: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, structure) in Gazetteer::builtin().names() {
        let id = catalogue.get(structure).id.as_str();
        names.entry(id).or_default().push(name);
    }
    for known in known {
        if let [id] = &known.structures[..] {
            names.entry(id.as_str()).or_default().push(&known.name);
        }
    }
    let mut named: Vec<(String, Vec<String>)> = names
        .into_iter()
        .map(|(id, names)| (id.to_owned(), distinct(names.into_iter())))
        .collect();
    named.sort_unstable();
    named
}

/// Words, pairs of words and titles of documents whose terms allow reuse, beside the names: what the similarities of the sentence
/// encoder are learnt on.
///
/// # Errors
/// When the corpus cannot be read.
pub fn pool(corpus: &Path, groups: &[Concept]) -> Result<Vec<String>> {
    const STOP: &str = " the of and in to a with for was were is are that by on as at or from this be an not we it have has had which \
        been these their after than between but also may can all no there during who our its other both more most such two using used \
        one when those only they into however ";
    let mut words: [HashMap<String, usize>; 2] = Default::default();
    let mut titles = HashSet::new();
    let mut seen = HashSet::new();
    let allowed = |source: &str| {
        TRAINING_SOURCES.contains(&source)
            || ["medquad", "openstax_nursing_bundle"].contains(&source)
    };
    corpus::read(corpus, &allowed, &mut |record| {
        if Split::of_group(&record.group) == Split::Test || !seen.insert(record.id.clone()) {
            return;
        }
        let lower = format!("{}. {}", record.title, record.text).to_lowercase();
        let mut here: [HashSet<String>; 2] = Default::default();
        for clause in lower.split(['.', ',', ';', ':', '(', ')', '[', ']', '?', '!', '"']) {
            let is_word = |w: &&str| {
                w.len() > 2
                    && w.len() <= 30
                    && w.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
            };
            let clause: Vec<&str> = clause.split_whitespace().collect();
            here[0].extend(
                clause
                    .iter()
                    .filter(|w| is_word(w))
                    .map(|w| (*w).to_owned()),
            );
            let content = |w: &&str| is_word(w) && !STOP.contains(&format!(" {w} "));
            let pairs = clause.windows(2).filter(|pair| pair.iter().all(content));
            here[1].extend(pairs.map(|pair| pair.join(" ")));
        }
        for (counts, here) in words.iter_mut().zip(here) {
            for word in here {
                *counts.entry(word).or_default() += 1;
            }
        }
        if (1..90).contains(&record.title.len()) {
            titles.insert(record.title);
        }
    })?;
    let mut pool: Vec<String> = groups
        .iter()
        .flat_map(|g| g.names.iter().cloned())
        .collect();
    for (counts, least) in words.into_iter().zip(LEAST_DOCUMENTS) {
        let often = counts.into_iter().filter(|(_, count)| *count >= least);
        pool.extend(often.map(|(word, _)| word));
    }
    pool.extend(titles);
    pool.sort_unstable();
    pool.dedup();
    Ok(pool)
}

/// A name as the sentence encoder takes it.
pub fn input(name: &str) -> TextInput<'_> {
    TextInput::new(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_order_and_inflection_are_trivial_and_nothing_else_is() {
        let same = |a: &str, b: &str| key(a) == key(b);
        assert!(same("Calculi, Kidney", "kidney calculi"));
        assert!(same("Kidney Stones", "kidney stone"));
        assert!(same("Biopsies", "biopsy"));
        assert!(same("Abscesses", "abscess"));
        assert!(same("Crohn's Disease", "crohns disease"));
        assert!(!same("Kidney Stones", "renal stone"));
        assert!(!same("left kidney", "right kidney"));
        assert_eq!(
            distinct(["Stones, Kidney", "Kidney Stone", "", "Renal Stone"].into_iter()),
            ["Stones, Kidney", "Renal Stone"]
        );
    }

    #[test]
    fn short_texts_are_what_people_write_for_structures() {
        let phrases = phrases().unwrap();
        assert!(phrases.len() > 2000, "{}", phrases.len());
        assert!(phrases.iter().any(|p| p.structures.is_empty()));
        let named = structures(&phrases);
        let liver = named.iter().find(|(id, _)| id == "liver").unwrap();
        assert!(liver.1.len() > 5, "{:?}", liver.1);
    }
}
