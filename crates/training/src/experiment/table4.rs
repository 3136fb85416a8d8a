//! Table 4: self-supervision by the occurrences of glossary terms, with and without masking.

use std::fmt::Write as _;

use anyhow::Result;

use super::bench::{Bench, Labels, run_line};
use super::lab::Lab;
use super::organs::{OrganSet, Organs};
use super::report::{self, Measured};
use super::rules::{Rule, most_frequent};
use super::runs::Runs;
use super::settings::{Input, Method, Settings};
use super::table1;

const PAPER: &[(&str, &str)] = &[
    ("Occ", "68.7 / 3.2 / 9.7"),
    ("CLS", "74.1 / 2.5 / 8.4"),
    ("CLS+M", "80.4 / 1.7 / 7.3"),
    ("SOD", "79.7 / 1.6 / 5.1"),
    ("SOD+M", "83.2 / 1.2 / 3.9"),
];

/// The runs of SOD+M that Table 5 uses too.
pub const SOD_M: (&str, Labels, bool) = ("self-supervised, masked", Labels::Glossary, true);

/// Runs the experiment and writes its page.
///
/// # Errors
/// When a file cannot be read or written.
pub fn run(lab: &Lab) -> Result<()> {
    let mut runs = Runs::open(&lab.options.store, 9 + 13 * lab.options.seeds as usize)?;
    let best = table1::best(lab, &mut runs)?;
    let mut body = format!(
        "{}\n\nNo headings are used to train. The targets of a text are the organs that the glossary of `crates/grounding` finds in it: names, synonyms and adjectives, and the diseases and procedures filed under an organ. +M: every find is replaced by one [MASK] with probability 0.5; each training text was embedded in {} such copies, one of which is drawn in each epoch. The texts measured are read as they are, and are right by their MeSH headings, as in Table 1. The temperatures are those of Table 1 (searched with headings on the development side); the epoch is kept by the headings of development documents, as in the paper's validation set.\n\n",
        report::method(lab.options.tuned),
        lab.options.copies
    );
    for set in [OrganSet::Paper, OrganSet::All] {
        let organs = Organs::new(&lab.atlas, set);
        let bench = Bench::new(&lab.store, &organs);
        let plain = bench.training(Labels::Glossary, false);
        let masked = bench.training(Labels::Glossary, true);
        let frequent = most_frequent(&plain, organs.len());
        let mut measured = Vec::new();
        for (name, rule) in [
            ("Occ, names alone", Rule::Occ(Labels::Names)),
            ("Occ", Rule::Occ(Labels::Glossary)),
            ("Occ, salient", Rule::Occ(Labels::Salient)),
        ] {
            let points: Vec<_> = (1..=lab.options.seeds)
                .map(|seed| rule.points(&bench, frequent, seed))
                .collect();
            measured.push(Measured::new(name, &bench, &points));
        }
        let cls = Settings {
            method: Method::Cls,
            ..best.clone()
        };
        let unmasked = ("self-supervised", Labels::Glossary, false);
        let mut rows: Vec<(&str, (&str, Labels, bool), Settings)> = vec![
            ("CLS", unmasked, cls.clone()),
            ("CLS+M", SOD_M, cls.clone()),
            ("SOD", unmasked, best.clone()),
            ("SOD+M", SOD_M, best.clone()),
        ];
        if set == OrganSet::Paper {
            let salient = ("self-supervised, salient, masked", Labels::Salient, true);
            rows.extend([
                (
                    "SOD+M, 128 places",
                    SOD_M,
                    Settings {
                        places: 128,
                        sharpen: true,
                        ..best.clone()
                    },
                ),
                ("SOD+M, salient targets", salient, best.clone()),
                (
                    "SOD+M, salient targets, 128 places",
                    salient,
                    Settings {
                        places: 128,
                        sharpen: true,
                        ..best.clone()
                    },
                ),
                (
                    "SOD+M, salient targets, 128 places, with glossary counts",
                    salient,
                    Settings {
                        places: 128,
                        sharpen: true,
                        input: Input::Counts,
                        ..best.clone()
                    },
                ),
            ]);
        }
        let mut dev = String::new();
        for (name, what, settings) in &rows {
            let (points, last) = table1::seeds(lab, &bench, &mut runs, *what, settings)?;
            dev.push_str(&run_line(name, settings, &last));
            measured.push(Measured::new(name, &bench, &points));
        }
        let paper = if set == OrganSet::Paper { PAPER } else { &[] };
        let _ = writeln!(
            body,
            "## {}\n\n{}. Training: {} texts ({} with masked copies).\n\n{}\n{dev}\nOne-sided Wilcoxon signed-rank tests on the distances (mean over the seeds):\n\n{}",
            set.title(),
            bench.counts_line(),
            plain.len(),
            masked.len(),
            report::methods_table(&bench, &measured, paper),
            report::wilcoxon_lines(&measured, "SOD+M", &["Occ", "CLS", "CLS+M", "SOD"]),
        );
    }
    let _ = writeln!(
        body,
        "\"Salient\" targets: of the organs found, those in the title or found at least half as often as the one found most often. \"With glossary counts\": the network also reads ln(1 + count) of each class; in training each find is counted with probability 0.5.\n\nSettings: {}",
        serde_json::to_string(&best)?
    );
    lab.write("table4", "Table 4: self-supervised grounding", &body)
}
