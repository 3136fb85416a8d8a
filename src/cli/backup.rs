//! `corpus-atlas backup`: a copy of a library.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use library::Library;

use super::Format;
use super::terminal::{self, line, say};

/// Copy a library, also while it is open in the window; the copy is checked before it gets its name
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  corpus-atlas backup my-papers.atlas /media/disk/my-papers.atlas"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// The file to make, or a folder for one of the same name; there must be none of this name.
    to: PathBuf,
    /// How the result is told.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let place = || super::shown(&arguments.library);
    let library = Library::open(&arguments.library).with_context(place)?;
    let mut to = arguments.to.clone();
    if to.is_dir() {
        to.push(arguments.library.file_name().unwrap_or_default());
    }
    library.backup_to(&to)?;
    let (documents, copy) = (library.len()?, to.display().to_string());
    match arguments.format {
        Format::Json => {
            let told =
                serde_json::json!({ "library": place(), "copy": copy, "documents": documents });
            say!("{}", terminal::json(&told.to_string()))?;
        }
        Format::Table => say!("{documents} documents copied to {}", line(&copy))?,
    }
    Ok(ExitCode::SUCCESS)
}
