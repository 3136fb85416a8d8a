//! Measures the language of position: `cargo run -p evaluation --example spatial [-- misses | sides FOLDER [LIMIT]]`.
//!
//! Runs the shipped model over `data/spatial-sentences.tsv` and prints, for both halves and each phenomenon, the share of
//! points in the named part or within 10 mm of it and the share on the right side. With `misses`, the development
//! sentences that miss are listed; those of the test half never are.
//!
//! With `sides FOLDER`, sentences of running text (`*.jsonl.gz` with a field "text") that name a side of a paired organ by a
//! strict pattern are grounded instead, and the share on the right side is printed.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use anatomy::Atlas;
use evaluation::spatial::{Share, evaluate, parse, side_label};
use flate2::read::GzDecoder;
use grounding::{EngineChoice, Grounder, HIT_MM, TextInput};

/// Sentences with a side, from every file of a folder; every n-th so that there are at most `limit`.
fn sentences(
    folder: &Path,
    limit: usize,
) -> Result<Vec<(String, f32)>, Box<dyn std::error::Error>> {
    let mut found = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(folder)?
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .map(|e| e.path())
        .filter(|p| p.to_string_lossy().ends_with(".jsonl.gz"))
        .collect();
    files.sort();
    for file in files {
        let reader = BufReader::new(GzDecoder::new(File::open(&file)?));
        for line in reader.lines() {
            let Ok(row) = serde_json::from_str::<serde_json::Value>(&line?) else {
                continue;
            };
            let text = row["text"].as_str().unwrap_or("");
            for range in grounding::sentences::split(text) {
                let sentence = &text[range];
                if let Some(side) = side_label(sentence).filter(|_| sentence.len() < 600) {
                    found.push((sentence.to_owned(), side));
                }
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found.dedup_by(|a, b| a.0 == b.0);
    println!("{} different sentences", found.len());
    let step = found.len().div_ceil(limit.max(1)).max(1);
    Ok(found.into_iter().step_by(step).collect())
}

fn sides(
    grounder: &Grounder,
    folder: &Path,
    limit: usize,
) -> Result<(), Box<dyn std::error::Error>> {
    let sentences = sentences(folder, limit)?;
    let texts: Vec<TextInput<'_>> = sentences.iter().map(|(s, _)| TextInput::new(s)).collect();
    let places = grounder.ground(&texts)?;
    let catalogue = grounder.atlas().catalogue();
    let (mut all, mut paired) = (Share::default(), Share::default());
    let list = std::env::args().any(|a| a == "list");
    for ((text, side), place) in sentences.iter().zip(places) {
        let right = (place.point_mm[0] - 2.0) * side > 0.0;
        all.count(right);
        let own = catalogue.index_of(&place.structure);
        if own.is_some_and(|s| catalogue.opposite(s).is_some()) {
            paired.count(right);
        }
        if list && !right {
            println!(
                "{} {side} {:?} {}",
                place.structure,
                place.region,
                text.replace('\n', " ")
            );
        }
    }
    for (name, share) in [("all", all), ("placed in a paired structure", paired)] {
        println!(
            "{name}: right side {:.2} ± {:.2} % of {}",
            share.percent(),
            share.error(),
            share.n
        );
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = crate_dir.join("../..");
    let table = std::fs::read_to_string(crate_dir.join("data/spatial-sentences.tsv"))?;
    let atlas = Arc::new(Atlas::open(&root.join("assets/atlas"))?);
    let cases = parse(&table, atlas.catalogue())?;
    let grounder = Grounder::open(&root.join("models/cga-2"), atlas, EngineChoice::Auto)?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, folder, rest @ ..] = &arguments[..]
        && mode == "sides"
    {
        let limit = rest
            .first()
            .and_then(|n| n.parse().ok())
            .unwrap_or(usize::MAX);
        return sides(&grounder, Path::new(folder), limit);
    }
    for test in [false, true] {
        let report = evaluate(&grounder, &cases, test)?;
        println!("{}", if test { "test" } else { "dev" });
        let show = |name: &str, part: Share, side: Share| {
            println!(
                "  {name:12} part {:5.1} ± {:.1} % of {:3}   side {:5.1} ± {:.1} % of {:3}",
                part.percent(),
                part.error(),
                part.n,
                side.percent(),
                side.error(),
                side.n
            );
        };
        for (name, (part, side)) in &report.by_phenomenon {
            show(name, *part, *side);
        }
        show("all", report.part, report.side);
        let mut later = (Share::default(), Share::default());
        for o in report
            .outcomes
            .iter()
            .filter(|o| cases[o.case].id[1..] >= *"201")
        {
            later.0.count(o.distance_mm < HIT_MM);
            if let Some(right) = o.right_side {
                later.1.count(right);
            }
        }
        show("of it later", later.0, later.1);
        if !test && arguments.iter().any(|a| a == "misses") {
            for o in report.outcomes {
                if o.distance_mm >= 10.0 || o.right_side == Some(false) {
                    println!(
                        "{} {:.0} mm {} {:?} {:?} | {}",
                        cases[o.case].id,
                        o.distance_mm,
                        o.structure,
                        o.region,
                        o.point_mm,
                        cases[o.case].sentence
                    );
                }
            }
        }
    }
    Ok(())
}
