//! `corpus-atlas eval reading`: short texts by kind, or sentences of real texts by source, in a right structure or near one; texts that name a place within an
//! organ, in that place; and whether what a sentence excludes is read as such.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anatomy::Catalogue;
use anyhow::{Context as _, ensure};
use clap::ValueEnum;
use evaluation::reading::{self, Item, Miss, Report, Right};
use evaluation::{negation, sentences, within};

use super::terminal::{self, complain, say};
use super::{Format, open_grounder};

/// What `eval reading` is told.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas eval reading crates/training/data/reading.tsv --part develop\n  corpus-atlas eval reading crates/training/data/within.jsonl --set within --part develop\n  corpus-atlas eval reading crates/training/data/sentences.tsv --set sentences --corpus CORPUS\n  corpus-atlas eval reading negex.tsv --set negex"
)]
pub struct Arguments {
    /// A table: part, kind, voice, text, accepted ids, excluded ids, side; for `--set sentences`, source, id, start, end (bytes), accepted ids,
    /// excluded ids, side; for `--set negex`, number, condition, sentence, negation; for `--set within` JSON lines.
    file: PathBuf,
    /// What the table is.
    #[arg(long, value_enum, default_value = "places")]
    set: Set,
    /// For `--set sentences`: the folder with `SOURCE.jsonl.gz` for each source (JSON lines with `id` and `text`).
    #[arg(long, value_name = "FOLDER")]
    corpus: Option<PathBuf>,
    /// Which part.
    #[arg(long, value_enum, default_value = "test")]
    part: Part,
    /// For `--set places` and `--set sentences`: a file for the texts for choosing that were read wrongly, a table.
    #[arg(long, value_name = "FILE")]
    misses: Option<PathBuf>,
    /// How to write the figures.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Set {
    /// Short texts and the places that they are about.
    Places,
    /// Sentences of real texts and the places that they are about; where they stand in a corpus.
    Sentences,
    /// Texts that name a place within an organ, and what holds of it. What is missed is told of those for choosing alone.
    Within,
    /// The NegEx test set: sentences, each with a condition that it affirms or negates.
    Negex,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// By which nothing was chosen.
    Test,
    /// For choosing.
    Develop,
    /// Both.
    All,
}

impl Part {
    fn has(self, part: reading::Part) -> bool {
        match part {
            reading::Part::Train => false,
            reading::Part::Develop => self != Self::Test,
            reading::Part::Test => self != Self::Develop,
        }
    }
}

/// Runs.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Arguments {
        file,
        set,
        corpus,
        part,
        misses,
        format,
    } = arguments;
    ensure!(
        corpus.is_some() == (*set == Set::Sentences),
        "--set sentences and --corpus FOLDER go together"
    );
    if misses.is_some() {
        ensure!(
            matches!(set, Set::Places | Set::Sentences),
            "--misses is for --set places and --set sentences"
        );
        ensure!(
            *part != Part::Test,
            "--misses tells of texts for choosing alone: say --part develop or --part all"
        );
    }
    match set {
        Set::Places | Set::Sentences => run_reading(arguments),
        Set::Within => run_within(file, *part, *format),
        Set::Negex => run_negation(file, *format),
    }
}

fn run_reading(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let file = &arguments.file;
    let place = || file.display().to_string();
    let table = super::read_table(file)?;
    let (atlas, grounder) = open_grounder()?;
    let catalogue = atlas.catalogue();
    let items = match &arguments.corpus {
        Some(corpus) => sentences_of(&table, corpus, file, catalogue),
        None => reading::parse(&table, catalogue),
    };
    let items = items.map_err(anyhow::Error::msg).with_context(place)?;
    let items: Vec<&Item> = items
        .iter()
        .filter(|item| arguments.part.has(item.part))
        .collect();
    ensure!(!items.is_empty(), "{} has no text of this part", place());
    let report = reading::evaluate(&grounder, &atlas, &items)?;
    if let Some(path) = &arguments.misses {
        let lines = missed(&report.misses, &items, catalogue);
        std::fs::write(path, lines).with_context(|| path.display().to_string())?;
    }
    match arguments.format {
        Format::Json => say!("{}", serde_json::to_string(&report)?)?,
        Format::Table => tell(&report)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The sentences of a table, from a corpus; those that it lacks are told.
fn sentences_of(
    table: &str,
    corpus: &Path,
    file: &Path,
    catalogue: &Catalogue,
) -> Result<Vec<Item>, String> {
    let rows = sentences::parse(table, catalogue)?;
    let found = sentences::read(&rows, corpus)?;
    if let Some(missing) = found.missing {
        complain!("corpus-atlas: {}: {missing}", file.display());
    }
    Ok(found.items)
}

/// A table of what was read wrongly, with a head line.
fn missed(misses: &[Miss], items: &[&Item], catalogue: &Catalogue) -> String {
    let mut lines = "kind\tvoice\tfault\ttold\taccepted\ttext\n".to_owned();
    for miss in misses {
        let item = items[miss.item];
        let accepted = match &item.right {
            Right::Nowhere => "none".to_owned(),
            Right::Structures(rows) => {
                let ids = rows.iter().map(|row| catalogue.get(*row).id.as_str());
                ids.collect::<Vec<_>>().join(",")
            }
        };
        let told = miss.structure.as_deref().unwrap_or("none");
        let fields: [&str; 6] = [
            &item.kind,
            &item.voice,
            miss.fault,
            told,
            &accepted,
            &item.text,
        ];
        lines += &fields.map(terminal::line).join("\t");
        lines.push('\n');
    }
    lines
}

fn tell(report: &Report) -> anyhow::Result<()> {
    let names = report.kinds.keys().map(|kind| kind.chars().count());
    let width = names.max().unwrap_or(0).max(16);
    say!(
        "{:<width$} {:>6} {:>16} {:>16} {:>10} {:>12} {:>14}",
        "",
        "n",
        "right %",
        "excluded wins %",
        "refused %",
        "side kept %",
        "calibration %"
    )?;
    let kinds = report
        .kinds
        .iter()
        .map(|(kind, figures)| (kind.as_str(), figures));
    for (kind, figures) in std::iter::once(("all", &report.all)).chain(kinds) {
        say!(
            "{kind:<width$} {:>6} {:>9.1} ± {:>4.1} {:>16.1} {:>10.1} {:>12.1} {:>14.1}",
            figures.n,
            figures.right,
            figures.right_se,
            figures.excluded_wins,
            figures.refused,
            figures.side_kept,
            figures.calibration_error
        )?;
    }
    say!("shown with / of these right / places:")?;
    for bin in &report.reliability {
        say!("{:>6.1} % {:>6.1} % {:>6}", bin.shown, bin.right, bin.n)?;
    }
    Ok(())
}

fn run_within(file: &Path, part: Part, format: Format) -> anyhow::Result<ExitCode> {
    let place = || file.display().to_string();
    let lines = super::read_table(file)?;
    let (atlas, grounder) = open_grounder()?;
    let items = within::parse(&lines, atlas.catalogue())
        .map_err(anyhow::Error::msg)
        .with_context(place)?;
    let items: Vec<_> = items.iter().filter(|item| part.has(item.part)).collect();
    ensure!(!items.is_empty(), "{} has no text of this part", place());
    let report = within::evaluate(&grounder.without_female(), &items)?;
    match format {
        Format::Json => say!("{}", serde_json::to_string(&report)?)?,
        Format::Table => {
            say!(
                "{} texts: {:.1} ± {:.1} % in the place that they name, {:.1} % in or at the organ",
                report.n,
                report.right,
                report.right_se,
                report.organ
            )?;
            for miss in &report.misses {
                let region = miss.region.as_deref().unwrap_or("-");
                let (id, at, text) = (&miss.id, &miss.structure, &miss.text);
                say!("{id} {at} ({region}): {} | {text}", miss.faults.join("; "))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn run_negation(file: &Path, format: Format) -> anyhow::Result<ExitCode> {
    let place = || file.display().to_string();
    let table = super::read_table(file)?;
    let items = negation::parse(&table)
        .map_err(anyhow::Error::msg)
        .with_context(place)?;
    ensure!(!items.is_empty(), "{} has no sentence", place());
    let (_, grounder) = open_grounder()?;
    let (model, _) = grounder.parts();
    ensure!(
        model.reads(),
        "the model {} does not tell what words stand for",
        model.info.version
    );
    let report = negation::evaluate(&grounder, &items)?;
    match format {
        Format::Json => say!("{}", serde_json::to_string(&report)?)?,
        Format::Table => say!(
            "{} sentences, {} of them negated: precision {:.3}, recall {:.3}, F {:.3}",
            report.n,
            report.negated,
            report.precision,
            report.recall,
            report.f
        )?,
    }
    Ok(ExitCode::SUCCESS)
}
