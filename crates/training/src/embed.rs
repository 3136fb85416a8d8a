//! Runs the frozen encoder over the corpus once and keeps its vectors.
//!
//! A store is two files: `rows.jsonl`, one [`Row`] a line, and `rows.f32`, for each row the unit vector of the text and
//! what its words name, little-endian. Beside them `vectors.f32` and `vectors.keys` remember the vector of every text and
//! sentence that the encoder has read, by a hash of the text, and `tokens.i8` and `tokens.keys` the vectors of the tokens
//! of every text: after a change of labels, limits or word list, or when a run was broken off, only new texts are read.
//!
//! Long because what is written and what is read back of the store stand beside each other.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use grounding::features::MENTION_BLOCKS;
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
    /// The first of its tokens in `tokens.i8`, and how many there are.
    pub tokens: (usize, usize),
}

/// An embedded text: what is known of it, and its features.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedded {
    /// What is known of it.
    pub row: Row,
    /// Unit vector, [`WIDTH`] numbers.
    pub vector: Vec<f32>,
    /// What its words name: [`MENTION_BLOCKS`] numbers for each class.
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
    // Under other names until all is written: a run that was broken off has left no store that looks whole.
    let (mut index, mut data) = (create("rows.jsonl.part")?, create("rows.f32.part")?);
    let mut cache = Cache::open(store, &model.info.sha256)?;
    let mut tokens = TokenCache::open(store, &model.info.sha256)?;
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
            .filter(|&i| {
                tokens.get(key(i, 0)).map(|(_, count)| count) != Some(features[i].ids.len())
                    || (0..features[i].rows.len()).any(|at| cache.get(key(i, at)).is_none())
            })
            .collect();
        // A row for each token gives its vector.
        let new: Vec<Features> = unknown
            .iter()
            .map(|&i| {
                let mut text = features[i].clone();
                text.rows.extend((0..text.ids.len()).map(|t| vec![t]));
                text.mentions.resize(text.rows.len(), Vec::new());
                text
            })
            .collect();
        let mut failed: Option<anyhow::Error> = None;
        encoder.run_each(&new, &mut |position, rows| {
            let result = rows.map_err(anyhow::Error::from).and_then(|rows| {
                let i = unknown[position];
                let (texts, singles) = rows.split_at(features[i].rows.len());
                tokens.put(key(i, 0), singles.iter().map(|t| t.embedding.as_slice()))?;
                texts
                    .iter()
                    .enumerate()
                    .try_for_each(|(at, output)| cache.put(key(i, at), &output.embedding))
            });
            failed = result.err();
            failed.is_none()
        });
        if let Some(e) = failed {
            return Err(e);
        }
        cache.flush()?;
        tokens.flush()?;
        for (i, item) in chunk.iter().enumerate() {
            for at in 0..features[i].rows.len() {
                let (Some(row), Some(vector), Some((first, count))) = (
                    row(item, &features[i], at),
                    cache.get(key(i, at)),
                    tokens.get(key(i, 0)),
                ) else {
                    continue;
                };
                // The tokens of a sentence follow each other.
                let own = &features[i].rows[at];
                let row = Row {
                    tokens: match at {
                        0 => (first, count),
                        _ => (first + own[0], own.len()),
                    },
                    ..row
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
    put_in_place(store)
}

/// Gives the rows their names once they are whole.
fn put_in_place(store: &Path) -> Result<()> {
    for name in ["rows.jsonl", "rows.f32"] {
        std::fs::rename(store.join(format!("{name}.part")), store.join(name))
            .with_context(|| format!("{name} cannot be written in {}", store.display()))?;
    }
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
pub(crate) struct Cache {
    known: Known,
    keys: BufWriter<File>,
    values: BufWriter<File>,
}

impl Cache {
    /// Opens the cache of a store for the encoder with the given hash; vectors of another encoder are dropped.
    pub(crate) fn open(store: &Path, encoder: &str) -> Result<Self> {
        std::fs::create_dir_all(store)
            .with_context(|| format!("{} cannot be made", store.display()))?;
        let (keys, values) = (store.join("vectors.keys"), store.join("vectors.f32"));
        let same = stamped(store, "vectors.encoder", encoder)?;
        let known = if same && keys.exists() && values.exists() {
            Known::open(store)?
        } else {
            Known::default()
        };
        Ok(Self {
            keys: append(&keys, known.records() * 8)?,
            values: append(&values, known.records() * 4 * WIDTH)?,
            known,
        })
    }

    pub(crate) fn get(&self, key: u64) -> Option<&[f32]> {
        self.known.get(key)
    }

    pub(crate) fn put(&mut self, key: u64, vector: &[f32]) -> Result<()> {
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

    pub(crate) fn flush(&mut self) -> Result<()> {
        self.keys.flush()?;
        self.values.flush()?;
        Ok(())
    }
}

/// Bytes of a vector in `tokens.i8`.
const TOKEN: usize = 4 + WIDTH;

/// Appends a vector as a scale (f32, little-endian) and [`WIDTH`] signed bytes: to one part in 127 of its largest number.
pub(crate) fn put_int8(out: &mut Vec<u8>, vector: &[f32]) {
    let most = vector.iter().fold(1e-12f32, |m, v| m.max(v.abs()));
    out.extend((most / 127.0).to_le_bytes());
    out.extend(
        vector
            .iter()
            .map(|v| (v / most * 127.0).round() as i8 as u8),
    );
}

/// The unit vectors of the tokens of a store.
#[derive(Debug, Default)]
pub struct Tokens(Vec<u8>);

impl Tokens {
    fn open(store: &Path) -> Result<Self> {
        let file = store.join("tokens.i8");
        let bytes =
            std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(Self(bytes))
    }

    /// Tokens from vectors of [`WIDTH`] numbers.
    pub fn new<'v>(vectors: impl Iterator<Item = &'v [f32]>) -> Self {
        let mut bytes = Vec::new();
        vectors.for_each(|v| put_int8(&mut bytes, v));
        Self(bytes)
    }

    /// Writes the vectors of some tokens (the first and how many), times `scale`, into `out`, which is long enough.
    ///
    /// # Panics
    /// When there are not so many tokens.
    pub fn write(&self, (first, count): (usize, usize), scale: f32, out: &mut [f32]) {
        let tokens = self.0[first * TOKEN..(first + count) * TOKEN].chunks_exact(TOKEN);
        for (token, out) in tokens.zip(out.chunks_exact_mut(WIDTH)) {
            let (step, values) = token.split_at(4);
            let step = f32::from_le_bytes([step[0], step[1], step[2], step[3]]) * scale;
            out.iter_mut()
                .zip(values)
                .for_each(|(o, v)| *o = f32::from(*v as i8) * step);
        }
    }

    /// The vectors of some tokens, one after the other.
    pub fn vectors(&self, tokens: (usize, usize)) -> Vec<f32> {
        let mut out = vec![0.0; tokens.1 * WIDTH];
        self.write(tokens, 1.0, &mut out);
        out
    }
}

/// Bytes of a record of `tokens.keys`: the key of a text, its first token, the number of its tokens.
const TOKEN_KEY: usize = 24;

/// Where the tokens of each text are, and the files that more are written to.
struct TokenCache {
    at: HashMap<u64, (usize, usize)>,
    next: usize,
    keys: BufWriter<File>,
    values: BufWriter<File>,
}

impl TokenCache {
    /// As [`Cache::open`]; texts whose tokens were not all written are dropped.
    pub(crate) fn open(store: &Path, encoder: &str) -> Result<Self> {
        std::fs::create_dir_all(store)
            .with_context(|| format!("{} cannot be made", store.display()))?;
        let (keys, values) = (store.join("tokens.keys"), store.join("tokens.i8"));
        let mut known: Vec<[u64; 3]> = Vec::new();
        if stamped(store, "tokens.encoder", encoder)?
            && let (Ok(records), Ok(data)) = (std::fs::read(&keys), std::fs::metadata(&values))
        {
            let whole = data.len() / TOKEN as u64;
            let number = |b: &[u8]| b.iter().rev().fold(0u64, |n, b| n << 8 | u64::from(*b));
            known = records
                .chunks_exact(TOKEN_KEY)
                .map(|r| [number(&r[..8]), number(&r[8..16]), number(&r[16..])])
                .take_while(|[_, first, count]| first + count <= whole)
                .collect();
        }
        let next = known
            .last()
            .map_or(0, |[_, first, count]| (first + count) as usize);
        Ok(Self {
            keys: append(&keys, known.len() * TOKEN_KEY)?,
            values: append(&values, next * TOKEN)?,
            at: known
                .into_iter()
                .map(|[key, first, count]| (key, (first as usize, count as usize)))
                .collect(),
            next,
        })
    }

    fn get(&self, key: u64) -> Option<(usize, usize)> {
        self.at.get(&key).copied()
    }

    fn put<'v>(&mut self, key: u64, vectors: impl Iterator<Item = &'v [f32]>) -> Result<()> {
        // A later record of the same text stands for the earlier one.
        let tokens = Tokens::new(vectors).0;
        let (first, count) = (self.next, tokens.len() / TOKEN);
        self.values.write_all(&tokens)?;
        for number in [key, first as u64, count as u64] {
            self.keys.write_all(&number.to_le_bytes())?;
        }
        self.at.insert(key, (first, count));
        self.next += count;
        Ok(())
    }

    /// The tokens first, so that no key is without them.
    fn flush(&mut self) -> Result<()> {
        self.values.flush()?;
        self.keys.flush()?;
        Ok(())
    }
}

/// Whether what a store keeps was made by an encoder; if not, it is marked as made by it from now on.
fn stamped(store: &Path, name: &str, encoder: &str) -> Result<bool> {
    let stamp = store.join(name);
    let same = std::fs::read_to_string(&stamp).ok().as_deref() == Some(encoder);
    if !same {
        std::fs::write(&stamp, encoder)
            .with_context(|| format!("{} cannot be written", stamp.display()))?;
    }
    Ok(same)
}

/// Opens a file to append to, cut to a length first.
fn append(file: &Path, length: usize) -> Result<BufWriter<File>> {
    let opened = OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)
        .with_context(|| format!("{} cannot be written", file.display()))?;
    opened.set_len(length as u64)?;
    Ok(BufWriter::new(opened))
}

/// The row to keep for output `at` of an item: 0 is the item itself, the others are sentences.
fn row(item: &Item, features: &Features, at: usize) -> Option<Row> {
    let of = |kind, classes| Row {
        id: item.id.clone(),
        source: item.source.clone(),
        split: item.split,
        kind,
        classes,
        tokens: (0, 0),
    };
    if at == 0 {
        return Some(of(item.kind, item.classes.clone()));
    }
    if !matches!(item.kind, Kind::Document | Kind::Passage) {
        return None;
    }
    let mentions = &features.mentions[at];
    let classes = mentions.len() / MENTION_BLOCKS;
    let named: Vec<usize> = (0..classes)
        .filter(|c| mentions[*c] > 0.0 || mentions[classes + c] > 0.0)
        .collect();
    // A sentence that names organs is labelled with all of them; one that names none says nothing certain.
    (!named.is_empty() && named.len() <= 3).then(|| of(Kind::Sentence, named))
}

/// Reads a store.
///
/// # Errors
/// When a file cannot be read or the two do not fit each other.
pub fn read(store: &Path) -> Result<(Vec<Embedded>, Tokens)> {
    let classes = Gazetteer::builtin().classes().len();
    let width = WIDTH + MENTION_BLOCKS * classes;
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
    Ok((rows, Tokens::open(store)?))
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

    #[test]
    fn tokens_are_kept_up_to_rounding_and_a_text_without_all_of_them_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let token = |x: usize| -> Vec<f32> {
            (0..WIDTH)
                .map(|i| ((x + i) * 37 % 101) as f32 / 1010.0 - 0.05)
                .collect()
        };
        let texts = [vec![token(0), token(1)], vec![token(2), token(3), token(4)]];
        let mut cache = TokenCache::open(dir.path(), "one").unwrap();
        for (key, text) in texts.iter().enumerate() {
            let tokens = text.iter().map(Vec::as_slice);
            cache.put(key as u64, tokens).unwrap();
        }
        cache.flush().unwrap();
        drop(cache);
        let read = |tokens| Tokens::open(dir.path()).unwrap().vectors(tokens);
        let expected = [token(3), token(4)].concat();
        let got = read((3, 2));
        let near = |(a, b): (&f32, &f32)| (a - b).abs() <= 0.05 / 127.0 * 0.51;
        assert!(got.len() == 2 * WIDTH && got.iter().zip(&expected).all(near));

        // The last token is cut in the middle.
        let values = dir.path().join("tokens.i8");
        let file = OpenOptions::new().write(true).open(&values).unwrap();
        file.set_len((4 * TOKEN + 100) as u64).unwrap();
        let mut cache = TokenCache::open(dir.path(), "one").unwrap();
        assert_eq!((cache.get(0), cache.get(1)), (Some((0, 2)), None));
        cache.put(1, texts[1].iter().map(Vec::as_slice)).unwrap();
        cache.flush().unwrap();
        assert_eq!(cache.get(1), Some((2, 3)));
        assert_eq!(read((3, 2)), got);
        let other = TokenCache::open(dir.path(), "two").unwrap();
        assert_eq!((other.get(0), other.next), (None, 0));
    }
}
