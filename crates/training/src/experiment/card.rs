//! The data card: what there is to train and to measure with, by organ and by source, and why a source is or is not
//! trained on.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use grounding::Gazetteer;

use super::data::{PER_CLASS, Role, Worded, select};
use super::report;
use crate::corpus::{self, Headings, Split};

/// Sources, their terms as the collection states them, and the decision.
const TERMS: &[(&str, &str, &str)] = &[
    (
        "cohen2006",
        "MIT (collection); abstracts: NLM claims no copyright, publishers may",
        "trained on",
    ),
    (
        "pubmed_multilabel_sample",
        "AFL-3.0 (data-set card)",
        "trained on",
    ),
    ("pubmedqa_pqal", "MIT", "trained on"),
    ("medquad", "CC BY 4.0", "trained on, without headings"),
    (
        "openstax_nursing_bundle",
        "CC BY 4.0",
        "trained on, without headings",
    ),
    (
        "evidence_inference_rct",
        "per article; rows under CC BY or CC0 only",
        "trained on, without headings",
    ),
    (
        "mesh2024",
        "NLM, free with attribution",
        "trained on, as short texts",
    ),
    (
        "cystic_fibrosis_collection",
        "not stated",
        "measured on alone",
    ),
    (
        "pubmed_export_samples",
        "not stated for the abstracts",
        "measured on alone",
    ),
    (
        "pubmed_export_peru_hospitals",
        "not stated",
        "measured on alone",
    ),
    (
        "pubmed_export_analyzemesh",
        "not stated",
        "measured on alone",
    ),
    ("pubmed_export_m22", "not stated", "measured on alone"),
];

/// Writes the card.
///
/// # Errors
/// When the corpus cannot be read or the card not be written.
pub fn write(corpus_dir: &Path, vocab: &Path, output: &Path, commit: &str) -> Result<()> {
    let gazetteer = Gazetteer::builtin();
    let headings = Headings::open(vocab)?;
    // Every document with headings, used or not: (with headings, about an organ of this body) by source and split.
    let mut labelled: BTreeMap<String, [[usize; 2]; 3]> = BTreeMap::new();
    let mut seen = HashSet::new();
    corpus::read(corpus_dir, &|s| s != "zheln_sr_titles", &mut |r| {
        if let Some(mesh) = r.mesh.filter(|m| !m.is_empty())
            && r.text.len() >= 80
            && seen.insert(r.id)
        {
            let about = headings
                .classes_of(&mesh)
                .iter()
                .any(|c| gazetteer.classes()[*c].is_present());
            let cell =
                &mut labelled.entry(r.source).or_default()[Split::of_group(&r.group) as usize];
            cell[0] += 1;
            cell[1] += usize::from(about);
        }
    })?;
    let texts = select(corpus_dir, vocab, usize::MAX)?;
    let mut body = format!(
        "What the experiments are trained and measured on. The split is a fixed hash of the group of a document (same PMID, PMC id, long title or opening text): 70 % training, 15 % development, 15 % test. A document is about an organ when a MeSH heading is the organ, a part of it, or a disease or procedure of it (class table of `crates/grounding`, then a derived table). Training documents are balanced as in the paper: up to {PER_CLASS} of each organ alone and {PER_CLASS} of it and others. Weights are fitted on sources whose stated terms allow reuse; all sources serve to measure. No text is part of a model.\n\n## Sources\n\n| source | terms as stated | decision | documents with headings (train / dev / test) | about an organ | used here (train / dev / test) |\n|---|---|---|---|---|---|\n"
    );
    for (source, terms, decision) in TERMS {
        let of = |at: usize| {
            labelled.get(*source).map_or("-".to_owned(), |l| {
                format!("{} / {} / {}", l[0][at], l[1][at], l[2][at])
            })
        };
        let used = |split: Split| {
            texts
                .iter()
                .filter(|t| t.text.source == *source && t.text.split == split)
                .count()
        };
        let _ = writeln!(
            body,
            "| {source} | {terms} | {decision} | {} | {} | {} / {} / {} |",
            of(0),
            of(1),
            used(Split::Train),
            used(Split::Dev),
            used(Split::Test)
        );
    }
    body.push_str("\nOther sources of the collection (non-commercial, no-derivatives or unstated terms, or without headings) are not used in these tables.\n\n## Organs\n\nDocuments by headings, alone / with others; texts without headings whose words name the organ; terms.\n\n| class | train | dev | test | named in training documents | unlabelled texts that name it | terms |\n|---|---|---|---|---|---|---|\n");
    for (class, row) in gazetteer
        .classes()
        .iter()
        .enumerate()
        .filter(|(_, c)| c.is_present())
    {
        let documents = |split: Split| {
            let about: Vec<&Worded> = texts
                .iter()
                .filter(|t| {
                    t.text.role == Role::Document
                        && t.text.split == split
                        && t.text.classes.contains(&class)
                })
                .collect();
            let alone = about.iter().filter(|t| t.text.classes.len() == 1).count();
            format!("{alone} / {}", about.len() - alone)
        };
        let named = |role: Role| {
            texts
                .iter()
                .filter(|t| {
                    t.text.role == role
                        && t.text.split == Split::Train
                        && t.text.mentions(class, true) > 0
                })
                .count()
        };
        let terms = texts
            .iter()
            .filter(|t| t.text.role == Role::Term && t.text.classes.contains(&class))
            .count();
        let _ = writeln!(
            body,
            "| {} | {} | {} | {} | {} | {} | {terms} |",
            row.name,
            documents(Split::Train),
            documents(Split::Dev),
            documents(Split::Test),
            named(Role::Document),
            named(Role::Unlabelled)
        );
    }
    body.push_str(&judged(corpus_dir)?);
    report::write(
        output,
        "data-card",
        "Data card",
        commit,
        "training data-card",
        &body,
    )
}

/// The texts labelled by reading, by source.
fn judged(corpus_dir: &Path) -> Result<String> {
    let classes = Gazetteer::builtin().classes();
    let mut sources: BTreeMap<String, [[usize; 3]; 3]> = BTreeMap::new();
    for item in corpus::judged(corpus_dir)? {
        let sort = match &item.classes[..] {
            [] => 2,
            organs if organs.iter().any(|&c| classes[c].is_present()) => 0,
            _ => 1,
        };
        sources.entry(item.source).or_default()[item.split as usize][sort] += 1;
    }
    let mut body = "\n## Texts labelled by reading\n\nCaptions, titles, cases, reports and examination questions of `crates/training/data/judged.tsv`; not part of the tables, but of the training and the figures of the shipped model. About an organ of this body / about other organs and parts of the body / about no place.\n\n| source | train | dev | test |\n|---|---|---|---|\n".to_owned();
    for (source, splits) in sources {
        let [train, dev, test] =
            splits.map(|[here, elsewhere, nowhere]| format!("{here} / {elsewhere} / {nowhere}"));
        let _ = writeln!(body, "| {source} | {train} | {dev} | {test} |");
    }
    Ok(body)
}
