//! `corpus-atlas check`: whether libraries are sound, and what can be saved of one that is not.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use library::{CheckReport, Fault, Library, LibraryError, SaveReport};

use super::Format;
use super::terminal::{self, say};

/// Look through libraries: the file, its indexes, every document. Nothing in them is changed, but that one of an older version is brought up to date, after a copy
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas check my-papers.atlas\n  corpus-atlas check --rebuild-indexes my-papers.atlas\n  corpus-atlas check damaged.atlas --save-into saved.atlas"
)]
pub struct Arguments {
    /// The library files.
    #[arg(required = true)]
    libraries: Vec<PathBuf>,
    /// Save all that can be read of the library into this new one.
    #[arg(long, value_name = "FILE")]
    save_into: Option<PathBuf>,
    /// Make the indexes of words and structures anew from the documents, and look again
    #[arg(long)]
    rebuild_indexes: bool,
    /// How to write the result.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Runs; exit 1 when something is wrong with one of them, or was lost.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if arguments.save_into.is_some() && arguments.libraries.len() > 1 {
        anyhow::bail!(
            "--save-into saves one library; {} are named",
            arguments.libraries.len()
        );
    }
    let mut wrong = 0;
    for path in &arguments.libraries {
        let library = match Library::open(path) {
            Ok(library) => library,
            Err(error) => {
                wrong += 1;
                let fault = Fault {
                    place: "the file".to_owned(),
                    reason: error.to_string(),
                };
                tell(arguments.format, path, 0, &[fault])?;
                if let Some(to) = &arguments.save_into
                    && !matches!(
                        error,
                        LibraryError::NotFound(_)
                            | LibraryError::NotALibrary { .. }
                            | LibraryError::Newer { .. }
                    )
                {
                    wrong +=
                        tell_saved(arguments.format, to, &Library::save_older_into(path, to)?)?;
                }
                continue;
            }
        };
        let mut library = library;
        let mut rebuilt = None;
        if arguments.rebuild_indexes {
            rebuilt = Some(
                library
                    .rebuild_indexes()
                    .with_context(|| super::shown(path))?,
            );
        }
        let report = library.check();
        wrong += report.faults.len();
        tell(arguments.format, path, report.whole, &report.faults)?;
        tell_indexes(arguments.format, path, &report, rebuilt)?;
        if arguments.format == Format::Table && Library::is_in_a_window(path) {
            say!("  it is open in a window")?;
        }
        if let Some(to) = &arguments.save_into {
            wrong += tell_saved(arguments.format, to, &library.save_into(to)?)?;
        }
    }
    Ok(super::exit_code(wrong))
}

/// Says that the indexes were made anew, or could be.
fn tell_indexes(
    format: Format,
    path: &Path,
    report: &CheckReport,
    rebuilt: Option<usize>,
) -> std::io::Result<()> {
    match (format, rebuilt) {
        (Format::Json, Some(documents)) => {
            let line = serde_json::json!({ "library": super::shown(path), "indexed": documents });
            say!("{}", terminal::json(&line.to_string()))
        }
        (Format::Table, Some(documents)) => {
            say!("  its indexes were made anew, of {documents} documents")
        }
        (Format::Table, None) if report.is_of_indexes() => {
            let path = terminal::line(&super::shown(path));
            say!(
                "  its indexes can be made anew from the documents: `corpus-atlas check --rebuild-indexes {path}`"
            )
        }
        (_, None) => Ok(()),
    }
}

/// Says what was saved; how much was lost.
fn tell_saved(format: Format, to: &Path, saved: &SaveReport) -> std::io::Result<usize> {
    match format {
        Format::Json => {
            let line = serde_json::json!({ "saved_into": to.display().to_string(), "saved": saved.saved, "lost": saved.lost });
            say!("{}", terminal::json(&line.to_string()))?;
        }
        Format::Table => {
            say!("{}: {} documents saved", to.display(), saved.saved)?;
            for lost in &saved.lost {
                let said = format!("  lost: {}: {}", lost.place, lost.reason);
                say!("{}", terminal::line(&said))?;
            }
        }
    }
    Ok(saved.lost.len())
}

fn tell(format: Format, path: &Path, whole: usize, faults: &[Fault]) -> std::io::Result<()> {
    let open = Library::is_in_a_window(path);
    let path = super::shown(path);
    match format {
        Format::Json => {
            let sound = faults.is_empty();
            let line = serde_json::json!({ "library": path, "sound": sound, "whole": whole, "in_a_window": open, "faults": faults });
            say!("{}", terminal::json(&line.to_string()))?;
        }
        Format::Table if faults.is_empty() => say!("{path}: sound, {whole} documents")?,
        Format::Table => {
            say!(
                "{path}: {} faults, {whole} documents are whole",
                faults.len()
            )?;
            for fault in faults {
                let said = format!("  {}: {}", fault.place, fault.reason);
                say!("{}", terminal::line(&said))?;
            }
        }
    }
    Ok(())
}
