//! What reading, adding, asking and exporting cost: `cargo run -p library --example measure -- LIBRARY FILES…`
//!
//! Makes LIBRARY (which must not exist), fills it from FILES with made-up groundings, and prints times. The groundings have the
//! size of real ones: evidence for 45 structures, a point for each sentence, a vector of 384 numbers.

use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anatomy::Catalogue;
use grounding::{Evidence, Grounding, SentenceGrounding};
use library::{Document, ExportFormat, Library, Query, ReadOptions, read_paths_with};

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.len() < 2 {
        return Err("usage: measure LIBRARY FILES…".into());
    }
    let path = paths.remove(0);
    let mut library = Library::create(&path)?;
    let structures: Vec<&str> = Catalogue::builtin()
        .structures()
        .iter()
        .map(|structure| structure.id.as_str())
        .collect();

    let mut batch: Vec<(Document, Grounding)> = Vec::new();
    let (mut added, mut duplicates, mut adding, mut failure) = (0, 0, Duration::ZERO, None);
    let mut add = |batch: &mut Vec<(Document, Grounding)>| {
        let start = Instant::now();
        match library.add(batch) {
            Ok(report) => {
                added += report.added;
                duplicates += report.duplicates.len();
            }
            Err(error) => failure = Some(error),
        }
        adding += start.elapsed();
        batch.clear();
    };
    let start = Instant::now();
    let mut number = 0;
    let summary = read_paths_with(
        &paths,
        &ReadOptions::default(),
        &AtomicBool::new(false),
        &mut |record| match record {
            Ok(document) => {
                number += 1;
                let grounding = made_up(number, &document.text, &structures);
                batch.push((document, grounding));
                if batch.len() == 64 {
                    add(&mut batch);
                }
            }
            Err(error) => println!("{error}"),
        },
    );
    add(&mut batch);
    if let Some(error) = failure {
        return Err(error.into());
    }
    println!(
        "{summary:?}: {:?} in all, of it {adding:?} adding; {added} added, {duplicates} duplicates",
        start.elapsed()
    );
    println!("file: {} MiB", std::fs::metadata(&path)?.len() >> 20);
    drop(library);

    let start = Instant::now();
    let library = Library::open(&path)?;
    println!("open: {:?}", start.elapsed());
    let report =
        |what: &str, start: Instant, n: usize| println!("{what}: {n} in {:?}", start.elapsed());
    let start = Instant::now();
    report("entries", start, library.entries()?.len());
    for what in ["nearest, first (builds the tree)", "nearest, again"] {
        let start = Instant::now();
        report(what, start, library.nearest([10.0, 20.0, 30.0], 50)?.len());
    }
    let start = Instant::now();
    report(
        "nearest sentences, first",
        start,
        library.nearest_sentences([10.0, 20.0, 30.0], 50)?.len(),
    );
    let start = Instant::now();
    report(
        "in the liver",
        start,
        library
            .in_structures(&["liver"], Catalogue::builtin(), 50)?
            .len(),
    );
    for text in ["liver cirrhosis", "patients"] {
        let query = Query {
            text: Some(text.to_owned()),
            limit: 50,
            ..Query::default()
        };
        let start = Instant::now();
        report(
            &format!("text {text:?}"),
            start,
            library.search(&query, Catalogue::builtin())?.len(),
        );
    }
    for format in [ExportFormat::Csv, ExportFormat::JsonLines] {
        let start = Instant::now();
        report(
            &format!("export {format:?}"),
            start,
            library.export(format, None, &mut std::io::sink())?,
        );
    }
    Ok(())
}

/// A grounding of the usual size at a made-up place.
fn made_up(number: u32, text: &str, structures: &[&str]) -> Grounding {
    let random = number.wrapping_mul(2_654_435_761);
    let axis = |shift: u32, width: f32| ((random >> shift & 0x3ff) as f32 / 1024.0 - 0.5) * width;
    let point_mm = [axis(0, 573.0), axis(11, 330.0), axis(22, 774.0)];
    let first = random as usize % structures.len();
    let evidence = |i: usize| Evidence {
        id: structures[(first + i) % structures.len()].to_owned(),
        p: 0.9 / (i + 1) as f32,
    };
    let sentence = |text: &str| SentenceGrounding {
        text: text.to_owned(),
        point_mm,
        structure: structures[first].to_owned(),
        p: 0.5,
        start: 0,
        end: 0,
    };
    Grounding {
        point_mm,
        structure: structures[first].to_owned(),
        structures: (0..45).map(evidence).collect(),
        outside_p: 0.1,
        sentences: text.split(". ").take(40).map(sentence).collect(),
        embedding: vec![0.05; 384],
        ..Grounding::default()
    }
}
