//! `corpus-atlas search`: by structure, place and words.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use library::Library;

use super::choose::Choice;
use super::numbers::parse_count;
use super::terminal::complain;
use super::{Format, fit, open_atlas};

/// Find documents by structure, place and words.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas search my-papers.atlas --structure liver\n  corpus-atlas search my-papers.atlas --near=-70,-10,110 --radius 40 --text 'portal hypertension' --format table"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    #[command(flatten)]
    choice: Choice,
    /// At most this many.
    #[arg(long, value_parser = parse_count, allow_hyphen_values = true, default_value = "20")]
    limit: usize,
    /// How to write the results.
    #[arg(long, value_enum, default_value = "json")]
    format: Format,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (_, atlas) = open_atlas()?;
    let library = Library::open(&arguments.library)
        .with_context(|| arguments.library.display().to_string())?;
    let query = arguments.choice.query(&atlas, arguments.limit)?;
    let answer = library.search(&query, &*atlas)?;
    let mut out = std::io::stdout().lock();
    if arguments.format == Format::Table {
        writeln!(
            out,
            "{:>4} {:<64} {:<26} {:>8} {:>5}",
            "rank", "title", "structure", "mm", "year"
        )?;
    }
    for (rank, hit) in answer.hits.iter().enumerate() {
        match arguments.format {
            Format::Json => {
                serde_json::to_writer(&mut out, hit)?;
                writeln!(out)?;
            }
            Format::Table => writeln!(
                out,
                "{:>4} {:<64} {:<26} {:>8} {:>5}",
                rank + 1,
                fit(&hit.title, 64),
                fit(&hit.structure, 26),
                hit.distance_mm
                    .map_or_else(String::new, |distance| format!("{distance:.0}")),
                hit.year.map_or_else(String::new, |year| year.to_string())
            )?,
        }
    }
    if answer.total > answer.hits.len() {
        complain!("{} of {} documents", answer.hits.len(), answer.total);
    }
    Ok(ExitCode::SUCCESS)
}
