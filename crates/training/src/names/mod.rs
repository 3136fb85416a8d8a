//! The encoder of names: learnt, written and measured.

pub mod dan;
pub mod data;
pub mod fit;
pub mod measure;
mod published;
mod tasks;

use std::path::{Path, PathBuf};

use anatomy::Catalogue;
use anyhow::{Context as _, Result};
use clap::Subcommand;
use evaluation::reading::{self, Right};
use grounding::names::KnownName;
use grounding::{Encoder, EngineChoice, Featurizer, Model, NameEncoder, NameFinder};
use serde_json::{Value, json};

use crate::corpus::{Split, hash};
use crate::embed::{Cache, WIDTH};
use crate::export;
use data::Concept;
use fit::{Settings, Taught};

/// Names that go through the sentence encoder together.
const CHUNK: usize = 512;

/// What to do about names.
#[derive(Debug, Subcommand)]
pub enum Names {
    /// Learn the table and write it with what people call structures.
    Train {
        /// Folder of the corpus (.jsonl.gz files).
        #[arg(long)]
        corpus: PathBuf,
        /// Folder of the vocabularies (MeSH descriptors, UBERON).
        #[arg(long)]
        vocab: PathBuf,
        /// Folder of the relevance sets (NCBI diseases, MedQuAD synonyms).
        #[arg(long)]
        retrieval: PathBuf,
        /// Folder of the sentence encoder to learn similarities from.
        #[arg(long)]
        base: PathBuf,
        /// Folder that remembers its vectors.
        #[arg(long)]
        store: PathBuf,
        /// The folder to write.
        #[arg(long)]
        output: PathBuf,
        /// Leave out a tenth of the MeSH concepts, and measure on them.
        #[arg(long)]
        hold_out: bool,
        /// Passes over the concepts.
        #[arg(long, default_value_t = Settings::default().passes)]
        passes: usize,
    },
    /// Write anew what people call structures, beside a table that was learnt before.
    Known {
        /// The folder of the names.
        #[arg(long)]
        model: PathBuf,
    },
    /// Learn and measure the published encoder on fastText vectors, to compare with; ships nowhere.
    Published {
        /// Folder of the vocabularies.
        #[arg(long)]
        vocab: PathBuf,
        /// Folder of the relevance sets.
        #[arg(long)]
        retrieval: PathBuf,
        /// Vectors of words in fastText's text format, by docs/experiments/word_vectors.py. Where the file is missing, the words that it wants are written beside it.
        #[arg(long)]
        vectors: PathBuf,
        /// Hidden numbers.
        #[arg(long, default_value_t = 38_400)]
        hidden: usize,
        /// Most steps of 64 concepts.
        #[arg(long, default_value_t = 6000)]
        steps: usize,
        /// Steps between two judgements on the concepts of development.
        #[arg(long, default_value_t = 500)]
        judged: usize,
        /// Without the canonical correlation analysis.
        #[arg(long)]
        plain: bool,
    },
    /// Measure how well diseases, like terms and phrases are found, and how fast.
    Evaluate {
        /// Folder of the vocabularies.
        #[arg(long)]
        vocab: PathBuf,
        /// Folder of the relevance sets.
        #[arg(long)]
        retrieval: PathBuf,
        /// Phrases with the structures they mean, as `crates/training/data/phrases.tsv`.
        #[arg(long)]
        phrases: Option<PathBuf>,
        /// The folder of the names.
        #[arg(long)]
        model: PathBuf,
    },
}

impl Names {
    /// Does it.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn run(self) -> Result<()> {
        let report = match self {
            Self::Train {
                corpus,
                vocab,
                retrieval,
                base,
                store,
                output,
                hold_out,
                passes,
            } => {
                let mesh = data::mesh(&vocab)?;
                let known = data::phrases()?;
                let groups = data::groups(&mesh, &vocab, &retrieval, &known, !hold_out)?;
                let pool = data::pool(&corpus, &groups)?;
                eprintln!(
                    "{} groups, {} names and phrases to be taught",
                    groups.len(),
                    pool.len()
                );
                let mut teacher = Teacher::open(&base, &store)?;
                let vectors = teacher.vectors(&pool)?;
                let taught = Taught {
                    names: pool,
                    vectors,
                    width: WIDTH,
                };
                let settings = Settings {
                    passes,
                    ..Settings::default()
                };
                let encoder = NameEncoder::new(&fit::fit(&groups, &taught, &settings)?);
                write(&encoder, &known, &output)?;
                if hold_out {
                    let sides = [(Split::Dev, "develop"), (Split::Test, "test")];
                    let mut report = serde_json::Map::new();
                    for (split, name) in sides {
                        report.insert(
                            name.to_owned(),
                            synonyms(&mesh, split, &encoder, &mut teacher)?,
                        );
                    }
                    let linked = diseases(&mesh, &retrieval, &encoder, Some(&mut teacher))?;
                    report.insert("diseases".to_owned(), linked);
                    let names = tasks::related(&retrieval, &mut own(&encoder))?;
                    let taught = tasks::related(&retrieval, &mut |n| teacher.rows(n))?;
                    let related = json!({"names": names, "teacher": taught});
                    report.insert("related".to_owned(), related);
                    Value::Object(report)
                } else {
                    Value::Null
                }
            }
            Self::Known { model } => {
                let known = data::phrases()?;
                write_known(&known, &model)?;
                json!({ "known": known.len() })
            }
            Self::Published {
                vocab,
                retrieval,
                vectors,
                hidden,
                steps,
                judged,
                plain,
            } => {
                let settings = dan::Settings {
                    hidden,
                    batch: 64,
                    judged,
                    steps,
                };
                published::compare(&vocab, &retrieval, &vectors, settings, plain)?
            }
            Self::Evaluate {
                vocab,
                retrieval,
                phrases,
                model,
            } => {
                let encoder = NameEncoder::open(&model.join("names.safetensors"))?;
                let mesh = data::mesh(&vocab)?;
                let (names, _) = measure::listed(mesh.iter().take(2000));
                let phrases = phrases.map(|file| found(&model, &file)).transpose()?;
                json!({
                    "diseases": diseases(&mesh, &retrieval, &encoder, None)?,
                    "related": tasks::related(&retrieval, &mut own(&encoder))?,
                    "microseconds": measure::microseconds(&encoder, &names),
                    "phrases": phrases,
                })
            }
        };
        println!("{}", serde_json::to_string_pretty(&report)?);
        Ok(())
    }
}

/// The sentence encoder whose similarities are learnt, and what it has read.
struct Teacher {
    model: Model,
    cache: Cache,
}

impl Teacher {
    fn open(base: &Path, store: &Path) -> Result<Self> {
        let folder = store.join("encoder");
        export::write_untrained(base, &folder)?;
        let model = Model::open(&folder)?;
        let cache = Cache::open(store, &model.info.sha256)?;
        Ok(Self { model, cache })
    }

    /// Unit vectors of names, one after the other.
    fn vectors<N: AsRef<str>>(&mut self, names: &[N]) -> Result<Vec<f32>> {
        let key = |name: &str| hash("name", name);
        let mut new: Vec<&str> = names
            .iter()
            .map(AsRef::as_ref)
            .filter(|name| self.cache.get(key(name)).is_none())
            .collect();
        // Names of like length share batches.
        new.sort_by_key(|name| name.len());
        new.dedup();
        if !new.is_empty() {
            let encoder = Encoder::open(&self.model, EngineChoice::Auto)?;
            let featurizer = Featurizer::new(&self.model.tokenizer);
            for (n, chunk) in new.chunks(CHUNK).enumerate() {
                let features: Result<Vec<_>, _> = chunk
                    .iter()
                    .map(|name| featurizer.features(&data::input(name)))
                    .collect();
                let mut failed: Option<anyhow::Error> = None;
                encoder.run_each(&features?, &mut |at, rows| {
                    let kept = rows.map_err(anyhow::Error::from).and_then(|rows| {
                        let row = rows.first().context("no vector")?;
                        self.cache.put(key(chunk[at]), &row.embedding)
                    });
                    failed = kept.err();
                    failed.is_none()
                });
                if let Some(e) = failed {
                    return Err(e);
                }
                self.cache.flush()?;
                if n % 20 == 0 {
                    eprintln!("{} of {} names read", n * CHUNK, new.len());
                }
            }
        }
        let mut vectors = Vec::with_capacity(names.len() * WIDTH);
        for name in names {
            let vector = self.cache.get(key(name.as_ref()));
            vectors.extend_from_slice(vector.context("a name was not read")?);
        }
        Ok(vectors)
    }

    /// The same, a vector for each name.
    fn rows(&mut self, names: &[&str]) -> Result<Vec<Vec<f32>>> {
        let vectors = self.vectors(names)?;
        Ok(vectors.chunks(WIDTH).map(<[f32]>::to_vec).collect())
    }
}

/// The encoder of names as a way to give names vectors.
fn own(encoder: &NameEncoder) -> impl FnMut(&[&str]) -> Result<Vec<Vec<f32>>> + '_ {
    |names| Ok(measure::encoded(encoder, names))
}

/// How well the names of held-out concepts find each other: by this encoder, by the teacher and by n-grams.
fn synonyms(
    mesh: &[Concept],
    split: Split,
    encoder: &NameEncoder,
    teacher: &mut Teacher,
) -> Result<Value> {
    let (names, concepts) = measure::listed(mesh.iter().filter(|c| c.split == split));
    let grams = measure::ngrams(&names, &names);
    Ok(json!({
        "names": tasks::synonyms(mesh, split, &mut own(encoder))?,
        "teacher": tasks::synonyms(mesh, split, &mut |n| teacher.rows(n))?,
        "ngrams": measure::rank(&concepts, &|n| measure::sparse(&grams[n], &grams)),
    }))
}

/// The share of disease mentions of unseen abstracts that find their MeSH descriptor first: among the names of MeSH, and with the mentions
/// of the other abstracts among them as well.
fn diseases(
    mesh: &[Concept],
    retrieval: &Path,
    encoder: &NameEncoder,
    mut teacher: Option<&mut Teacher>,
) -> Result<Value> {
    let mut report = serde_json::Map::new();
    for (key, seen) in [("mesh", false), ("mesh_and_seen_mentions", true)] {
        let task = tasks::Diseases::new(mesh, retrieval, seen)?;
        report.insert("mentions".to_owned(), json!(task.mentions()));
        let taught = match &mut teacher {
            Some(teacher) => Some(task.first(&mut |n| teacher.rows(n))?),
            None => None,
        };
        report.insert(
            key.to_owned(),
            json!({"first": task.first(&mut own(encoder))?, "teacher": taught, "ngrams": task.ngrams(), "names": task.names()}),
        );
    }
    Ok(Value::Object(report))
}

/// Writes `names.safetensors` and `names.json`.
fn write(encoder: &NameEncoder, known: &[KnownName], output: &Path) -> Result<()> {
    std::fs::create_dir_all(output)
        .with_context(|| format!("{} cannot be made", output.display()))?;
    let table = encoder.to_bytes().map_err(anyhow::Error::msg)?;
    put(&output.join("names.safetensors"), &table)?;
    write_known(known, output)
}

/// Writes `names.json`, one name a line, so that changes can be read.
fn write_known(known: &[KnownName], output: &Path) -> Result<()> {
    let lines: Result<Vec<String>, _> = known.iter().map(serde_json::to_string).collect();
    let text = format!("[\n{}\n]\n", lines?.join(",\n"));
    put(&output.join("names.json"), text.as_bytes())
}

fn put(file: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(file, bytes).with_context(|| format!("{} cannot be written", file.display()))
}

/// How often the first structure that a phrase finds is an accepted one (or a part of it), and how often none is found.
fn found(model: &Path, file: &Path) -> Result<Value> {
    let catalogue = Catalogue::builtin();
    let table = std::fs::read_to_string(file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let items = reading::parse(&table, catalogue)
        .map_err(|e| anyhow::anyhow!("{}, {e}", file.display()))?;
    let finder = NameFinder::open(model)?;
    let (mut right, mut silent, mut total) = (0, 0, 0);
    for item in &items {
        let first = finder.find(&item.text, 1);
        total += 1;
        silent += usize::from(first.is_empty());
        right += usize::from(match (&item.right, first.first()) {
            (Right::Nowhere, found) => found.is_none(),
            (Right::Structures(rows), Some(found)) => rows
                .iter()
                .any(|row| catalogue.is_part_of(found.structure, *row)),
            (Right::Structures(_), None) => false,
        });
    }
    let share = |n: usize| n as f64 / total.max(1) as f64;
    Ok(json!({"phrases": total, "right": share(right), "none_found": share(silent)}))
}
