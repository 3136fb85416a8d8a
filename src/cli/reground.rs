//! `corpus-atlas reground`: places anew what another version of the model placed, or what was placed in another atlas.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use library::{Library, PlacedBy};

use super::terminal::say;
use super::{Console, exit_code, open_grounder};

/// Documents read and placed at a time; each batch is one transaction.
const BATCH: usize = 128;

/// Place documents of a library anew that another version of the model placed, or that were placed in another atlas
#[derive(clap::Args)]
#[command(after_help = "Example:\n  corpus-atlas reground my-papers.atlas")]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// Place every document anew.
    #[arg(long)]
    all: bool,
}

/// Runs; exit 1 when a document could not be read or placed, each named on stderr.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let place = || super::shown(&arguments.library);
    let mut library = Library::open(&arguments.library).with_context(place)?;
    let (_, grounder) = open_grounder()?;
    let version = &grounder.model().version;
    let keys = if arguments.all {
        library.keys()
    } else {
        library.outdated(&PlacedBy::of(&grounder))
    }
    .with_context(place)?;
    let progress = library::reground(&keys, BATCH, &grounder, &mut library, &mut Console)
        .with_context(place)?;
    say!(
        "{} documents of {} placed anew by {version}, {} left as they were, {} refused",
        progress.added,
        place(),
        library.len()?.saturating_sub(keys.len()),
        progress.refused
    )?;
    Ok(exit_code(progress.refused))
}
