//! Table 5 by a model folder as it ships: finding texts about exactly the same set of organs by what the program keeps of each.

use std::path::PathBuf;
use std::sync::Arc;

use anatomy::{Atlas, Catalogue};
use anyhow::{Result, ensure};
use clap::Args;
use grounding::{EngineChoice, Evidence, Gazetteer, Grounder, TextInput};

use super::data::{self, Role, Worded};
use super::organs::{OrganSet, Organs};
use super::recall::Recall;
use super::report;
use crate::corpus::Split;

/// What is measured, and on which texts.
#[derive(Debug, Clone, Args)]
pub struct Shipped {
    /// Folder of the corpus (.jsonl.gz files).
    #[arg(long)]
    corpus: PathBuf,
    /// Folder of the vocabularies.
    #[arg(long)]
    vocab: PathBuf,
    /// The model folder.
    #[arg(long, default_value = "models/cga-2")]
    model: PathBuf,
    /// Folder of the atlas.
    #[arg(long, default_value = "assets/atlas")]
    atlas: PathBuf,
}

/// Grounds the test documents of table 5 and prints rows for it.
///
/// # Errors
/// When a file cannot be read, or a text not by the network.
pub fn run(asked: &Shipped) -> Result<()> {
    let atlas = Arc::new(Atlas::open(&asked.atlas)?);
    let organs = Organs::new(&atlas, OrganSet::Paper);
    let mut texts = data::select(&asked.corpus, &asked.vocab, usize::MAX)?;
    texts.retain(|one| one.text.role == Role::Document && one.text.split == Split::Test);
    let (texts, sets): (Vec<Worded>, Vec<Vec<usize>>) = texts
        .into_iter()
        .map(|one| {
            let set = organs.of_classes(&one.text.classes);
            (one, set)
        })
        .filter(|(_, set)| !set.is_empty())
        .unzip();
    ensure!(!texts.is_empty(), "the corpus has no test document");
    let inputs: Vec<TextInput<'_>> = texts
        .iter()
        .map(|one| TextInput {
            id: Some(&one.text.id),
            title: Some(&one.title),
            text: &one.body,
        })
        .collect();
    let grounder = Grounder::open(&asked.model, Arc::clone(&atlas), EngineChoice::Auto)?;
    let found = grounder.ground(&inputs)?;
    let mixtures = found
        .iter()
        .map(|g| mixture(&organs.classes, &g.structures));
    let points = found.iter().map(|g| g.point_mm.to_vec());
    let vectors = found.iter().map(|g| g.embedding.clone());
    println!(
        "{}, {} test documents of {} organs\n\n| what is kept of a text | numbers | R@1 % | R@5 % | R@10 % |\n|---|---|---|---|---|",
        grounder.model().version,
        sets.len(),
        organs.len()
    );
    print_row(
        "Evidence for each organ",
        &mixtures.collect::<Vec<_>>(),
        &sets,
    );
    print_row("Point", &points.collect::<Vec<_>>(), &sets);
    print_row("Vector of its meaning", &vectors.collect::<Vec<_>>(), &sets);
    Ok(())
}

fn print_row(name: &str, vectors: &[Vec<f32>], sets: &[Vec<usize>]) {
    let shares = Recall::new(vectors, sets).shares();
    let cells = shares.map(|(mean, error)| report::with_error(mean, error, 1));
    let numbers = vectors.first().map_or(0, Vec::len);
    println!("| {name} | {numbers} | {} |", cells.join(" | "));
}

/// The evidence for each of some classes: that of its structure or part with most; 0 where none is told.
fn mixture(classes: &[usize], evidence: &[Evidence]) -> Vec<f32> {
    let (catalogue, gazetteer) = (Catalogue::builtin(), Gazetteer::builtin());
    let mut most = vec![0.0_f32; classes.len()];
    for one in evidence {
        let row = catalogue.index_of(&one.id);
        let class = row.and_then(|row| gazetteer.class_of(row));
        let at = class.and_then(|class| classes.iter().position(|own| *own == class));
        if let Some(at) = at {
            most[at] = most[at].max(one.p);
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_organ_has_the_evidence_of_its_part_with_most() {
        let (catalogue, gazetteer) = (Catalogue::builtin(), Gazetteer::builtin());
        let row = |id: &str| catalogue.index_of(id).unwrap();
        let class = |id: &str| gazetteer.class_of(row(id)).unwrap();
        let half = catalogue.children(row("kidney"))[0];
        let evidence = [
            ("kidney", 0.4),
            (catalogue.get(half).id.as_str(), 0.6),
            ("liver", 0.9),
            ("spleen", 0.2),
        ]
        .map(|(id, p)| Evidence {
            id: id.to_owned(),
            p,
        });
        let classes = [class("kidney"), class("pancreas"), class("liver")];
        assert_eq!(mixture(&classes, &evidence), [0.6, 0.0, 0.9]);
    }
}
