//! Reads a PDF in a child process of this same binary, so that a hostile file can only take the child with it.

use std::path::PathBuf;
use std::process::ExitCode;

use library::pdf;

/// Hidden: print a PDF's text as JSON.
#[derive(clap::Args)]
pub struct Arguments {
    file: PathBuf,
}

/// Hidden: print a page of a PDF as a picture.
#[derive(clap::Args)]
pub struct PageArguments {
    page: u32,
    width: u32,
    file: PathBuf,
}

/// Hidden: print on which page of a PDF some words stand.
#[derive(clap::Args)]
pub struct FindArguments {
    letters: String,
    file: PathBuf,
}

/// Runs as the child.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    Ok(pdf::child_main(&arguments.file))
}

/// Runs as the child that draws a page.
pub fn page(arguments: &PageArguments) -> anyhow::Result<ExitCode> {
    let PageArguments { page, width, file } = arguments;
    Ok(pdf::page_child_main(*page, *width, file))
}

/// Runs as the child that finds words.
pub fn find(arguments: &FindArguments) -> anyhow::Result<ExitCode> {
    Ok(pdf::find_child_main(&arguments.letters, &arguments.file))
}
