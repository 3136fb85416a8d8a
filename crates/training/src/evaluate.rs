//! Measures a model on the documents of the test split, through the same code that the application runs, against the
//! simple rules in the same run.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use anatomy::{Atlas, StructureIndex};
use anyhow::{Context as _, Result};
use grounding::metrics::{self, LabelledText, Score};
use grounding::{EngineChoice, Gazetteer, Grounder, Grounding, TextInput, labels};
use serde_json::json;

use crate::corpus::{self, Headings, Record, Split, TRAINING_SOURCES};

/// Seed of the random rules.
const SEED: u64 = 1;

/// A labelled document of the test split.
pub struct Labelled {
    /// The document.
    pub record: Record,
    /// Its classes that this body has; empty when it is about none of them.
    pub classes: Vec<usize>,
}

/// Labelled documents of the test split, each once, in order of identifier.
///
/// # Errors
/// When the corpus or the vocabulary cannot be read.
pub fn test_documents(corpus: &Path, vocab: &Path) -> Result<Vec<Labelled>> {
    let gazetteer = Gazetteer::builtin();
    let headings = Headings::open(vocab)?;
    let mut seen = HashSet::new();
    let mut documents = Vec::new();
    corpus::read(corpus, &|_| true, &mut |record| {
        let Some(mesh) = record.mesh.as_ref().filter(|m| !m.is_empty()) else {
            return;
        };
        if Split::of_group(&record.group) != Split::Test
            || record.text.len() < 80
            || !seen.insert(record.id.clone())
        {
            return;
        }
        let classes = headings
            .classes_of(mesh)
            .into_iter()
            .filter(|&c| gazetteer.classes()[c].is_present())
            .collect();
        documents.push(Labelled { record, classes });
    })?;
    documents.sort_by(|a, b| a.record.id.cmp(&b.record.id));
    Ok(documents)
}

/// Writes the test documents that are about an organ of this body as corpus lines whose `labels.structures` lists the
/// structures of their classes.
///
/// # Errors
/// When the corpus cannot be read or the file not be written.
pub fn write_split(corpus: &Path, vocab: &Path, output: &Path) -> Result<()> {
    let classes = Gazetteer::builtin().classes();
    let mut file = std::io::BufWriter::new(
        std::fs::File::create(output)
            .with_context(|| format!("{} cannot be written", output.display()))?,
    );
    let mut documents = test_documents(corpus, vocab)?;
    documents.retain(|d| !d.classes.is_empty());
    for Labelled {
        record,
        classes: labels,
    } in &documents
    {
        let structures: Vec<&String> = labels
            .iter()
            .flat_map(|&c| &classes[c].structures)
            .collect();
        let line = json!({"id": record.id, "source": record.source, "title": record.title, "text": record.text, "mesh": record.mesh,
            "labels": {"structures": structures}, "group": record.group});
        writeln!(file, "{line}")?;
    }
    file.flush()?;
    eprintln!("{} documents", documents.len());
    Ok(())
}

/// Prints the figures of a model and of the rules as JSON: by the classes of the headings (`given`), by the headings as the
/// application reads them (`mesh`), and how well `outside_p` tells documents about no organ of this body from the others.
///
/// # Errors
/// When the model, the atlas or the corpus cannot be read.
pub fn print(corpus: &Path, vocab: &Path, model_dir: &Path, atlas_dir: &Path) -> Result<()> {
    let gazetteer = Gazetteer::builtin();
    let atlas = Arc::new(Atlas::open(atlas_dir)?);
    let grounder = Grounder::open(model_dir, Arc::clone(&atlas), EngineChoice::Auto)?;
    let documents = test_documents(corpus, vocab)?;
    // One in four of those about no organ is enough to judge `outside_p`.
    let (about, mut without): (Vec<Labelled>, Vec<Labelled>) =
        documents.into_iter().partition(|d| !d.classes.is_empty());
    without.retain(|d| corpus::hash("without", &d.record.id).is_multiple_of(4));
    let ground = |documents: &[Labelled]| -> Result<Vec<Grounding>> {
        let inputs: Vec<TextInput<'_>> = documents
            .iter()
            .map(|d| TextInput {
                id: Some(&d.record.id),
                title: Some(&d.record.title),
                text: &d.record.text,
            })
            .collect();
        Ok(grounder.ground(&inputs)?)
    };
    let groundings = ground(&about)?;
    let outside = ground(&without)?;

    let given: Vec<Vec<StructureIndex>> = about
        .iter()
        .map(|d| {
            d.classes
                .iter()
                .flat_map(|&c| gazetteer.structures_of(c))
                .copied()
                .collect()
        })
        .collect();
    let mesh: Vec<Vec<StructureIndex>> = about
        .iter()
        .map(|d| {
            labels::mesh(
                d.record.mesh.as_deref().unwrap_or_default(),
                atlas.catalogue(),
            )
        })
        .collect();
    let points: Vec<[f32; 3]> = groundings.iter().map(|g| g.point_mm).collect();
    let mut report = serde_json::Map::new();
    report.insert("model".to_owned(), json!(grounder.model()));
    report.insert("engine".to_owned(), json!(grounder.engine().name));
    for (name, right) in [("given", &given), ("mesh", &mesh)] {
        let texts: Vec<LabelledText<'_>> = about
            .iter()
            .zip(right)
            .map(|(d, right)| LabelledText {
                title: &d.record.title,
                text: &d.record.text,
                right,
            })
            .collect();
        report.insert(
            name.to_owned(),
            serde_json::to_value(metrics::evaluate(&atlas, &texts, &points, SEED))?,
        );
    }
    // The sources that were trained on and the others, which are new in every respect.
    for (name, trained) in [
        ("given_training_sources", true),
        ("given_other_sources", false),
    ] {
        let distances: Vec<f32> = about
            .iter()
            .zip(&given)
            .zip(&points)
            .filter(|((d, _), _)| TRAINING_SOURCES.contains(&d.record.source.as_str()) == trained)
            .filter_map(|((_, right), point)| metrics::distance_mm(&atlas, right, *point))
            .collect();
        report.insert(
            name.to_owned(),
            serde_json::to_value(Score::from_distances(&distances))?,
        );
    }
    let mean = |g: &[Grounding]| {
        g.iter().map(|g| f64::from(g.outside_p)).sum::<f64>() / g.len().max(1) as f64
    };
    let (inside_p, outside_p): (Vec<f32>, Vec<f32>) = (
        groundings.iter().map(|g| g.outside_p).collect(),
        outside.iter().map(|g| g.outside_p).collect(),
    );
    report.insert(
        "outside".to_owned(),
        json!({"n_about_an_organ": groundings.len(), "n_about_none": outside.len(), "mean_outside_p_about_an_organ": mean(&groundings),
            "mean_outside_p_about_none": mean(&outside), "auc": auc(&outside_p, &inside_p)}),
    );
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}

/// Area under the ROC curve: how often a value of `high` is above one of `low`, ties counting half.
fn auc(high: &[f32], low: &[f32]) -> f64 {
    if high.is_empty() || low.is_empty() {
        return f64::NAN;
    }
    let mut sorted = low.to_vec();
    sorted.sort_by(f32::total_cmp);
    let wins: f64 = high
        .iter()
        .map(|h| {
            (sorted.partition_point(|l| l < h) + sorted.partition_point(|l| l <= h)) as f64 / 2.0
        })
        .sum();
    wins / (high.len() as f64 * low.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::auc;

    #[test]
    fn area_under_the_curve() {
        assert_eq!(auc(&[0.9, 0.8], &[0.1, 0.2, 0.3]), 1.0);
        assert_eq!(auc(&[0.1], &[0.9]), 0.0);
        assert_eq!(auc(&[0.5, 0.5], &[0.5]), 0.5);
        assert!((auc(&[0.4, 0.9], &[0.1, 0.6]) - 0.75).abs() < 1e-12);
    }
}
