//! `corpus-atlas import`: files into a library file.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use grounding::{Grounder, TextInput};
use library::{Document, Library, read_paths};

use super::open_grounder;

/// Documents grounded and added at a time; each batch is one transaction.
const CHUNK: usize = 128;

/// Add documents to a library file, created when absent.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  corpus-atlas import my-papers.atlas ~/papers export.ris pubmed.nbib"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// Files or folders (.txt .md .pdf .ris .nbib .jsonl, also .gz).
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Runs; exit 1 when a record was refused, each named on stderr.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (_, grounder) = open_grounder()?;
    let place = || arguments.library.display().to_string();
    let mut library = if arguments.library.exists() {
        Library::open(&arguments.library)
    } else {
        Library::create(&arguments.library)
    }
    .with_context(place)?;
    let mut counts = Counts::default();
    let mut waiting = Vec::new();
    let mut failure = None;
    let cancel = AtomicBool::new(false);
    read_paths(&arguments.files, &cancel, &mut |record| {
        counts.read += 1;
        match record {
            Ok(document) => {
                waiting.push(document);
                if waiting.len() >= CHUNK
                    && let Err(error) = flush(&grounder, &mut library, &mut waiting, &mut counts)
                {
                    failure.get_or_insert(error);
                    cancel.store(true, Ordering::Release);
                }
            }
            Err(error) => {
                counts.refused += 1;
                eprintln!("corpus-atlas: {error}");
            }
        }
    });
    if let Some(error) = failure {
        return Err(error.context(place()));
    }
    flush(&grounder, &mut library, &mut waiting, &mut counts).with_context(place)?;
    println!(
        "{} read, {} added, {} known already, {} refused; {} now holds {} documents",
        counts.read,
        counts.added,
        counts.duplicates,
        counts.refused,
        place(),
        library.len()?
    );
    Ok(if counts.refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[derive(Default)]
struct Counts {
    read: usize,
    added: usize,
    duplicates: usize,
    refused: usize,
}

fn flush(
    grounder: &Grounder,
    library: &mut Library,
    waiting: &mut Vec<Document>,
    counts: &mut Counts,
) -> anyhow::Result<()> {
    let documents = std::mem::take(waiting);
    let texts: Vec<TextInput> = documents.iter().map(super::text_input).collect();
    let groundings = grounder.ground_apart(&texts);
    let mut grounded = Vec::with_capacity(documents.len());
    for (document, grounding) in documents.into_iter().zip(groundings) {
        match grounding {
            Ok(grounding) => grounded.push((document, grounding)),
            Err(error) => {
                counts.refused += 1;
                let into = library
                    .path()
                    .map_or_else(String::new, |p| p.display().to_string());
                eprintln!("corpus-atlas: {into}: {}: {error}", document.id);
            }
        }
    }
    let report = library.add(&grounded)?;
    counts.added += report.added;
    counts.refused += report.refused.len();
    for refused in &report.refused {
        eprintln!("corpus-atlas: {}: {}", refused.id, refused.reason);
    }
    counts.duplicates += report.duplicates.len();
    Ok(())
}
