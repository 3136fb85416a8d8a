//! The experiments of "Learning to Ground Medical Text in a 3D Human Atlas" (CoNLL 2020), done over with our atlas and
//! texts.
//!
//! `embed` runs the frozen encoder over the texts once; each table then trains small networks on the vectors, keeps the
//! result of every finished run in the store, and writes a page. A stopped experiment goes on where it was.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Subcommand;

pub mod bench;
pub mod card;
pub mod data;
pub mod encode;
pub mod fit;
pub mod hull;
pub mod lab;
mod names;
mod net;
pub mod organs;
pub mod recall;
pub mod report;
pub mod rules;
pub mod runs;
pub mod settings;
pub mod shipped;
pub mod siamese;
pub mod sod;
pub mod table1;
pub mod table2;
pub mod table3;
pub mod table4;
pub mod table5;
pub mod triplet;
pub mod wilcoxon;

pub use lab::{Lab, Options, commit};

/// An experiment.
#[derive(Debug, Subcommand)]
pub enum Experiment {
    /// Choose the texts and run the encoder over them: the first step, needed once. Goes on where it was stopped.
    Embed {
        /// Folder of the corpus (.jsonl.gz files).
        #[arg(long)]
        corpus: PathBuf,
        /// Folder of the vocabularies.
        #[arg(long)]
        vocab: PathBuf,
        /// Folder of the base encoder (config.json, model.safetensors, tokenizer.json).
        #[arg(long)]
        base: PathBuf,
        /// Folder to keep the vectors in.
        #[arg(long)]
        store: PathBuf,
        /// Store of `training embed`, whose vectors are used where it has them.
        #[arg(long)]
        known: Option<PathBuf>,
        /// Masked copies of each training text.
        #[arg(long, default_value_t = 2)]
        copies: usize,
        /// At most so many texts of each role and side of the split.
        #[arg(long, default_value_t = usize::MAX)]
        limit: usize,
        /// Only texts with headings, and the headings themselves: with `--copies 0` all that `siamese` reads.
        #[arg(long)]
        labelled: bool,
    },
    /// Supervised grounding, with the search over the loss's settings.
    Table1(Options),
    /// Two organs trained as one.
    Table2(Options),
    /// Organs held out of training.
    Table3(Options),
    /// Self-supervision with masking.
    Table4(Options),
    /// Retrieval by place.
    Table5(Options),
    /// The Siamese networks of table 5 by mining of triplets and size of the vectors.
    Siamese(Options),
    /// Retrieval by place, by a model folder as it ships: prints rows for table 5.
    Table5Shipped(shipped::Shipped),
    /// All five tables.
    All(Options),
}

impl Experiment {
    /// Runs it.
    ///
    /// # Errors
    /// When a file cannot be read or written, or the encoder not be run.
    pub fn run(&self) -> Result<()> {
        match self {
            Self::Embed {
                corpus,
                vocab,
                base,
                store,
                known,
                copies,
                limit,
                labelled,
            } => {
                let mut texts = data::select(corpus, vocab, *limit)?;
                if *labelled {
                    texts.retain(|one| one.text.role != data::Role::Unlabelled);
                }
                encode::embed(&texts, base, store, *copies, known.as_deref())
            }
            Self::Table1(o) => table1::run(&Lab::open(o)?),
            Self::Table2(o) => table2::run(&Lab::open(o)?),
            Self::Table3(o) => table3::run(&Lab::open(o)?),
            Self::Table4(o) => table4::run(&Lab::open(o)?),
            Self::Table5(o) => table5::run(&Lab::open(o)?),
            Self::Siamese(o) => siamese::run(&Lab::open(o)?),
            Self::Table5Shipped(asked) => shipped::run(asked),
            Self::All(o) => {
                let lab = Lab::open(o)?;
                for table in [
                    table1::run,
                    table4::run,
                    table2::run,
                    table5::run,
                    table3::run,
                ] {
                    table(&lab)?;
                }
                Ok(())
            }
        }
    }
}

/// Writes the data card.
///
/// # Errors
/// When the corpus cannot be read or the card not be written.
pub fn data_card(
    corpus: &Path,
    vocab: &Path,
    output: &Path,
    given_commit: Option<&str>,
) -> Result<()> {
    card::write(corpus, vocab, output, &commit(given_commit))
}
