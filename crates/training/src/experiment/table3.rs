//! Table 3: every organ is left out of training in turn, and its texts are grounded all the same.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;

use super::bench::{Bench, Labels};
use super::fit::Example;
use super::hull::Hull;
use super::lab::Lab;
use super::organs::{OrganSet, Organs};
use super::report;
use super::runs::Runs;
use super::settings::{Method, Settings};
use super::table1;
use super::wilcoxon;

/// An organ needs so many test documents to be held out.
const FEWEST: usize = 3;

/// What one method reached on the texts of one organ.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Reached {
    igr: f64,
    nvd_cm: f64,
}

fn reached(bench: &Bench<'_>, organ: usize, hull: &Hull, points: &[Vec<[f32; 3]>]) -> Reached {
    let all = points.iter().map(Vec::len).sum::<usize>().max(1) as f64;
    let inside = points
        .iter()
        .flatten()
        .filter(|p| hull.contains(**p))
        .count();
    let distance: f64 = points
        .iter()
        .flatten()
        .filter_map(|p| bench.organs.distance_mm(&[organ], *p))
        .map(|d| f64::from(d) / 10.0)
        .sum();
    Reached {
        igr: 100.0 * inside as f64 / all,
        nvd_cm: distance / all,
    }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    if n == 0 {
        f64::NAN
    } else {
        (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0
    }
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, (variance / n).sqrt())
}

/// Seeds of a method: those with names take seconds, the others minutes.
fn seeds(lab: &Lab, settings: &Settings) -> u64 {
    match settings.method {
        Method::Names => lab.options.seeds,
        _ => lab.options.held_out_seeds,
    }
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
    let organs = Organs::new(&lab.atlas, OrganSet::Paper);
    let full = Bench::new(&lab.store, &organs);
    let held: Vec<usize> = (0..organs.len())
        .filter(|o| full.test.iter().filter(|(_, l)| l.contains(o)).count() >= FEWEST)
        .collect();
    let mut runs = Runs::open(
        &lab.options.store,
        9 + held.len() * (5 * lab.options.held_out_seeds + 2 * lab.options.seeds) as usize,
    )?;
    let best = table1::best(lab, &mut runs)?;
    let training = full.training(Labels::Headings, false);
    let sod = |places| Settings {
        places,
        ..best.clone()
    };
    // Other organs of a text pull too: the temperatures that Table 2 finds best for organs without a label of their own.
    let wide = Settings {
        gamma_p: 0.1,
        gamma_o: 0.2,
        ..best.clone()
    };
    let least = Settings {
        method: Method::Cls,
        least_distance: true,
        ..best.clone()
    };
    // It learns faster, and too much after so many passes.
    let named = Settings {
        method: Method::Names,
        epochs: (best.epochs / 3).max(1),
        ..least.clone()
    };
    let methods = [
        (
            "CLS",
            Settings {
                method: Method::Cls,
                ..best.clone()
            },
        ),
        ("SOD", sod(0)),
        ("SOD, 128 places", sod(128)),
        ("SOD, wider", wide),
        ("CLS, least distance", least.clone()),
        (
            "CLS and names",
            Settings {
                least_distance: false,
                ..named.clone()
            },
        ),
        ("CLS and names, least distance", named),
    ];
    let names: Vec<&str> = ["Random", "Center"]
        .into_iter()
        .chain(methods.iter().map(|m| m.0))
        .collect();
    let mut hulls: BTreeMap<&str, Hull> = BTreeMap::new();
    let mut rows: Vec<(usize, usize, Vec<Reached>)> = Vec::new();
    for &organ in &held {
        let group = organs.group(organ);
        if !hulls.contains_key(group) {
            hulls.insert(group, organs.group_hull(group)?);
        }
        let hull = &hulls[group];
        // Texts about the organ alone go; those about others too keep the others.
        let without = |organs: &[usize]| -> Vec<usize> {
            organs.iter().copied().filter(|o| *o != organ).collect()
        };
        let texts: Vec<Example<'_>> = training
            .iter()
            .map(|e| Example {
                organs: without(&e.organs),
                ..e.clone()
            })
            .filter(|e| !e.organs.is_empty())
            .collect();
        let bench = Bench {
            store: full.store,
            organs: full.organs,
            test: full
                .test
                .iter()
                .filter(|(_, o)| o.contains(&organ))
                .cloned()
                .collect(),
            dev: full
                .dev
                .iter()
                .map(|(i, o)| (*i, without(o)))
                .filter(|(_, o)| !o.is_empty())
                .collect(),
        };
        // The network must not start from places of the organ either.
        let mut pools = organs.points.clone();
        pools[organ] = pools[usize::from(organ == 0)].clone();
        let rule = |center: bool| -> Vec<Vec<[f32; 3]>> {
            (1..=5)
                .map(|seed| {
                    (0..bench.test.len())
                        .map(|i| {
                            let draw =
                                crate::corpus::hash("held out", &format!("{seed} {organ} {i}"));
                            if center {
                                [0.0; 3]
                            } else {
                                organs.point((draw % organs.len() as u64) as usize, draw >> 20)
                            }
                        })
                        .collect()
                })
                .collect()
        };
        let mut all = vec![
            reached(&bench, organ, hull, &rule(false)),
            reached(&bench, organ, hull, &rule(true)),
        ];
        for (name, settings) in &methods {
            let mut points = Vec::new();
            for seed in 1..=seeds(lab, settings) {
                let settings = Settings {
                    seed,
                    ..settings.clone()
                };
                let key = format!("without {}, {name}", organs.name(organ));
                let pools = match settings.method {
                    Method::Names => &organs.points,
                    _ => &pools,
                };
                points.push(
                    bench
                        .run(&mut runs, &key, &texts, pools, &settings, &bench.test)?
                        .points,
                );
            }
            all.push(reached(&bench, organ, hull, &points));
        }
        rows.push((organ, bench.test.len(), all));
    }
    let of = |m: usize, what: &dyn Fn(&Reached) -> f64, keep: &dyn Fn(usize) -> bool| -> Vec<f64> {
        rows.iter()
            .filter(|(o, ..)| keep(*o))
            .map(|(.., r)| what(&r[m]))
            .collect()
    };
    let paper = [
        "34.5 ± 4.0 / 21.1 ± 1.5",
        "37.0 ± 9.5 / 15.8 ± 2.0",
        "72.1 ± 5.8 (84.21) / 8.3 ± 1.0 (6.9)",
        "76.5 ± 5.3 (86.15) / 7.5 ± 1.0 (5.9)",
        "",
    ];
    let alone = |o: usize| {
        (0..organs.len())
            .filter(|p| organs.group(*p) == organs.group(o))
            .count()
            == 1
    };
    let mut body = format!(
        "{}\n\nFor each organ a network is trained anew without its label (texts about it alone are left out, the others keep their other labels; the development documents likewise), and the test documents about it are grounded. IGR: share of points inside the convex hull of the organs of its functional group (the body system of the catalogue, the organ itself included; hulls by the crate chull over voxels). NVD: distance to the held-out organ itself. First the mean over the documents of an organ, then the mean ± standard error over organs, the median in parentheses. {} organs with at least {FEWEST} test documents; {} seed(s), {} for the rows with names. Random draws among all organs, the held-out one too. \"Wider\": temperatures 0.1 and 0.2, as in Table 2, so that the other organs of a text pull too. \"Names\": no text with the label is seen either, but the atlas knows what the organ is called: a small network, the same for all organs, judges how the glossary finds the organ in a text (how often by name and by disease or procedure, with what share, whether in the title), is trained on the other organs, and is added to their CLS; it needs nothing more of a new organ than its entry in the glossary. \"Least distance\": the point with the smallest expected distance to the organs, by their probabilities, instead of a random voxel of the best one, among 40 voxels of each organ, the held-out one included. Rows with neither are the paper's setting.\n\n",
        report::method(lab.options.tuned),
        held.len(),
        lab.options.held_out_seeds,
        lab.options.seeds
    );
    type Keep<'k> = &'k dyn Fn(usize) -> bool;
    let blocks: [(&str, Keep<'_>); 2] = [
        ("All held-out organs", &|_| true),
        (
            "Those whose group has another organ (not alone in their system)",
            &|o| !alone(o),
        ),
    ];
    for (title, keep) in blocks {
        let _ = writeln!(
            body,
            "## {title}\n\n| method | IGR % | NVD cm | paper: IGR / NVD |\n|---|---|---|---|"
        );
        for (m, name) in names.iter().enumerate() {
            let (igr, nvd) = (of(m, &|r| r.igr, keep), of(m, &|r| r.nvd_cm, keep));
            let ((i, ie), (n, ne)) = (mean_and_error(&igr), mean_and_error(&nvd));
            let _ = writeln!(
                body,
                "| {name} | {} ({:.1}) | {} ({:.1}) | {} |",
                report::with_error(i, ie, 1),
                median(&igr),
                report::with_error(n, ne, 1),
                median(&nvd),
                paper.get(m).copied().unwrap_or_default()
            );
        }
        body.push('\n');
    }
    body.push_str("One-sided Wilcoxon signed-rank tests over the organs:\n\n");
    for rival in ["Random", "Center", "CLS"] {
        let Some(r) = names.iter().position(|n| *n == rival) else {
            continue;
        };
        let less = |a: Vec<f64>, b: Vec<f64>| report::p_value(wilcoxon::less(&a, &b));
        let _ = writeln!(
            body,
            "* SOD against {rival}: IGR higher p = {}, NVD lower p = {}",
            less(of(r, &|x| x.igr, &|_| true), of(3, &|x| x.igr, &|_| true)),
            less(
                of(3, &|x| x.nvd_cm, &|_| true),
                of(r, &|x| x.nvd_cm, &|_| true)
            )
        );
    }
    let _ = writeln!(
        body,
        "\n## By organ (IGR % / NVD cm)\n\n| organ | group | test documents | {} |\n|---|---|---|{}",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    for (organ, n, all) in &rows {
        let cells: Vec<String> = all
            .iter()
            .map(|r| format!("{:.0} / {:.1}", r.igr, r.nvd_cm))
            .collect();
        let _ = writeln!(
            body,
            "| {} | {} | {n} | {} |",
            organs.name(*organ),
            organs.group(*organ),
            cells.join(" | ")
        );
    }
    let _ = writeln!(body, "\nSettings: {}", serde_json::to_string(&best)?);
    lab.write("table3", "Table 3: organs never seen in training", &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        let (mean, error) = mean_and_error(&[1.0, 2.0, 3.0, 4.0]);
        assert!((mean - 2.5).abs() < 1e-12 && (error - 0.645_497_224_367_902_8).abs() < 1e-12);
    }
}
