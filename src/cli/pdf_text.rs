//! Reads a PDF in a child process of this same binary, so that a hostile file can only take the child with it.

use std::path::PathBuf;
use std::process::ExitCode;

/// Hidden: print a PDF's text as JSON.
#[derive(clap::Args)]
pub struct Arguments {
    file: PathBuf,
}

/// Runs as the child.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    Ok(library::pdf::child_main(&arguments.file))
}
