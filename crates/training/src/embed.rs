//! Runs the frozen encoder over the corpus once and keeps its vectors.
//!
//! A store is two files: `rows.jsonl`, one [`Row`] a line, and `rows.f32`, for each row the unit vector of the text and
//! the ln(1 + count) of each class, little-endian.

use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use grounding::{Encoder, EngineChoice, Features, Featurizer, Gazetteer, Model, TextInput};
use serde::{Deserialize, Serialize};

use crate::corpus::{Item, Kind, Split};

/// Width of the encoder's vectors.
pub const WIDTH: usize = grounding::model::EMBEDDING;

/// What is known of one embedded text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Identifier of the record or descriptor.
    pub id: String,
    /// Source.
    pub source: String,
    /// Side of the split.
    pub split: Split,
    /// What the text is.
    pub kind: Kind,
    /// Its classes.
    pub classes: Vec<usize>,
}

/// An embedded text: what is known of it, and its features.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedded {
    /// What is known of it.
    pub row: Row,
    /// Unit vector, [`WIDTH`] numbers.
    pub vector: Vec<f32>,
    /// ln(1 + count) of each class.
    pub mentions: Vec<f32>,
}

/// Texts that are read, tokenized and sorted by length together.
const CHUNK: usize = 512;

/// Embeds the training and development items with the encoder of the model folder and writes the store. Sentences of training and development
/// documents become rows of their own, labelled with those classes of the document that they name.
///
/// # Errors
/// When the model cannot be opened or run, or the store not be written.
pub fn embed(items: &[Item], model_dir: &Path, engine: EngineChoice, store: &Path) -> Result<()> {
    let model = Model::open(model_dir)?;
    let encoder = Encoder::open(&model, engine)?;
    eprintln!("{}: {}", encoder.report().name, encoder.report().reason);
    let featurizer = Featurizer::new(&model.tokenizer);
    std::fs::create_dir_all(store)
        .with_context(|| format!("{} cannot be made", store.display()))?;
    let create = |name: &str| {
        std::fs::File::create(store.join(name))
            .map(BufWriter::new)
            .with_context(|| format!("{name} cannot be written in {}", store.display()))
    };
    let (mut index, mut data) = (create("rows.jsonl")?, create("rows.f32")?);
    // The test documents are read by the evaluation itself.
    let items: Vec<&Item> = items.iter().filter(|i| i.split != Split::Test).collect();
    let started = std::time::Instant::now();
    for (number, chunk) in items.chunks(CHUNK).enumerate() {
        let features: Vec<Features> = chunk
            .iter()
            .map(|item| {
                featurizer.features(&TextInput {
                    id: Some(&item.id),
                    title: Some(&item.title),
                    text: &item.text,
                })
            })
            .collect::<Result<_, _>>()?;
        let mut failed: Option<anyhow::Error> = None;
        encoder.run_each(&features, &mut |i, rows| {
            let result = rows.map_err(anyhow::Error::from).and_then(|rows| {
                for (at, output) in rows.iter().enumerate() {
                    if let Some(row) = row(chunk[i], &features[i], at) {
                        serde_json::to_writer(&mut index, &row)?;
                        index.write_all(b"\n")?;
                        for value in output.embedding.iter().chain(&features[i].mentions[at]) {
                            data.write_all(&value.to_le_bytes())?;
                        }
                    }
                }
                Ok(())
            });
            failed = result.err();
            failed.is_none()
        });
        if let Some(e) = failed {
            return Err(e);
        }
        index.flush()?;
        data.flush()?;
        eprintln!(
            "{} of {} texts after {:.0} s",
            (number * CHUNK + chunk.len()),
            items.len(),
            started.elapsed().as_secs_f32()
        );
    }
    Ok(())
}

/// The row to keep for output `at` of an item: 0 is the item itself, the others are sentences.
fn row(item: &Item, features: &Features, at: usize) -> Option<Row> {
    let of = |kind, classes| Row {
        id: item.id.clone(),
        source: item.source.clone(),
        split: item.split,
        kind,
        classes,
    };
    if at == 0 {
        return Some(of(item.kind, item.classes.clone()));
    }
    if !matches!(item.kind, Kind::Document | Kind::Passage) {
        return None;
    }
    let named: Vec<usize> = features.mentions[at]
        .iter()
        .enumerate()
        .filter(|(_, m)| **m > 0.0)
        .map(|(c, _)| c)
        .collect();
    // A sentence that names organs is labelled with all of them; one that names none says nothing certain.
    (!named.is_empty() && named.len() <= 3).then(|| of(Kind::Sentence, named))
}

/// Reads a store.
///
/// # Errors
/// When a file cannot be read or the two do not fit each other.
pub fn read(store: &Path) -> Result<Vec<Embedded>> {
    let classes = Gazetteer::builtin().classes().len();
    let width = WIDTH + classes;
    let path = store.join("rows.f32");
    let data =
        std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let values: Vec<f32> = data
        .chunks_exact(4)
        .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect();
    let path = store.join("rows.jsonl");
    let file =
        std::fs::File::open(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut rows = Vec::new();
    for (line, features) in BufReader::new(file).lines().zip(values.chunks_exact(width)) {
        let row: Row = serde_json::from_str(&line?)
            .with_context(|| format!("{}, line {}", path.display(), rows.len() + 1))?;
        rows.push(Embedded {
            row,
            vector: features[..WIDTH].to_vec(),
            mentions: features[WIDTH..].to_vec(),
        });
    }
    ensure!(
        rows.len() == values.len() / width,
        "{} rows in rows.jsonl, {} in rows.f32",
        rows.len(),
        values.len() / width
    );
    Ok(rows)
}
