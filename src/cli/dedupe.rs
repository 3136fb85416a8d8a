//! `corpus-atlas dedupe`: copies of one work in a library.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use library::{Library, Merge};

use super::terminal::{self, complain, say};
use super::{Format, fit};

/// Find documents of a library that are copies of one work, and make them one. Without --merge nothing is changed
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas dedupe my-papers.atlas\n  corpus-atlas dedupe my-papers.atlas --merge\n  corpus-atlas dedupe my-papers.atlas --undo"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// Make each group one document: the first one listed is kept and takes what it lacks from the others, which go to the trash.
    #[arg(long)]
    merge: bool,
    /// Take back what was removed last, a merge or another removal.
    #[arg(long, conflicts_with = "merge")]
    undo: bool,
    /// How to write the groups; as JSON, a line each, and what was merged in the last one.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let place = || super::shown(&arguments.library);
    let mut library = Library::open(&arguments.library).with_context(place)?;
    if arguments.undo {
        return undo(arguments, &mut library).with_context(place);
    }
    let groups = library.duplicate_groups(&|| true).with_context(place)?;
    let copies: usize = groups.iter().map(|group| group.copies.len() - 1).sum();
    for group in &groups {
        match arguments.format {
            Format::Json => say!("{}", terminal::json(&serde_json::to_string(group)?))?,
            Format::Table => {
                say!(
                    "{} ({}, {})",
                    group.copies.len(),
                    group.told_by,
                    group.because
                )?;
                for copy in &group.copies {
                    let year = copy.year.map_or_else(String::new, |year| year.to_string());
                    let (id, title) = (fit(&copy.id, 24), fit(&copy.title, 70));
                    say!(
                        "  {id:<24} {title:<70} {year:>4} {:>6} letters",
                        copy.letters
                    )?;
                }
            }
        }
    }
    if !arguments.merge {
        complain!("{} groups, {copies} documents could go", groups.len());
        return Ok(ExitCode::SUCCESS);
    }
    let merges: Vec<Merge> = groups
        .iter()
        .map(|group| Merge {
            keep: group.copies[0].key,
            others: group.copies[1..].iter().map(|copy| copy.key).collect(),
        })
        .collect();
    let removed = library.merge(&merges).with_context(place)?;
    let (merged, left) = (removed.len(), library.len()?);
    match arguments.format {
        Format::Json => say!("{}", serde_json::json!({ "merged": merged, "left": left }))?,
        Format::Table => complain!(
            "{merged} documents made one with others, {left} are left; --undo, or Undo in the window, takes it back within 30 days"
        ),
    }
    Ok(ExitCode::SUCCESS)
}

fn undo(arguments: &Arguments, library: &mut Library) -> anyhow::Result<ExitCode> {
    let removals = library.removals()?;
    let Some(last) = removals.last() else {
        anyhow::bail!("nothing was removed that could be brought back");
    };
    let keys: Vec<i64> = last.documents.iter().map(|(key, _)| *key).collect();
    let report = library.restore(&keys)?;
    for refused in &report.refused {
        complain!("corpus-atlas: {}: {}", refused.title, refused.reason);
    }
    match arguments.format {
        Format::Json => say!(
            "{}",
            serde_json::json!({ "restored": report.restored.len() })
        )?,
        Format::Table => say!("{} documents are back", report.restored.len())?,
    }
    Ok(super::exit_code(report.refused.len()))
}
