//! `corpus-atlas atlas`: what the body holds, and whether it is sound.

use std::io::Write;
use std::process::ExitCode;

use anatomy::Atlas;
use clap::Subcommand;

use super::atlas_import::{self, ImportArguments, ListArguments};
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
    Import(ImportArguments),
    List(ListArguments),
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
        format: Format,
    },
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        Action::Import(arguments) => atlas_import::import(arguments),
        Action::List(arguments) => atlas_import::list(arguments),
        Action::Info { format } => info(&*open_atlas()?.1, *format),
        Action::Check { format } => check(&*open_atlas()?.1, *format),
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

fn check(atlas: &Atlas, format: Format) -> anyhow::Result<ExitCode> {
    let check = atlas.check()?;
    let mut out = std::io::stdout().lock();
    match format {
        Format::Json => writeln!(out, "{}", serde_json::to_string(&check)?)?,
        Format::Table => {
            writeln!(
                out,
                "{:<30} {:>9} {:>9} {:>7} {:>12} {:>9} {:>8}",
                "id", "mL", "facts mL", "factor", "centre (mm)", "triangles", "surface"
            )?;
            for row in &check.structures {
                let number = |value: Option<f32>, digits: usize| {
                    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
                };
                let surface = match (row.closed, row.non_manifold_edges) {
                    (Some(true), Some(0)) => "closed",
                    (None, _) => "-",
                    _ => "FAULTY",
                };
                let triangles = row
                    .triangles
                    .map_or_else(|| "-".to_owned(), |count| count.to_string());
                let factor = row.expected_ml.map(|expected| row.volume_ml / expected);
                writeln!(
                    out,
                    "{:<30} {:>9.1} {:>9} {:>7} {:>12} {triangles:>9} {surface:>8}",
                    row.id,
                    row.volume_ml,
                    number(row.expected_ml, 1),
                    number(factor, 2),
                    number(row.centroid_error_mm, 1)
                )?;
            }
            writeln!(
                out,
                "{} structures, {} triangles; median centroid error {:.1} mm, median volume factor {:.2}; {} faulty surfaces; not modelled: {}",
                check.structures.len(),
                check.triangles,
                check.median_centroid_error_mm,
                check.median_volume_factor,
                check.faulty_surfaces,
                if check.missing.is_empty() {
                    "none".to_owned()
                } else {
                    check.missing.join(", ")
                }
            )?;
        }
    }
    Ok(if check.faulty_surfaces == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
