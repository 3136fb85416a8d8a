//! Table 2: two organs are trained as one; do the texts about each still land in their own half?

use std::fmt::Write as _;

use anyhow::Result;
use evaluation::metrics::Score;

use super::bench::{Bench, Labels};
use super::fit::Example;
use super::lab::Lab;
use super::organs::{OrganSet, Organs};
use super::report::{self, Measured};
use super::runs::Runs;
use super::settings::{Method, Settings};
use super::table1;

/// The pairs, and the paper's figures for SOD w/, SMP and SOD w/o: first organ, second organ, both (IOR / NVD).
const PAIRS: [(&str, &str, [&str; 3]); 2] = [
    (
        "lung",
        "stomach",
        [
            "100.0 / 0.0, 95.4 / 0.2, **97.8 / 0.1**",
            "46.5 / 2.5, 44.6 / 4.2, **45.6 / 3.3**",
            "94.4 / 0.2, 81.5 / 0.5, **88.2 / 0.3**",
        ],
    ),
    (
        "small intestine",
        "duodenum",
        [
            "97.4 / 0.1, 90.9 / 0.2, **94.4 / 0.2**",
            "71.1 / 1.0, 33.3 / 5.1, **53.5 / 2.9**",
            "50.0 / 1.1, 93.9 / 0.2, **70.4 / 0.7**",
        ],
    ),
];

/// Organs with `b` called `a`.
fn merge(organs: &[usize], a: usize, b: usize) -> Vec<usize> {
    let mut merged: Vec<usize> = organs.iter().map(|&o| if o == b { a } else { o }).collect();
    merged.sort_unstable();
    merged.dedup();
    merged
}

/// Temperatures (gamma_p, gamma_o) that are tried.
const TEMPERATURES: [(f64, f64); 5] = [
    (0.03, 0.05),
    (0.05, 0.2),
    (0.1, 0.1),
    (0.1, 0.2),
    (0.1, 0.3),
];

/// Two organs, and the texts about them.
struct Pair<'a> {
    a: usize,
    b: usize,
    /// Training texts with both labels.
    separate: Vec<Example<'a>>,
    /// The same with one.
    together: Vec<Example<'a>>,
    /// Points of every organ, those of `a` from both.
    merged_points: Vec<Vec<[f32; 3]>>,
    /// Development documents about either; test documents about one of the two and nothing else.
    bench: Bench<'a>,
    /// The same, where a point in either half is right.
    merged_bench: Bench<'a>,
}

impl<'a> Pair<'a> {
    fn new(lab: &'a Lab, organs: &'a Organs<'a>, first: &str, second: &str) -> Result<Self> {
        let (Some(a), Some(b)) = (organs.named(first), organs.named(second)) else {
            anyhow::bail!("no organ {first:?} or {second:?} in the atlas");
        };
        let about = |o: &[usize]| o.contains(&a) || o.contains(&b);
        let new_bench = || {
            let mut bench = Bench::new(&lab.store, organs);
            bench.test.retain(|(_, o)| o.len() == 1 && about(o));
            bench.dev.retain(|(_, o)| about(o));
            bench
        };
        let mut merged_bench = new_bench();
        for (_, o) in &mut merged_bench.dev {
            o.extend([a, b]);
        }
        let mut separate = Bench::new(&lab.store, organs).training(Labels::Headings, false);
        separate.retain(|e| about(&e.organs));
        let together = separate
            .iter()
            .map(|e| Example {
                organs: merge(&e.organs, a, b),
                ..e.clone()
            })
            .collect();
        let mut merged_points = organs.points.clone();
        merged_points[a] = organs.merged_points(a, b);
        Ok(Self {
            a,
            b,
            separate,
            together,
            merged_points,
            bench: new_bench(),
            merged_bench,
        })
    }

    /// A run with one label for the two or with both, measured on `documents`.
    fn run(
        &self,
        runs: &mut Runs,
        key: &str,
        merged: bool,
        settings: &Settings,
        documents: &[(usize, Vec<usize>)],
    ) -> Result<Vec<[f32; 3]>> {
        let (bench, texts, points) = if merged {
            (&self.merged_bench, &self.together, &self.merged_points)
        } else {
            (&self.bench, &self.separate, &self.bench.organs.points)
        };
        Ok(bench
            .run(runs, key, texts, points, settings, documents)?
            .points)
    }

    /// Names w/o, with each organ's probability weighted by how near the point of SOD w/o comes to it.
    fn by_point_and_names(
        &self,
        runs: &mut Runs,
        (first, second): (&str, &str),
        sod: &Settings,
        names: &Settings,
        documents: &[(usize, Vec<usize>)],
    ) -> Result<Vec<[f32; 3]>> {
        let key = |name: &str| format!("{first} and {second}, {name}");
        let points = self.run(runs, &key("SOD w/o"), true, sod, documents)?;
        let probabilities = self.merged_bench.run_probabilities(
            runs,
            &key("Names w/o"),
            &self.together,
            &self.merged_points,
            names,
            documents,
        )?;
        Ok(self
            .bench
            .by_point_and_probabilities(&points, &probabilities, sod.gamma_o))
    }
}

/// The temperatures that are best for the first pair on its development documents about one of the two organs alone, and a
/// line of Markdown that says so.
fn temperatures(pair: &Pair<'_>, runs: &mut Runs, best: &Settings) -> Result<(Settings, String)> {
    let mut documents = pair.bench.dev.clone();
    documents.retain(|(_, o)| o.len() == 1);
    let mut line = format!(
        "Temperatures, by {} development documents about one organ of the first pair alone (gamma_p, gamma_o: IOR % / NVD cm, seed 1):",
        documents.len()
    );
    let mut chosen: Option<(Settings, f64)> = None;
    for (gamma_p, gamma_o) in TEMPERATURES {
        let settings = Settings {
            gamma_p,
            gamma_o,
            ..best.clone()
        };
        let points = pair.run(
            runs,
            "temperatures of a merged pair",
            true,
            &settings,
            &documents,
        )?;
        let score = Score::from_distances(&pair.bench.distances(&documents, &points));
        let _ = write!(
            line,
            " {gamma_p}, {gamma_o}: {:.1} / {:.2};",
            score.ior, score.nvd_cm
        );
        let value = score.ior - 10.0 * score.nvd_cm;
        if chosen.as_ref().is_none_or(|(_, best)| value > *best) {
            chosen = Some((settings, value));
        }
    }
    let settings = chosen.map_or_else(|| best.clone(), |(settings, _)| settings);
    let _ = write!(line, " chosen {}, {}.", settings.gamma_p, settings.gamma_o);
    Ok((settings, line))
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
    // The subsets are small, so that runs are short and differ much: more seeds.
    let seeds = lab.options.seeds + 2;
    let planned = 9 + TEMPERATURES.len() + PAIRS.len() * 7 * seeds as usize;
    let mut runs = Runs::open(&lab.options.store, planned)?;
    let best = table1::best(lab, &mut runs)?;
    // Small subsets: more passes over them.
    let best = Settings {
        epochs: best.epochs * 2,
        ..best
    };
    let organs = Organs::new(&lab.atlas, OrganSet::Paper);
    let pair = Pair::new(lab, &organs, PAIRS[0].0, PAIRS[0].1)?;
    let (best, tried) = temperatures(&pair, &mut runs, &best)?;
    let mut body = format!(
        "{}\n\nAs in the paper, only the training texts about either organ (alone or with others) are kept, and the test documents about exactly one organ, which is one of the two. SOD w/: trained with the two as separate labels. SMP: a classifier with the two as one label, then a random voxel of the organ it says. SOD w/o: the Soft Organ Distance with the two as one label. The epoch is chosen by development documents under the same (merged) labels. What can tell the halves of a merged organ apart are the other organs of a text; with the sharp temperatures that Table 1 found best a text forgets all but its nearest organ, so they are chosen anew. Names w/o: one label for the two as well, but the atlas knows what each half is called; the small network of Table 3, the same for all organs, judges how a text names each organ, a merged label counts as right when either half is named, and the point is that of least expected distance. SOD w/o and names w/o: the same, with the probability of each organ multiplied by exp(-d / gamma_o), where d is its distance from the point of SOD w/o and gamma_o that of its loss.\n\n{tried}\n\n",
        report::method(lab.options.tuned)
    );
    for (first, second, paper) in PAIRS {
        let pair = Pair::new(lab, &organs, first, second)?;
        let Pair {
            a,
            b,
            separate,
            bench,
            ..
        } = &pair;
        let (a, b) = (*a, *b);
        let mut measured = Vec::new();
        let names_settings = |seed| Settings {
            method: Method::Names,
            places: 0,
            seed,
            merged: Some((a, b)),
            least_distance: true,
            // It learns faster, and too much after so many passes.
            epochs: (best.epochs / 3).max(1),
            ..best.clone()
        };
        for (name, method, merged, places) in [
            ("SOD w/", Method::Sod, false, 0),
            ("SMP", Method::Cls, true, 0),
            ("SOD w/o", Method::Sod, true, 0),
            ("SOD w/, 64 places", Method::Sod, false, 64),
            ("SOD w/o, 64 places", Method::Sod, true, 64),
            ("Names w/o", Method::Names, true, 0),
        ] {
            let mut points = Vec::new();
            for seed in 1..=seeds {
                let settings = if method == Method::Names {
                    names_settings(seed)
                } else {
                    Settings {
                        method,
                        places,
                        seed,
                        ..best.clone()
                    }
                };
                let key = format!("{first} and {second}, {name}");
                points.push(pair.run(&mut runs, &key, merged, &settings, &bench.test)?);
            }
            measured.push(Measured::new(name, bench, &points));
        }
        let mut points = Vec::new();
        for seed in 1..=seeds {
            let sod = Settings {
                seed,
                ..best.clone()
            };
            points.push(pair.by_point_and_names(
                &mut runs,
                (first, second),
                &sod,
                &names_settings(seed),
                &bench.test,
            )?);
        }
        measured.push(Measured::new("SOD w/o and names w/o", bench, &points));
        let _ = writeln!(
            body,
            "## {first} and {second}\n\n{} training texts ({} documents), {} development documents, {} test documents ({} {first}, {} {second}); {seeds} seeds.\n\n| method | {first}: IOR % | NVD cm | {second}: IOR % | NVD cm | both: IOR % | NVD cm | between seeds | paper: IOR / NVD of each, both |\n|---|---|---|---|---|---|---|---|---|",
            separate.len(),
            separate.iter().filter(|e| e.weight == 1.0).count(),
            bench.dev.len(),
            bench.test.len(),
            bench.test.iter().filter(|(_, o)| o[0] == a).count(),
            bench.test.iter().filter(|(_, o)| o[0] == b).count(),
        );
        for m in &measured {
            let cells: Vec<String> = [Some(a), Some(b), None]
                .into_iter()
                .map(|organ| {
                    let (s, _) = m.score(&|i| organ.is_none_or(|o| bench.test[i].1[0] == o));
                    format!(
                        "{} | {}",
                        report::with_error(s.ior, s.ior_se, 1),
                        report::with_error(s.nvd_cm, s.nvd_cm_se, 2)
                    )
                })
                .collect();
            let theirs = match m.name.as_str() {
                "SOD w/" => paper[0],
                "SMP" => paper[1],
                "SOD w/o" => paper[2],
                _ => "",
            };
            let _ = writeln!(
                body,
                "| {} | {} | ± {:.1} | {theirs} |",
                m.name,
                cells.join(" | "),
                m.score(&|_| true).1
            );
        }
        let _ = writeln!(
            body,
            "\nOne-sided Wilcoxon signed-rank tests on the distances (mean over the seeds):\n\n{}",
            report::wilcoxon_lines(&measured, "SOD w/o", &["SMP", "SOD w/"])
        );
    }
    let _ = writeln!(body, "Settings: {}", serde_json::to_string(&best)?);
    lab.write("table2", "Table 2: reasoning within an organ", &body)
}

#[cfg(test)]
mod tests {
    #[test]
    fn merged_labels() {
        assert_eq!(super::merge(&[1, 4, 7], 1, 7), [1, 4]);
        assert_eq!(super::merge(&[4, 7], 1, 7), [1, 4]);
        assert_eq!(super::merge(&[4], 1, 7), [4]);
    }
}
