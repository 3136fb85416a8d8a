//! `corpus-atlas eval`: how well texts are placed. `grounding`: IOR, NVD and NVD-O (SEEDS S1) of the model and of simple rivals, on labelled
//! texts, against the exact voxels. `reading`: short texts by kind, in a right structure or near one, or in the place within it that they name. `retrieval`: what questions find, see
//! `eval_retrieval.rs`; `similar`: what documents of a library find, see `eval_similar.rs`;
//! `near`: what words and a point find, see `eval_near.rs`; `subject`: what papers are about, see `eval_subject.rs`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anatomy::{Atlas, Sex, StructureIndex};
use anyhow::Context;
use clap::{Subcommand, ValueEnum};
use evaluation::metrics::{Evaluation, LabelledText, evaluate};
use evaluation::negation;
use evaluation::reading::{self, Item};
use evaluation::within;
use grounding::{BodyChoice, labels};
use library::{Document, read_paths};

use super::bodies::Told;
use super::terminal::{complain, say};
use super::{Format, open_grounder};

/// Measure the model on labelled texts.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  corpus-atlas eval grounding labelled.jsonl.gz --labels given --format json"
)]
pub struct Arguments {
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Subcommand)]
enum Subject {
    /// How often and how closely texts land in a right organ.
    #[command(
        after_help = "Example:\n  corpus-atlas eval grounding labelled.jsonl.gz --labels mesh --format json"
    )]
    Grounding {
        /// Labelled texts (JSON lines).
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Where the right organs come from.
        #[arg(long, value_enum)]
        labels: Labels,
        /// Which texts are measured, and in whose body. auto: those about an organ of the male one, which may land in either; male: the same with
        /// the male torso alone; female: those about an organ that only the female one has.
        #[arg(long, value_enum, default_value = "auto")]
        body: Told,
        /// How to write the figures.
        #[arg(long, value_enum, default_value = "table")]
        format: Format,
    },
    /// How well judged questions find their documents.
    Retrieval(super::eval_retrieval::Arguments),
    /// How well documents of a library find those that are like them.
    Similar(super::eval_similar::Arguments),
    /// How well words and a point of the body find the documents of a library that are about both.
    Near(super::eval_near::Arguments),
    /// How well design and population are read in title and abstract, against publication types and MeSH headings.
    #[command(name = "subject")]
    Papers(super::eval_subject::Arguments),
    /// How often short texts land in what they are about, by kind; in the place within an organ that they name; or how often what a sentence
    /// excludes is read as such.
    #[command(
        after_help = "Examples:\n  corpus-atlas eval reading crates/training/data/reading.tsv --part develop\n  corpus-atlas eval reading crates/training/data/within.jsonl --set within --part develop\n  corpus-atlas eval reading negex.tsv --set negex"
    )]
    Reading {
        /// A table: part, kind, voice, text, accepted ids, excluded ids, side; for `--set negex`, number, condition, sentence, negation; for
        /// `--set within` JSON lines.
        file: PathBuf,
        /// What the table is.
        #[arg(long, value_enum, default_value = "places")]
        set: Set,
        /// Which part.
        #[arg(long, value_enum, default_value = "test")]
        part: Part,
        /// How to write the figures.
        #[arg(long, value_enum, default_value = "table")]
        format: Format,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Set {
    /// Short texts and the places that they are about.
    Places,
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
}

#[derive(Clone, Copy, ValueEnum)]
enum Labels {
    /// `labels.structures` of each record: catalogue ids; a parent stands for all its parts.
    Given,
    /// MeSH headings mapped through the catalogue.
    Mesh,
    /// Glossary terms found in the text.
    Mention,
}

impl From<Part> for reading::Part {
    fn from(part: Part) -> Self {
        match part {
            Part::Test => Self::Test,
            Part::Develop => Self::Develop,
        }
    }
}

/// The random baselines are the same in every run.
const SEED: u64 = 20;

/// Runs; exit 1 when a record was refused.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.subject {
        Subject::Grounding {
            files,
            labels,
            body,
            format,
        } => run_grounding(files, *labels, *body, *format),
        Subject::Retrieval(arguments) => super::eval_retrieval::run(arguments),
        Subject::Similar(arguments) => super::eval_similar::run(arguments),
        Subject::Near(arguments) => super::eval_near::run(arguments),
        Subject::Papers(arguments) => super::eval_subject::run(arguments),
        Subject::Reading {
            file,
            set: Set::Places,
            part,
            format,
        } => run_reading(file, *part, *format),
        Subject::Reading {
            file,
            set: Set::Within,
            part,
            format,
        } => run_within(file, *part, *format),
        Subject::Reading {
            file,
            set: Set::Negex,
            format,
            ..
        } => run_negation(file, *format),
    }
}

fn run_reading(file: &Path, part: Part, format: Format) -> anyhow::Result<ExitCode> {
    let place = || file.display().to_string();
    let table = super::read_table(file)?;
    let (atlas, grounder) = open_grounder()?;
    let items = reading::parse(&table, atlas.catalogue())
        .map_err(anyhow::Error::msg)
        .with_context(place)?;
    let items: Vec<&Item> = items
        .iter()
        .filter(|item| item.part == part.into())
        .collect();
    anyhow::ensure!(!items.is_empty(), "{} has no text of this part", place());
    let report = reading::evaluate(&grounder, &atlas, &items)?;
    match format {
        Format::Json => say!("{}", serde_json::to_string(&report)?)?,
        Format::Table => {
            say!(
                "{:<16} {:>6} {:>16} {:>16} {:>10} {:>12} {:>14}",
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
                    "{kind:<16} {:>6} {:>9.1} ± {:>4.1} {:>16.1} {:>10.1} {:>12.1} {:>14.1}",
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
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn run_within(file: &Path, part: Part, format: Format) -> anyhow::Result<ExitCode> {
    let place = || file.display().to_string();
    let lines = super::read_table(file)?;
    let (atlas, grounder) = open_grounder()?;
    let items = within::parse(&lines, atlas.catalogue())
        .map_err(anyhow::Error::msg)
        .with_context(place)?;
    let items: Vec<_> = items
        .iter()
        .filter(|item| item.part == part.into())
        .collect();
    anyhow::ensure!(!items.is_empty(), "{} has no text of this part", place());
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
    anyhow::ensure!(!items.is_empty(), "{} has no sentence", place());
    let (_, grounder) = open_grounder()?;
    let (model, _) = grounder.parts();
    anyhow::ensure!(
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

fn run_grounding(
    files: &[PathBuf],
    labels: Labels,
    body: Told,
    format: Format,
) -> anyhow::Result<ExitCode> {
    let (atlas, grounder) = open_grounder()?;
    let grounder = match body {
        Told::Male => grounder.without_female(),
        Told::Auto | Told::Female => grounder,
    };
    let atlas = match body {
        Told::Female => Arc::new(super::open_female_atlas()?),
        Told::Auto | Told::Male => atlas,
    };
    let (items, refused) = labelled(files, labels, body, &atlas);
    anyhow::ensure!(
        !items.is_empty(),
        "no text has a label that this atlas knows"
    );
    let texts: Vec<_> = items
        .iter()
        .map(|(document, _)| super::text_input(document))
        .collect();
    let choice = match body {
        Told::Female => BodyChoice::Female,
        Told::Auto | Told::Male => BodyChoice::Male,
    };
    let points: Vec<[f32; 3]> = grounder
        .ground(&texts)?
        .iter()
        .map(|grounding| grounder.told(grounding, "", choice).1.point_mm)
        .collect();
    let labelled: Vec<LabelledText> = items
        .iter()
        .map(|(document, right)| LabelledText {
            title: &document.title,
            text: &document.text,
            right,
        })
        .collect();
    tell_grounding(&evaluate(&atlas, &labelled, &points, SEED), format)?;
    Ok(if refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The texts with a label that counts, and how many records were refused.
fn labelled(
    files: &[PathBuf],
    labels: Labels,
    body: Told,
    atlas: &Atlas,
) -> (Vec<(Document, Vec<StructureIndex>)>, usize) {
    let catalogue = atlas.catalogue();
    let counts = |s: &StructureIndex| {
        let hers = catalogue.get(*s).sex == Some(Sex::Female);
        atlas.has_voxels(*s) && (hers || body != Told::Female)
    };
    let mut items = Vec::new();
    let mut refused = 0usize;
    read_paths(files, &AtomicBool::new(false), &mut |record| {
        let labelled = record
            .map_err(|error| error.to_string())
            .and_then(|document| {
                let right = match labels {
                    Labels::Given => document
                        .labels
                        .as_ref()
                        .map_or(Ok(Vec::new()), |labels| labels::given(labels, catalogue)),
                    Labels::Mesh => Ok(labels::mesh(&document.mesh, catalogue)),
                    Labels::Mention => Ok(labels::mention(&format!(
                        "{}. {}",
                        document.title, document.text
                    ))),
                };
                right
                    .map(|right| (document.clone(), right))
                    .map_err(|error| format!("{}: {error}", document.id))
            });
        match labelled {
            Ok((document, right)) if right.iter().any(counts) => items.push((document, right)),
            Ok(_) => {}
            Err(reason) => {
                refused += 1;
                complain!("corpus-atlas: {reason}");
            }
        }
    });
    (items, refused)
}

fn tell_grounding(report: &Evaluation, format: Format) -> anyhow::Result<()> {
    match format {
        Format::Json => say!("{}", serde_json::to_string(&report)?)?,
        Format::Table => {
            say!(
                "{:<32} {:>6} {:>16} {:>14} {:>14}",
                "",
                "n",
                "IOR %",
                "NVD cm",
                "NVD-O cm"
            )?;
            let rows = std::iter::once(("this model", &report.score))
                .chain(
                    report
                        .baselines
                        .iter()
                        .map(|(name, score)| (name.as_str(), score)),
                )
                .chain(
                    report
                        .by_structure
                        .iter()
                        .map(|(id, score)| (id.as_str(), score)),
                );
            for (name, score) in rows {
                say!(
                    "{name:<32} {:>6} {:>9.1} ± {:>4.1} {:>7.2} ± {:>4.2} {:>7.2} ± {:>4.2}",
                    score.n,
                    score.ior,
                    score.ior_se,
                    score.nvd_cm,
                    score.nvd_cm_se,
                    score.nvd_o_cm,
                    score.nvd_o_cm_se
                )?;
            }
        }
    }
    Ok(())
}
