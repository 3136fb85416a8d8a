//! Runs the frozen encoder over the texts once and keeps its vectors, in several ways of masking.
//!
//! A store holds `texts.jsonl` (one [`Text`] a line) and a folder for each masked copy (`0` is the clean text) with files
//! of `CHUNK` texts, so that an interrupted run goes on where it stopped. A file holds for each text the number of rows
//! (u16) and for each row a scale (f32) and [`WIDTH`] signed bytes, little-endian. Row 0 is the mean over all tokens, row
//! 1 the title read by itself, the others are the sentences; all have length 1 up to rounding.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use grounding::{Encoder, EngineChoice, Features, Featurizer, Gazetteer, Model, TextInput};

use super::data::{Role, Text, Worded, read_list};
use crate::corpus::{Split, hash};
use crate::embed::{Known, WIDTH, put_int8};
use crate::export;

/// Texts of a file.
const CHUNK: usize = 256;

/// Number of `[MASK]` in the vocabulary of BERT.
const MASK: u32 = 103;

/// Share of the glossary's finds that a masked copy hides, per cent: the paper's.
const MASKED_PERCENT: u64 = 50;

/// A text with every find of the glossary replaced by one `[MASK]` with even odds, drawn by `key` and place.
pub fn masked(text: &str, key: &str) -> String {
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for find in Gazetteer::core().find(text) {
        // A word for two organs is found twice at one place.
        if find.start >= from
            && hash("mask", &format!("{key} {}", find.start)) % 100 < MASKED_PERCENT
        {
            out.push_str(&text[from..find.start]);
            out.push_str("[MASK]");
            from = find.end;
        }
    }
    out.push_str(&text[from..]);
    out
}

/// Whether a text is read in a masked copy: those that heads are trained on without labels.
fn in_copy(text: &Text, copy: usize) -> bool {
    copy == 0 || (text.split == Split::Train && text.role != Role::Term && !text.named.is_empty())
}

fn chunk_file(store: &Path, copy: usize, chunk: usize) -> PathBuf {
    store.join(copy.to_string()).join(format!("{chunk:04}.bin"))
}

/// All rows of a text that are known, the whole first; none when the text is not.
fn known_rows(known: &Known, title: &str, text: &str) -> Vec<Vec<f32>> {
    (0..)
        .map_while(|row| known.get(Known::key(title, text, row)).map(<[f32]>::to_vec))
        .collect()
}

/// Writes the list of texts and the vectors of the clean texts and `copies` masked ones. Files that are there already are
/// kept; clean texts that `known`, the store of `training embed`, has vectors of are not read again.
///
/// # Errors
/// When the store was begun with other texts, or a file cannot be read or written.
pub fn embed(
    texts: &[Worded],
    base: &Path,
    store: &Path,
    copies: usize,
    known: Option<&Path>,
) -> Result<()> {
    let encoder_dir = store.join("encoder");
    // None yet, or one whose inputs are those of an earlier version.
    if Model::open(&encoder_dir).is_err() {
        export::write_untrained(base, &encoder_dir)?;
    }
    let list = store.join("texts.jsonl");
    let mut lines = String::new();
    for t in texts {
        lines.push_str(&serde_json::to_string(&t.text)?);
        lines.push('\n');
    }
    if list.exists() {
        ensure!(
            std::fs::read_to_string(&list)? == lines,
            "{} was begun with other texts; give another folder",
            store.display()
        );
    }
    std::fs::write(&list, lines)
        .with_context(|| format!("{} cannot be written", list.display()))?;

    let model = Model::open(&encoder_dir)?;
    ensure!(
        model.tokenizer.encode("[MASK]")?.ids.get(1) == Some(&MASK),
        "the tokenizer does not know [MASK]"
    );
    let encoder = Encoder::open(&model, EngineChoice::Auto)?;
    eprintln!("{}: {}", encoder.report().name, encoder.report().reason);
    let featurizer = Featurizer::new(&model.tokenizer);
    let known = known.map(Known::open).transpose()?.unwrap_or_default();
    let mut jobs: Vec<(usize, usize, Vec<&Worded>)> = (0..=copies)
        .flat_map(|copy| {
            let wanted: Vec<&Worded> = texts.iter().filter(|t| in_copy(&t.text, copy)).collect();
            wanted
                .chunks(CHUNK)
                .enumerate()
                .map(|(i, c)| (copy, i, c.to_vec()))
                .collect::<Vec<_>>()
        })
        .filter(|(copy, chunk, _)| !chunk_file(store, *copy, *chunk).exists())
        .collect();
    // What costs least and serves most comes first, so that a store can be used before it is whole: texts that are mostly
    // known, then the test documents, then the masked copies.
    jobs.sort_by_key(|(copy, chunk, texts)| {
        (
            texts
                .last()
                .is_some_and(|t| t.text.role == Role::Unlabelled),
            *copy,
            texts.first().is_some_and(|t| t.text.split == Split::Test),
            *chunk,
        )
    });
    let total: usize = jobs.iter().map(|(.., c)| c.len()).sum();
    let (started, mut done) = (Instant::now(), 0);
    for (copy, chunk, texts) in jobs {
        let file = chunk_file(store, copy, chunk);
        std::fs::create_dir_all(store.join(copy.to_string()))?;
        // Renamed when whole, so that a file that is there can be trusted.
        let partial = file.with_extension("partial");
        let blocks = rows_of(&texts, copy, &featurizer, &encoder, &known)?;
        std::fs::write(&partial, blocks.concat())
            .with_context(|| format!("{} cannot be written", partial.display()))?;
        std::fs::rename(&partial, &file)?;
        done += texts.len();
        let spent = started.elapsed().as_secs_f64();
        eprintln!(
            "copy {copy}: {done} of {total} texts, {:.1} a second, {:.0} min left",
            done as f64 / spent,
            (total - done) as f64 * spent / done as f64 / 60.0
        );
    }
    Ok(())
}

/// The block of a file for each text.
fn rows_of(
    texts: &[&Worded],
    copy: usize,
    featurizer: &Featurizer<'_>,
    encoder: &Encoder,
    known: &Known,
) -> Result<Vec<Vec<u8>>> {
    // Rows of text i at 2 i, of its title alone at 2 i + 1.
    let mut rows: Vec<Vec<Vec<f32>>> = Vec::with_capacity(2 * texts.len());
    let (mut features, mut places): (Vec<Features>, Vec<usize>) = (Vec::new(), Vec::new());
    for t in texts {
        let (title, body) = if copy == 0 {
            (t.title.clone(), t.body.clone())
        } else {
            (
                masked(&t.title, &format!("{} {copy} title", t.text.id)),
                masked(&t.body, &format!("{} {copy}", t.text.id)),
            )
        };
        for (title, text) in [(title.as_str(), body.as_str()), ("", title.as_str())] {
            let found = if text.is_empty() {
                Vec::new()
            } else {
                known_rows(known, title, text)
            };
            if found.is_empty() && !text.is_empty() {
                features.push(featurizer.features(&TextInput {
                    id: Some(&t.text.id),
                    title: Some(title),
                    text,
                })?);
                places.push(rows.len());
            }
            rows.push(found);
        }
    }
    let mut failed = None;
    encoder.run_each(&features, &mut |i, result| {
        match result {
            Ok(result) => rows[places[i]] = result.into_iter().map(|r| r.embedding).collect(),
            Err(e) => failed = Some(e),
        }
        failed.is_none()
    });
    if let Some(e) = failed {
        return Err(e.into());
    }
    Ok(rows
        .chunks_exact(2)
        .map(|pair| {
            let (whole, title) = (&pair[0], pair[1].first().unwrap_or(&pair[0][0]));
            let all: Vec<&Vec<f32>> = [&whole[0], title].into_iter().chain(&whole[1..]).collect();
            let mut block = (all.len() as u16).to_le_bytes().to_vec();
            all.iter().for_each(|r| put_int8(&mut block, r));
            block
        })
        .collect())
}

/// The vectors of one text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Vectors {
    scales: Vec<f32>,
    bytes: Vec<i8>,
}

impl Vectors {
    /// From rows of [`WIDTH`] numbers, kept to one part in 127 of the largest of each row.
    pub fn new(rows: &[Vec<f32>]) -> Self {
        let mut block = Vec::new();
        rows.iter().for_each(|r| put_int8(&mut block, r));
        Self::parse(&block, rows.len())
    }

    fn parse(block: &[u8], rows: usize) -> Self {
        let (mut scales, mut bytes) = (Vec::with_capacity(rows), Vec::with_capacity(rows * WIDTH));
        for row in block.chunks_exact(4 + WIDTH).take(rows) {
            scales.push(f32::from_le_bytes([row[0], row[1], row[2], row[3]]));
            bytes.extend(row[4..].iter().map(|b| *b as i8));
        }
        Self { scales, bytes }
    }

    /// Number of rows: the text, its title, its sentences.
    pub fn rows(&self) -> usize {
        self.scales.len()
    }

    /// Appends a row, times `scale`, to `out`.
    pub fn write_row(&self, row: usize, scale: f32, out: &mut Vec<f32>) {
        let s = self.scales[row] * scale;
        out.extend(
            self.bytes[row * WIDTH..(row + 1) * WIDTH]
                .iter()
                .map(|b| f32::from(*b) * s),
        );
    }
}

/// The texts of a store with their vectors.
pub struct Store {
    /// The texts.
    pub texts: Vec<Text>,
    /// For each text its clean vectors and those of the masked copies that are there.
    pub vectors: Vec<Vec<Vectors>>,
}

impl Store {
    /// Reads what is there, up to `copies` masked copies of a text.
    ///
    /// # Errors
    /// When a clean text has no vectors, or a file is damaged.
    pub fn open(dir: &Path, copies: usize) -> Result<Self> {
        let texts = read_list(&dir.join("texts.jsonl"))?;
        let mut vectors: Vec<Vec<Vectors>> = vec![Vec::new(); texts.len()];
        for copy in 0..=copies {
            let wanted: Vec<usize> = (0..texts.len())
                .filter(|i| in_copy(&texts[*i], copy))
                .collect();
            for (chunk, members) in wanted.chunks(CHUNK).enumerate() {
                let file = chunk_file(dir, copy, chunk);
                let Ok(data) = std::fs::read(&file) else {
                    continue;
                };
                let mut rest = data.as_slice();
                for &i in members {
                    let rows = rest
                        .get(..2)
                        .map(|b| usize::from(u16::from_le_bytes([b[0], b[1]])));
                    let block = rows.and_then(|r| rest.get(2..2 + r * (4 + WIDTH)));
                    let (Some(rows), Some(block)) = (rows, block) else {
                        anyhow::bail!("{} is shorter than its texts", file.display());
                    };
                    vectors[i].push(Vectors::parse(block, rows));
                    rest = &rest[2 + block.len()..];
                }
            }
        }
        let missing = vectors.iter().filter(|v| v.is_empty()).count();
        if missing > 0 {
            eprintln!(
                "{missing} of {} texts are not embedded yet and are left out",
                texts.len()
            );
        }
        let (texts, vectors) = texts
            .into_iter()
            .zip(vectors)
            .filter(|(_, v)| !v.is_empty())
            .unzip();
        Ok(Self { texts, vectors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_half_of_the_organs_are_masked_and_nothing_else() {
        let text = "The liver is large, the spleen is not; renal function and gastric acid were as in 1999. ".repeat(50);
        let hidden = masked(&text, "a");
        let count = |t: &str, word: &str| t.matches(word).count();
        let left: usize = ["liver", "spleen", "renal", "gastric"]
            .iter()
            .map(|w| count(&hidden, w))
            .sum();
        assert_eq!(count(&hidden, "[MASK]") + left, 200);
        assert!((70..130).contains(&left), "{left} of 200 left");
        assert_eq!(count(&hidden, "function and"), 50);
        assert_eq!(hidden, masked(&text, "a"));
        assert_ne!(hidden, masked(&text, "b"));
        assert_eq!(masked("Nothing to hide.", "a"), "Nothing to hide.");
    }

    #[test]
    fn rows_survive_the_store_up_to_rounding() {
        let row: Vec<f32> = (0..WIDTH)
            .map(|i| ((i * 37 % 101) as f32 / 101.0 - 0.5) * 0.1)
            .collect();
        let vectors = Vectors::new(&[row.clone(), row.iter().map(|v| v * 2.0).collect()]);
        assert_eq!(vectors.rows(), 2);
        let mut out = Vec::new();
        vectors.write_row(1, 0.5, &mut out);
        let most = row.iter().fold(0.0f32, |m, v| m.max(v.abs()));
        assert!(
            row.iter()
                .zip(&out)
                .all(|(a, b)| (a - b).abs() <= most / 127.0 * 0.51),
            "{out:?}"
        );
    }
}
