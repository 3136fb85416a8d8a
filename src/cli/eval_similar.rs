//! `corpus-atlas eval similar`: how well documents of a library find those that a table says they go with, asked as `corpus-atlas similar` asks.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use clap::ValueEnum;
use library::{Library, Like, Query};

use super::Format;
use super::eval_report::{Counts, Found, Report, ms};
use super::eval_sets::judgments;
use super::numbers::parse_share;

/// What `eval similar` is told.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  corpus-atlas import cited.atlas sets/cited/docs.jsonl && corpus-atlas eval similar cited.atlas sets/cited/qrels.tsv --near-place 0,0.1,0.5\n\nThe table has three columns, tab-separated: the id of a document, the id of one that goes with it, and a grade. A document is no answer to itself, nor are copies of it."
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// Which documents go with which.
    #[arg(value_name = "TABLE")]
    table: PathBuf,
    /// Parts of the ranking.
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "words,meaning,place,fused"
    )]
    parts: Vec<Part>,
    /// How much place counts in what is fused, from 0 to 1; of several, a row for each.
    #[arg(long, value_name = "SHARE", value_parser = parse_share, value_delimiter = ',', default_values_t = [Like::NEAR_PLACE])]
    near_place: Vec<f32>,
    /// How to write the figures.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// A part of the ranking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Part {
    /// The most telling words.
    Words,
    /// The vectors of the grounding model.
    Meaning,
    /// Points and evidence for structures.
    Place,
    /// All of them, joined by what they say.
    Fused,
}

/// Documents of a ranking that are measured.
const DEPTH: usize = 1_000;

/// Documents that are asked with, by key, and the grades of those that go with them.
type Asked = BTreeMap<i64, HashMap<usize, i64>>;

/// Runs.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let library =
        Library::open(&arguments.library).with_context(|| super::shown(&arguments.library))?;
    let rows: HashMap<i64, usize> = library.keys()?.into_iter().zip(0..).collect();
    let mut asked = Asked::new();
    let mut elsewhere = 0;
    judgments(&arguments.table, &mut |one, other, grade| {
        let keys = (library.key_of(one)?, library.key_of(other)?);
        match (keys.0, keys.1.and_then(|key| rows.get(&key))) {
            (Some(one), Some(row)) => {
                asked.entry(one).or_default().insert(*row, grade);
            }
            _ => elsewhere += 1,
        }
        Ok(())
    })?;
    let all = asked.len();
    asked.retain(|_, grades| grades.values().any(|grade| *grade > 0));
    ensure!(
        !asked.is_empty(),
        "{}: no two documents of the library go with each other",
        arguments.table.display()
    );
    let mut parts = arguments.parts.clone();
    parts.sort_unstable();
    parts.dedup();
    let mut found = Vec::new();
    for part in parts {
        if part == Part::Fused {
            for near_place in &arguments.near_place {
                let name = match arguments.near_place.as_slice() {
                    [_] => "fused".to_owned(),
                    _ => format!("fused {near_place}"),
                };
                found.push(ask(&library, &rows, &asked, (part, *near_place), &name)?);
            }
        } else {
            let name = part.to_possible_value();
            let name = name.as_ref().map_or("", |name| name.get_name());
            found.push(ask(&library, &rows, &asked, (part, 0.5), name)?);
        }
    }
    let counts = Counts {
        n: asked.len(),
        documents: rows.len(),
        unanswered: all - asked.len(),
        judged_elsewhere: elsewhere,
    };
    let name = arguments.table.file_stem().unwrap_or_default();
    Report::of(&name.to_string_lossy(), counts, &found, None).tell(arguments.format)?;
    Ok(ExitCode::SUCCESS)
}

/// Asks with every document.
fn ask(
    library: &Library,
    rows: &HashMap<i64, usize>,
    asked: &Asked,
    (part, near_place): (Part, f32),
    name: &str,
) -> anyhow::Result<Found> {
    let mut found = Found::of(name);
    for (number, (key, grades)) in asked.iter().enumerate() {
        let like = library.like(*key)?;
        let mut like = like.context("a document is gone")?;
        if !matches!(part, Part::Words | Part::Fused) {
            like.text = None;
        }
        if !matches!(part, Part::Meaning | Part::Fused) {
            like.meaning = None;
        }
        if !matches!(part, Part::Place | Part::Fused) {
            like.places.clear();
        }
        let query = Query {
            like: Some(Like {
                near_place,
                most: DEPTH,
                ..like
            }),
            limit: DEPTH,
            ..Query::default()
        };
        let catalogue = anatomy::Catalogue::builtin();
        if number == 0 {
            // What is read from the file at the first question is read.
            library.search(&query, catalogue)?;
        }
        let began = Instant::now();
        let answer = library.search(&query, catalogue)?;
        found.times_ms.push(ms(began));
        let keys = answer.hits.iter().map(|hit| hit.key);
        let ranking = keys.filter_map(|key| rows.get(&key).copied());
        found.put(ranking.collect(), grades)?;
    }
    Ok(found)
}
