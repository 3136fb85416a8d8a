//! Measures a model on the documents of the test split, against simple rules in the same run.
//!
//! In-organ rate (IOR): share of texts whose point lies in one of their organs or less than 10 mm from its nearest voxel.
//! Nearest voxel distance (NVD): to the nearest voxel of the nearest of their organs, 0 inside; NVD-O over the texts whose
//! point is outside. Standard errors are those of the mean.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use anatomy::{Atlas, StructureIndex};
use anyhow::{Context as _, Result};
use grounding::{Encoder, EngineChoice, Features, Featurizer, Gazetteer, Model, TextInput};
use serde_json::json;

use crate::corpus::{self, Headings, Record, Split, hash};

/// A point closer than this to its organ counts as inside (SEEDS of the paper: 10 mm).
const INSIDE_MM: f32 = 10.0;

/// A labelled document of the test split.
struct Labelled {
    record: Record,
    classes: Vec<usize>,
}

/// Labelled documents of the test split that are about an organ of this body, each once, in order of identifier.
fn test_documents(corpus: &Path, vocab: &Path) -> Result<Vec<Labelled>> {
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
        let classes: Vec<usize> = headings
            .classes_of(mesh)
            .into_iter()
            .filter(|&c| gazetteer.classes()[c].is_present())
            .collect();
        if !classes.is_empty() {
            documents.push(Labelled { record, classes });
        }
    })?;
    documents.sort_by(|a, b| a.record.id.cmp(&b.record.id));
    Ok(documents)
}

/// Writes the test documents as corpus lines whose `labels.structures` lists the structures of their classes.
///
/// # Errors
/// When the corpus cannot be read or the file not be written.
pub fn write_split(corpus: &Path, vocab: &Path, output: &Path) -> Result<()> {
    let classes = Gazetteer::builtin().classes();
    let mut file = std::io::BufWriter::new(
        std::fs::File::create(output)
            .with_context(|| format!("{} cannot be written", output.display()))?,
    );
    let documents = test_documents(corpus, vocab)?;
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

/// Mean and its standard error.
fn mean(values: &[f32]) -> (f64, f64) {
    let n = values.len() as f64;
    if values.is_empty() {
        return (f64::NAN, f64::NAN);
    }
    let mean = values.iter().map(|&v| f64::from(v)).sum::<f64>() / n;
    let variance = values
        .iter()
        .map(|&v| (f64::from(v) - mean).powi(2))
        .sum::<f64>()
        / (n - 1.0).max(1.0);
    (mean, (variance / n).sqrt())
}

/// One line of figures from the distances, in millimetres, of points to the organs of their texts.
fn figures(distances: &[f32]) -> serde_json::Value {
    let inside: Vec<f32> = distances
        .iter()
        .map(|&d| if d < INSIDE_MM { 100.0 } else { 0.0 })
        .collect();
    let cm: Vec<f32> = distances.iter().map(|d| d / 10.0).collect();
    let outside: Vec<f32> = distances
        .iter()
        .filter(|d| **d >= INSIDE_MM)
        .map(|d| d / 10.0)
        .collect();
    let ((ior, ior_se), (nvd, nvd_se), (nvd_o, nvd_o_se)) =
        (mean(&inside), mean(&cm), mean(&outside));
    json!({"n": distances.len(), "ior": ior, "ior_se": ior_se, "nvd_cm": nvd, "nvd_cm_se": nvd_se, "nvd_o_cm": nvd_o, "nvd_o_cm_se": nvd_o_se})
}

/// Prints the figures of a model and of the rules as JSON.
///
/// # Errors
/// When the model, the atlas or the corpus cannot be read.
pub fn print(corpus: &Path, vocab: &Path, model_dir: &Path, atlas_dir: &Path) -> Result<()> {
    let atlas = Arc::new(Atlas::open(atlas_dir)?);
    let gazetteer = Gazetteer::builtin();
    let model = Model::open(model_dir)?;
    let encoder = Encoder::open(&model, EngineChoice::Auto)?;
    let featurizer = Featurizer::new(&model.tokenizer);
    let documents: Vec<Labelled> = test_documents(corpus, vocab)?;
    let present: Vec<usize> = (0..gazetteer.classes().len())
        .filter(|&c| {
            gazetteer
                .structures_of(c)
                .iter()
                .any(|&s| atlas.has_voxels(s))
        })
        .collect();
    let distance = |document: &Labelled, point: [f32; 3]| {
        document
            .classes
            .iter()
            .flat_map(|&c| gazetteer.structures_of(c))
            .filter_map(|&s: &StructureIndex| atlas.distance_mm(s, point))
            .fold(f32::INFINITY, f32::min)
    };
    let nearest = |class: usize, point: [f32; 3]| {
        gazetteer
            .structures_of(class)
            .iter()
            .filter_map(|&s| Some((atlas.distance_mm(s, point)?, atlas.nearest_voxel(s, point)?)))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(point, |(d, voxel)| if d > 0.0 { voxel } else { point })
    };
    let any_point = |class: usize, seed: u64| {
        let structures = gazetteer.structures_of(class);
        atlas
            .sample_points(structures[seed as usize % structures.len()], 1, seed)
            .first()
            .copied()
            .unwrap_or([0.0; 3])
    };

    let features: Vec<Features> = documents
        .iter()
        .map(|d| {
            featurizer.features(&TextInput {
                id: Some(&d.record.id),
                title: Some(&d.record.title),
                text: &d.record.text,
            })
        })
        .collect::<Result<_, _>>()?;
    let mut outputs = vec![None; documents.len()];
    let mut failed = None;
    encoder.run_each(&features, &mut |i, rows| match rows {
        Ok(rows) => {
            outputs[i] = rows.into_iter().next();
            true
        }
        Err(e) => {
            failed = Some(e);
            false
        }
    });
    if let Some(e) = failed {
        return Err(e.into());
    }

    let names = [
        "model",
        "point_head",
        "most_mentioned",
        "occ",
        "freq",
        "center",
        "random",
    ];
    let mut distances: Vec<Vec<f32>> = vec![Vec::new(); names.len()];
    let frequent = present
        .iter()
        .copied()
        .max_by_key(|&c| documents.iter().filter(|d| d.classes.contains(&c)).count())
        .unwrap_or(0);
    let mut right_class = 0;
    let mut by_class = vec![Vec::new(); gazetteer.classes().len()];
    for ((document, features), output) in documents.iter().zip(&features).zip(&outputs) {
        let Some(output) = output else { continue };
        let seed = hash("baseline", &document.record.id);
        let best = present
            .iter()
            .copied()
            .max_by(|&a, &b| output.evidence[a].total_cmp(&output.evidence[b]))
            .unwrap_or(0);
        right_class += usize::from(document.classes.contains(&best));
        let counts = &features.mentions[0];
        let named: Vec<usize> = present
            .iter()
            .copied()
            .filter(|&c| counts[c] > 0.0)
            .collect();
        let most = named
            .iter()
            .copied()
            .max_by(|&a, &b| counts[a].total_cmp(&counts[b]));
        let points = [
            nearest(best, output.point_mm),
            output.point_mm,
            most.map_or([0.0; 3], |c| any_point(c, seed)),
            if named.is_empty() {
                [0.0; 3]
            } else {
                any_point(named[seed as usize % named.len()], seed)
            },
            any_point(frequent, seed),
            [0.0; 3],
            any_point(present[(seed >> 20) as usize % present.len()], seed),
        ];
        for (list, point) in distances.iter_mut().zip(points) {
            list.push(distance(document, point));
        }
        let own = distances[0].last().copied().unwrap_or(f32::INFINITY);
        document.classes.iter().for_each(|&c| by_class[c].push(own));
    }
    let mut report = serde_json::Map::new();
    report.insert("engine".to_owned(), json!(encoder.report().name));
    report.insert("model_sha256".to_owned(), json!(model.info.sha256));
    report.insert(
        "first_class_right".to_owned(),
        json!(right_class as f64 / documents.len().max(1) as f64),
    );
    for (name, list) in names.iter().zip(&distances) {
        report.insert((*name).to_owned(), figures(list));
    }
    let classes: serde_json::Map<_, _> = gazetteer
        .classes()
        .iter()
        .zip(&by_class)
        .filter(|(_, d)| !d.is_empty())
        .map(|(c, d)| (c.name.clone(), figures(d)))
        .collect();
    report.insert("by_class".to_owned(), classes.into());
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}
