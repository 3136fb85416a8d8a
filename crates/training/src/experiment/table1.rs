//! Table 1: supervised grounding, and the search over the settings of the Soft Organ Distance.

use std::fmt::Write as _;

use anyhow::Result;

use super::bench::{Bench, Labels, Run, run_line};
use super::lab::Lab;
use super::organs::{OrganSet, Organs};
use super::report::{self, Measured};
use super::rules::{Rule, most_frequent};
use super::runs::Runs;
use super::settings::{Input, Method, Settings};

/// The paper's figures.
const PAPER: &[(&str, &str)] = &[
    ("Random", "8.9 / 17.9 / 19.0"),
    ("Center", "6.7 / 13.3 / 13.3"),
    ("Freq", "10.9 / 13.9 / 15.4"),
    ("MSE", "9.9 / 6.8 / 7.0"),
    ("CLS", "90.8 / 0.9 / 8.2"),
    ("SOD", "89.4 / 0.8 / 2.5"),
];

/// Settings that the search tries, one thing changed at a time from the best so far, in this order.
pub fn grid(lab: &Lab) -> Vec<Vec<Settings>> {
    let base = lab.settings();
    let temperatures = [0.03, 0.1, 0.3].map(|gamma_p| Settings {
        gamma_p,
        ..base.clone()
    });
    let organs = [0.05, 0.2, 1.0].map(|gamma_o| Settings {
        gamma_o,
        ..base.clone()
    });
    let points = [25, 100, 300].map(|points| Settings {
        points,
        ..base.clone()
    });
    vec![temperatures.into(), organs.into(), points.into()]
}

/// The best settings of the Soft Organ Distance on the development documents, by coordinate, and every one tried.
///
/// # Errors
/// When a result cannot be kept.
pub fn search(
    lab: &Lab,
    bench: &Bench<'_>,
    runs: &mut Runs,
) -> Result<(Settings, Vec<(Settings, Run)>)> {
    let training = bench.training(Labels::Headings, false);
    let mut best = lab.settings();
    let mut tried: Vec<(Settings, Run)> = Vec::new();
    let value = |r: &Run| r.dev_ior - 10.0 * r.dev_nvd_cm;
    for (coordinate, candidates) in grid(lab).into_iter().enumerate() {
        let mut winner: Option<(Settings, f64)> = None;
        for candidate in candidates {
            let settings = match coordinate {
                0 => Settings {
                    gamma_p: candidate.gamma_p,
                    ..best.clone()
                },
                1 => Settings {
                    gamma_o: candidate.gamma_o,
                    ..best.clone()
                },
                _ => Settings {
                    points: candidate.points,
                    ..best.clone()
                },
            };
            let run = bench.run(
                runs,
                "supervised SOD",
                &training,
                &bench.organs.points,
                &settings,
                &bench.test,
            )?;
            if winner.as_ref().is_none_or(|(_, v)| value(&run) > *v) {
                winner = Some((settings.clone(), value(&run)));
            }
            if !tried.iter().any(|(s, _)| *s == settings) {
                tried.push((settings, run));
            }
        }
        if let Some((settings, _)) = winner {
            best = settings;
        }
    }
    Ok((best, tried))
}

/// The best settings found over the organs like the paper's; every table uses them.
///
/// # Errors
/// When a result cannot be kept.
pub fn best(lab: &Lab, runs: &mut Runs) -> Result<Settings> {
    let organs = Organs::new(&lab.atlas, OrganSet::Paper);
    let bench = Bench::new(&lab.store, &organs);
    Ok(search(lab, &bench, runs)?.0)
}

/// Points for each seed.
///
/// # Errors
/// When a result cannot be kept.
pub fn seeds(
    lab: &Lab,
    bench: &Bench<'_>,
    runs: &mut Runs,
    (key, labels, masked): (&str, Labels, bool),
    settings: &Settings,
) -> Result<(Vec<Vec<[f32; 3]>>, Run)> {
    let training = bench.training(labels, masked);
    let mut points = Vec::new();
    let mut last = None;
    for seed in 1..=lab.options.seeds {
        let settings = Settings {
            seed,
            ..settings.clone()
        };
        let run = bench.run(
            runs,
            key,
            &training,
            &bench.organs.points,
            &settings,
            &bench.test,
        )?;
        points.push(run.points.clone());
        last = Some(run);
    }
    Ok((points, last.ok_or_else(|| anyhow::anyhow!("no seeds"))?))
}

/// Runs the experiment and writes its page.
///
/// # Errors
/// When a file cannot be read or written.
#[expect(
    clippy::too_many_lines,
    reason = "one experiment, from its data to its table"
)]
pub fn run(lab: &Lab) -> Result<()> {
    let mut runs = Runs::open(&lab.options.store, 9 + 14 * lab.options.seeds as usize)?;
    let best = best(lab, &mut runs)?;
    let mut body = format!(
        "{}\n\n\"Names\" and \"least distance\" are those of Table 3.\n\n",
        report::method(lab.options.tuned)
    );
    for set in [OrganSet::Paper, OrganSet::All] {
        let organs = Organs::new(&lab.atlas, set);
        let bench = Bench::new(&lab.store, &organs);
        let training = bench.training(Labels::Headings, false);
        let frequent = most_frequent(&training, organs.len());
        let mut measured = Vec::new();
        for (name, rule) in [
            ("Random", Rule::Random),
            ("Center", Rule::Center),
            ("Freq", Rule::Freq),
        ] {
            let points: Vec<_> = (1..=lab.options.seeds)
                .map(|seed| rule.points(&bench, frequent, seed))
                .collect();
            measured.push(Measured::new(name, &bench, &points));
        }
        let mut rows: Vec<(&str, Settings)> = vec![
            (
                "MSE",
                Settings {
                    method: Method::Mse,
                    ..best.clone()
                },
            ),
            (
                "CLS",
                Settings {
                    method: Method::Cls,
                    ..best.clone()
                },
            ),
            ("SOD", best.clone()),
            (
                "SOD, 128 places",
                Settings {
                    places: 128,
                    sharpen: true,
                    ..best.clone()
                },
            ),
        ];
        if set == OrganSet::Paper {
            // As in Table 3.
            let named = Settings {
                method: Method::Names,
                epochs: (best.epochs / 3).max(1),
                ..best.clone()
            };
            rows.extend([
                (
                    "SOD, mean vector alone",
                    Settings {
                        input: Input::Mean,
                        ..best.clone()
                    },
                ),
                (
                    "CLS with glossary counts",
                    Settings {
                        method: Method::Cls,
                        input: Input::Counts,
                        ..best.clone()
                    },
                ),
                ("CLS and names", named.clone()),
                (
                    "CLS and names, least distance",
                    Settings {
                        least_distance: true,
                        ..named
                    },
                ),
                (
                    "SOD with glossary counts",
                    Settings {
                        input: Input::Counts,
                        ..best.clone()
                    },
                ),
                (
                    "SOD, 128 places, with glossary counts",
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
        for (name, settings) in &rows {
            let key = if settings.method == Method::Sod {
                "supervised SOD"
            } else {
                *name
            };
            let (points, last) = seeds(
                lab,
                &bench,
                &mut runs,
                (key, Labels::Headings, false),
                settings,
            )?;
            dev.push_str(&run_line(name, settings, &last));
            measured.push(Measured::new(name, &bench, &points));
        }
        let paper = if set == OrganSet::Paper { PAPER } else { &[] };
        let _ = writeln!(
            body,
            "## {}\n\n{}. Training: {} texts, {} of them documents.\n\n{}\n{dev}\nOne-sided Wilcoxon signed-rank tests on the distances (mean over the seeds):\n\n{}",
            set.title(),
            bench.counts_line(),
            training.len(),
            training.iter().filter(|e| e.weight == 1.0).count(),
            report::methods_table(&bench, &measured, paper),
            report::wilcoxon_lines(
                &measured,
                "SOD",
                &["Random", "Center", "Freq", "MSE", "CLS"]
            ),
        );
        if set == OrganSet::Paper {
            let (_, tried) = search(lab, &bench, &mut runs)?;
            let _ = writeln!(
                body,
                "### Search (development documents alone, seed 1)\n\nOne setting at a time, in the order gamma_p, gamma_o, N, each from the best so far; temperatures in units of 387 mm.\n\n| gamma_p | gamma_o | N | IOR % | NVD cm |\n|---|---|---|---|---|"
            );
            for (s, r) in tried {
                let mark = if s == best { " **chosen**" } else { "" };
                let _ = writeln!(
                    body,
                    "| {} | {} | {} | {:.1} | {:.2}{mark} |",
                    s.gamma_p, s.gamma_o, s.points, r.dev_ior, r.dev_nvd_cm
                );
            }
            body.push('\n');
        }
    }
    let _ = writeln!(body, "Settings: {}", serde_json::to_string(&best)?);
    lab.write("table1", "Table 1: supervised grounding", &body)
}
