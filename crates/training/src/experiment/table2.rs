//! Table 2: two organs are trained as one; do the texts about each still land in their own half?

use std::fmt::Write as _;

use anyhow::Result;

use super::Lab;
use super::bench::{Bench, Labels};
use super::fit::{Example, Method, Settings};
use super::organs::{OrganSet, Organs};
use super::report::{self, Measured};
use super::runs::Runs;
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

/// Runs the experiment and writes its page.
///
/// # Errors
/// When a file cannot be read or written.
pub fn run(lab: &Lab) -> Result<()> {
    // The subsets are small, so that runs are short and differ much: more seeds.
    let seeds = lab.options.seeds + 2;
    let mut runs = Runs::open(&lab.options.store, 9 + PAIRS.len() * 5 * seeds as usize)?;
    let best = table1::best(lab, &mut runs)?;
    let organs = Organs::new(&lab.atlas, OrganSet::Paper);
    let full = Bench::new(&lab.store, &organs);
    let mut body = format!(
        "{}\n\nAs in the paper, only the training texts about either organ (alone or with others) are kept, and the test documents about exactly one organ, which is one of the two. SOD w/: trained with the two as separate labels. SMP: a classifier with the two as one label, then a random voxel of the organ it says. SOD w/o: the Soft Organ Distance with the two as one label. The epoch is chosen by development documents under the same (merged) labels, so that nothing of the separate ones is seen by SMP and SOD w/o.\n\n",
        report::METHOD
    );
    for (first, second, paper) in PAIRS {
        let (Some(a), Some(b)) = (organs.named(first), organs.named(second)) else {
            anyhow::bail!("no organ {first:?} or {second:?} in the atlas");
        };
        let about = |o: &[usize]| o.contains(&a) || o.contains(&b);
        let separate: Vec<Example<'_>> = full
            .training(Labels::Headings, false)
            .into_iter()
            .filter(|e| about(&e.organs))
            .collect();
        let together: Vec<Example<'_>> = separate
            .iter()
            .map(|e| Example {
                organs: merge(&e.organs, a, b),
                ..e.clone()
            })
            .collect();
        let mut pools = organs.points.clone();
        pools[a] = organs.merged_points(a, b);
        let mut bench = Bench::new(&lab.store, &organs);
        bench.test.retain(|(_, o)| o.len() == 1 && about(o));
        bench.dev.retain(|(_, o)| about(o));
        let dev_of_merged: Vec<(usize, Vec<usize>)> = bench
            .dev
            .iter()
            .map(|(i, o)| {
                (
                    *i,
                    if about(o) {
                        o.iter().copied().chain([a, b]).collect()
                    } else {
                        o.clone()
                    },
                )
            })
            .collect();
        let mut measured = Vec::new();
        for (name, method, merged, places) in [
            ("SOD w/", Method::Sod, false, 0),
            ("SMP", Method::Cls, true, 0),
            ("SOD w/o", Method::Sod, true, 0),
            ("SOD w/, 64 places", Method::Sod, false, 64),
            ("SOD w/o, 64 places", Method::Sod, true, 64),
        ] {
            // A point in either half is right under the merged label.
            let judged = Bench {
                dev: if merged {
                    dev_of_merged.clone()
                } else {
                    bench.dev.clone()
                },
                store: bench.store,
                organs: bench.organs,
                test: bench.test.clone(),
            };
            let mut points = Vec::new();
            for seed in 1..=seeds {
                // Small subsets: more passes over them.
                let settings = Settings {
                    method,
                    places,
                    sharpen: places > 0,
                    seed,
                    epochs: best.epochs * 2,
                    ..best.clone()
                };
                let (texts, pools) = if merged {
                    (&together, &pools)
                } else {
                    (&separate, &organs.points)
                };
                let key = format!("{first} and {second}, {name}");
                points.push(
                    judged
                        .run(&mut runs, &key, texts, pools, &settings, &bench.test)?
                        .points,
                );
            }
            measured.push(Measured::new(name, &bench, &points));
        }
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
