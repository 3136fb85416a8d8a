//! `corpus-atlas export`: a library as CSV or JSON lines.

use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use library::{ExportFormat, Library};

/// Write a library's documents and places as CSV or JSON lines.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  corpus-atlas export my-papers.atlas --format csv --output my-papers.csv"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// File format.
    #[arg(long, value_parser = format_parser())]
    format: ExportFormat,
    /// Where to write; standard output when absent.
    #[arg(long)]
    output: Option<PathBuf>,
}

/// An export format by its usual ending.
fn format_parser() -> impl TypedValueParser<Value = ExportFormat> {
    let formats = library::export_formats();
    PossibleValuesParser::new(formats.into_iter().map(|(_, ending, _)| ending))
        .try_map(|ending| ExportFormat::for_path(Path::new(&format!("export.{ending}"))))
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let library = Library::open(&arguments.library)
        .with_context(|| arguments.library.display().to_string())?;
    let format = arguments.format;
    match &arguments.output {
        Some(path) => {
            let written = library.export_to(path, format, None, &|| false)?;
            eprintln!("{written} documents written to {}", path.display());
        }
        None => {
            library.export(format, None, &mut BufWriter::new(std::io::stdout().lock()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
