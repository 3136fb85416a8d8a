//! `corpus-atlas atlas`: what the body holds, and whether it is sound.

use std::io::Write;
use std::process::ExitCode;

use anatomy::Atlas;
use clap::Subcommand;

use super::{Format, fit, open_atlas};

/// The atlas: what it holds, and whether it is sound.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas atlas info --format json\n  corpus-atlas atlas check"
)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the structures with volume and centroid.
    #[command(after_help = "Example:\n  corpus-atlas atlas info --format json")]
    Info {
        /// How to write the list.
        #[arg(long, value_enum, default_value = "table")]
        format: Format,
    },
    /// Measure the body against the facts it was modelled from; exit 1 on a broken invariant.
    #[command(after_help = "Example:\n  corpus-atlas atlas check")]
    Check {
        /// How to write the findings.
        #[arg(long, value_enum, default_value = "table")]
        format: ReportFormat,
    },
}

/// How a report is written.
#[derive(Clone, Copy, clap::ValueEnum)]
enum ReportFormat {
    /// For a terminal.
    Table,
    /// For programs.
    Json,
    /// For documents.
    Markdown,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (_, atlas) = open_atlas()?;
    match arguments.action {
        Action::Info { format } => info(&atlas, format),
        Action::Check { format } => check(&atlas, format),
    }
}

/// A structure's id from its id or any of its names.
pub fn structure_id(atlas: &Atlas, name: &str) -> anyhow::Result<String> {
    let catalogue = atlas.catalogue();
    let index = catalogue
        .index_of(name)
        .or_else(|| catalogue.find_by_name(name));
    index
        .map(|index| catalogue.get(index).id.clone())
        .ok_or_else(|| {
            anyhow::anyhow!(
                "the atlas has no structure “{name}”; `corpus-atlas atlas info` lists them"
            )
        })
}

fn info(atlas: &Atlas, format: Format) -> anyhow::Result<ExitCode> {
    let info = atlas.info();
    let mut out = std::io::stdout().lock();
    match format {
        Format::Json => writeln!(out, "{}", serde_json::to_string(&info)?)?,
        Format::Table => {
            writeln!(
                out,
                "{:<30} {:<36} {:>10} {:>24}",
                "id", "name", "mL", "centroid (mm)"
            )?;
            for structure in &info.structures {
                let [x, y, z] = structure.centroid_mm;
                writeln!(
                    out,
                    "{:<30} {:<36} {:>10.1} {:>24}",
                    structure.id,
                    fit(&structure.name, 36),
                    structure.volume_ml,
                    format!("{x:.0}, {y:.0}, {z:.0}")
                )?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn check(atlas: &Atlas, format: ReportFormat) -> anyhow::Result<ExitCode> {
    let check = atlas.check()?;
    let mut out = std::io::stdout().lock();
    match format {
        ReportFormat::Json => writeln!(out, "{}", serde_json::to_string(&check)?)?,
        ReportFormat::Table => write!(out, "{}", check.to_table())?,
        ReportFormat::Markdown => write!(out, "{}", check.to_markdown())?,
    }
    Ok(if check.passed() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
