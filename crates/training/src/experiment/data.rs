//! The texts of the experiments: which documents, with which labels, on which side of the split.
//!
//! Documents are those with a MeSH heading of an organ of this body, balanced over the organs as in the paper (up to 500
//! about an organ alone and 500 about it and others). Weights are fitted on reusable sources alone, all sources serve
//! evaluation. For self-supervision the labels are the organs that the glossary finds, never the headings.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context as _, Result};
use grounding::{Gazetteer, Mention, MentionKind};
use serde::{Deserialize, Serialize};

use crate::corpus::{self, Headings, Kind, Limits, Split, TRAINING_SOURCES, hash, is_open_licence};

/// Documents for each class that are about it alone, and as many that are about it and others: the paper's figure.
pub const PER_CLASS: usize = 500;

/// Most development documents.
pub const DEV: usize = 800;

/// Most unlabelled texts added for self-supervision.
pub const UNLABELLED: usize = 2000;

/// Sources without MeSH headings whose stated terms allow reuse: medquad and openstax_nursing_bundle (CC BY 4.0), and of
/// evidence_inference_rct the rows whose own licence is CC BY or CC0.
const UNLABELLED_SOURCES: &[&str] = &[
    "medquad",
    "openstax_nursing_bundle",
    "evidence_inference_rct",
];

/// What a text serves for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A document labelled by its MeSH headings.
    Document,
    /// A MeSH heading, labelled by itself.
    Term,
    /// A text without headings, for self-supervision alone.
    Unlabelled,
}

/// A text with everything that is known of it but its words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Text {
    /// Identifier of the record or descriptor.
    pub id: String,
    /// Source of the record.
    pub source: String,
    /// Side of the split.
    pub split: Split,
    /// What it serves for.
    pub role: Role,
    /// Classes of this body that its headings stand for, indices into the built-in gazetteer.
    pub classes: Vec<usize>,
    /// How often title and text name each class of this body: (class, names, diseases and procedures).
    pub named: Vec<(usize, u32, u32)>,
    /// Classes of this body that the title names or implies.
    pub in_title: Vec<usize>,
}

impl Text {
    /// Number of mentions of a class by name and, if `related`, by disease or procedure.
    pub fn mentions(&self, class: usize, related: bool) -> u32 {
        self.named
            .iter()
            .find(|(c, ..)| *c == class)
            .map_or(0, |(_, names, others)| {
                names + if related { *others } else { 0 }
            })
    }
}

/// A text with its words, as the encoder reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct Worded {
    /// What is known of it.
    pub text: Text,
    /// Title; may be empty.
    pub title: String,
    /// Body.
    pub body: String,
}

impl Worded {
    fn new(
        id: String,
        source: String,
        split: Split,
        role: Role,
        classes: &[usize],
        title: String,
        body: String,
    ) -> Self {
        let gazetteer = Gazetteer::core();
        let present = |c: usize| gazetteer.classes()[c].is_present();
        let mut named: Vec<(usize, u32, u32)> = Vec::new();
        let title_mentions: Vec<Mention> = gazetteer.find(&title);
        let body_mentions = gazetteer.find(&body);
        for mention in title_mentions
            .iter()
            .chain(&body_mentions)
            .filter(|m| present(m.class))
        {
            let at = match named.iter().position(|(c, ..)| *c == mention.class) {
                Some(at) => at,
                None => {
                    named.push((mention.class, 0, 0));
                    named.len() - 1
                }
            };
            match mention.kind {
                MentionKind::Name => named[at].1 += 1,
                MentionKind::Related => named[at].2 += 1,
            }
        }
        named.sort_unstable();
        let mut in_title: Vec<usize> = title_mentions
            .iter()
            .map(|m| m.class)
            .filter(|c| present(*c))
            .collect();
        in_title.sort_unstable();
        in_title.dedup();
        let classes = classes.iter().copied().filter(|c| present(*c)).collect();
        Self {
            text: Text {
                id,
                source,
                split,
                role,
                classes,
                named,
                in_title,
            },
            title,
            body,
        }
    }
}

/// Chooses the texts, each role and side in a fixed random order: documents of the test side, of the development side and
/// for training; terms; unlabelled texts. `limit` keeps only the first of each.
///
/// # Errors
/// When a file of the corpus or the vocabulary cannot be read.
#[expect(
    clippy::too_many_lines,
    reason = "one experiment, from its data to its table"
)]
pub fn select(corpus_dir: &Path, vocab: &Path, limit: usize) -> Result<Vec<Worded>> {
    let gazetteer = Gazetteer::builtin();
    let headings = Headings::open(vocab)?;
    let mut seen = HashSet::new();
    let (mut documents, mut unlabelled) = (Vec::new(), Vec::new());
    corpus::read(corpus_dir, &|s| s != "zheln_sr_titles", &mut |r| {
        if r.text.len() < 80 {
            return;
        }
        let split = Split::of_group(&r.group);
        if let Some(mesh) = r.mesh.as_ref().filter(|m| !m.is_empty()) {
            let classes = headings.classes_of(mesh);
            let reusable = TRAINING_SOURCES.contains(&r.source.as_str());
            if (split == Split::Train && !reusable) || !seen.insert(r.id.clone()) {
                return;
            }
            if classes.iter().any(|&c| gazetteer.classes()[c].is_present()) {
                documents.push((hash("order", &r.id), r, split, classes));
            } else if split == Split::Train {
                unlabelled.push((hash("order", &r.id), r));
            }
            return;
        }
        let open = UNLABELLED_SOURCES.contains(&r.source.as_str())
            && (r.source != "evidence_inference_rct"
                || r.labels
                    .as_ref()
                    .and_then(|l| l["licence"].as_str())
                    .is_some_and(is_open_licence));
        if split == Split::Train
            && (open || TRAINING_SOURCES.contains(&r.source.as_str()))
            && seen.insert(r.id.clone())
        {
            unlabelled.push((hash("order", &r.id), r));
        }
    })?;
    documents.sort_by_key(|(order, ..)| *order);
    unlabelled.sort_by_key(|(order, _)| *order);

    let mut parts: [Vec<Worded>; 3] = Default::default();
    let mut counts = vec![[0usize; 2]; gazetteer.classes().len()];
    for (_, r, split, classes) in documents {
        let document = Worded::new(
            r.id,
            r.source,
            split,
            Role::Document,
            &classes,
            r.title,
            r.text,
        );
        if split == Split::Train {
            let classes = &document.text.classes;
            let company = usize::from(classes.len() > 1);
            if !classes.iter().any(|&c| counts[c][company] < PER_CLASS) {
                continue;
            }
            classes.iter().for_each(|&c| counts[c][company] += 1);
        }
        parts[split as usize].push(document);
    }
    let [train, dev, test] = parts;
    let terms = Limits {
        per_class: 0,
        dev: 0,
        without: [0; 3],
        weak: 0,
        entry_terms: 0,
        other_terms: 0,
    };
    let terms = corpus::select(corpus_dir, vocab, &terms)?
        .into_iter()
        .filter(|i| i.kind == Kind::Term && i.split == Split::Train)
        .map(|i| {
            Worded::new(
                i.id,
                i.source,
                i.split,
                Role::Term,
                &i.classes,
                i.title,
                i.text,
            )
        })
        .filter(|t| !t.text.classes.is_empty());
    let unlabelled = unlabelled
        .into_iter()
        .map(|(_, r)| {
            let end = r.text.floor_char_boundary(1200);
            Worded::new(
                r.id,
                r.source,
                Split::Train,
                Role::Unlabelled,
                &[],
                r.title,
                r.text[..end].to_owned(),
            )
        })
        .filter(|t| !t.text.named.is_empty())
        .take(UNLABELLED);
    Ok(test
        .into_iter()
        .take(limit)
        .chain(dev.into_iter().take(limit.min(DEV)))
        .chain(train.into_iter().take(limit))
        .chain(terms.take(limit))
        .chain(unlabelled.take(limit))
        .collect())
}

/// Reads the list of texts of a store.
///
/// # Errors
/// When the file cannot be read or a line is none of ours.
pub fn read_list(file: &Path) -> Result<Vec<Text>> {
    std::fs::read_to_string(file)
        .with_context(|| {
            format!(
                "{} cannot be read; run `training experiment embed` first",
                file.display()
            )
        })?
        .lines()
        .enumerate()
        .map(|(i, line)| {
            serde_json::from_str(line)
                .with_context(|| format!("{}, line {}", file.display(), i + 1))
        })
        .collect()
}
