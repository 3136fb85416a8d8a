//! Table 5: finding texts about exactly the same set of organs by their places alone.

use std::fmt::Write as _;

use anyhow::Result;

use super::bench::{Bench, Labels};
use super::fit::{self, Answer};
use super::lab::Lab;
use super::organs::{OrganSet, Organs};
use super::recall::Recall;
use super::report;
use super::runs::Runs;
use super::settings::{Input, Method, Settings};
use super::{siamese, table1, table4};

/// Runs the experiment and writes its page.
///
/// # Errors
/// When a file cannot be read or written.
#[expect(
    clippy::too_many_lines,
    reason = "one experiment, from its data to its table"
)]
pub fn run(lab: &Lab) -> Result<()> {
    let seeds = lab.options.seeds;
    let mut runs = Runs::open(
        &lab.options.store,
        9 + 7 * seeds as usize + 2 * siamese::planned(seeds),
    )?;
    let best = table1::best(lab, &mut runs)?;
    let organs = Organs::new(&lab.atlas, OrganSet::Paper);
    let bench = Bench::new(&lab.store, &organs);
    let sets: Vec<Vec<usize>> = bench.test.iter().map(|(_, o)| o.clone()).collect();
    let dev_sets: Vec<Vec<usize>> = bench.dev.iter().map(|(_, o)| o.clone()).collect();
    let matched = (0..sets.len())
        .filter(|q| (0..sets.len()).any(|i| i != *q && sets[i] == sets[*q]))
        .count();
    let mut rows: Vec<(String, usize, &str, Vec<Recall>)> = Vec::new();

    let headings = ("supervised SOD", Labels::Headings, false);
    for (numbers, width, paper) in [
        (
            "full width",
            crate::embed::WIDTH,
            "42.9 / 68.7 / 75.4 (768 numbers)",
        ),
        ("3 numbers", 3, "34.6 / 61.4 / 69.7"),
    ] {
        let tried = siamese::search(lab, &bench, &mut runs, width)?;
        if let Some(best) = siamese::best(&tried) {
            rows.push((
                format!("Siamese, {numbers}, {} (w/)", best.name),
                width,
                paper,
                best.runs.iter().map(|r| r.recall.clone()).collect(),
            ));
        }
    }
    let mixture = |input| Settings {
        method: Method::Cls,
        input,
        ..best.clone()
    };
    for (name, what, settings) in [
        (
            "Mixture of places (w/)",
            headings,
            mixture(Input::Sentences),
        ),
        (
            "Mixture of places, with glossary counts (w/)",
            headings,
            mixture(Input::Counts),
        ),
        (
            "Mixture of places, masked, with glossary counts (w/o)",
            table4::SOD_M,
            mixture(Input::Counts),
        ),
    ] {
        let training = bench.training(what.1, what.2);
        if training.is_empty() {
            eprintln!("{name}: left out, since the store has no masked copies yet");
            continue;
        }
        let mut recalls = Vec::new();
        for seed in 1..=seeds {
            let settings = Settings {
                seed,
                ..settings.clone()
            };
            let key = format!(
                "mixture, {} {}, {} test",
                what.0,
                training.len(),
                bench.test.len()
            );
            recalls.push(runs.cached(&key, &settings, || {
                let vectors =
                    |trained: &fit::Trained, of: &[(usize, Vec<usize>)]| -> Vec<Vec<f32>> {
                        let answers = trained.answer(&bench.clean(of));
                        answers.into_iter().map(Answer::into_vector).collect()
                    };
                let (trained, _) =
                    fit::train(&training, &organs.points, &settings, &mut |trained| {
                        Recall::new(&vectors(trained, &bench.dev), &dev_sets).shares()[0].0
                    });
                Ok(Recall::new(&vectors(&trained, &bench.test), &sets))
            })?);
        }
        rows.push((name.to_owned(), organs.len(), "", recalls));
    }
    for (name, what, places, paper) in [
        ("SOD (w/)", headings, 0, "37.4 / 64.3 / 71.3"),
        ("SOD, 128 places (w/)", headings, 128, ""),
        ("SOD+M (w/o)", table4::SOD_M, 0, "26.7 / 56.8 / 65.9"),
        ("SOD+M, 128 places (w/o)", table4::SOD_M, 128, ""),
    ] {
        if what.2 && bench.training(what.1, true).is_empty() {
            eprintln!("{name}: left out, since the store has no masked copies yet");
            continue;
        }
        let settings = Settings {
            places,
            ..best.clone()
        };
        let (points, _) = table1::seeds(lab, &bench, &mut runs, what, &settings)?;
        rows.push((
            name.to_owned(),
            3,
            paper,
            points.iter().map(|p| Recall::new(p, &sets)).collect(),
        ));
    }
    let vectors: Vec<Vec<f32>> = bench
        .test
        .iter()
        .map(|(i, _)| {
            let mut v = Vec::new();
            lab.store.vectors[*i][0].write_row(0, 1.0, &mut v);
            v
        })
        .collect();
    rows.push((
        "MiniLM, mean-pooled vectors (w/o)".to_owned(),
        crate::embed::WIDTH,
        "BERT 9.8 / 26.1 / 37.5, BioBERT 13.6 / 35.2 / 48.5, SciBERT-NLI 16.9 / 41.8 / 55.4",
        vec![Recall::new(&vectors, &sets)],
    ));

    let mut body = format!(
        "{}\n\nEvery test document is a query and the others are the collection; a hit has exactly the same set of organs; neighbours by Euclidean distance. (w/): trained with MeSH headings, (w/o): without. The Siamese networks read the same vectors and are trained with the triplet loss in batches of {}; which triplets they learn from, their rate and their epoch are chosen by R@1 on the development documents, as `training experiment siamese` tells. A mixture of places is the classifier's probability of each organ, that is, where the marker and its other places lie and how heavy they are; mixtures are compared by Euclidean distance too. {}. {matched} of {} queries have any hit in the collection, so that no method can be above {:.1} %.\n\n| method | numbers | seeds | R@1 % | R@5 % | R@10 % | paper |\n|---|---|---|---|---|---|---|\n",
        report::method(lab.options.tuned),
        best.batch,
        bench.counts_line(),
        sets.len(),
        100.0 * matched as f64 / sets.len() as f64,
    );
    for (name, width, paper, recalls) in &rows {
        let cells: Vec<String> = (0..3)
            .map(|k| {
                let mean = |of: &dyn Fn((f64, f64)) -> f64| {
                    recalls.iter().map(|r| of(r.shares()[k])).sum::<f64>() / recalls.len() as f64
                };
                report::with_error(mean(&|s| s.0), mean(&|s| s.1), 1)
            })
            .collect();
        let _ = writeln!(
            body,
            "| {name} | {width} | {} | {} | {paper} |",
            recalls.len(),
            cells.join(" | ")
        );
    }
    let _ = writeln!(body, "\nSettings: {}", serde_json::to_string(&best)?);
    lab.write("table5", "Table 5: retrieval by place", &body)
}
