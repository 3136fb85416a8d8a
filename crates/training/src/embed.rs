//! Runs the frozen encoder over the corpus once and keeps its vectors.
//!
//! A store is two files: `rows.jsonl`, one [`Row`] a line, and `rows.f32`, for each row the unit vector of the text and
//! the ln(1 + count) of each class, little-endian. Beside them `vectors.f32` and `vectors.keys` remember the vector of
//! every text that the encoder has read, by a hash of the text: after a change of labels, limits or word list, or when a
//! run was broken off, only new texts are read.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use grounding::{Encoder, EngineChoice, Features, Featurizer, Gazetteer, Model, TextInput};
use serde::{Deserialize, Serialize};

use crate::corpus::{Item, Kind, Split, hash};

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
        File::create(store.join(name))
            .map(BufWriter::new)
            .with_context(|| format!("{name} cannot be written in {}", store.display()))
    };
    let (mut index, mut data) = (create("rows.jsonl")?, create("rows.f32")?);
    let mut cache = Cache::open(store, &model.info.sha256)?;
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
        let key = |i: usize, at: usize| Known::key(&chunk[i].title, &chunk[i].text, at);
        let unknown: Vec<usize> = (0..chunk.len())
            .filter(|&i| (0..features[i].rows.len()).any(|at| cache.get(key(i, at)).is_none()))
            .collect();
        let new: Vec<Features> = unknown.iter().map(|&i| features[i].clone()).collect();
        let mut failed: Option<anyhow::Error> = None;
        encoder.run_each(&new, &mut |position, rows| {
            let result = rows.map_err(anyhow::Error::from).and_then(|rows| {
                rows.iter().enumerate().try_for_each(|(at, output)| {
                    cache.put(key(unknown[position], at), &output.embedding)
                })
            });
            failed = result.err();
            failed.is_none()
        });
        if let Some(e) = failed {
            return Err(e);
        }
        cache.flush()?;
        for (i, item) in chunk.iter().enumerate() {
            for at in 0..features[i].rows.len() {
                let (Some(row), Some(vector)) =
                    (row(item, &features[i], at), cache.get(key(i, at)))
                else {
                    continue;
                };
                serde_json::to_writer(&mut index, &row)?;
                index.write_all(b"\n")?;
                for value in vector.iter().chain(&features[i].mentions[at]) {
                    data.write_all(&value.to_le_bytes())?;
                }
            }
        }
        let (done, seconds) = (
            number * CHUNK + chunk.len(),
            started.elapsed().as_secs_f32(),
        );
        eprintln!(
            "{done} of {} texts after {seconds:.0} s, about {:.0} s left",
            items.len(),
            seconds / done as f32 * (items.len() - done) as f32
        );
    }
    index.flush()?;
    data.flush()?;
    Ok(())
}

/// The vectors in `vectors.f32` and `vectors.keys` of a store.
#[derive(Debug, Default)]
pub struct Known {
    vectors: Vec<f32>,
    at: HashMap<u64, usize>,
}

impl Known {
    /// The key of a row of a text: 0 is the whole, the others are its sentences.
    pub fn key(title: &str, text: &str, row: usize) -> u64 {
        hash(&format!("row {row}"), &format!("{title}\0{text}"))
    }

    /// Reads the vectors of a store; whole records alone, since a run that was broken off may have left half a one.
    ///
    /// # Errors
    /// When a file is not there or cannot be read.
    pub fn open(store: &Path) -> Result<Self> {
        let read = |name: &str| {
            let file = store.join(name);
            std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))
        };
        let (keys, values) = (read("vectors.keys")?, read("vectors.f32")?);
        let (keys, values) = (keys.as_chunks::<8>().0, values.as_chunks::<4>().0);
        let whole = keys.len().min(values.len() / WIDTH);
        Ok(Self {
            vectors: values[..whole * WIDTH]
                .iter()
                .map(|b| f32::from_le_bytes(*b))
                .collect(),
            at: keys[..whole]
                .iter()
                .enumerate()
                .map(|(i, key)| (u64::from_le_bytes(*key), i))
                .collect(),
        })
    }

    /// The unit vector of [`WIDTH`] numbers that a key has.
    pub fn get(&self, key: u64) -> Option<&[f32]> {
        let at = *self.at.get(&key)?;
        self.vectors.get(at * WIDTH..(at + 1) * WIDTH)
    }

    fn records(&self) -> usize {
        self.vectors.len() / WIDTH
    }
}

/// Known vectors that grow, on disk and in memory.
struct Cache {
    known: Known,
    keys: BufWriter<File>,
    values: BufWriter<File>,
}

impl Cache {
    /// Opens the cache of a store for the encoder with the given hash; vectors of another encoder are dropped.
    fn open(store: &Path, encoder: &str) -> Result<Self> {
        let (keys, values) = (store.join("vectors.keys"), store.join("vectors.f32"));
        let stamp = store.join("vectors.encoder");
        let same = std::fs::read_to_string(&stamp).ok().as_deref() == Some(encoder);
        let known = if same && keys.exists() && values.exists() {
            Known::open(store)?
        } else {
            std::fs::write(&stamp, encoder)?;
            Known::default()
        };
        let append = |file: &Path, length: usize| -> Result<BufWriter<File>> {
            let opened = OpenOptions::new()
                .create(true)
                .append(true)
                .open(file)
                .with_context(|| format!("{} cannot be written", file.display()))?;
            opened.set_len(length as u64)?;
            Ok(BufWriter::new(opened))
        };
        Ok(Self {
            keys: append(&keys, known.records() * 8)?,
            values: append(&values, known.records() * 4 * WIDTH)?,
            known,
        })
    }

    fn get(&self, key: u64) -> Option<&[f32]> {
        self.known.get(key)
    }

    fn put(&mut self, key: u64, vector: &[f32]) -> Result<()> {
        if self.known.at.contains_key(&key) {
            return Ok(());
        }
        self.known.at.insert(key, self.known.records());
        self.known.vectors.extend_from_slice(vector);
        self.keys.write_all(&key.to_le_bytes())?;
        vector
            .iter()
            .try_for_each(|v| self.values.write_all(&v.to_le_bytes()))?;
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.keys.flush()?;
        self.values.flush()?;
        Ok(())
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_kept_for_the_same_encoder_alone_and_half_a_record_is_dropped() {
        let dir = tempfile::tempdir().unwrap();
        let vector = |x: f32| vec![x; WIDTH];
        let (a, b) = (
            Known::key("Title", "Text", 0),
            Known::key("Title", "Text", 1),
        );
        assert_ne!(a, b);
        let mut cache = Cache::open(dir.path(), "one").unwrap();
        cache.put(a, &vector(1.0)).unwrap();
        cache.put(b, &vector(2.0)).unwrap();
        cache.flush().unwrap();
        drop(cache);

        // The second record is cut in the middle.
        let values = dir.path().join("vectors.f32");
        let file = OpenOptions::new().write(true).open(&values).unwrap();
        file.set_len(4 * WIDTH as u64 + 100).unwrap();
        let mut cache = Cache::open(dir.path(), "one").unwrap();
        assert_eq!(cache.get(a), Some(&vector(1.0)[..]));
        assert_eq!(cache.get(b), None);
        cache.put(b, &vector(3.0)).unwrap();
        cache.flush().unwrap();
        assert_eq!(
            Known::open(dir.path()).unwrap().get(b),
            Some(&vector(3.0)[..])
        );

        assert_eq!(Cache::open(dir.path(), "two").unwrap().get(a), None);
        assert!(Known::open(&dir.path().join("none")).is_err());
    }
}
