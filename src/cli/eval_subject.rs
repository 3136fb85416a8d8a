//! `corpus-atlas eval subject`: how well the rules read design and population in title and abstract alone, against the publication types and the MeSH headings
//! of the same records, which are hidden from them.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use evaluation::classes::{self, Figures, Item};
use library::{Design, Document, Population, Subject, read_paths};
use serde::Serialize;

use super::Format;
use super::terminal::{complain, say};

/// What `eval subject` is told.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  corpus-atlas eval subject pubmed.xml --format json")]
pub struct Arguments {
    /// Records with publication types and MeSH headings: PubMed's XML or NBIB, JSON lines, or what else can be imported.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How to write the figures.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// How well either is read.
#[derive(Debug, PartialEq, Serialize)]
struct Report {
    /// Records that were read.
    n: usize,
    design: classes::Report,
    population: classes::Report,
}

/// What is told of the records, and what their types and headings say.
#[derive(Default)]
struct Items {
    design: Vec<Item>,
    population: Vec<Item>,
}

impl Items {
    fn put(&mut self, document: &Document) {
        let told = Document {
            title: document.title.clone(),
            text: document.text.clone(),
            ..Document::default()
        };
        let right = Document {
            kind: document.kind.clone(),
            mesh: document.mesh.clone(),
            ..Document::default()
        };
        let (told, right) = (told.subject(), right.subject());
        let design =
            |of: &Subject| -> Vec<&'static str> { of.design.map(Design::id).into_iter().collect() };
        self.design.push(Item {
            told: design(&told),
            right: design(&right),
        });
        let population = |of: &Subject| -> Vec<&'static str> {
            of.population.iter().map(|one| one.id()).collect()
        };
        self.population.push(Item {
            told: population(&told),
            right: population(&right),
        });
    }

    fn report(&self) -> Report {
        Report {
            n: self.design.len(),
            design: classes::evaluate(&Design::ALL.map(Design::id), &self.design),
            population: classes::evaluate(&Population::ALL.map(Population::id), &self.population),
        }
    }
}

/// Runs; exit 1 when a record was refused.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut items = Items::default();
    let mut refused = 0_usize;
    read_paths(
        &arguments.files,
        &AtomicBool::new(false),
        &mut |record| match record {
            Ok(document) => items.put(&document),
            Err(error) => {
                refused += 1;
                complain!("corpus-atlas: {error}");
            }
        },
    );
    ensure!(!items.design.is_empty(), "no record could be read");
    let report = items.report();
    match arguments.format {
        Format::Json => say!("{}", serde_json::to_string(&report)?)?,
        Format::Table => {
            say!("{} records", report.n)?;
            tell("design", &report.design)?;
            tell("population", &report.population)?;
        }
    }
    Ok(match refused {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

fn tell(what: &str, report: &classes::Report) -> anyhow::Result<()> {
    say!(
        "{what}: {} judged by types and headings; of {} others something is told of {}",
        report.judged,
        report.unjudged,
        report.unjudged_told
    )?;
    say!(
        "{:<22} {:>7} {:>7} {:>11} {:>9}",
        "",
        "n",
        "told",
        "precision",
        "recall"
    )?;
    for figures in std::iter::once(&report.all).chain(&report.classes) {
        let Figures { class, n, told, .. } = figures;
        let (precision, recall) = (shown(figures.precision), shown(figures.recall));
        say!("{class:<22} {n:>7} {told:>7} {precision:>11} {recall:>9}")?;
    }
    Ok(())
}

fn shown(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{share:.3}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_headings_judge_what_title_and_abstract_tell() {
        let record = |kind: &str, mesh: &[&str], title: &str, text: &str| Document {
            kind: Some(kind.to_owned()),
            mesh: mesh.iter().map(|&heading| heading.to_owned()).collect(),
            title: title.to_owned(),
            text: text.to_owned(),
            ..Document::default()
        };
        let mut items = Items::default();
        items.put(&record(
            "Randomized Controlled Trial",
            &["Humans", "Adult", "Female", "Male"],
            "Early feeding after colectomy",
            "A randomized, double-blind, placebo-controlled trial. 120 adults took part.",
        ));
        items.put(&record(
            "Case Reports",
            &["Humans", "Child"],
            "Risk factors of stones: a retrospective case-control study",
            "",
        ));
        items.put(&record(
            "Journal Article",
            &[],
            "Living with a stoma: a qualitative study",
            "",
        ));
        let Report {
            n,
            design,
            population,
        } = items.report();
        let counts = |of: &classes::Report| (of.judged, of.unjudged, of.unjudged_told);
        assert_eq!(
            (n, counts(&design), counts(&population)),
            (3, (2, 1, 1), (2, 1, 0))
        );
        let of = |report: &classes::Report| -> Vec<_> {
            let classes = report.classes.iter();
            classes
                .map(|one| (one.class, one.n, one.precision, one.recall))
                .collect()
        };
        assert_eq!(
            of(&design),
            [
                ("randomised_trial", 1, Some(1.0), Some(1.0)),
                ("case_control", 0, Some(0.0), None),
                ("case_report", 1, None, Some(0.0)),
            ]
        );
        assert_eq!(
            of(&population),
            [
                ("children", 1, None, Some(0.0)),
                ("adults", 1, Some(1.0), Some(1.0)),
            ]
        );
    }
}
