//! `corpus-atlas keys`: the shortcuts of the window, from the table that the window itself uses.

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use viewer::command::{keys_table, offers};

/// List the keyboard shortcuts of the window.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  corpus-atlas keys --format markdown")]
pub struct Arguments {
    /// How to write them.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Columns for people.
    Table,
    /// A table in Markdown.
    Markdown,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match arguments.format {
        Format::Markdown => write!(out, "{}", keys_table())?,
        Format::Table => {
            for offer in offers() {
                if let Some(keys) = offer.about.shortcut {
                    writeln!(out, "{keys:<14} {}", offer.about.label())?;
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
