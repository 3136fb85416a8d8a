//! `corpus-atlas eval near`: how well words and a point of the body find the documents that are about both, asked as `corpus-atlas search` asks.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anatomy::Atlas;
use anyhow::{Context as _, ensure};
use library::{Library, Query};
use serde::Deserialize;

use super::Format;
use super::eval_report::{Counts, Found, Report, ms};
use super::eval_sets::records;

/// What `eval near` is told.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  corpus-atlas import placed.atlas sets/placed/docs.jsonl && corpus-atlas eval near placed.atlas sets/placed/near-test.jsonl\n\nA question is an object with text, point_mm (three numbers, LPS mm) and right, the ids of the documents that are about both."
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// The questions (JSON lines).
    #[arg(value_name = "QUESTIONS")]
    questions: PathBuf,
    /// How to write the figures.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// A question.
#[derive(Deserialize)]
struct Asked {
    text: String,
    point_mm: [f32; 3],
    right: Vec<String>,
}

/// Documents of a ranking that are measured.
const DEPTH: usize = 1_000;

/// Runs.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (_, atlas) = super::open_atlas()?;
    let library =
        Library::open(&arguments.library).with_context(|| super::shown(&arguments.library))?;
    let rows: HashMap<i64, usize> = library.keys()?.into_iter().zip(0..).collect();
    let mut asked: Vec<(Asked, HashMap<usize, i64>)> = Vec::new();
    let (mut elsewhere, mut unanswered) = (0, 0);
    for question in records::<Asked>(&arguments.questions)? {
        let mut grades = HashMap::new();
        for id in &question.right {
            match library.key_of(id)?.and_then(|key| rows.get(&key)) {
                Some(row) => {
                    grades.insert(*row, 1);
                }
                None => elsewhere += 1,
            }
        }
        match grades.is_empty() {
            true => unanswered += 1,
            false => asked.push((question, grades)),
        }
    }
    ensure!(
        !asked.is_empty(),
        "{}: no document of the library is right for any question",
        arguments.questions.display()
    );
    let mut found = Vec::new();
    for (name, by_words, by_place) in [
        ("words", true, false),
        ("place", false, true),
        ("both", true, true),
    ] {
        found.push(ask(
            &library,
            &atlas,
            &rows,
            &asked,
            (name, by_words, by_place),
        )?);
    }
    let counts = Counts {
        n: asked.len(),
        documents: rows.len(),
        unanswered,
        judged_elsewhere: elsewhere,
    };
    let name = arguments.questions.file_stem().unwrap_or_default();
    Report::of(&name.to_string_lossy(), counts, &found, None).tell(arguments.format)?;
    Ok(ExitCode::SUCCESS)
}

/// Asks every question, by its words, its point or both.
fn ask(
    library: &Library,
    atlas: &Atlas,
    rows: &HashMap<i64, usize>,
    asked: &[(Asked, HashMap<usize, i64>)],
    (name, by_words, by_place): (&str, bool, bool),
) -> anyhow::Result<Found> {
    let mut found = Found::of(name);
    for (number, (question, grades)) in asked.iter().enumerate() {
        let query = Query {
            text: by_words.then(|| question.text.clone()),
            any_word: true,
            near: by_place.then_some(question.point_mm),
            limit: DEPTH,
            ..Query::default()
        };
        if number == 0 {
            // What is read from the file at the first question is read.
            library.search(&query, atlas)?;
        }
        let began = Instant::now();
        let answer = library.search(&query, atlas)?;
        found.times_ms.push(ms(began));
        let keys = answer.hits.iter().map(|hit| hit.key);
        let ranking = keys.filter_map(|key| rows.get(&key).copied());
        found.put(ranking.collect(), grades)?;
    }
    Ok(found)
}
