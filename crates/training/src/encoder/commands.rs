//! The commands by which the encoder learns to read.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{Examples, Settings};

/// What `training examples` is told.
#[derive(Debug, Args)]
pub struct Gather {
    /// Folder of the corpus (.jsonl.gz files).
    #[arg(long)]
    corpus: PathBuf,
    /// Folder of the vocabularies (MeSH descriptors and heading table).
    #[arg(long)]
    vocab: PathBuf,
    /// Folder of reading.tsv, reading-train.tsv.gz, reading-tagged.tsv, pairs-tagged.tsv, denied-tagged.tsv, female-train.tsv and female.tsv.
    #[arg(long, default_value = "crates/training/data")]
    data: PathBuf,
    /// What readers have corrected, as `corpus-atlas export --corrections` writes it; any tables in the columns of reading-train.tsv.gz.
    #[arg(long)]
    corrections: Vec<PathBuf>,
    /// Names of structures (names.json of a model folder).
    #[arg(long)]
    names: Option<PathBuf>,
    /// The file to write (.json.gz).
    #[arg(long)]
    output: PathBuf,
}

/// What `training passes` is told.
#[derive(Debug, Args)]
pub struct Passes {
    /// The file of `training examples`.
    #[arg(long)]
    examples: PathBuf,
    /// The tokenizer.json of the encoder.
    #[arg(long)]
    tokenizer: PathBuf,
    /// Passes to write.
    #[arg(long)]
    epochs: usize,
    /// Longer texts labelled by class that each pass reads beside them.
    #[arg(long, default_value_t = Settings::default().classes)]
    classes: usize,
    /// Short texts labelled by class (titles, terms) that each pass reads besides.
    #[arg(long, default_value_t = Settings::default().short)]
    short: usize,
    /// Hard negatives for a hundred tagged texts: subject and landmark exchanged, denied, or with the organ's name masked.
    #[arg(long, default_value_t = Settings::default().hard_negatives)]
    hard_negatives: usize,
    /// The file to write (.gz).
    #[arg(long)]
    output: PathBuf,
}

/// What `training tune` is told.
#[derive(Debug, Args)]
pub struct Tune {
    /// The file of `training examples`.
    #[arg(long)]
    examples: PathBuf,
    /// Folder of the base encoder (config.json, model.safetensors, tokenizer.json).
    #[arg(long)]
    base: PathBuf,
    /// Folder to write the tuned encoder to; also holds the checkpoint.
    #[arg(long)]
    output: PathBuf,
    /// Passes over the texts.
    #[arg(long, default_value_t = Settings::default().epochs)]
    epochs: usize,
    /// Longer texts labelled by class that each pass reads beside them.
    #[arg(long, default_value_t = Settings::default().classes)]
    classes: usize,
    /// Short texts labelled by class (titles, terms) that each pass reads besides.
    #[arg(long, default_value_t = Settings::default().short)]
    short: usize,
    /// Weight of keeping the mean vectors of those texts near what they were.
    #[arg(long, default_value_t = Settings::default().anchor)]
    anchor: f64,
    /// Most texts of a pass that are not labelled by class; all of them without it.
    #[arg(long)]
    most: Option<usize>,
    /// Hard negatives for a hundred tagged texts: subject and landmark exchanged, denied, or with the organ's name masked.
    #[arg(long, default_value_t = Settings::default().hard_negatives)]
    hard_negatives: usize,
    /// Texts of a batch.
    #[arg(long, default_value_t = Settings::default().batch)]
    batch: usize,
    /// Learning rate of the encoder at its highest.
    #[arg(long, default_value_t = Settings::default().encoder_rate)]
    rate: f64,
    /// First layers of the encoder that do not learn.
    #[arg(long, default_value_t = Settings::default().frozen)]
    frozen: usize,
    /// Seed of initialisation, order and dropping.
    #[arg(long, default_value_t = Settings::default().seed)]
    seed: u64,
}

impl Gather {
    /// Writes the texts.
    ///
    /// # Errors
    /// When a table or the corpus cannot be read, or the file not be written.
    pub fn run(self) -> Result<()> {
        let mut examples = Examples::read(&self.data, &self.corpus, &self.vocab)?;
        for file in &self.corrections {
            examples.add(file)?;
        }
        if let Some(file) = &self.names {
            examples.add_names(file)?;
        }
        examples.write(&self.output)
    }
}

impl Passes {
    /// Writes the passes.
    ///
    /// # Errors
    /// As [`super::passes`].
    pub fn run(self) -> Result<()> {
        let settings = Settings {
            epochs: self.epochs,
            classes: self.classes,
            short: self.short,
            hard_negatives: self.hard_negatives,
            ..Settings::default()
        };
        let examples = Examples::open(&self.examples)?;
        super::passes(&examples, &self.tokenizer, &settings, &self.output)
    }
}

impl Tune {
    /// Fine-tunes the encoder.
    ///
    /// # Errors
    /// As [`super::tune`].
    pub fn run(self) -> Result<()> {
        let settings = Settings {
            epochs: self.epochs,
            classes: self.classes,
            short: self.short,
            most: self.most.unwrap_or(usize::MAX),
            hard_negatives: self.hard_negatives,
            anchor: self.anchor,
            batch: self.batch,
            encoder_rate: self.rate,
            frozen: self.frozen,
            seed: self.seed,
            ..Settings::default()
        };
        let examples = Examples::open(&self.examples)?;
        super::tune(&self.base, &examples, &self.output, &settings)
    }
}
