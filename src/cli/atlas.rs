//! `corpus-atlas atlas`: what the body holds, whether it is sound, and how two bodies agree.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anatomy::{Atlas, StructurePair};
use anyhow::Context;
use clap::{Subcommand, ValueEnum};

use super::atlas_get::{self, GetArguments};
use super::atlas_import::{self, ImportArguments, ListArguments};
use super::{Format, fit, open_atlas, terminal};

/// The atlas: what it holds, whether it is sound, and how far it agrees with another.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas atlas info --format json\n  corpus-atlas atlas check\n  corpus-atlas atlas compare assets/atlas other-atlas"
)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Import(Box<ImportArguments>),
    List(ListArguments),
    Get(GetArguments),
    /// List the structures with volume and centroid.
    #[command(after_help = "Example:\n  corpus-atlas atlas info --format json")]
    Info {
        /// How to write the list.
        #[arg(long, value_enum, default_value = "table")]
        format: Format,
    },
    /// Measure the body: against the facts it was modelled from, its connectivity and its relations; exit 1 on a broken
    /// invariant.
    #[command(
        after_help = "Examples:\n  corpus-atlas atlas check\n  corpus-atlas atlas check --format markdown > docs/atlas/check.md"
    )]
    Check {
        /// Folder of an atlas pack; the installed atlas if left out.
        pack: Option<PathBuf>,
        /// How to write the findings.
        #[arg(long, value_enum, default_value = "table")]
        format: ReportFormat,
    },
    /// Measure how far two atlases agree, structure by structure: as they lie, centred, and by shape alone.
    #[command(
        after_help = "Examples:\n  corpus-atlas atlas compare assets/atlas other-atlas\n  corpus-atlas atlas compare a b --pairs pairs.csv --format json\n\nA table of pairs has the columns name, a and b; ids joined by + count as one."
    )]
    Compare {
        /// Folder of the first atlas pack.
        a: PathBuf,
        /// Folder of the second.
        b: PathBuf,
        /// CSV file with the pairs to compare (name, a, b); every common structure if left out.
        #[arg(long, value_name = "FILE")]
        pairs: Option<PathBuf>,
        /// How to write the findings.
        #[arg(long, value_enum, default_value = "table")]
        format: ReportFormat,
    },
}

/// How reports are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// One JSON object.
    Json,
    /// Columns for people.
    Table,
    /// Markdown, for documentation.
    Markdown,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        Action::Import(arguments) => atlas_import::import(arguments),
        Action::List(arguments) => atlas_import::list(arguments),
        Action::Get(arguments) => atlas_get::get(arguments),
        Action::Info { format } => info(&open_atlas()?.1, *format),
        Action::Check { pack: None, format } => check(&open_atlas()?.1, *format),
        Action::Check {
            pack: Some(pack),
            format,
        } => check(&open_pack(pack)?, *format),
        Action::Compare {
            a,
            b,
            pairs,
            format,
        } => compare(a, b, pairs.as_deref(), *format),
    }
}

fn open_pack(dir: &Path) -> anyhow::Result<Atlas> {
    Atlas::open(dir).with_context(|| format!("atlas {}", dir.display()))
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
                    terminal::line(&structure.id),
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
        ReportFormat::Table => write!(out, "{}", terminal::plain(&check.to_table()))?,
        ReportFormat::Markdown => write!(out, "{}", terminal::plain(&check.to_markdown()))?,
    }
    Ok(if check.passed() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn compare(
    a: &Path,
    b: &Path,
    pairs: Option<&Path>,
    format: ReportFormat,
) -> anyhow::Result<ExitCode> {
    let (a, b) = (open_pack(a)?, open_pack(b)?);
    let pairs = match pairs {
        Some(path) => {
            let text = super::read_table(path).context("pairs")?;
            StructurePair::parse(&text)
                .map_err(|reason| anyhow::anyhow!("pairs {}: {reason}", path.display()))?
        }
        None => StructurePair::common(&a, &b),
    };
    let comparison = anatomy::compare(&a, &b, &pairs);
    let mut out = std::io::stdout().lock();
    match format {
        ReportFormat::Json => writeln!(out, "{}", serde_json::to_string(&comparison)?)?,
        ReportFormat::Table => write!(out, "{}", terminal::plain(&comparison.to_table()))?,
        ReportFormat::Markdown => write!(out, "{}", terminal::plain(&comparison.to_markdown()))?,
    }
    Ok(ExitCode::SUCCESS)
}
