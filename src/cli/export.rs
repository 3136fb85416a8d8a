//! `corpus-atlas export`: a library as CSV or JSON lines.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use library::{ExportFormat, Library};

/// Write a library's documents and places as CSV or JSON lines, or what readers have corrected.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  corpus-atlas export my-papers.atlas --format csv --output my-papers.csv"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// File format.
    #[arg(long, value_parser = format_parser(), required_unless_present = "corrections")]
    format: Option<ExportFormat>,
    /// Write the corrections instead, each text with its right structure, as tab-separated lines that the trainer reads.
    #[arg(long, conflicts_with = "format")]
    corrections: bool,
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
    let Some(format) = arguments.format else {
        return corrections(&library, arguments.output.as_deref());
    };
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

fn corrections(library: &Library, output: Option<&Path>) -> anyhow::Result<ExitCode> {
    let labels = library.labels()?;
    let rows = labels.iter().map(|label| label.row() + "\n");
    let table = rows.collect::<String>();
    match output {
        Some(path) => {
            std::fs::write(path, table).with_context(|| path.display().to_string())?;
            let count = labels.len();
            eprintln!("{count} corrections written to {}", path.display());
        }
        None => std::io::stdout().lock().write_all(table.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
