//! `corpus-atlas eval`: how well texts are placed. `grounding`: IOR, NVD and NVD-O (SEEDS S1) of the model and of simple rivals, on labelled
//! texts, against the exact voxels. `reading`: short texts, see `eval_reading.rs`; `retrieval`: what questions find, see
//! `eval_retrieval.rs`; `similar`: what documents of a library find, see `eval_similar.rs`;
//! `near`: what words and a point find, see `eval_near.rs`; `subject`: what papers are about, see `eval_subject.rs`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anatomy::{Atlas, Sex, StructureIndex};
use clap::{Subcommand, ValueEnum};
use evaluation::metrics::{Evaluation, LabelledText, evaluate};
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
    Reading(super::eval_reading::Arguments),
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
        Subject::Reading(arguments) => super::eval_reading::run(arguments),
    }
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
