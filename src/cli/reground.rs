//! `corpus-atlas reground`: places anew what another version of the model placed.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use grounding::TextInput;
use library::{Library, Stored};

use super::open_grounder;

/// Documents read and placed at a time; each batch is one transaction.
const CHUNK: usize = 128;

/// Place documents of a library anew that another version of the model placed.
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
    let place = || arguments.library.display().to_string();
    let mut library = Library::open(&arguments.library).with_context(place)?;
    let (_, grounder) = open_grounder()?;
    let version = &grounder.model().version;
    let keys = if arguments.all {
        library.keys()
    } else {
        library.placed_by_others(version)
    }
    .with_context(place)?;
    let (total, mut done, mut refused) = (keys.len(), 0, 0);
    for keys in keys.chunks(CHUNK) {
        let mut documents: Vec<Stored> = Vec::with_capacity(keys.len());
        for key in keys {
            match library.get_by_key(*key) {
                Ok(stored) => documents.extend(stored),
                Err(error) => {
                    refused += 1;
                    eprintln!("corpus-atlas: {}: {error}", place());
                }
            }
        }
        let texts: Vec<TextInput> = documents
            .iter()
            .map(|stored| super::text_input(&stored.document))
            .collect();
        let mut placed = Vec::with_capacity(texts.len());
        for (stored, grounding) in documents.iter().zip(grounder.ground_apart(&texts)) {
            match grounding {
                Ok(grounding) => placed.push((stored.key, grounding)),
                Err(error) => {
                    refused += 1;
                    eprintln!("corpus-atlas: {}: {}: {error}", place(), stored.document.id);
                }
            }
        }
        done += library.set_groundings(&placed).with_context(place)?;
        eprintln!("{done} of {total} placed anew");
    }
    println!(
        "{done} documents of {} placed anew by {version}, {} left as they were, {refused} refused",
        place(),
        library.len()?.saturating_sub(total),
    );
    Ok(if refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
