//! `corpus-atlas import`: files into a library file.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use library::{Library, ReadOptions};

use super::terminal::say;
use super::{Console, exit_code, open_grounder};

/// Documents grounded and added at a time; each batch is one transaction.
const BATCH: usize = 128;

/// Add documents to a library file, created when absent.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  corpus-atlas import my-papers.atlas ~/papers export.ris pubmed.nbib"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    #[arg(
        required = true,
        help = format!("Files or folders ({})", library::import_help()),
        long_help = format!("Files or folders:\n{}\neach also compressed as .gz", library::import_help_long())
    )]
    files: Vec<PathBuf>,
}

/// Runs; exit 1 when a record was refused, each named on stderr.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (_, grounder) = open_grounder()?;
    let place = || arguments.library.display().to_string();
    let mut library = Library::open_or_create(&arguments.library).with_context(place)?;
    // Should the program be killed meanwhile, the window offers to go on.
    let number = library.begin_import(&arguments.files).with_context(place)?;
    let progress = library::ingest(
        &arguments.files,
        &ReadOptions::for_this_program(),
        BATCH,
        &grounder,
        &mut library,
        &mut Console,
    );
    let ended = library.end_import(number);
    let progress = progress.with_context(place)?;
    ended.with_context(place)?;
    say!(
        "{} read, {} added, {} known already, {} refused; {} now holds {} documents",
        progress.read,
        progress.added,
        progress.duplicates,
        progress.refused,
        place(),
        library.len()?
    )?;
    Ok(exit_code(progress.refused))
}
