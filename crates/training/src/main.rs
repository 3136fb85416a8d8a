//! Trains and writes the grounding model.
//!
//! `train` does everything: it writes a network with untrained heads, embeds the corpus with it, trains the heads, writes
//! the model folder, calibrates it and prints the figures of the development split. The other commands are its parts.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use grounding::EngineChoice;
use training::corpus::{self, Limits, Split};
use training::experiment::{self, Experiment};
use training::names::Names;
use training::train::Settings;
use training::{calibration, embed, encoder, evaluate, export, finding};

/// Trains and writes the grounding model.
#[derive(Parser)]
#[command(
    after_help = "Example:\n  training train --corpus corpus --vocab vocab --base all-MiniLM-L6-v2 --atlas assets/atlas --store cache --output models/cga-2"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Args)]
struct Texts {
    /// Folder of the corpus (.jsonl.gz files).
    #[arg(long)]
    corpus: PathBuf,
    /// Folder of the vocabularies (MeSH descriptors and heading table).
    #[arg(long)]
    vocab: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Write a model folder with untrained heads: the encoder alone.
    Untrained {
        /// Folder of the base encoder (config.json, model.safetensors, tokenizer.json).
        #[arg(long)]
        base: PathBuf,
        /// The model folder to write.
        #[arg(long)]
        output: PathBuf,
    },
    /// Choose the texts and run the encoder of a model folder over them.
    Embed {
        #[command(flatten)]
        texts: Texts,
        /// The model folder.
        #[arg(long)]
        model: PathBuf,
        /// The folder to write the vectors to.
        #[arg(long)]
        store: PathBuf,
    },
    /// Gather the texts that teach reading in one file.
    Examples(encoder::commands::Gather),
    /// Write what the encoder reads in each pass, for docs/experiments/tune.py.
    Passes(encoder::commands::Passes),
    /// Write what the encoder learns finding from, for docs/experiments/tune.py.
    Pairs(encoder::Pairs),
    /// Fine-tune the encoder on texts that teach reading; goes on where it was broken off.
    Tune(encoder::commands::Tune),
    /// From a model folder back to an encoder that `tune` and `train` take for their base
    Unpack {
        /// Folder of the encoder that the model was tuned from (config.json, model.safetensors, tokenizer.json).
        #[arg(long)]
        base: PathBuf,
        /// Model folder.
        #[arg(long)]
        model: PathBuf,
        /// Folder to write the encoder to.
        #[arg(long)]
        output: PathBuf,
    },
    /// Train the heads and write the model folder.
    Train {
        #[command(flatten)]
        texts: Texts,
        /// Folder of the base encoder.
        #[arg(long)]
        base: PathBuf,
        /// Folder of the atlas.
        #[arg(long)]
        atlas: PathBuf,
        /// Folder of the vectors; they are computed when it is not there.
        #[arg(long)]
        store: PathBuf,
        /// The model folder to write.
        #[arg(long)]
        output: PathBuf,
        /// Try several settings and keep the one that is best on the development documents.
        #[arg(long)]
        search: bool,
        /// Structures that the network gives no answer for, since too few texts about them have been read: they are heard by their names.
        #[arg(long, value_delimiter = ',', default_values = export::UNLEARNT)]
        without: Vec<String>,
    },
    /// Set the calibration of a model folder on the development documents.
    Calibrate {
        #[command(flatten)]
        texts: Texts,
        /// The model folder.
        #[arg(long)]
        model: PathBuf,
        /// Folder of the atlas.
        #[arg(long)]
        atlas: PathBuf,
    },
    /// Measure a model folder on the documents of the test split.
    Evaluate {
        /// Measure on the development documents instead.
        #[arg(long)]
        dev: bool,
        /// Name every missed text on standard error.
        #[arg(long)]
        misses: bool,
        #[command(flatten)]
        texts: Texts,
        /// The model folder.
        #[arg(long)]
        model: PathBuf,
        /// Folder of the atlas.
        #[arg(long)]
        atlas: PathBuf,
    },
    /// Do the experiments of "Learning to Ground Medical Text in a 3D Human Atlas" over again.
    Experiment {
        /// The experiment.
        #[command(subcommand)]
        experiment: Experiment,
    },
    /// Learn the map by which similar texts are found, write it to the model folder and measure it on NFCorpus.
    Finding(finding::Arguments),
    /// The encoder of names.
    Names {
        /// What to do.
        #[command(subcommand)]
        names: Names,
    },
    /// Write the data card of the experiments.
    DataCard {
        #[command(flatten)]
        texts: Texts,
        /// Folder to write data-card.md to.
        #[arg(long, default_value = "docs/experiments")]
        output: PathBuf,
        /// Commit to name; asked of git when not given.
        #[arg(long)]
        commit: Option<String>,
    },
    /// Write the labelled documents of the test split as corpus lines with `labels.structures`.
    Split {
        #[command(flatten)]
        texts: Texts,
        /// The .jsonl file to write.
        #[arg(long)]
        output: PathBuf,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Untrained { base, output } => export::write_untrained(&base, &output),
        Command::Embed {
            texts,
            model,
            store,
        } => {
            let items = corpus::select(&texts.corpus, &texts.vocab, &Limits::default())?;
            embed::embed(&items, &model, EngineChoice::Auto, &store)
        }
        Command::Examples(arguments) => arguments.run(),
        Command::Passes(arguments) => arguments.run(),
        Command::Pairs(arguments) => arguments.run(),
        Command::Tune(arguments) => arguments.run(),
        Command::Unpack {
            base,
            model,
            output,
        } => encoder::unpack(&base, &model, &output),
        Command::Train {
            texts,
            base,
            atlas,
            store,
            output,
            search,
            without,
        } => {
            if !store.join("rows.f32").exists() {
                let encoder = store.join("encoder");
                export::write_untrained(&base, &encoder)?;
                let items = corpus::select(&texts.corpus, &texts.vocab, &Limits::default())?;
                embed::embed(&items, &encoder, EngineChoice::Auto, &store)?;
            }
            let settings = if search {
                Settings::candidates()
            } else {
                vec![Settings::default()]
            };
            export::train(&store, &base, &atlas, &output, &settings, &without)?;
            calibration::calibrate(&texts.corpus, &texts.vocab, &output, &atlas)?;
            evaluate::print(
                &texts.corpus,
                &texts.vocab,
                &output,
                &atlas,
                Split::Dev,
                false,
            )
        }
        Command::Calibrate {
            texts,
            model,
            atlas,
        } => calibration::calibrate(&texts.corpus, &texts.vocab, &model, &atlas),
        Command::Evaluate {
            dev,
            misses,
            texts,
            model,
            atlas,
        } => {
            let split = if dev { Split::Dev } else { Split::Test };
            evaluate::print(&texts.corpus, &texts.vocab, &model, &atlas, split, misses)
        }
        Command::Experiment { experiment } => experiment.run(),
        Command::Finding(arguments) => arguments.run(),
        Command::Names { names } => names.run(),
        Command::DataCard {
            texts,
            output,
            commit,
        } => experiment::data_card(&texts.corpus, &texts.vocab, &output, commit.as_deref()),
        Command::Split { texts, output } => {
            evaluate::write_split(&texts.corpus, &texts.vocab, &output)
        }
    }
}
